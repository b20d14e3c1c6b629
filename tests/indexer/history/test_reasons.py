"""Reasons: what is said by each kind of commit, and which of it a person is asked to read."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from types import ModuleType

import pytest

from indexer.facts import Change, Commit, Reason, ReasonKind
from indexer.history import derive_history, read_log
from indexer.history.reasons import (
    DETECTORS,
    PER_THOUSAND,
    Remains,
    abandoned,
    breaking,
    deprecations,
    what_remains,
    workarounds,
)
from indexer.history.reasons.base import Detector, Statement
from indexer.history.reasons.noise import is_noise
from indexer.history.reasons.titles import bare_subject, from_sentence, from_subject, with_area
from indexer.repository import find_repository, parse_listing, read_listing
from tests.conftest import GitRepository
from tests.support.commits import commit, oid

GOOD = "We keep the index in one file instead of a database because readers must never wait for a writer."
BROKE = "It broke every cold start, because the cache was read before it was written."


def said(detector: ModuleType, subject: str, body: str = "") -> list[Statement]:
    """Return what one detector reads in a commit."""
    return list(detector.read(commit(1, ["src/a.py"], subject=subject, body=body)))


def reasons(
    *commits: Commit, present: tuple[str, ...] = ("src/a.py",), remains: Mapping[str, Remains] | None = None
) -> tuple[Reason, ...]:
    """Derive the reasons of ``commits``."""
    read = None if remains is None else lambda oids, _: {one: remains[one] for one in oids if one in remains}
    return derive_history(commits, paths=dict.fromkeys(present, 1), remains=read).reasons


def reverted(number: int, target: int, subject: str = "Cache in memory", reason: str = BROKE) -> Commit:
    """Return a commit as ``git revert`` makes it, with a reason added."""
    body = f"This reverts commit {oid(target)}.\n\n{reason}"
    return commit(number, ["src/a.py"], subject=f'Revert "{subject}"', body=body)


@pytest.mark.parametrize("detector", DETECTORS)
def test_a_detector_reads_nothing_without_its_cues(detector: Detector) -> None:
    """The cues are what makes reading a long history cheap, so nothing may be found without one."""
    assert all(cue == cue.lower() for cue in detector.CUES)
    assert not list(detector.read(commit(1, ["src/a.py"], subject="Add a parser", body="It parses all that is there.")))


@pytest.mark.parametrize("detector", DETECTORS)
@pytest.mark.parametrize(
    "token", ["A. ", "no longer\n", "because ", "`a ", "until fix ", "BREAKING CHANGE: ", "(", "1.2."]
)
def test_a_message_made_to_be_slow_is_read_in_linear_time(detector: Detector, token: str) -> None:
    """A commit's message is anyone's text."""
    started = time.process_time()
    list(detector.read(commit(1, ["src/a.py"], subject=token * 2000, body=f"Deprecate x, revert y. {token * 50_000}")))
    assert time.process_time() - started < 5.0


def test_an_approach_that_was_taken_back_is_told_with_its_reason() -> None:
    """The reverted commit's subject is what was tried, the sentence added to the revert is why."""
    commits = [commit(1, ["src/a.py"], subject="store: cache in memory (#4)"), reverted(2, 1, "store: cache in memory")]
    (reason,) = reasons(*commits)
    assert (reason.kind, reason.commit, reason.undone) == (ReasonKind.ABANDONED, oid(2), oid(1))
    assert (reason.title, reason.quote) == ("store: Cache in memory", BROKE)


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("Cache in memory", ""),
        ("Cache in memory", "Not yet."),
        ("Fix typo in the cache", BROKE),
        ("Update the tests of the cache", BROKE),
        ("Cache in memory", "It was pushed by accident, since the branch was wrong."),
        ("Cache in memory", "We can do that some other day in another way."),
    ],
)
def test_trivial_reverts_are_left_out(subject: str, reason: str) -> None:
    """Without a ground, or of what nobody has to know, a revert teaches nothing."""
    assert reasons(commit(1, ["src/a.py"], subject=subject), reverted(2, 1, subject, reason)) == ()


