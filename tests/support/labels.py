"""Labels that people wrote by hand for real repositories, and how far the indexer's answers agree with them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from indexer.facts import EntryPoint, Module, Role

LABEL_DIRECTORY = Path(__file__).resolve().parents[1] / "labels"


class Key(NamedTuple):
    """What makes an entry point the same one: not its line, which two readers may place differently."""

    kind: str
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class EntryPointLabel:
    """An entry point that a reader found; an ``optional`` one is neither missed nor wrong."""

    kind: str
    name: str
    path: str
    line: int
    role: Role
    optional: bool = False

    @property
    def key(self) -> Key:
        """Its identity in a comparison."""
        return Key(self.kind, self.name, self.path)


@dataclass(frozen=True, slots=True)
class ModuleLabel:
    """A directory that a maintainer would call a module, or could (``optional``)."""

    path: str
    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Labels:
    """All that a reader wrote about one commit; of ``complete_roles`` every entry point is listed."""

    repository: str
    commit: str
    language: str
    complete_roles: tuple[Role, ...]
    entry_points: tuple[EntryPointLabel, ...]
    modules: tuple[ModuleLabel, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Agreement on one set: what both sides have, what only the reader has, what only the indexer has."""

    agreed: int
    missed: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def precision(self) -> float | None:
        """The share of the indexer's answers that the reader has too; None when it gave none."""
        return _share(self.agreed, len(self.wrong))

    @property
    def recall(self) -> float | None:
        """The share of the reader's labels that the indexer found; None when there are none."""
        return _share(self.agreed, len(self.missed))


def load_labels(path: Path) -> Labels:
    """Read one label file; a missing field, an unknown one or an unknown role raises."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Labels(
        **{
            **document,
            "complete_roles": tuple(Role(role) for role in document["complete_roles"]),
            "entry_points": tuple(
                EntryPointLabel(**{**label, "role": Role(label["role"])}) for label in document["entry_points"]
            ),
            "modules": tuple(ModuleLabel(**label) for label in document["modules"]),
        }
    )


def score_by_kind(labels: Labels, found: Iterable[EntryPoint], role: Role) -> dict[str, Score]:
    """Compare the entry points of one role, kind by kind; a right answer under another role is a wrong one."""
    answers = {_key(entry_point) for entry_point in found if entry_point.role is role}
    required = {label.key for label in labels.entry_points if label.role is role and not label.optional}
    optional = {label.key for label in labels.entry_points if label.role is role and label.optional}
    kinds = sorted({key.kind for key in answers | required})
    return {kind: _compare(*(_of_kind(keys, kind) for keys in (required, optional, answers))) for kind in kinds}


def found_of_samples(labels: Labels, found: Iterable[EntryPoint]) -> Score:
    """Tell how many labels of the roles that are only sampled were found; what else was found is not judged."""
    answers = {(_key(entry_point), entry_point.role) for entry_point in found}
    samples = [label for label in labels.entry_points if label.role not in labels.complete_roles and not label.optional]
    missed = [label for label in samples if (label.key, label.role) not in answers]
    return Score(len(samples) - len(missed), tuple(sorted(f"{label.role}: {_told(label.key)}" for label in missed)), ())


def score_modules(labels: Labels, found: Iterable[Module]) -> Score:
    """Compare the modules by path."""
    required = {label.path for label in labels.modules if not label.optional}
    known = {label.path for label in labels.modules}
    answers = {module.path for module in found}
    return Score(len(required & answers), tuple(sorted(required - answers)), tuple(sorted(answers - known)))


def total(scores: Iterable[Score]) -> Score:
    """Add scores up."""
    parts = list(scores)
    return Score(
        sum(score.agreed for score in parts),
        tuple(chain.from_iterable(score.missed for score in parts)),
        tuple(chain.from_iterable(score.wrong for score in parts)),
    )


def totals_by_kind(scores: Sequence[Mapping[str, Score]]) -> dict[str, Score]:
    """Add the scores of several repositories up, kind by kind."""
    kinds = sorted({kind for score in scores for kind in score})
    return {kind: total(score[kind] for score in scores if kind in score) for kind in kinds}


def _key(entry_point: EntryPoint) -> Key:
    return Key(entry_point.kind, entry_point.name, entry_point.path)


def _of_kind(keys: set[Key], kind: str) -> set[Key]:
    return {key for key in keys if key.kind == kind}


def _compare(required: set[Key], optional: set[Key], answers: set[Key]) -> Score:
    missed = sorted(required - answers)
    wrong = sorted(answers - required - optional)
    return Score(len(required & answers), tuple(map(_told, missed)), tuple(map(_told, wrong)))


def _told(key: Key) -> str:
    return f"{key.kind} {key.name} ({key.path})"


def _share(right: int, beside: int) -> float | None:
    return right / (right + beside) if right + beside else None
