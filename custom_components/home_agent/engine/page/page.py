"""Handles the requests of the page; each returns a JSON document."""

import asyncio
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from ..agent import Agent
from ..authority import conversation_owner
from ..chat_api.api_error import ApiError, invalid
from ..events import Announcement, Event
from ..home import Home
from ..plan import CallStep, Plan
from ..storage.store import Store
from ..understand.grammar.wordings import wording_of
from .audit_log import audit_documents
from .automations import automation_documents
from .chat import AddListener, PageChat, UsageCounter, add_no_listener, count_no_usage
from .home_documents import HomeDocuments, load_language_and_lexicon
from .memory_list import change_memory, forget_memory, memory_documents
from .overview import ShellFacts, overview_document
from .page_files import page_words
from .planned import People, change_plan, planned_documents
from .presses import build_press_call
from .requests import PageRequest, not_found
from .shell import (
    CheckRunner,
    SettingsFile,
    change_settings,
    checks_document,
    settings_document,
)
from .statistics import Statistics
from .streams import Streams
from .teaching import (
    check_may_teach,
    name_documents,
    reading_document,
    taught_documents,
    teach,
    teach_name,
)
from .tool_list import tool_documents, try_tool
from .viewer import Viewer


async def _nobody() -> People:
    return {}


type RequestHandler = Callable[[PageRequest, Viewer, str], Awaitable[object]]
"""Answers a request; the last argument is the rest of the path after its name."""

_HOUSE = "house"
"""The conversation in which a pressed button waits for a yes."""


