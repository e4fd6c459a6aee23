"""Hides names in automations that whoever asks may not see.

An automation is named after what it does. One of its entities may no longer be exposed, or somebody
else may ask who may not see it.
"""

from collections.abc import Sequence
from dataclasses import replace

from ...home import Snapshot
from ...home.model import HIDDEN
from ...home.protocol import StoredAutomation
from ...privacy.disclosure import hide_unexposed_names

# Who is told something by one is not what it is called after.
_WAYS = frozenset({"assist_satellite", "notify"})


# In no name, so that a large home is looked through once for all of them.
_BETWEEN = "\0"


def show_automations(
    every: Sequence[StoredAutomation], home: Snapshot
) -> tuple[StoredAutomation, ...]:
    """The automations without hidden names; without their words where an entity is hidden."""
    words = (words for stored in every for words in (stored.alias, stored.description))
    own = {stored.entity_id for stored in every}
    told = hide_unexposed_names(_BETWEEN.join(words), home, own).split(_BETWEEN)
    pairs = zip(told[::2], told[1::2], strict=True) if every else ()
    return tuple(
        _show(stored, alias, description, home)
        for stored, (alias, description) in zip(every, pairs, strict=True)
    )


def show_sentence(said: str, stored: StoredAutomation, home: Snapshot) -> str:
    """The sentence that an automation comes from, without hidden names.

    All of it is hidden if one of its entities is: people use half of a name, which we cannot find.
    """
    if _has_hidden_things(stored, home):
        return HIDDEN
    return hide_unexposed_names(said, home, (stored.entity_id,))


def _show(
    stored: StoredAutomation, alias: str, description: str, home: Snapshot
) -> StoredAutomation:
    if _has_hidden_things(stored, home):
        # Names change: those that its own words have need not be those of today.
        is_ours = not stored.description or stored.description.startswith(
            stored.alias.removesuffix("…")
        )
        alias, description = HIDDEN if is_ours else alias, HIDDEN
    return replace(stored, alias=alias, description=description)


def _has_hidden_things(stored: StoredAutomation, home: Snapshot) -> bool:
    entities, routines = home.layout.entities, home.layout.routines
    touched = (target for call in routines.get(stored.entity_id, ()) for target in call.targets)
    named = (entities.get(entity_id) for entity_id in {*stored.entity_ids, *touched})
    return any(
        entity is not None and not entity.exposed and entity.domain not in _WAYS for entity in named
    )
