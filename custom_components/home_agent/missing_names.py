"""Watches over names in the safety settings: what is gone from the home is shown as a repair."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from homeassistant.core import CALLBACK_TYPE, Event, HomeAssistant, callback
from homeassistant.helpers.start import async_at_started

from .const import CONF_SAFETY
from .engine.act.gate.missing_names import find_missing_users
from .engine.home import Change, LayoutChanged
from .forms.safety import find_missing_problems
from .repair_issues import async_names_missing
from .users import EVENTS, async_users

if TYPE_CHECKING:
    from .agent_entry import AgentEntry


@callback
def async_watch_missing_names(hass: HomeAssistant, entry: AgentEntry) -> CALLBACK_TYPE:
    """Look whenever the home or its people change, until the returned function is called."""

    @callback
    def look(_about: object = None) -> None:
        async_names_missing(hass, entry, find_missing_names(hass, entry))

    @callback
    def hear(change: Change) -> None:
        if isinstance(change, LayoutChanged):
            look()

    stops: list[Callable[[], None]] = []

    @callback
    def begin(_hass: HomeAssistant) -> None:
        """Only now: while Home Assistant starts, many things are not there yet."""
        stops.append(entry.runtime_data.home.subscribe(hear))
        stops.extend(hass.bus.async_listen(event, follow) for event in EVENTS)
        look()

    @callback
    def follow(_event: Event) -> None:
        # Whoever keeps the names of people hears of it at the same time.
        hass.loop.call_soon(look)

    stops.append(async_at_started(hass, begin))

    @callback
    def stop() -> None:
        for stop in stops:
            stop()

    return stop


@callback
def find_missing_names(hass: HomeAssistant, entry: AgentEntry) -> tuple[str, ...]:
    """What the settings of an agent name that is not there."""
    layout = entry.runtime_data.home.snapshot().layout
    problems = find_missing_problems(hass, entry.options.get(CONF_SAFETY, {}), layout)
    managers = entry.options.get("schedule", {}).get("managers")
    named = [problem.placeholders["names"] for problem in problems]
    return tuple(dict.fromkeys([*named, *find_missing_users(managers, async_users(hass))]))
