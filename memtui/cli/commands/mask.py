"""``memtui mask``: put marks in the place of secrets."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act

if TYPE_CHECKING:
    from memtui.cli.choosing import Chosen
    from memtui.cli.console import Console
    from memtui.review import Result
    from memtui.store import Store

HELP = (
    "Replace what looks like a secret by [masked: RULE], in every field. The former revisions still hold it, unless "
    "--forget removes them for good."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)
    parser.add_argument(
        "--forget",
        action="store_true",
        help="keep no former revision, so that nothing brings the secret back",
    )


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Mask the secrets, say what came of it and where they still are."""
    from memtui.review import mask_secrets

    def act(store: Store, chosen: Chosen) -> Result:
        result = mask_secrets(store, chosen.ids, forget=arguments.forget)
        if result.changed and not arguments.forget:
            console.narrate(
                "memtui: The former revisions still hold what was masked. 'memtui mask --forget ID' removes them for "
                "good, 'memtui purge ID' all of the memory. Renew the secret where it was issued: it may be known."
            )
        return result

    return run_act(arguments, console, act)
