"""Which values can be secrets, by their shape alone."""

from __future__ import annotations

import pytest

from memtui.safety.rules import load_rules
from memtui.safety.values import entropy, is_well_known, looks_like
from tests.support.corpus import noise

DEFAULTS = load_rules().defaults


@pytest.mark.parametrize("value", ["p@ssw0rd", "Password123!", "changeit", "admin1234", "r00t", "hunter2", "postgres"])
def test_defaults_that_everyone_knows_protect_nothing(value: str) -> None:
    """Whatever digits and signs disguise them."""
    assert is_well_known(value, DEFAULTS)
    assert not looks_like("password", value, DEFAULTS)


@pytest.mark.parametrize(
    "value",
    [
        "settings.TOKEN", "get_password()", "config/app.toml", "correct-horse-battery", "4096", "v1.2.3",
        "os.environ[KEY]", "identifier", "ada@example.org",
    ],
)  # fmt: skip
def test_code_words_paths_and_numbers_are_no_passwords(value: str) -> None:
    """What a program says in the place of a password is no password."""
    assert not looks_like("password", value, DEFAULTS)


@pytest.mark.parametrize("seed", range(20))
def test_invented_passwords_and_tokens_are_secrets(seed: int) -> None:
    """Random values have the shapes, whatever characters they happen to have."""
    assert looks_like("password", noise("password", 12, str(seed)), DEFAULTS)
    assert looks_like("random", noise("alnum", 32, str(seed)), DEFAULTS)
    assert looks_like("token", noise("alnum", 40, str(seed)), DEFAULTS)


def test_entropy_is_zero_for_one_character_and_one_bit_for_two() -> None:
    """Shannon's formula at its simplest points."""
    assert (entropy(""), entropy("aaaa"), entropy("abab")) == (0.0, 0.0, 1.0)
