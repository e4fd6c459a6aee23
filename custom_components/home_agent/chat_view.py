"""The agents behind OpenAI's API, under Home Assistant's own authentication: a token is the key.

It is there for the agents whose settings say so, and for nobody before that. The name of the model
chooses among them.
"""

from abc import abstractmethod
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any, override
from weakref import WeakKeyDictionary

from aiohttp import web
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.http import KEY_HASS, HomeAssistantView

from .agent_entry import AgentEntry, async_loaded_agents
from .caller import Caller, act_as, async_caller, current_caller
from .const import DOMAIN
from .engine.agent import Agent
from .engine.authority import Origin
from .engine.chat_api.agent_chat import AgentChat, RequestDefaults
from .engine.chat_api.api_error import ApiError
from .engine.chat_api.chat_reply import ChatReply, CompletionEnvelope, Envelope
from .engine.chat_api.chat_request import ChatRequest, read_chat_request, read_json
from .engine.chat_api.model_names import AgentNames, ModelNames
from .engine.chat_api.pending_replies import PendingReplies, PendingReply
from .engine.chat_api.responses_reply import ResponsesEnvelope
from .engine.chat_api.responses_request import read_responses_request
from .engine.chat_api.running_turn import ActionListener
from .engine.conversation.conversation import Exchange
from .engine.events import EventListener
from .engine.prompt_home import PromptHomeChat
from .engine.tools.tool import MoreTools
from .engine.turn import Reply, Turn

_MOST_BYTES = 1024 * 1024
_PATIENCE = 120.0


@callback
def async_register_views(hass: HomeAssistant) -> None:
    """Have the paths answered; whether anybody is behind them is found out with each request."""
    chats = _Chats()
    for view in (ChatCompletionsView(chats), ResponsesView(chats), ModelsView(), ModelView()):
        hass.http.register_view(view)


class ModelsView(HomeAssistantView):
    """The names of models that a program may choose from."""

    url = f"/api/{DOMAIN}/v1/models"
    name = f"api:{DOMAIN}:models"

    async def get(self, request: web.Request) -> web.Response:
        """List them."""
        try:
            entries = _offered(request.app[KEY_HASS])
        except ApiError as error:
            return _refused(error)
        named = _agent_names(entries).all([_names(entry) for entry in entries])
        return self.json({"object": "list", "data": [_model(name) for name in named]})


class ModelView(HomeAssistantView):
    """One of these names."""

    url = f"/api/{DOMAIN}/v1/models/{{model:.+}}"
    name = f"api:{DOMAIN}:model"

    async def get(self, request: web.Request, model: str) -> web.Response:
        """Tell of it."""
        try:
            entry, name = _find_agent(request.app[KEY_HASS], model)
            _names(entry).choose(name)
        except ApiError as error:
            return _refused(error)
        return self.json(_model(model))


class _AgentChats:
    """The conversations of one agent: about this home, and about homes that callers tell of."""

    def __init__(self, hass: HomeAssistant, entry: AgentEntry) -> None:
        runtime, names = entry.runtime_data, _names(entry)
        self._ours = AgentChat(_NamedAgent(entry), names, partial(_defaults, hass, entry))
        self._callers = PromptHomeChat(
            runtime.store, names, runtime.settings, lambda: hass.config.language
        )

    def check(self, asked: ChatRequest) -> None:
        chat = self._callers if self._callers.takes(asked) else self._ours
        chat.check(asked)

    async def answer(self, asked: ChatRequest, caller: Caller, tell: ActionListener) -> ChatReply:
        turn = Turn(
            text="",
            conversation_id="",
            origin=Origin.API,
            user_id=caller.user_id,
            is_admin=caller.is_admin,
            speaker=caller.name,
        )
        with act_as(caller):
            if self._callers.takes(asked):
                return await self._callers.answer(asked, turn)
            return await self._ours.answer(asked, turn, tell)

    async def close(self) -> None:
        await self._ours.close()
        await self._callers.close()


class _Chats:
    """The conversations of each agent, for as long as it is loaded."""

    def __init__(self) -> None:
        self._chats: WeakKeyDictionary[Agent, _AgentChats] = WeakKeyDictionary()
        self.answerings = PendingReplies(patience=_PATIENCE)

    def of(self, hass: HomeAssistant, entry: AgentEntry) -> _AgentChats:
        agent = entry.runtime_data.agent
        if agent not in self._chats:
            chats = _AgentChats(hass, entry)
            entry.connection.async_on_unload(chats.close)
            self._chats[agent] = chats
        return self._chats[agent]


