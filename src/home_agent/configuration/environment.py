"""Settings in the environment: `HOME_AGENT_SAFETY__PIN` is `pin` in `[safety]`.

What a variable holds is a value as in the file where it is one, and a text otherwise. Which one
is meant is up to the setting: 4711 is a number of tokens, and a PIN.
"""

import tomllib
from collections.abc import Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from home_agent.engine.errors import SettingsError

from .lines import Place

PREFIX = "HOME_AGENT_"
_ALSO: Mapping[str, Place] = {
    "HOME_ASSISTANT_URL": ("home", "url"),
    "HOME_ASSISTANT_TOKEN": ("home", "token"),
    "HOME_ASSISTANT_INSECURE": ("home", "insecure"),
    "HOME_AGENT_HOME": ("home", "file"),
}
"""Names that are shorter than the rule has them."""

OTHERS = frozenset(
    {
        "HOME_AGENT_API_KEY",
        "HOME_AGENT_BASE_URL",
        "HOME_AGENT_CONFIG",
        "HOME_AGENT_MODEL",
    }
)
"""Names of ours that stand for an option, or a key, rather than for a setting."""

_SERVER = frozenset({"base_url", "kind"})
_FOR_SERVER = ("api_key", "headers")
_SWITCHES = {"1": True, "yes": True, "on": True, "0": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """One setting, as the environment has it."""

    name: str
    place: Place
    candidates: tuple[Any, ...] = field(repr=False)
    """What it may mean, what is likeliest first. May be secret."""


def variables_in(environment: Mapping[str, str], known: Collection[str]) -> tuple[Variable, ...]:
    """The settings in the environment. Of those without a table, only what is known is ours."""
    found: dict[Place, Variable] = {}
    for name, text in environment.items():
        if text.strip() and (place := _place(name, known)):
            variable = Variable(name=name, place=place, candidates=_candidates(text.strip()))
            # The longer name is about nobody else but us.
            if place not in found or name not in _ALSO:
                found[place] = variable
    return tuple(found[place] for place in sorted(found, key=_order))


def _order(place: Place) -> list[tuple[int, str]]:
    """By name, and what is numbered by number: the second of a kind comes after the first."""
    return [(step, "") if isinstance(step, int) else (0, step) for step in place]


def name_for(place: Place) -> str:
    """The variable for a setting, by the rule."""
    return PREFIX + "__".join(
        str(step + 1) if isinstance(step, int) else step.upper() for step in place
    )


def apply_variables(
    values: Mapping[str, Any], variables: Collection[Variable], chosen: Mapping[str, int]
) -> tuple[dict[str, Any], dict[Place, Variable]]:
    """The values with what is set in their place; and where in them that is.

    `chosen` has the candidate of each variable, where it is not the first. Raises `SettingsError`
    if a variable is about something that there is not.
    """
    merged = deepcopy(dict(values))
    places: dict[Place, Variable] = {}
    problems = []
    for variable in variables:
        try:
            places[_put(merged, variable, chosen.get(variable.name, 0))] = variable
        except LookupError as error:
            problems.append(f"{variable.name}: {error.args[0]}")
    if problems:
        raise SettingsError(tuple(problems))
    _keep_apart(values, merged, places)
    return merged, places


def _keep_apart(
    written: Mapping[str, Any], merged: Mapping[str, Any], places: Collection[Place]
) -> None:
    """A key in the file is for the server beside it, and not for one that a variable names."""
    for *above, last in places:
        if last in _SERVER and _at(written, *above, last) != _at(merged, *above, last):
            for name in _FOR_SERVER:
                if (*above, name) not in places:
                    _at(merged, *above).pop(name, None)


def _at(values: Any, *place: str | int) -> Any:  # noqa: ANN401 - as written
    """What stands there, if anything does."""
    for step in place:
        try:
            values = values[step]
        except KeyError, IndexError, TypeError:
            return None
    return values


def _place(name: str, known: Collection[str]) -> Place:
    if place := _ALSO.get(name):
        return place
    if name in OTHERS or not name.startswith(PREFIX):
        return ()
    steps = name.removeprefix(PREFIX).lower().split("__")
    # Whoever starts us may leave names with our own in them, such as HOME_AGENT_PORT.
    if not all(steps) or (len(steps) == 1 and steps[0] not in known):
        return ()
    return tuple(int(step) - 1 if step.isdecimal() and int(step) > 0 else step for step in steps)


def _candidates(text: str) -> tuple[Any, ...]:
    found: list[Any] = []
    try:
        held = tomllib.loads(f"value = {text}")
        found += [held["value"]] if held.keys() == {"value"} else []
    except tomllib.TOMLDecodeError, RecursionError:
        pass
    found.append(text)
    if text.lower() in _SWITCHES:
        found.append(_SWITCHES[text.lower()])
    return tuple(found)


def _put(values: dict[str, Any], variable: Variable, candidate: int) -> Place:
    """Put a value into its place, and return that as the values have it; raise `LookupError`."""
    here: Any = values
    place: list[str | int] = []
    last = variable.place[-1]
    for step, following in pairwise(variable.place):
        here = _down(here, step, place, following)
    if isinstance(here, list) and isinstance(last, str):
        here = _only(here, place)
    if isinstance(here, dict) and isinstance(last, str):
        here[last] = variable.candidates[candidate]
        return (*place, last)
    raise LookupError("must name a setting in this table.")


def _down(
    here: Any,  # noqa: ANN401 - as written
    step: str | int,
    place: list[str | int],
    following: str | int,
) -> Any:  # noqa: ANN401 - as written
    """One step further, into what is there or comes to be."""
    if isinstance(step, int):
        return _numbered(here, step, place)
    if isinstance(here, list):
        here = _only(here, place)
    if not isinstance(here.get(step), dict | list):
        here[step] = [] if isinstance(following, int) else {}
    place.append(step)
    return here[step]


def _numbered(here: Any, number: int, place: list[str | int]) -> Any:  # noqa: ANN401 - as written
    """One of a list, or one more."""
    if isinstance(here, dict):
        # A table that stands alone is the first of its kind.
        if number == 0 and place:
            return here
        raise LookupError("there is only one of these.")
    if number > len(here):
        raise LookupError(f"there are only {len(here)} of these.")
    if number == len(here):
        here.append({})
    place.append(number)
    return here[number]


def _only(listed: list[Any], place: list[str | int]) -> Any:  # noqa: ANN401 - as written
    """The table that is meant where no number is given."""
    if len(listed) != 1:
        which = name_for((*place, 0))
        raise LookupError(f"there are {len(listed)} of these. Say which one: {which}__…")
    place.append(0)
    return listed[0]
