"""``memtui wiki``: the repository's memory as Markdown, on stdout or as pages in a directory."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE, UsageError
from memtui.cli.indexed import read_repository
from memtui.cli.layout import counted
from memtui.cli.options import add_json

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = (
    "Write what is known of the repository as Markdown: overview, modules, entry points, history. Without --out it is "
    "one document on stdout. Equal generations give equal pages."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--out", metavar="DIR", help="write pages into this directory, which may hold nothing else")
    parser.add_argument("--agents-md", action="store_true", help="print one short block for an AGENTS.md instead")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the index and print or write the pages."""
    from memtui.wiki.agents import agents_block
    from memtui.wiki.material import gather
    from memtui.wiki.pages import wiki_document, wiki_pages

    # An AGENTS.md belongs to the repository, and nothing is ever written into a work tree unasked.
    if arguments.agents_md and arguments.out is not None:
        raise UsageError("'--agents-md' prints to stdout and '--out' writes pages. Give one of them.")
    material = gather(*read_repository(arguments.directory))
    if arguments.out is not None:
        return _write(arguments.directory / Path(arguments.out).expanduser(), wiki_pages(material), arguments, console)
    if arguments.agents_md:
        pages, text = {"AGENTS.md": agents_block(material)}, agents_block(material)
    else:
        pages, text = wiki_pages(material), wiki_document(material)
    if arguments.json:
        console.json({"directory": None, "changed": [], "pages": pages})
    else:
        console.block(text.rstrip("\n"))
    return DONE


def _write(directory: Path, pages: dict[str, str], arguments: argparse.Namespace, console: Console) -> int:
    from memtui.wiki.writing import write_pages

    changed = write_pages(directory, pages)
    if arguments.json:
        console.json({"directory": str(directory), "changed": [path.name for path in changed], "pages": pages})
    else:
        console.table([(str(path),) for path in changed])
        console.narrate(f"{counted(len(changed), 'page')} of {len(pages)} changed in {directory}.")
    return DONE
