"""Who refers to it, and how sure that is: by file, import, package, directory, and mere name."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from indexer import find_repository
from indexer.queries import References, find_references, impact_of, places
from tests.conftest import GitRepository
from tests.support.refreshing import index_of, refreshed

SHOP = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": "from shop.basket import Basket\n",
    "shop/basket.py": "class Basket:\n    def put(self): ...\n\n\ndef fresh():\n    return Basket()\n",
    "shop/cli.py": "from shop import Basket\n\n\ndef main():\n    Basket().put()  # Basket\n",
    "shop/views/page.py": "from shop.cli import main\n\n\ndef show(basket):\n    main()\n    basket.put()\n",
    "shop/lonely.py": "def show(x):\n    return x.Basket\n",
    "other/far.py": "Basket = None\nprint(Basket)\n",
    "tests/test_basket.py": "import shop\n\n\ndef test_it():\n    shop.Basket()\n",
    "README.md": "A Basket holds goods.\n",
}


def asked(path: Path, name: str, *, mentions: bool = False) -> References:
    """Ask for the references to a name in the repository at ``path``."""
    return find_references(find_repository(path), index_of(path), name, mentions=mentions)


def told(found: References) -> list[str]:
    """Return the references as ``path:line kind confidence``."""
    return [f"{one.path}:{one.line} {one.kind} {one.confidence}" for one in found.references]


@pytest.fixture
def shop(repository: GitRepository) -> Path:
    """Index a package with a class that is passed on."""
    repository.commit(SHOP)
    refreshed(repository.path)
    return repository.path


def test_confidence_follows_what_a_file_can_see(shop: Path) -> None:
    """The defining file, importers (also of a file that passes the name on), the directory, then the name alone."""
    found = asked(shop, "Basket")
    assert [(one.path, one.line, one.symbol) for one in found.definitions] == [("shop/basket.py", 1, "Basket")]
    assert told(found) == [
        "shop/basket.py:6 call 1.0",
        "shop/__init__.py:1 import 0.9",
        "shop/cli.py:1 import 0.9",
        "shop/cli.py:5 call 0.9",
        "tests/test_basket.py:5 call 0.9",
        "shop/lonely.py:2 other 0.7",
        "other/far.py:1 other 0.4",
        "other/far.py:2 other 0.4",
    ]


def test_a_member_is_trusted_where_its_file_is_reached(shop: Path) -> None:
    """A method is called on objects whose class the file never names, if imports lead there."""
    assert told(asked(shop, "Basket.put")) == ["shop/cli.py:5 call 0.7", "shop/views/page.py:6 call 0.6"]


def test_each_reference_tells_where_and_in_what(shop: Path) -> None:
    """Text, column, the enclosing symbol and the role come with it."""
    one = next(one for one in asked(shop, "Basket").references if one.path == "tests/test_basket.py")
    assert (one.text, one.column, one.symbol, one.role) == ("shop.Basket()", 10, "test_it", "test")


def test_texts_are_searched_when_asked_for(shop: Path) -> None:
    """Files that no grammar reads come last, with the least confidence."""
    assert all(one.path != "README.md" for one in asked(shop, "Basket").references)
    assert told(asked(shop, "Basket", mentions=True))[-1] == "README.md:1 text 0.2"


def test_a_definition_in_a_test_does_not_cloud_the_products(shop: Path, repository: GitRepository) -> None:
    """Only the test that defines it anew may mean its own."""
    repository.commit({"tests/test_own.py": "class Basket: ...\n\n\ndef test_own():\n    Basket()\n"})
    refreshed(shop)
    found = asked(shop, "Basket")
    assert [one.path for one in found.definitions] == ["shop/basket.py", "tests/test_own.py"]
    assert "shop/cli.py:5 call 0.9" in told(found)
    assert "tests/test_own.py:5 call 1.0" in told(found)


def test_several_definitions_lower_the_confidence(repository: GitRepository) -> None:
    """One of two in sight is nearly sure, both are less so, and a mere name is least."""
    repository.commit(
        {
            "pyproject.toml": '[project]\nname = "p"\n',
            "p/__init__.py": "",
            "p/a.py": "def run(): ...\n",
            "p/b.py": "def run(): ...\n",
            "p/sub/one.py": "from p.a import run\n",
            "p/sub/both.py": "from p import a, b\na.run()\n",
            "q/name.py": "x.run()\n",
        }
    )
    refreshed(repository.path)
    assert told(asked(repository.path, "run")) == [
        "p/sub/one.py:1 import 0.81",
        "p/sub/both.py:2 call 0.63",
        "q/name.py:1 call 0.28",
    ]


def test_a_definition_in_another_language_is_no_rival(repository: GitRepository) -> None:
    """A class of that name in C# makes the Python one no less sure, and is hardly meant from Python."""
    repository.commit(
        {
            "lib/basic.py": "class Thing: ...\n\n\ndef only(): ...\n",
            "lib/Thing.cs": "class Thing { void Only2() {} }\n",
            "lib/use.py": "from lib.basic import Thing\nOnly2()\n",
        }
    )
    refreshed(repository.path)
    assert told(asked(repository.path, "Thing")) == ["lib/use.py:1 import 0.9"]
    assert told(asked(repository.path, "Only2")) == ["lib/use.py:2 call 0.2"]


