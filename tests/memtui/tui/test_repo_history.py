"""What the Repo screen makes of the history."""

from __future__ import annotations

from indexer.facts import (
    BugProne,
    CommitKind,
    Coupling,
    History,
    LogEntry,
    Module,
    PathHistory,
    Reason,
    ReasonKind,
    ReAttempt,
    Release,
    RepositoryHistory,
    Role,
)
from memtui.tui import repo_details, repo_history_details
from memtui.tui.backend import RepoFacts
from memtui.tui.repo_history import PERIOD, history_groups, periods_of
from memtui.tui.repo_outline import outline

NOW = 1_767_225_600
PERIODS = (0,) * 23 + (4, 0, 12)
WHOLE = RepositoryHistory(16, NOW, NOW - 9 * PERIOD, NOW, 2, 1, ("Ada",), PERIODS, PERIODS, (0.0,) * 26)
SHOP = Module("shop", "shop", "python", Role.PRODUCT, "A shop.", 3, 120, 1.0, (), ("main",))
SPAN = PathHistory("shop", 30, NOW - PERIOD, NOW, 2, ("Ada", "Bob"), (0.7, 0.3), 1, 4, 2.5, PERIODS)


def test_the_timeline_has_a_line_for_each_period_with_work_or_a_release_newest_first() -> None:
    """Quiet periods are left out; a release is told in the period it was made in."""
    release = Release("v1.0", "0" * 40, NOW - PERIOD - 1, 12)
    found = periods_of(History(16, releases=(release,), repository_history=(WHOLE,)))
    assert [(period.commits, period.releases) for period in found] == [(12, ()), (0, ("v1.0",)), (4, ())]
    assert [round(period.share, 2) for period in found] == [1.0, 0.0, 0.33]


def test_a_history_without_commits_has_no_timeline() -> None:
    """There is nothing to draw before the first commit."""
    assert periods_of(History(0)) == ()


def test_a_module_tells_who_knows_it_how_it_changed_and_with_what() -> None:
    """Sparkline, owners, truck factor and the modules that change together with it."""
    coupled = [Coupling("shop", "web", 9, 64.0)]
    told = repo_details.module(SHOP, [], SPAN, coupled).plain
    for text in ("···▃·█", "Ada 70%, Bob 30%", "truck factor  1", "web  64 %", "30 since"):
        assert text in told


def test_every_group_of_the_history_can_be_told_in_detail() -> None:
    """Each member of each group gives a line and a document with its title."""
    history = History(
        16,
        bug_prone=(BugProne("a.py", 2.5, 3, NOW),),
        reattempts=(ReAttempt("1" * 40, "2" * 40, "3" * 40, "Pool connections", NOW),),
        reasons=(Reason(ReasonKind.WORKAROUND, "4" * 40, "Sleep", "Waits for the server", "Sleep until 3.0", NOW, ()),),
        module_couplings=(Coupling("shop", "web", 9, 64.0),),
        repository_history=(WHOLE,),
    )
    recent = (LogEntry("5" * 40, NOW, "Ada", "Add a shop", CommitKind.FEATURE, "", ("shop.py",)),)
    told = {}
    for name, members, line, detail in history_groups(history, recent):
        for member in members:
            told[name] = "".join(text for text, _ in line(member, 80)) + detail(member).plain
    assert "3 fixes" in told["Often fixed"]
    assert "222222222222" in told["Tried again"]
    assert "Waits for the server" in told["Reasons"]
    assert "web" in told["Coupled modules"]
    assert "Add a shop" in told["Lately"]
    assert "main line" in repo_history_details.history(history).plain


def test_a_selected_module_shows_its_coupling_in_the_outline() -> None:
    """The detail of a module's line has what the log tells of it."""
    history = History(16, module_couplings=(Coupling("shop", "web", 9, 64.0),), module_histories=(SPAN,))
    items = outline(RepoFacts((), (SHOP,), history, {}), lambda _, *, at_first: at_first)
    [line] = [item for item in items if item.id == "modules/shop"]
    assert "web  64 %" in line.detail().plain
    assert "known by" in line.detail().plain
