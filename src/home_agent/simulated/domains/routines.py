"""Scenes, scripts and automations: what sets other things going, and the buttons that do."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from home_agent.engine.home.routine import UNKNOWN, read_actions
from home_agent.engine.home.service import ServiceCall

from ..arguments import anything, decimal, flag
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    always,
    become,
    show_all_but,
    spoken_state,
)
from ..readers import Outside
from .switch import on_if_said, reproduce_onoff

_STEP = "expected a list of {action: DOMAIN.SERVICE, target: {entity_id: ...}, data: {...}}"


def _begin_routine(given: Facts, now: datetime) -> Facts:
    """A sequence is checked at once, so that it cannot fail for its form when it is needed."""
    steps = given.get("sequence") or []
    if not isinstance(steps, list):
        raise InvalidFactError(f"sequence: {_STEP}, not {steps!r}")
    read = [_read_step(step, number) for number, step in enumerate(steps, 1)]
    return {
        "last_triggered": None,
        **on_if_said(given, now),
        "sequence": tuple(call for calls in read for call in calls),
    }


def _read_step(step: Outside, number: int) -> tuple[ServiceCall, ...]:
    """What a step asks for, written in any way that Home Assistant takes; from every branch."""
    calls = read_actions({"sequence": [step]})
    if UNKNOWN in calls and not _has_template(step):
        raise InvalidFactError(f"sequence, step {number}: {_STEP}, not {step!r}")
    return calls


def _has_template(step: Outside) -> bool:
    match step:
        case str():
            return "{{" in step or "{%" in step
        case Mapping():
            return any(map(_has_template, step.values()))
        case list():
            return any(map(_has_template, step))
    return False


def _sequence(facts: Facts) -> Iterable[ServiceCall]:
    steps: tuple[ServiceCall, ...] = facts["sequence"]
    return steps


def _begin_script(given: Facts, now: datetime) -> Facts:
    return {**_begin_routine(given, now), "state": "off"}


def _run_script(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    # One run at a time, as scripts are by default: a second start changes nothing.
    if subject.state == "on":
        return ActionEffect()
    changes = {"state": "on", "last_triggered": _stamp(subject)}
    steps = subject.facts["sequence"]
    if not steps:
        return ActionEffect(changes={**changes, "state": "off"})
    return ActionEffect(changes=changes, calls=steps, afterwards={"state": "off"})


def _toggle_script(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return become(state="off") if subject.state == "on" else _run_script(subject, data)


def _begin_automation(given: Facts, now: datetime) -> Facts:
    return {**_begin_routine(given, now), "mode": "single", "current": 0}


def _trigger(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    if subject.facts["current"]:
        return ActionEffect()
    changes, steps = {"last_triggered": _stamp(subject)}, subject.facts["sequence"]
    if not steps:
        return ActionEffect(changes=changes)
    return ActionEffect(changes={**changes, "current": 1}, calls=steps, afterwards={"current": 0})


def _toggle_automation(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(state="off" if subject.state == "on" else "on", current=0)


def _stamp(subject: ActionTarget) -> str:
    return subject.now.astimezone(UTC).isoformat()


def _press(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(state=_stamp(subject))


def _begin_scene(given: Facts, _now: datetime) -> Facts:
    states = read_wanted_states(given.get("entities"))
    return {**given, "state": spoken_state(given) or "unknown", "entities": states}


def read_wanted_states(given: Outside) -> dict[str, Facts]:
    """The states that a scene wants, by entity; raises `InvalidFactError`."""
    wanted = given or {}
    if not isinstance(wanted, Mapping):
        raise InvalidFactError(f"entities: expected entity ids with states, not {wanted!r}")
    return {str(entity_id).lower(): _read_wanted(it) for entity_id, it in wanted.items()}


def _read_wanted(wanted: Outside) -> Facts:
    """A state, or a mapping with a state and attributes."""
    found = dict(wanted) if isinstance(wanted, Mapping) else {"state": wanted}
    state = spoken_state(found)
    if state is None:
        raise InvalidFactError(f"entities: expected a state, not {wanted!r}")
    return {**found, "state": state}


def scene_calls(
    wanted: Mapping[str, Facts], behaviours: Mapping[str, Behaviour]
) -> Iterator[ServiceCall]:
    """The calls that lead to the states of a scene; who is in a group, only the home knows."""
    for entity_id, facts in wanted.items():
        domain = entity_id.partition(".")[0]
        if domain == "group":
            held = {"entities": {entity_id: facts}}
            yield ServiceCall(domain="scene", service="apply", targets=(entity_id,), data=held)
        elif domain in behaviours:
            for service, data in behaviours[domain].reproduce(facts["state"], facts):
                yield ServiceCall(domain=domain, service=service, targets=(entity_id,), data=data)


def scene(behaviours: Mapping[str, Behaviour]) -> Behaviour:
    """How scenes behave, among entities that behave like this."""

    def turn_on(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
        calls = tuple(scene_calls(subject.facts["entities"], behaviours))
        return ActionEffect(changes={"state": _stamp(subject)}, calls=calls)

    return Behaviour(
        domain="scene",
        begin=_begin_scene,
        show=show_all_but("entities"),
        routine=lambda facts: scene_calls(facts["entities"], behaviours),
        actions={
            "turn_on": SimulatedAction(
                run=turn_on, takes=(decimal("transition", 0, 6553, clamp=True),)
            )
        },
    )


_VARIABLES = (anything("variables"),)

SCRIPT = Behaviour(
    domain="script",
    begin=_begin_script,
    show=show_all_but("sequence"),
    routine=_sequence,
    own_service="turn_on",
    actions={
        "turn_on": SimulatedAction(run=_run_script, takes=_VARIABLES),
        "turn_off": SimulatedAction(run=always(state="off"), takes=_VARIABLES),
        "toggle": SimulatedAction(run=_toggle_script, takes=_VARIABLES),
    },
)
AUTOMATION = Behaviour(
    domain="automation",
    begin=_begin_automation,
    show=show_all_but("sequence"),
    routine=_sequence,
    reproduce=reproduce_onoff,
    actions={
        "turn_on": SimulatedAction(run=always(state="on")),
        "turn_off": SimulatedAction(
            run=always(state="off", current=0), takes=(flag("stop_actions"),)
        ),
        "toggle": SimulatedAction(run=_toggle_automation),
        "trigger": SimulatedAction(
            run=_trigger, takes=(anything("variables"), flag("skip_condition", strict=True))
        ),
    },
)
BUTTON = Behaviour(domain="button", actions={"press": SimulatedAction(run=_press)})
INPUT_BUTTON = Behaviour(domain="input_button", actions={"press": SimulatedAction(run=_press)})
