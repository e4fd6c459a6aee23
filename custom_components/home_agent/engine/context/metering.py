"""Measures what a template makes, and counts what it does, so that neither goes beyond bounds."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ..errors import TemplateFailedError

MOST_SIGNS = 100_000
MOST_ROUNDS = 10_000
_MOST_VALUES = 20_000
_MOST_WORK = 50_000
_LETTERS_PER_WORK = 50
_VALUES_PER_WORK = 5
_MOST_BITS = 256
DEEPEST = 50


class Meter:
    """What one rendering has done so far."""

    def __init__(self, source: str) -> None:
        # Whatever is written once may be written in every round.
        self._cost = 1 + len(source) // 100
        self._work = 0
        self._rounds = 0

    def spend(self, work: int = 0) -> None:
        """Do something that is so much work."""
        self._work += self._cost + work
        if self._work > _MOST_WORK:
            raise too_much("takes too long")

    def go_round(self) -> None:
        """Go round a loop once more."""
        self.spend()
        self._rounds += 1
        if self._rounds > MOST_ROUNDS:
            raise too_much(f"goes round its loops more than {MOST_ROUNDS} times")


METER: ContextVar[Meter] = ContextVar("meter")


@contextmanager
def count_work(source: str) -> Iterator[None]:
    """Count what a rendering of this template does."""
    token = METER.set(Meter(source))
    try:
        yield
    finally:
        METER.reset(token)


def join_texts(values: Iterable[Any], between: str = "") -> str:
    """`between.join`, unless the result would be too long."""
    parts: list[str] = []
    length = 0
    for value in values:
        check_size(value)
        parts.append(str(value))
        length += len(parts[-1]) + len(between)
        if length > MOST_SIGNS + len(between):
            raise too_long()
    METER.get().spend(length // _LETTERS_PER_WORK)
    return between.join(parts)


def replace_text(text: str, old: str, new: str, count: int = -1) -> str:
    """`text.replace`, unless the result would be too long."""
    found = text.count(old) if count < 0 else min(count, text.count(old))
    if len(text) + found * (len(new) - len(old)) > MOST_SIGNS:
        raise too_long()
    METER.get().spend((len(text) + found * len(new)) // _LETTERS_PER_WORK)
    return text.replace(old, new, count)


def count_rounds(values: Iterable[Any]) -> Iterator[Any]:
    """Each value, while there are rounds left."""
    for value in values:
        METER.get().go_round()
        yield value


def bounded_range(*bounds: int) -> range:
    """Numbers, if they are not more than rounds that a template may go."""
    numbers = range(*bounds)
    if len(numbers) > MOST_ROUNDS:
        raise too_much(f"goes round its loops more than {MOST_ROUNDS} times")
    return numbers


def check_size[Value](value: Value) -> Value:
    """The value, if it is within bounds."""
    METER.get().spend(measure(value)[1])
    return value


def measure(value: object) -> tuple[int, int]:
    """How long a value is, written out, and how much work it is to look at.

    Raises where it is more than anybody would write.
    """
    total = count = 0
    level: list[object] = [value]
    for _ in range(DEEPEST):
        inner: list[object] = []
        count += len(level)
        if count > _MOST_VALUES:
            raise too_much(f"has more than {_MOST_VALUES} values in it")
        for item in level:
            total += _own_size(item)
            if total > MOST_SIGNS:
                raise too_long()
            if isinstance(item, Mapping):
                inner += [*item.keys(), *item.values()]
            elif isinstance(item, list | tuple | set | frozenset):
                inner += item
        if not inner:
            return total, total // _LETTERS_PER_WORK + count // _VALUES_PER_WORK
        level = inner
    raise too_much("is nested too deeply")


def _own_size(value: object) -> int:
    if isinstance(value, str | bytes | list | tuple | Mapping | set | frozenset):
        return len(value) + 1
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise TemplateFailedError("the number is too large")
    return 1


def too_long() -> TemplateFailedError:
    """The error for a text that is too long."""
    return too_much(f"is longer than {MOST_SIGNS} letters")


def too_much(what: str) -> TemplateFailedError:
    """The error for a template that goes too far; `what` ends the sentence "the text …"."""
    return TemplateFailedError(f"the text {what}")
