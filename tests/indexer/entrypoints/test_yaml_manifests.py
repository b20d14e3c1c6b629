"""Reading YAML: fast where it is safe, and the same either way."""

from __future__ import annotations

import pytest
import yaml

from indexer.entrypoints.manifests import parse_yaml, yaml_get, yaml_items, yaml_text

WORKFLOW = (
    "# comment\nname: 'CI: all'\non:\n  push: {branches: [main]}\n  pull_request:\njobs:\n  test:\n    steps:\n"
    "      - run: |\n          echo ${{ matrix.os }}\n      - uses: a/b@v1\n"
)


def told(text: str) -> object:
    """Return keys, lines and values of a document, None when it is malformed."""
    root = parse_yaml(text)
    return (
        [(key, line, yaml_text(value), value.end_mark.line) for key, line, value in yaml_items(root)] if root else None
    )


@pytest.mark.parametrize(
    "text",
    [
        WORKFLOW,
        "",
        "a: [1, 2\n",
        "a: b: c\n",
        "\ta: 1\n",
        "a: &x 1\nb: *x\n",
        "a: 1\n---\nb: 2\n",
        "- 1\n- 2\n",
        "ü: é\n",
    ],
)
def test_both_loaders_tell_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines, texts and what is malformed do not depend on which loader a machine has."""
    fast = told(text)
    monkeypatch.setattr("indexer.entrypoints.manifests._FAST_LOADER", yaml.SafeLoader)
    assert told(text) == fast


def test_deep_nesting_ends_in_an_answer() -> None:
    """The loader in C recurses without asking, so it is kept from what may nest deep."""
    for text in (
        "[" * 100_000,
        "{a: " * 100_000,
        "- " * 100_000,
        "\n".join(" " * depth + "a:" for depth in range(700)),
    ):
        root = parse_yaml(text)
        assert root is None or yaml_get(root, "a") is not None
