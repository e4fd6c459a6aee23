"""Shortens texts and values for a model, as valid JSON."""

import json
from collections.abc import Mapping
from datetime import date, time
from itertools import islice
from typing import Any

from ..privacy.sanitize import one_line

_LONGEST = 200
_MOST_ITEMS = 30
_DEEPEST = 3
_LEAST_TEXT = 40
_LEAST_ITEMS = 1
_LEFT_OUT = "left_out"


def clean(text: object, most: int = _LONGEST) -> str:
    """A value as a short line of text."""
    return one_line(str(text), most)


def clean_value(value: object, depth: int = _DEEPEST) -> Any:  # noqa: ANN401 - any JSON
    """The value of an attribute as JSON of limited size."""
    match value:
        case None | bool() | int():
            return value
        case float():
            return round(value, 4)
        case date() | time():
            return value.isoformat()
        case Mapping() if depth:
            items = islice(value.items(), _MOST_ITEMS)
            return {clean(key): clean_value(item, depth - 1) for key, item in items}
        case list() | tuple() | set() | frozenset() if depth:
            return [clean_value(item, depth - 1) for item in islice(value, _MOST_ITEMS)]
    return clean(value)


def to_json(value: object) -> str:
    """JSON as a model reads it: compact, in the letters that people use."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def shorten(value: Any, most: int) -> Any:  # noqa: ANN401 - any JSON, as it is or shorter
    """The value, cut so that its text has at most about so many characters.

    Lists lose their last items and long texts their ends. What was left out is told in their place.
    """
    if len(to_json(value)) <= most:
        return value
    items, letters = _longest_list(value), _longest_text(value)
    cut = value
    while items > _LEAST_ITEMS or letters > _LEAST_TEXT:
        items, letters = _less(items, letters)
        cut = _cut(value, items, letters)
        if len(to_json(cut)) <= most:
            return cut
    return {_LEFT_OUT: f"The result has {len(to_json(value))} characters, too many. Ask for less."}


def _less(items: int, letters: int) -> tuple[int, int]:
    """Cut long texts first: a name or a state is worth more than the end of a long one."""
    if letters > _LEAST_TEXT * 10:
        return items, max(_LEAST_TEXT, letters // 2)
    if items > _LEAST_ITEMS:
        return max(_LEAST_ITEMS, items * 3 // 4), letters
    return items, max(_LEAST_TEXT, letters // 2)


def _cut(value: Any, items: int, letters: int) -> Any:  # noqa: ANN401 - any JSON
    match value:
        case str() if len(value) > letters:
            return f"{value[:letters]}… ({len(value) - letters} more characters left out)"
        case Mapping():
            return {key: _cut(item, items, letters) for key, item in value.items()}
        case list() | tuple():
            kept = [_cut(item, items, letters) for item in value[:items]]
            left = len(value) - len(kept)
            return [*kept, {_LEFT_OUT: f"{left} more"}] if left else kept
    return value


def _longest_list(value: object) -> int:
    match value:
        case Mapping():
            return max(map(_longest_list, value.values()), default=0)
        case list() | tuple():
            return max(len(value), *map(_longest_list, value), 0)
    return 0


def _longest_text(value: object) -> int:
    match value:
        case str():
            return len(value)
        case Mapping():
            return max(map(_longest_text, value.values()), default=0)
        case list() | tuple():
            return max(map(_longest_text, value), default=0)
    return 0
