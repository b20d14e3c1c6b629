"""Score the indexer against labels written by hand: ``score_labels.py --clones DIRECTORY [NAME...]``.

A label file ``tests/labels/NAME.json`` is scored when DIRECTORY holds a clone NAME that has its commit. The clone is
not touched: the commit is checked out in a temporary one and indexed there. The first table gives precision and recall
of the product's entry points and of the modules by repository, with the share found of the labels in sampled roles;
the second adds the repositories up by kind. ``--differences`` lists what only one side has.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from indexer import find_repository, open_index, refresh
from indexer.facts import EntryPoint, Module, Role
from tests.support.labels import (
    LABEL_DIRECTORY,
    Labels,
    Score,
    found_of_samples,
    load_labels,
    score_by_kind,
    score_modules,
    total,
    totals_by_kind,
)


@dataclass(frozen=True, slots=True)
class Result:
    """The scores of one repository."""

    name: str
    language: str
    kinds: dict[str, Score]
    samples: Score
    modules: Score


def main() -> None:
    """Print the tables."""
    arguments = _parse_arguments()
    results = list(_score_all(arguments.clones, arguments.names))
    if not results:
        sys.exit("no label file has a clone here")
    if arguments.json:
        print(json.dumps([_as_json(result) for result in results], indent=2))
        return
    _print_repositories(results)
    _print_kinds(results)
    if arguments.differences:
        _print_differences(results)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="label files to score; all by default")
    parser.add_argument("--clones", type=Path, required=True, metavar="DIRECTORY")
    parser.add_argument("--differences", action="store_true")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _score_all(clones: Path, names: Sequence[str]) -> Iterator[Result]:
    paths = [LABEL_DIRECTORY / f"{name}.json" for name in names] or sorted(LABEL_DIRECTORY.glob("*.json"))
    for path in paths:
        labels, clone = load_labels(path), clones / path.stem
        if _has_commit(clone, labels.commit):
            entry_points, modules = _index(clone, labels.commit)
            yield _score(path.stem, labels, entry_points, modules)
        else:
            print(f"{path.stem}: no clone with commit {labels.commit[:12]}", file=sys.stderr)


def _has_commit(clone: Path, commit: str) -> bool:
    command = ["git", "-C", str(clone), "cat-file", "-e", f"{commit}^{{commit}}"]
    return clone.is_dir() and subprocess.run(command, check=False, capture_output=True).returncode == 0


def _index(clone: Path, commit: str) -> tuple[tuple[EntryPoint, ...], tuple[Module, ...]]:
    with tempfile.TemporaryDirectory() as directory:
        work = Path(directory, clone.name)
        subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", str(clone.resolve()), str(work)], check=True)
        subprocess.run(["git", "-C", str(work), "checkout", "-q", "--detach", commit], check=True)
        repository = find_repository(work)
        refresh(repository)
        index = open_index(repository)
        return index.entry_points(), index.modules()


def _score(name: str, labels: Labels, entry_points: Sequence[EntryPoint], modules: Sequence[Module]) -> Result:
    kinds = score_by_kind(labels, entry_points, Role.PRODUCT)
    return Result(name, labels.language, kinds, found_of_samples(labels, entry_points), score_modules(labels, modules))


def _print_repositories(results: Sequence[Result]) -> None:
    print("| repository | language | product | precision | recall | samples found | modules: precision | recall |")
    print("|---|---|---|---|---|---|---|---|")
    everything = Result(
        "all",
        "",
        totals_by_kind([result.kinds for result in results]),
        total(result.samples for result in results),
        total(result.modules for result in results),
    )
    for result in [*results, everything]:
        product = total(result.kinds.values())
        cells = [
            result.name,
            result.language,
            str(product.agreed + len(product.missed)),
            _number(product.precision),
            _number(product.recall),
            f"{result.samples.agreed} of {result.samples.agreed + len(result.samples.missed)}",
            _number(result.modules.precision),
            _number(result.modules.recall),
        ]
        print(f"| {' | '.join(cells)} |")


def _print_kinds(results: Sequence[Result]) -> None:
    print("\n| kind, product | labels | found | precision | recall |\n|---|---|---|---|---|")
    for kind, score in totals_by_kind([result.kinds for result in results]).items():
        labels, found = score.agreed + len(score.missed), score.agreed + len(score.wrong)
        print(f"| {kind} | {labels} | {found} | {_number(score.precision)} | {_number(score.recall)} |")


def _print_differences(results: Sequence[Result]) -> None:
    for result in results:
        product = total(result.kinds.values())
        groups = [
            ("missed", product.missed),
            ("wrong", product.wrong),
            ("missed sample", result.samples.missed),
            ("missed module", result.modules.missed),
            ("wrong module", result.modules.wrong),
        ]
        print(f"\n{result.name}")
        for title, lines in groups:
            print("".join(f"  {title}: {line}\n" for line in lines), end="")


def _number(share: float | None) -> str:
    return "–" if share is None else f"{share:.2f}"


def _as_json(result: Result) -> dict[str, object]:
    product = total(result.kinds.values())
    scores = {**asdict(result), "product": asdict(product)}
    scores["product"] |= {"precision": product.precision, "recall": product.recall}
    scores["modules"] |= {"precision": result.modules.precision, "recall": result.modules.recall}
    return scores


if __name__ == "__main__":
    main()
