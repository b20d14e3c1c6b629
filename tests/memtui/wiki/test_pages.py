"""The wiki's pages: what they tell, that they are the same every time, and that nothing in them breaks out."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from indexer import find_repository, open_index
from indexer.facts import History, Module, Role
from memtui.memory.errors import ForeignFilesError
from memtui.wiki.agents import BEGIN, END, agents_block
from memtui.wiki.material import Material, gather
from memtui.wiki.mermaid import MOST_NODES, import_graph
from memtui.wiki.pages import MARKER, PAGES, wiki_document, wiki_pages
from memtui.wiki.writing import write_pages
from tests.conftest import GitRepository
from tests.support.hostile import ESCAPES, HIDDEN, MARKUP, acting_characters
from tests.support.refreshing import refreshed

Make = Callable[..., GitRepository]
SHOP: dict[str, str | bytes] = {
    "pyproject.toml": '[project]\nname = "shop"\ndescription = "A shop."\n[project.scripts]\nshop = "shop.cli:main"\n',
    "shop/__init__.py": '"""A shop for the tests."""\n',
    "shop/cli.py": '"""The command."""\nfrom shop.goods.basket import Basket\n\n\ndef main():\n    Basket()\n',
    "shop/goods/__init__.py": '"""Goods and what holds them."""\n',
    "shop/goods/basket.py": "class Basket:\n    def put(self): ...\n",
    "tests/test_basket.py": "from shop.goods.basket import Basket\n\n\ndef test_basket():\n    Basket()\n",
    "Makefile": "test:\n\tpytest\n",
    "logo.png": b"\x89PNG\x00",
}
WORKSPACE = {
    "package.json": '{"name": "all", "private": true, "workspaces": ["packages/*"]}',
    "packages/core/package.json": '{"name": "@x/core", "description": "The core of every shop.", "main": "index.js"}',
    "packages/core/index.js": "export function core() {}\n",
    "packages/app/package.json": '{"name": "@x/app", "main": "index.js"}',
    "packages/app/index.js": "import { core } from '@x/core';\nexport function app() { core(); }\n",
    "packages/app/app.test.js": "import { app } from './index.js';\napp();\n",
}


def read(path: Path) -> Material:
    """Read what the pages are made of."""
    repository = find_repository(path)
    return gather(repository, open_index(repository))


@pytest.fixture
def shop(repository: GitRepository) -> GitRepository:
    """Index a shop with a history."""
    repository.commit(SHOP, "Begin", day=2)
    for day in range(3, 9):
        commit = repository.commit(
            {"shop/cli.py": f"def main():\n    return {day}\n", "shop/goods/basket.py": f"class Basket: x = {day}\n"},
            f"Change {day}",
            day=day,
        )
    repository.git("tag", "v1.0")
    repository.git("revert", "--no-edit", commit)
    refreshed(repository.path)
    return repository


def test_the_overview_says_what_it_is_and_how_it_starts(shop: GitRepository) -> None:
    """Summary, entry points, key files, modules and coverage are on the first page."""
    page = wiki_pages(read(shop.path))["index.md"]
    assert page.startswith(f"{MARKER}\n\n# project\n\n")
    assert "- `shop` (console script) starts `shop.cli:main`, `pyproject.toml:5`" in page
    assert "`Basket`" in page
    assert re.search(r"8 files, \d+ symbols, \d+ modules, 8 commits\. As of commit [0-9a-f]{12} of 2026-01-", page)
    assert "- binary: 1 file" not in page  # a picture has no grammar, and is not read at all
    assert "- no grammar: " in page


def test_the_modules_page_draws_what_imports_what(repository: GitRepository) -> None:
    """The graph has a node for each module and an arrow for each import, and each module says what imports it."""
    repository.commit(WORKSPACE)
    refreshed(repository.path)
    material = read(repository.path)
    page = wiki_pages(material)["modules.md"]
    assert "```mermaid\ngraph LR\n" in page
    nodes = dict(re.findall(r'^    (m[0-9a-f]{8})\["(.+)"\]$', page, re.MULTILINE))
    arrows = {(nodes[left], nodes[right]) for left, right in re.findall(r"(m\w{8}) --> (m\w{8})", page)}
    assert set(nodes.values()) == {"packages/app", "packages/core"}
    assert arrows == {("packages/app", "packages/core")}
    assert "### `packages/core`\n\n- Summary: The core of every shop.\n" in page
    assert "- Imported by: `packages/app`" in page


def test_the_history_page_tells_changes_people_and_releases(shop: GitRepository) -> None:
    """Hotspots, couplings, releases, authors and reverts, by name but without addresses."""
    page = wiki_pages(read(shop.path))["history.md"]
    for words in ("Ada Lovelace", "`v1.0`", "took back", "8 commits, as of commit"):
        assert words in page
    assert "example.org" not in page


def test_the_entry_points_page_groups_by_kind(shop: GitRepository) -> None:
    """Each kind has a heading, each entry its place."""
    page = wiki_pages(read(shop.path))["entry-points.md"]
    assert "## Console script" in page
    assert "- `make test`, `Makefile:1`" in page


def test_two_readings_are_equal_to_the_last_byte(shop: GitRepository, make_repository: Make) -> None:
    """The same generation, a full rebuild, and another clone give the same pages."""
    first = wiki_pages(read(shop.path))
    assert wiki_pages(read(shop.path)) == first
    refreshed(shop.path, full=True)
    assert wiki_pages(read(shop.path)) == first
    clone = shop.path.parent / "elsewhere" / "project"
    shop.git("clone", str(shop.path), str(clone))
    refreshed(clone)
    assert wiki_pages(read(clone)) == first
    assert agents_block(read(clone)) == agents_block(read(shop.path))


def test_a_change_of_one_file_changes_few_lines(repository: GitRepository) -> None:
    """A new import in one module leaves the names of all nodes in the graph."""
    repository.commit(WORKSPACE)
    refreshed(repository.path)
    before = wiki_pages(read(repository.path))["modules.md"]
    extra = {"package.json": '{"name": "@x/extra"}', "index.js": "import '@x/core';\nexport function extra() {}\n"}
    repository.commit({f"packages/extra/{name}": content for name, content in extra.items()})
    refreshed(repository.path)
    after = wiki_pages(read(repository.path))["modules.md"]
    nodes = set(re.findall(r"^    m\w{8}\[.+$", before, re.MULTILINE))
    assert len(nodes) == 2
    assert nodes < set(re.findall(r"^    m\w{8}\[.+$", after, re.MULTILINE))


def test_the_block_for_agents_is_short_and_marked(shop: GitRepository) -> None:
    """One block between the marks, with what starts it, tasks, and how to ask for more."""
    block = agents_block(read(shop.path))
    assert block.startswith(f"{BEGIN}\n")
    assert block.endswith(f"\n{END}\n")
    assert block.count(BEGIN) == block.count(END) == 1
    assert "`shop`" in block
    assert "`make test`" in block
    assert "memtui map" in block


def large(number: int) -> Material:
    """Make the material of a repository with a lot of everything."""
    modules = [
        Module(
            f"pkg/m{index}", f"m{index}", "python", Role.PRODUCT, "It does.", 1, 1, 0.1,
            tuple(f"pkg/m{other}" for other in range(number) if other != index), ("name",),
        )
        for index in range(number)
    ]  # fmt: skip
    return Material("big", "", "", 1, 1, modules, (), (), History(0), {}, {}, ())


def test_the_graph_is_bounded() -> None:
    """A hundred modules that all import one another draw forty nodes and a few arrows from each."""
    graph = import_graph(large(100).modules)
    assert sum("[" in line for line in graph) == MOST_NODES
    assert sum("-->" in line for line in graph) == MOST_NODES * 6
    assert import_graph(large(1).modules) == []


def test_the_block_for_agents_stays_within_sixty_lines(shop: GitRepository) -> None:
    """However much there is to tell."""
    material = read(shop.path)
    full = replace(
        material,
        modules=large(100).modules,
        entry_points=tuple(
            replace(one, name=f"{one.name} {number}") for one in material.entry_points for number in range(60)
        ),
        key_files=tuple(material.key_files) * 30,
        history=replace(
            material.history, hotspots=material.history.hotspots * 30, couplings=material.history.couplings * 30
        ),
    )
    block = agents_block(full)
    assert 40 < block.count("\n") <= 60
    assert block.count(END) == 1


def test_before_the_first_commit(repository: GitRepository) -> None:
    """Staged files and an empty repository have pages as well."""
    refreshed(repository.path)
    assert "As of what is staged, before the first commit." in wiki_document(read(repository.path))
    repository.write({"a.py": "def f(): ...\n"})
    repository.git("add", "a.py")
    refreshed(repository.path)
    assert "`a.py`" in wiki_document(read(repository.path))


@pytest.mark.skipif(sys.platform == "win32", reason="these names are no file names there")
def test_hostile_names_break_nothing(make_repository: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths, symbols, summaries, authors, tags and messages with Markdown, HTML and Mermaid in them stay text."""
    repository = make_repository("re`po | <b>x</b>")
    names = [
        *(text for text in (*ESCAPES, *HIDDEN, *MARKUP) if "\x00" not in text and "/" not in text),
        "a\n# heading", "``` fence", "`tick`", "pipe | pipe", "<img src=x>", "](javascript:x)", BEGIN,
        'x"]; click m0 "y', "%%{init: {}}%%", "end", "caf\udce9",
    ]  # fmt: skip
    files: dict[str, str | bytes] = {}
    for index, name in enumerate(names):
        text = name.encode("utf-8", "replace").decode()
        files[f"pkg{name[:50]}/__init__.py"] = f'"""{text} # <script>x</script> | [a](b)."""\n'
        files[f"pkg{name[:50]}/m{index}.py"] = f"from pkg{index} import x\n\n\ndef f{index}(): ...\n"
        files[f"bin/{index}{name[:50]}"] = "#!/bin/sh\necho\n"
    files["Makefile"] = "".join(f"t{index}: # {name!r}\n\techo\n" for index, name in enumerate(names))
    files["package.json"] = '{"name": "x", "scripts": {"a`b|c <i>\\n# d": "x", "-->": "y"}}'
    monkeypatch.setenv("GIT_AUTHOR_NAME", "E*v*il <b>[x](y)\n# z")
    for day in range(2, 8):
        repository.commit({**files, "again`|.py": f"x = {day}\n", "more`|.py": f"x = {day}\n"}, "`x` | # y", day=day)
    repository.git("revert", "--no-edit", "HEAD")
    repository.git("tag", "v1`|<b>")
    refreshed(repository.path)
    material = read(repository.path)
    for page in [*wiki_pages(material).values(), agents_block(material)]:
        assert acting_characters(page) == []
        tokens = MarkdownIt("gfm-like").parse(page)
        own = {MARKER, BEGIN, END}
        assert {token.content.strip() for token in tokens if token.type == "html_block"} <= own
        kinds = {token.type for token in tokens} - {"html_block"}
        assert not kinds & {"code_block", "hr", "table_open", "blockquote_open"}
        inline = {child.type for token in tokens for child in token.children or []}
        assert inline <= {"text", "text_special", "code_inline", "softbreak"}
        assert all(token.info == "mermaid" for token in tokens if token.type == "fence")
        headings = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
        assert not {"heading", "z", "d"} & set(headings)


