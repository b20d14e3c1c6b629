"""How memories stand to the code, as the commands print it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from memtui.cli.library import SHORT_ID
from memtui.cli.records import moment_of_seconds

if TYPE_CHECKING:
    from memtui.anchors import AnchorReport, Standing
    from memtui.cli.console import Console

Record = dict[str, Any]


def standing_record(standing: Standing) -> Record:
    """Return a memory with the states of its anchors."""
    memory = standing.head.memory
    return {
        "id": memory.id,
        "kind": str(memory.kind),
        "title": memory.title,
        "status": str(memory.status),
        "stale": standing.stale,
        "fact_changed": standing.fact_changed,
        "anchors": [report_record(report) for report in standing.reports],
    }


def report_record(report: AnchorReport) -> Record:
    """Return how one anchor stands."""
    moved = report.moved_to
    return {
        "path": report.anchor.path,
        "symbol": report.anchor.symbol,
        "state": str(report.state),
        "share": report.share,
        "matters": report.matters,
        "moved_to": {"path": moved.path, "symbol": moved.symbol} if moved else None,
        "commit": report.commit,
        "subject": report.subject,
        "time": moment_of_seconds(report.time),
    }


def print_standings(standings: Iterable[Standing], console: Console) -> None:
    """Print memories, and below each how its anchors stand."""
    for standing in standings:
        memory = standing.head.memory
        console.data(f"{memory.id[:SHORT_ID]}  {memory.kind}  {memory.title}")
        if standing.fact_changed:
            console.data("  the fact under it has changed", style="warning")
        print_reports(standing.reports, console)


def print_reports(reports: Sequence[AnchorReport], console: Console) -> None:
    """Print how anchors stand, one a line."""
    console.table(
        [(f"  {_place(report)}", state_in_words(report), _commit_in_words(report)) for report in reports],
        styles=("", "warning" if any(report.matters for report in reports) else "", "dim"),
    )


def state_in_words(report: AnchorReport) -> str:
    """Return the state of an anchor as a person says it."""
    moved = report.moved_to
    where = f" to {moved.path}{f' {moved.symbol}' if moved.symbol else ''}" if moved else ""
    if report.state == "changed":
        return f"{'moved and ' if moved else ''}changed by {report.share:.0%}{where}"
    return f"{report.state}{where}"


def _place(report: AnchorReport) -> str:
    return f"{report.anchor.path} {report.anchor.symbol}".rstrip()


def _commit_in_words(report: AnchorReport) -> str:
    if not report.commit:
        return ""
    return f"{report.commit[:12]} {(moment_of_seconds(report.time) or '')[:10]} {report.subject}"