class _ChatView(HomeAssistantView):
    """One request → one reply, whole or as a stream."""

    def __init__(self, chats: _Chats) -> None:
        """Answer in these conversations."""
        self._chats = chats

    @abstractmethod
    def _asked(self, document: object) -> tuple[ChatRequest, Envelope]:
        """What is asked, and the form of its answer. Raises `ApiError`."""

    async def post(self, request: web.Request) -> web.StreamResponse:
        """Answer in the name of whoever the token belongs to: their permissions apply."""
        hass = request.app[KEY_HASS]
        try:
            _offered(hass)
            asked, envelope = self._asked(await _read(request))
            entry, model = _find_agent(hass, asked.model)
            asked = replace(asked, model=model)
            chat = self._chats.of(hass, entry)
            chat.check(asked)
            caller = await async_caller(hass, self.context(request))
            answering = self._chats.answerings.begin(envelope, partial(chat.answer, asked, caller))
            if asked.stream:
                return await _stream(request, answering)
            return self.json(await answering.whole())
        except ApiError as error:
            return _refused(error)


class ChatCompletionsView(_ChatView):
    """OpenAI's chat completions."""

    url = f"/api/{DOMAIN}/v1/chat/completions"
    name = f"api:{DOMAIN}:chat_completions"

    @override
    def _asked(self, document: object) -> tuple[ChatRequest, Envelope]:
        asked = read_chat_request(document)
        return asked, CompletionEnvelope(asked)


class ResponsesView(_ChatView):
    """OpenAI's Responses."""

    url = f"/api/{DOMAIN}/v1/responses"
    name = f"api:{DOMAIN}:responses"

    @override
    def _asked(self, document: object) -> tuple[ChatRequest, Envelope]:
        asked = read_responses_request(document)
        return asked, ResponsesEnvelope(asked)


class _NamedAgent:
    """An agent that acts for whoever asks at the moment, and tells Home Assistant of it."""

    def __init__(self, entry: AgentEntry) -> None:
        self._entry = entry

    async def answer(self, turn: Turn, listener: EventListener, more_tools: MoreTools) -> Reply:
        """Answer one sentence."""
        runtime, caller = self._entry.runtime_data, current_caller()
        assert caller is not None
        heard = runtime.event_bridge.async_listener(caller.context, turn.conversation_id, listener)
        return await runtime.agent.hear(turn, heard, more_tools)

    async def resume(self, turn: Turn, exchanges: tuple[Exchange, ...]) -> None:
        """Go on with a conversation that the program keeps: by its words alone."""
        await self._entry.runtime_data.agent.resume(turn.conversation_id, exchanges, turn.user_id)


async def _read(request: web.Request) -> Any:  # noqa: ANN401 - JSON
    """The body of a request. Raises `ApiError`."""
    if request.content_type != "application/json":
        raise ApiError(
            status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            message="The body must be JSON: send Content-Type: application/json.",
        )
    if (request.content_length or 0) > _MOST_BYTES or len(body := await request.read()) > (
        _MOST_BYTES
    ):
        raise ApiError(
            status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            message=f"The body of the request is larger than {_MOST_BYTES // 1024} KiB.",
            code="request_too_large",
        )
    return read_json(body)


async def _stream(request: web.Request, answering: PendingReply) -> web.StreamResponse:
    response = web.StreamResponse(
        headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
    )
    await response.prepare(request)
    async for event in answering.events():
        await response.write(event)
    await response.write_eof()
    return response


def _offered(hass: HomeAssistant) -> list[AgentEntry]:
    """The agents that programs may talk to. Raises `ApiError` where nobody has allowed that."""
    entries = [entry for entry in async_loaded_agents(hass) if entry.runtime_data.debug.api]
    if not entries:
        raise ApiError(
            status=HTTPStatus.NOT_FOUND,
            message="No agent is offered here. Switch that on in the settings of a Home Agent.",
            code="not_offered",
        )
    return entries


def _find_agent(hass: HomeAssistant, model: str) -> tuple[AgentEntry, str]:
    """Who is asked by the name of a model, and what it is called there. Raises `ApiError`."""
    entries = _offered(hass)
    at, name = _agent_names(entries).find(model)
    return entries[at], name


def _agent_names(entries: list[AgentEntry]) -> AgentNames:
    return AgentNames([entry.title for entry in entries])


def _names(entry: AgentEntry) -> ModelNames:
    return ModelNames([model.name for model in entry.runtime_data.agent.api.health()])


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": DOMAIN}


def _defaults(hass: HomeAssistant, entry: AgentEntry) -> RequestDefaults:
    def find_area(name: str) -> str | None:
        wanted = name.strip().casefold()
        for area in entry.runtime_data.home.snapshot().layout.areas.values():
            if wanted in {part.casefold() for part in (area.area_id, area.name, *area.aliases)}:
                return area.area_id
        return None

    return RequestDefaults(language=hass.config.language, find_area=find_area)


def _refused(error: ApiError) -> web.Response:
    document: dict[str, Any] = error.as_document()
    return web.json_response(document, status=error.status)
