"""Entity ids in a sentence: who writes one means that very thing, whatever it is called."""

import re
from dataclasses import replace
from functools import lru_cache

from ...home import Snapshot
from ...home.domains import DOMAINS
from ..lexicon.lexicon import Lexicon
from ..text.phrases import without
from ..understanding import Refusal, UnresolvedError
from .names import Names

_ID = re.compile(r"\b[a-z][a-z_]*\.[a-z0-9_]+\b")
_SURE = re.compile(r"\..*[_0-9]")


def add_ids(names: Names, text: str, lexicon: Lexicon) -> Names:
    """The names of a home, with the ids of what it exposes that stand in a text among them."""
    if "." not in text:
        return names
    entities = names.layout.entities
    written = dict.fromkeys(_ID.findall(text.lower()))
    ids = tuple(id_ for id_ in written if id_ in entities and entities[id_].exposed)
    return _add(names, ids, lexicon) if ids else names


def refuse_absent_ids(text: str, home: Snapshot) -> None:
    """Raise `UnresolvedError` for an id that nothing has.

    Who writes one means no other thing that is called alike, and its figures are no amount.
    """
    entities = home.layout.entities
    for id_ in _ID.findall(text.lower()) if "." in text else ():
        known = id_ in entities and entities[id_].exposed
        # What is no id may be two sentences without a blank between them: "the fan.then go".
        if not known and id_.partition(".")[0] in DOMAINS and _SURE.search(id_):
            raise UnresolvedError(Refusal(key="no_entity", arguments={"entity": id_}))


@lru_cache(maxsize=8)
def _add(names: Names, ids: tuple[str, ...], lexicon: Lexicon) -> Names:
    # Of a sentence the words that say nothing are dropped, also the "a" of "fan.fan_a".
    unsaid = lexicon.roles["articles"], lexicon.roles["articles"] | lexicon.roles["fillers"]
    shorter = {without(lexicon.words(id_), dropped): (id_,) for id_ in ids for dropped in unsaid}
    written = {lexicon.words(id_): (id_,) for id_ in ids}
    return replace(names, entities={**shorter, **names.entities, **written})
