"""Work is counted, ends when it is too much or nobody wants it, and is done once."""

import pytest

from home_agent.engine.understand.effort import (
    Effort,
    GivenUpError,
    count_each,
    count_looks,
    read_once,
)
from home_agent.engine.understand.text.phrases import find_phrase

NOTHING: frozenset[tuple[str, ...]] = frozenset()


def _look(times: int) -> None:
    for _ in range(times):
        find_phrase(("a", "b"), NOTHING, 0)


@pytest.mark.parametrize("most", [1, 10, 512, 513, 5000])
def test_looks_are_counted_to_the_last_one(most: int) -> None:
    with count_looks(Effort(most)) as effort:
        _look(most)
        assert effort.spent == most
        with pytest.raises(GivenUpError):
            _look(1)
        assert effort.spent == most


def test_a_home_may_be_looked_at() -> None:
    effort = Effort(10)
    effort.allow_home(100)
    with count_looks(effort):
        assert len(list(count_each(range(100)))) == 100
        assert effort.spent == 100


def test_who_is_told_to_stop_stops_soon() -> None:
    with count_looks(Effort(10**9)) as effort:
        effort.stop()
        with pytest.raises(GivenUpError):
            _look(1000)


def test_without_a_sentence_nothing_is_counted() -> None:
    _look(1000)
    assert list(count_each([1, 2])) == [1, 2]
    assert read_once("key", lambda: 1) == 1
    assert read_once("key", lambda: 2) == 2


def test_what_was_read_is_read_once() -> None:
    read: list[str] = []
    with count_looks(Effort()):
        for _ in range(3):
            read_once(("a",), lambda: read.append("a"))
    assert read == ["a"]
    with count_looks(Effort()):
        read_once(("a",), lambda: read.append("a again"))
    assert read == ["a", "a again"]


def test_work_within_work_is_one() -> None:
    with count_looks(Effort(100)) as outer, count_looks(Effort(10**9)) as inner:
        assert inner is outer
