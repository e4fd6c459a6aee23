"""Pieces of a response become one message, however a server cuts them."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from home_agent.engine.llm.assembly import Assembly, CallSorter, assemble, read_arguments
from home_agent.engine.llm.messages import (
    AssistantMessage,
    Delta,
    Finished,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    Usage,
)

type Piece = tuple[int | None, str, str, object]


def sorted_calls(*pieces: Piece) -> list[tuple[str, Mapping[str, Any] | None]]:
    """The calls that come of the pieces, as name and arguments."""
    return [(call.name, call.arguments) for call in whole(*pieces).calls]


def whole(*pieces: Piece) -> AssistantMessage:
    sorter, assembly = CallSorter(), Assembly()
    for index, call_id, name, arguments in pieces:
        assembly.add(
            sorter.sort(index=index, call_id=call_id, name=name, arguments=arguments, extra={})
        )
    return assembly.message


@pytest.mark.parametrize(
    ("pieces", "calls"),
    [
        pytest.param(
            [(0, "a", "on", '{"x": 1}')],
            [("on", {"x": 1})],
            id="in one piece",
        ),
        pytest.param(
            [(0, "a", "on", ""), (0, "", "", '{"x"'), (0, "", "", ": 1}")],
            [("on", {"x": 1})],
            id="in many pieces",
        ),
        pytest.param(
            [(0, "a", "on", '{"x"'), (1, "b", "off", "{"), (0, "", "", ": 1}"), (1, "", "", "}")],
            [("on", {"x": 1}), ("off", {})],
            id="two in turns",
        ),
        pytest.param(
            [(None, "a", "on", '{"x": 1}'), (None, "b", "off", '{"x": 2}')],
            [("on", {"x": 1}), ("off", {"x": 2})],
            id="without an index",
        ),
        pytest.param(
            [(None, "", "on", '{"x"'), (None, "", "", ": 1}"), (None, "", "on", '{"x": 2}')],
            [("on", {"x": 1}), ("on", {"x": 2})],
            id="without index and id",
        ),
        pytest.param(
            [(0, "a", "on", '{"x": 1}'), (0, "b", "on", '{"x": 2}')],
            [("on", {"x": 1}), ("on", {"x": 2})],
            id="the same index for two ids",
        ),
        pytest.param(
            [(0, "a", "on", '{"x"'), (0, "b", "off", '{"y"'), (0, "a", "", ":1}"),
             (0, "b", "", ":2}")],
            [("on", {"x": 1}), ("off", {"y": 2})],
            id="the same index for two ids in turns",
        ),
        pytest.param(
            [(0, "", "on", '{"x": 1}'), (0, "", "on", '{"x": 2}')],
            [("on", {"x": 1}), ("on", {"x": 2})],
            id="the same index and no id",
        ),
        pytest.param(
            [(0, "a", "on", '{"x"'), (0, "a", "on", ": 1}")],
            [("on", {"x": 1})],
            id="id and name repeated",
        ),
        pytest.param(
            [(0, "", "on", ""), (0, "", "on", '{"x": 1}')],
            [("on", {"x": 1})],
            id="name repeated before the arguments",
        ),
        pytest.param(
            [(0, "a", "on", '{"x": 1}'), (0, "a", "on", '{"x": 1}')],
            [("on", {"x": 1})],
            id="the whole call once more",
        ),
        pytest.param(
            [(0, "a", "on", "{}"), (0, "a", "", '{"x": 1}')],
            [("on", {"x": 1})],
            id="an empty object before the true one",
        ),
        pytest.param([(0, "a", "on", {"x": "ü"})], [("on", {"x": "ü"})], id="an object"),
        pytest.param([(0, "a", "on", None)], [("on", {})], id="none"),
        pytest.param([(0, "a", "on", "")], [("on", {})], id="empty"),
        pytest.param([(3, "a", "on", "{}")], [("on", {})], id="an index to begin with"),
        pytest.param([(0, "a", "on", "{x}")], [("on", None)], id="no JSON"),
        pytest.param([(0, "a", "on", "[1]")], [("on", None)], id="no object"),
        pytest.param([(0, "a", "on", '"{\\"x\\": 1}"')], [("on", {"x": 1})], id="a text of JSON"),
        pytest.param([(0, "", "", '{"x": 1}')], [("", {"x": 1})], id="no name"),
    ],
)  # fmt: skip
def test_calls(pieces: list[Piece], calls: list[tuple[str, Mapping[str, Any] | None]]) -> None:
    """As servers really send them."""
    assert sorted_calls(*pieces) == calls


def test_what_was_written_is_kept() -> None:
    """So that the model can be told what was wrong with it."""
    assert whole((0, "a", "on", "{x}")).calls == (
        ToolCall(id="a", name="on", arguments=None, raw="{x}"),
    )


def test_missing_ids_are_made_up() -> None:
    """The same for the same call, another for each, as the strictest models want them."""
    pieces: list[Piece] = [(0, "", "on", '{"x": 1}'), (1, "", "on", '{"x": 1}')]
    first, second = whole(*pieces).calls
    assert (first, second) == whole(*pieces).calls
    assert first.id != second.id
    assert first.id.isalnum()
    assert len(first.id) == 9


def test_arguments_that_are_too_deep() -> None:
    """Whatever a model writes, nothing breaks."""
    assert read_arguments("[" * 100_000) is None
    assert read_arguments('{"a":' * 100_000) is None


async def test_all_of_it() -> None:
    """Text, thoughts and calls; and how it ended."""

    async def deltas() -> Any:
        yield ReasoningDelta(text="Hm")
        yield TextDelta(text="Of ")
        yield TextDelta(text="course")
        yield ToolCallDelta(index=0, id="a", name="on", extra={"signature": "s"})
        yield Finished(usage=Usage(prompt=3, completion=2), reason="tool_calls")

    message, finished = await assemble(deltas())
    assert message == AssistantMessage(
        text="Of course",
        calls=(ToolCall(id="a", name="on", arguments={}, extra={"signature": "s"}),),
    )
    assert finished == Finished(usage=Usage(prompt=3, completion=2), reason="tool_calls")


@given(st.text(), st.lists(st.integers(0, 40)))
def test_any_cut_is_the_same(raw: str, cuts: list[int]) -> None:
    """Arguments in any pieces are the arguments."""
    edges = [0, *sorted(cut for cut in cuts if cut <= len(raw)), len(raw)]
    pieces: list[Delta] = [
        ToolCallDelta(index=0, id="a", name="on", arguments=raw[start:end])
        for start, end in pairwise(edges)
    ]
    assembly = Assembly()
    for piece in pieces:
        assembly.add(piece)
    assert assembly.message.calls[0].raw == raw
