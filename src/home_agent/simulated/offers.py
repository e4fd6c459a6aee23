"""The services of a simulated home."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home.domains import abilities
from home_agent.engine.home.service import Service, ServiceCall

from .arguments import read_data
from .behaviour import Action, Behaviour
from .readers import InvalidDataError
from .resident import Resident

ACROSS_DOMAINS = ("turn_on", "turn_off", "toggle")
"""What `homeassistant` offers for every domain that has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A service, and whose entities it is for."""

    service: Service
    behaviour: Behaviour
    action: Action
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

    def checked(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The data of a call, checked and converted."""
        if self.action.takes is None:
            return dict(data)
        try:
            read = read_data(self.action.takes, data)
            if self.action.check is not None:
                self.action.check(read)
        except InvalidDataError as error:
            raise CallRefusedError(str(error)) from error
        return read


def offers_of(residents: Iterable[Resident]) -> dict[str, Offer]:
    """Everything that these entities can be asked for, by full name."""
    offers: dict[str, Offer] = {}
    residents = tuple(residents)
    for behaviour in {
        resident.behaviour.domain: resident.behaviour
        for resident in residents
        if resident.behaviour.actions  # what can only be read offers nothing
    }.values():
        for name, action in behaviour.actions.items():
            offer = _offer(behaviour, name, action)
            offers[offer.service.full_name] = offer
    for resident in residents:
        behaviour = resident.behaviour
        if behaviour.own_service and resident.entity_id not in offers:
            free = replace(behaviour.actions[behaviour.own_service], takes=None)
            name = resident.entity_id.partition(".")[2]
            offers[resident.entity_id] = _offer(behaviour, name, free, only=resident.entity_id)
    return offers


def services_of(offers: Mapping[str, Offer]) -> dict[str, Service]:
    """The services that a home with these offers tells of: not those that only name a routine."""
    across = (Service(domain="homeassistant", name=name) for name in ACROSS_DOMAINS)
    own = {name: offer.service for name, offer in offers.items() if not offer.only}
    return own | {service.full_name: service for service in across}


def _offer(behaviour: Behaviour, name: str, action: Action, *, only: str | None = None) -> Offer:
    masks = action.features
    service = Service(
        domain=behaviour.domain,
        name=name,
        fields=tuple(argument.field for argument in action.takes or ()),
        features=abilities(behaviour.domain, name) if masks is None else tuple(map(int, masks)),
    )
    return Offer(service=service, behaviour=behaviour, action=action, only=only)
