"""The index of a repository as pages: Markdown for people, an outline and a block of AGENTS.md for agents."""

from __future__ import annotations
