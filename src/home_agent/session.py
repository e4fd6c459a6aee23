"""An open home with an agent in it, as the options of a command ask for."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from home_agent.engine import Agent, Reply, Turn, build_agent
from home_agent.engine.act import ScheduleBackend
from home_agent.engine.agent_api import AgentApi
from home_agent.engine.authority import AccessKey, Authority
from home_agent.engine.confirmation import PendingConfirmation
from home_agent.engine.conversation.conversation import Exchange
from home_agent.engine.conversation.conversations import kept_keys
from home_agent.engine.errors import LanguageError, SettingsError, StoreError
from home_agent.engine.events import Announcement, Event, EventListener, ignore
from home_agent.engine.home import Area, Snapshot
from home_agent.engine.home.protocol import Listener, Unsubscribe
from home_agent.engine.jobs import Job, Timer
from home_agent.engine.language import match_language
from home_agent.engine.llm.budget import Spending
from home_agent.engine.llm.circuit_breaker import Health
from home_agent.engine.llm.messages import ToolCall, ToolSpec
from home_agent.engine.outcome import Outcome
from home_agent.engine.settings import Settings
from home_agent.engine.speak import Report
from home_agent.engine.storage.quarantine import Damage, find_recent_damage
from home_agent.engine.storage.store import Store
from home_agent.engine.tools.tool import MoreTools, Tool, ToolEffect, ToolResult, no_more_tools

from .configuration import Configuration, load_configuration
from .home_view import HomeView, ViewedSchedule
from .homes import OpenHome, open_home
from .logs.redaction import SECRETS
from .models import with_model
from .options import Options
from .rooms import RoomError, find_room
from .storage.home_store import HomeStore, ReadOnlyPlans

if TYPE_CHECKING:
    from home_agent.engine.tools.custom import CustomTools

    from .remote import ConnectionListener


_LAST = "last/conversation"
"""Which conversation of a home somebody spoke in last."""


class Session:
    """One conversation in one home."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        agent: Agent,
        home: OpenHome,
        store: Store,
        *,
        home_view: HomeView,
        settings: Settings,
        language: str,
        room: Area | None,
    ) -> None:
        """Start a conversation that nothing was said in yet."""
        self._home = home
        self.home_view = home_view
        """The home, of which each key sees what it may."""

        self.agent = agent
        self._store = store
        self._id = _new_id()
        self._is_last = False
        self._preparing: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        self._telling: set[asyncio.Task[None]] = set()
        self._closed = False
        self.home_name = home.name
        self.home_note = home.note
        self.named_in = home.named_in
        self.home_key = home.key
        """What tells this home from others in what we keep."""

        self.settings = settings
        self.configuration = Configuration()
        """All that is set, the shell's own settings included."""

        self.store = store
        self.language = language
        self.room = room

    @property
    def snapshot(self) -> Snapshot:
        """The home as it is now."""
        return self._home.home.snapshot()

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Hear of every change in the home until the returned function is called."""
        return self._home.home.subscribe(listener)

    def watch_connection(self, listener: ConnectionListener) -> None:
        """Hear when a home elsewhere cannot be reached any more, and when it can again."""
        if self._home.remote is not None:
            self._home.remote.watch_connection(listener)

    def prepare(self) -> None:
        """Load the language in the background, while the person still types."""
        if self._preparing is not None:
            self._preparing.cancel()
        self._preparing = asyncio.create_task(self.agent.prepare(self.language))

    def prepare_models(self) -> None:
        """Load what asking a model takes, too. No sentence waits for that."""
        self._warming = asyncio.create_task(self._prepare_models())

    def models(self) -> tuple[Health, ...]:
        """How the language models are, in the order in which they are asked."""
        return self.agent.api.health()

    async def spent_today(self) -> Spending:
        """What was used of them today, in every chat."""
        return await self.agent.api.spent_today()

    async def forget(self) -> bool:
        """Forget what was said, if anything was, and begin anew; raise `StoreError`."""
        forgotten = await self.agent.forget(self._id) > 0
        self._id, self._is_last = _new_id(), False
        return forgotten

    async def go_on(self) -> str:
        """Go on with the last conversation in this home; return its name, empty if none."""
        try:
            last = (await self._store.get(_LAST) or {}).get("id")
            if not isinstance(last, str) or last not in await kept_keys(self._store):
                return ""
        except StoreError:
            return ""
        self._id = last
        return last

    def speak(self, language: str) -> None:
        """Go on in another language; raise `LanguageError` when there is no such."""
        self.language = match_language(language)
        self.prepare()

    def enter(self, room: str) -> None:
        """Go to another room; raise `RoomError` when there is no such."""
        self.room = find_room(self.snapshot.layout, room)

    def shown(self, text: str) -> str:
        """What was typed, as it may be kept: without a code, or what may be a PIN."""
        return self.agent.redact(text, self.language)

    async def hear(
        self,
        text: str,
        listener: EventListener = ignore,
        *,
        attached: str = "",
        is_pin: bool = False,
    ) -> Reply:
        """Say something to the agent, with a text that only a model looks at; or give the PIN."""
        if self._preparing is not None:
            # Shielded: whoever interrupts this sentence still wants to say the next one.
            await asyncio.shield(self._preparing)
        turn = Turn(
            text=text,
            is_pin=is_pin,
            language=self.language,
            conversation_id=self._id,
            # Whoever sits at this terminal can read what is kept here anyway.
            is_admin=True,
            area_id=self.room.area_id if self.room else None,
            attached=attached,
        )
        reply = await self.agent.hear(turn, listener)
        if not self._is_last:
            self._is_last = True
            # A broken disk keeps nobody from being answered.
            with suppress(StoreError):
                await self._store.put(_LAST, {"id": self._id})
        return reply

    async def answer(
        self, turn: Turn, listener: EventListener = ignore, more_tools: MoreTools = no_more_tools
    ) -> Reply:
        """Answer a sentence of somebody else, in a conversation of their own."""
        if self._preparing is not None:
            await asyncio.shield(self._preparing)
        with self.home_view.seen_by(turn.key):
            return await self.agent.hear(turn, listener, more_tools)

    def snapshot_for(self, key: AccessKey | None) -> Snapshot:
        """The home as it is now, as far as a key may see it."""
        with self.home_view.seen_by(key):
            return self.agent.api.home.snapshot()

    def tools(self) -> list[tuple[ToolSpec, ToolEffect]]:
        """The tools that there are, and what using each can do."""
        api = self.agent.api
        return [(spec, api.effect_of(spec.name)) for spec in api.tools()]

    async def use_tool(
        self,
        call: ToolCall,
        authority: Authority,
        *,
        attended: bool = False,
        more: tuple[Tool, ...] = (),
    ) -> ToolResult:
        """Use a tool for somebody else; what takes a yes waits for one only if `attended`."""
        with self.home_view.seen_by(authority.key):
            return await self.agent.api.use_tool(call, authority, attended=attended, more=more)

    async def carry_out_confirmed(
        self, pending: PendingConfirmation, authority: Authority
    ) -> Report:
        """Do what a person has said yes to, who was asked by somebody else."""
        with self.home_view.seen_by(authority.key):
            return await self.agent.api.carry_out_confirmed(pending, authority)

    async def resume(self, turn: Turn, exchanges: tuple[Exchange, ...]) -> None:
        """Go on with a conversation of somebody else, which they keep: by its words alone."""
        await self.agent.resume(turn.conversation_id, exchanges, turn.user_id)

    async def drop(self, conversation_id: str, user_id: str | None) -> None:
        """Forget a conversation of somebody else; raise `StoreError`."""
        await self.agent.forget(conversation_id, Authority(user_id=user_id))

    @property
    def api(self) -> AgentApi:
        """What can be had of the agent without a sentence."""
        return self.agent.api

    @property
    def model_titles(self) -> tuple[str, ...]:
        """The language models that may be asked, in their order."""
        return tuple(health.name for health in self.models())

    async def start(self, listener: EventListener) -> None:
        """Take up what was planned before, and tell what happens by itself; raise `StoreError`."""
        self.agent.listen(listener)
        await self.agent.start(self.home_view.on_behalf)

    def remembering(self, listener: EventListener) -> EventListener:
        """The listener, whose person may go on with what is told."""

        def hear(event: Event) -> None:
            listener(event)
            if isinstance(event, Announcement):
                telling = asyncio.create_task(self.agent.record_announcement(self._id, event))
                self._telling.add(telling)
                telling.add_done_callback(self._telling.discard)

        return hear

    @property
    def schedule_backend(self) -> ScheduleBackend:
        """Keeps things for later for others in the same home, once this session is started."""
        return ViewedSchedule(self.agent.schedule_backend, self.home_view)

    def delegate(self, schedule_backend: ScheduleBackend) -> None:
        """Have another process see to what is for later."""
        self.agent.delegate(schedule_backend)

    def planned(self) -> tuple[Job | Timer, ...]:
        """What is to come, in no order."""
        return self.agent.api.planned()

    async def damages(self) -> tuple[Damage, ...]:
        """What of all that is kept was found damaged lately; raise `StoreError`."""
        return await find_recent_damage(self._store)

    async def send(self, told: Announcement) -> tuple[Outcome, ...]:
        """Send what was told to whoever runs the house, by the ways that are set."""
        return await self.agent.send(told)

    async def close(self) -> None:
        """Stop what runs in the background; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        await asyncio.gather(*self._telling, return_exceptions=True)
        for task in (self._preparing, self._warming):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task
        await self.agent.close()

    async def _prepare_models(self) -> None:
        if self._preparing is not None:
            # One after the other: the language is what the person is waiting for.
            await asyncio.wait({self._preparing})
        await self.agent.prepare_models()


