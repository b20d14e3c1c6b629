"""Prints how well duplicates, contradictions and the safety rules are judged, and what comparing many costs.

``score_likeness.py [--memories N]``: times are of the process, so that what else runs here does not count.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memtui.memory import Attention, Scope
from memtui.review.likeness import Compared, compare
from memtui.safety import inspect
from tests.benchmarks.generate import PARTS, REASONS, VERBS
from tests.support.corpus import HALVES, hidden_cases, injection_cases, secret_cases
from tests.support.likeness import table

CORPORA = {Attention.SECRET: secret_cases, Attention.INJECTION: injection_cases, Attention.HIDDEN_TEXT: hidden_cases}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    count = parser.parse_args().memories
    for half in HALVES:
        print(table(half), end="\n\n")
    for flag, cases in CORPORA.items():
        for half in HALVES:
            print_scores(
                flag, half, [(case.flagged, flag in {it.flag for it in inspect(case.text)}) for case in cases(half)]
            )
    memories = generated(count)
    start = time.process_time()
    found = compare(memories)
    seconds = time.process_time() - start
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    pairs = f"{len(found.duplicates):,} duplicates, {len(found.contradictions):,} contradictions"
    print(f"\n{count:,} memories compared in {seconds:.1f} s of this process, {megabytes:,} MB at most: {pairs}")


def print_scores(flag: str, half: str, outcomes: list[tuple[bool, bool]]) -> None:
    """Print one line of the table of the safety rules."""
    right = outcomes.count((True, True))
    recall = right / sum(labelled for labelled, _ in outcomes)
    precision = right / sum(found for _, found in outcomes)
    true = sum(labelled for labelled, _ in outcomes)
    print(
        f"{flag:12} {half:9} true {true:4} false {len(outcomes) - true:4} recall {recall:.3f} precision {precision:.3f}"
    )


def generated(count: int) -> list[Compared]:
    """Return memories whose texts share words as those of real stores do, the same ones at each run."""
    choose = random.Random(count)
    memories = []
    for index in range(count):
        part, other, verb = choose.choice(PARTS), choose.choice(PARTS), choose.choice(VERBS)
        title = f"{verb.capitalize()} the {part} before the {other} {choose.choice(REASONS)}"
        body = f"In {part}/{other}{index % 4_000}.py the {part} holds {index % 977} rows."
        memories.append(Compared(f"m{index:07}", title, body, Scope("repo", str(index % 24)), "approved", index))
    return memories


if __name__ == "__main__":
    main()
