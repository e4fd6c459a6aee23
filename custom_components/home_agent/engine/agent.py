"""The one path that every sentence takes: understand, act, speak."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from .act import Actor, Clock, Diary, Keeper, LoopClock, OnBehalf, Waking, in_no_name
from .announcer import Announcer
from .answering import Answering
from .busy import Busy
from .confirmation import Confirmations
from .conversation import Exchange
from .conversations import Conversations
from .errands import Errands
from .events import (
    Announcement,
    EventListener,
    JobEnded,
    TurnFinished,
    TurnStarted,
    ignore,
)
from .heard import Heard
from .home import Home, Snapshot
from .language import Language, load_language, match_language
from .lately import Lately
from .llm.provider import HttpClient
from .outcome import Outcome
from .plan import Plan
from .settings import Choice, Settings
from .store import Store
from .tools.custom import Custom
from .tools.setting_up import toolbox_for
from .tools.tool import MoreTools, none_more
from .turn import Reply, Tier, Turn
from .understand import Understander, discreet
from .watch.setting_up import set_up
from .watch.sight import Sight

if TYPE_CHECKING:
    from .consult import Consultant

# How many seconds a sentence that is being answered has when the agent is to end.
_PATIENCE = 10.0

# What stands for a PIN wherever a sentence is shown or kept.
_HIDDEN = "••••"


class Agent:
    """Understands and acts for one home."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        home: Home,
        *,
        store: Store,
        settings: Settings | None = None,
        clock: Clock | None = None,
        custom: Custom | None = None,
        http_client: HttpClient = None,
    ) -> None:
        """Serve this home; conversations, and what is for later, are kept in the store.

        A model may also use the tools that a person defined. Where there is a client for HTTP that
        others use, too, models are asked by it.
        """
        settings = settings or Settings()
        self._home = home
        self._understander = Understander()
        self._actor = Actor(home, store=store, patience=settings.patience, safety=settings.safety)
        self._announcer = Announcer(home, self._actor.messenger, settings.watch.notify)
        waking = Waking(
            clock=clock or LoopClock(),
            tell=self._announcer.hear,
            deliver=self._announcer.deliver,
            grace=settings.schedule.grace,
        )
        self._diary = Diary(home, store, actor=self._actor, waking=waking)
        self._settings = settings
        self._sight = Sight(home, settings.watches, self._announcer.hear)
        self._busy = Busy()
        self._beginning = asyncio.Lock()
        self._over = False
        self._confirmations = Confirmations(settings.safety.pin)
        history = settings.context.history
        self._conversations = Conversations(store, history, lambda: home.snapshot().now)
        self._lately = Lately(home)
        self._actor.when_done(self._lately.did)
        self._toolbox = toolbox_for(settings, self._understander, self._lately, custom, http_client)
        self._consultant = self._consultant_for(settings, store, http_client)
        self.errands = Errands(
            home,
            self._diary,
            toolbox=self._toolbox,
            consultant=self._consultant,
            busy=self._busy,
        )
        """What can be had of the agent without a sentence."""

        self._answering = Answering(
            home,
            self._diary.carry_out,
            understander=self._understander,
            confirmations=self._confirmations,
            consultant=self._consultant,
        )

    def listen(self, listener: EventListener) -> Callable[[], None]:
        """Hear of what happens by itself, until the returned function is called."""
        return self._announcer.listen(listener)

    async def start(self, on_behalf: OnBehalf = in_no_name) -> None:
        """Take up what was planned before, and see to it until `close`. Raises `StoreError`."""
        async with self._beginning:
            if self._over:
                return
            await self._diary.load()
            watches, language = self._settings.watches, self._settings.language
            await set_up(watches, self._diary, self._home.snapshot(), language)
            await asyncio.to_thread(self._announcer.learn, self._diary.languages)
            await self._diary.start(on_behalf)
            self._sight.start()
            self._lately.start()

    async def send(self, told: Announcement) -> tuple[Outcome, ...]:
        """Send what was told to where somebody will find it, by the ways that are set."""
        return await self._announcer.send(told)

    @property
    def keeper(self) -> Keeper:
        """Keeps things for later for other agents in the same home, once this one is started."""
        return self._diary

    def entrust(self, keeper: Keeper) -> None:
        """Have another agent in the same home see to what is for later, instead of `start`."""
        self._diary.entrust(keeper)

    async def close(self) -> None:
        """Do nothing more by itself, for good; what is planned stays planned.

        What somebody still waits for comes to its end first, so that nothing of it is lost.
        """
        self._over = True
        await self._busy.idle(_PATIENCE)
        # Whoever is still beginning would go on without us.
        async with self._beginning:
            self._lately.close()
            self._sight.close()
            await self._diary.close()
        await self._conversations.close()
        await self._toolbox.close()
        if self._consultant is not None:
            await self._consultant.close()

    async def prepare(self, language: str) -> None:
        """Load a language ahead of its first sentence."""
        await asyncio.to_thread(self._warm_up, match_language(language), self._home.snapshot())

    async def prepare_models(self) -> None:
        """Load what asking a model takes, ahead of the first question; raises nothing.

        It takes seconds, and nobody need wait for it: for the background.
        """
        if self._consultant is not None:
            await self._consultant.prepare()

    async def hear(
        self, turn: Turn, listener: EventListener = ignore, more_tools: MoreTools = none_more
    ) -> Reply:
        """Answer one sentence. Whatever is said, there is a reply; only our own trouble raises.

        A model that is asked may use more tools besides ours.
        """
        with self._busy:
            return await self._hear(turn, listener, more_tools)

    async def _hear(self, turn: Turn, listener: EventListener, more_tools: MoreTools) -> Reply:
        started = perf_counter()
        language = await asyncio.to_thread(load_language, match_language(turn.language))
        waiting = self._confirmations.take(turn.conversation_id)
        shown = replace(turn, text=await asyncio.to_thread(self._shown, turn, language, waiting))
        listener(TurnStarted(turn=shown))
        conversation = await self._conversations.recall(turn.conversation_id)
        heard = Heard(
            turn=turn,
            shown=shown.text,
            language=language,
            conversation=conversation,
            listener=listener,
            more_tools=more_tools,
        )
        decided = await self._answering.decide(waiting, heard) if waiting else None
        if shown.text == _HIDDEN:
            # A PIN that nobody asked for is no sentence, and nothing for a model.
            heard = replace(heard, turn=shown, secret=True)
        answer = decided or await self._answering.answer(heard)
        reply = replace(answer.reply, latency_ms=(perf_counter() - started) * 1000)
        exchange = Exchange(heard=shown.text, said=reply.text)
        trace = answer.traced(shown, reply, conversation.trace)
        kept = self._conversations.kept
        after = conversation.after(exchange, answer.asked, answer.topic, trace, kept=kept)
        if reply.tier is Tier.LLM and reply.expects_answer:
            after = replace(after, model_asked=True)
        await self._conversations.remember(turn.conversation_id, after)
        if self._consultant is not None:
            self._conversations.sum_up(turn.conversation_id, self._consultant.summed_up)
        listener(TurnFinished(turn=shown, reply=reply))
        return reply

    async def told(self, conversation_id: str, announcement: Announcement) -> None:
        """Somebody was told this in a conversation, and may go on with it: "close it"."""
        about = announcement.about
        mentioned = about.job.entity_ids if isinstance(about, JobEnded) else ()
        await self._conversations.tell(conversation_id, announcement.text, mentioned)

    async def forget(self, conversation_id: str | None = None) -> int:
        """Forget a conversation, or all of them; tell how many there were. Raises `StoreError`."""
        # A yes to what nobody remembers would be a yes to anything.
        self._confirmations.forget(conversation_id)
        return await self._conversations.forget(conversation_id)

    def _consultant_for(
        self, settings: Settings, store: Store, http_client: HttpClient
    ) -> Consultant | None:
        """Whoever asks the models that are set; nothing where there are none, or none is wanted."""
        if not settings.llm or settings.tier is Choice.FAST:
            return None
        # Whoever has no model need not load what asking one takes.
        from .consult import consultant_for  # noqa: PLC0415

        return consultant_for(
            settings,
            self._home,
            store,
            carry_out=self._diary.carry_out,
            toolbox=self._toolbox,
            understander=self._understander,
            http_client=http_client,
        )

    def _shown(self, turn: Turn, language: Language, waiting: Plan | None) -> str:
        """The sentence as others may see it and as it is kept: without a code or a PIN."""
        if self._confirmations.tells_pin(turn.text, language, asked=waiting is not None):
            return _HIDDEN
        return discreet(turn.text, language)

    def _warm_up(self, code: str, home: Snapshot) -> None:
        # The grammar is parsed as it is used: a sentence that fits nothing visits most of it.
        self._understander.understand("?", home, load_language(code))
