"""Whether the data of a call fits what a target, or else the service, takes.

The target itself knows best: a thermostat tells from where to where it goes, and which modes it
has. What it leaves open is in the home's description of the service, and what that leaves open in
the tables here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from ..home import Field, Service, ServiceCall, State
from ..home.domains import DOMAINS, Setting, Trait, all_actions, all_settings, with_trait
from ..outcome import AllowedValues, Reason


@dataclass(frozen=True, slots=True)
class Misfit:
    """What is wrong with the data of a call, and what would be right."""

    reason: Reason
    allowed: AllowedValues


# By datum, whatever domain takes it: a target may be asked by the name of another domain.
_LIMITS: Mapping[str, Setting] = {
    setting.datum: setting
    for _, setting in all_settings()
    if (setting.lowest or setting.low is not None) and not setting.lenient
}

# The attribute in which a target tells what there is to choose from.
_CHOICES: Mapping[str, str] = {
    setting.datum: setting.options.listed
    for _, setting in all_settings()
    if setting.options is not None and not setting.options.fixed
}


def _needed() -> Mapping[str, tuple[str, ...]]:
    """What each service needs: what it says of itself, and the one thing that it is for."""
    needed = {f"{domain}.{action.service}": action.needs for domain, action in all_actions()}
    sets: dict[str, set[str]] = {}
    for domain, setting in all_settings():
        sets.setdefault(f"{domain}.{setting.service}", set()).add(setting.datum)
    only = {
        service: tuple(data)
        for service, data in sets.items()
        if len(data) == 1 and "" not in data and not service.endswith("turn_on")
    }
    return {**needed, **only}


# What a service needs, where its description may not be loaded yet, or does not say so.
_NEEDED = _needed()

# What a home's description asks for, and takes in another form as well.
_OR_ELSE = {"media": "media_content_id"}

_SOME_TEMPERATURE = frozenset(
    setting.datum for setting in DOMAINS["climate"].settings if setting.service == "set_temperature"
)
_UNKNOWN = Setting("", "", "")
_PERCENT = 100

# Texts take any value, and only numbers have limits.
_TEXTS = frozenset(
    domain
    for domain in with_trait(Trait.OWN_WORDS)
    if any(setting.datum == "value" for setting in DOMAINS[domain].settings)
)


def find_misfit(call: ServiceCall, service: Service, state: State) -> Misfit | None:
    """What is wrong with the data for this target; `None` if it fits."""
    if missing := _missing(call, service):
        return Misfit(Reason.INCOMPLETE, AllowedValues(options=(missing,)))
    fields = {field.name: field for field in service.fields}
    for name, value in call.data.items():
        field = fields.get(name, Field(name=name))
        found = _wrong_choice(name, value, field, state) or (
            None if call.domain in _TEXTS else _out_of_range(name, value, field, state)
        )
        if found:
            return found
    return None


def _missing(call: ServiceCall, service: Service) -> str:
    """The first thing that must be said and is not."""
    needed = (*_NEEDED.get(call.full_name, ()), *(f.name for f in service.fields if f.required))
    for name in needed:
        given = (call.data.get(key) for key in (name, _OR_ELSE.get(name, name)))
        if name != "entity_id" and all(value is None for value in given):
            return name
    if call.full_name == "climate.set_temperature" and not call.data.keys() & _SOME_TEMPERATURE:
        return "temperature"
    return ""


def _wrong_choice(name: str, value: object, field: Field, state: State) -> Misfit | None:
    offered = state.attributes.get(_CHOICES.get(name, ""))
    options = tuple(map(str, offered)) if isinstance(offered, list | tuple) else ()
    options = options or field.options
    given = value if isinstance(value, list | tuple) else (value,)
    if not options or all(str(option) in options for option in given):
        return None
    return Misfit(Reason.NOT_AN_OPTION, AllowedValues(options=options))


def _out_of_range(name: str, value: object, field: Field, state: State) -> Misfit | None:
    setting = _LIMITS.get(name, _UNKNOWN)
    low = _first(state.attributes.get(setting.lowest), setting.low, field.minimum)
    high = _first(state.attributes.get(setting.highest), setting.high, field.maximum)
    if low is None and high is None:
        return None
    figure = _figure(value)
    inside = figure is not None and (
        (low is None or low <= figure) and (high is None or figure <= high)
    )
    if inside:
        return None
    unit = setting.unit or str(state.attributes.get("unit_of_measurement") or "")
    scale = _PERCENT / setting.whole
    low, high = (None if limit is None else limit * scale for limit in (low, high))
    return Misfit(Reason.NOT_IN_RANGE, AllowedValues(low=low, high=high, unit=unit))


def _first(*figures: object) -> float | None:
    return next((float(figure) for figure in figures if isinstance(figure, int | float)), None)


def _figure(value: object) -> float | None:
    """A number, also one that is written as text, as the home would read it."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        figure = float(value)
    except ValueError:
        return None
    return figure if isfinite(figure) else None
