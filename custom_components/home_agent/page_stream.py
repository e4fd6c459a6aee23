"""What happens, told to the page over Home Assistant's own connection while that is open."""

from collections.abc import Callable
from typing import Any

import voluptuous as vol
from homeassistant.components.websocket_api import async_register_command
from homeassistant.components.websocket_api.connection import ActiveConnection
from homeassistant.components.websocket_api.const import ERR_INVALID_FORMAT, ERR_NOT_FOUND
from homeassistant.components.websocket_api.decorators import websocket_command
from homeassistant.components.websocket_api.messages import event_message
from homeassistant.core import Context, HomeAssistant, callback

from .caller import Caller, act_as, async_caller
from .const import DOMAIN
from .engine.authority import Origin
from .engine.chat_api.api_error import ApiError
from .engine.page.page import Page
from .engine.page.requests import PageRequest
from .engine.page.viewer import Viewer

_ENDED = {"type": "end"}
"""Told where the page begins anew: whoever is still there subscribes again."""


def viewer_for(caller: Caller) -> Viewer:
    """Whoever is logged in to Home Assistant, as the page knows them."""
    return Viewer(
        name=caller.user_id or "nobody",
        title=caller.name,
        origin=Origin.CHAT,
        user_id=caller.user_id,
        is_admin=caller.is_admin,
    )


@callback
def async_register_page_stream(hass: HomeAssistant, page_of: Callable[[str], Page | None]) -> None:
    """Let pages subscribe; `page_of` finds the page of an agent."""

    @websocket_command(
        {
            vol.Required("type"): f"{DOMAIN}/page",
            vol.Required("agent"): str,
            vol.Optional("language", default=""): str,
        }
    )
    @callback
    def subscribe(
        hass: HomeAssistant, connection: ActiveConnection, message: dict[str, Any]
    ) -> None:
        number, page = message["id"], page_of(message["agent"])
        if page is None:
            gone = "This agent shows no page here any more."
            connection.send_error(number, ERR_NOT_FOUND, gone)
            return
        asked = PageRequest(
            method="GET",
            path="events",
            query={"language": message["language"]},
            body={},
            default_language=hass.config.language,
        )
        try:
            _ = asked.language
        except ApiError as error:
            connection.send_error(number, ERR_INVALID_FORMAT, error.message)
            return

        def send(telling: dict[str, Any]) -> None:
            connection.send_message(event_message(number, telling))

        context = connection.context(message)
        telling = hass.async_create_background_task(
            _send_events(hass, page, asked, context, send), f"{DOMAIN} page", eager_start=False
        )
        connection.subscriptions[number] = telling.cancel
        connection.send_result(number)

    async_register_command(hass, subscribe)


async def _send_events(
    hass: HomeAssistant,
    page: Page,
    asked: PageRequest,
    context: Context,
    send: Callable[[dict[str, Any]], None],
) -> None:
    """Tell whoever subscribed, as long as they are who they were when they did."""
    caller = await async_caller(hass, context)
    viewer = viewer_for(caller)
    with act_as(caller):
        events = page.events(asked, viewer)
        try:
            async for told in events:
                now = await async_caller(hass, context)
                if now.user is None or not now.user.is_active or viewer_for(now) != viewer:
                    break
                for telling in told:
                    send(telling)
        finally:
            await events.aclose()
    send(_ENDED)
