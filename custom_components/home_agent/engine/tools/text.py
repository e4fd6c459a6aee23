"""Text and values from outside, as a model may read them: data, short, and on one line."""

from collections.abc import Mapping
from datetime import date, time
from itertools import islice
from typing import Any

from ..privacy.sanitize import one_line

_LONGEST = 200
_MOST_ITEMS = 30
_DEEPEST = 3


def clean(text: object, most: int = _LONGEST) -> str:
    """Whatever it is, as a short line."""
    return one_line(str(text), most)


def clean_value(value: object, depth: int = _DEEPEST) -> Any:  # noqa: ANN401 - any JSON
    """Whatever an attribute holds, as JSON of a bounded size."""
    match value:
        case None | bool() | int():
            return value
        case float():
            return round(value, 4)
        case date() | time():
            return value.isoformat()
        case Mapping() if depth:
            some = islice(value.items(), _MOST_ITEMS)
            return {clean(key): clean_value(one, depth - 1) for key, one in some}
        case list() | tuple() | set() | frozenset() if depth:
            return [clean_value(one, depth - 1) for one in islice(value, _MOST_ITEMS)]
    return clean(value)
