"""Connections with one agent, and an AI task where there is a model, as tests want them."""

from collections.abc import Mapping
from typing import Any

from homeassistant.config_entries import SOURCE_RECONFIGURE
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import section as FormSection  # noqa: N812 - a class
from homeassistant.setup import async_setup_component
from homeassistant.util.ulid import ulid_now
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.agent_entry import AgentEntry, AgentRuntimeData
from custom_components.home_agent.const import AGENT, AI_TASK, DOMAIN

OF_TASKS = ("llm", "fallbacks", "retries", "budget")


def connection(
    data: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    title: str = "Home Agent",
) -> MockConfigEntry:
    """A connection that asks the model in the data, if any, with an agent that is set so.

    The agent has the id of its connection, as those that were migrated do.
    """
    reached = {"provider": "none", **(data or {})}
    model = {"model": reached.pop("model")} if "model" in reached else {}
    entry_id = ulid_now()
    agent = {
        "subentry_id": entry_id,
        "subentry_type": AGENT,
        "title": title,
        "unique_id": None,
        "data": {**model, **(options or {})},
    }
    of_task = {name: value for name, value in (options or {}).items() if name in OF_TASKS}
    task = {
        "subentry_id": f"{entry_id}_task",
        "subentry_type": AI_TASK,
        "title": f"{title} AI Task",
        "unique_id": None,
        "data": {**model, **of_task},
    }
    return MockConfigEntry(
        domain=DOMAIN,
        entry_id=entry_id,
        title="A server",
        data=reached,
        subentries_data=[agent, task] if model else [agent],
        version=2,
        minor_version=1,
    )


def agent_of(entry: MockConfigEntry) -> AgentEntry:
    """The agent of a connection."""
    return AgentEntry(connection=entry, subentry=entry.subentries[entry.entry_id])


def running(entry: MockConfigEntry) -> AgentRuntimeData:
    """What there is of that agent while it is loaded."""
    return agent_of(entry).runtime_data


def kept(entry: MockConfigEntry) -> dict[str, Any]:
    """What is kept of that agent's settings, its model apart."""
    return {name: value for name, value in agent_of(entry).subentry.data.items() if name != "model"}


async def open_settings(hass: HomeAssistant, entry: MockConfigEntry, section: str = "") -> Any:
    """The menu of that agent's settings, or the form of a section."""
    menu = await hass.config_entries.subentries.async_init(
        (entry.entry_id, AGENT),
        context={"source": SOURCE_RECONFIGURE, "subentry_id": entry.entry_id},
    )
    return await fill_in(hass, menu, {"next_step_id": section}) if section else menu


async def fill_in(hass: HomeAssistant, form: Any, given: dict[str, Any]) -> Any:
    """Submit a form of an agent, or choose from its menu."""
    result = await hass.config_entries.subentries.async_configure(form["flow_id"], given)
    await hass.async_block_till_done()
    return result


async def added(
    hass: HomeAssistant, data: dict[str, Any], options: dict[str, Any] | None = None
) -> MockConfigEntry:
    """An agent that was set up."""
    assert await async_setup_component(hass, "homeassistant", {})
    entry = connection(data, options)
    entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    return entry


def shown(form: Any) -> dict[str, Any]:
    """What stands in the fields of a form."""
    every = {
        str(field): (field.description or {}).get("suggested_value")
        for field in form["data_schema"].schema
    }
    sections = {
        str(name): shown({"data_schema": field.schema})
        for name, field in form["data_schema"].schema.items()
        if isinstance(field, FormSection)
    }
    filled = {name: value for name, value in every.items() if value is not None}
    return {
        **filled,
        **{name: section for name, section in sections.items() if any(section.values())},
    }
