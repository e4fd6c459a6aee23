"""What a family wants to be asked about before it is done."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from math import isfinite

from ...home import Entity, ServiceCall, Snapshot, State
from ...home.domains import DOMAINS, Trait, all_classes, all_settings, with_trait
from ...home.places import Places
from ...home.service_kinds import is_closing, is_generic, is_harmless, states_lessened
from ...language import OpenerWords, entrance_words, opener_words
from .reach import ReachableCall, find_touches_of_routine


class Sensitivity(StrEnum):
    """Why something is sensitive."""

    UNLOCK = "unlock"
    ENTRANCE = "entrance"
    """Opening a door, a gate or a garage."""

    VALVE = "valve"
    """Opening a valve."""

    DISARM = "disarm"
    SECURITY_OFF = "security_off"
    """Silencing a siren, or switching off an automation that looks after the home."""

    MARKED = "marked"
    """A person said that it is."""


_ENTRANCES = frozenset(
    kind.name for domain, kind in all_classes() if domain == "cover" and kind.entrance
)
_OPENED = frozenset(f"cover.{kind}" for kind in _ENTRANCES)
_SECURITY = with_trait(Trait.SECURITY)

_RISKS: Mapping[str, Sensitivity] = {
    name: Sensitivity(domain.risk) for name, domain in DOMAINS.items() if domain.risk
}

# By service, what it sets, and where something tells how that is now.
_POSITIONS: Mapping[str, tuple[str, str]] = {
    f"{domain}.{setting.service}": (setting.datum, setting.attribute)
    for domain, setting in all_settings()
    if setting.opens
}


def may_be_sensitive(touch: ReachableCall) -> bool:
    """Whether what is touched is sensitive, unless its state or its name tells otherwise."""
    call, entity = touch.call, touch.entity
    if is_harmless(call) or is_generic(call):
        # What is handed on to other domains is touched there, as well.
        return False
    if touch.is_anything:
        return True
    domain = entity.domain if entity is not None else call.domain
    return domain in _RISKS and (
        not is_closing(call, domain) or bool(states_lessened(call, domain))
    )


def find_sensitivities(
    touch: ReachableCall, home: Snapshot, places: Places
) -> Iterator[Sensitivity]:
    """Why what is touched is sensitive; of what cannot be told, the worst is assumed."""
    call, entity = touch.call, touch.entity
    if not may_be_sensitive(touch):
        return
    if touch.is_anything:
        yield from dict.fromkeys(_RISKS.values())
    elif entity is None:
        if is_closing(call, call.domain):
            states = (home.states.get(each.entity_id) for each in places.of_domain(call.domain))
            may_open = any(_may_open(call, call.domain, state) for state in states)
        else:
            may_open = _is_any_guarded(call.domain, home, places)
        if may_open:
            yield _RISKS[call.domain]
    else:
        state = home.states.get(entity.entity_id)
        if _may_open(call, entity.domain, state) and _is_guarded(entity, state, home, places):
            yield _RISKS[entity.domain]


def _may_open(call: ServiceCall, domain: str, state: State | None) -> bool:
    """Whether it opens further than it is, or watches less, by what its state tells."""
    if is_closing(call, domain):
        return state is not None and state.value in states_lessened(call, domain)
    setting, shown = _POSITIONS.get(call.full_name, ("", ""))
    wanted, now = call.data.get(setting), state.attributes.get(shown) if state else None
    if not isinstance(wanted, int | float) or not isinstance(now, int | float):
        return True
    return not isfinite(wanted) or wanted > now


def _is_any_guarded(domain: str, home: Snapshot, places: Places) -> bool:
    """Whether something of a kind keeps anything in or out, as far as is known."""
    entities = places.of_domain(domain)
    if DOMAINS[domain].risk_told_by == "routine" or not entities:
        return True
    return any(
        _is_guarded(entity, home.states.get(entity.entity_id), home, places) for entity in entities
    )


def _is_guarded(entity: Entity, state: State | None, home: Snapshot, places: Places) -> bool:
    """Whether it keeps something in or out: a blind does not, a garage door does."""
    match DOMAINS[entity.domain].risk_told_by:
        case "class":
            if entity.treated_as in _OPENED:
                return True
            reported = state.attributes.get("device_class") if state else None
            kind = entity.device_class or reported
            if kind is None and entity.entity_id not in home.layout.entities:
                return True
            return kind in _ENTRANCES if kind else _is_called_entrance(entity)
        case "routine":
            return any(map(_is_security, find_touches_of_routine(entity.entity_id, home, places)))
        case "name":
            return _is_called_opener(entity)
        case _:
            return True


def _is_security(touch: ReachableCall) -> bool:
    """Whether it is about what looks after the home, or may be."""
    if touch.entity is None:
        return touch.is_anything or touch.call.domain in _SECURITY
    return touch.entity.domain in _SECURITY


def _is_called_entrance(entity: Entity) -> bool:
    """Whether its name tells that it lets somebody in, where its class does not."""
    words, parts = _entrances()
    names = _names(entity.entity_id, entity.name, *entity.names)
    return any(part in names for part in parts) or not words.isdisjoint(names.split())


def _is_called_opener(entity: Entity) -> bool:
    """Whether a relay or a button is named for a gate, and not for the lamp beside it."""
    return _is_opener(entity.entity_id, entity.name, *entity.names)


@lru_cache(maxsize=4096)
def _is_opener(entity_id: str, *called: str) -> bool:
    openers, names = _openers(), _names(entity_id, *called)
    words = frozenset(re.findall(r"\w+", names))
    named = any(part in names for part in openers.parts) or not words.isdisjoint(openers.words)
    each = (_names(entity_id), *map(_plain, called))
    named = named or any(_is_door_of_garage(name, openers) for name in each)
    return named and words.isdisjoint(openers.beside)


def _is_door_of_garage(name: str, openers: OpenerWords) -> bool:
    """Whether one name speaks of a garage and of a door or what works it."""
    garage = any(part in name for part in openers.garages)
    return garage and not openers.doors.isdisjoint(re.findall(r"\w+", name))


def _names(entity_id: str, *called: str) -> str:
    """Everything that something is called, for a look at the words."""
    own_id = entity_id.partition(".")[2].replace("_", " ")
    return _plain(" ".join((*called, own_id)))


@cache
def _entrances() -> tuple[frozenset[str], tuple[str, ...]]:
    words, parts = entrance_words()
    return frozenset(map(_plain, words)), tuple(map(_plain, parts))


@cache
def _openers() -> OpenerWords:
    openers = opener_words()
    return OpenerWords(
        words=frozenset(map(_plain, openers.words)),
        parts=tuple(map(_plain, openers.parts)),
        doors=frozenset(map(_plain, openers.doors)),
        garages=tuple(map(_plain, openers.garages)),
        beside=frozenset(map(_plain, openers.beside)),
    )


def _plain(text: str) -> str:
    """A text in small letters without accents, in whichever of its ways it is written."""
    if text.isascii():
        return text.casefold()
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
