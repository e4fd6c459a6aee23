"""From one sentence to its answer: what it means, what comes of that, and what is left open."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from .act import ready
from .authority import Authority
from .confirmation import Confirmations, Said, left_waiting
from .events import CallSent, Event, EventListener, PlanMade
from .heard import Heard
from .home import Home, ServiceCall, Snapshot
from .outcome import Outcome
from .plan import Plan
from .replies import asking, only_said, refused, spoken_of, verdict
from .speak import ask_which, length, phrase, propose, refuse, report, tell_why
from .trace import Trace, trace_agreed, trace_of
from .turn import Reply, Tier, Turn
from .understand import (
    Ended,
    Evidence,
    NotMine,
    Proposal,
    Question,
    Refusal,
    Remark,
    SayAgain,
    SayWhy,
    Topic,
    Understander,
    Understanding,
    Understood,
    agreed_to,
)

if TYPE_CHECKING:
    from .consult import Consultant

# What says nothing of the home needs no explanation.
_ABOUT_US = (Remark, SayAgain, SayWhy)

type CarryOut = Callable[
    [Plan, Authority, EventListener], Awaitable[tuple[tuple[Outcome, ...], ...]]
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A reply, what it leaves open, and what we then speak of."""

    reply: Reply
    asked: Question | Proposal | None
    topic: Topic
    evidence: Evidence | None = None
    """What the reply rests on; nothing where it is only about ourselves."""

    agreed: bool = False
    """Whether the person said yes to what they had asked for before."""

    def traced(self, turn: Turn, reply: Reply, before: Trace | None) -> Trace | None:
        """What is kept for whoever asks why; nothing where the last trace still holds."""
        if self.agreed and before is not None:
            return trace_agreed(before, reply)
        return None if self.evidence is None else trace_of(turn, self.evidence, reply)