def test_what_came_back_was_not_abandoned() -> None:
    """A revert of the revert, the same subject later, or the lines themselves show that it stands after all."""
    tried, undone = commit(1, ["src/a.py"], subject="Cache in memory"), reverted(2, 1)
    assert reasons(tried, undone, reverted(3, 2, 'Revert "Cache in memory"')) == ()
    assert reasons(tried, undone, commit(3, ["src/a.py"], subject="Cache in memory (again)")) != ()
    assert reasons(tried, undone, commit(3, ["src/a.py"], subject="Cache in memory (#9)")) == ()
    assert reasons(tried, undone, remains={oid(1): Remains(0.9, -1.0, ("src/a.py",))}) == ()
    assert len(reasons(tried, undone, remains={oid(1): Remains(0.0, -1.0, ())})) == 1


def test_what_took_the_place_of_an_abandoned_approach_is_named() -> None:
    """The most similar subject among those that follow within about a year."""
    commits = [
        commit(1, ["src/a.py"], subject="Cache parsed files in memory"),
        reverted(2, 1, "Cache parsed files in memory"),
        commit(3, ["src/a.py"], subject="Cache parsed files on disk"),
        commit(4, ["src/a.py"], subject="Translate the messages"),
    ]
    assert [reason.successor for reason in reasons(*commits)] == [oid(3)]


@pytest.mark.parametrize(
    ("subject", "body", "title"),
    [
        (
            "feat(css): name files",
            "BREAKING CHANGE: the `css` key is now a list of names.",
            "The `css` key is now a list of names",
        ),
        ("feat(css)!: load the config of the workspace only", "", "css: Load the config of the workspace only"),
        ("Drop support for Python 3.8 (#12)", "", "no longer supported: Python 3.8"),
        ("http: remove SPDY support", "", "no longer supported: SPDY"),
        (
            "Return a list from the parser",
            "Callers that index the result must convert it first, so this is a breaking change.",
            "Return a list from the parser",
        ),
    ],
)
def test_breaking_changes_are_found(subject: str, body: str, title: str) -> None:
    """By footer, mark, subject or sentence."""
    assert [statement.title for statement in said(breaking, subject, body)][:1] == [title]


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Widen the type", "This is not a breaking change because it strictly widens what is taken by the parser."),
        ("refactor!: remove deprecated types", ""),
        ("Drop support for the obsolete dump", ""),
        ("Drop support for dumps", "It isn't used anywhere."),
        ("Fix the parser", "This might be considered as a breaking change for those who rely on the bug."),
    ],
)
def test_what_breaks_nobody_is_left_out(subject: str, body: str) -> None:
    """Denials, ends that were announced, and what nobody used."""
    assert said(breaking, subject, body) == []


@pytest.mark.parametrize(
    ("subject", "body", "title"),
    [
        ("config: deprecate `inicfg`", "", "Deprecated: `inicfg`"),
        ("Mark yield_fixture as deprecated (#2)", "", "Deprecated: yield_fixture"),
        (
            "Clean up",
            "Deprecate the tty functions in favor of the standard library's.",
            "Deprecate the tty functions in favor of the standard library's",
        ),
    ],
)
def test_deprecated_parts_are_found(subject: str, body: str, title: str) -> None:
    """What still works and must not be built upon."""
    assert [statement.title for statement in said(deprecations, subject, body)] == [title]


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Remove deprecated code", ""),
        ("Fix deprecation warnings", ""),
        ("Use the new call", "The old function is deprecated since Python 3.12 and will be removed."),
        ("Allow to deprecate options by date", ""),
        ("Deprecate things", ""),
    ],
)
def test_what_others_deprecate_is_left_out(subject: str, body: str) -> None:
    """Only the project's own parts count, and only while they are there."""
    assert said(deprecations, subject, body) == []


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        (
            "Work around a race in the kernel",
            "Closing the socket twice hangs on some kernels, which takes the lock first.",
        ),
        ("Build with the new tools", "The linker flag is a workaround for a bug in the compiler of the vendor."),
        ("Build with the new tools", "The flag can be removed once we drop the first compiler of the vendor."),
        ("Workaround for https://example.org/issues/7", ""),
    ],
)
def test_workarounds_are_found(subject: str, body: str) -> None:
    """With what they work around, or when they may go."""
    assert len(said(workarounds, subject, body)) >= 1


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Remove the workaround for the kernel", "The workaround for the race in the kernel is not needed."),
        ("Work around it", ""),
        ("Read in a loop", "Once the reader is dropped, it cannot be polled until all permits are released."),
        ("Explain it", "Users can work around the problem with an option, because it is read first."),
    ],
)
def test_what_works_around_nothing_is_left_out(subject: str, body: str) -> None:
    """The end of a workaround, one without a cause, and advice for users."""
    assert said(workarounds, subject, body) == []


