"""The commands that answer questions about code: symbols, refs, map and wiki, in real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.wiki.pages import PAGES
from tests.conftest import GitRepository
from tests.support.commands import Run

SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n',
    "shop/__init__.py": '"""A shop."""\nfrom shop.basket import Basket\n',
    "shop/basket.py": 'class Basket:\n    """Holds goods."""\n\n    def put(self, good): ...\n',
    "shop/cli.py": "from shop.basket import Basket\n\n\ndef main():\n    Basket().put(1)\n",
    "tests/test_basket.py": "import shop\n\n\ndef test_it():\n    shop.Basket()\n",
    "README.md": "# Shop\n\nA Basket.\n",
}


@pytest.fixture
def shop(repository: GitRepository, memtui: Run) -> Path:
    """Index a shop."""
    repository.commit(SHOP)
    assert memtui("index", cwd=repository.path).code == 0
    return repository.path


def test_symbols_says_where_a_name_is_defined(shop: Path, memtui: Run) -> None:
    """By name, with container, kind and path; for people a table, with what fits best first."""
    outcome = memtui("symbols", "Basket", cwd=shop)
    assert outcome.lines == ["class  product  shop/basket.py:1  class Basket"]
    found = memtui("symbols", "basket.PUT", "--json", cwd=shop).json
    assert [(one["path"], one["line"], one["match"]) for one in found] == [("shop/basket.py", 4, "case")]
    assert memtui("symbols", "put", "--kind", "class", "--json", cwd=shop).json == []


def test_symbols_lists_what_a_file_holds(shop: Path, memtui: Run) -> None:
    """A path is taken from where one stands, as in a shell."""
    here = memtui("symbols", "--path", "basket.py", "--json", cwd=shop / "shop").json
    assert [one["name"] for one in here] == ["Basket", "put"]
    assert memtui("symbols", "--path", "README.md", cwd=shop).code == 0
    limited = memtui("symbols", "--path", ".", "--limit", "1", cwd=shop)
    assert len(limited.lines) == 1
    assert "3 more; '--limit 4' shows them all." in limited.err


def test_an_unknown_name_is_told_as_such(shop: Path, memtui: Run) -> None:
    """Code 1 and a sentence on stderr; the JSON is an empty answer all the same."""
    nothing = {"name": "nowhere", "definitions": [], "references": [], "total": 0}
    for command, empty in (("symbols", []), ("refs", nothing)):
        outcome = memtui(command, "nowhere", "--json", cwd=shop)
        assert (outcome.code, outcome.json) == (1, empty)
        assert outcome.err


@pytest.mark.parametrize("arguments", [["symbols"], ["symbols", " "], ["refs", ""], ["refs"], ["map", "--tokens", "0"]])
def test_a_question_without_a_name_is_wrong_usage(shop: Path, memtui: Run, arguments: list[str]) -> None:
    """Code 2, and what to do instead."""
    outcome = memtui(*arguments, cwd=shop)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("memtui: ")


def test_refs_lists_definitions_and_uses(shop: Path, memtui: Run) -> None:
    """Surest first, with the line of code; texts only when asked for."""
    outcome = memtui("refs", "Basket", cwd=shop)
    assert outcome.lines[0] == "100%  definition  shop/basket.py:1        class Basket:"
    assert outcome.lines[-1] == "90%   call        tests/test_basket.py:5  shop.Basket()"
    assert "README.md" not in outcome.out
    everything = memtui("refs", "Basket", "--all", "--json", cwd=shop).json
    assert everything["references"][-1]["path"] == "README.md"
    limited = memtui("refs", "Basket", "--limit", "1", "--json", cwd=shop)
    assert (len(limited.json["references"]), limited.json["total"]) == (1, everything["total"] - 1)


def test_refs_tells_what_a_change_would_touch(shop: Path, memtui: Run) -> None:
    """Files by distance, and how many of them are tests."""
    outcome = memtui("refs", "Basket", "--impact", cwd=shop)
    assert outcome.lines[0].split() == ["0", "product", "0", "references", "shop/basket.py"]
    assert "4 files, 1 test among them." in outcome.err
    touched = memtui("refs", "Basket", "--impact", "--depth", "1", "--json", cwd=shop).json
    assert {file["path"]: file["distance"] for file in touched["files"]} == {
        "shop/basket.py": 0,
        "shop/__init__.py": 1,
        "shop/cli.py": 1,
        "tests/test_basket.py": 1,
    }


def test_answers_say_when_the_index_is_behind(shop: Path, repository: GitRepository, memtui: Run) -> None:
    """Uses come from what is staged, definitions of the index; a sentence tells that it is older."""
    repository.write({"shop/new.py": "from shop import Basket\n"})
    repository.git("add", "--all")
    outcome = memtui("refs", "Basket", cwd=shop)
    assert "shop/new.py:1" in outcome.out
    assert "'memtui index' brings this up to date" in outcome.err


def test_map_fits_its_budget(shop: Path, memtui: Run) -> None:
    """The text is within the tokens, for all of it and for a part; too few tokens are said to be too few."""
    for tokens in (60, 100, 2000):
        found = memtui("map", "--tokens", str(tokens), "--json", cwd=shop).json
        assert found["tokens"] <= found["budget"] == tokens
        assert len(found["text"].encode()) <= 3 * tokens
    assert "class Basket" in memtui("map", cwd=shop).out
    part = memtui("map", "basket.py", cwd=shop / "shop")
    assert "class Basket" in part.out
    assert "def main" not in part.out
    tiny = memtui("map", "--tokens", "3", cwd=shop)
    assert (tiny.code, tiny.out) == (0, "")
    assert "give more '--tokens'" in tiny.err
    unknown = memtui("map", "nowhere", cwd=shop)
    assert (unknown.code, unknown.out) == (1, "")


def test_wiki_writes_only_where_it_is_told(shop: Path, memtui: Run, tmp_path: Path, repository: GitRepository) -> None:
    """Without ``--out`` nothing is written; a directory is filled once, and refused if it holds anything else."""
    document = memtui("wiki", cwd=shop)
    assert document.out.count("\n# ") == len(PAGES)
    assert repository.git("status", "--porcelain") == ""
    out = tmp_path / "pages"
    assert memtui("wiki", "--out", str(out), cwd=shop).lines == [str(out / name) for name in PAGES]
    again = memtui("wiki", "--out", str(out), "--json", cwd=shop).json
    assert (again["directory"], again["changed"]) == (str(out), [])
    assert {path.name: path.read_text() for path in out.iterdir()} == again["pages"]
    (out / "mine.txt").write_text("mine")
    refused = memtui("wiki", "--out", str(out), cwd=shop)
    assert (refused.code, refused.out) == (1, "")
    assert "mine.txt" in refused.err
    relative = memtui("wiki", "--out", "docs", cwd=shop / "shop")
    assert relative.code == 0
    assert sorted(path.name for path in (shop / "shop" / "docs").iterdir()) == sorted(PAGES)


def test_wiki_prints_a_block_for_agents(shop: Path, memtui: Run) -> None:
    """One block between marks; with a directory it makes no sense."""
    outcome = memtui("wiki", "--agents-md", cwd=shop)
    assert outcome.lines[0] == "<!-- memtui:begin -->"
    assert outcome.lines[-1] == "<!-- memtui:end -->"
    assert memtui("wiki", "--agents-md", "--json", cwd=shop).json["pages"]["AGENTS.md"] == outcome.out
    assert memtui("wiki", "--agents-md", "--out", "x", cwd=shop).code == 2


@pytest.mark.parametrize("command", ["symbols x", "refs x", "map", "wiki"])
def test_without_an_index_each_says_what_to_do(repository: GitRepository, memtui: Run, command: str) -> None:
    """A repository that was never indexed is told so; so is a place without a repository."""
    outcome = memtui(*command.split(), cwd=repository.path)
    assert (outcome.code, outcome.out) == (1, "")
    assert "memtui index" in outcome.err
    assert "No git repository" in memtui(*command.split()).err


@pytest.mark.parametrize("command", ["symbols Basket", "refs Basket", "map", "wiki", "wiki --agents-md"])
def test_a_bare_clone_answers_alike(
    shop: Path, repository: GitRepository, memtui: Run, tmp_path: Path, command: str
) -> None:
    """Without a work tree HEAD is asked, and two runs are equal."""
    bare = tmp_path / "project.git"
    repository.git("clone", "--bare", str(shop), str(bare))
    assert memtui("index", cwd=bare).code == 0
    outcome = memtui(*command.split(), cwd=bare)
    assert outcome.code == 0, outcome.err
    assert outcome.out == memtui(*command.split(), cwd=shop).out == memtui(*command.split(), cwd=shop).out
