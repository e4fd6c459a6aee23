"""What there is, and where: "how many lights are there", "is there a fan", "where is it"."""

from ...home import Entity
from ...home.domains import SENSORS, Trait, with_trait
from ...plan import Plan, ReplyStep, Wording
from ..clauses.frame import read_target, says_where
from ..lexicon.lexicon import Phrase
from ..resolve.candidates import Candidates
from .plans import query_plan
from .user_question import Form, UserQuestion

# Nobody counts these among the things of a room.
_NO_THINGS = with_trait(Trait.NOT_A_THING) | SENSORS | {"person"}

# What is measured of a thing is not beside it in the room.
_NOT_IN_A_ROOM = with_trait(Trait.NOT_A_THING) | {"person"}

_ROBOTS = with_trait(Trait.ROBOT)
_SENSED = frozenset({"on"})


def read_inventory_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about what there is; None for any other."""
    form, rest = question.form()
    if form == "value" and (found := _in_place(rest, question)):
        return query_plan(found, "names")
    if plan := _rooms(form, rest, question):
        return plan
    if form == "yes_no":
        opener = question.opener("there_is")
        rest = question.words[len(opener) :]
        form = "yes_no" if opener else ""
    if form not in ("yes_no", "which", "how_many"):
        return None
    found = _of_kind(question.without(rest, "there_links"), question)
    if not found:
        return None
    if form == "yes_no" and all(entity.domain == "binary_sensor" for entity in found):
        # "Is there any sound" asks whether one is heard, and not for what would hear it.
        return query_plan(found, "any", {"state": "detected"}, wanted=_SENSED)
    return query_plan(found, {"yes_no": "any", "which": "names", "how_many": "number"}[form])


def _in_place(rest: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """Everything in a place, where nothing else is said: "what's in the laundry"."""
    said = question.without(rest, "things", "there_links")
    if not says_where(said, question.lexicon, question.names):
        return ()
    return question.try_find(
        said, lambda entity: entity.domain not in _NOT_IN_A_ROOM, any_kind=True, every=True
    )


def _rooms(form: Form, rest: Phrase, question: UserQuestion) -> Plan | None:
    """Which rooms there are, or on a floor: "what rooms do we have", "how many are upstairs"."""
    if form not in ("which", "how_many", "value") or not question.has(rest, "rooms"):
        return None
    said = question.without(rest, "rooms", "there_links", "links")
    target = read_target(said, question.lexicon, question.names)
    if target.names or target.kinds or target.areas:
        return None
    areas = [
        area.name
        for area in question.home.layout.areas.values()
        if not target.floors or area.floor_id in target.floors
    ]
    if not areas:
        return None
    names = ", ".join(areas)
    told = f"{len(areas)}: {names}" if form == "how_many" else names
    return Plan(
        steps=(ReplyStep(wording=Wording(intent="", response="there_is", slots={"options": told})),)
    )


def _of_kind(said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """Everything of a kind, or everything in a place; empty if more is said than that."""
    anything = question.has(said, "things")
    said = question.without(said, "things")
    target = read_target(said, question.lexicon, question.names)
    if target.names or not (target.kinds or (anything and target.words)):
        return ()
    if target.kinds:
        kinds = target.kinds
        things = Candidates(question, lambda _entity: True)
        found = question.try_find(said, lambda entity: things.is_of_kind(entity, kinds), every=True)
        # Where there is none of them, that is the answer.
        return found or question.find(
            said, lambda entity: entity.domain not in _NO_THINGS, every=True
        )
    return question.try_find(
        said, lambda entity: entity.domain not in _NO_THINGS, any_kind=True, every=True
    )


_TRACKED = with_trait(Trait.TRACKED)

# Nobody looks for a reading.
_NOT_THERE = with_trait(Trait.NOT_A_THING)


def read_place_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about where something is; None for any other."""
    opener, last = question.opener("where"), question.ending("where_last")
    if not opener and not last:
        return None
    words = question.words[len(opener) :] if opener else question.words[: -len(last)]
    said = question.without(words, "links", "where_ends")
    if not question.names_anything(said):
        return None
    robots = question.try_find(said, lambda entity: _is_at_base(entity, question))
    if robots:
        return query_plan(robots, "one")
    for suits in (_is_tracked, _is_thing):
        if found := question.try_find(said, suits):
            return query_plan(found, "where")
    found = question.find(said, lambda _one: True)
    return query_plan(found, "where")


def _is_at_base(entity: Entity, question: UserQuestion) -> bool:
    """Whether it is a robot that stands at its base, wherever that is."""
    state = question.home.states.get(entity.entity_id)
    robot = entity.domain in _ROBOTS
    return robot and state is not None and state.value == "docked"


def _is_tracked(entity: Entity) -> bool:
    return entity.domain in _TRACKED


def _is_thing(entity: Entity) -> bool:
    return entity.domain not in _NOT_THERE
