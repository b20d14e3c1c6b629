"""Bytes of one file → its facts: symbols, imports and registrations, with tree-sitter and our own query files."""

from __future__ import annotations

# Raise this whenever the same bytes give other facts: everything stored under the old number is parsed again.
EXTRACTOR_VERSION = 2
