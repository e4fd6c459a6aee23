"""Writes a condition as the table that it would be read from, for whoever is told of a watch."""

from collections.abc import Iterable
from typing import Any

from ..conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs
from .conditions import DAYS, usual_margin


def written(condition: Condition) -> dict[str, Any]:
    """The table for a condition."""
    match condition:
        case StateIs():
            return _state(condition)
        case Measures(above=above, below=below):
            # What is not above a figure is below it, near enough for words.
            above, below = (below, above) if condition.negated else (above, below)
            told = {"above": above, "below": below}
            if condition.margin != usual_margin(above, below):
                told["margin"] = condition.margin
            return _thing((condition.entity_id,), condition.attribute, told)
        case Changes(entity_ids=entity_ids, attribute=attribute):
            return _thing(entity_ids, attribute, {"changes": True})
        case TimeIs(after=after, before=before, days=days):
            times = {"after": after, "before": before}
            clock: dict[str, Any] = {k: f"{at:%H:%M}" for k, at in times.items() if at is not None}
            return clock | ({"days": [DAYS[day] for day in sorted(days)]} if days else {})
        case AllOf(conditions=conditions):
            return {"all": [written(one) for one in conditions]}
        case AnyOf(conditions=conditions):
            return {"any": [written(one) for one in conditions]}


def _state(condition: StateIs) -> dict[str, Any]:
    name = "not_state" if condition.negated else "state"
    told = {name: _one_or_several(sorted(condition.states))}
    # Of several, one is enough; that none may be is said of each.
    if condition.every is condition.negated or len(condition.entity_ids) == 1:
        return _thing(condition.entity_ids, condition.attribute, told)
    each = [_thing((one,), condition.attribute, told) for one in condition.entity_ids]
    return {"all": each}


def _thing(
    entity_ids: Iterable[str], attribute: str | None, told: dict[str, Any]
) -> dict[str, Any]:
    table = {"entity": _one_or_several([*entity_ids]), "attribute": attribute, **told}
    return {name: value for name, value in table.items() if value is not None}


def _one_or_several(values: list[str]) -> str | list[str]:
    return values[0] if len(values) == 1 else values
