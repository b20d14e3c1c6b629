"""Anchors that a text gives reason for, and those that it does not."""

from __future__ import annotations

import pytest

from indexer import Index, find_repository
from memtui.anchors import anchored, anchors_for, re_anchored
from memtui.memory import USER_SCOPE, Anchor, Evidence
from memtui.review import Changes
from tests.conftest import GitRepository
from tests.support.anchoring import LOCK, anchor
from tests.support.memories import make_draft, make_memory
from tests.support.refreshing import index_of, refreshed

FILES: dict[str, str | bytes] = {
    "src/lock.py": LOCK,
    "src/run.py": "def run() -> int:\n    return 1\n\n\ndef read_all() -> int:\n    return 2\n",
    "src/basket/__init__.py": "class Basket:\n    def add(self, item: int) -> None: ...\n",
    "src/wagon/__init__.py": "class Wagon:\n    def add(self, item: int) -> None: ...\n",
    "tests/test_lock.py": "def test_lock() -> None: ...\n\n\ndef read_all() -> int:\n    return 3\n",
    "docs/größe.md": "# Größe\n",
    "Makefile": "all:\n\ttrue\n",
    "configure": "#!/bin/sh\ntrue\n",
    "data/index.html": "<p>\n",
    "web/index.html": "<p>\n",
}


@pytest.fixture
def index(repository: GitRepository) -> Index:
    """Give the index of a small repository."""
    repository.commit(FILES)
    refreshed(repository.path)
    return index_of(repository.path)


LOCK_FILE = ("src/lock.py", "")
ACQUIRE = ("src/lock.py", "Lock.acquire")

TEXTS: dict[str, list[tuple[str, str]]] = {
    # Paths.
    "Keep src/lock.py small.": [LOCK_FILE],
    "See lock.py, or (lock.py).": [LOCK_FILE],
    "See `./src/lock.py`.": [LOCK_FILE],
    "See src\\lock.py on Windows.": [LOCK_FILE],
    "See /home/someone/project/src/lock.py.": [LOCK_FILE],
    "Two of them: index.html": [],
    "One of them: web/index.html": [("web/index.html", "")],
    "basket/__init__.py": [("src/basket/__init__.py", "")],
    "Everything in src/basket/ is old.": [("src/basket", "")],
    "Siehe docs/größe.md!": [("docs/größe.md", "")],
    "在src/lock.py的锁": [LOCK_FILE],
    "The Makefile decides.": [("Makefile", "")],
    "Run `configure` first.": [("configure", "")],
    "To configure it, run it.": [],
    "src/nothing.py is gone, and lock.pyc, too.": [],
    "https://example.org/src/lock.py says more.": [],
    "```\n$ cat src/lock.py | grep acquire\n```": [LOCK_FILE],
    # Places in them.
    "src/lock.py:12 is slow": [ACQUIRE],
    "src/lock.py:12:8: warning": [ACQUIRE],
    "src/lock.py#L12-L14": [ACQUIRE],
    "src/lock.py:3": [LOCK_FILE],
    "src/lock.py::Lock::acquire": [ACQUIRE],
    "lock.py:describe": [("src/lock.py", "describe")],
    # Names.
    "`Lock.acquire` waits.": [ACQUIRE],
    "Lock.acquire waits, Lock.acquire() and Lock::acquire, too.": [ACQUIRE],
    "`Lock` has one holder.": [("src/lock.py", "Lock")],
    "Lock it, and run.": [],
    "describe() is public.": [("src/lock.py", "describe")],
    "To describe it, acquire it.": [],
    "`acquire` it.": [],
    "`acquire` in src/lock.py is slow.": [ACQUIRE],
    "lock.describe is public.": [("src/lock.py", "describe")],
    "read_all reads all.": [("src/run.py", "read_all")],
    "read_all in tests/test_lock.py": [("tests/test_lock.py", "read_all")],
    "`add` something, by `add()`": [],
    "Basket.add takes one.": [("src/basket/__init__.py", "Basket.add")],
    "`run`, `make`, `test`, `data`": [],
    "1.2 e.g. a.b i.e. __init__ self.x": [],
    "": [],
}


def test_a_text_is_tied_to_what_it_names(index: Index) -> None:
    """Paths and names that exist are found as people write them; words and what is ambiguous tie it to nothing."""
    # One index for all: making it takes longer than everything else here.
    found = {text: sorted((it.path, it.symbol) for it in anchors_for(text, index)) for text in TEXTS}
    assert found == {text: sorted(expected) for text, expected in TEXTS.items()}


def test_a_survey_of_the_code_is_tied_to_its_beginning(index: Index) -> None:
    """A memory about everything would become stale with every commit."""
    assert len(anchors_for(" ".join(FILES) + " `Lock` `Basket.add` `Wagon.add`", index)) == 8


def test_a_draft_is_tied_to_the_code_of_today(repository: GitRepository, index: Index) -> None:
    """Anchors hold what is there now, so that a change can be noticed from then on."""
    place = find_repository(repository.path)
    draft = anchored(make_draft("Keep `Lock.acquire` short"), place)
    assert draft.anchors == (anchor(repository, "src/lock.py", "Lock.acquire"),)
    given = anchored(make_draft("Keep lock.py and run.py", anchors=(Anchor("src/lock.py"), Anchor("gone.py"))), place)
    assert given.anchors == (anchor(repository, "src/lock.py"), Anchor("gone.py"), anchor(repository, "src/run.py"))
    repository.git("rm", "-q", "src/run.py")
    repository.commit({})
    assert anchored(make_draft("See read_all()"), place).anchors == ()


def test_what_is_not_about_a_repository_is_left_as_it_is(repository: GitRepository, index: Index) -> None:
    """A person's preferences are true everywhere, and facts follow the index by themselves."""
    place = find_repository(repository.path)
    for draft in (make_draft("See src/lock.py", scope=USER_SCOPE), make_draft("See src/lock.py", fact=True)):
        assert anchored(draft, place) is draft


def test_a_repository_without_an_index_proposes_nothing(repository: GitRepository) -> None:
    """What was given is completed all the same."""
    repository.commit(FILES)
    draft = make_draft("See run.py", anchors=(Anchor("src/lock.py"),), evidence=(Evidence("person", "x"),))
    assert anchored(draft, find_repository(repository.path)).anchors == (anchor(repository, "src/lock.py"),)


def test_an_edited_text_is_tied_anew(repository: GitRepository, index: Index) -> None:
    """Whoever wrote it has seen the code; a save without a change, or of the tags alone, is not about the code."""
    place = find_repository(repository.path)
    memory = make_memory(
        "Keep it short", body="", scope=make_draft().scope, anchors=(anchor(repository, "src/lock.py"),)
    )
    repository.commit({"src/lock.py": LOCK.replace("timeout * 100", "timeout * 7")})
    changes = re_anchored(Changes(body="Also run.py."), memory, place)
    assert changes.anchors == (anchor(repository, "src/lock.py"), anchor(repository, "src/run.py"))
    assert re_anchored(Changes(title="Keep it short", body=""), memory, place).anchors is None
    assert re_anchored(Changes(tags=("x",)), memory, place).anchors is None