def test_a_header_exposes_what_it_declares(repository: GitRepository) -> None:
    """Whoever includes the header that declares a C function, directly or through another, means that function."""
    repository.commit(
        {
            "src/dict.h": "int find(int key);\n",
            "src/dict.c": '#include "dict.h"\nint find(int key) { return key; }\n',
            "app/main.c": '#include "../src/dict.h"\nint main(void) { return find(1); }\n',
            "app/all.h": '#include "../src/dict.h"\n',
            "app/far.c": '#include "all.h"\nint far(void) { return find(3); }\n',
            "app/other.c": "static int use(void) { return find(2); }\n",
        }
    )
    refreshed(repository.path)
    found = told(asked(repository.path, "find"))
    assert "app/main.c:2 call 0.9" in found
    assert "app/far.c:2 call 0.9" in found
    assert "app/other.c:1 call 0.4" in found


def test_a_go_directory_is_a_package(repository: GitRepository) -> None:
    """Files beside the definition see it without an import, and importers of the package see all of it."""
    repository.commit(
        {
            "go.mod": "module example.org/m\n",
            "cache/a.go": "package cache\n\nfunc Zero() {}\n",
            "cache/z.go": "package cache\n\nfunc Find() { Zero() }\n",
            "main.go": 'package main\n\nimport "example.org/m/cache"\n\nfunc main() { cache.Find() }\n',
        }
    )
    refreshed(repository.path)
    assert told(asked(repository.path, "Zero")) == ["cache/z.go:3 call 0.9"]
    assert told(asked(repository.path, "Find")) == ["main.go:5 call 0.9"]


def test_what_is_staged_counts_before_it_is_indexed(shop: Path, repository: GitRepository) -> None:
    """New uses are found, in new files too; lines are those of the staged content, and unstaged edits are none."""
    repository.write({"shop/new.py": "from shop import Basket\n", "shop/cli.py": "\n\nfrom shop import Basket\n"})
    repository.git("add", "--all")
    repository.write({"shop/lonely.py": "Basket()\nBasket()\n"})
    found = told(asked(shop, "Basket"))
    assert "shop/new.py:1 import 0.7" in found
    assert "shop/cli.py:3 import 0.9" in found
    assert "shop/lonely.py:2 other 0.7" in found


def test_a_name_without_a_definition_keeps_its_uses(repository: GitRepository) -> None:
    """What comes from outside the repository is found by name."""
    repository.commit({"a.py": "import json\njson.loads('')\n"})
    refreshed(repository.path)
    found = asked(repository.path, "loads")
    assert (found.definitions, told(found)) == ((), ["a.py:2 call 0.4"])
    assert impact_of(index_of(repository.path), found).files == ()


@pytest.mark.skipif(sys.platform != "linux", reason="such names exist only there")
def test_hostile_paths_and_a_bare_clone(repository: GitRepository) -> None:
    """Paths that are no UTF-8 or hold line ends are told in their display form; a bare repository answers alike."""
    files = {"d\ne.py": "def use(): ...\n", "caf\udce9.py": "use()\n", "q'\"`|.py": "use()\n"}
    repository.commit(dict(files))
    bare = repository.path.parent / "bare.git"
    repository.git("clone", "--bare", str(repository.path), str(bare))
    refreshed(repository.path)
    refreshed(bare)
    found = asked(repository.path, "use")
    assert [one.path for one in found.definitions] == ["d\ne.py"]
    assert {one.path for one in found.references} == {"caf\\xe9.py", "q'\"`|.py"}
    assert told(asked(bare, "use")) == told(found)


def test_links_and_unreadable_files_are_left_aside(repository: GitRepository) -> None:
    """A link is no second place, and a file with nothing but a long line is not parsed."""
    repository.commit({"a.py": "def use(): ...\nuse()\n", "min.js": "use();" * 20_000})
    (repository.path / "link.py").symlink_to("a.py")
    repository.commit()
    refreshed(repository.path)
    assert told(asked(repository.path, "use", mentions=True)) == ["a.py:2 call 1.0"]


def test_many_files_are_read_by_other_processes_with_the_same_answer(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is much to read, workers read it; what they find is the same."""
    here = asked(shop, "Basket", mentions=True)
    monkeypatch.setattr(places, "_FEW_BYTES", 0)
    assert asked(shop, "Basket", mentions=True) == here


def test_impact_reaches_importers_step_by_step(shop: Path, repository: GitRepository) -> None:
    """The definition, what refers to it or imports its file, and importers of those, with tests marked."""
    repository.commit({"desk/a.py": "from shop.cli import main\n", "desk/b.py": "import desk.a\n"})
    refreshed(shop)
    index = index_of(shop)
    found = asked(shop, "Basket")
    impact = impact_of(index, found)
    assert [(file.path, file.distance, file.references) for file in impact.files] == [
        ("shop/basket.py", 0, 1),
        ("desk/a.py", 1, 0),
        ("shop/__init__.py", 1, 1),
        ("shop/cli.py", 1, 2),
        ("shop/lonely.py", 1, 1),
        ("shop/views/page.py", 1, 0),
        ("tests/test_basket.py", 1, 1),
        ("desk/b.py", 2, 0),
    ]
    assert [file.path for file in impact.tests] == ["tests/test_basket.py"]
    assert max(file.distance for file in impact_of(index, found, depth=1).files) == 1
    assert next(file.confidence for file in impact.files if file.path == "shop/basket.py") == 1.0


def test_equal_questions_have_equal_answers(shop: Path) -> None:
    """Nothing depends on the order of sets or of processes."""
    assert asked(shop, "Basket") == asked(shop, "Basket")
