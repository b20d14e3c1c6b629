"""Questions to one generation of an index: where is it defined, who refers to it, what would a change touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.queries.definitions import Definition, Match, find_definitions, symbols_below, symbols_of
from indexer.queries.ranking import rank_files, rank_symbols

if TYPE_CHECKING:
    from indexer.queries.impact import Impact, Touched, impact_of
    from indexer.queries.references import Reference, References, find_references
    from indexer.queries.story import Passage, Story, StoryKind, story_of

__all__ = [
    "Definition",
    "Impact",
    "Match",
    "Passage",
    "Reference",
    "References",
    "Story",
    "StoryKind",
    "Touched",
    "find_definitions",
    "find_references",
    "impact_of",
    "rank_files",
    "rank_symbols",
    "story_of",
    "symbols_below",
    "symbols_of",
]


def __getattr__(name: str) -> object:
    # Only those who search the files need the parser.
    if name in {"Impact", "Touched", "impact_of"}:
        from indexer.queries import impact

        return getattr(impact, name)
    if name in {"Reference", "References", "find_references"}:
        from indexer.queries import references

        return getattr(references, name)
    if name in {"Passage", "Story", "StoryKind", "story_of"}:
        from indexer.queries import story

        return getattr(story, name)
    raise AttributeError(name)
