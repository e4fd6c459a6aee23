"""What the agent is like to live with, in figures for sensors; pushed, never polled."""

from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from statistics import median
from typing import TYPE_CHECKING, Any, override

from homeassistant.const import EVENT_CORE_CONFIG_UPDATE
from homeassistant.core import CALLBACK_TYPE, Event, HomeAssistant, callback
from homeassistant.helpers.event import async_track_time_change
from homeassistant.helpers.update_coordinator import DataUpdateCoordinator

from .const import DOMAIN, LOGGER
from .engine.agent_api import AgentApi
from .engine.instants import to_utc
from .engine.jobs import Job, Timer
from .engine.llm.circuit_breaker import Health
from .engine.storage.quarantine import read_document
from .engine.storage.store import Store
from .engine.turn import Reply, Tier
from .plans import PlannedItem, async_plans_of_all, due_at
from .users import EVENTS as USER_EVENTS

if TYPE_CHECKING:
    from .agent_entry import HomeAgentConfigEntry

_REMEMBERED = 1000
_KEPT = "figures"


class ProviderState(StrEnum):
    """How the models are, taken together."""

    OK = "ok"
    DEGRADED = "degraded"
    """At least one does not answer, and another does."""

    DOWN = "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentMetrics:
    """All figures at one moment."""

    tokens_today: int
    without_model: float | None
    """How many of a hundred answers needed no model; None before the first."""

    median_latency: float | None
    """In milliseconds."""

    provider: ProviderState | None
    """None where there is no model."""

    next_scheduled: datetime | None
    plans: tuple[PlannedItem, ...] = ()
    """What everybody in the house may see of what is planned."""


class HomeAgentCoordinator(DataUpdateCoordinator[AgentMetrics]):
    """Keeps the figures of one agent, and tells the sensors when they change."""

    config_entry: HomeAgentConfigEntry

    def __init__(
        self, hass: HomeAssistant, connection: HomeAgentConfigEntry, api: AgentApi, store: Store
    ) -> None:
        """Take the figures from here; what is counted is kept in the store."""
        super().__init__(
            hass,
            LOGGER,
            config_entry=connection,
            name=f"{DOMAIN} figures",
            update_interval=None,
            always_update=False,
        )
        self._api = api
        self._store = store
        self._counted = False
        """Whether there is more to keep than is kept."""

        self._replies: deque[tuple[Tier, float]] = deque(maxlen=_REMEMBERED)

    @callback
    def async_start(self) -> CALLBACK_TYPE:
        """Begin a new count of tokens each day, until the returned function is called."""
        stop = self._async_await_midnight()

        @callback
        def begin_anew(_event: Event) -> None:
            """The home may be in another time zone now, where it is another day."""
            nonlocal stop
            stop()
            stop = self._async_await_midnight()
            self.async_refresh_soon()

        @callback
        def look(_event: Event) -> None:
            """Who came or went decides what everybody may see."""
            self.async_refresh_soon()

        listen = self.hass.bus.async_listen
        heard = [listen(EVENT_CORE_CONFIG_UPDATE, begin_anew)]
        heard += [listen(event, look) for event in USER_EVENTS]

        @callback
        def end() -> None:
            for unsubscribe in heard:
                unsubscribe()
            stop()

        return end

    @callback
    def async_note(self, reply: Reply) -> None:
        """Count an answer."""
        self._replies.append((reply.tier, reply.latency_ms))
        self._counted = True

    @callback
    def async_refresh_soon(self) -> None:
        """Look at everything anew: something happened."""
        self.config_entry.async_create_background_task(
            self.hass, self.async_refresh(), f"{DOMAIN} figures"
        )

    @override
    async def _async_setup(self) -> None:
        """Go on counting where it was left off."""
        self._replies.extend(await read_document(self._store, _KEPT, _replies) or ())

    @override
    async def _async_update_data(self) -> AgentMetrics:
        if self._counted:
            self._counted = False
            kept = [[tier.value, round(latency, 1)] for tier, latency in self._replies]
            await self._store.put(_KEPT, {"replies": kept})
        answered = [tier for tier, _latency in self._replies if tier is not Tier.NONE]
        fast = answered.count(Tier.FAST)
        latencies = [latency for _tier, latency in self._replies]
        return AgentMetrics(
            tokens_today=(await self._api.spent_today()).tokens,
            without_model=round(100 * fast / len(answered), 1) if answered else None,
            median_latency=round(median(latencies), 1) if latencies else None,
            provider=_provider(self._api.health()),
            next_scheduled=_next(self._api.planned()),
            plans=await async_plans_of_all(self.hass, self._api),
        )

    @callback
    def _async_await_midnight(self) -> CALLBACK_TYPE:
        return async_track_time_change(self.hass, self._async_new_day, hour=0, minute=0, second=0)

    @callback
    def _async_new_day(self, _now: datetime) -> None:
        self.async_refresh_soon()


def _replies(kept: Mapping[str, Any]) -> list[tuple[Tier, float]]:
    """What was counted before, less what cannot be read. Raises where it is no list at all."""
    found = []
    for reply in kept.get("replies", ()):
        with suppress(TypeError, ValueError):
            tier, latency = reply
            found.append((Tier(tier), float(latency)))
    return found


def _provider(health: tuple[Health, ...]) -> ProviderState | None:
    if not health:
        return None
    down = [model for model in health if model.resting or model.failures]
    if not down:
        return ProviderState.OK
    return ProviderState.DOWN if len(down) == len(health) else ProviderState.DEGRADED


def _next(planned: tuple[Job | Timer, ...]) -> datetime | None:
    coming = (due for job in planned if (due := due_at(job)) is not None)
    return min(coming, key=to_utc, default=None)
