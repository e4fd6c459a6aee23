"""An entity of a simulated home, and how others see it."""

from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from home_agent.engine.home.model import UNAVAILABLE, State

from .behaviour import TRAVEL, ActionTarget, Behaviour, Facts
from .faults import Faults
from .inventory import ListedEntity

_SHOWN_WHEN_GONE = frozenset(
    {"friendly_name", "device_class", "supported_features", "supported_color_modes"}
    | {"min_color_temp_kelvin", "max_color_temp_kelvin", "effect_list", "hvac_modes", "min_temp"}
    | {"max_temp", "options", "source_list", "sound_mode_list", "unit_of_measurement"}
    | {"preset_modes", "fan_modes", "swing_modes", "available_tones", "available_modes"}
)
"""What something is able to do is known even while it cannot be reached."""


@dataclass(slots=True, kw_only=True)
class SimulatedEntity:
    """An entity with what the inventory says of it and what has become of it since."""

    listed: ListedEntity
    behaviour: Behaviour
    faults: Faults
    facts: Facts

    @property
    def entity_id(self) -> str:
        """Its id."""
        return self.listed.entity.entity_id

    @property
    def available(self) -> bool:
        """Whether the home can reach it."""
        return not self.faults.unavailable and self.facts["state"] != UNAVAILABLE

    @property
    def features(self) -> int:
        """Its abilities."""
        return int(self.facts.get("supported_features") or 0)

    def at(self, now: datetime) -> ActionTarget:
        """It, as its behaviour is shown it."""
        return ActionTarget(entity_id=self.entity_id, facts=self.facts, now=now)

    def seen(self, before: State | None, now: datetime) -> State:
        """Its state as everyone sees it; the very one from before, if nothing changed."""
        value, attributes = self.behaviour.show(self.facts, now)
        attributes.pop(TRAVEL, None)
        if not self.available:
            value = UNAVAILABLE
            attributes = {key: it for key, it in attributes.items() if key in _SHOWN_WHEN_GONE}
        if before and before.value == value and before.attributes == attributes:
            return before
        changed = before.changed if before and before.value == value else now
        return State(
            value=value, attributes=MappingProxyType(attributes), changed=changed, updated=now
        )