def test_a_commit_gives_one_reason_at_most() -> None:
    """The weightiest, so that nobody reads one commit twice."""
    body = f"{GOOD}\n\nBREAKING CHANGE: the index is now one file and has to be made anew."
    assert [reason.kind for reason in reasons(commit(1, ["src/a.py"], subject="Store it all", body=body))] == [
        ReasonKind.BREAKING
    ]


def test_dropped_versions_are_told_once_by_the_newest() -> None:
    """Numbers aside the titles are alike, and only the last one says what is needed today."""
    commits = [commit(number, ["src/a.py"], subject=f"Drop support for Python 3.{number}") for number in range(1, 9)]
    assert [reason.title for reason in reasons(*commits)] == ["no longer supported: Python 3.8"]


def test_old_breaks_fade_and_old_decisions_stay() -> None:
    """Whom a change of ten years ago broke has long moved on; what was decided then still holds."""
    commits = [
        commit(1, ["src/a.py"], body=GOOD, day=0),
        commit(2, ["src/a.py"], subject="Drop support for SPDY", day=1),
        commit(3, ["src/a.py"], day=3650),
    ]
    assert [reason.kind for reason in reasons(*commits)] == [ReasonKind.DECISION]


@pytest.mark.parametrize(
    ("found", "kept"),
    [
        (Remains(1.0, -1.0, ("src/a.py",)), 1.0),
        (Remains(0.1, -1.0, ("src/a.py",)), None),
        (Remains(1.0, 1.0, ("src/a.py",)), None),
        (Remains(-1.0, 0.0, ()), 1.0),
    ],
)
def test_a_reason_goes_with_its_code(found: Remains, kept: float | None) -> None:
    """Few of its lines left, or those that it removed back again: it tells of something else than today's code."""
    answers = [reason.kept for reason in reasons(commit(1, ["src/a.py"], body=GOOD), remains={oid(1): found})]
    assert answers == ([] if kept is None else [kept])


def test_a_deprecation_goes_with_its_notice() -> None:
    """The rest of the commit may stand: without the lines that speak of it, the part is gone."""
    gone = Remains(0.9, -1.0, ("src/a.py",), frozenset(), frozenset({b"warn(`inicfg`isdeprecated)"}))
    assert reasons(commit(1, ["src/a.py"], subject="Deprecate `inicfg`"), remains={oid(1): gone}) == ()


def test_paths_are_those_that_hold_the_lines() -> None:
    """The files in which nothing is left of the commit are no anchors."""
    found = Remains(0.8, -1.0, ("src/b.py",))
    (reason,) = reasons(
        commit(1, ["src/a.py", "src/b.py"], body=GOOD), present=("src/a.py", "src/b.py"), remains={oid(1): found}
    )
    assert reason.paths == ("src/b.py",)


def test_no_kind_takes_it_all() -> None:
    """Subjects that only announce something are held to a part, however many there are."""
    names = [
        "alpha",
        "bravo",
        "charlie",
        "delta",
        "echo",
        "foxtrot",
        "golf",
        "hotel",
        "india",
        "juliett",
        "kilo",
        "lima",
    ]
    commits = [
        commit(number, ["src/a.py"], subject=f"Deprecate {name}_{name[::-1]}") for number, name in enumerate(names)
    ]
    filler = [commit(100 + number, ["src/a.py"]) for number in range(488)]
    assert 0 < len(reasons(*commits, *filler)) <= PER_THOUSAND // 2 * 0.3 + 1


def test_what_remains_is_read_from_git(repository: GitRepository) -> None:
    """Lines that stand, lines that fell, lines that came back; renames and reformatting are no end."""
    repository.commit({"a.py": "first_line = 'of the file'\nold_line_here = 1\n"}, day=2)
    changed = repository.commit(
        {"a.py": "first_line = 'of the file'\nnew_line_stays_here = 2\nnew_line_falls_there = 3\n"}, day=3
    )
    repository.git("mv", "a.py", "b.py")
    repository.commit({"b.py": 'first_line = "of the file"\n    new_line_stays_here  = 2,\nold_line_here = 1\n'}, day=4)
    place = find_repository(repository.path)
    blobs = {file.path: file.blob for file in parse_listing(place, read_listing(place))}
    found = what_remains(place, [changed], blobs, {"a.py": "b.py"})[changed]
    assert (found.kept, found.back, found.paths) == (0.5, 1.0, ("b.py",))
    assert found.kept_with(["STAYS"]) == 1.0
    assert found.kept_with(["falls"]) == 0.0
    assert found.kept_with(["nowhere"]) == -1.0


