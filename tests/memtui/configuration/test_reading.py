"""The user's file: what it may say, and that nothing it says stops the program or hides where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from memtui.configuration import ACTIONS, SCREENS, THEMES, Configuration, read_configuration
from memtui.configuration.reading import parsed
from memtui.configuration.wording import problem_in_words, problems_in_words


def said(text: str) -> list[str]:
    """Return what is wrong with a text, in words."""
    return [problem_in_words(problem) for problem in parsed(text.encode()).problems]


def holders(configuration: Configuration) -> list[tuple[str, str]]:
    """Return every screen and key that more than one action would answer to."""
    found = []
    for screen, identities in SCREENS.items():
        keys = [key for identity in identities for key in configuration.keys_of(identity)]
        found += [(screen, key) for key in set(keys) if keys.count(key) > 1]
    return found


def test_without_a_file_everything_is_as_usual() -> None:
    """Nobody has to configure anything."""
    configuration = read_configuration()
    assert not configuration.keys
    assert not configuration.theme
    assert not configuration.problems
    assert configuration.path is not None
    assert configuration.path.parts[-2:] == ("memtui", "config.toml")


def test_the_file_lies_where_the_system_keeps_settings(sealed_environment: Path) -> None:
    """It is read from there without being named."""
    directory = sealed_environment / "config" / "memtui"
    directory.mkdir(parents=True)
    (directory / "config.toml").write_text('[theme]\nname = "nord"\n')
    configuration = read_configuration()
    if configuration.path == directory / "config.toml":  # elsewhere on macOS and Windows
        assert configuration.theme == "nord"


def test_the_variable_names_another_file_which_then_has_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path that was mistyped is told."""
    path = tmp_path / "mine.toml"
    monkeypatch.setenv("MEMTUI_CONFIG", str(path))
    assert "MEMTUI_CONFIG" in problems_in_words(read_configuration())
    path.write_text('[keys]\n"memory.approve" = "A"\n')
    assert read_configuration().keys == {"memory.approve": ("A",)}


@pytest.mark.parametrize(
    "text",
    [
        '[keys]\n"memory.approve" = ["A", "f5"]',
        '[keys]\nmemory.approve = ["A", "f5"]',
        '[keys.memory]\napprove = ["A", "f5"]',
        'keys = {memory.approve = ["A", "f5"]}',
        '\ufeff[keys]\n"memory.approve" = [ "shift+a", "F5" ]',
    ],
)
def test_the_ways_of_toml_to_write_a_setting_say_the_same(text: str) -> None:
    """A dot without quotes makes tables in TOML, which nobody should have to know."""
    configuration = parsed(text.encode())
    assert not configuration.problems
    assert configuration.keys == {"memory.approve": ("A", "f5")}


@pytest.mark.parametrize(("name", "theme"), [("light", "textual-light"), ("dark", "textual-dark"), ("nord", "nord")])
def test_a_theme_is_chosen_by_its_name_or_by_its_brightness(name: str, theme: str) -> None:
    """Light and dark are what most people look for."""
    assert parsed(f'[theme]\nname = "{name}"'.encode()).theme == theme


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[keys]\n\nmemory.aprove = "A"', ("line 3", "keys.memory.aprove", "memory.approve")),
        ('[keys]\nmemory.approve = "nokey"', ("line 2", "“nokey” is no key", "pagedown")),
        ('[keys]\nmemory.approve = "j,down"', ("“j,down” is no key", "several as a list")),
        ('[keys]\nmemory.approve = "ctrl+i"', ("cannot tell “ctrl+i” from tab",)),
        ("[keys]\nmemory.approve = 7", ("line 2", "a list of keys")),
        ('[keys]\nmemory.approve = ["a", 7]', ("a list of keys",)),
        ("[keys]\nmemory = 7", ("keys.memory", "no such action")),
        ("[keys]\napp.quit = []", ("no other way out",)),
        ('[keys]\nedit.save = "s"', ("“s” is needed where text is typed",)),
        ('[keys]\napp.palette = "p"', ("“p” is needed where text is typed",)),
        ('[keys]\nmemory.approve = "x"', ("“x” is the key of memory.reject", "Inbox")),
        ('[keys]\nmemory.approve = "j"', ("“j” is the key of list.down",)),
        ('[keys]\nmemory.approve = "?"', ("“?” is the key of app.help",)),
        ('[keys]\nconfirm.yes = "d"', ("“d” is the key of memory.delete", "another key")),
        ('[theme]\nname = "norde"', ("line 2", "no theme “norde”", "nord")),
        ("[theme]\nname = 3", ("a text in quotes",)),
        ('[theme]\ncolour = "nord"', ("theme.colour", "theme.name")),
        ('[colours]\nname = "nord"', ("line 1", "colours", "[keys] and [theme]")),
        ("keys = 3", ("write [keys]",)),
        ("[keys]\nmemory.approve = ", ("line 2", "no TOML")),
        ("[keys]\nmemory.approve = 'a'\nmemory.approve = 'b'", ("line 3", "no TOML")),
        ("[" * 5_000, ("no TOML",)),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_what_to_do(text: str, words: tuple[str, ...]) -> None:
    """Each sentence names line or setting, and what to write instead."""
    [sentence] = said(text)
    assert all(word in sentence for word in words), sentence


