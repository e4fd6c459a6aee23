"""Which of our automations somebody speaks of."""

import re
from collections.abc import Iterable

from ...home import Snapshot
from ...home.protocol import KeptAutomation


def select_automations(
    ours: Iterable[KeptAutomation], name: str, about: tuple[str, ...], home: Snapshot
) -> tuple[KeptAutomation, ...]:
    """Those that are called so: by id, by the whole name, else by all of the words of it.

    Where none is, those that do something to one of the entities that the name may mean.
    """
    every = tuple(ours)
    if not name.strip():
        return every
    for fits in (_has_id, _is_called, _has_words):
        if found := tuple(one for one in every if fits(one, name)):
            return found
    routines = home.layout.routines
    return tuple(
        one
        for one in every
        if any(not {*about}.isdisjoint(call.targets) for call in routines.get(one.entity_id, ()))
    )


def _has_id(kept: KeptAutomation, name: str) -> bool:
    return name.strip() in (kept.automation_id, kept.entity_id)


def _is_called(kept: KeptAutomation, name: str) -> bool:
    return _words(kept.alias) == _words(name)


def _has_words(kept: KeptAutomation, name: str) -> bool:
    return {*_words(name)} <= {*_words(kept.alias), *_words(kept.description)}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
