"""How people may be told, as it is written down."""

import re

from ..validation.fields import FieldReader

_WAY = re.compile(r"persistent_notification|speak|notify\.[a-z0-9_]+")


def read_ways(given: FieldReader) -> tuple[str, ...]:
    """The ways in `notify`: one or a list."""
    value = given.values.get("notify") or ()
    listed = (value,) if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(
        isinstance(one, str) and _WAY.fullmatch(one.strip()) for one in listed
    ):
        given.note("notify", "way")
        return ()
    return tuple(dict.fromkeys(one.strip() for one in listed))
