"""The preferences in ``.repo_memory/user-profile/preferences.md``: sections of fixed fields, one a preference.

Format: MemoraX Code, schema ``repo_user_profile_memory.v0.1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memtui.memory import Kind
from memtui.sources.stores.values import Entry, Form, Location, Wording, digest_of

_SECTION = re.compile(
    r"^## Preference (?P<id>\S+)[ \t]*\r?\n(?P<fields>.*?)(?=^(?:## |---[ \t]*\r?$)|\Z)", re.MULTILINE | re.DOTALL
)
_FIELD = re.compile(r"^- (?P<key>[A-Z][\w ]*): (?P<value>.*?)[ \t]*\r?$", re.MULTILINE)
_COUNTS = re.compile(r"^(?P<key>active_count|total_count): (?P<count>\d+)", re.MULTILINE)
_SCOPE_FIELDS = ("Applies when", "Do not apply when")
_NOTHING = "-"


def preference_entries(text: str, location: Location) -> Iterator[Entry]:
    """Return the active preferences; those that its program keeps as deleted say nothing any more."""
    for match in _SECTION.finditer(text):
        fields = {field["key"]: field["value"] for field in _FIELD.finditer(match["fields"])}
        if fields.get("Status", "`active`").strip("`") != "active" or not fields.get("Description"):
            continue
        body = "\n".join(f"{key}: {fields[key]}" for key in _SCOPE_FIELDS if fields.get(key, _NOTHING) != _NOTHING)
        end = match.start() + len(match.group().rstrip())
        line = text.count("\n", 0, match.start()) + 1
        kind = fields.get("Type", "").strip("`")
        yield Entry(
            location,
            Form.PREFERENCE,
            match["id"],
            match.start(),
            end,
            line,
            Wording(fields["Description"], body),
            digest_of(match.group()),
            (match["id"],),
            Kind.ENVIRONMENT if kind == "environment" else Kind.PREFERENCE,
        )


def reworded_preference(raw: str, wording: Wording) -> str:
    """Return the section of a preference with another description and scope, all other fields as they are."""
    given = dict(line.split(": ", 1) for line in wording.body.split("\n") if ": " in line)
    values = {"Description": wording.title, **{key: given.get(key, _NOTHING) for key in _SCOPE_FIELDS}}

    def field(match: re.Match[str]) -> str:
        value = values.get(match["key"], match["value"])
        start, end = match.start("value") - match.start(), match.end("value") - match.start()
        return match.group()[:start] + value + match.group()[end:]

    return _FIELD.sub(field, raw)


def without_preference(text: str, start: int, end: int) -> str:
    """Return the file without a section, with the counts above that its program checks."""
    before, after = text[:start], text[end:].lstrip("\r\n")
    rule = re.match(r"---[ \t]*(?:\r?\n)+", after)
    # The line between two preferences goes with the first of them, or with the one before when it was the last.
    after = after[rule.end() :] if rule else after
    if not after:
        before = re.sub(r"(?:\r?\n)*---[ \t]*(?:\r?\n)*\Z", lambda match: "\n" if match.group() else "", before)
    rest = before + after
    return _COUNTS.sub(lambda match: f"{match['key']}: {max(0, int(match['count']) - 1)}", rest, count=2)
