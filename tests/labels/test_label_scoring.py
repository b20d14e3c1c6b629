"""How labels written by hand are read, and how the indexer's answers are held against them."""

from __future__ import annotations

import json
import posixpath
from pathlib import Path
from typing import Any

import pytest

from indexer.entrypoints.base import Kind
from indexer.facts import EntryPoint, Module, Role
from tests.support.labels import (
    LABEL_DIRECTORY,
    EntryPointLabel,
    Labels,
    ModuleLabel,
    Score,
    found_of_samples,
    load_labels,
    score_by_kind,
    score_modules,
    total,
    totals_by_kind,
)

LABEL_FILES = sorted(LABEL_DIRECTORY.glob("*.json"))


def entry_point(name: str, *, kind: str = "http_route", path: str = "app.py", role: Role = Role.PRODUCT) -> EntryPoint:
    """Return an answer of the indexer, as far as scoring looks at it."""
    return EntryPoint(kind, name, path, 7, "", "python", role, 0.85, "")


def label(
    name: str, *, kind: str = "http_route", path: str = "app.py", role: Role = Role.PRODUCT, optional: bool = False
) -> EntryPointLabel:
    """Return a reader's label."""
    return EntryPointLabel(kind, name, path, 3, role, optional)


def labels(*entry_points: EntryPointLabel, modules: tuple[ModuleLabel, ...] = ()) -> Labels:
    """Return labels of which the product's are complete."""
    return Labels("owner/name", "0" * 40, "python", (Role.PRODUCT,), entry_points, modules)


def module(path: str) -> Module:
    """Return a module of the indexer, as far as scoring looks at it."""
    return Module(path, path, "python", Role.PRODUCT, "", 1, 1, 0.5, (), ())


def test_an_answer_counts_when_kind_name_and_path_agree_whatever_its_line() -> None:
    """Lines may differ between readers; kind, name and path may not."""
    wanted = labels(label("GET /a"), label("GET /b"), label("GET /c"))
    found = [
        entry_point("GET /a"),
        entry_point("GET /b", path="other.py"),
        entry_point("GET /c", kind="http_app"),
    ]
    score = total(score_by_kind(wanted, found, Role.PRODUCT).values())
    assert score.agreed == 1
    assert score.missed == ("http_route GET /b (app.py)", "http_route GET /c (app.py)")
    assert score.wrong == ("http_app GET /c (app.py)", "http_route GET /b (other.py)")


def test_precision_and_recall_are_shares_of_answers_and_of_labels() -> None:
    """Two right of three answers, two found of four labels."""
    wanted = labels(*(label(f"GET /{letter}") for letter in "abcd"))
    found = [entry_point("GET /a"), entry_point("GET /b"), entry_point("GET /x")]
    score = score_by_kind(wanted, found, Role.PRODUCT)["http_route"]
    assert score.precision == pytest.approx(2 / 3)
    assert score.recall == pytest.approx(2 / 4)


def test_nothing_to_judge_gives_no_number() -> None:
    """A share of nothing is not zero."""
    assert Score(0, (), ()).precision is None
    assert Score(0, (), ()).recall is None
    assert Score(0, ("a",), ()).recall == 0
    assert Score(0, (), ("a",)).precision == 0


def test_a_right_answer_under_another_role_is_missed_and_wrong() -> None:
    """Whom an entry point serves is part of the answer."""
    wanted = labels(label("GET /a"), label("make test", kind="make_target", role=Role.DEV))
    found = [entry_point("GET /a", role=Role.TEST), entry_point("make test", kind="make_target")]
    score = total(score_by_kind(wanted, found, Role.PRODUCT).values())
    assert (score.agreed, len(score.missed), len(score.wrong)) == (0, 1, 1)


def test_an_optional_label_is_neither_missed_nor_wrong() -> None:
    """Where readers may differ, no answer is a fault, nor the lack of one."""
    wanted = labels(label("GET /a", optional=True), label("GET /b", optional=True))
    score = score_by_kind(wanted, [entry_point("GET /a")], Role.PRODUCT)["http_route"]
    assert score == Score(0, (), ())


def test_answers_of_equal_key_count_once() -> None:
    """A route registered twice in a file is one label."""
    score = score_by_kind(labels(label("GET /a")), [entry_point("GET /a")] * 2, Role.PRODUCT)["http_route"]
    assert score == Score(1, (), ())


