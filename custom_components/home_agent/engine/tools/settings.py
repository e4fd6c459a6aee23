"""Which tools a model gets, and how far it may go with them: settings, checked at the border."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from ..errors import SettingsError

_NATIVE = ("ha_control", "ha_query")
_USUAL = (*_NATIVE, "schedule", "undo", "get_time")
_BY_CHOICE = (
    "execute_services",
    "list_ha_services",
    "get_home_assistant_entity_state",
    "call_home_assistant_service",
)

ORDER = (*_USUAL, *_BY_CHOICE)
"""The tools that can be chosen, in the order in which a model is always told of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSettings:
    """What a model may use. The defaults suit a family."""

    enabled: tuple[str, ...] = _USUAL
    """The tools that there are for it, in the order of `ORDER`."""

    max_rounds: int = 5
    """How often in a turn it may have tools used; what it asks for at once counts as one."""

    max_calls_per_turn: int = 20
    """How many calls that may be altogether."""

    timeout_seconds: float = 30.0
    """How long one call may take."""

    result_characters: int = 6000
    """How much it is told of what came of a call; the rest is left out."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        if not isinstance(values, Mapping):
            raise SettingsError(("must be a table of settings.",))
        known = {"enable_native", *(one.name for one in fields(cls))}
        problems = [f"{name}: there is no such setting." for name in values if name not in known]
        enabled = _enabled(values, problems)
        numbers = {
            name: _number(name, values[name], lowest, highest, problems)
            for name, (lowest, highest) in _LIMITS.items()
            if name in values
        }
        if problems:
            raise SettingsError(tuple(problems))
        return cls(enabled=enabled, **numbers)


_LIMITS: Mapping[str, tuple[int, int]] = {
    "max_rounds": (1, 50),
    "max_calls_per_turn": (1, 200),
    "timeout_seconds": (1, 600),
    "result_characters": (500, 100_000),
}


def _enabled(values: Mapping[str, Any], problems: list[str]) -> tuple[str, ...]:
    """The tools that are on: those listed, without ours for the home if they are not wanted."""
    native = values.get("enable_native", True)
    if not isinstance(native, bool):
        problems.append("enable_native: must be true or false.")
    listed = values.get("enabled", _USUAL)
    if not isinstance(listed, list | tuple) or set(map(str, listed)) - set(ORDER):
        problems.append(f"enabled: must be a list of some of {', '.join(ORDER)}.")
        return ()
    left_out = () if native else _NATIVE
    return tuple(one for one in ORDER if one in listed and one not in left_out)


def _number(name: str, value: Any, lowest: int, highest: int, problems: list[str]) -> Any:  # noqa: ANN401 - as it was given
    whole = name != "timeout_seconds"
    fits = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if fits and lowest <= value <= highest:
        return value
    kind = "a whole number" if whole else "a number"
    problems.append(f"{name}: must be {kind} from {lowest} to {highest}.")
    return lowest
