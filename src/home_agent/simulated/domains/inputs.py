"""Numbers, choices and texts that a person sets: number, select and their input helpers."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from home_agent.engine.home.model import UNKNOWN

from ..arguments import decimal, flag, required, several, text
from ..behaviour import (
    ActionEffect,
    ActionFunction,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    become,
    given_number,
    given_words,
    refuse,
    spoken_state,
)
from ..readers import InvalidDataError, to_text

_LONGEST = 255


def _begin_number(given: Facts, _now: datetime) -> Facts:
    low, high = given_number(given, "min", 0) or 0, given_number(given, "max", 100) or 0
    step = given_number(given, "step", 1) or 1
    if low > high or step <= 0:
        raise InvalidFactError("min must not be above max, and step must be more than 0")
    value = given_number(given, "state")
    return {
        "mode": "auto",
        **given,
        "min": low,
        "max": high,
        "step": step,
        "state": UNKNOWN if value is None else str(min(max(value, low), high)),
    }


def _begin_input_number(given: Facts, now: datetime) -> Facts:
    facts = _begin_number(given, now)
    initial = given_number(given, "initial")
    value = facts["min"] if facts["state"] == UNKNOWN else float(facts["state"])
    value = value if initial is None else min(max(initial, facts["min"]), facts["max"])
    return {**facts, "state": str(float(value))}


def _set_number(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    low, high = subject.facts["min"], subject.facts["max"]
    if not low <= data["value"] <= high:
        refuse(
            f"Value {data['value']} for {subject.entity_id} is outside valid range {low} - {high}."
        )
    return become(state=str(data["value"]))


def _set_input_number(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    low, high = subject.facts["min"], subject.facts["max"]
    if not low <= data["value"] <= high:
        refuse(f"Invalid value for {subject.entity_id}: {data['value']} (range {low} - {high})")
    return become(state=str(data["value"]))


def _step(direction: int) -> ActionFunction:
    def run(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
        facts = subject.facts
        value = float(facts["state"]) + direction * facts["step"]
        return become(state=str(float(min(max(value, facts["min"]), facts["max"]))))

    return run


def _begin_select(given: Facts, _now: datetime) -> Facts:
    options, state = list(dict.fromkeys(given_words(given, "options"))), spoken_state(given)
    return {**given, "options": options, "state": state if state in options else UNKNOWN}


def _begin_input_select(given: Facts, now: datetime) -> Facts:
    facts = _begin_select(given, now)
    if not facts["options"]:
        raise InvalidFactError("options: expected a list of at least one choice")
    initial = given.get("initial")
    known = facts["state"] if facts["state"] != UNKNOWN else facts["options"][0]
    return {**facts, "state": initial if initial in facts["options"] else known}


def _choose(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    option, options = data["option"], subject.facts["options"]
    if option not in options:
        refuse(
            f"Option {option} is not valid for entity {subject.entity_id}, "
            f"valid options are: {', '.join(options)}."
        )
    return become(state=option)


def _choose_input(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    option, options = data["option"], subject.facts["options"]
    if option not in options:
        refuse(f"Invalid option: {option} (possible options: {', '.join(options)})")
    return become(state=option)


def _options(subject: ActionTarget) -> list[str]:
    options: list[str] = subject.facts["options"]
    if not options:
        refuse(f"Entity {subject.entity_id} has no options to select from.")
    return options


def _end(place: int) -> ActionFunction:
    return lambda subject, _data: become(state=_options(subject)[place])


def _neighbour(by: int) -> ActionFunction:
    def run(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
        options = _options(subject)
        if subject.state not in options:
            return become(state=options[0 if by > 0 else -1])
        place = options.index(subject.state) + by
        if data.get("cycle", True):
            return become(state=options[place % len(options)])
        return become(state=options[min(max(place, 0), len(options) - 1)])

    return run


def _set_options(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    options = data["options"]
    if len(set(options)) != len(options):
        refuse(f"Duplicated options: {options}")
    return become(options=options, state=subject.state if subject.state in options else options[0])


def _some_options(data: Mapping[str, Any]) -> None:
    if not data["options"]:
        raise InvalidDataError("length of value must be at least 1", "options")


def _begin_text(given: Facts, _now: datetime) -> Facts:
    shortest = int(given_number(given, "min", 0) or 0)
    longest = int(given_number(given, "max", 100) or 0)
    if not 0 <= shortest <= longest <= _LONGEST:
        raise InvalidFactError(f"min and max must be lengths from 0 to {_LONGEST}")
    try:
        re.compile(str(given.get("pattern") or ""))
    except re.error as error:
        raise InvalidFactError(f"pattern is not a regular expression: {error}") from error
    facts = {"mode": "text", "pattern": None, **given, "min": shortest, "max": longest}
    value = spoken_state({"state": given.get("initial", given.get("state"))})
    return {**facts, "state": value if value is not None and _fits(facts, value) else UNKNOWN}


def _set_text(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    # Home Assistant only logs it when the text does not fit, and leaves the old one.
    return become(state=data["value"]) if _fits(subject.facts, data["value"]) else ActionEffect()


def _fits(facts: Facts, value: str) -> bool:
    pattern = facts.get("pattern")
    if pattern and not re.fullmatch(str(pattern), value):
        return False
    return bool(facts["min"] <= len(value) <= facts["max"])


def _reproduce(service: str, name: str) -> Callable[[str, Facts], Iterable[tuple[str, Facts]]]:
    return lambda state, _wanted: [(service, {name: state})]


_CYCLE = (flag("cycle", strict=True),)
_VALUE = (required(decimal("value")),)
_OPTION = (required(text("option")),)
_MOVES = {
    "select_first": SimulatedAction(run=_end(0)),
    "select_last": SimulatedAction(run=_end(-1)),
    "select_next": SimulatedAction(run=_neighbour(1), takes=_CYCLE),
    "select_previous": SimulatedAction(run=_neighbour(-1), takes=_CYCLE),
}

NUMBER = Behaviour(
    domain="number",
    begin=_begin_number,
    reproduce=_reproduce("set_value", "value"),
    actions={"set_value": SimulatedAction(run=_set_number, takes=_VALUE)},
)
INPUT_NUMBER = Behaviour(
    domain="input_number",
    begin=_begin_input_number,
    reproduce=_reproduce("set_value", "value"),
    actions={
        "set_value": SimulatedAction(run=_set_input_number, takes=_VALUE),
        "increment": SimulatedAction(run=_step(1)),
        "decrement": SimulatedAction(run=_step(-1)),
    },
)
SELECT = Behaviour(
    domain="select",
    begin=_begin_select,
    reproduce=_reproduce("select_option", "option"),
    actions={"select_option": SimulatedAction(run=_choose, takes=_OPTION), **_MOVES},
)
INPUT_SELECT = Behaviour(
    domain="input_select",
    begin=_begin_input_select,
    reproduce=_reproduce("select_option", "option"),
    actions={
        "select_option": SimulatedAction(run=_choose_input, takes=_OPTION),
        "set_options": SimulatedAction(
            run=_set_options,
            takes=(required(several("options", to_text)),),
            check=_some_options,
        ),
        **_MOVES,
    },
)
INPUT_TEXT = Behaviour(
    domain="input_text",
    begin=_begin_text,
    reproduce=_reproduce("set_value", "value"),
    actions={"set_value": SimulatedAction(run=_set_text, takes=(required(text("value")),))},
)
