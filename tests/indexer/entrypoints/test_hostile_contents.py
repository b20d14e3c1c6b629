"""No content of any file ends the detection, whatever it is cut off in the middle of."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.entrypoints import detect_entry_points
from tests.support.trees import tree_of

PATHS = (
    "pyproject.toml setup.cfg setup.py pkg/__main__.py pkg/urls.py pkg/web.py package.json app.js app.ts "
    "app/page.tsx main.go cmd/root.go Cargo.toml src/main.rs App.java main.c CMakeLists.txt meson.build "
    "Makefile.am Makefile justfile Dockerfile compose.yml .github/workflows/ci.yml run.sh "
    "config/routes.rb Rakefile tool.gemspec config.ru composer.json routes/web.php config/routes.yaml "
    "app/Console/Commands/X.php Program.cs go.mod"
).split()
FRAGMENTS = [
    *"()[]{}<>\"'`\\,;:=@#$%&*.|/-+ \n\t",
    *(
        "\n\n",
        '"""',
        "'''",
        "${",
        "#{",
        "do\n",
        "end\n",
        " do |x|\n",
        "=>",
        "->",
        "::",
        " as ",
        "import ",
        "from ",
        "def x():\n    ",
    ),
    *(
        "app = FastAPI()\n",
        "@app.get(",
        "path('x/', include(",
        "urlpatterns = [",
        "add_parser(",
        "import click\n",
        "@cli.command(",
    ),
    *(
        "import fastapi, django, celery\n",
        "const app = express()\n",
        "app.use('/x', ",
        "router.get('/x', ",
        "export default ",
    ),
    *(
        "package main\n",
        "func main() {",
        'r.Route("/x", func(r chi.Router) {',
        '.Group("/x")',
        "cobra.Command{Use: ",
        ".AddCommand(",
    ),
    *(
        "fn main() {",
        "#[get(",
        '.route("/x", get(',
        '.nest("/x", ',
        "[package]\n",
        "[[bin]]\n",
        'name = "x"\n',
        "[project.scripts]\n",
    ),
    *(
        "@RequestMapping(",
        "class X {",
        "int main() {",
        "#ifdef X\n",
        "#endif\n",
        "add_executable(",
        "bin_PROGRAMS = ",
        ".PHONY: ",
    ),
    *(
        "FROM x AS y\n",
        "CMD ",
        "services:\n",
        "  a:\n",
        "on:\n",
        "jobs:\n",
        "resources :x",
        "namespace :y",
        "get '/x'",
        "task :t",
    ),
    *(
        "Route::get(",
        "->group(function () {",
        "#[Route('/x')]\n",
        "<?php\n",
        '[HttpGet("x")]',
        'app.MapGet("/x", ',
        "module x\n",
    ),
    *('{"name": ', '"bin": ', '"exports": ', '"scripts": ', "null", "1", "[1, ", "é", "\0", "\r\n"),
]


@given(
    st.dictionaries(st.sampled_from(PATHS), st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join), min_size=1)
)
@settings(max_examples=150, deadline=None)
def test_fragments_of_every_ecosystem_in_any_order_end_in_an_answer(texts: dict[str, str]) -> None:
    """Detection is total: it reports what it recognises and raises nothing."""
    for entry in detect_entry_points(tree_of(texts)):
        assert entry.name
        assert entry.path in texts
        assert 1 <= entry.line <= texts[entry.path].count("\n") + texts[entry.path].count("\r") + 2


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "content", [b"", b"\n", b"\xff\xfe\x00", b"[" * 3000, b"(\n" * 3000, b'"' * 3001, b"x: " * 3000]
)
def test_extreme_contents_end_in_an_answer(path: str, content: bytes) -> None:
    """Empty, binary, deep and unbalanced files are nobody's entry points and nobody's trouble."""
    neighbour = {"other/compose.yml": b"services:\n  fine: {}\n"}
    assert "fine" in {entry.name for entry in detect_entry_points(tree_of({path: content, **neighbour}))}