def _new_id() -> str:
    return f"chat-{uuid.uuid4().hex}"


@asynccontextmanager
async def open_session(
    options: Options,
    store: Store,
    *,
    configuration: Configuration | None = None,
    ways: tuple[str, ...] = (),
    plans: Store | None = None,
) -> AsyncIterator[Session]:
    """Open the home and put an agent in it; close both at the end.

    People are told of what they have watched by these ways, unless others are set. What is planned
    may be in another store, where it is only looked at.
    """
    configuration = configuration or load_configuration(options.config)
    settings = with_model(configuration.settings, options.model)
    if not settings.watch.notify:
        settings = replace(settings, watch=replace(settings.watch, notify=ways))
    SECRETS.learn(*_secrets_in(settings))
    if options.language:
        match_language(options.language)
    async with open_home(options, configuration) as home:
        own: Store = HomeStore(store, home.key)
        if plans is not None:
            own = ReadOnlyPlans(HomeStore(plans, home.key), own)
        view = HomeView(home.home)
        custom = _own_tools(configuration)
        session = Session(
            build_agent(view, store=own, settings=settings, custom=custom),
            home,
            own,
            home_view=view,
            settings=settings,
            language=spoken_language(options, configuration, home),
            room=chosen_room(options, configuration, home),
        )
        session.configuration = configuration
        try:
            yield session
        finally:
            await session.close()


