"""Automations written into Home Assistant, as its own editor writes them.

They go into automations.yaml, after Home Assistant's own validation, and are reloaded one by one.
What else is in the file stays as it is written there, comments included, as far as that can be.
"""

import asyncio
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import voluptuous as vol
from homeassistant.components.automation.config import async_validate_config_item
from homeassistant.config import AUTOMATION_CONFIG_PATH
from homeassistant.const import CONF_ID, SERVICE_RELOAD, STATE_ON
from homeassistant.core import Context, HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import label_registry as lr
from homeassistant.helpers.entity_component import DATA_INSTANCES
from homeassistant.util.file import write_utf8_file_atomic
from homeassistant.util.hass_dict import HassKey
from homeassistant.util.yaml import dump, parse_yaml

from .caller import current_caller
from .const import DOMAIN
from .engine.automations.configuration import entity_ids_in
from .engine.errors import AutomationsUnavailableError, CallRefusedError
from .engine.home.protocol import StoredAutomation

_AUTOMATION = "automation"
_LABEL_ICON = "mdi:robot-happy-outline"

# One for all agents: each of them reads the whole file and writes it again.
_LOCK: HassKey[asyncio.Lock] = HassKey(f"{DOMAIN}_automations")

type _Items = list[dict[str, Any]]


class HassAutomations:
    """The engine's `AutomationStore`, in the same process as Home Assistant."""

    def __init__(self, hass: HomeAssistant) -> None:
        """Write into this Home Assistant."""
        self._hass = hass
        self._lock = hass.data.setdefault(_LOCK, asyncio.Lock())

    async def list(self) -> tuple[StoredAutomation, ...]:
        """Those that have an id, whoever wrote them."""
        self._async_check_caller()
        return tuple(
            StoredAutomation(
                automation_id=str(state.attributes[CONF_ID]),
                alias=state.name,
                description=str(config.get("description") or ""),
                entity_id=state.entity_id,
                is_on=state.state == STATE_ON,
                entity_ids=entity_ids_in(config),
            )
            for state in self._hass.states.async_all(_AUTOMATION)
            if CONF_ID in state.attributes
            for config in (self._async_config(state.entity_id),)
        )

    async def read(self, automation_id: str) -> Mapping[str, Any] | None:
        """What automations.yaml has of it, without its id."""
        self._async_check_caller()
        path = Path(self._hass.config.path(AUTOMATION_CONFIG_PATH))
        try:
            return await self._hass.async_add_executor_job(_find, path, automation_id)
        except (OSError, HomeAssistantError) as error:
            raise AutomationsUnavailableError(
                f"automations.yaml cannot be read: {error}"
            ) from error

    async def check(self, automation_id: str, config: Mapping[str, Any]) -> None:
        """Have Home Assistant's own validation look at it."""
        self._async_check_caller()
        await self._async_validate(automation_id, config)

    async def write(self, automation_id: str, config: Mapping[str, Any], label: str) -> str:
        """Write it, have it reloaded and labelled; take it back where it does not appear."""
        context = self._async_check_caller()
        await self._async_validate(automation_id, config)
        item = {CONF_ID: automation_id, **deepcopy(dict(config))}
        before = await self._async_edit(automation_id, item)
        await self._hass.services.async_call(
            _AUTOMATION, SERVICE_RELOAD, {CONF_ID: automation_id}, blocking=True, context=context
        )
        entity_id = self._async_entity_id(automation_id)
        if entity_id is None or self._hass.states.get(entity_id) is None:
            await self._async_edit(automation_id, before)
            raise AutomationsUnavailableError(
                "automations.yaml is not read here. Add 'automation: !include automations.yaml' to"
                " configuration.yaml and restart Home Assistant."
            )
        self._async_label(entity_id, label)
        return entity_id

    async def delete(self, automation_id: str) -> None:
        """Remove it, with its entity."""
        self._async_check_caller()
        await self._async_edit(automation_id, None)
        if (entity_id := self._async_entity_id(automation_id)) is not None:
            er.async_get(self._hass).async_remove(entity_id)

    @callback
    def _async_check_caller(self) -> Context | None:
        """In whose name; raise where Home Assistant would not let them."""
        caller = current_caller()
        is_named = caller is not None and caller.user_id is not None
        user = caller.user if caller else None
        if is_named and (user is None or not user.is_admin):
            raise AutomationsUnavailableError(
                "Only an administrator of Home Assistant may write automations."
            )
        if _AUTOMATION not in self._hass.config.components:
            raise AutomationsUnavailableError(
                "Home Assistant runs no automations. Add 'automation: !include automations.yaml' to"
                " configuration.yaml and restart it."
            )
        return caller.context if caller else None

    async def _async_validate(self, automation_id: str, config: Mapping[str, Any]) -> None:
        try:
            await async_validate_config_item(self._hass, automation_id, deepcopy(dict(config)))
        except (vol.Invalid, HomeAssistantError) as error:
            raise CallRefusedError(str(error) or type(error).__name__) from error

    async def _async_edit(
        self, automation_id: str, item: dict[str, Any] | None
    ) -> dict[str, Any] | None:
        """Put it into the file, or take it out; return what was there before."""
        path = Path(self._hass.config.path(AUTOMATION_CONFIG_PATH))
        async with self._lock:
            try:
                return await self._hass.async_add_executor_job(_edit, path, automation_id, item)
            except (OSError, HomeAssistantError) as error:
                raise AutomationsUnavailableError(
                    f"automations.yaml cannot be changed: {error}"
                ) from error

    @callback
    def _async_entity_id(self, automation_id: str) -> str | None:
        registry = er.async_get(self._hass)
        return registry.async_get_entity_id(_AUTOMATION, _AUTOMATION, automation_id)

    @callback
    def _async_label(self, entity_id: str, label: str) -> None:
        """Let people find it among the others."""
        registry, labels = er.async_get(self._hass), lr.async_get(self._hass)
        name = label.replace("_", " ").title()
        found = labels.async_get_label_by_name(name) or labels.async_create(name, icon=_LABEL_ICON)
        entry = registry.async_get(entity_id)
        if entry is not None and found.label_id not in entry.labels:
            registry.async_update_entity(entity_id, labels={*entry.labels, found.label_id})

    @callback
    def _async_config(self, entity_id: str) -> Mapping[str, Any]:
        component = self._hass.data.get(DATA_INSTANCES, {}).get(_AUTOMATION)
        entity = component.get_entity(entity_id) if component else None
        config: Mapping[str, Any] | None = getattr(entity, "raw_config", None)
        return config or {}


