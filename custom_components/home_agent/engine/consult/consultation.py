"""One turn with a model: it is asked, its tools are used, and what it says is screened."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from time import perf_counter

from ..authority import Authority, Origin
from ..events import EventListener, ModelAnswered, ModelAsked, ReplyDelta
from ..home import Home
from ..llm.assembly import Assembly
from ..llm.budget import spent_on
from ..llm.errors import ModelError
from ..llm.failover import Failover
from ..llm.ledger import Ledger
from ..llm.messages import (
    AssistantMessage,
    Finished,
    Message,
    Request,
    TextDelta,
    ToolCallDelta,
    Usage,
)
from ..llm.settings import ModelSettings
from ..tools.tool import CarryOut, ToolContext, Touches
from ..tools.tool_calls import CallHistory, CallResult
from ..tools.toolbox import Toolbox
from .action_log import ActionLog
from .assessment import Assessment, Evidence, ScreenedSentence
from .classifier import Purpose
from .facts import nothing_done
from .reply_buffer import ReplyBuffer
from .reply_writer import ReplyWriter
from .sentences import is_question
from .turn_screen import TurnScreen


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a model is given to answer with."""

    home: Home
    model: Failover
    toolbox: Toolbox
    carry_out: CarryOut
    ledger: Ledger
    prices: Mapping[str, ModelSettings]
    """The models by what they are called, for what they cost."""

    rounds: int
    """How often in a turn it may have tools used."""


@dataclass(slots=True, kw_only=True)
class Course:
    """How a turn went so far, also where it broke off."""

    saying: ReplyWriter
    outlet: ReplyBuffer
    deeds: ActionLog = field(default_factory=ActionLog)
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    other_tokens: int = 0
    """What its tools used of another model."""

    elsewhere: bool = False
    """Whether a tool that is not ours says that it did something: we cannot say that it did not."""

    watching: bool = False
    """Whether something is watched for, as a tool tells: a promise to tell of it is true."""

    part_refused: bool = False
    """Whether something that it last wanted to do could not be done."""

    looked_up: list[str] = field(default_factory=list)
    """What tools answered that only look."""

    informed: bool = False
    """Whether a tool told of something beyond this home, which we cannot hold to anything."""

    false_claims: bool = False
    """Whether it went on claiming what did not happen, so that it was not heard."""

    began: bool = False
    """Whether any of its words came."""

    cut_off: bool = False
    """Whether its last answer ended before it was complete."""

    wrote_call: bool = False
    """Whether its last answer was a call in words, which nobody carries out."""

    model: str = ""
    rounds: int = 0
    tools: list[str] = field(default_factory=list)
    """The tools that were used, in order."""

    @property
    def anything_done(self) -> bool:
        """Whether at least one thing was done, or may have been."""
        return self.deeds.anything_done or self.elsewhere

    @property
    def may_promise(self) -> bool:
        """Whether somebody will be told of something: what is planned is told when it is done."""
        return self.watching or self.elsewhere or self.deeds.anything_planned

    @property
    def done(self) -> Evidence:
        """What words may rest on."""
        return Evidence(
            tried=bool(self.deeds.acted),
            entity_ids=self.deeds.succeeded,
            may_promise=self.may_promise,
            elsewhere=self.elsewhere,
            told="\n".join(self.looked_up),
            informed=self.informed,
        )


