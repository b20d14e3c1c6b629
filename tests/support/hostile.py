"""Strings that attack whatever shows them: terminal escapes, hidden characters, markup, and what to look for after."""

from __future__ import annotations

import re

ESCAPES = (
    "\x1b]52;c;cm0gLXJmIC8=\x07",  # OSC 52: writes the clipboard
    "\x1b]52;c;cm0gLXJmIC8=\x1b\\",
    "\x1b]0;stolen title\x07",
    "\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "\x1b[2J\x1b[1;1Hcleared",
    "\x1b[31mred\x1b[0m",
    "\x1b[8mconcealed\x1b[28m",
    "\x1b[?1049h\x1b[?25l",
    "\x1bPdevice control\x1b\\",
    "\x1bcreset",
    "\x9b31mred by C1\x9b0m",
    "\x9d52;c;cm0gLXJmIC8=\x9c",
    "\x90device control\x9c",
    "approve this\rreject this",
    "approve\x08\x08\x08\x08\x08\x08\x08reject ",
    "bell\x07, null\x00, delete\x7f, vertical\x0btab, form\x0cfeed, next\x85line",
)
HIDDEN = (
    "safe \u202etxet desrever\u202c",
    "\u2066isolate\u2069 \u2067right\u2069 \u061c",
    "zero\u200bwidth\u200c \u200djoiners\u2060\ufeff",
    "soft\u00adhyphen, filler\u3164, grapheme\u034f joiner",
    "tags \U000e0001\U000e0069\U000e0067\U000e006e\U000e006f\U000e0072\U000e0065\U000e007f",
    "variation\ufe0f selectors\U000e0100\U000e01ef",
    "line\u2028separator, paragraph\u2029separator",
    "noncharacters \ufdd0\uffff\U0001ffff",
    "musical \U0001d173 and interlinear \ufff9 controls",
)
MARKUP = (
    "[/foo]",
    "[@click=app.boom]x[/]",
    "[@click=app.boom]click me[/]",
    "[bold red on white]shout[/bold red on white]",
    "list[str] and arr[0] and [x]",
    "[",
    "[/",
    "]]][[[",
    "\\[escaped\\]",
    "[link=https://evil.example]here[/link]",
    ":warning: :skull:",
    "$text [$error]theme[/]",
    "{0} {missing} %s %(name)s %n ${HOME} $(touch boom) `touch boom`",
    "<b>html</b> <script>boom()</script>",
    "[image](javascript:boom()) ![x](https://evil.example/?q=)",
)
ORDINARY = (
    "Grüße, 你好世界, مرحبا, שלום, नमस्ते, สวัสดี",
    "👩\u200d💻 ❤\ufe0f 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "e\u0301 combined " + "\u0335" * 40,
    "a very long word " + "w" * 5_000,
)
LONE_SURROGATE = "surrogate \udcff\ud800 escape"

# What can be stored and passed as an argument: no lone surrogates, no null character.
HOSTILE = ESCAPES + HIDDEN + MARKUP + ORDINARY

_ACTING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
)


def acting_characters(shown: str) -> list[str]:
    """Return the characters in ``shown`` that must never reach a terminal as text; newlines may."""
    return [f"U+{ord(character):04X}" for character in _ACTING.findall(shown)]