def test_pages_are_written_and_left_alone_when_equal(shop: GitRepository, tmp_path: Path) -> None:
    """The directory is made; a second time nothing changes, after an edit only the page concerned."""
    directory = tmp_path / "deep" / "wiki"
    pages = wiki_pages(read(shop.path))
    assert [path.name for path in write_pages(directory, pages)] == list(PAGES)
    assert write_pages(directory, pages) == ()
    assert {path.name: path.read_text() for path in directory.iterdir()} == pages
    changed = write_pages(directory, {**pages, "history.md": f"{MARKER}\nother\n"})
    assert [path.name for path in changed] == ["history.md"]


@pytest.mark.parametrize("name", ["notes.txt", "index.md", ".git", "modules.md/inner"])
def test_a_directory_with_other_files_is_refused(tmp_path: Path, name: str) -> None:
    """A file of another name, one of a page's name that memtui did not write, and directories stay untouched."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine\n")
    with pytest.raises(ForeignFilesError) as caught:
        write_pages(tmp_path, {"index.md": f"{MARKER}\n"})
    assert caught.value.names == (name.partition("/")[0],)
    assert path.read_text() == "mine\n"
    assert {entry.name for entry in tmp_path.iterdir()} == {name.partition("/")[0]}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_is_never_written_through(tmp_path: Path) -> None:
    """A page that is a link leads out of the directory, so it is refused."""
    outside = tmp_path / "outside.md"
    outside.write_text(f"{MARKER}\nold\n")
    directory = tmp_path / "wiki"
    directory.mkdir()
    (directory / "index.md").symlink_to(outside)
    with pytest.raises(ForeignFilesError):
        write_pages(directory, {"index.md": f"{MARKER}\nnew\n"})
    assert outside.read_text() == f"{MARKER}\nold\n"
