"""Finds the automations that a name means."""

import re
from collections.abc import Iterable

from ...home import Snapshot
from ...home.protocol import StoredAutomation


def select_automations(
    ours: Iterable[StoredAutomation], name: str, about: tuple[str, ...], home: Snapshot
) -> tuple[StoredAutomation, ...]:
    """The automations with this id or name, or with all of its words.

    If there are none, those that act on one of the entities in `about`.
    """
    every = tuple(ours)
    if not name.strip():
        return every
    for fits in (_has_id, _is_called, _has_words):
        if found := tuple(automation for automation in every if fits(automation, name)):
            return found
    routines = home.layout.routines
    return tuple(
        automation
        for automation in every
        if any(
            not {*about}.isdisjoint(call.targets) for call in routines.get(automation.entity_id, ())
        )
    )


def _has_id(stored: StoredAutomation, name: str) -> bool:
    return name.strip() in (stored.automation_id, stored.entity_id)


def _is_called(stored: StoredAutomation, name: str) -> bool:
    return _words(stored.alias) == _words(name)


def _has_words(stored: StoredAutomation, name: str) -> bool:
    return {*_words(name)} <= {*_words(stored.alias), *_words(stored.description)}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
