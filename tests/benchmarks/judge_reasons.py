"""Hold the memories proposed from history against verdicts: ``judge_reasons.py --clones DIRECTORY [NAME...]``.

``tests/judgements/NAME.json`` is scored when DIRECTORY holds a clone NAME that has its commit. The clone is not
touched: the commit is checked out in a temporary one and indexed there. The proposals that nobody judged yet are
listed whole, to be judged by reading each commit (``git show``); a NAME without a file is listed at its HEAD.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from indexer import find_repository, open_index, refresh
from memtui.memory import Draft, Scope
from memtui.sources.indexed.history import history_drafts
from tests.support.judgements import JUDGEMENT_DIRECTORY, Judgements, load_judgements, score


def main() -> None:
    """Print what is not judged yet, and the table."""
    arguments = _parse_arguments()
    names = arguments.names or sorted(path.stem for path in JUDGEMENT_DIRECTORY.glob("*.json"))
    rows = []
    for name in names:
        path = JUDGEMENT_DIRECTORY / f"{name}.json"
        clone = arguments.clones / name
        judgements = load_judgements(path) if path.exists() else _none_yet(name, clone)
        proposals = proposals_of(clone, judgements.commit)
        scored = score(judgements, proposals)
        _list(scored.unjudged, as_json=arguments.json)
        rows.append((judgements, len(proposals), scored))
    print("\n| repository | commits | held out | proposals | judged | yes | precision |")
    print("|---|---|---|---|---|---|---|")
    for judgements, count, scored in rows:
        cells = [
            judgements.name,
            f"{judgements.commits:,}",
            "yes" if judgements.held_out else "no",
            str(count),
            str(scored.yes + scored.no),
            str(scored.yes),
            "–" if scored.precision is None else f"{scored.precision:.2f}",
        ]
        print(f"| {' | '.join(cells)} |")


def proposals_of(clone: Path, commit: str) -> list[Draft]:
    """Return what the history at ``commit`` would propose, best first."""
    with tempfile.TemporaryDirectory() as directory:
        work = Path(directory, clone.name)
        subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", str(clone.resolve()), str(work)], check=True)
        subprocess.run(["git", "-C", str(work), "checkout", "-q", "--detach", commit], check=True)
        repository = find_repository(work)
        refresh(repository)
        index = open_index(repository)
        drafts = history_drafts(index.history(), index.file_imports(), Scope("repo", "0" * 40))
        return [draft for draft in drafts if not draft.fact]


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="clones to judge; all judged ones by default")
    parser.add_argument("--clones", type=Path, required=True, metavar="DIRECTORY")
    parser.add_argument("--json", action="store_true", help="list the unjudged as entries to be filled in")
    return parser.parse_args()


def _none_yet(name: str, clone: Path) -> Judgements:
    commit, count = (_git(clone, *command) for command in (("rev-parse", "HEAD"), ("rev-list", "--count", "HEAD")))
    return Judgements(name, "", commit, int(count), held_out=True, entries=())


def _git(clone: Path, *arguments: str) -> str:
    command = ["git", "-C", str(clone), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _list(drafts: Sequence[Draft], *, as_json: bool) -> None:
    if as_json:
        entries = [{"key": draft.key, "title": draft.title, "verdict": "", "why": ""} for draft in drafts]
        print(json.dumps(entries, indent=1, ensure_ascii=False))
    else:
        print("\n\n".join(_told(draft) for draft in drafts))


def _told(draft: Draft) -> str:
    return "\n".join(_lines(draft))


def _lines(draft: Draft) -> Iterator[str]:
    yield f"[{draft.key}]"
    yield f"  {draft.title}"
    yield from (f"  {line}" for line in draft.body.splitlines() if line)


if __name__ == "__main__":
    main()
