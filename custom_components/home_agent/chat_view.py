"""The agent behind OpenAI's API, under Home Assistant's own authentication: a token is the key.

It is there for the first agent whose settings say so, and for nobody before that.
"""

from functools import partial
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from aiohttp import web
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.http import KEY_HASS, HomeAssistantView

from .agent_entry import AgentEntry, async_loaded_agents
from .caller import Caller, act_as, async_caller, current_caller
from .const import DOMAIN
from .engine.agent import Agent
from .engine.authority import Origin
from .engine.chat_api.agent_chat import AgentChat, RequestDefaults, Tell
from .engine.chat_api.answering import Answering, Answerings
from .engine.chat_api.api_error import ApiError
from .engine.chat_api.chat_reply import ChatReply, CompletionEnvelope
from .engine.chat_api.chat_request import ChatRequest, read_chat_request, read_json
from .engine.chat_api.model_names import ModelNames
from .engine.conversation.conversation import Exchange
from .engine.events import EventListener
from .engine.turn import Reply, Turn

_MOST_BYTES = 1024 * 1024
_PATIENCE = 120.0


@callback
def async_register_views(hass: HomeAssistant) -> None:
    """Have the paths answered; whether anybody is behind them is found out with each request."""
    hass.http.register_view(ChatCompletionsView())
    hass.http.register_view(ModelsView())


class ModelsView(HomeAssistantView):
    """The names of models that a program may choose from."""

    url = f"/api/{DOMAIN}/v1/models"
    name = f"api:{DOMAIN}:models"

    async def get(self, request: web.Request) -> web.Response:
        """List them."""
        try:
            entry = _offered(request.app[KEY_HASS])
        except ApiError as error:
            return _refused(error)
        names = _names(entry).all()
        listed = [
            {"id": name, "object": "model", "created": 0, "owned_by": DOMAIN} for name in names
        ]
        return self.json({"object": "list", "data": listed})


class ChatCompletionsView(HomeAssistantView):
    """One request of OpenAI's chat completions → one reply, whole or as a stream."""

    url = f"/api/{DOMAIN}/v1/chat/completions"
    name = f"api:{DOMAIN}:chat_completions"

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self._chats: WeakKeyDictionary[Agent, AgentChat] = WeakKeyDictionary()
        self._answerings = Answerings(patience=_PATIENCE)

    async def post(self, request: web.Request) -> web.StreamResponse:
        """Answer in the name of whoever the token belongs to: their permissions apply."""
        hass = request.app[KEY_HASS]
        try:
            entry = _offered(hass)
            asked = await _read(request)
            chat = self._chat(hass, entry)
            chat.check(asked)
            caller = await async_caller(hass, self.context(request))
            answering = self._answerings.begin(
                CompletionEnvelope(asked), partial(_answer, chat, asked, caller)
            )
            if asked.stream:
                return await _stream(request, answering)
            return self.json(await answering.whole())
        except ApiError as error:
            return _refused(error)

    def _chat(self, hass: HomeAssistant, entry: AgentEntry) -> AgentChat:
        """The conversations of an agent, for as long as it is loaded."""
        agent = entry.runtime_data.agent
        if agent not in self._chats:
            self._chats[agent] = AgentChat(
                _NamedAgent(entry), _names(entry), partial(_defaults, hass, entry)
            )
        return self._chats[agent]


class _NamedAgent:
    """An agent that acts for whoever asks at the moment, and tells Home Assistant of it."""

    def __init__(self, entry: AgentEntry) -> None:
        self._entry = entry

    async def answer(self, turn: Turn, listener: EventListener) -> Reply:
        """Answer one sentence."""
        runtime, caller = self._entry.runtime_data, current_caller()
        assert caller is not None
        heard = runtime.event_bridge.async_listener(caller.context, turn.conversation_id, listener)
        return await runtime.agent.hear(turn, heard)

    async def resume(self, turn: Turn, exchanges: tuple[Exchange, ...]) -> None:
        """Go on with a conversation that the program keeps: by its words alone."""
        await self._entry.runtime_data.agent.resume(turn.conversation_id, exchanges, turn.user_id)


async def _answer(chat: AgentChat, asked: ChatRequest, caller: Caller, tell: Tell) -> ChatReply:
    turn = Turn(
        text="",
        conversation_id="",
        origin=Origin.API,
        user_id=caller.user_id,
        is_admin=caller.is_admin,
        speaker=caller.name,
    )
    with act_as(caller):
        return await chat.answer(asked, turn, tell)


async def _read(request: web.Request) -> ChatRequest:
    """What is asked. Raises `ApiError`."""
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
    return read_chat_request(read_json(body))


async def _stream(request: web.Request, answering: Answering) -> web.StreamResponse:
    response = web.StreamResponse(
        headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
    )
    await response.prepare(request)
    async for event in answering.events():
        await response.write(event)
    await response.write_eof()
    return response


def _offered(hass: HomeAssistant) -> AgentEntry:
    """The agent that programs may talk to. Raises `ApiError` where nobody has allowed that."""
    for entry in async_loaded_agents(hass):
        if entry.runtime_data.debug.api:
            return entry
    raise ApiError(
        status=HTTPStatus.NOT_FOUND,
        message="No agent is offered here. Switch that on in the settings of a Home Agent.",
        code="not_offered",
    )


def _names(entry: AgentEntry) -> ModelNames:
    return ModelNames([model.name for model in entry.runtime_data.agent.api.health()])


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
