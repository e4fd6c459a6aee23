"""The shape that most plans share: one service for some entities."""

from collections.abc import Iterable, Mapping
from typing import Any

from ...home import Entity, ServiceCall
from ...home.model import NOTHING
from ...plan import CallStep, Plan, Wording
from ..understanding import Reading


def call(
    entities: Iterable[Entity], domain: str, service: str, data: Mapping[str, Any] = NOTHING
) -> CallStep:
    """One service for all of these entities."""
    targets = tuple(entity.entity_id for entity in entities)
    return CallStep(call=ServiceCall(domain=domain, service=service, targets=targets, data=data))


def plan_of(reading: Reading, *steps: CallStep) -> Plan:
    """The steps, to be reported in the words that the grammar suggests."""
    return Plan(steps=steps, wording=wording(reading))


def wording(reading: Reading, **more: object) -> Wording:
    """The grammar's own words for this reading."""
    return Wording(intent=reading.intent, response=reading.response, slots=reading.spoken() | more)
