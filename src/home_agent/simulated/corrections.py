"""Reading an entity as far as it can be read, where something about it does not fit its domain.

What does not fit is found by leaving it out: whatever changes the complaint is its cause. Of a
list or mapping only the pieces that do not fit are left out. Everything else stays.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from home_agent.yaml_file import find_lines

from .behaviour import Facts, InvalidFactError
from .readers import InvalidDataError, Outside

MISFITS = (InvalidFactError, InvalidDataError, LookupError, TypeError, ValueError, ArithmeticError)
"""What a behaviour may raise over facts that it cannot begin with."""

type FactCheck = Callable[[Facts], object]
"""Begins with some facts; raises one of `MISFITS`."""

type Correction = Callable[[Outside], Outside]
"""Makes something that fits of a piece that does not; raises one of `MISFITS`."""

_KEPT = frozenset({"friendly_name"})
_MEMBER = re.compile(r"(?:[a-z_]+\.)*[A-Z]+[a-z][A-Za-z]*\.([A-Z][A-Z0-9_]*)")
_RENAMED = {"CO": "carbon_monoxide", "CO2": "carbon_dioxide"}
"""Members of Home Assistant's enumerations whose value is another word than their name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryWarning:
    """A mistake in an inventory, and what was made of it."""

    place: str
    problem: str
    path: tuple[str | int, ...] = ()
    """The keys and list positions that lead to it."""


def describe_warnings(file: Path, warnings: Iterable[InventoryWarning]) -> Iterator[str]:
    """A sentence for every mistake in a file, with the lines and things that have it."""
    warnings = tuple(warnings)
    if not warnings:
        return
    places: dict[str, list[str]] = {}
    lines = find_lines(file, (warning.path for warning in warnings))
    for warning, line in zip(warnings, lines, strict=True):
        place = warning.place if line is None else f"line {line}, {warning.place}"
        places.setdefault(warning.problem, []).append(place)
    for problem, found in places.items():
        yield f"{file}: {'; '.join(found)}: {problem}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedFacts:
    """Facts that fit, and what was wrong with each key of what was given."""

    facts: Facts
    problems: tuple[tuple[str, str], ...]
    fits: bool = True
    """Whether the domain can begin with them."""


def correct_facts(
    given: Facts, check: FactCheck, corrections: Mapping[str, Correction]
) -> CorrectedFacts:
    """Leave out of these facts what their domain cannot begin with."""
    problems: list[tuple[str, str]] = []
    while complaint := _complaint(given, check):
        key = _find_cause(given, check, complaint)
        if key is None:
            problems.append(("", f"{complaint}; it can only be read"))
            return CorrectedFacts(facts=given, problems=tuple(problems), fits=False)
        rest = {name: value for name, value in given.items() if name != key}
        pieces = _fitting_pieces(key, given[key], check, corrections.get(key))
        whole = {**rest, key: pieces}
        if pieces and _complaint(whole, check) != complaint:
            given = whole
            problems.append((key, f"{complaint}; {key} is read as far as it can be"))
        else:
            given = rest
            problems.append((key, f"{complaint}; {key} is left out"))
    return CorrectedFacts(facts=given, problems=tuple(problems))


def read_members(given: Facts, problems: list[tuple[str, str]]) -> dict[str, Any]:
    """The facts with the value of every `CoverDeviceClass.GARAGE` in place of its path."""
    read = {}
    for name, value in given.items():
        read[name] = _read_member(value)
        if read[name] != value:
            problems.append((name, f"{name}: {value!r} is read as {read[name]!r}"))
    return read


def _read_member(value: Outside) -> Outside:
    if isinstance(value, list):
        return [_read_member(item) for item in value]
    if isinstance(value, str) and (found := _MEMBER.fullmatch(value)):
        return _RENAMED.get(found[1], found[1].lower())
    return value


def _complaint(given: Facts, check: FactCheck) -> str:
    """What is wrong with these facts; empty if they fit."""
    try:
        check(given)
    except MISFITS as error:
        return str(error) or type(error).__name__
    return ""


def _find_cause(given: Facts, check: FactCheck, complaint: str) -> str | None:
    """The key without which the facts fit, or at least without which they fail otherwise."""
    elsewhere = None
    for key in (name for name in given if name not in _KEPT):
        without = _complaint({name: given[name] for name in given if name != key}, check)
        if not without:
            return key
        if without != complaint:
            elsewhere = elsewhere or key
    return elsewhere


def _fitting_pieces(
    key: str, value: Outside, check: FactCheck, correction: Correction | None
) -> Outside:
    """What fits of a list or mapping; `None` if it is neither."""
    if isinstance(value, Mapping):
        return {
            name: piece
            for name, piece in value.items()
            if not _complaint({key: {name: piece}}, check)
        }
    if isinstance(value, list):
        return [fit for piece in value for fit in _fit(key, piece, check, correction)]
    return None


def _fit(
    key: str, piece: Outside, check: FactCheck, correction: Correction | None
) -> Iterator[Outside]:
    """The piece, as it is or corrected; empty if it does not fit."""
    if not _complaint({key: [piece]}, check):
        yield piece
    elif correction is not None:
        with suppress(*MISFITS):
            corrected = correction(piece)
            check({key: [corrected]})
            yield corrected
