"""A condition, written down as somebody would, is read as the same."""

from datetime import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.conditions import (
    AllOf,
    AnyOf,
    Changes,
    Condition,
    Measures,
    StateIs,
    TimeIs,
)
from home_agent.engine.watch.conditions import write_condition
from home_agent.engine.watch.reading import read_watch

ids = st.sampled_from(("light.a", "sensor.b", "cover.c"))
words = st.sampled_from(("on", "open", "12"))
attributes = st.none() | st.just("battery")
figures = st.integers(-50, 50)
leaves: st.SearchStrategy[Condition] = st.one_of(
    st.builds(
        StateIs,
        entity_ids=st.lists(ids, min_size=1, max_size=3, unique=True).map(tuple),
        states=st.frozensets(words, min_size=1),
        attribute=attributes,
    ),
    st.builds(
        StateIs,
        entity_ids=ids.map(lambda entity_id: (entity_id,)),
        states=st.frozensets(words, min_size=1),
        negated=st.just(value=True),
    ),
    figures.map(
        lambda figure: Measures(entity_id="sensor.b", above=figure, margin=abs(figure) / 50)
    ),
    st.builds(Measures, entity_id=ids, attribute=attributes, above=figures, margin=st.just(0)),
    st.builds(Measures, entity_id=ids, below=figures, margin=st.integers(0, 5)),
    st.builds(Changes, entity_ids=ids.map(lambda entity_id: (entity_id,)), attribute=attributes),
    st.builds(
        TimeIs,
        after=st.times().map(lambda at: at.replace(second=0, microsecond=0)),
        days=st.frozensets(st.integers(0, 6)),
    ),
)
conditions = st.recursive(
    leaves,
    lambda inner: st.builds(
        lambda kind, some: kind(conditions=tuple(some)),
        st.sampled_from((AllOf, AnyOf)),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=6,
).filter(lambda condition: _depth(condition) <= 4)


def _depth(condition: Condition) -> int:
    if isinstance(condition, AllOf | AnyOf):
        return 1 + max(map(_depth, condition.conditions))
    return 0


@settings(deadline=None)
@given(conditions)
def test_there_and_back(condition: Condition) -> None:
    assert read_watch(write_condition(condition), again=True).condition == condition


TWO = ("light.a", "light.b")
ON = frozenset({"on"})


@pytest.mark.parametrize(
    ("condition", "table"),
    [
        # What only sentences make is written with the same meaning.
        (
            StateIs(entity_ids=TWO, states=ON, every=True),
            {"all": [{"entity": item, "state": "on"} for item in TWO]},
        ),
        (
            StateIs(entity_ids=TWO, states=ON, negated=True),
            {"all": [{"entity": item, "not_state": "on"} for item in TWO]},
        ),
        (
            StateIs(entity_ids=TWO, states=ON, negated=True, every=True),
            {"entity": [*TWO], "not_state": "on"},
        ),
        (
            Measures(entity_id="sensor.b", above=3, negated=True),
            {"entity": "sensor.b", "below": 3, "margin": 0},
        ),
        (Measures(entity_id="sensor.b", above=5, margin=0.1), {"entity": "sensor.b", "above": 5}),
        (TimeIs(before=time(6, 30)), {"before": "06:30"}),
    ],
)
def test_what_sentences_make(condition: Condition, table: dict[str, Any]) -> None:
    assert write_condition(condition) == table
