"""The home that Home Assistant itself keeps, as the engine sees it.

States are taken over event by event. The layout is not: registries change in bursts, so a change
only marks it stale, and it is built anew when somebody next looks, or once things have settled.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from datetime import datetime
from functools import partial
from typing import Any

import voluptuous as vol
from homeassistant.components.conversation import DOMAIN as CONVERSATION
from homeassistant.components.homeassistant.exposed_entities import async_listen_entity_updates
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import (
    ATTR_DEVICE_CLASS,
    ATTR_ENTITY_ID,
    EVENT_SERVICE_REGISTERED,
    EVENT_SERVICE_REMOVED,
    EVENT_STATE_CHANGED,
)
from homeassistant.core import (
    CALLBACK_TYPE,
    CoreState,
    Event,
    EventStateChangedData,
    HassJob,
    HomeAssistant,
    SupportsResponse,
    callback,
)
from homeassistant.core import State as HassState
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import floor_registry as fr
from homeassistant.helpers import label_registry as lr
from homeassistant.helpers.event import async_call_later
from homeassistant.helpers.service import async_get_all_descriptions
from homeassistant.helpers.start import async_at_started
from homeassistant.util import dt as dt_util
from homeassistant.util.event_type import EventType

from .automations import HassAutomations
from .caller import act_as, current_caller
from .const import DOMAIN, LOGGER
from .engine.errors import CallRefusedError
from .engine.home import Change, Layout, LiveHome, RecordedState, ServiceCall, Snapshot, State
from .engine.home.protocol import EventHandler, HomeEvent
from .engine.privacy.disclosure import find_secret_fields, hide_secrets
from .history import async_read_history
from .layout import async_build_layout
from .permissions import PermittedLayouts, may_read
from .templates import async_rendered

# Long enough for an integration to add its entities, short enough for a person to walk over and
# try the name they have just given.
_SETTLED_AFTER = 1.0

# Radio protocols give up on a dead device within ten seconds. A home that has not refused by then
# has accepted, and the states will tell the rest.
_ACCEPTED_AFTER = 10.0

# A script runs for as long as it likes. What is refused in it is mostly refused at once; after
# that, all that can be said of it is that it was started.
_STARTED_AFTER = 1.0

_LAYOUT_EVENTS: tuple[EventType[Any] | str, ...] = (
    ar.EVENT_AREA_REGISTRY_UPDATED,
    dr.EVENT_DEVICE_REGISTRY_UPDATED,
    fr.EVENT_FLOOR_REGISTRY_UPDATED,
    lr.EVENT_LABEL_REGISTRY_UPDATED,
    EVENT_SERVICE_REGISTERED,
    EVENT_SERVICE_REMOVED,
)


class HassHome:
    """The engine's `Home`, in the same process as Home Assistant."""

    def __init__(self, hass: HomeAssistant, entry: ConfigEntry[Any]) -> None:
        """Look at this Home Assistant; whatever runs on behalf of the home ends with the entry."""
        self._hass = hass
        self._entry = entry
        self._live = LiveHome()
        self._permitted_layouts = PermittedLayouts()
        self._stale = True
        self._descriptions: Mapping[str, Any] | None = None
        self._settling: CALLBACK_TYPE | None = None
        self._settle = HassJob(self._async_settle, f"{DOMAIN} layout", cancel_on_shutdown=True)

    @callback
    def async_start(self) -> CALLBACK_TYPE:
        """Follow the home until the returned function is called."""
        hass = self._hass
        listen = hass.bus.async_listen
        stops = [
            listen(EVENT_STATE_CHANGED, self._async_take_state),
            listen(
                er.EVENT_ENTITY_REGISTRY_UPDATED, self._async_mark_stale, self._async_changes_layout
            ),
            *(listen(event, self._async_mark_stale) for event in _LAYOUT_EVENTS),
            async_listen_entity_updates(hass, CONVERSATION, self._async_mark_stale),
            async_at_started(hass, self._async_mark_stale),
        ]
        for state in hass.states.async_all():
            self._live.replace_state(state.entity_id, _state(state))

        @callback
        def stop() -> None:
            for stop in stops:
                stop()
            if self._settling is not None:
                self._settling()

        return stop

    @callback
    def snapshot(self) -> Snapshot:
        """The home as it is now, as whoever asks may see it."""
        if self._stale:
            self._rebuild()
        whole = self._live.snapshot_at(dt_util.now())
        layout = self._permitted_layouts.layout_for(current_caller(), whole.layout)
        return whole if layout is whole.layout else replace(whole, layout=layout)

    @callback
    def subscribe(self, listener: Callable[[Change], None]) -> CALLBACK_TYPE:
        """Hear of every change until the returned function is called."""
        return self._live.subscribe(listener)

    @callback
    def subscribe_events(self, event_types: frozenset[str], handler: EventHandler) -> CALLBACK_TYPE:
        """Hear of events of the bus, until the returned function is called."""

        @callback
        def hear(event: Event[Any]) -> None:
            handler(
                HomeEvent(
                    event_type=str(event.event_type),
                    data=event.data,
                    at=dt_util.as_local(event.time_fired),
                )
            )

        stops = [self._hass.bus.async_listen(event_type, hear) for event_type in event_types]

        @callback
        def stop() -> None:
            for stop_one in stops:
                stop_one()

        return stop

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        """Ask for something; return its response when the home has accepted it."""
        task = self._entry.async_create_task(
            self._hass, self._async_ask(call), f"{DOMAIN} {call.full_name}"
        )
        try:
            # Waited for, never cancelled: our patience must not stop a device halfway.
            only_starts = _starts_scripts(call) and not call.wants_response
            limit = _STARTED_AFTER if only_starts else _ACCEPTED_AFTER
            await asyncio.wait([task], timeout=limit)
        finally:
            if not task.done():
                task.add_done_callback(partial(_async_log_late_refusal, call))
        return task.result() if task.done() else {}

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        """How things were, if this Home Assistant records it; empty for what may not be seen."""
        caller = current_caller()
        seen = tuple(entity_id for entity_id in entity_ids if may_read(caller, entity_id))
        hidden: dict[str, tuple[RecordedState, ...]] = dict.fromkeys(
            set(entity_ids) - set(seen), ()
        )
        if hidden and not seen:
            return hidden
        return {**hidden, **await async_read_history(self._hass, seen, start, end)}

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        """What a template makes, with all that Home Assistant offers it."""
        return await async_rendered(self._hass, template, variables)

    @property
    def automations(self) -> HassAutomations:
        """Writes automations into this Home Assistant."""
        return HassAutomations(self._hass)

    async def async_reload(self) -> None:
        """Look at all registries and services anew."""
        self._stale = True
        await self._async_refresh()

    async def _async_ask(self, call: ServiceCall) -> Mapping[str, Any]:
        if _starts_scripts(call):
            response: Mapping[str, Any] = {}
            for target in call.targets:
                response = await self._async_call(self._as_own_service(call, target)) or response
            return response
        return await self._async_call(call)

    def _as_own_service(self, call: ServiceCall, script: str) -> ServiceCall:
        """A script asked for by its own service, which waits for it and tells of its errors."""
        entry = er.async_get(self._hass).async_get(script)
        name = entry.unique_id if entry else ""
        variables = call.data.get("variables", {})
        if call.data.keys() - {"variables"} or not self._hass.services.has_service("script", name):
            return replace(call, targets=(script,))
        return ServiceCall(domain="script", service=name, data=variables)

    async def _async_call(self, call: ServiceCall) -> Mapping[str, Any]:
        services, caller = self._hass.services, current_caller()
        responds = (
            services.has_service(call.domain, call.service)
            and services.supports_response(call.domain, call.service) is not SupportsResponse.NONE
        )
        try:
            response = await services.async_call(
                call.domain,
                call.service,
                dict(call.data),
                blocking=True,
                context=caller.context if caller else None,
                target={ATTR_ENTITY_ID: list(call.targets)} if call.targets else None,
                return_response=responds,
            )
        except (HomeAssistantError, vol.Invalid) as error:
            raise CallRefusedError(str(error) or type(error).__name__) from error
        except Exception as error:
            # Whatever an integration raises, it did not do what it was asked.
            LOGGER.exception("%s broke while serving %s", call.full_name, ", ".join(call.targets))
            raise CallRefusedError(str(error) or type(error).__name__) from error
        return response or {}

    @callback
    def _async_take_state(self, event: Event[EventStateChangedData]) -> None:
        """Take over what an entity reports."""
        before, after = event.data["old_state"], event.data["new_state"]
        if _described(before) != _described(after):
            self._async_mark_stale()
        # Whoever hears of it looks with their own eyes, not with those of whoever caused it.
        with act_as(None):
            self._live.replace_state(event.data["entity_id"], _state(after) if after else None)

    @callback
    def _async_changes_layout(self, change: er.EventEntityRegistryUpdatedData) -> bool:
        """Whether an entity's registration changed in a way that we show."""
        if change["action"] != "update" or change["changes"].keys() != {"options"}:
            return True
        # Options of other integrations come and go; ours say whether the entity is exposed.
        entry = er.async_get(self._hass).async_get(change["entity_id"])
        before = change["changes"]["options"].get(CONVERSATION)
        return entry is None or entry.options.get(CONVERSATION) != before

    @callback
    def _async_mark_stale(self, _cause: object = None) -> None:
        """Have the layout built anew, once for however many changes."""
        self._stale = True
        if self._settling is None and self._hass.state is CoreState.running:
            self._settling = async_call_later(self._hass, _SETTLED_AFTER, self._settle)

    @callback
    def _async_settle(self, _now: datetime) -> None:
        self._settling = None
        self._entry.async_create_background_task(
            self._hass, self._async_refresh(), f"{DOMAIN} layout"
        )

    async def _async_refresh(self) -> None:
        """Load what is missing of the services' descriptions, and have the layout ready."""
        try:
            descriptions = await async_get_all_descriptions(self._hass)
        except Exception:  # noqa: BLE001 - one broken integration must not cost us the others
            LOGGER.warning("Descriptions of services could not be loaded", exc_info=True)
        else:
            self._stale |= descriptions is not self._descriptions
            self._descriptions = descriptions
        if self._stale:
            self._rebuild()

    @callback
    def _rebuild(self) -> None:
        layout = async_build_layout(self._hass)
        # Only now: asking whether a new entity is exposed writes the answer to its registration.
        self._stale = False
        if not _is_same_layout(layout, self._live.layout):
            with act_as(None):
                self._live.replace_layout(layout)


def _state(state: HassState) -> State:
    return State(
        value=state.state,
        attributes=state.attributes,
        changed=state.last_changed,
        updated=state.last_updated,
    )


def _starts_scripts(call: ServiceCall) -> bool:
    return call.full_name == "script.turn_on"


def _described(state: HassState | None) -> tuple[str, str | None] | None:
    """What the layout takes from a state."""
    return (state.name, state.attributes.get(ATTR_DEVICE_CLASS)) if state else None


def _is_same_layout(before: Layout, after: Layout) -> bool:
    """Whether nothing that we show is different, so that what rests on the old layout can stay."""
    return all(
        getattr(before, field.name) == getattr(after, field.name) for field in fields(Layout)
    )


@callback
def _async_log_late_refusal(call: ServiceCall, task: asyncio.Task[Mapping[str, Any]]) -> None:
    if not task.cancelled() and (error := task.exception()):
        told = hide_secrets(str(error), find_secret_fields(call))
        LOGGER.warning("%s failed after we had stopped waiting: %s", call.full_name, told)
