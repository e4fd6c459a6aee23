"""What there is, and where: "how many lights are there", "is there a fan", "where is it"."""

from ...home import Entity
from ...home.domains import Trait, with_trait
from ...plan import Plan
from ..clauses.frame import read_target
from ..lexicon.lexicon import Phrase
from ..understanding import UnresolvedError
from .plans import query_plan
from .user_question import UserQuestion

# Nobody counts these among the things of a room.
_NO_THINGS = with_trait(Trait.NOT_A_THING) | {"binary_sensor", "person"}


def read_inventory_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about what there is; None for any other."""
    form, rest = question.form()
    if form == "yes_no":
        opener = question.opener("there_is")
        rest = question.words[len(opener) :]
        form = "yes_no" if opener else ""
    if form not in ("yes_no", "which", "how_many"):
        return None
    found = _of_kind(question.without(rest, "there_links"), question)
    if not found:
        return None
    return query_plan(found, {"yes_no": "any", "which": "names", "how_many": "number"}[form])


def _of_kind(said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """Everything of a kind, or everything in a place; empty if more is said than that."""
    anything = question.has(said, "things")
    said = question.without(said, "things")
    target = read_target(said, question.lexicon, question.names)
    if target.names or not (target.kinds or (anything and target.words)):
        return ()
    if target.kinds:
        kinds = target.kinds
        try:
            return question.find(said, lambda entity: _is_one(entity, kinds), every=True)
        except UnresolvedError:
            return ()
    return question.try_find(
        said, lambda entity: entity.domain not in _NO_THINGS, any_kind=True, every=True
    )


def _is_one(entity: Entity, kinds: frozenset[str]) -> bool:
    return entity.domain in kinds or f"{entity.domain}.{entity.device_class}" in kinds


_TRACKED = with_trait(Trait.TRACKED)

# Nobody looks for a reading.
_NOT_THERE = with_trait(Trait.NOT_A_THING)


def read_place_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about where something is; None for any other."""
    opener = question.opener("where")
    if not opener:
        return None
    said = question.without(question.words[len(opener) :], "links", "where_ends")
    if not question.names_anything(said):
        return None
    for suits in (_is_tracked, _is_thing):
        if found := question.try_find(said, suits):
            return query_plan(found, "where")
    found = question.find(said, lambda _one: True)
    return query_plan(found, "where")


def _is_tracked(entity: Entity) -> bool:
    return entity.domain in _TRACKED


def _is_thing(entity: Entity) -> bool:
    return entity.domain not in _NOT_THERE
