"""Looking at entities for a question: nothing is asked of the home."""

from collections.abc import Iterator

from ..home import Entity, Snapshot, State
from ..home.measures import Measured, measured
from ..home.model import UNAVAILABLE
from ..outcome import Outcome, Reason, Status
from ..plan import QueryStep
from .gate import hidden

# Lamps and covers count in other steps than people do.
_AS_GOOD_AS = 1


def look(step: QueryStep, home: Snapshot) -> list[Outcome]:
    """How each of the entities is, and whether that is what was asked for."""
    readings = {
        entity_id: _reading(step, home.layout.entities[entity_id], home.states[entity_id])
        for entity_id in step.entity_ids
        if hidden(entity_id, home) is None and entity_id in home.states
    }
    chosen = _extreme(step, readings)
    return list(_outcomes(step, home, readings, chosen))


def _outcomes(
    step: QueryStep, home: Snapshot, readings: dict[str, Measured | None], chosen: str | None
) -> Iterator[Outcome]:
    for entity_id in step.entity_ids:
        if reason := hidden(entity_id, home):
            yield Outcome(status=Status.REFUSED, entity_id=entity_id, reason=reason)
        elif (state := home.states.get(entity_id)) is None:
            yield Outcome(status=Status.FAILED, entity_id=entity_id, reason=Reason.GONE)
        else:
            reading = readings[entity_id]
            yield Outcome(
                status=Status.ANSWERED,
                entity_id=entity_id,
                before=state,
                after=state,
                matched=(entity_id == chosen if step.extreme else _matches(step, state, reading)),
                attribute=step.attribute,
                seen=home.now,
            )


def _reading(step: QueryStep, entity: Entity, state: State) -> Measured | None:
    return measured(entity, state, step.attribute)


def _extreme(step: QueryStep, readings: dict[str, Measured | None]) -> str | None:
    """The entity with the highest or lowest reading; the first of several."""
    sizes = {
        entity_id: size
        for entity_id, reading in readings.items()
        if reading is not None and (size := reading.size) is not None
    }
    if not sizes or step.extreme is None:
        return None
    return (max if step.extreme == "highest" else min)(sizes, key=lambda one: sizes[one])


def _matches(step: QueryStep, state: State, reading: Measured | None) -> bool:
    if not step.wanted and step.bound is None:
        return True
    if state.value == UNAVAILABLE and UNAVAILABLE not in step.wanted:
        # Of what cannot be reached, neither is known.
        return False
    value = state.value
    if step.attribute is not None and reading is not None:
        value = str(reading.value)
    return (value in step.wanted or _within(step, reading)) is not step.negated


def _within(step: QueryStep, reading: Measured | None) -> bool:
    size = None if reading is None else reading.size
    if step.bound is None or size is None:
        return False
    if step.bound.above is None:
        return abs(size - step.bound.value) < _AS_GOOD_AS
    return size > step.bound.value if step.bound.above else size < step.bound.value
