"""Which of the things that suit are meant: those outside, those that water, those called so.

Hardly any home has a room called "outside". What stands in a garden, on a terrace or on a floor
called so does, in whatever language it is named; and so does what says it itself.
"""

from ...home import Entity
from ...plan import Plan
from ..clauses.frame import Target, read_target
from ..lexicon.lexicon import Phrase
from ..resolve.candidates import EntityPredicate
from ..resolve.concepts import concepts_in
from ..text.phrases import find_phrases
from .plans import query_plan
from .user_question import UserQuestion

_OUTDOORS = frozenset(
    {
        *("rooms.balcony", "rooms.driveway", "rooms.garden", "rooms.outside", "rooms.pool"),
        *("rooms.terrace", "rooms.veranda"),
    }
)


def take_outdoors(
    said: Phrase, target: Target, suits: EntityPredicate, question: UserQuestion
) -> tuple[Phrase, EntityPredicate] | None:
    """The words without "outside", and what suits and is there; None where a place is named."""
    placed = target.areas or target.floors or not target.kinds
    if placed or not question.has(said, "outside"):
        return None
    left = question.without(said, "outside")
    if left == said or not question.names_anything(left):
        return None
    return left, lambda entity: _is_outdoors(entity, question) and suits(entity)


def _is_outdoors(entity: Entity, question: UserQuestion) -> bool:
    layout = question.home.layout
    area = layout.area_of(entity)
    floor = layout.floors.get(area.floor_id) if area is not None and area.floor_id else None
    names = [*entity.names, *([area.name] if area else ()), *([floor.name] if floor else ())]
    return any(
        not _OUTDOORS.isdisjoint(concepts_in(name))
        or question.has(question.lexicon.words(name), "outdoor_places")
        for name in names
    )


def of_that_kind(
    found: tuple[Entity, ...], said: Phrase, question: UserQuestion
) -> tuple[Entity, ...]:
    """Those that may be what was said: what opens and is called a mailbox is no window."""
    target = read_target(said, question.lexicon, question.names)
    kinds = target.kinds
    if watering := _that_water(found, target.words, question):
        return watering
    if "binary_sensor.opening" not in kinds:
        return found
    listed = question.lexicon.kinds

    def may_be(entity: Entity) -> bool:
        if entity.device_class != "opening":
            return True
        name = question.lexicon.words(entity.name)
        named = [listed[phrase] for _, phrase in find_phrases(name, listed)]
        return any(not kinds.isdisjoint(meant) for meant in named)

    return tuple(entity for entity in found if may_be(entity)) or found


def _that_water(
    found: tuple[Entity, ...], said: Phrase, question: UserQuestion
) -> tuple[Entity, ...]:
    """Of valves those for watering, where these are asked for: the main water is no sprinkler."""
    lexicon = question.lexicon
    watering = lexicon.purpose_things.get("water", frozenset())
    if not any(True for _ in find_phrases(said, watering)):
        return ()
    return tuple(
        entity
        for entity in found
        if entity.domain == "valve"
        and any(True for name in entity.names for _ in find_phrases(lexicon.words(name), watering))
    )


def plan_watering_question(question: UserQuestion) -> Plan | None:
    """Whether something is watered: "is the lawn being watered"; None for any other question.

    By the valve that is called after it or stands there, and not by the main water.
    """
    form, rest = question.form()
    whole = rest if form else question.words
    given = question.opener("watered_openers") and question.has(whole, "water")
    if not given and not question.has(whole, "watered"):
        return None
    said = question.without(whole, "watered", "links", *(["water"] if given else []))
    if not question.names_anything(said):
        return None
    watering = question.lexicon.purpose_things.get("water", frozenset())

    def waters(entity: Entity) -> bool:
        names = map(question.lexicon.words, entity.names)
        called = any(True for name in names for _ in find_phrases(name, watering))
        return entity.domain == "valve" or (entity.domain == "switch" and called)

    found = question.try_find(said, waters, any_kind=True, every=True)
    response = "one_yesno" if len(found) == 1 else "any"
    wanted = frozenset({"on", "open", "opening"})
    return query_plan(found, response, {"state": "open"}, wanted=wanted) if found else None
