"""Making a result short enough for a model: always valid JSON, and it says what was left out."""

import json
from collections.abc import Mapping
from typing import Any

_LEAST_TEXT = 40
_LEAST_ITEMS = 1
_LEFT_OUT = "left_out"


def as_text(value: object) -> str:
    """JSON as a model reads it: compact, in the letters that people use."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def shortened(value: Any, most: int) -> Any:  # noqa: ANN401 - any JSON, as it is or shorter
    """The value, cut so that its text has at most about so many characters.

    Lists lose their last items and long texts their ends. What was left out is told in their place.
    """
    if len(as_text(value)) <= most:
        return value
    items, letters = _longest_list(value), _longest_text(value)
    cut = value
    while items > _LEAST_ITEMS or letters > _LEAST_TEXT:
        items, letters = _less(items, letters)
        cut = _cut(value, items, letters)
        if len(as_text(cut)) <= most:
            return cut
    return {_LEFT_OUT: f"The result has {len(as_text(value))} characters, too many. Ask for less."}


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
            return {key: _cut(one, items, letters) for key, one in value.items()}
        case list() | tuple():
            kept = [_cut(one, items, letters) for one in value[:items]]
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
