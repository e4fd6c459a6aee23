"""One turn with a model: it is asked, its tools are used, and what it says is checked."""

from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from time import perf_counter

from ..authority import Authority, Origin
from ..events import EventListener, ModelAnswered, ModelAsked, ReplyDelta
from ..home import Home
from ..llm.assembly import Assembly
from ..llm.budget import spent_on
from ..llm.failover import Failover
from ..llm.ledger import Ledger
from ..llm.messages import (
    AssistantMessage,
    Finished,
    Message,
    Request,
    TextDelta,
    Usage,
)
from ..llm.settings import ModelSettings
from ..tools.tool import CarryOut, Surroundings
from ..tools.toolbox import Toolbox
from ..tools.used import Used
from .claims import Claims
from .deeds import Deeds
from .facts import nothing_done
from .saying import Caution, Saying


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

    saying: Saying
    deeds: Deeds = field(default_factory=Deeds)
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    other_tokens: int = 0
    """What its tools used of another model."""

    elsewhere: bool = False
    """Whether a tool that is not ours says that it did something: we cannot say that it did not."""

    watching: bool = False
    """Whether something is watched for, as a tool tells: a promise to tell of it is true."""

    false_claims: bool = False
    """Whether it went on claiming what did not happen, so that its answer was not heard."""

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


class Consultation:
    """Asks a model about one sentence."""

    def __init__(
        self, means: Means, claims: Claims, caution: Caution, *, listener: EventListener
    ) -> None:
        """Be as cautious as this with what it says before anything was done."""
        self._means = means
        self._claims = claims
        self._strict = caution is Caution.ALL
        self._listener = listener
        self._used = Used()
        self.course = Course(
            saying=Saying(lambda text: listener(ReplyDelta(text=text)), claims, caution)
        )

    async def run(self, messages: tuple[Message, ...], authority: Authority) -> None:
        """Ask until there is an answer that may be heard. Raises `ModelError`.

        What came of it is in `course`, whether this returns or raises.
        """
        told = False
        tools_left = self._means.rounds
        while True:
            self.course.rounds += 1
            await self._means.ledger.check(authority.user_id, authority.conversation_id)
            answer, finished = await self._ask(messages)
            await self._note(finished, authority)
            saying = self.course.saying
            if answer.calls and not tools_left:
                saying.drop()
                return
            if answer.calls:
                saying.drop()
                saying.pause()
                tools_left -= 1
                messages = (*messages, answer, *await self._use(answer, authority))
                if self.course.deeds.waiting is not None:
                    return
                continue
            saying.settle()
            if self._may_be_heard(again=told):
                saying.release()
                return
            if told:
                self.course.false_claims = True
                saying.drop()
                return
            told = True
            saying.doubt()
            messages = (*messages, _words(answer), nothing_done(self.course.deeds.outcomes))
            saying.drop()

    async def _ask(self, messages: tuple[Message, ...]) -> tuple[AssistantMessage, Finished]:
        self._listener(ModelAsked(round=self.course.rounds))
        request = Request(messages=messages, tools=self._means.toolbox.specs())
        assembly = Assembly()
        started = perf_counter()
        first: float | None = None
        async with aclosing(self._means.model.stream(request, self._listener)) as deltas:
            async for delta in deltas:
                first = first or perf_counter()
                assembly.add(delta)
                if isinstance(delta, TextDelta):
                    self.course.saying.hear(delta.text)
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

    async def _note(self, finished: Finished, authority: Authority) -> None:
        """Write down what an answer took."""
        model = self._means.prices.get(finished.provider)
        await self._means.ledger.note(
            finished.usage,
            model,
            user_id=authority.user_id,
            conversation_id=authority.conversation_id,
        )
        self.course.usage += finished.usage
        self.course.cost += spent_on(finished.usage, model).cost
        self.course.model = finished.model or finished.provider or self.course.model

    async def _use(self, answer: AssistantMessage, authority: Authority) -> tuple[Message, ...]:
        around = Surroundings(
            home=self._means.home,
            carry_out=self._means.carry_out,
            authority=replace(authority, origin=Origin.MODEL, confirmed=False),
            listener=self._listener,
        )
        ended = await self._means.toolbox.use(answer.calls, around, self._used)
        self._used = self._used.after(answer.calls, ended)
        course = self.course
        for _message, result in ended:
            course.deeds += result.acted
            if result.tokens:
                # Whatever it was, it is paid for: what it cost is not known.
                used = Usage(completion=result.tokens)
                await self._means.ledger.note(
                    used, user_id=authority.user_id, conversation_id=authority.conversation_id
                )
            course.other_tokens += result.tokens
            course.elsewhere |= result.success and result.elsewhere
            course.watching |= result.watching
        course.tools += [call.name for call in answer.calls]
        if course.anything_done:
            course.saying.trust()
        return tuple(message for message, _result in ended)

    def _may_be_heard(self, *, again: bool) -> bool:
        """Whether what is held may be heard, with nothing done that it could be about.

        An action was asked for: at first only what asks, denies or says that it was so before
        passes. Once the model was told that nothing happened, whatever does not claim the opposite.
        """
        held = self.course.saying.held
        if self.course.saying.may_claim or not held:
            return True
        if self._claims.says_done(held, may_promise=self.course.may_promise):
            return False
        return again or not self._strict or self._claims.is_modest(held)


def _words(answer: AssistantMessage) -> AssistantMessage:
    # Some servers refuse a message of nothing.
    return AssistantMessage(text=answer.text or "…")
