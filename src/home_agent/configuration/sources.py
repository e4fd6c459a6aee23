"""Where each setting comes from, for whoever is told of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .environment import Variable, name_for
from .lines import Place

_STEP = re.compile(r"(.+?)(?: (\d+))?(, |: )", re.DOTALL)
_NUMBER = re.compile(r"(?:number )?(\d+)(, |: )")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The lines of the file, and the variables, by what they set."""

    file: Path | None = None
    lines: Mapping[Place, int] = field(default_factory=dict)
    variables: Mapping[Place, Variable] = field(default_factory=dict)

    def told(self, problem: str, values: object) -> tuple[int, str]:
        """A problem with some settings, with where it comes from before it; and the line of it."""
        place, rest = locate_problem(problem, values)
        origin = self.origin(place)
        line = origin if isinstance(origin, int) else 0
        return line, f"{self.named(place)}: {rest}"

    def named(self, place: Place) -> str:
        """A setting, by where it is; where it is missing, by where it would be."""
        match self.origin(place):
            case Variable(name=name):
                return name
            case int(line):
                return f"{self.file}, line {line}, {dotted(place)}"
        for candidate, variable in self.variables.items():
            if candidate[: len(place)] == place:
                return variable.name
        beside = any(candidate[:1] == place[:1] for candidate in self.variables)
        return name_for(place) if beside else dotted(place)

    def origin(self, place: Place) -> Variable | int | None:
        """The variable or the line that sets this, or what it belongs to."""
        for end in range(len(place), 0, -1):
            above = place[:end]
            if above in self.variables:
                return self.variables[above]
            if above in self.lines:
                return self.lines[above]
        return None


def dotted(place: Place) -> str:
    """The way to a setting, as people write it; things of a kind are counted from 1."""
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in place)


def locate_problem(problem: str, values: object) -> tuple[Place, str]:
    """What a problem of `SettingsError` is about, and what is wrong with that.

    They read `safety, rules, number 2, deny: …`, `llm 2, model: …` or `sequence, 2, delay: …`;
    names may be anything that a person wrote, so what is there is looked for first.
    """
    place: list[str | int] = []
    here, rest, more = values, problem, True
    while more:
        if isinstance(here, Sequence) and not isinstance(here, str):
            here, rest, more = _in_list(here, rest, place)
        else:
            here, rest, more = _in_table(here, rest, place)
    return tuple(place), rest


def _in_list(here: Sequence[object], rest: str, place: list[str | int]) -> tuple[object, str, bool]:
    if found := _NUMBER.match(rest):
        number = int(found[1]) - 1
        place.append(number)
        inside = here[number] if number < len(here) else None
        return inside, rest[found.end() :], found[2] == ", "
    place.append(0)
    return (here[0] if here else None), rest, True


def _in_table(here: object, rest: str, place: list[str | int]) -> tuple[object, str, bool]:
    known = here if isinstance(here, Mapping) else {}
    for name in sorted(known, key=len, reverse=True):
        if found := re.compile(rf"({re.escape(name)})(?: (\d+))?(, |: )").match(rest):
            break
    else:
        found = _STEP.match(rest)
    if found is None:
        return None, rest, False
    place.append(found[1])
    inside = known.get(found[1])
    if found[2]:
        number = int(found[2]) - 1
        place.append(number)
        listed = inside if isinstance(inside, Sequence) else ()
        inside = listed[number] if number < len(listed) else None
    return inside, rest[found.end() :], found[3] == ", "
