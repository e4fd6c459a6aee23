"""Tasks for a model: an automation gives instructions, and gets text or data."""

import json
from typing import override

from homeassistant.components.ai_task import (
    AITaskEntity,
    AITaskEntityFeature,
    GenDataTask,
    GenDataTaskResult,
)
from homeassistant.components.conversation import AssistantContent, ChatLog
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .agent_entry import AgentEntry, HomeAgentConfigEntry, loaded_entries
from .attachments import async_read_attachments
from .engine.authority import Authority, Origin
from .engine.llm.messages import UserMessage
from .errors import convert_errors
from .json_schema import as_json_schema

PARALLEL_UPDATES = 0


async def async_setup_entry(
    hass: HomeAssistant,
    entry: HomeAgentConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the entity that takes tasks, for each AI task."""
    for task in loaded_entries(entry):
        if not task.is_agent:
            async_add_entities([HomeAgentTaskEntity(hass, task)], config_subentry_id=task.entry_id)


class HomeAgentTaskEntity(AITaskEntity):
    """Has the model write something. It is told nothing of the home, and does nothing in it."""

    _attr_has_entity_name = True
    _attr_name = None
    _attr_supported_features = (
        AITaskEntityFeature.GENERATE_DATA | AITaskEntityFeature.SUPPORT_ATTACHMENTS
    )

    def __init__(self, hass: HomeAssistant, entry: AgentEntry) -> None:
        """Give tasks to this entry's model."""
        self._runtime = entry.runtime_data
        self._attr_unique_id = entry.entry_id
        self._attr_device_info = entry.device_info(hass)

    @override
    async def _async_generate_data(self, task: GenDataTask, chat_log: ChatLog) -> GenDataTaskResult:
        """Have it written; where a structure is given, the data fit it."""
        schema = as_json_schema(task.structure) if task.structure else None
        attachments = await async_read_attachments(self.hass, task.attachments or ())
        # Only newer releases say who asks.
        context = self._context or Context()
        conversation_id = chat_log.conversation_id
        authority = Authority(
            origin=Origin.AUTOMATION, user_id=context.user_id, conversation_id=conversation_id
        )
        event_bridge = self._runtime.event_bridge
        with convert_errors(
            lambda error: event_bridge.async_report_error(
                error, context, conversation_id, "ai_task"
            )
        ):
            data = await self._runtime.agent.api.generate(
                UserMessage(text=task.instructions, attachments=attachments),
                schema,
                authority=authority,
                listener=event_bridge.async_listener(context, conversation_id),
            )
        self._runtime.coordinator.async_refresh_soon()
        content = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        chat_log.async_add_assistant_content_without_tools(
            AssistantContent(agent_id=self.entity_id, content=content)
        )
        return GenDataTaskResult(conversation_id=conversation_id, data=data)
