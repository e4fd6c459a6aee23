"""The one path that every sentence takes: understand, act, speak."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from .act import (
    Audit,
    Clock,
    DelegatingBackend,
    Gate,
    LoopClock,
    Messenger,
    OnBehalf,
    PlanExecutor,
    ScheduleBackend,
    Scheduler,
    SchedulerContext,
    StepExecutor,
    for_nobody,
)
from .active_requests import ActiveRequests
from .agent_api import AgentApi
from .announcer import Announcer
from .authority import HOUSEHOLD, Authority, conversation_key
from .confirmation import Confirmations, PendingConfirmation
from .conversation.answering import Answer, Answering
from .conversation.conversation import Exchange
from .conversation.conversations import Conversations
from .conversation.explanation import Explainer
from .conversation.replies import refused
from .conversation.turn_context import Discreet, Heard
from .events import (
    Announcement,
    EventListener,
    JobEnded,
    TurnFinished,
    TurnStarted,
    ignore,
)
from .home import Home, Snapshot
from .language import Language, load_language, match_language
from .llm.provider import HttpClient
from .outcome import Outcome
from .privacy.redaction import Discretion, OpenSecrets
from .reading_threads import ReadingThreads
from .recent_events import RecentEvents
from .settings import Choice, Settings
from .speak import phrase
from .storage.store import Store
from .tools.tool import MoreTools, no_more_tools
from .turn import Reply, Tier, Turn
from .understand import Understander, discreet
from .understand.text.digits import REDACTED
from .watch.missing_entities import MissingEntityMonitor
from .watch.settings_jobs import sync_watches

if TYPE_CHECKING:
    from .consult import Consultant
    from .tools.custom import CustomTools
    from .tools.toolbox import Toolbox

# How many seconds a sentence that is being answered has when the agent is to end.
_PATIENCE = 10.0

# Nobody types more, and no model is asked about more.
_LONGEST = 8000


class Agent:
    """Understands and acts for one home."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        home: Home,
        *,
        store: Store,
        settings: Settings | None = None,
        clock: Clock | None = None,
        custom: CustomTools | None = None,
        http_client: HttpClient = None,
    ) -> None:
        """Serve this home; conversations, and what is for later, are kept in the store.

        A model may also use the tools that a person defined. Where there is a client for HTTP that
        others use, too, models are asked by it.
        """
        settings = settings or Settings()
        self._home = home
        self._understander = Understander()
        self._discretion = Discretion(self._understander)
        self._open_secrets = OpenSecrets()
        gate, audit = Gate(settings.safety), Audit(store)
        messenger = Messenger(home, gate, audit, patience=settings.patience)
        self._announcer = Announcer(home, messenger, settings.watch.notify)
        self._scheduler = Scheduler(
            home,
            store,
            gate=gate,
            context=SchedulerContext(
                clock=clock or LoopClock(),
                listener=self._announcer.hear,
                deliver=self._announcer.deliver,
                grace=settings.schedule.grace,
            ),
            ownership=settings.schedule.ownership,
        )
        self._schedule_backend = DelegatingBackend(self._scheduler)
        self._step_executor = StepExecutor(
            home,
            store=store,
            patience=settings.patience,
            gate=gate,
            audit=audit,
            cancel_jobs=self._schedule_backend.cancel,
        )
        self._plan_executor = PlanExecutor(home, self._step_executor, self._schedule_backend)
        self._settings = settings
        self._sight = MissingEntityMonitor(home, settings.watches, self._announcer.hear)
        self._active_requests = ActiveRequests()
        self._threads = ReadingThreads()
        self._languages: dict[str, Language] = {}
        self._beginning = asyncio.Lock()
        self._over = False
        self._confirmations = Confirmations(settings.safety.pin, self._step_executor.is_forbidden)
        history = settings.context.history
        self._conversations = Conversations(store, history, lambda: home.snapshot().now)
        self._explainer = Explainer(self._step_executor, self._scheduler, self._conversations)
        self._lately = RecentEvents(home)
        audit.listen(self._lately.did)
        self._tools: Toolbox | None = None
        self._custom, self._http_client = custom, http_client
        self._consultant = self._consultant_for(settings, store, http_client)
        self.api = AgentApi(
            home,
            self._plan_executor,
            self._scheduler,
            toolbox=self._toolbox,
            consultant=self._consultant,
            active_requests=self._active_requests,
        )
        """What can be had of the agent without a sentence."""

        self._answering = Answering(
            home,
            self._plan_executor.carry_out,
            threads=self._threads,
            understander=self._understander,
            confirmations=self._confirmations,
            consultant=self._consultant,
            asks_before_sweeps=bool(settings.safety.confirm),
        )

    def listen(self, listener: EventListener) -> Callable[[], None]:
        """Hear of what happens by itself, until the returned function is called."""
        return self._announcer.listen(listener)

    async def start(self, on_behalf: OnBehalf = for_nobody) -> None:
        """Take up what was planned before, and see to it until `close`. Raises `StoreError`."""
        async with self._beginning:
            if self._over:
                return
            await self._scheduler.load()
            watches, language = self._settings.watches, self._settings.language
            await sync_watches(watches, self._scheduler, self._home.snapshot(), language)
            await asyncio.to_thread(self._announcer.learn, self._scheduler.languages)
            await self._scheduler.start(self._step_executor.carry_out, on_behalf)
            self._sight.start()
            self._lately.start()

    async def send(self, told: Announcement) -> tuple[Outcome, ...]:
        """Send what was told to where somebody will find it, by the ways that are set."""
        return await self._announcer.send(told)

    @property
    def schedule_backend(self) -> ScheduleBackend:
        """Keeps things for later for other agents in the same home, once this one is started."""
        return self._scheduler

    def delegate(self, schedule_backend: ScheduleBackend) -> None:
        """Have another agent in the same home see to what is for later, instead of `start`."""
        self._schedule_backend.backend = schedule_backend

    async def close(self) -> None:
        """Do nothing more by itself, for good; what is planned stays planned.

        What somebody still waits for comes to its end first, so that nothing of it is lost.
        """
        self._over = True
        await self._active_requests.wait_idle(_PATIENCE)
        # Whoever is still beginning would go on without us.
        async with self._beginning:
            self._lately.close()
            self._sight.close()
            await self._scheduler.close()
        await self._threads.close()
        await self._conversations.close()
        if self._tools is not None:
            await self._tools.close()
        if self._consultant is not None:
            await self._consultant.close()

    async def prepare(self, language: str) -> None:
        """Load a language ahead of its first sentence."""
        code = match_language(language)
        await self._threads.run("", self._warm_up, code, self._home.snapshot())

    async def prepare_models(self) -> None:
        """Load what asking a model takes, ahead of the first question; raises nothing.

        It takes seconds, and nobody need wait for it: for the background.
        """
        if self._consultant is not None:
            await self._consultant.prepare()

    async def hear(
        self, turn: Turn, listener: EventListener = ignore, more_tools: MoreTools = no_more_tools
    ) -> Reply:
        """Answer one sentence. Whatever is said, there is a reply; only our own trouble raises.

        A model that is asked may use more tools besides ours.
        """
        with self._active_requests.admit(turn.asker) as has_room:
            if not has_room:
                return await self._turned_away(turn, "too_many_at_once")
            if len(turn.text) > _LONGEST:
                return await self._turned_away(turn, "too_long")
            return await self._hear(turn, listener, more_tools)

    async def _turned_away(self, turn: Turn, why: str) -> Reply:
        """Say why a sentence is not even read; nothing of it is kept."""
        language = await self._language_of(turn)
        return replace(refused(phrase(language, why), language), tier=Tier.NONE)

    async def _language_of(self, turn: Turn) -> Language:
        """The language of a sentence, read from disk the first time. Raises `LanguageError`."""
        code = match_language(turn.language)
        if code not in self._languages:
            self._languages[code] = await self._threads.run(turn.asker, load_language, code)
        return self._languages[code]

    async def _hear(self, turn: Turn, listener: EventListener, more_tools: MoreTools) -> Reply:
        started = perf_counter()
        language = await self._language_of(turn)
        waiting = self._confirmations.take(turn.conversation_key)
        # Looked at here: a home may only be looked at by the thread that it lives in.
        home = self._home.snapshot()
        texts = await self._threads.run(turn.asker, self._discreet, turn, language, waiting, home)
        shown = replace(turn, text=texts.shown)
        conversation, hide_before = self._open_secrets.restored(
            turn.conversation_key, await self._conversations.recall(turn.conversation_key)
        )
        listener(TurnStarted(turn=shown, begins=conversation.count == 0))

        def hide(words: str) -> str:
            return texts.hide(hide_before(words))

        heard = Heard(
            turn=turn,
            shown=texts.shown,
            for_model=texts.for_model,
            secret=texts.secret,
            language=language,
            conversation=conversation,
            listener=listener,
            more_tools=more_tools,
            explain=partial(self._explainer.explain, turn.authority, conversation.trace),
        )
        decided = await self._answering.decide(waiting, heard) if waiting else None
        answer = decided or await self._answering.answer(heard)
        self._open_secrets.keep(turn.conversation_key, answer.asked, hide)
        answer = self._kept(answer, language)
        reply = answer.reply.discreet(hide)
        reply = replace(reply, latency_ms=(perf_counter() - started) * 1000)
        exchange = Exchange(
            heard=shown.text, said=self._confirmations.shown(reply.text, language, asked=False)
        )
        trace = answer.traced(shown, replace(reply, text=exchange.said), conversation.trace)
        kept = self._conversations.kept
        after = conversation.after(exchange, answer.asked, answer.topic, trace, kept=kept)
        if reply.tier is Tier.LLM and reply.expects_answer:
            after = replace(after, model_asked=True)
        # Whatever is kept of it: the words, what was asked back, what it rests on.
        await self._conversations.remember(turn.conversation_key, after.discreet(hide))
        if self._consultant is not None:
            self._conversations.sum_up(turn.conversation_key, self._consultant.summed_up)
        listener(TurnFinished(turn=shown, reply=reply))
        return reply

    def shown(self, text: str, language: str) -> str:
        """A sentence as it may be kept or shown elsewhere: without a code, or what may be a PIN.

        Reads the language from disk where nobody has yet.
        """
        known = load_language(match_language(language))
        return discreet(self._confirmations.shown(text, known, asked=False), known)

    async def told(self, conversation_id: str, announcement: Announcement) -> None:
        """Somebody was told this in a conversation, and may go on with it: "close it"."""
        about = announcement.about
        mentioned = about.job.entity_ids if isinstance(about, JobEnded) else ()
        # The next yes may be to this.
        self._confirmations.forget(conversation_id)
        await self._conversations.tell(conversation_id, announcement.text, mentioned)

    async def forget(
        self, conversation_id: str | None = None, authority: Authority = HOUSEHOLD
    ) -> int:
        """Forget a conversation, or all of them; tell how many there were. Raises `StoreError`.

        Only those of whoever asks and the household's; for admins, everybody's.
        """
        keys = await self._conversations.keys_of(authority, conversation_id)
        # A yes to what nobody remembers would be a yes to anything.
        for key in {*keys, *_own_keys(authority, conversation_id)}:
            self._confirmations.forget(key)
            self._open_secrets.forget(key)
        return await self._conversations.forget(keys)

    def _toolbox(self) -> Toolbox:
        """The tools that are set, loaded by whoever needs them first: without a model, few do."""
        if self._tools is None:
            from .tools.entity_finder import Finder  # noqa: PLC0415
            from .tools.setup import build_toolbox  # noqa: PLC0415

            finder = Finder(self._understander.words_of, self._threads)
            self._tools = build_toolbox(
                self._settings, finder, self._lately, self._custom, self._http_client
            )
        return self._tools

    def _consultant_for(
        self, settings: Settings, store: Store, http_client: HttpClient
    ) -> Consultant | None:
        """Whoever asks the models that are set; nothing where there are none, or none is wanted."""
        if not settings.llm or settings.tier is Choice.FAST:
            return None
        # Whoever has no model need not load what asking one takes.
        from .consult import build_consultant  # noqa: PLC0415

        return build_consultant(
            settings,
            self._home,
            store,
            carry_out=self._plan_executor.carry_out,
            toolbox=self._toolbox(),
            understander=self._understander,
            http_client=http_client,
        )

    def _discreet(
        self, turn: Turn, language: Language, waiting: PendingConfirmation | None, home: Snapshot
    ) -> Discreet:
        """The sentence as others may see it: without a code, a password, or what may be a PIN."""
        confirmations = self._confirmations
        hidden = self._discretion.hidden_in(turn, language, home)
        shown = confirmations.shown(turn.text, language, asked=waiting is not None)
        if shown != REDACTED:
            shown = confirmations.shown(hidden.text, language, asked=False)
        return Discreet(
            shown=shown,
            for_model=confirmations.for_model(hidden.text, language),
            secret=confirmations.may_be_pin(turn.text, language),
            hide=hidden.in_words,
        )

    def _kept(self, answer: Answer, language: Language) -> Answer:
        """The answer with what the next sentence may go on with, without what may be a PIN."""
        asked, topic = answer.asked, answer.topic
        keep = partial(self._confirmations.kept, language=language)
        return replace(
            answer,
            asked=asked and asked.discreet(keep),
            topic=replace(topic, heard=keep(topic.heard)),
        )

    def _warm_up(self, code: str, home: Snapshot) -> None:
        # The grammar is parsed as it is used: a sentence that fits nothing visits most of it.
        self._understander.understand("?", home, load_language(code))
        self._confirmations.shown("?", load_language(code), asked=False)


def _own_keys(authority: Authority, conversation_id: str | None) -> Iterator[str]:
    """The names of a conversation that is somebody's own or the household's, kept or not."""
    if conversation_id is not None:
        yield conversation_key(conversation_id, authority.user_id)
        yield conversation_key(conversation_id, None)
