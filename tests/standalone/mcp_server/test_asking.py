"""Questions through a client: an answer counts once, in time, and from whoever was asked."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import mcp_types as types
import pytest

from home_agent.mcp_server.asking import Context, OpenQuestion, OpenQuestions, ask

QUESTION = OpenQuestion(
    question="Shall I?", wanted="it", asker="desk", tool="talk", arguments={"text": "open"}
)
SAME: dict[str, Any] = {"asker": "desk", "tool": "talk", "arguments": {"text": "open"}}


@pytest.mark.parametrize(
    ("changed", "waited"),
    [
        ({}, 61.0),
        ({"asker": "thief"}, 0.0),
        ({"tool": "ha_control"}, 0.0),
        ({"arguments": {"text": "open everything"}}, 0.0),
    ],
)
def test_a_wrong_or_late_answer_is_to_nothing(changed: dict[str, Any], waited: float) -> None:
    now = 0.0
    questions: OpenQuestions[str] = OpenQuestions(lambda: now)
    word = questions.keep(QUESTION)
    now = waited
    assert questions.take(word, **{**SAME, **changed}) is None
    assert questions.take(word, **SAME) is None


def test_a_right_one_counts_once() -> None:
    questions: OpenQuestions[str] = OpenQuestions()
    word = questions.keep(QUESTION)
    assert questions.take(word, **SAME) == QUESTION
    assert questions.take(word, **SAME) is None


async def test_nobody_waits_for_ever() -> None:
    async def never(**_form: object) -> types.ElicitResult:
        await asyncio.Event().wait()
        raise AssertionError

    session = SimpleNamespace(elicit_form=never)
    context = cast("Context", SimpleNamespace(session=session, request_id=1))
    assert not await ask(context, "Shall I?", patience=0.01)
