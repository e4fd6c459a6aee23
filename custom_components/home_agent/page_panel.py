"""The page of an agent as a panel in the sidebar, under Home Assistant's own authentication.

The files are the engine's. What the page asks for comes with the token of whoever is logged in,
and is looked at and done with their permissions.
"""

from http import HTTPStatus
from pathlib import Path

from aiohttp import web
from homeassistant.components.http import StaticPathConfig  # type: ignore[attr-defined]
from homeassistant.const import EVENT_HOMEASSISTANT_STOP
from homeassistant.core import Event, HomeAssistant, callback
from homeassistant.helpers.http import KEY_HASS, HomeAssistantView
from homeassistant.loader import async_get_loaded_integration
from homeassistant.util.hass_dict import HassKey

from .agent_entry import AgentEntry
from .caller import act_as, async_caller, current_caller
from .const import DOMAIN
from .engine.chat_api.api_error import ApiError, internal_error
from .engine.chat_api.chat_request import read_json
from .engine.errors import HomeAgentError
from .engine.events import EventListener
from .engine.page import page_files
from .engine.page.overview import ShellFacts
from .engine.page.page import Page
from .engine.page.requests import PageRequest, not_found
from .engine.turn import Turn
from .page_stream import async_register_page_stream, viewer_for

_PAGES: HassKey[dict[str, Page]] = HassKey(f"{DOMAIN}_pages")
_SERVED: HassKey[bool] = HassKey(f"{DOMAIN}_page_files")
_FILES = f"/{DOMAIN}_page"
_STATIC = Path(page_files.__file__).parent / "static"
_MOST_BYTES = 64 * 1024


@callback
def async_register_page_view(hass: HomeAssistant) -> None:
    """Have the page's requests answered; whether there is a page is found out with each."""
    hass.data[_PAGES] = {}
    hass.http.register_view(PageView())
    async_register_page_stream(hass, hass.data[_PAGES].get)


async def async_show_panel(hass: HomeAssistant, entry: AgentEntry) -> None:
    """Put the page of an agent into the sidebar, where that is wanted, until it is unloaded."""
    if not entry.runtime_data.debug.panel or "frontend" not in hass.config.components:
        return
    from homeassistant.components import frontend, panel_custom  # noqa: PLC0415 - only where it is there

    page = _make_page(hass, entry)
    pages, path = hass.data[_PAGES], f"home-agent-{entry.entry_id.lower()}"
    if not hass.data.get(_SERVED):
        hass.data[_SERVED] = True
        files = StaticPathConfig(_FILES, str(_STATIC), cache_headers=False)
        await hass.http.async_register_static_paths([files])
    await panel_custom.async_register_panel(
        hass,
        frontend_url_path=path,
        webcomponent_name="home-agent-panel",
        sidebar_title=entry.title,
        sidebar_icon="mdi:home-heart",
        module_url=f"{_FILES}/panel.js",
        config={"agent": entry.entry_id},
        require_admin=False,
    )
    pages[entry.entry_id] = page

    async def close() -> None:
        frontend.async_remove_panel(hass, path)
        pages.pop(entry.entry_id, None)
        await page.close()

    async def end_streams(_event: Event) -> None:
        page.end_streams()

    connection = entry.connection
    connection.async_on_unload(close)
    connection.async_on_unload(hass.bus.async_listen_once(EVENT_HOMEASSISTANT_STOP, end_streams))


def _make_page(hass: HomeAssistant, entry: AgentEntry) -> Page:
    runtime = entry.runtime_data

    def facts() -> ShellFacts:
        return ShellFacts(
            home_name=hass.config.location_name,
            version=str(async_get_loaded_integration(hass, DOMAIN).version),
            settings=f"/config/integrations/integration/{DOMAIN}",
        )

    def add_listener(turn: Turn, listener: EventListener) -> EventListener:
        caller = current_caller()
        assert caller is not None, "whoever looks is known"
        return runtime.event_bridge.async_listener(caller.context, turn.conversation_id, listener)

    async def people() -> dict[str, str]:
        return {user.id: user.name or "" for user in await hass.auth.async_get_users()}

    return Page(
        runtime.agent,
        runtime.agent.api.home,
        runtime.store,
        facts=facts,
        keeps_words=runtime.settings.context.history.persist,
        add_listener=add_listener,
        people=people,
    )


class PageView(HomeAssistantView):
    """What the page asks for, in the name of whoever is logged in."""

    url = f"/api/{DOMAIN}/page/{{agent}}/{{path:.+}}"
    name = f"api:{DOMAIN}:page"

    async def get(self, request: web.Request, agent: str, path: str) -> web.Response:
        """Answer."""
        return await self._answer(request, agent, path)

    async def post(self, request: web.Request, agent: str, path: str) -> web.Response:
        """Do what is asked, and tell what came of it."""
        return await self._answer(request, agent, path)

    async def delete(self, request: web.Request, agent: str, path: str) -> web.Response:
        """Forget something."""
        return await self._answer(request, agent, path)

    async def _answer(self, request: web.Request, agent: str, path: str) -> web.Response:
        hass = request.app[KEY_HASS]
        try:
            page = hass.data[_PAGES].get(agent)
            if page is None:
                raise not_found("This agent shows no page here any more.")
            asked = await _read(hass, request, path)
            caller = await async_caller(hass, self.context(request))
            with act_as(caller):
                return self.json(await page.handle(asked, viewer_for(caller)))
        except ApiError as error:
            return web.json_response(error.as_document(), status=error.status)
        except HomeAgentError as error:
            document = {**internal_error().as_document()["error"], "message": str(error)}
            return web.json_response({"error": document}, status=HTTPStatus.SERVICE_UNAVAILABLE)


async def _read(hass: HomeAssistant, request: web.Request, path: str) -> PageRequest:
    """What is asked. Raises `ApiError`."""
    body = {}
    if request.method == "POST":
        if (request.content_length or 0) > _MOST_BYTES or len(raw := await request.read()) > (
            _MOST_BYTES
        ):
            raise ApiError(
                status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                message=f"The body of the request is larger than {_MOST_BYTES // 1024} KiB.",
            )
        body = read_json(raw)
        if not isinstance(body, dict):
            raise ApiError(status=HTTPStatus.BAD_REQUEST, message="The body must be a JSON object.")
    return PageRequest(
        method=request.method,
        path=path,
        query=dict(request.query),
        body=body,
        default_language=hass.config.language,
    )