def test_what_remains_of_unknown_commits_is_unknown(repository: GitRepository) -> None:
    """A commit that the clone lacks costs the answers behind it and nothing else."""
    repository.commit({"a.py": "a_line_of_code = 1\n"}, day=2)
    assert what_remains(find_repository(repository.path), ["f" * 40], {}, {}) == {}
    assert what_remains(find_repository(repository.path), [], {}, {}) == {}


def test_reasons_are_read_from_a_real_history(repository: GitRepository) -> None:
    """From the log to the quote, with the real share of lines that stand."""
    repository.commit({"src/a.py": "index = open_one_file()\n"}, f"Keep one file\n\n{GOOD}", day=2)
    place = find_repository(repository.path)
    blobs = {file.path: file.blob for file in parse_listing(place, read_listing(place))}

    def remains(oids: Sequence[str], lineage: Mapping[str, str]) -> Mapping[str, Remains]:
        return what_remains(place, oids, blobs, lineage)

    (reason,) = derive_history(read_log(place), paths=dict.fromkeys(blobs, 1), remains=remains).reasons
    assert (reason.quote, reason.kept, reason.paths) == (GOOD, 1.0, ("src/a.py",))


@pytest.mark.parametrize(
    ("subject", "bare", "area"),
    [
        ("ftp: reject control characters (#12)", "Reject control characters", "ftp: Reject control characters"),
        ("fix(css)!: load it once (fix #3) (#4)", "Load it once", "css: Load it once"),
        ("refactor: use one parser", "Use one parser", "Use one parser"),
        ("[docs] say it", "Say it", "Say it"),
        ("win,fs: return ENOENT", "Return ENOENT", "win,fs: Return ENOENT"),
        ("iOS: build it", "Build it", "iOS: Build it"),
        ("useLayout replaces it", "useLayout replaces it", "useLayout replaces it"),
    ],
)
def test_subjects_become_titles(subject: str, bare: str, area: str) -> None:
    """Types and numbers go, the area stays where it says where, names keep their letters."""
    assert (bare_subject(subject), with_area(subject)) == (bare, area)


@pytest.mark.parametrize(
    "subject", ["Fix it", "fix: the parser", "Update the parser and its callers", "wip", "Cleanup of it all"]
)
def test_subjects_that_say_nothing_make_no_title(subject: str) -> None:
    """No newcomer would be glad of them."""
    assert from_subject(subject) == ""


@pytest.mark.parametrize(
    ("sentence", "title"),
    [
        ("Note that the index must never be truncated in place.", "The index must never be truncated in place"),
        (
            "Because readers do not wait, the writer must never truncate the file.",
            "The writer must never truncate the file",
        ),
        ("This must never be done by any reader of it.", ""),
        ("I chose to go this route because it will be a big feature.", ""),
        ("Too short.", ""),
    ],
)
def test_sentences_become_titles_when_they_stand_alone(sentence: str, title: str) -> None:
    """Fillers go; what leans on something else makes none."""
    assert from_sentence(sentence) == title


@pytest.mark.parametrize(
    "values",
    [
        {"author": "dependabot[bot]"},
        {"email": "bot@renovateapp.com"},
        {"subject": "Backport of the parser"},
        {"subject": "cherry-pick the parser"},
        {"subject": "Bump x from 1 to 2"},
        {"subject": "Merge branch 'main'"},
        {"parents": [1, 2]},
    ],
)
def test_robots_merges_and_bumps_are_noise(values: dict[str, object]) -> None:
    """They repeat what others said."""
    assert is_noise(commit(3, ["src/a.py"], **values))  # type: ignore[arg-type]


def test_wide_commits_are_noise() -> None:
    """They move, reformat or import things."""
    assert is_noise(commit(3, [Change("M", f"src/{number}.py") for number in range(200)]))


def test_abandoned_is_read_from_the_subject_or_the_notice() -> None:
    """In a commit that is named otherwise only what is said right behind the notice is its reason."""
    notice = f"This reverts commit {oid(1)}"
    assert len(said(abandoned, "Use locks", f"{notice} because it broke every start of the server.")) == 1
    assert said(abandoned, "Use locks", f"{notice}.\n\nLocks are better because they are known to all.") == []
