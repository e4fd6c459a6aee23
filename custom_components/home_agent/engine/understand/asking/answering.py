"""The step that most questions come to: look at some entities."""

from collections.abc import Iterable

from ...home import Entity
from ...plan import Bound, Plan, QueryStep, RefusalStep, Wording


def looking(
    entities: Iterable[Entity],
    response: str,
    *,
    wanted: frozenset[str] = frozenset(),
    negated: bool = False,
    attribute: str | None = None,
    bound: Bound | None = None,
    **slots: object,
) -> Plan:
    """Look at these, and answer in this way."""
    found = tuple(entities)
    words = Wording(
        intent="HassGetState", response=response, slots={"name": found[0].name, **slots}
    )
    step = QueryStep(
        entity_ids=tuple(one.entity_id for one in found),
        wanted=wanted,
        negated=negated,
        attribute=attribute,
        bound=bound,
        wording=words,
    )
    return Plan(steps=(step,))


def refusing(key: str, **arguments: object) -> Plan:
    """Say what is missing, where we are sure that nobody else could answer."""
    wording = Wording(intent="", response=key, slots=arguments)
    return Plan(steps=(RefusalStep(wording=wording),))
