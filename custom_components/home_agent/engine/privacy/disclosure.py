"""What may be shown and kept: no code, nothing that is typed into a password, no hidden names."""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from ..home import Entity, ServiceCall, Snapshot
from ..home.model import HIDDEN
from ..home.service_kinds import OWN_KIND
from ..plan import (
    CallStep,
    IfStep,
    LaterStep,
    MemoryStep,
    Plan,
    ProgramStep,
    SequenceStep,
    Step,
)

_ID = re.compile(r"\b[a-z_]+\.[a-z0-9_]+\b", re.IGNORECASE)
_SHORTEST_NAME = 3


def redact_call(call: ServiceCall, home: Snapshot) -> ServiceCall:
    """The call as others may see it."""
    states = (home.states.get(target) for target in call.targets)
    if any(state is not None and state.is_secret for state in states):
        return replace(call, data=dict.fromkeys(call.data, HIDDEN))
    return call.shown


def find_secrets(call: ServiceCall, home: Snapshot) -> tuple[str, ...]:
    """What must not be said again of a call: the texts that `redact_call` leaves out of it."""
    told = redact_call(call, home).data
    hidden = (value for key, value in call.data.items() if told.get(key) != value)
    return tuple(str(value) for value in hidden if str(value).strip())


def find_secret_fields(call: ServiceCall) -> tuple[str, ...]:
    """The same, where nobody knows the home: what is secret by its name alone."""
    told = call.shown.data
    return tuple(str(value) for key, value in call.data.items() if told.get(key) != value)


def hide_secrets(words: str, secrets: Iterable[str]) -> str:
    """What a home or a device says of a call, without what only it should know."""
    for secret in sorted(secrets, key=len, reverse=True):
        words = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", HIDDEN, words)
    return words


def redact_plan(plan: Plan, home: Snapshot) -> Plan:
    """The plan as others may see it."""
    return replace(plan, steps=tuple(_redact_step(step, home) for step in plan.steps))


def _redact_step[Kind: Step](step: Kind, home: Snapshot) -> Kind:
    match step:
        case CallStep(call=call, wording=wording):
            secrets = find_secrets(call, home)
            slots = {
                key: hide_secrets(str(value), secrets) if secrets else value
                for key, value in wording.slots.items()
            }
            return replace(
                step, call=redact_call(call, home), wording=replace(wording, slots=slots)
            )
        case MemoryStep():
            # What somebody wants remembered is between us until it is known to be no secret.
            return replace(step, text=HIDDEN, own_words=None)
        case IfStep() | LaterStep():
            return replace(step, steps=tuple(_redact_step(inner, home) for inner in step.steps))
        case ProgramStep(calls=calls):
            return replace(step, calls=tuple(redact_call(call, home) for call in calls))
        case SequenceStep():
            stages = (replace(stage, step=_redact_step(stage.step, home)) for stage in step.stages)
            return replace(step, stages=tuple(stages))
    return step


def hide_unexposed_names(words: str, home: Snapshot, besides: Collection[str] = ()) -> str:
    """The home's own words, without the names and ids of what the assistant may not show.

    The names of entities that are shown `besides` what is exposed stay.
    """
    entities = home.layout.entities
    told = _ID.sub(lambda found: _redact_id(found[0], home), words)
    known = {
        name.casefold() for entity in entities.values() if entity.exposed for name in _names(entity)
    }
    spoken = told.casefold()
    for entity in entities.values():
        if entity.exposed or entity.entity_id in besides:
            continue
        for name in _names(entity):
            if name.casefold() in spoken and name.casefold() not in known:
                told = re.sub(rf"\b{re.escape(name)}\b", HIDDEN, told, flags=re.IGNORECASE)
    return told


def _redact_id(written: str, home: Snapshot) -> str:
    entity = home.layout.entities.get(written.lower())
    if entity is not None:
        return written if entity.exposed else HIDDEN
    is_thing = written.lower().partition(".")[0] in OWN_KIND
    return written if not is_thing or written.lower() in home.layout.services else HIDDEN


def _names(entity: Entity) -> tuple[str, ...]:
    names = (entity.name, *entity.names)
    return tuple(name for name in names if len(name) >= _SHORTEST_NAME)
