"""Entity ids in a sentence: who writes one means that very thing, whatever it is called."""

import re
from dataclasses import replace
from functools import lru_cache

from ..lexicon.lexicon import Lexicon
from .names import Names

_ID = re.compile(r"\b[a-z][a-z_]*\.[a-z0-9_]+\b")


def add_ids(names: Names, text: str, lexicon: Lexicon) -> Names:
    """The names of a home, with the ids of what it exposes that stand in a text among them."""
    if "." not in text:
        return names
    entities = names.layout.entities
    written = dict.fromkeys(_ID.findall(text.lower()))
    ids = tuple(id_ for id_ in written if id_ in entities and entities[id_].exposed)
    return _add(names, ids, lexicon) if ids else names


@lru_cache(maxsize=8)
def _add(names: Names, ids: tuple[str, ...], lexicon: Lexicon) -> Names:
    written = {lexicon.words(id_): (id_,) for id_ in ids}
    return replace(names, entities={**names.entities, **written})
