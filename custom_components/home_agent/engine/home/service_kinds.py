"""What services are about: their own kind of entity, any kind, or nobody knows what."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from .domains import DOMAINS, Domain, Trait, with_trait
from .service import ServiceCall
from .snapshot import Layout

OWN_KIND = frozenset(name for name, domain in DOMAINS.items() if domain.actions or domain.settings)
"""What these offer, they offer to entities of their own domain; a home ignores any other."""

ROUTINES = with_trait(Trait.ROUTINE)
"""What asks other things to do what is in it."""

RUN_AT_ONCE = ROUTINES - {"automation"}
"""What does so as soon as it is switched on: to enable an automation is not to run it."""

SWITCHES = frozenset({"toggle", "turn_off", "turn_on"})
"""What `homeassistant` offers for every domain that has it."""

_ENTITY_ID = re.compile(r"([a-z_]+)\.[a-z0-9_]+")
_GENERIC = "homeassistant"
_SCRIPT = "script"
_SCRIPT_SERVICES = frozenset({*SWITCHES, "reload"})

# They tell people something, or only look: nothing in the home is different afterwards.
_HARMLESS_DOMAINS = frozenset(
    {"logbook", "mobile_app", "notify", "persistent_notification", "system_log", "tts", "weather"}
)
_READS = frozenset(
    {
        *("calendar.get_events", "media_player.browse_media", "media_player.search_media"),
        *("todo.get_items", "weather.get_forecast", "weather.get_forecasts"),
    }
)
_HARMLESS = frozenset({*_READS, "homeassistant.update_entity"})

# By domain, the services that have a routine do now, or at a time of its own, what is in it.
_SETS_OFF: Mapping[str, frozenset[str]] = {
    name: frozenset({"", *DOMAINS[name].sets_off_by}) for name in ROUTINES
}

# By domain, the services that open, unlock, disarm and silence nothing. Any other may.
_CLOSING: Mapping[str, frozenset[str]] = {
    name: frozenset(action.service for action in domain.actions if not action.opens)
    for name, domain in DOMAINS.items()
}

# By domain and service, what a closing service silences or disarms all the same, and by what data.
_LESSENS: Mapping[tuple[str, str], tuple[frozenset[str], frozenset[str]]] = {
    (name, action.service): (action.lessens, action.lessens_by)
    for name, domain in DOMAINS.items()
    for action in domain.actions
    if action.lessens
}

_ON, _OFF = "turn_on", "turn_off"
_NOTHING_SET = frozenset({"0", "0.0", "false", "off"})
_MOVES = ("open_", "close_")


def _amounts_to(domain: Domain) -> Iterator[tuple[str, frozenset[str]]]:
    """By service, other services of a domain that do what it may do."""

    def find(part: str, *starts: str) -> frozenset[str]:
        of_part = (action.service for action in domain.actions if action.part == part)
        return frozenset(service for service in of_part if service.startswith(starts))

    for action in domain.actions:
        if "toggle" in action.verbs:
            yield action.service, find(action.part, _ON, _OFF, *_MOVES)
        elif action.otherwise:
            yield action.service, frozenset({action.otherwise})
    for setting in domain.settings:
        if setting.opens:
            yield setting.service, find(setting.part, *_MOVES)


_AMOUNTS_TO: Mapping[str, Mapping[str, frozenset[str]]] = {
    name: dict(_amounts_to(domain)) for name, domain in DOMAINS.items()
}


def is_harmless(call: ServiceCall) -> bool:
    """Whether it changes nothing in the home, whatever its data."""
    return call.domain in _HARMLESS_DOMAINS or call.full_name in _HARMLESS


def only_reads(call: ServiceCall) -> bool:
    """Whether it only answers."""
    return call.full_name in _READS


def is_generic(call: ServiceCall) -> bool:
    """Whether it is handed on to the domain of each of its targets."""
    return call.domain == _GENERIC and call.service in SWITCHES


def is_of_own_kind(call: ServiceCall) -> bool:
    """Whether it is only ever about entities of its own domain."""
    return call.domain in OWN_KIND


def is_closing(call: ServiceCall, domain: str) -> bool:
    """Whether it opens nothing of this domain for sure: it closes, locks, arms or starts it."""
    return call.domain == domain and call.service in _CLOSING.get(domain, ())


def states_lessened(call: ServiceCall, domain: str) -> frozenset[str]:
    """The states of a thing of this domain from which a closing call takes something away."""
    states, data = _LESSENS.get((domain, call.service), (frozenset(), frozenset()))
    return states if not data or not data.isdisjoint(call.data) else frozenset()


def services_meant(call: ServiceCall, domain: str) -> Iterator[str]:
    """The other services of a domain that a call may amount to, by itself and by its data.

    "toggle" turns on or off, a position opens or closes, and `hvac_mode` beside a temperature is a
    mode that is set.
    """
    yield from _AMOUNTS_TO.get(domain, {}).get(call.service, ())
    settings = DOMAINS[domain].settings if call.data and domain in DOMAINS else ()
    for setting in settings:
        for name in (setting.datum, *setting.synonyms):
            if name not in call.data:
                continue
            yield setting.service
            is_state = not setting.attribute and setting.options is not None
            if is_state or (setting.level is not None and setting.level.zero_when_off):
                yield _OFF if str(call.data[name]).strip().lower() in _NOTHING_SET else _ON


def applies_states(call: ServiceCall) -> bool:
    """Whether it holds states that things are brought to, now or later."""
    return call.domain == "scene" and call.service in ("apply", "create")


def sets_off(call: ServiceCall, domain: str) -> bool:
    """Whether a routine of this domain does what is in it, once it is asked for this."""
    known = _SETS_OFF.get(domain)
    if known is None or is_harmless(call):
        return False
    # What an integration asks of a routine is anybody's guess.
    return call.service in known or call.domain not in (domain, _GENERIC)


def own_service(call: ServiceCall) -> str | None:
    """The full name of a service that names a routine, as `script.good_night` does."""
    named = call.domain == _SCRIPT and call.service and call.service not in _SCRIPT_SERVICES
    return call.full_name if named else None


def is_entity_id(text: str) -> bool:
    """Whether a text in small letters is what entities have for an id, there or not."""
    found = _ENTITY_ID.fullmatch(text)
    return found is not None and found[1] in DOMAINS


def normalize_call(call: ServiceCall, layout: Layout) -> ServiceCall:
    """The call in small letters; a service that names a routine turns that routine on.

    Home Assistant takes any letters, and hands whatever comes with `script.good_night` to that
    script, whichever target is named beside it.
    """
    known = layout.entities
    if call.full_name in layout.services and all(map(known.__contains__, call.targets)):
        # As the home itself spells all of it.
        return call
    if not _is_lower_case(call):
        call = replace(
            call,
            domain=call.domain.strip().lower(),
            service=call.service.strip().lower(),
            targets=tuple(target.strip().lower() for target in call.targets),
        )
    named = own_service(call)
    if named is None:
        return call
    routine = layout.routine_services.get(named, named)
    data = {"variables": dict(call.data)} if call.data else {}
    return ServiceCall(
        domain="script",
        service="turn_on",
        targets=(routine,),
        data=data,
        wants_response=call.wants_response,
    )


def _is_lower_case(call: ServiceCall) -> bool:
    written = ".".join((call.domain, call.service, *call.targets))
    return written == written.lower() and len(written.split(None, 1)) == 1
