"""A consultation with a model as a state machine: stages, events, and what each event leads to.

    READY ─ Started ▸ ASKING ─ AnswerReceived ▸ CALLING ─ ToolsRan ▸ ASKING, CONFIRMING or REPORTED
                                              ▸ SCREENING ─ AnswerScreened ▸ ANSWERED
                                              ▸ OUT_OF_ROUNDS            ▸ ASKING, once: corrected
                                                                         ▸ DISBELIEVED
    any ─ Failed ▸ FAILED

All of it is pure; `consultation.py` has the effects.
"""

from dataclasses import dataclass, field, replace
from enum import Enum

from ..llm.errors import ModelError
from ..llm.messages import AssistantMessage, Finished, Message, ToolMessage, Usage
from ..tools.tool import ToolResult
from ..tools.tool_calls import CallHistory
from .action_log import ActionLog, correction
from .assessment import Assessment, ScreenedSentence, TurnEvidence
from .sentences import is_question


class Stage(Enum):
    """What a consultation is at; those without an effect in `consultation.py` end it."""

    READY = "ready"
    ASKING = "asking"
    """The model is asked with the messages so far."""

    CALLING = "calling"
    """Its last answer calls tools, which are run."""

    SCREENING = "screening"
    """Its last answer is words alone, which are screened."""

    ANSWERED = "answered"
    CONFIRMING = "confirming"
    """Something waits for the person's yes: the question is ours alone."""

    REPORTED = "reported"
    """It acted, and what came of it is told in our words alone."""

    OUT_OF_ROUNDS = "out_of_rounds"
    """It goes on calling tools after the last round."""

    DISBELIEVED = "disbelieved"
    """It goes on claiming what did not happen."""

    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsultationState:
    """How a consultation went so far."""

    tool_rounds_left: int
    stage: Stage = Stage.READY
    messages: tuple[Message, ...] = ()
    answer: AssistantMessage = field(default_factory=AssistantMessage)
    """The last answer."""

    corrected: bool = False
    """Whether the model was told that nothing happened."""

    log: ActionLog = field(default_factory=ActionLog)
    used: CallHistory = field(default_factory=CallHistory)
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    tool_tokens: int = 0
    """What its tools used of another model."""

    acted_elsewhere: bool = False
    """Whether a tool that is not ours says that it did something: we cannot say that it did not."""

    watching: bool = False
    """Whether something is watched for, as a tool tells: a promise to tell of it is true."""

    part_refused: bool = False
    """Whether something that it last wanted to do could not be done."""

    tool_answers: tuple[str, ...] = ()
    """What tools answered that only look."""

    has_outside_facts: bool = False
    """Whether a tool told of something beyond this home, which cannot be checked."""

    cut_off: bool = False
    """Whether its last answer in words ended before it was complete."""

    wrote_call: bool = False
    """Whether its last answer was a call in words, which nobody carries out."""

    one_pass: bool = False
    """Whether whoever answered last is asked once where it acts."""

    model: str = ""
    rounds: int = 0
    error: ModelError | None = None
    broke_off: bool = False
    """Whether the error came after some text of the answer."""

    @property
    def anything_done(self) -> bool:
        """Whether at least one thing was done, or may have been."""
        return self.log.anything_done or self.acted_elsewhere

    @property
    def evidence(self) -> TurnEvidence:
        """What the model's words may rest on."""
        # What is planned is told when it is done.
        may_promise = self.watching or self.acted_elsewhere or self.log.anything_planned
        return TurnEvidence(
            tried=bool(self.log.actions),
            entity_ids=self.log.succeeded,
            may_promise=may_promise,
            acted_elsewhere=self.acted_elsewhere,
            tool_answers="\n".join(self.tool_answers),
            has_outside_facts=self.has_outside_facts,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The prompt is there."""

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReceived:
    """An answer is complete."""

    answer: AssistantMessage
    finished: Finished
    cost: float
    one_pass: bool = False
    """Whether whoever answered is not asked again where all that it wanted was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRun:
    """What came of a tool call."""

    message: ToolMessage
    result: ToolResult
    acts: bool
    """Whether the tool acts in the home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsRan:
    """All calls of an answer were run."""

    runs: tuple[ToolRun, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerScreened:
    """All sentences of an answer were screened."""

    sentences: tuple[ScreenedSentence, ...]
    must_act: bool
    """Whether something is to be done, beyond doubt."""

    may_act: bool = False
    """Whether something is most likely to be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The model cannot be asked, or broke off."""

    error: ModelError
    has_text: bool
    """Whether any text came of the last request."""


type Event = Started | AnswerReceived | ToolsRan | AnswerScreened | Failed


def advance(state: ConsultationState, event: Event) -> ConsultationState:
    """The state after an event."""
    match event:
        case Started():
            return _asking(state, event.messages)
        case AnswerReceived():
            return _after_answer(state, event)
        case ToolsRan():
            return _after_tools(state, event)
        case AnswerScreened():
            return _after_screening(state, event)
        case Failed():
            return replace(state, stage=Stage.FAILED, error=event.error, broke_off=event.has_text)


def _asking(state: ConsultationState, messages: tuple[Message, ...]) -> ConsultationState:
    return replace(state, stage=Stage.ASKING, rounds=state.rounds + 1, messages=messages)


def _after_answer(state: ConsultationState, event: AnswerReceived) -> ConsultationState:
    finished = event.finished
    state = replace(
        state,
        answer=event.answer,
        usage=state.usage + finished.usage,
        cost=state.cost + event.cost,
        model=finished.model or finished.provider or state.model,
        wrote_call=finished.wrote_call,
        one_pass=event.one_pass,
    )
    if not event.answer.calls:
        return replace(state, stage=Stage.SCREENING, cut_off=finished.reason == "length")
    if not state.tool_rounds_left:
        return replace(state, stage=Stage.OUT_OF_ROUNDS)
    return replace(state, stage=Stage.CALLING, tool_rounds_left=state.tool_rounds_left - 1)


def _after_tools(state: ConsultationState, event: ToolsRan) -> ConsultationState:
    results = [run.result for run in event.runs]
    messages = tuple(run.message for run in event.runs)
    looked_up = tuple(
        run.message.content
        for run in event.runs
        if run.result.success and not run.result.executed and not run.result.elsewhere
    )
    state = replace(
        state,
        log=state.log.add(*(action for result in results for action in result.executed)),
        used=state.used.after(state.answer.calls, tuple(zip(messages, results, strict=True))),
        tool_tokens=state.tool_tokens + sum(result.tokens for result in results),
        acted_elsewhere=state.acted_elsewhere
        or any(result.success and result.elsewhere for result in results),
        watching=state.watching or any(result.watching for result in results),
        part_refused=_is_part_refused(state, event),
        tool_answers=state.tool_answers + looked_up,
        has_outside_facts=state.has_outside_facts
        or any(result.success and result.from_outside for result in results),
    )
    if state.log.waiting is not None:
        return replace(state, stage=Stage.CONFIRMING)
    if state.one_pass and all(run.acts and run.result.executed for run in event.runs):
        return replace(state, stage=Stage.REPORTED)
    return _asking(state, (*state.messages, state.answer, *messages))


def _is_part_refused(state: ConsultationState, event: ToolsRan) -> bool:
    """Whether a call that was to act came to nothing; one that then does makes up for it."""
    acting = [run.result for run in event.runs if run.acts]
    if not acting:
        return state.part_refused
    return any(not result.success and not result.executed for result in acting)


def _after_screening(state: ConsultationState, event: AnswerScreened) -> ConsultationState:
    if not _claims_falsely(state, event):
        return replace(state, stage=Stage.ANSWERED)
    if state.corrected:
        return replace(state, stage=Stage.DISBELIEVED)
    # Some servers refuse an empty message.
    words = AssistantMessage(text=state.answer.text or "…")
    messages = (*state.messages, words, correction(state.log.outcomes))
    return replace(_asking(state, messages), corrected=True)


def _claims_falsely(state: ConsultationState, event: AnswerScreened) -> bool:
    """Whether an answer speaks of actions although nothing was done, and should be corrected."""
    sentences = event.sentences
    if state.anything_done or not sentences:
        return False
    if any(
        sentence.is_deed or sentence.is_promise for sentence in sentences if not sentence.is_allowed
    ):
        return True
    if event.must_act:
        return not any(map(_owns_up, sentences))
    # What is false of an answer to a question is answered by us instead.
    claims = (Assessment.CLAIM, Assessment.FALSE) if event.may_act else (Assessment.CLAIM,)
    return all(sentence.assessment in claims for sentence in sentences)


def _owns_up(sentence: ScreenedSentence) -> bool:
    """Whether it may be heard and asks back, or says how it is or that nothing was done."""
    if is_question(sentence.text):
        return sentence.is_allowed
    return sentence.assessment in (Assessment.DENIAL, Assessment.TRUE)
