"""What each event leads to in a consultation."""

import pytest

from home_agent.engine.consult.assessment import Assessment, ScreenedSentence
from home_agent.engine.consult.state import (
    AnswerReceived,
    AnswerScreened,
    ConsultationState,
    Failed,
    Stage,
    Started,
    ToolRun,
    ToolsRan,
    advance,
)
from home_agent.engine.llm.errors import UnreachableError
from home_agent.engine.llm.messages import (
    AssistantMessage,
    Finished,
    ToolCall,
    ToolMessage,
    Usage,
    UserMessage,
)
from home_agent.engine.tools.tool import ToolResult

QUESTION = UserMessage(text="Is it warm?")
WORDS = AssistantMessage(text="It is done.")
CALL = AssistantMessage(calls=(ToolCall(id="1", name="ha_query", arguments={}),))


def asking(tool_rounds: int = 1) -> ConsultationState:
    return advance(ConsultationState(tool_rounds_left=tool_rounds), Started(messages=(QUESTION,)))


def answered(
    state: ConsultationState, answer: AssistantMessage, reason: str = "stop"
) -> ConsultationState:
    finished = Finished(usage=Usage(prompt=10, completion=2), reason=reason, model="small")
    return advance(state, AnswerReceived(answer=answer, finished=finished, cost=0.5))


def screened(
    state: ConsultationState, assessment: Assessment, *, must_act: bool = False
) -> ConsultationState:
    sentence = ScreenedSentence(text="It is done.", assessment=assessment)
    return advance(state, AnswerScreened(sentences=(sentence,), must_act=must_act))


def used(state: ConsultationState, result: ToolResult, *, acts: bool = False) -> ConsultationState:
    message = ToolMessage(call_id="1", name="ha_query", content="{}")
    return advance(state, ToolsRan(runs=(ToolRun(message=message, result=result, acts=acts),)))


def test_words_are_screened() -> None:
    state = answered(asking(), WORDS, reason="length")
    assert (state.stage, state.rounds, state.cut_off) == (Stage.SCREENING, 1, True)
    assert (state.model, state.usage.total, state.cost) == ("small", 12, 0.5)
    assert screened(state, Assessment.TRUE).stage is Stage.ANSWERED


def test_tools_run_in_as_many_rounds_as_there_are() -> None:
    state = answered(asking(tool_rounds=1), CALL)
    assert state.stage is Stage.CALLING
    state = used(state, ToolResult(success=True))
    assert (state.stage, state.rounds) == (Stage.ASKING, 2)
    assert state.messages == (QUESTION, CALL, state.messages[-1])
    assert state.tool_answers == ("{}",)
    assert answered(state, CALL).stage is Stage.OUT_OF_ROUNDS


def test_a_claim_is_corrected_once() -> None:
    state = screened(answered(asking(), WORDS), Assessment.CLAIM)
    assert (state.stage, state.rounds, state.corrected) == (Stage.ASKING, 2, True)
    assert state.messages[:2] == (QUESTION, WORDS)
    assert screened(answered(state, WORDS), Assessment.CLAIM).stage is Stage.DISBELIEVED
    assert screened(answered(state, WORDS), Assessment.DENIAL).stage is Stage.ANSWERED


@pytest.mark.parametrize(
    ("assessment", "stage"),
    [
        (Assessment.HARMLESS, Stage.ASKING),
        (Assessment.DENIAL, Stage.ANSWERED),
        (Assessment.TRUE, Stage.ANSWERED),
    ],
)
def test_what_is_to_be_done_is_done_or_owned_up_to(assessment: Assessment, stage: Stage) -> None:
    assert screened(answered(asking(), WORDS), assessment, must_act=True).stage is stage


def test_what_another_did_is_no_claim() -> None:
    state = used(answered(asking(), CALL), ToolResult(success=True, elsewhere=True))
    assert state.evidence.may_promise
    assert screened(answered(state, WORDS), Assessment.CLAIM).stage is Stage.ANSWERED


def test_what_is_refused_can_be_made_up_for() -> None:
    state = used(answered(asking(3), CALL), ToolResult(success=False), acts=True)
    assert state.part_refused
    state = used(answered(state, CALL), ToolResult(success=True))
    assert state.part_refused
    assert not used(answered(state, CALL), ToolResult(success=True), acts=True).part_refused


def test_an_error_ends_it() -> None:
    error = UnreachableError("Nobody answers.")
    state = advance(answered(asking(), CALL), Failed(error=error, has_text=True))
    assert (state.stage, state.error, state.broke_off) == (Stage.FAILED, error, True)
