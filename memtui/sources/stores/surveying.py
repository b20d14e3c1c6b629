"""All that agents read here, looked at in one go: for those who list it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memtui.sources.stores.audit import audit
from memtui.sources.stores.catalogue import Found, discover
from memtui.sources.stores.importing import Import, bring_in, ground_of, read_all
from memtui.sources.stores.surroundings import home_of_user, surroundings, tracked_paths
from memtui.sources.stores.values import Notice, Reading

if TYPE_CHECKING:
    from memtui.sources.workspace import Workspace
    from memtui.store import Store


@dataclass(frozen=True, slots=True)
class Survey:
    """The stores that exist here, what their files hold, by the store's name, and what is wrong with them."""

    found: tuple[Found, ...] = ()
    readings: Mapping[str, tuple[Reading, ...]] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()

    @property
    def every(self) -> list[Reading]:
        """All files, in the order of their stores."""
        return [reading for name in self.readings for reading in self.readings[name]]


def survey(workspace: Workspace) -> Survey:
    """Read every file that an agent would read here, and say what is wrong with them; writes nothing."""
    here = surroundings(home_of_user(), workspace.repository, os.environ)
    found = tuple(store for store in discover(here) if store.locations or store.aliases)
    readings = {store.store.name: read_all(store) for store in found}
    every = [reading for name in readings for reading in readings[name]]
    return Survey(found, readings, audit(found, every, here, tracked_paths(workspace.repository)))


def bring_in_here(store: Store, workspace: Workspace, name: str) -> list[Import]:
    """Propose what the store ``name`` says here; an entry that is known as it is changes nothing."""
    from memtui.review.likeness import mark_likeness

    here = surroundings(home_of_user(), workspace.repository, os.environ)
    ground = ground_of(workspace)
    imports = [bring_in(store, found, read_all(found), ground) for found in discover(here, [name])]
    mark_likeness(store)
    return imports