def _find(path: Path, automation_id: str) -> dict[str, Any] | None:
    items = _read(path.read_text(encoding="utf-8") if path.is_file() else "")
    found = next((known for known in items if known.get(CONF_ID) == automation_id), None)
    return found and {key: value for key, value in found.items() if key != CONF_ID}


def _edit(path: Path, automation_id: str, item: dict[str, Any] | None) -> dict[str, Any] | None:
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    items = _read(text)
    before = next((known for known in items if known.get(CONF_ID) == automation_id), None)
    if before == item:
        return before
    after = (
        [item if known is before else known for known in items] if before is not None else [*items]
    )
    if before is None:
        assert item is not None
        after.append(item)
    kept = [known for known in after if known is not None]
    write_utf8_file_atomic(str(path), _rewrite(text, before, item, kept))
    return before


def _read(text: str) -> _Items:
    items = parse_yaml(text) if text.strip() else []
    if not isinstance(items, list) or not all(isinstance(known, dict) for known in items):
        raise HomeAssistantError("it is no list of automations")
    return [dict(known) for known in items]


def _rewrite(
    text: str, before: dict[str, Any] | None, item: dict[str, Any] | None, items: _Items
) -> str:
    """The file with one item changed: the rest as it was written, where that comes to the same."""
    new = dump([item]) if item is not None else ""
    if before is not None:
        changed = text.replace(dump([before]), new)
    elif _read(text):
        changed = f"{text.rstrip()}\n{new}"
    else:
        changed = new
    try:
        if changed.strip() and _read(changed) == items:
            return changed
    except HomeAssistantError:
        pass
    return dump(items)
