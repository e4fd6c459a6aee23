"""What a question comes to: a look at some entities, or a word on what is missing."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypedDict, Unpack

from ...home import Entity
from ...home.model import NOTHING
from ...plan import Bound, Plan, QueryStep, RefusalStep, Wording


class QueryOptions(TypedDict, total=False):
    """What is asked of the entities, as in `QueryStep`."""

    wanted: frozenset[str]
    negated: bool
    attribute: str | None
    bound: Bound | None
    extreme: Literal["highest", "lowest"] | None


def query_plan(
    entities: Iterable[Entity],
    response: str,
    slots: Mapping[str, Any] = NOTHING,
    **asked: Unpack[QueryOptions],
) -> Plan:
    """Look at these, and answer in this way."""
    found = tuple(entities)
    words = Wording(
        intent="HassGetState", response=response, slots={"name": found[0].name, **slots}
    )
    ids = tuple(entity.entity_id for entity in found)
    return Plan(steps=(QueryStep(entity_ids=ids, wording=words, **asked),))


def refusal_plan(key: str, **arguments: str) -> Plan:
    """Say what is missing, where we are sure that nobody else could answer."""
    wording = Wording(intent="", response=key, slots=arguments)
    return Plan(steps=(RefusalStep(wording=wording),))
