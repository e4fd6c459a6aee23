"""The people of this Home Assistant, by their ids, for forms that ask for some of them."""

from collections.abc import Mapping

from homeassistant.auth import EVENT_USER_ADDED, EVENT_USER_REMOVED, EVENT_USER_UPDATED
from homeassistant.core import CALLBACK_TYPE, Event, HomeAssistant, callback
from homeassistant.util.hass_dict import HassKey

from .const import DOMAIN

EVENTS = (EVENT_USER_ADDED, EVENT_USER_REMOVED, EVENT_USER_UPDATED)

_USERS: HassKey[Mapping[str, str]] = HassKey(f"{DOMAIN}_users")


async def async_follow_users(hass: HomeAssistant) -> CALLBACK_TYPE:
    """Learn who there is, and whenever somebody comes or goes, until the return is called."""

    async def learn(_event: Event | None = None) -> None:
        hass.data[_USERS] = {
            user.id: user.name or user.id
            for user in await hass.auth.async_get_users()
            if not user.system_generated
        }

    await learn()
    stops = [hass.bus.async_listen(event, learn) for event in EVENTS]

    @callback
    def stop() -> None:
        for stop in stops:
            stop()

    return stop


@callback
def async_users(hass: HomeAssistant) -> Mapping[str, str]:
    """What each of them is called."""
    return hass.data.get(_USERS, {})
