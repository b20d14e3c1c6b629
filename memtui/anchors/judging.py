"""The state of anchors, each where it is; those whose code is not there any more are looked for elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.anchors.digests import Digest, changed_share, read_digest
from memtui.anchors.ground import Ground
from memtui.anchors.moves import Lost, find_lost
from memtui.anchors.states import AnchorReport, State
from memtui.anchors.verdicts import Verdict, Verdicts
from memtui.anchors.weighing import matters
from memtui.memory import Anchor

# Beyond half, what is left is rather another thing that took the name; git draws the line for renames there, too.
_ANOTHER_FROM = 0.5


def judge(ground: Ground, anchors: Sequence[Anchor], known: Verdicts | None = None) -> list[AnchorReport]:
    """Return how each anchor stands to HEAD, in their order; commits are not looked up.

    Verdicts in ``known`` are taken over, and those reached now are added to it.
    """
    known = Verdicts() if known is None else known
    distinct = list(dict.fromkeys(anchors))
    ground.load(_to_read(ground, distinct, known))
    reports: dict[Anchor, AnchorReport] = {}
    lost: list[Lost] = []
    for anchor in distinct:
        report = _in_place(ground, anchor, known)
        if report is None or _took_its_name(ground, report):
            lost.append(Lost(anchor, noted(ground, anchor), report))
        else:
            reports[anchor] = report
    reports |= {one.anchor: report for one, report in zip(lost, find_lost(ground, lost), strict=True)}
    return [reports[anchor] for anchor in anchors]


def noted(ground: Ground, anchor: Anchor) -> Digest | None:
    """Return what the anchored code said, None where nothing was noted or it cannot be read any more.

    Another grammar's tokens cannot be compared with today's; then the content itself is read anew, if it is still here.
    """
    digest = read_digest(anchor.digest)
    if digest is not None and digest.scheme in ground.schemes(anchor.path):
        return digest
    return ground.digest(anchor.path, anchor.blob, anchor.symbol)


def compared(ground: Ground, anchor: Anchor, blob: str) -> Verdict:
    """Return how a content at an anchor's path stands to what was noted; ``GONE`` if it does not have the symbol."""
    source = ground.source(anchor.path, blob)
    before = noted(ground, anchor)
    if source is None or before is None:
        return Verdict(State.UNKNOWN)
    after = ground.digest(anchor.path, blob, anchor.symbol)
    if after is None:
        return Verdict(State.GONE)
    if after.scheme != before.scheme:
        # It has become another kind of file, such as one that is too large to be parsed.
        return Verdict(State.CHANGED, 1.0, matters=True)
    share = changed_share(before, after)
    if not share:
        return Verdict(State.FRESH)
    return Verdict(State.CHANGED, share, matters(source, anchor.symbol, share))


def _to_read(ground: Ground, anchors: Sequence[Anchor], known: Verdicts) -> list[tuple[str, str]]:
    """Return the contents that a look at these anchors needs, so that they are read in one go."""
    present = [(anchor, ground.blob_at(anchor.path)) for anchor in anchors]
    return [(anchor.path, blob) for anchor, blob in present if blob != anchor.blob and known.of(anchor, blob) is None]


def _in_place(ground: Ground, anchor: Anchor, known: Verdicts) -> AnchorReport | None:
    """Return how an anchor stands if its code is where it was, None if it is not."""
    blob = ground.blob_at(anchor.path)
    if (blob and blob == anchor.blob) or (not anchor.symbol and ground.is_opaque(anchor.path)):
        return AnchorReport(anchor, State.FRESH)
    if not anchor.blob and not anchor.digest:
        # Nothing was noted to compare with: that it is there is all that can be said.
        return AnchorReport(anchor, State.FRESH) if ground.anchor(anchor.path, anchor.symbol) else None
    if not blob:
        return None
    verdict = known.of(anchor, blob)
    if verdict is None:
        verdict = compared(ground, anchor, blob)
        known.note(anchor, blob, verdict)
    if verdict.state is State.GONE:
        return None
    return AnchorReport(anchor, verdict.state, verdict.share, verdict.matters)


def _took_its_name(ground: Ground, report: AnchorReport) -> bool:
    """Whether something else may lie at the path today, since what was there lies elsewhere unchanged."""
    return report.share > _ANOTHER_FROM and report.anchor.blob in ground.paths_of_blobs
