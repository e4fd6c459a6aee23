"""The shape that most plans share: one service for some entities."""

from collections.abc import Iterable, Mapping
from typing import Any

from ....home import Entity, ServiceCall
from ....home.model import NOTHING
from ....plan import CallStep, Plan, Wording
from ...understanding import Reading


def calls(
    reading: Reading,
    services: Iterable[tuple[Iterable[Entity], str, str]],
    data: Mapping[str, Any] = NOTHING,
) -> Plan:
    """For each group of entities, a domain and a service: one call with this data."""
    return Plan(
        steps=tuple(
            CallStep(
                call=ServiceCall(
                    domain=domain,
                    service=service,
                    targets=tuple(entity.entity_id for entity in entities),
                    data=data,
                ),
                wording=wording(reading),
            )
            for entities, domain, service in services
        )
    )


def plan_one_call(
    reading: Reading,
    entities: Iterable[Entity],
    domain: str,
    service: str,
    data: Mapping[str, Any] = NOTHING,
) -> Plan:
    """One service for all of these entities."""
    return calls(reading, [(entities, domain, service)], data)


def wording(reading: Reading, **more: object) -> Wording:
    """The grammar's own words for this reading."""
    return Wording(intent=reading.intent, response=reading.response, slots=reading.spoken() | more)
