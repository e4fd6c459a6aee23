"""The one path that every sentence takes: understand, act, speak."""

import asyncio
import logging
from dataclasses import dataclass, replace
from time import perf_counter

from .act import Actor, ready
from .authority import Authority
from .conversation import Conversation, Exchange, recall, remember
from .errors import StoreError
from .events import (
    CallSent,
    Event,
    EventListener,
    PlanMade,
    TurnFinished,
    TurnStarted,
    ignore,
)
from .home import Home, ServiceCall, Snapshot
from .language import Language, load_language, match_language
from .outcome import Outcome, Status
from .plan import Plan, QueryStep
from .settings import Settings
from .speak import ask_which, phrase, propose, refuse, report
from .store import Store
from .turn import Reply, Tier, Turn, Verdict
from .understand import (
    Ended,
    NotMine,
    Proposal,
    Question,
    Refusal,
    Remark,
    SayAgain,
    Topic,
    Understander,
    Understanding,
    Understood,
    discreet,
)

_LOGGER = logging.getLogger(__name__)


class Agent:
    """Understands and acts for one home."""

    def __init__(self, home: Home, *, store: Store, settings: Settings | None = None) -> None:
        """Serve this home; conversations are kept in the store."""
        settings = settings or Settings()
        self._home = home
        self._store = store
        self._understander = Understander()
        self._actor = Actor(home, patience=settings.patience, safety=settings.safety)

    async def prepare(self, language: str) -> None:
        """Load a language ahead of its first sentence."""
        await asyncio.to_thread(self._warm_up, match_language(language), self._home.snapshot())

    async def hear(self, turn: Turn, listener: EventListener = ignore) -> Reply:
        """Answer one sentence. Whatever is said, there is a reply; only our own trouble raises."""
        started = perf_counter()
        listener(TurnStarted(turn=turn))
        language = await asyncio.to_thread(load_language, match_language(turn.language))
        conversation = await self._recall(turn.conversation_id)
        heard = _Heard(turn=turn, language=language, conversation=conversation, listener=listener)
        answer = await self._answer(heard)
        reply = replace(answer.reply, latency_ms=(perf_counter() - started) * 1000)
        exchange = Exchange(heard=discreet(turn.text, language), said=reply.text)
        after = conversation.after(exchange, answer.asked, answer.topic)
        await self._remember(turn.conversation_id, after)
        listener(TurnFinished(turn=turn, reply=reply))
        return reply

    async def _answer(self, heard: _Heard) -> _Answer:
        home = self._home.snapshot()
        turn, language, before = heard.turn, heard.language, heard.conversation.before
        # The grammar is pure, and slow enough at its first sentence to hold up a whole home.
        understanding = await asyncio.to_thread(
            self._understander.understand,
            turn.text,
            home,
            language,
            area_id=turn.area_id,
            before=before,
        )
        reply = await self._reply(understanding, home, heard)
        ended = Ended(
            understanding=understanding, mentioned=_spoken_of(understanding, reply.outcomes)
        )
        topic = self._understander.topic_after(
            turn.text, home, language, before=before.topic, ended=ended
        )
        asked = understanding if isinstance(understanding, Question | Proposal) else None
        return _Answer(reply=reply, asked=asked, topic=topic)

    async def _reply(self, understanding: Understanding, home: Snapshot, heard: _Heard) -> Reply:
        language = heard.language
        match understanding:
            case Understood(plan=plan):
                return await self._carry_out(plan, heard.turn.authority, heard)
            case Question() as question:
                text = ask_which(question, home.layout, language)
                return replace(_nothing_done(text, Tier.FAST, language), expects_answer=True)
            case Proposal() as proposal:
                text = propose(proposal, home.layout, language)
                return replace(_nothing_done(text, Tier.FAST, language), expects_answer=True)
            case Refusal() as refusal:
                return _nothing_done(refuse(refusal, language), Tier.FAST, language)
            case Remark(key=key):
                return _only_said(phrase(language, key), language)
            case SayAgain():
                return _only_said(heard.conversation.last_reply, language)
            case NotMine(nearest=nearest):
                return _nothing_done(refuse(nearest, language), Tier.NONE, language)

    async def _carry_out(self, plan: Plan, authority: Authority, heard: _Heard) -> Reply:
        calls: list[ServiceCall] = []

        def note(event: Event) -> None:
            if isinstance(event, CallSent):
                calls.append(event.call)
            heard.listener(event)

        plan = ready(plan, self._home.snapshot())
        heard.listener(PlanMade(plan=plan))
        ended = await self._actor.carry_out(plan, authority, note)
        told = report(plan, ended, self._home.snapshot().layout, heard.language)
        return Reply(
            text=told.text,
            tier=Tier.FAST,
            language=heard.language.code,
            verdict=_verdict(told.outcomes),
            outcomes=told.outcomes,
            calls=tuple(calls),
        )

    async def _recall(self, conversation_id: str) -> Conversation:
        """The conversation so far. A broken disk must not keep anyone from switching a lamp."""
        try:
            return await recall(self._store, conversation_id)
        except StoreError as error:
            _LOGGER.warning("Starting the conversation anew: %s", error)
            return Conversation()

    async def _remember(self, conversation_id: str, conversation: Conversation) -> None:
        try:
            await remember(self._store, conversation_id, conversation)
        except StoreError as error:
            _LOGGER.warning("The conversation is not kept: %s", error)

    def _warm_up(self, code: str, home: Snapshot) -> None:
        # The grammar is parsed as it is used: a sentence that fits nothing visits most of it.
        self._understander.understand("?", home, load_language(code))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heard:
    """One sentence, and all that answering it takes."""

    turn: Turn
    language: Language
    conversation: Conversation
    listener: EventListener


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """A reply, what it leaves open, and what we then speak of."""

    reply: Reply
    asked: Question | Proposal | None
    topic: Topic


def _nothing_done(text: str, tier: Tier, language: Language) -> Reply:
    return Reply(text=text, tier=tier, language=language.code, verdict=Verdict.REFUSED)


def _only_said(text: str, language: Language) -> Reply:
    return Reply(text=text, tier=Tier.FAST, language=language.code, verdict=Verdict.OK)


def _spoken_of(understanding: Understanding, outcomes: tuple[Outcome, ...]) -> tuple[str, ...]:
    """The entities that a reply was about: of those that were looked at, the ones it named."""
    steps = understanding.plan.steps if isinstance(understanding, Understood) else ()
    every = any(isinstance(step, QueryStep) and step.wording.response == "all" for step in steps)
    named = [one for one in outcomes if one.matched is not every]
    return tuple(one.entity_id for one in named or outcomes if one.entity_id)


def _verdict(outcomes: tuple[Outcome, ...]) -> Verdict:
    statuses = {outcome.status for outcome in outcomes}
    if Status.FAILED in statuses:
        return Verdict.FAILED
    if statuses == {Status.REFUSED}:
        return Verdict.REFUSED
    return Verdict.FAILED if Status.REFUSED in statuses else Verdict.OK
