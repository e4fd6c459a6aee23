"""What is planned, as a to-do list: who completes or deletes a line calls the thing off.

A list rather than a calendar, since much of it has no time: a watch, or what waits for a condition.
"""

from typing import override

# As core's own lists import them.
from homeassistant.components.todo import TodoItem, TodoListEntity  # type: ignore[attr-defined]
from homeassistant.components.todo.const import TodoItemStatus, TodoListEntityFeature
from homeassistant.const import EntityCategory
from homeassistant.core import Context, HomeAssistant
from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.update_coordinator import CoordinatorEntity

from .agent_entry import AgentEntry, HomeAgentConfigEntry, loaded_entries
from .caller import act_as, async_caller
from .const import DOMAIN
from .coordinator import HomeAgentCoordinator
from .engine.authority import Authority
from .errors import convert_errors
from .origins import async_action_origin
from .plans import PlannedItem

PARALLEL_UPDATES = 0

_KEY = "planned"


async def async_setup_entry(
    hass: HomeAssistant,
    entry: HomeAgentConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the list of what is planned."""
    for agent in loaded_entries(entry):
        if agent.is_agent:
            async_add_entities([PlannedList(hass, agent)], config_subentry_id=agent.entry_id)


class PlannedList(CoordinatorEntity[HomeAgentCoordinator], TodoListEntity):
    """What all who can look at it may see, and may call off."""

    _attr_has_entity_name = True
    _attr_translation_key = _KEY
    # Home Assistant exposes no such entity to voice assistants unless somebody wants it: a list of
    # plans is not for whoever stands beside a satellite.
    _attr_entity_category = EntityCategory.DIAGNOSTIC
    _attr_supported_features = (
        TodoListEntityFeature.DELETE_TODO_ITEM | TodoListEntityFeature.UPDATE_TODO_ITEM
    )

    def __init__(self, hass: HomeAssistant, entry: AgentEntry) -> None:
        """Show the plans of an agent."""
        super().__init__(entry.runtime_data.coordinator)
        self._entry = entry
        self._attr_unique_id = f"{entry.entry_id}_{_KEY}"
        self._attr_device_info = entry.device_info(hass)

    @property
    @override
    def todo_items(self) -> list[TodoItem]:
        """The plans as they are now."""
        return [_item(plan) for plan in self.coordinator.data.plans]

    @override
    async def async_update_todo_item(self, item: TodoItem) -> None:
        """Call off what is ticked; nothing else of a plan can be changed here."""
        if item.status != TodoItemStatus.COMPLETED or item.uid is None:
            raise ServiceValidationError(
                translation_domain=DOMAIN, translation_key="plan_unchangeable"
            )
        await self._async_call_off(item.uid)

    @override
    async def async_delete_todo_items(self, uids: list[str]) -> None:
        """Call these off."""
        for uid in uids:
            await self._async_call_off(uid)

    async def _async_call_off(self, uid: str) -> None:
        """Call one off in the name of whoever did this; they must be allowed to."""
        context = self._context or Context()
        caller, way = await async_caller(self.hass, context), async_action_origin(context)
        authority = Authority(
            origin=way.origin,
            possible_origins=way.possible,
            user_id=caller.user_id,
            is_admin=caller.is_admin or caller.is_program,
            language=self.hass.config.language,
        )
        api = self._entry.runtime_data.agent.api
        with convert_errors(), act_as(caller):
            cancelled = await api.call_off(uid, authority)
        if cancelled is None:
            raise ServiceValidationError(
                translation_domain=DOMAIN,
                translation_key="not_scheduled",
                translation_placeholders={"id": uid},
            )
        await self.coordinator.async_refresh()


def _item(planned: PlannedItem) -> TodoItem:
    return TodoItem(
        uid=planned.item_id,
        summary=planned.words,
        due=planned.due,
        description=planned.details or None,
        status=TodoItemStatus.NEEDS_ACTION,
    )
