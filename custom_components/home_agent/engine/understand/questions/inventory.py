"""What there is, and where: "how many lights are there", "is there a fan", "where is it"."""

from ...home import Entity
from ...plan import Plan
from ..clauses.frame import read_target
from ..lexicon.lexicon import Phrase
from ..understanding import UnresolvedError
from .plans import query_plan
from .user_question import UserQuestion

# Nobody counts these among the things of a room.
_NO_THINGS = frozenset(
    {"automation", "binary_sensor", "event", "person", "scene", "script", "sensor", "zone"}
)


def read_inventory_question(asking: UserQuestion) -> Plan | None:
    """The plan for a question after what there is, if it is one."""
    form, rest = asking.form()
    if form == "yes_no":
        opener = asking.opener("there_is")
        rest = asking.words[len(opener) :]
        form = "yes_no" if opener else ""
    if form not in ("yes_no", "which", "how_many"):
        return None
    found = _of_kind(asking.less(rest, "there_links"), asking)
    if not found:
        return None
    return query_plan(found, {"yes_no": "any", "which": "names", "how_many": "number"}[form])


def _of_kind(said: Phrase, asking: UserQuestion) -> tuple[Entity, ...]:
    """Everything of a kind, or everything in a place; nothing if more is said than that."""
    anything = asking.says(said, "things")
    said = asking.less(said, "things")
    target = read_target(said, asking.lexicon, asking.names)
    if target.names or not (target.kinds or (anything and target.words)):
        return ()
    if target.kinds:
        kinds = target.kinds
        try:
            return asking.find(said, lambda one: _is_one(one, kinds), every=True)
        except UnresolvedError:
            return ()
    return asking.found(said, lambda one: one.domain not in _NO_THINGS, any_kind=True, every=True)


def _is_one(entity: Entity, kinds: frozenset[str]) -> bool:
    return entity.domain in kinds or f"{entity.domain}.{entity.device_class}" in kinds


_TRACKED = frozenset({"person", "device_tracker"})

# Nobody looks for a reading.
_NOT_THERE = frozenset({"automation", "event", "scene", "script", "sensor", "weather"})


def read_place_question(asking: UserQuestion) -> Plan | None:
    """The plan for a question after where something is, if it is one."""
    opener = asking.opener("where")
    if not opener:
        return None
    said = asking.less(asking.words[len(opener) :], "links", "where_ends")
    if not asking.content(said):
        return None
    for suits in (_is_tracked, _is_thing):
        if found := asking.found(said, suits):
            return query_plan(found, "where")
    found = asking.find(said, lambda _one: True)
    return query_plan(found, "where")


def _is_tracked(entity: Entity) -> bool:
    return entity.domain in _TRACKED


def _is_thing(entity: Entity) -> bool:
    return entity.domain not in _NOT_THERE