def test_bytes_that_are_no_text_are_told_with_their_line() -> None:
    """An editor may save in another encoding."""
    [problem] = parsed(b'[theme]\n# \xff\nname = "nord"').problems
    assert (problem.code, problem.line) == ("not_utf8", 2)


def test_a_file_that_is_far_too_large_or_a_directory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are some other path than was meant."""
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path))
    assert [problem.code for problem in read_configuration().problems] == ["unreadable"]
    large = tmp_path / "large.toml"
    large.write_text("# filling\n" * 100_000)
    monkeypatch.setenv("MEMTUI_CONFIG", str(large))
    assert [problem.code for problem in read_configuration().problems] == ["too_large"]


def test_a_bad_setting_leaves_the_others_in_force() -> None:
    """One mistake must not cost all that was right."""
    configuration = parsed(b'[keys]\nmemory.approve = "A"\nmemory.nope = "b"\n[theme]\nname = "dracula"\n[x]\n')
    assert configuration.keys == {"memory.approve": ("A",)}
    assert configuration.theme == "dracula"
    assert len(configuration.problems) == 2


def test_keys_can_be_exchanged_and_taken_away() -> None:
    """What another action gives up is free."""
    configuration = parsed(b'[keys]\nmemory.approve = "x"\nmemory.reject = "a"\nmemory.purge = []')
    assert not configuration.problems
    assert configuration.keys == {"memory.approve": ("x",), "memory.reject": ("a",), "memory.purge": ()}


def test_what_falls_back_does_not_clash_with_what_took_its_place() -> None:
    """Falling back to the usual key may take a key that another setting has been given."""
    configuration = parsed(b'[keys]\nmemory.approve = "x"\nmemory.reject = "j"')
    assert not configuration.keys
    assert len(configuration.problems) == 2
    assert holders(configuration) == []


def test_many_problems_are_told_in_few_lines() -> None:
    """The first of them, and where all are listed."""
    text = "[keys]\n" + "\n".join(f'odd{number} = "a"' for number in range(20))
    told = problems_in_words(parsed(text.encode()))
    assert len(told.splitlines()) == 8
    assert "15 more: memtui config --check" in told


_IDS = some.sampled_from(sorted(ACTIONS))
_KEYS = some.sampled_from(
    [*"abcdejkqxyzAGHZ?/#*1", "ctrl+s", "escape", "space", "f5", "enter", "down", "<c-r>", "oops"]
)


@given(some.dictionaries(_IDS, some.lists(_KEYS, max_size=3), max_size=12))
def test_whatever_is_asked_for_no_key_calls_two_actions_on_one_screen(asked: dict[str, list[str]]) -> None:
    """What clashes falls back until nothing does, and whatever fell back is told."""
    lines = [f'"{identity}" = {keys!r}' for identity, keys in asked.items()]
    configuration = parsed("\n".join(["[keys]", *lines]).encode())
    assert holders(configuration) == []
    told = {problem.setting.removeprefix("keys.") for problem in configuration.problems}
    assert set(configuration.keys) | told == set(asked)
    assert not set(configuration.keys) & told


@given(some.text(max_size=200) | some.binary(max_size=200))
def test_no_content_raises(content: str | bytes) -> None:
    """Whatever the file holds, there is a configuration, and each problem has words."""
    configuration = parsed(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    assert all(map(problem_in_words, configuration.problems))


def test_the_usual_keys_clash_nowhere_and_hold_where_text_is_typed() -> None:
    """The table itself keeps the rules that it holds others to."""
    from memtui.configuration.checking import checked

    everything = {identity: list(action.keys) for identity, action in ACTIONS.items()}
    found = checked({"keys": everything})
    assert found.problems == []
    assert set(ACTIONS) == {identity for identities in SCREENS.values() for identity in identities}
    assert len(set(THEMES)) == len(THEMES)
