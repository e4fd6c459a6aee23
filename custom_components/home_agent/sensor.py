"""What the agent is like to live with, as sensors."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import override

from homeassistant.components.sensor import (
    SensorDeviceClass,
    SensorEntity,
    SensorEntityDescription,
    SensorStateClass,
)
from homeassistant.const import PERCENTAGE, EntityCategory, UnitOfTime
from homeassistant.core import HomeAssistant
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.update_coordinator import CoordinatorEntity

from .agent_entry import AgentEntry, HomeAgentConfigEntry, loaded_entries
from .coordinator import AgentMetrics, HomeAgentCoordinator, ProviderState

PARALLEL_UPDATES = 0


@dataclass(frozen=True, kw_only=True)
class HomeAgentSensorDescription(SensorEntityDescription):
    """A figure, and where it is."""

    value: Callable[[AgentMetrics], float | str | datetime | None]
    of_model: bool = False
    """Whether there is nothing to tell without a model."""

    of_task: bool = False
    """Whether there is something to tell of an AI task, which nobody talks to."""


FIGURES = (
    HomeAgentSensorDescription(
        key="tokens_today",
        translation_key="tokens_today",
        entity_category=EntityCategory.DIAGNOSTIC,
        state_class=SensorStateClass.TOTAL_INCREASING,
        value=lambda coordinator: coordinator.tokens_today,
        of_model=True,
        of_task=True,
    ),
    HomeAgentSensorDescription(
        key="provider",
        translation_key="provider",
        entity_category=EntityCategory.DIAGNOSTIC,
        device_class=SensorDeviceClass.ENUM,
        options=list(ProviderState),
        value=lambda coordinator: coordinator.provider,
        of_model=True,
        of_task=True,
    ),
    HomeAgentSensorDescription(
        key="without_model",
        translation_key="without_model",
        entity_category=EntityCategory.DIAGNOSTIC,
        state_class=SensorStateClass.MEASUREMENT,
        native_unit_of_measurement=PERCENTAGE,
        suggested_display_precision=0,
        value=lambda coordinator: coordinator.without_model,
        of_model=True,
    ),
    HomeAgentSensorDescription(
        key="median_latency",
        translation_key="median_latency",
        entity_category=EntityCategory.DIAGNOSTIC,
        device_class=SensorDeviceClass.DURATION,
        state_class=SensorStateClass.MEASUREMENT,
        native_unit_of_measurement=UnitOfTime.MILLISECONDS,
        suggested_display_precision=0,
        value=lambda coordinator: coordinator.median_latency,
    ),
    HomeAgentSensorDescription(
        key="next_scheduled",
        translation_key="next_scheduled",
        device_class=SensorDeviceClass.TIMESTAMP,
        value=lambda coordinator: coordinator.next_scheduled,
    ),
)


async def async_setup_entry(
    hass: HomeAssistant,
    entry: HomeAgentConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add a sensor for each figure that there is."""
    for agent in loaded_entries(entry):
        sensors = [
            HomeAgentSensor(hass, agent, figure) for figure in FIGURES if _has(agent, figure)
        ]
        async_add_entities(sensors, config_subentry_id=agent.entry_id)


def _has(agent: AgentEntry, figure: HomeAgentSensorDescription) -> bool:
    if not agent.is_agent and not figure.of_task:
        return False
    return not figure.of_model or agent.runtime_data.agent.api.has_model


class HomeAgentSensor(CoordinatorEntity[HomeAgentCoordinator], SensorEntity):
    """One figure."""

    _attr_has_entity_name = True
    entity_description: HomeAgentSensorDescription

    def __init__(
        self, hass: HomeAssistant, entry: AgentEntry, description: HomeAgentSensorDescription
    ) -> None:
        """Show this figure of an agent."""
        super().__init__(entry.runtime_data.coordinator)
        self.entity_description = description
        self._attr_unique_id = f"{entry.entry_id}_{description.key}"
        self._attr_device_info = entry.device_info(hass)

    @property
    @override
    def native_value(self) -> float | str | datetime | None:
        """The figure as it is now."""
        return self.entity_description.value(self.coordinator.data)