def test_scores_are_kept_by_kind_and_add_up() -> None:
    """Kinds that only one repository has are in the sum."""
    first = score_by_kind(labels(label("GET /a")), [entry_point("GET /a")], Role.PRODUCT)
    second = score_by_kind(labels(label("x", kind="binary")), [entry_point("GET /b")], Role.PRODUCT)
    sums = totals_by_kind([first, second])
    assert sums["http_route"] == Score(1, (), ("http_route GET /b (app.py)",))
    assert sums["binary"] == Score(0, ("binary x (app.py)",), ())


def test_roles_that_are_only_sampled_are_judged_by_what_was_found_of_them() -> None:
    """What else the indexer found there is not wrong: the reader did not list everything."""
    wanted = labels(
        label("GET /a"),
        label("make test", kind="make_target", role=Role.DEV),
        label("make lint", kind="make_target", role=Role.DEV),
        label("make wish", kind="make_target", role=Role.DEV, optional=True),
    )
    found = [entry_point(name, kind="make_target", role=Role.DEV) for name in ("make test", "make more")]
    assert found_of_samples(wanted, found) == Score(1, ("dev: make_target make lint (app.py)",), ())


def test_modules_are_compared_by_path() -> None:
    """An optional module may be found or not."""
    wanted = labels(
        modules=(ModuleLabel("src", "app"), ModuleLabel("lib", "lib"), ModuleLabel(".", "root", optional=True))
    )
    score = score_modules(wanted, [module("src"), module("."), module("docs")])
    assert score == Score(1, ("lib",), ("docs",))


def write_labels(path: Path, **changes: Any) -> Path:
    """Write a label file that is well-formed but for ``changes``."""
    document = {
        "repository": "owner/name",
        "commit": "0" * 40,
        "language": "python",
        "complete_roles": ["product"],
        "entry_points": [{"kind": "script", "name": "run.sh", "path": "run.sh", "line": 1, "role": "product"}],
        "modules": [{"path": "src", "name": "app", "optional": True}],
    }
    path.write_text(json.dumps({**document, **changes}))
    return path


def test_a_label_file_is_read_into_values(tmp_path: Path) -> None:
    """Roles become roles, what is left out of a label is not optional."""
    read = load_labels(write_labels(tmp_path / "name.json"))
    assert read.complete_roles == (Role.PRODUCT,)
    assert read.entry_points == (EntryPointLabel("script", "run.sh", "run.sh", 1, Role.PRODUCT, optional=False),)
    assert read.modules == (ModuleLabel("src", "app", optional=True),)


def test_a_label_file_with_an_unknown_role_or_field_is_refused(tmp_path: Path) -> None:
    """A slip of the pen must not pass as a label that nothing matches."""
    with pytest.raises(ValueError, match="prodcut"):
        load_labels(write_labels(tmp_path / "role.json", complete_roles=["prodcut"]))
    with pytest.raises(TypeError, match="optinal"):
        load_labels(write_labels(tmp_path / "field.json", modules=[{"path": "a", "name": "a", "optinal": True}]))


def test_there_are_labels_of_eight_repositories_in_six_languages() -> None:
    """The set is broad enough to say something about repositories nobody here looked at."""
    read = [load_labels(path) for path in LABEL_FILES]
    assert len({one.repository for one in read}) >= 8
    assert len({one.language for one in read}) >= 6


@pytest.mark.parametrize("path", LABEL_FILES, ids=lambda path: path.stem)
def test_a_label_file_is_well_formed(path: Path) -> None:
    """Every label has a known kind, a clean relative path, a line, and is listed once."""
    read = load_labels(path)
    assert read.repository.count("/") == 1
    assert len(read.commit) == 40
    assert int(read.commit, 16)
    assert Role.PRODUCT in read.complete_roles
    assert any(one.role is Role.PRODUCT and not one.optional for one in read.entry_points)
    assert any(not one.optional for one in read.modules)
    keys = [(one.key, one.role) for one in read.entry_points]
    assert len(set(keys)) == len(keys)
    paths = [one.path for one in read.modules]
    assert len(set(paths)) == len(paths)
    for one in read.entry_points:
        assert one.kind in {kind.value for kind in Kind}
        assert one.name == " ".join(one.name.split())
        assert one.name
        assert one.line >= 1
        assert is_clean(one.path)
    assert all(is_clean(one) for one in paths)


def is_clean(path: str) -> bool:
    """Tell whether a path is relative to the repository's root and in its shortest form."""
    return posixpath.normpath(path) == path and not path.startswith(("/", ".."))
