"""The one path that every sentence takes: understand, act, speak."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from time import perf_counter

from .act import Actor, Clock, Diary, Gate, LoopClock, OnBehalf, Waking, in_no_name, ready
from .announcer import Announcer
from .authority import Authority
from .confirmation import Answer, Confirmations, left_waiting
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
from .plan import Plan
from .replies import asking, only_said, refused, spoken_of, verdict
from .settings import Settings
from .speak import ask_which, length, phrase, propose, refuse, report, tell_why
from .store import Store
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
    discreet,
)

# What stands for a PIN wherever a sentence is shown or kept.
_HIDDEN = "••••"

# What says nothing of the home needs no explanation.
_ABOUT_US = (Remark, SayAgain, SayWhy)

_LOGGER = logging.getLogger(__name__)


class Agent:
    """Understands and acts for one home."""

    def __init__(
        self,
        home: Home,
        *,
        store: Store,
        settings: Settings | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Serve this home; conversations, and what is for later, are kept in the store."""
        settings = settings or Settings()
        self._home = home
        self._store = store
        self._understander = Understander()
        self._actor = Actor(home, store=store, patience=settings.patience, safety=settings.safety)
        self._announcer = Announcer(home)
        self._diary = Diary(
            home,
            store,
            actor=self._actor,
            gate=Gate(settings.safety),
            time=Waking(clock=clock or LoopClock(), tell=self._announcer.hear),
        )
        self._confirmations = Confirmations(settings.safety.pin)

    def listen(self, listener: EventListener) -> Callable[[], None]:
        """Hear of what happens by itself, until the returned function is called."""
        return self._announcer.listen(listener)

    async def start(self, on_behalf: OnBehalf = in_no_name) -> None:
        """Take up what was planned before, and see to it until `close`. Raises `StoreError`."""
        await self._diary.load()
        await asyncio.to_thread(self._announcer.learn, self._diary.languages)
        await self._diary.start(on_behalf)

    async def close(self) -> None:
        """Do nothing more by itself; what is planned stays planned."""
        await self._diary.close()

    async def prepare(self, language: str) -> None:
        """Load a language ahead of its first sentence."""
        await asyncio.to_thread(self._warm_up, match_language(language), self._home.snapshot())

    async def hear(self, turn: Turn, listener: EventListener = ignore) -> Reply:
        """Answer one sentence. Whatever is said, there is a reply; only our own trouble raises."""
        started = perf_counter()
        language = await asyncio.to_thread(load_language, match_language(turn.language))
        waiting = self._confirmations.take(turn.conversation_id)
        shown = replace(turn, text=await asyncio.to_thread(self._shown, turn, language, waiting))
        listener(TurnStarted(turn=shown))
        conversation = await self._recall(turn.conversation_id)
        heard = _Heard(turn=turn, language=language, conversation=conversation, listener=listener)
        decided = await self._decided(waiting, heard) if waiting else None
        if shown.text == _HIDDEN:
            # A PIN that nobody asked for is no sentence, and nothing for a model.
            heard = replace(heard, turn=shown)
        answer = decided or await self._answer(heard)
        reply = replace(answer.reply, latency_ms=(perf_counter() - started) * 1000)
        exchange = Exchange(heard=shown.text, said=reply.text)
        trace = answer.traced(shown, reply, conversation.trace)
        after = conversation.after(exchange, answer.asked, answer.topic, trace)
        await self._remember(turn.conversation_id, after)
        listener(TurnFinished(turn=shown, reply=reply))
        return reply

    def _shown(self, turn: Turn, language: Language, waiting: Plan | None) -> str:
        """The sentence as others may see it and as it is kept: without a code or a PIN."""
        if self._confirmations.tells_pin(turn.text, language, asked=waiting is not None):
            return _HIDDEN
        return discreet(turn.text, language)

    async def _decided(self, waiting: Plan, heard: _Heard) -> _Answer | None:
        """The answer to a yes, a no or a PIN; nothing if something else was said."""
        language = heard.language
        said = await asyncio.to_thread(self._confirmations.read, heard.turn.text, language)
        match said:
            case Answer.YES:
                reply = await self._confirmed(waiting, heard)
            case Answer.NO:
                reply = only_said(phrase(language, "all_right"), language)
            case Answer.WRONG_PIN | Answer.PIN_MISSING:
                self._confirmations.keep(heard.turn.conversation_id, waiting)
                reply = replace(asking(phrase(language, said.value), language), expects_pin=True)
            case Answer.LOCKED_OUT:
                duration = timedelta(seconds=self._confirmations.locked_for)
                told = phrase(language, said.value, duration=length(duration, language))
                reply = refused(told, language)
            case Answer.OTHER:
                rest = agreed_to(heard.turn.text, language)
                if not rest or self._confirmations.by_pin:
                    return None
                understanding = await self._understand(rest, heard)
                if not isinstance(understanding, Understood) or understanding.plan != waiting:
                    return None
                reply = await self._confirmed(waiting, heard)
        agreed = bool(reply.outcomes)
        return _Answer(reply=reply, asked=None, topic=heard.conversation.topic, agreed=agreed)

    async def _confirmed(self, plan: Plan, heard: _Heard) -> Reply:
        return await self._carry_out(plan, replace(heard.turn.authority, confirmed=True), heard)

    async def _answer(self, heard: _Heard) -> _Answer:
        home = self._home.snapshot()
        turn, language, before = heard.turn, heard.language, heard.conversation.before
        understanding = await self._understand(turn.text, heard)
        reply = await self._reply(understanding, home, heard)
        ended = Ended(
            understanding=understanding, mentioned=spoken_of(understanding, reply.outcomes)
        )
        topic = self._understander.topic_after(
            turn.text, home, language, before=before.topic, ended=ended
        )
        asked = understanding if isinstance(understanding, Question | Proposal) else None
        evidence = None if isinstance(understanding, _ABOUT_US) else understanding.evidence
        return _Answer(reply=reply, asked=asked, topic=topic, evidence=evidence)

    async def _understand(self, text: str, heard: _Heard) -> Understanding:
        # Pure, and slow enough at its first sentence to hold up a whole home.
        return await asyncio.to_thread(
            self._understander.understand,
            text,
            self._home.snapshot(),
            heard.language,
            area_id=heard.turn.area_id,
            before=heard.conversation.before,
        )

    async def _reply(self, understanding: Understanding, home: Snapshot, heard: _Heard) -> Reply:
        language = heard.language
        match understanding:
            case Understood(plan=plan):
                return await self._carry_out(plan, heard.turn.authority, heard)
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

    async def _carry_out(self, plan: Plan, authority: Authority, heard: _Heard) -> Reply:
        calls: list[ServiceCall] = []

        def note(event: Event) -> None:
            if isinstance(event, CallSent):
                calls.append(event.call)
            heard.listener(event)

        plan = ready(plan, self._home.snapshot())
        heard.listener(PlanMade(plan=plan))
        ended = await self._diary.carry_out(plan, authority, note)
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
    evidence: Evidence | None = None
    """What the reply rests on; nothing where it is only about ourselves."""

    agreed: bool = False
    """Whether the person said yes to what they had asked for before."""

    def traced(self, turn: Turn, reply: Reply, before: Trace | None) -> Trace | None:
        """What is kept for whoever asks why; nothing where the last trace still holds."""
        if self.agreed and before is not None:
            return trace_agreed(before, reply)
        return None if self.evidence is None else trace_of(turn, self.evidence, reply)
