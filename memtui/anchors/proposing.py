"""Anchors proposed from the text of a memory: what it names of the code that there is, and nothing that it may mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from indexer.errors import IndexerError
from memtui.anchors.ground import Ground
from memtui.anchors.known import Known
from memtui.anchors.mentions import mentions_in
from memtui.memory import Anchor, Draft, Level, Memory

if TYPE_CHECKING:
    from indexer import Index, Repository
    from memtui.review import Changes

# More are a survey of the code rather than something to know about a part of it.
MOST_ANCHORS = 8


def anchors_for(text: str, index: Index) -> tuple[Anchor, ...]:
    """Return anchors to the paths and symbols of an index that a text names, those in backticks first.

    Paths may be given by their last parts, if these fit one file alone; symbols must be quoted, or written as no word
    of a language is, and be defined once, or in a file that the text names. A symbol takes the place of its file. The
    anchors hold no contents yet: ``anchored_now`` adds them.
    """
    return _named_in(text, Known(index))


def anchored(draft: Draft, repository: Repository) -> Draft:
    """Return a draft with anchors to what it names of the code of today, as it is there.

    Those that it has already stay, and get the contents that they lack; a draft for a person, or about a fact of the
    indexer, is returned as it is. Without an index nothing is proposed.
    """
    return anchored_all([draft], repository)[0]


def anchored_all(drafts: Sequence[Draft], repository: Repository) -> tuple[Draft, ...]:
    """Return the same of several drafts, after one look at the repository."""
    texts = {
        place: _text(draft) for place, draft in enumerate(drafts) if draft.scope.level == Level.REPO and not draft.fact
    }
    if not texts:
        return tuple(drafts)
    ground = Ground(repository)
    found = _proposed(texts, repository)
    ground.load((it.path, ground.blob_at(it.path)) for place in texts for it in (*drafts[place].anchors, *found[place]))
    made = list(drafts)
    for place, proposed in found.items():
        given = [ground.anchor(it.path, it.symbol) or it for it in drafts[place].anchors]
        made[place] = replace(drafts[place], anchors=_completed(given, proposed, ground))
    return tuple(made)


def re_anchored(changes: Changes, memory: Memory, repository: Repository) -> Changes:
    """Return what an edit sets, with anchors to the code of today if it says anything new.

    Whoever writes a text anew has looked at the code as it is. Those that moved follow, dead ones go, and what the
    new text names is added.
    """
    from memtui.anchors.explaining import renewed

    said = replace(
        memory,
        title=memory.title if changes.title is None else changes.title,
        body=memory.body if changes.body is None else changes.body,
    )
    # Saving without a change must stay no act at all.
    if memory.scope.level != Level.REPO or changes.anchors is not None or _text(said) == _text(memory):
        return changes
    proposed = _proposed({0: _text(said)}, repository)[0]
    return replace(changes, anchors=_completed(renewed(repository, memory.anchors), proposed, Ground(repository)))


def _named_in(text: str, known: Known) -> tuple[Anchor, ...]:
    mentions = mentions_in(text)
    anchors = [anchor for mention in mentions if (anchor := known.place(mention))]
    anchors += known.named([mention for mention in mentions if not known.place(mention)], {it.path for it in anchors})
    narrowed = {anchor.path for anchor in anchors if anchor.symbol}
    kept = [anchor for anchor in dict.fromkeys(anchors) if anchor.symbol or anchor.path not in narrowed]
    return tuple(kept[:MOST_ANCHORS])


def _proposed(texts: Mapping[int, str], repository: Repository) -> dict[int, tuple[Anchor, ...]]:
    """Return what each text names; nothing where there is no index that could tell."""
    from indexer import open_index

    try:
        known = Known(open_index(repository))
        return {place: _named_in(text, known) for place, text in texts.items()}
    except IndexerError:
        return dict.fromkeys(texts, ())


def _completed(anchors: Sequence[Anchor], proposed: Iterable[Anchor], ground: Ground) -> tuple[Anchor, ...]:
    """Return anchors, and those proposed in files that they leave out."""
    taken = {anchor.path for anchor in anchors}
    # The index may name what the last commit has taken away.
    new = [ground.anchor(it.path, it.symbol) for it in proposed if it.path not in taken]
    return tuple(dict.fromkeys([*anchors, *filter(None, new)]))


def _text(content: Draft | Memory) -> str:
    return f"{content.title}\n\n{content.body}"