class Answering:
    """Answers for one home. Whatever is to be done is carried out by somebody else."""

    def __init__(
        self,
        home: Home,
        carry_out: CarryOut,
        *,
        understander: Understander,
        confirmations: Confirmations,
        consultant: Consultant | None = None,
    ) -> None:
        """Answer about this home, and have plans carried out like this."""
        self._consultant = consultant
        self._home = home
        self._carry_out = carry_out
        self._understander = understander
        self._confirmations = confirmations

    async def decide(self, waiting: Plan, heard: Heard) -> Answer | None:
        """The answer to a yes, a no or a PIN; nothing if something else was said."""
        language = heard.language
        said = await asyncio.to_thread(self._confirmations.read, heard.turn.text, language)
        match said:
            case Said.YES:
                reply = await self._confirmed(waiting, heard)
            case Said.NO:
                reply = only_said(phrase(language, "all_right"), language)
            case Said.WRONG_PIN | Said.PIN_MISSING:
                self._confirmations.keep(heard.turn.conversation_id, waiting)
                reply = replace(asking(phrase(language, said.value), language), expects_pin=True)
            case Said.LOCKED_OUT:
                duration = timedelta(seconds=self._confirmations.locked_for)
                told = phrase(language, said.value, duration=length(duration, language))
                reply = refused(told, language)
            case Said.OTHER:
                rest = agreed_to(heard.turn.text, language)
                if not rest or self._confirmations.by_pin:
                    return None
                understanding = await self._understand(rest, heard)
                if not isinstance(understanding, Understood) or understanding.plan != waiting:
                    return None
                reply = await self._confirmed(waiting, heard)
        agreed = bool(reply.outcomes)
        return Answer(reply=reply, asked=None, topic=heard.conversation.topic, agreed=agreed)

    async def _confirmed(self, plan: Plan, heard: Heard) -> Reply:
        return await self._act(plan, replace(heard.turn.authority, confirmed=True), heard)

    async def answer(self, heard: Heard) -> Answer:
        """The answer to a sentence that stands for itself, or goes on with what was said."""
        home = self._home.snapshot()
        turn, language, before = heard.turn, heard.language, heard.conversation.before
        understanding: Understanding = NotMine()
        consultant = None if heard.secret else self._consultant
        if consultant is None or not consultant.comes_first:
            understanding = await self._understand(turn.text, heard)
        if consultant is not None and self._is_for_model(understanding, heard):
            reply = await self._consult(consultant, understanding, heard)
            understanding = NotMine()
        else:
            reply = await self._reply(understanding, home, heard)
        ended = Ended(
            understanding=understanding, mentioned=spoken_of(understanding, reply.outcomes)
        )
        topic = self._understander.topic_after(
            turn.text, home, language, before=before.topic, ended=ended
        )
        asked = understanding if isinstance(understanding, Question | Proposal) else None
        evidence = None if isinstance(understanding, _ABOUT_US) else understanding.evidence
        return Answer(reply=reply, asked=asked, topic=topic, evidence=evidence)

    async def _understand(self, text: str, heard: Heard) -> Understanding:
        # Pure, and slow enough at its first sentence to hold up a whole home.
        return await asyncio.to_thread(
            self._understander.understand,
            text,
            self._home.snapshot(),
            heard.language,
            area_id=heard.turn.area_id,
            before=heard.conversation.before,
        )

    async def _reply(self, understanding: Understanding, home: Snapshot, heard: Heard) -> Reply:
        language = heard.language
        match understanding:
            case Understood(plan=plan):
                return await self._act(plan, heard.turn.authority, heard)
            case Question() as question:
                text = ask_which(question, home.layout, language)
                return asking(text, language)
            case Proposal() as proposal:
                text = propose(proposal, home.layout, language)
                return asking(text, language)
            case Refusal() as refusal:
                return refused(refuse(refusal, language), language)
            case Remark(key=key):
                return only_said(phrase(language, key), language)
            case SayWhy():
                return only_said(
                    tell_why(heard.conversation.trace, home.layout, language), language
                )
            case SayAgain():
                return only_said(heard.conversation.last_reply, language)
            case NotMine(nearest=nearest):
                return replace(refused(refuse(nearest, language), language), tier=Tier.NONE)

    def _is_for_model(self, understanding: Understanding, heard: Heard) -> bool:
        """Whether a model may know better: what it asked about itself, and what is beyond us."""
        if isinstance(understanding, NotMine):
            return True
        if isinstance(understanding, Refusal) and self._understander.is_beyond_us(
            understanding, heard.language
        ):
            return True
        return heard.conversation.model_asked and isinstance(
            understanding, Refusal | Question | Proposal
        )

    async def _consult(
        self, consultant: Consultant, understanding: Understanding, heard: Heard
    ) -> Reply:
        match understanding:
            case NotMine(nearest=nearest):
                pass
            case Refusal():
                nearest = understanding
            case _:
                nearest = None
        by_pin = self._confirmations.by_pin
        consulted = await consultant.answer(heard, nearest, by_pin=by_pin)
        if consulted.waiting is not None:
            self._confirmations.keep(heard.turn.conversation_id, consulted.waiting)
        return consulted.reply

    async def _act(self, plan: Plan, authority: Authority, heard: Heard) -> Reply:
        calls: list[ServiceCall] = []

        def note(event: Event) -> None:
            if isinstance(event, CallSent):
                calls.append(event.call)
            heard.listener(event)

        plan = ready(plan, self._home.snapshot())
        heard.listener(PlanMade(plan=plan))
        ended = await self._carry_out(plan, authority, note)
        if waiting := left_waiting(plan, ended):
            self._confirmations.keep(heard.turn.conversation_id, waiting)
        told = report(
            plan,
            ended,
            self._home.snapshot().layout,
            heard.language,
            by_pin=self._confirmations.by_pin,
        )
        return Reply(
            text=told.text,
            tier=Tier.FAST,
            language=heard.language.code,
            verdict=verdict(told.outcomes),
            expects_answer=waiting is not None,
            expects_pin=waiting is not None and self._confirmations.by_pin,
            outcomes=told.outcomes,
            calls=tuple(calls),
        )
