"""The one path that every sentence takes: understand, act, speak."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from .act import AuthorityScope, ScheduleBackend, for_nobody
from .agent_api import AgentApi
from .agent_parts import AgentParts
from .authority import HOUSEHOLD, Authority, conversation_key
from .conversation.answer import Answer
from .conversation.conversation import Conversation, Exchange
from .conversation.redaction import TextRedactor
from .conversation.replies import find_forgotten, refusal_reply
from .conversation.taught import TaughtSentences
from .conversation.turn_context import TurnContext
from .events import (
    Announcement,
    EventListener,
    JobEnded,
    TurnFinished,
    TurnStarted,
    ignore,
)
from .home import Snapshot
from .language import Language, load_language, match_language
from .memory.memories import Memories
from .memory.statements import build_redactor
from .outcome import Outcome
from .plan import Plan
from .speak import phrase
from .tools.tool import MoreTools, no_more_tools
from .turn import Reply, Tier, Turn
from .understand import Understanding, redact_sentence
from .understand.text.digits import REDACTED
from .watch.settings_jobs import sync_watches

if TYPE_CHECKING:
    pass

# How many seconds a sentence that is being answered has when the agent is to end.
_PATIENCE = 10.0

# Nobody types more, and no model is asked about more.
_LONGEST = 8000

# The words of an answer to "which one?", which says nothing without what it answers.
_LONGEST_ANSWER = 4


class Agent:
    """Understands and acts for one home."""

    def __init__(self, parts: AgentParts, api: AgentApi) -> None:
        """Answer with these parts."""
        self._parts = parts
        self._languages: dict[str, Language] = {}
        self._starting = asyncio.Lock()
        self._is_closed = False
        self._turn_listeners: dict[object, EventListener] = {}
        self.api = api
        """What can be had of the agent without a sentence."""

    @property
    def memories(self) -> Memories:
        """What is remembered across conversations."""
        return self._parts.memories

    def listen(self, listener: EventListener) -> Callable[[], None]:
        """Hear of what happens by itself, until the returned function is called."""
        return self._parts.announcer.listen(listener)

    def listen_to_turns(self, listener: EventListener) -> Callable[[], None]:
        """Hear how each turn ends, whoever speaks, until the returned function is called."""
        key = object()
        self._turn_listeners[key] = listener

        def stop() -> None:
            self._turn_listeners.pop(key, None)

        return stop

    async def start(self, on_behalf: AuthorityScope = for_nobody) -> None:
        """Take up what was planned before, and see to it until `close`. Raises `StoreError`."""
        parts = self._parts
        scheduler, settings = parts.scheduler, parts.settings
        async with self._starting:
            if self._is_closed:
                return
            await scheduler.load()
            await sync_watches(
                settings.watches, scheduler, parts.home.snapshot(), settings.language
            )
            await asyncio.to_thread(parts.announcer.load_languages, scheduler.languages)
            await scheduler.start(parts.step_executor.carry_out, on_behalf)
            parts.missing_entities.start()
            parts.event_watcher.start()
            parts.recent_events.start()

    async def send(self, announcement: Announcement) -> tuple[Outcome, ...]:
        """Send it to where somebody will find it, by the notify targets that are set."""
        return await self._parts.announcer.send(announcement)

    @property
    def schedule_backend(self) -> ScheduleBackend:
        """Keeps things for later for other agents in the same home, once this one is started."""
        return self._parts.scheduler

    def delegate(self, schedule_backend: ScheduleBackend) -> None:
        """Have another agent in the same home see to what is for later, instead of `start`."""
        self._parts.schedule_backend.backend = schedule_backend

    async def close(self) -> None:
        """Do nothing more by itself, for good; what is planned stays planned.

        What somebody still waits for comes to its end first, so that nothing of it is lost.
        """
        self._is_closed = True
        parts = self._parts
        await parts.active_requests.wait_idle(_PATIENCE)
        # Whoever is still beginning would go on without us.
        async with self._starting:
            parts.recent_events.close()
            parts.missing_entities.close()
            await parts.event_watcher.close()
            await parts.scheduler.close()
        await parts.threads.close()
        await parts.conversations.close()
        await parts.toolbox.close()
        await parts.context_providers.close()
        if parts.consultant is not None:
            await parts.consultant.close()

    async def prepare(self, language: str) -> None:
        """Load a language ahead of its first sentence."""
        code = match_language(language)
        await self._parts.threads.run("", self._warm_up, code, self._parts.home.snapshot())

    async def prepare_models(self) -> None:
        """Load what asking a model takes, ahead of the first question; raises nothing.

        It takes seconds, and nobody need wait for it: for the background.
        """
        if self._parts.consultant is not None:
            await self._parts.consultant.prepare()
            await self._parts.context_providers.start()

    async def hear(
        self, turn: Turn, listener: EventListener = ignore, more_tools: MoreTools = no_more_tools
    ) -> Reply:
        """Answer one sentence. Whatever is said, there is a reply; only our own trouble raises.

        A model that is asked may use more tools besides ours.
        """
        with self._parts.active_requests.admit(turn.asker) as has_room:
            if not has_room or self._parts.active_requests.is_too_often(turn.asker):
                return await self._turn_away(turn, "too_many_at_once")
            if len(turn.text) > _LONGEST:
                return await self._turn_away(turn, "too_long")
            return await self._answer(turn, listener, more_tools)

    async def _turn_away(self, turn: Turn, why: str) -> Reply:
        """Say why a sentence is not even read; nothing of it is kept."""
        language = await self._language_of(turn)
        return replace(refusal_reply(phrase(language, why), language), tier=Tier.NONE)

    async def _language_of(self, turn: Turn) -> Language:
        """The language of a sentence, read from disk the first time. Raises `LanguageError`."""
        code = match_language(turn.language)
        if code not in self._languages:
            self._languages[code] = await self._parts.threads.run(turn.asker, load_language, code)
        return self._languages[code]

    async def _answer(self, turn: Turn, listener: EventListener, more_tools: MoreTools) -> Reply:
        started = perf_counter()
        parts, key = self._parts, turn.conversation_key
        language = await self._language_of(turn)
        pin = turn.text if turn.is_pin else None
        if pin is not None:
            # From here on nobody has it but whoever compares it.
            turn = replace(turn, text=REDACTED)
        waiting = parts.confirmations.take(key)
        # Looked at here: a home may only be looked at by the thread that it lives in.
        home = parts.home.snapshot()
        sentence = await parts.threads.run(
            turn.asker, parts.redactor.redact, turn, language, home, answers=waiting is not None
        )
        shown = replace(turn, text=sentence.shown)
        conversation, redact_before = parts.secret_questions.restore(
            key, await parts.conversations.recall(key)
        )
        listener(TurnStarted(turn=shown, begins=conversation.count == 0))

        def redact(words: str) -> str:
            return sentence.redact(redact_before(words))

        context = TurnContext(
            turn=turn,
            shown=sentence.shown,
            for_model=sentence.for_model,
            is_secret=sentence.is_secret or pin is not None,
            language=language,
            conversation=conversation,
            listener=listener,
            more_tools=more_tools,
            said=self._kept_sentence(sentence.shown, conversation, redact),
            explain=partial(parts.explainer.explain, turn.authority, conversation.trace),
        )
        decided = await parts.answering.decide(waiting, context, pin) if waiting else None
        answer = decided or await parts.answering.answer(context)
        parts.secret_questions.keep(key, answer.asked, redact)
        answer = self._without_pin(answer, language)
        reply = answer.reply.redacted(redact)
        reply = replace(reply, latency_ms=(perf_counter() - started) * 1000)
        said = parts.confirmations.shown(reply.text, language, asked=False)
        after = conversation.after(
            Exchange(heard=shown.text, said=said),
            answer.asked,
            answer.topic,
            answer.build_trace(shown, replace(reply, text=said), conversation.trace),
            kept=parts.conversations.exchanges_kept,
        )
        if reply.tier is Tier.LLM and reply.expects_answer:
            after = replace(after, model_asked=True)
        # Whatever is kept of it: the words, what was asked back, what it rests on.
        kept = after.redacted(redact)
        if forgotten := find_forgotten(answer.reply.outcomes, shown.text):
            kept = kept.without(build_redactor(forgotten))
        await parts.conversations.remember(key, kept)
        if parts.consultant is not None and turn.asks_models:
            parts.conversations.summarize(key, parts.consultant.summarize)
            if reply.tier is not Tier.FAST:
                told = redact(sentence.for_model or sentence.shown)
                parts.consultant.note_sentence(key, told, turn.authority)
        finished = TurnFinished(turn=shown, reply=reply)
        for hear in (listener, *self._turn_listeners.values()):
            hear(finished)
        return reply

    async def act(self, plan: Plan, turn: Turn, listener: EventListener = ignore) -> Reply:
        """Carry out what somebody chose instead of saying it; only our own trouble raises.

        The turn has no text. What takes a yes or the PIN waits for it in the conversation.
        """
        started = perf_counter()
        parts = self._parts
        with parts.active_requests.admit(turn.asker) as has_room:
            if not has_room:
                return await self._turn_away(turn, "too_many_at_once")
            parts.confirmations.forget(turn.conversation_key)
            context = TurnContext(
                turn=turn,
                shown="",
                language=await self._language_of(turn),
                conversation=Conversation(),
                listener=listener,
                explain=partial(parts.explainer.explain, turn.authority, None),
            )
            reply = await parts.answering.act(plan, context)
            return replace(reply, latency_ms=(perf_counter() - started) * 1000)

    async def conversation_keys(self, authority: Authority) -> tuple[str, ...]:
        """The conversations that somebody may see and end. Raises `StoreError`."""
        return await self._parts.conversations.keys_of(authority)

    async def recall(self, key: str) -> Conversation:
        """A conversation as far as it is kept, by its key; a new one if there is none."""
        return await self._parts.conversations.recall(key)

    @property
    def taught(self) -> TaughtSentences:
        """What the owner has taught."""
        return self._parts.taught

    async def read(self, text: str, language: str) -> Understanding:
        """How a sentence would be read that nothing was said before; nothing is done."""
        code, parts = match_language(language), self._parts
        home = await parts.taught.names.add_to(parts.home.snapshot())
        spoken = await parts.threads.run("", load_language, code)
        return await parts.threads.run("", parts.understander.understand, text, home, spoken)

    async def examples(self, language: str) -> tuple[str, ...]:
        """Some sentences that would work in this home, for whoever looks at it now."""
        code = match_language(language)
        home, parts = self._parts.home.snapshot(), self._parts
        spoken = await parts.threads.run("", load_language, code)
        return await parts.threads.run("", parts.understander.examples, home, spoken)

    def redact(self, text: str, language: str) -> str:
        """A sentence as it may be kept or shown elsewhere: without a code, or what may be a PIN.

        Reads the language from disk where nobody has yet.
        """
        known = load_language(match_language(language))
        return redact_sentence(self._parts.confirmations.shown(text, known, asked=False), known)

    async def record_announcement(self, conversation_id: str, announcement: Announcement) -> None:
        """Somebody was told this in a conversation, and may go on with it: "close it"."""
        about = announcement.about
        mentioned = about.job.entity_ids if isinstance(about, JobEnded) else ()
        # The next yes may be to this.
        self._parts.confirmations.forget(conversation_id)
        await self._parts.conversations.record_announcement(
            conversation_id, announcement.text, mentioned
        )

    async def resume(
        self, conversation_id: str, exchanges: tuple[Exchange, ...], user_id: str | None = None
    ) -> None:
        """Go on with a conversation that somebody else keeps: by its words, and nothing else."""
        conversation = Conversation(exchanges=exchanges, count=len(exchanges))
        key = conversation_key(conversation_id, user_id)
        await self._parts.conversations.remember(key, conversation)

    async def forget(
        self, conversation_id: str | None = None, authority: Authority = HOUSEHOLD
    ) -> int:
        """Forget a conversation, or all of them; return how many. Raises `StoreError`.

        Only those of whoever asks and the household's; for admins, everybody's.
        """
        keys = await self._parts.conversations.keys_of(authority, conversation_id)
        # A yes to what nobody remembers would be a yes to anything.
        for key in {*keys, *_own_keys(authority, conversation_id)}:
            self._parts.confirmations.forget(key)
            self._parts.secret_questions.forget(key)
            if self._parts.consultant is not None:
                self._parts.consultant.forget(key)
        return await self._parts.conversations.forget(keys)

    def _kept_sentence(self, shown: str, conversation: Conversation, redact: TextRedactor) -> str:
        """The sentence as it may be kept with what is planned, with the one that it answers."""
        if not self._parts.settings.context.history.persist:
            return ""
        if conversation.open is None or len(shown.split()) > _LONGEST_ANSWER:
            return shown
        return f"{redact(conversation.open.heard)} … {shown}"

    def _without_pin(self, answer: Answer, language: Language) -> Answer:
        """The answer with what the next sentence may go on with, without what may be a PIN."""
        asked, topic = answer.asked, answer.topic
        keep = partial(self._parts.confirmations.kept, language=language)
        return replace(
            answer,
            asked=asked and asked.redacted(keep),
            topic=replace(topic, heard=keep(topic.heard)),
        )

    def _warm_up(self, code: str, home: Snapshot) -> None:
        self._parts.understander.prepare(home, load_language(code))
        self._parts.confirmations.shown("?", load_language(code), asked=False)


def _own_keys(authority: Authority, conversation_id: str | None) -> Iterator[str]:
    """The names of a conversation that is somebody's own or the household's, kept or not."""
    if conversation_id is not None:
        yield conversation_key(conversation_id, authority.user_id)
        yield conversation_key(conversation_id, None)