class Page:
    """The page of one home. Requests and streams run with the rights of their viewer."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        agent: Agent,
        home: Home,
        store: Store,
        *,
        facts: Callable[[], ShellFacts],
        keeps_words: bool = True,
        count_usage: UsageCounter = count_no_usage,
        add_listener: AddListener = add_no_listener,
        people: Callable[[], Awaitable[People]] = _nobody,
        settings_file: SettingsFile | None = None,
        run_checks: CheckRunner | None = None,
    ) -> None:
        """Serve this home and its agent; `people` returns the names of users by id."""
        self._people = people
        self._settings_file = settings_file
        self._run_checks = run_checks
        self._agent = agent
        self._home = home
        self._store = store
        self._facts = facts
        self._streams = Streams(home)
        self._chat = PageChat(
            agent, home, self._streams, count_usage=count_usage, add_listener=add_listener
        )
        self._statistics = Statistics(agent, store, keeps_words=keeps_words)
        self._stop = agent.listen(self._announce)
        self._run = uuid.uuid4().hex
        """Differs after each start, so that a page notices that messages in memory are gone."""

        self._answers: Mapping[tuple[str, str], RequestHandler] = {
            ("GET", "overview"): self._overview,
            ("GET", "house"): self._house,
            ("GET", "words"): self._words,
            ("POST", "press"): self._press,
            ("POST", "talk"): self._say,
            ("POST", "undo"): self._undo,
            ("GET", "examples"): self._examples,
            ("GET", "conversations"): self._conversations,
            ("DELETE", "conversations"): self._forget,
            ("GET", "planned"): self._planned,
            ("POST", "planned"): self._change_planned,
            ("GET", "record"): self._record,
            ("GET", "understanding"): self._understanding,
            ("POST", "understanding"): self._teach,
            ("DELETE", "understanding"): self._forget_missed,
            ("DELETE", "taught"): self._forget_taught,
            ("GET", "memories"): self._memories,
            ("POST", "memories"): self._change_memory,
            ("DELETE", "memories"): self._forget_memory,
            ("GET", "tools"): self._tools,
            ("POST", "tools"): self._try_tool,
            ("GET", "settings"): self._settings,
            ("POST", "settings"): self._change_settings,
            ("POST", "examination"): self._examination,
            ("POST", "names"): self._teach_name,
            ("DELETE", "names"): self._forget_name,
        }

    async def handle(self, request: PageRequest, viewer: Viewer) -> object:
        """Answer a request with a document. Raises `ApiError`, and what the engine raises."""
        name, _, rest = request.path.partition("/")
        answer = self._answers.get((request.method, name))
        if answer is None:
            raise not_found("There is nothing at this path.")
        return await answer(request, viewer, rest)

    async def events(
        self, request: PageRequest, viewer: Viewer
    ) -> AsyncGenerator[list[dict[str, Any]]]:
        """The events for a viewer, as they come; none, as a sign of life.

        Raises `ApiError`.
        """
        language = await asyncio.to_thread(load_language_and_lexicon, request.language)
        hello = {"type": "hello", "run": self._run, "viewer": viewer.name}
        async for events in self._streams.events(viewer, language, hello):
            yield events

    def end_streams(self) -> None:
        """End every stream, so that closing need not wait for them."""
        self._streams.close()

    async def close(self) -> None:
        """Close after all answers in progress are finished."""
        self._stop()
        self._streams.close()
        await self._chat.close()
        await self._statistics.close()

    def _announce(self, event: Event) -> None:
        if not isinstance(event, Announcement):
            return
        about = event.about
        authority = (about.job if hasattr(about, "job") else about.timer).authority
        key = authority.conversation_key or ""

        def is_for(viewer: Viewer) -> bool:
            owner = authority.user_id or conversation_owner(key)
            if viewer.key is not None and viewer.key.areas:
                return authority.key == viewer.key
            return viewer.is_admin or owner in (None, viewer.user_id)

        self._streams.send({"type": "notice", "text": event.text}, is_for)
        self._streams.send({"type": "planned"}, lambda _viewer: True)

    async def _overview(self, _request: PageRequest, viewer: Viewer, _rest: str) -> object:
        facts = self._facts()
        told = await overview_document(self._agent, self._home.snapshot(), facts, viewer)
        may = viewer.is_admin and not viewer.is_read_only
        return {
            **told,
            "edits_settings": may and self._settings_file is not None,
            "examines": may and self._run_checks is not None,
        }

    async def _house(self, request: PageRequest, _viewer: Viewer, _rest: str) -> object:
        language = await asyncio.to_thread(load_language_and_lexicon, request.language)
        documents = HomeDocuments(self._home.snapshot(), language)
        # A large home takes a while: others are answered meanwhile.
        return await asyncio.to_thread(documents.home)

    async def _words(self, request: PageRequest, _viewer: Viewer, _rest: str) -> object:
        return await asyncio.to_thread(page_words, request.language)

    async def _press(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        entity_id, value = request.entity_id(), request.body.get("value")
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise invalid("value", "'value' must be a number.")
        call = build_press_call(
            entity_id,
            request.text("service", longest=60),
            None if value is None else float(value),
        )
        entity = self._home.snapshot().layout.entities.get(entity_id)
        if call is None or entity is None or not entity.exposed:
            raise not_found("There is no such thing here, or it cannot do that.")
        step = CallStep(call=call, wording=wording_of([call], entity.name))
        turn = viewer.turn("", conversation=_HOUSE, language=request.language)
        return await self._chat.act(viewer, Plan(steps=(step,)), turn)

    async def _say(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        conversation, text = request.identifier("conversation"), request.text("text")
        turn = viewer.turn(text, conversation=conversation, language=request.language)
        turn = replace(turn, is_pin=request.body.get("secret") is True)
        message = self._chat.say(viewer, turn, conversation, request.identifier("id"))
        return message.as_document()

    async def _undo(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        conversation = request.identifier("conversation")
        turn = viewer.turn("", conversation=conversation, language=request.language)
        return await self._chat.undo(viewer, turn, request.text("id", longest=64))

    async def _examples(self, request: PageRequest, _viewer: Viewer, _rest: str) -> object:
        return await self._agent.examples(request.language)

    async def _conversations(self, request: PageRequest, viewer: Viewer, rest: str) -> object:
        if rest:
            return {"run": self._run, "messages": await self._chat.history(viewer, rest)}
        return await self._chat.conversations(viewer, request.text("search", longest=200))

    async def _forget(self, _request: PageRequest, viewer: Viewer, rest: str) -> object:
        if not rest:
            raise invalid("conversation", "Say which conversation.")
        await self._chat.forget(viewer, rest)
        return {}

    async def _planned(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        home = self._home.snapshot()
        people = await self._people()
        found = await planned_documents(self._agent, home, viewer, request.language, people)
        found += await automation_documents(self._agent, self._store, home, viewer, people)
        return {"now": home.now.isoformat(), "planned": found}

    async def _change_planned(self, request: PageRequest, viewer: Viewer, rest: str) -> object:
        turn = viewer.turn("", conversation="planned", language=request.language)
        told = await self._chat.act(viewer, change_plan(request, rest, self._home), turn)
        self._streams.send({"type": "planned"}, lambda _viewer: True)
        return told

    async def _record(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        language = await asyncio.to_thread(load_language_and_lexicon, request.language)
        home, people = self._home.snapshot(), await self._people()
        return await audit_documents(
            request, viewer, store=self._store, home=home, language=language, people=people
        )

    async def _understanding(self, _request: PageRequest, viewer: Viewer, _rest: str) -> object:
        told = await self._statistics.document(viewer)
        if not viewer.is_admin:
            return {**told, "taught": [], "names": []}
        names = await name_documents(self._agent, self._home.snapshot())
        return {**told, "taught": await taught_documents(self._agent), "names": names}

    async def _teach(self, request: PageRequest, viewer: Viewer, rest: str) -> object:
        check_may_teach(viewer)
        if rest == "try":
            return await reading_document(self._agent, self._home.snapshot(), request)
        await teach(self._agent, request)
        await self._statistics.forget(request.text("key", longest=400), viewer)
        return {}

    async def _forget_taught(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        check_may_teach(viewer)
        if not await self._agent.taught.forget(request.text("said"), request.text("in")):
            raise not_found("This was not taught.")
        return {}

    async def _memories(self, _request: PageRequest, viewer: Viewer, _rest: str) -> object:
        return await memory_documents(self._agent, viewer)

    async def _change_memory(self, request: PageRequest, viewer: Viewer, rest: str) -> object:
        return await change_memory(self._agent, request, viewer, rest)

    async def _forget_memory(self, _request: PageRequest, viewer: Viewer, rest: str) -> object:
        await forget_memory(self._agent, viewer, rest)
        return {}

    async def _tools(self, _request: PageRequest, viewer: Viewer, _rest: str) -> object:
        return await tool_documents(self._agent, viewer)

    async def _try_tool(self, request: PageRequest, viewer: Viewer, rest: str) -> object:
        return await try_tool(self._agent, self._home.snapshot(), request, viewer, rest)

    async def _settings(self, _request: PageRequest, viewer: Viewer, _rest: str) -> object:
        return await settings_document(self._settings_file, viewer)

    async def _change_settings(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        return await change_settings(self._settings_file, request, viewer)

    async def _examination(self, _request: PageRequest, viewer: Viewer, _rest: str) -> object:
        return await checks_document(self._run_checks, viewer)

    async def _teach_name(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        check_may_teach(viewer)
        told = await teach_name(self._agent, self._home.snapshot(), request)
        if told.get("understood"):
            await self._statistics.forget(request.text("key", longest=400), viewer)
        return told

    async def _forget_name(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        check_may_teach(viewer)
        if not await self._agent.taught.names.forget(request.text("name")):
            raise not_found("This was not taught.")
        return {}

    async def _forget_missed(self, request: PageRequest, viewer: Viewer, _rest: str) -> object:
        if not await self._statistics.forget(request.text("key", longest=400), viewer):
            raise ApiError(status=404, message="There is no such sentence.", code="not_found")
        return {}
