"""What somebody may know of an automation: no names of what has been hidden from them since.

An automation is called by what it does, as it was told to whoever agreed to it. By now one of its
things may no longer be exposed, or somebody else may ask, who may not see it.
"""

from collections.abc import Sequence
from dataclasses import replace

from ...home import Snapshot
from ...home.model import HIDDEN
from ...home.protocol import KeptAutomation
from ...privacy.disclosure import hide_unexposed_names

# Who is told something by one is not what it is called after.
_WAYS = frozenset({"assist_satellite", "notify"})


# In no name, so that a large home is looked through once for all of them.
_BETWEEN = "\0"


def show_automations(every: Sequence[KeptAutomation], home: Snapshot) -> tuple[KeptAutomation, ...]:
    """The same as whoever asks may see them; where one cannot be told, without its words."""
    words = (words for kept in every for words in (kept.alias, kept.description))
    own = {kept.entity_id for kept in every}
    told = hide_unexposed_names(_BETWEEN.join(words), home, own).split(_BETWEEN)
    pairs = zip(told[::2], told[1::2], strict=True) if every else ()
    return tuple(
        _show(kept, alias, description, home)
        for kept, (alias, description) in zip(every, pairs, strict=True)
    )


def show_said(said: str, kept: KeptAutomation, home: Snapshot) -> str:
    """The sentence that one comes from, to whom it may be shown; hidden where a name in it may be.

    People call things by half their names, which nobody finds in a sentence.
    """
    if _has_hidden_things(kept, home):
        return HIDDEN
    return hide_unexposed_names(said, home, (kept.entity_id,))


def _show(kept: KeptAutomation, alias: str, description: str, home: Snapshot) -> KeptAutomation:
    if _has_hidden_things(kept, home):
        # Names change: those that its own words have need not be those of today.
        is_ours = not kept.description or kept.description.startswith(kept.alias)
        alias, description = HIDDEN if is_ours else alias, HIDDEN
    return replace(kept, alias=alias, description=description)


def _has_hidden_things(kept: KeptAutomation, home: Snapshot) -> bool:
    entities, routines = home.layout.entities, home.layout.routines
    touched = (target for call in routines.get(kept.entity_id, ()) for target in call.targets)
    named = (entities.get(entity_id) for entity_id in {*kept.entity_ids, *touched})
    return any(
        entity is not None and not entity.exposed and entity.domain not in _WAYS for entity in named
    )
