"""Memories as files for others: Markdown, lines of JSON that come back as they were, a block for an agent's file."""
