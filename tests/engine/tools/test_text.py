"""Whatever a tool brings to light fits, and stays JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from home_agent.engine.tools.text import shorten, to_json

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=60,
)


@given(json_values, st.integers(200, 2000))
def test_whatever_it_is_it_fits_and_is_json(value: Any, most: int) -> None:
    """Never half an object."""
    short = shorten(value, most)
    assert len(to_json(short)) <= most
    json.loads(to_json(short))
    if len(to_json(value)) <= most:
        assert short == value


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ([{"name": f"Lamp {n}", "state": "on"} for n in range(200)], '"name":"Lamp 0"'),
        ({"text": "word " * 5000, "state": "on"}, '"state":"on"'),
        ({"a": {"b": ["x" * 100] * 50}}, '"b"'),
    ],
)
def test_what_is_kept_comes_first_and_what_is_not_is_told(value: Any, kept: str) -> None:
    """Lists lose their ends, and long texts theirs."""
    text = to_json(shorten(value, 800))
    assert kept in text
    assert "left out" in text or "left_out" in text
    assert len(text) > 300


def test_what_cannot_be_cut_is_told_to_be_too_much() -> None:
    """A table with a thousand names, say."""
    assert "too many" in shorten({str(n): n for n in range(5000)}, 500)["left_out"]
