"""Entities and what is asked of them → the steps of a plan, those that ask the same as one."""

from collections.abc import Iterable
from dataclasses import replace

from ...home import Entity, ServiceCall
from ...home.service import join_calls
from ...plan import CallStep, Plan
from ..grammar.targets import Scene
from ..grammar.wordings import wording_of
from ..text.phrases import first_phrase
from ..understanding import Refusal, UnresolvedError
from ..utterance import Utterance
from .frame import Frame
from .levels import NO_CHANGE, LevelCall, in_own_scale, setting_of
from .services import command

_PLAYS = frozenset({"play"})
# What stays off when its level is set.
_SLEEPS_ON = frozenset({"climate", "humidifier", "media_player", "water_heater"})


def plan_for(entities: tuple[Entity, ...], frame: Frame, utterance: Utterance) -> Plan | None:
    """The plan for a frame, of those among some entities that can do it."""
    states = utterance.home.states
    able = tuple(
        entity
        for entity in entities
        if command(frame, entity, states[entity.entity_id]) is not None
    )
    return Plan(steps=tuple(steps_for(able, frame, utterance))) if able else None


def steps_for(entities: tuple[Entity, ...], frame: Frame, utterance: Utterance) -> list[CallStep]:
    """What the frame asks of each of these, as steps.

    Raises `UnresolvedError` if there is nothing to do: less of what is off.
    """
    calls = list(_make_calls(frame, entities, utterance.scene))
    utterance.evidence.add_mended(_find_converted(frame, entities, utterance))
    if not calls and entities:
        names_of_all = " / ".join(dict.fromkeys(entity.name for entity in entities))
        raise UnresolvedError(Refusal(key="off_already", arguments={"name": names_of_all}))
    words = wording_of(calls, entities[0].name, _find_room(entities, frame, utterance))
    return [CallStep(call=call, wording=words) for call in calls]


def _find_converted(
    frame: Frame, entities: tuple[Entity, ...], utterance: Utterance
) -> Iterable[tuple[str, str]]:
    """A figure that only the other scale allows, and what it was taken for: 72, "72 °F"."""
    amount = frame.amount
    if amount is None or amount.value is None or amount.unit not in ("", "degrees"):
        return
    for entity in entities:
        setting = setting_of(entity.domain, "temperature")
        if setting is None or frame.attribute not in (None, "temperature") or frame.direction:
            continue
        state = utterance.home.states[entity.entity_id]
        if scale := in_own_scale(amount.value, amount.unit, setting, state)[1]:
            yield f"{amount.value:g}", f"{amount.value:g} °{scale[0].upper()}"


def _find_room(entities: tuple[Entity, ...], frame: Frame, utterance: Utterance) -> str:
    """The one room that they are all in, as the person called it; else empty."""
    rooms = {entity.area_id for entity in entities}
    room = utterance.home.layout.area_of(entities[0])
    if len(rooms) > 1 or room is None:
        return ""
    _, said = first_phrase(frame.rest, utterance.names.areas)
    return " ".join(said) or room.name


def merge_steps(steps: list[CallStep], scene: Scene) -> tuple[CallStep, ...]:
    """Steps of different clauses that ask the same, as one; who stops and then pauses pauses."""
    kept: list[CallStep] = []
    paused = {
        target for step in steps if "pause" in step.call.service for target in step.call.targets
    }
    steps = [
        step for step in steps if step.call.service != "stop" or not paused & {*step.call.targets}
    ]
    for call in join_calls(step.call for step in steps):
        alone = next((step for step in steps if step.call == call), None)
        name = scene.home.layout.entities[call.targets[0]].name
        kept.append(alone or CallStep(call=call, wording=wording_of([call], name)))
    return tuple(kept)


def _make_calls(frame: Frame, entities: Iterable[Entity], scene: Scene) -> Iterable[ServiceCall]:
    """What the frame asks of each, those that are asked the same in one call."""
    calls: list[ServiceCall] = []
    for entity in entities:
        what = command(frame, entity, scene.home.states[entity.entity_id])
        if what is not None and what != NO_CHANGE:
            asked = (_wake(frame, what, entity, scene), what)
            calls += [
                ServiceCall(
                    domain=entity.domain,
                    service=each.service,
                    targets=(entity.entity_id,),
                    data=each.data,
                    stands_for=each.stands_for,
                )
                for each in asked
                if each is not None
            ]
    return join_calls(calls)


def _wake(frame: Frame, what: LevelCall, entity: Entity, scene: Scene) -> LevelCall | None:
    """What turns on a thing that is off, where it is to be on at a level: "TV on, volume 20".

    A lamp and a fan go on by being given one.
    """
    state = scene.home.states[entity.entity_id]
    plays = frame.acts == _PLAYS and state.value not in ("on", "playing")
    if not plays and (frame.acts & {"turn_on", "set"} != {"turn_on"} or state.value != "off"):
        return None
    if entity.domain not in _SLEEPS_ON or frame.feature is not None or "hvac_mode" in what.data:
        return None
    plain = replace(frame, amount=None, direction=0, degree="", factor=None, attribute=None)
    woken = command(plain, entity, state)
    return None if woken == what else woken
