"""The page that tells a repository's history: where it changes, what changes together, who, when, what was undone."""

from __future__ import annotations

from memtui.wiki.markdown import bullets, code, counted, plain, section
from memtui.wiki.material import Material, day_of

_SHOWN = 25


def history_page(material: Material) -> list[str]:
    """Return hotspots, couplings, releases, authors, reverts and reasons, strongest or newest first."""
    history = material.history
    hotspots = (
        f"{code(one.path)}: {counted(one.commits, 'commit')} by {counted(one.authors, 'author')}, "
        f"mostly {plain(one.main_author)} ({one.main_share:.0%}), score {one.score:.2f}"
        for one in history.hotspots
    )
    couplings = (
        f"{code(one.left)} and {code(one.right)}: {counted(one.shared, 'shared commit')}, {one.degree:.0f} %"
        for one in history.couplings
    )
    releases = (
        f"{code(one.tag)}, {day_of(one.time)}: {counted(one.commits, 'commit')} since the release before"
        for one in history.releases
    )
    authors = (
        f"{plain(one.name)}: {counted(one.commits, 'commit')} ({one.share:.0%}), "
        f"{day_of(one.first)} to {day_of(one.last)}"
        for one in history.authors
    )
    reverts = (
        f"{day_of(one.time)} {code(one.commit[:12])} took back {code(one.reverted[:12])}: "
        f"{plain(one.reason or one.subject)}"
        for one in history.reverts
    )
    reasons = (
        f"{day_of(one.time)} {code(one.commit[:12])} {plain(one.kind)}: {plain(one.title)}: “{plain(one.quote)}”"
        for one in history.reasons
    )
    return [
        "# History",
        "",
        f"{counted(history.commits, 'commit')}, as of {material.origin}.",
        *section("Hotspots: files that change often and are complex", bullets(hotspots, _SHOWN)),
        *section("Files that change together", bullets(couplings, _SHOWN)),
        *section("Releases", bullets(releases, _SHOWN)),
        *section("Authors", bullets(authors, _SHOWN)),
        *section("Reverts", bullets(reverts, _SHOWN)),
        *section("Why it is so, in the words of commits", bullets(reasons, _SHOWN)),
    ]
