"""Brings entries of older versions up to date, with everything that refers to them as it was.

Version 1 had an entry for each agent. Version 2 has one for each connection, and agents and AI
tasks as its subentries. An agent's subentry gets the id that its entry had, since files, entities,
devices, automations and voice assistants know it by that.
"""

from collections.abc import Mapping
from inspect import signature
from types import MappingProxyType
from typing import Any

from homeassistant.config_entries import ConfigEntry, ConfigSubentry
from homeassistant.const import CONF_MODEL, Platform
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er

from .const import (
    AGENT,
    AI_TASK,
    AI_TASK_NAME,
    CONF_FALLBACKS,
    CONF_LLM,
    CONF_PROTOCOL,
    CONF_PROVIDER,
    CONF_RECOMMENDED,
    CONF_RETRIES,
    PROVIDER_NONE,
    TUNING,
)
from .forms.server import connection_title

VERSION = 2
MINOR_VERSION = 1

# What of an agent's options was about its AI task as well.
_OF_TASKS = (CONF_LLM, CONF_FALLBACKS, CONF_RETRIES, "budget")


@callback
def async_make_connection(hass: HomeAssistant, entry: ConfigEntry) -> None:
    """Make a connection of an entry of version 1, with its agent and AI task under it."""
    data = {CONF_PROVIDER: PROVIDER_NONE, **entry.data}
    model = data.pop(CONF_MODEL, None)
    has_model = data[CONF_PROVIDER] != PROVIDER_NONE
    of_model = {CONF_MODEL: model} if has_model and model else {}
    options = dict(entry.options)
    agent = _subentry(AGENT, entry.entry_id, entry.title, of_model | options)
    hass.config_entries.async_add_subentry(entry, agent)
    task_id = f"{entry.entry_id}_task"
    if has_model:
        of_tasks = {name: options[name] for name in _OF_TASKS if name in options}
        title = AI_TASK_NAME.format(agent=entry.title)
        task = _subentry(AI_TASK, task_id, title, of_model | of_tasks)
        hass.config_entries.async_add_subentry(entry, task)
    _async_hand_over(hass, entry, agent, task_id if has_model else None)
    hass.config_entries.async_update_entry(
        entry,
        title=connection_title(data),
        data=data,
        options={},
        version=VERSION,
        minor_version=MINOR_VERSION,
    )


def _subentry(kind: str, subentry_id: str, title: str, data: Mapping[str, Any]) -> ConfigSubentry:
    """What was set of it goes on to apply: the recommended settings are for who set none."""
    llm = data.get(CONF_LLM, {}).keys() - {CONF_PROTOCOL}
    tuned = llm or any(data.get(name) for name in TUNING if name != CONF_LLM)
    return ConfigSubentry(
        data=MappingProxyType({CONF_RECOMMENDED: not tuned, **data}),
        subentry_id=subentry_id,
        subentry_type=kind,
        title=title,
        unique_id=None,
    )


@callback
def _async_hand_over(
    hass: HomeAssistant, entry: ConfigEntry, agent: ConfigSubentry, task_id: str | None
) -> None:
    """Have the registries know whose the entities and the device are now.

    Entities go first: those that were left on a device that goes would be removed with it.
    """
    entities, devices = er.async_get(hass), dr.async_get(hass)
    for entity in er.async_entries_for_config_entry(entities, entry.entry_id):
        if entity.domain != Platform.AI_TASK:
            entities.async_update_entity(entity.entity_id, config_subentry_id=agent.subentry_id)
        elif task_id is not None:
            # It gets a device of its own when it is added.
            entities.async_update_entity(
                entity.entity_id, config_subentry_id=task_id, device_id=None
            )
    for device in dr.async_entries_for_config_entry(devices, entry.entry_id):
        _async_move_device(devices, device, agent.subentry_id)


@callback
def _async_move_device(
    devices: dr.DeviceRegistry, device: dr.DeviceEntry, subentry_id: str
) -> None:
    """Have it belong to a subentry of its entry, and no longer to the entry itself."""
    if "new_config_subentry_id" in signature(devices.async_update_device).parameters:
        devices.async_update_device(device.id, new_config_subentry_id=subentry_id)
        return
    # Before 2026.8 a device belonged to several, and went from one to the next in two steps.
    (entry_id,) = device.config_entries
    old: Any = devices.async_update_device
    old(device.id, add_config_entry_id=entry_id, add_config_subentry_id=subentry_id)
    old(device.id, remove_config_entry_id=entry_id, remove_config_subentry_id=None)
