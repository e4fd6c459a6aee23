"""Cleaning rooms: "vacuum the kitchen", "have Rosie clean the hall", "hoover upstairs"."""

from collections.abc import Iterator
from itertools import dropwhile

from ...home import Entity, ServiceCall
from ...home.domains.robots import CLEANS_ROOMS
from ...plan import CallStep, Plan
from ..clauses.frame import read_target
from ..grammar.targets import Scene, pick_target
from ..grammar.wordings import wording_of
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.resolve import Resolver
from ..text.phrases import drop_fillers, find_phrase, without, without_commas
from ..understanding import Question, Refusal, Result, UnresolvedError
from ..utterance import Utterance


def understand_cleaning(utterance: Utterance) -> Result:
    """The plan for a sentence that sends a vacuum cleaner to work; None if it is none."""
    scene = utterance.scene
    words = drop_fillers(utterance.words, utterance.lexicon)
    if len(words) == 1:
        # A word alone is hardly a command.
        return None
    if (called := _find_called(words, utterance)) is not None:
        return _make_plan(called, frozenset(), scene)
    for robot, place in _split(words, utterance.lexicon):
        target = read_target(place, utterance.lexicon, utterance.names)
        if target.names or target.kinds or target.everything:
            continue
        try:
            found = _find_robot(robot, utterance)
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question) or robot:
                return unresolved.instead
            continue
        areas = target.areas | {
            area_id
            for area_id, area in scene.home.layout.areas.items()
            if area.floor_id in target.floors
        }
        if target.here and scene.area is not None:
            areas |= {scene.area.area_id}
        elif target.here:
            return Refusal(key="no_intent")
        return _make_plan(found, areas, scene)
    return None


def _find_called(words: Phrase, utterance: Utterance) -> Entity | None:
    """The robot that is sent to work by its name, with nothing else said: "Rosie, get to work"."""
    ids = [
        entity_id
        for entity_id in utterance.names.words.get(words[0] if words else "", ())
        if entity_id.startswith("vacuum.")
    ]
    if len(ids) != 1:
        return None
    entity = utterance.home.layout.entities[ids[0]]
    named = set(utterance.lexicon.words(" ".join(entity.names)))
    rest = tuple(dropwhile(lambda word: word in named, without_commas(words)))
    to_work = utterance.lexicon.cleaning.get("to_work", frozenset())
    return entity if rest and find_phrase(rest, to_work, 0) == rest else None


def _split(words: Phrase, lexicon: Lexicon) -> Iterator[tuple[Phrase, Phrase]]:
    """The words for the robot and those for the place, both of which may be empty."""
    said = lexicon.cleaning
    using = said.get("with", frozenset())
    if verb := find_phrase(words, said.get("clean", frozenset()), 0):
        rest = words[len(verb) :]
        for at in range(len(rest)):
            if mark := find_phrase(rest, using, at):
                yield rest[at + len(mark) :], rest[:at]
        yield (), rest
    for head, middle in lexicon.sending:
        if words[: len(head)] != head:
            continue
        for at in range(len(head) + 1, len(words) - len(middle) + 1):
            if words[at : at + len(middle)] == middle:
                yield words[len(head) : at], words[at + len(middle) :]


def _find_robot(words: Phrase, utterance: Utterance) -> Entity:
    """The robot that is named; unnamed, the speaker's or the only one."""
    scene = utterance.scene
    if without(words, utterance.lexicon.roles["articles"]):
        resolver = Resolver(utterance, lambda entity: entity.domain == "vacuum")
        return pick_target(resolver.resolve(words), " ".join(words), scene)
    robots = tuple(entity for entity, _ in scene.exposed() if entity.domain == "vacuum")
    if not robots:
        raise UnresolvedError(Refusal(key="no_domain", arguments={"domain": "vacuum"}))
    return pick_target(robots, "", scene)


def _make_plan(robot: Entity, areas: frozenset[str], scene: Scene) -> Plan | Refusal:
    able = scene.home.states[robot.entity_id].features & CLEANS_ROOMS
    if areas and not able:
        # It would clean the whole home, which nobody asked for.
        return Refusal(key="whole_only", arguments={"name": robot.name})
    call = ServiceCall(
        domain="vacuum",
        service="clean_area" if areas else "start",
        targets=(robot.entity_id,),
        data={"cleaning_area_id": sorted(areas)} if areas else {},
    )
    return Plan(steps=(CallStep(call=call, wording=wording_of([call], robot.name)),))
