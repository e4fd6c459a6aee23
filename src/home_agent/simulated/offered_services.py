"""The services of a simulated home."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home.domains import abilities
from home_agent.engine.home.service import Service, ServiceCall

from .arguments import read_data
from .behaviour import Behaviour, SimulatedAction
from .readers import InvalidDataError
from .simulated_entity import SimulatedEntity

ACROSS_DOMAINS = ("turn_on", "turn_off", "toggle")
"""What `homeassistant` offers for every domain that has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedService:
    """A service, and whose entities it is for."""

    service: Service
    behaviour: Behaviour
    action: SimulatedAction
    only: str | None = None
    """The one entity that a service of its own acts on, as scripts have."""

    def targets(self, call: ServiceCall) -> tuple[str, ...]:
        """The entities that a call names, each once."""
        if self.only:
            return (self.only,)
        if not call.targets:
            raise CallRefusedError(
                "must contain at least one of entity_id, device_id, area_id, floor_id, label_id."
            )
        return tuple(dict.fromkeys(target.lower() for target in call.targets))

    def check(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the data of a call, converted; raise `CallRefusedError` if they do not fit."""
        if self.action.takes is None:
            return dict(data)
        try:
            read = read_data(self.action.takes, data)
            if self.action.check is not None:
                self.action.check(read)
        except InvalidDataError as error:
            raise CallRefusedError(str(error)) from error
        return read


def gather_services(entities: Iterable[SimulatedEntity]) -> dict[str, OfferedService]:
    """Everything that these entities can be asked for, by full name."""
    services: dict[str, OfferedService] = {}
    entities = tuple(entities)
    for behaviour in {
        entity.behaviour.domain: entity.behaviour
        for entity in entities
        if entity.behaviour.actions  # what can only be read offers nothing
    }.values():
        for name, action in behaviour.actions.items():
            offered = _offered_service(behaviour, name, action)
            services[offered.service.full_name] = offered
    for entity in entities:
        behaviour = entity.behaviour
        if behaviour.own_service and entity.entity_id not in services:
            free = replace(behaviour.actions[behaviour.own_service], takes=None)
            name = entity.entity_id.partition(".")[2]
            services[entity.entity_id] = _offered_service(
                behaviour, name, free, only=entity.entity_id
            )
    return services


def list_services(offered: Mapping[str, OfferedService]) -> dict[str, Service]:
    """The services that a home tells of: not those that only name a routine."""
    across = (Service(domain="homeassistant", name=name) for name in ACROSS_DOMAINS)
    own = {name: entry.service for name, entry in offered.items() if not entry.only}
    return own | {service.full_name: service for service in across}


def _offered_service(
    behaviour: Behaviour, name: str, action: SimulatedAction, *, only: str | None = None
) -> OfferedService:
    masks = action.features
    service = Service(
        domain=behaviour.domain,
        name=name,
        fields=tuple(argument.field for argument in action.takes or ()),
        features=abilities(behaviour.domain, name) if masks is None else tuple(map(int, masks)),
    )
    return OfferedService(service=service, behaviour=behaviour, action=action, only=only)