def _own_tools(configuration: Configuration) -> CustomTools | None:
    """The tools that a person declared, and those of MCP servers; who has none loads nothing."""
    declared, servers = configuration.declared, configuration.servers
    SECRETS.learn(*declared.secrets, *servers.secrets)
    if not declared.tools and not servers.servers:
        return None
    from home_agent.engine.tools.custom import CustomTools  # noqa: PLC0415
    from home_agent.engine.tools.custom.mcp import McpConnections  # noqa: PLC0415

    from .fetch import Fetcher  # noqa: PLC0415
    from .mcp_client import connect  # noqa: PLC0415

    return CustomTools(
        tools=declared.tools, fetch=Fetcher(), mcp=McpConnections(servers.servers, connect)
    )


def _secrets_in(settings: Settings) -> Iterator[str]:
    """What is in the settings that no log may show."""
    if settings.safety.pin:
        yield settings.safety.pin
    if settings.context.vector_db.token:
        yield settings.context.vector_db.token
    external, embeddings = settings.external_llm, settings.context.embeddings
    further = (external.model if external else None, embeddings.server if embeddings else None)
    for model in (*settings.llm, *filter(None, further)):
        yield model.api_key
        yield from model.headers.values()


def spoken_language(options: Options, configuration: Configuration, home: OpenHome) -> str:
    """What was typed, else what is set here, else what is set in the home."""
    if not options.language and "language" not in configuration.values and home.language:
        with suppress(LanguageError):
            return match_language(home.language)
    return match_language(options.language or configuration.settings.language)


def chosen_room(options: Options, configuration: Configuration, home: OpenHome) -> Area | None:
    """The room that was typed, else the one that is set; raise `RoomError` or `SettingsError`.

    The one that is set is a room of the home that is set, not of one that was typed.
    """
    layout = home.home.snapshot().layout
    if options.room:
        return find_room(layout, options.room)
    if not configuration.room or options.home or options.remote.url:
        return None
    try:
        return find_room(layout, configuration.room)
    except RoomError as error:
        raise SettingsError((f"{configuration.sources.named(('room',))}: {error}",)) from error