class Consultation:
    """Asks a model about one sentence."""

    def __init__(self, means: Means, turn: TurnScreen, *, listener: EventListener) -> None:
        """Let through what `turn` lets through."""
        self._means = means
        self._screen = turn.screen
        self._acts = turn.acts
        self._listener = listener
        self._used = CallHistory()
        outlet = ReplyBuffer(lambda text: listener(ReplyDelta(text=text)))
        holds_all = turn.purpose is Purpose.ACTION
        saying = ReplyWriter(outlet.say, turn.screen, holds_all=holds_all)
        self.course = Course(saying=saying, outlet=outlet)

    async def run(self, messages: tuple[Message, ...], authority: Authority) -> None:
        """Ask until there is an answer that may be heard. Raises `ModelError`.

        What came of it is in `course`, whether this returns or raises.
        """
        try:
            await self._converse(messages, authority)
        except ModelError:
            # What was begun is heard as far as it came.
            await self._take(self.course.saying.rest())
            self.course.saying.settle()
            raise
        finally:
            if self.course.deeds.waiting is None:
                self.course.outlet.release()

    async def _converse(self, messages: tuple[Message, ...], authority: Authority) -> None:
        told = False
        tools_left = self._means.rounds
        saying = self.course.saying
        while True:
            self.course.rounds += 1
            self.course.outlet.hold()
            await self._means.ledger.check(authority.user_id, authority.conversation_key)
            answer, finished = await self._ask(messages)
            await self._note(finished, authority)
            if answer.calls and not tools_left:
                saying.drop()
                return
            if answer.calls:
                if not saying.holds_all:
                    await self._take(saying.rest())
                    saying.settle()
                saying.drop()
                saying.pause()
                tools_left -= 1
                messages = (*messages, answer, *await self._use(answer, authority))
                if self.course.deeds.waiting is not None:
                    # What it said before is not heard: the question is ours alone.
                    self.course.outlet.discard()
                    return
                self.course.outlet.release()
                continue
            self.course.cut_off = finished.reason == "length"
            await self._take(saying.rest())
            saying.settle()
            if not self._tells_of_nothing():
                return
            if told:
                self.course.false_claims = True
                return
            told = self._screen.suspects = True
            messages = (*messages, _words(answer), nothing_done(self.course.deeds.outcomes))
            saying.drop()
            saying.pause()

    async def _ask(self, messages: tuple[Message, ...]) -> tuple[AssistantMessage, Finished]:
        self._listener(ModelAsked(round=self.course.rounds))
        request = Request(messages=messages, tools=self._means.toolbox.specs())
        assembly = Assembly()
        self.course.began = False
        started = perf_counter()
        first: float | None = None
        async with aclosing(self._means.model.stream(request, self._listener)) as deltas:
            async for delta in deltas:
                first = first or perf_counter()
                assembly.add(delta)
                if isinstance(delta, TextDelta):
                    self.course.began = True
                    await self._take(self.course.saying.hear(delta.text))
                elif isinstance(delta, ToolCallDelta):
                    self.course.outlet.wait()
        finished = assembly.finished or Finished(usage=Usage(estimated=True))
        self._listener(
            ModelAnswered(
                provider=finished.provider,
                model=finished.model,
                usage=finished.usage,
                first_ms=((first or perf_counter()) - started) * 1000,
                duration_ms=(perf_counter() - started) * 1000,
            )
        )
        return assembly.message, finished

    async def _take(self, sentences: list[str]) -> None:
        """Screen some sentences, and say what may be heard of them."""
        for sentence in sentences:
            # Reading a sentence takes a while in a large home.
            screened = await asyncio.to_thread(self._screen.screen, sentence)
            self.course.saying.take(sentence, screened)

    async def _note(self, finished: Finished, authority: Authority) -> None:
        """Write down what an answer took."""
        model = self._means.prices.get(finished.provider)
        await self._means.ledger.note(
            finished.usage,
            model,
            user_id=authority.user_id,
            conversation_id=authority.conversation_key,
        )
        self.course.wrote_call = finished.wrote_call
        self.course.usage += finished.usage
        self.course.cost += spent_on(finished.usage, model).cost
        self.course.model = finished.model or finished.provider or self.course.model

    async def _use(self, answer: AssistantMessage, authority: Authority) -> tuple[Message, ...]:
        context = ToolContext(
            home=self._means.home,
            carry_out=self._means.carry_out,
            authority=replace(authority.through(Origin.MODEL), confirmed=False, agreed=()),
            listener=self._listener,
        )
        ended = await self._means.toolbox.use(answer.calls, context, self._used)
        self._used = self._used.after(answer.calls, ended)
        course = self.course
        course.part_refused = self._is_refused(answer, ended)
        for message, result in ended:
            course.deeds += result.acted
            if result.success and not result.acted and not result.elsewhere:
                course.looked_up.append(message.content)
            if result.tokens:
                # Whatever it was, it is paid for: what it cost is not known.
                used = Usage(completion=result.tokens)
                await self._means.ledger.note(
                    used, user_id=authority.user_id, conversation_id=authority.conversation_key
                )
            course.other_tokens += result.tokens
            course.elsewhere |= result.success and result.elsewhere
            course.watching |= result.watching
            course.informed |= result.success and result.from_outside
        course.tools += [call.name for call in answer.calls]
        self._screen.done = course.done
        if course.deeds.acted:
            # Something was to be done after all: our own report comes first.
            course.saying.holds_all = True
        return tuple(message for message, _result in ended)

    def _is_refused(self, answer: AssistantMessage, ended: tuple[CallResult, ...]) -> bool:
        """Whether a call that was to act came to nothing; one that then does makes up for it."""
        touches = self._means.toolbox.touches
        acting = [
            result
            for call, (_message, result) in zip(answer.calls, ended, strict=True)
            if touches(call.name) is Touches.HOME
        ]
        if not acting:
            return self.course.part_refused
        return any(not one.success and not one.acted for one in acting)

    def _tells_of_nothing(self) -> bool:
        """Whether the answer speaks of deeds although nothing was done, and should be told so."""
        course, screened = self.course, self.course.saying.screened
        if course.anything_done or not screened:
            return False
        if any(one.is_deed or one.is_promise for one in screened if not one.is_heard):
            return True
        if self._acts and self._screen.purpose is Purpose.ACTION:
            return not any(map(_owns_up, screened))
        return all(one.standing is Assessment.CLAIM for one in screened)


def _owns_up(screened: ScreenedSentence) -> bool:
    """Whether a sentence that is heard asks back, says how it is or that nothing was done."""
    if is_question(screened.sentence):
        return screened.is_heard
    return screened.standing in (Assessment.DENIAL, Assessment.TRUE)


def _words(answer: AssistantMessage) -> AssistantMessage:
    # Some servers refuse a message of nothing.
    return AssistantMessage(text=answer.text or "…")
