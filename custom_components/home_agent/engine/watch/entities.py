"""Reads which things a watch is about."""

import re

from ..validation.fields import FieldReader

_ENTITY_ID = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
_MOST = 50


def read_entities(given: FieldReader, name: str) -> tuple[str, ...]:
    """One id or a list of them. Whether there are such things shows in the home, not here."""
    value = given.values.get(name)
    listed = (value,) if isinstance(value, str) else value
    if isinstance(listed, list | tuple) and 0 < len(listed) <= _MOST:
        ids = [str(one).strip().casefold() for one in listed]
        if all(map(_ENTITY_ID.fullmatch, ids)):
            return tuple(dict.fromkeys(ids))
    given.note(name, "entity_ids")
    return ()
