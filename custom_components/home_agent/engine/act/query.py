"""Answering questions about states: nothing is asked of the home but its history."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from ..errors import HomeAgentError
from ..home import Home, Snapshot, State
from ..home.history import RecordedState
from ..home.measures import Measurement, measured
from ..home.model import UNAVAILABLE
from ..outcome import Outcome, Reason, Status
from ..plan import QueryStep
from .gate import hidden_reason

_LOGGER = logging.getLogger(__name__)

# As long as Home Assistant keeps states unless somebody sets it otherwise.
_HISTORY = timedelta(days=10)
_PATIENCE = 3.0

# Lamps and covers count in other steps than people do.
_AS_GOOD_AS = 1


def query_states(step: QueryStep, home: Snapshot) -> list[Outcome]:
    """How each of the entities is, and whether that is what was asked for."""
    readings = {
        entity_id: measured(home.layout.entities[entity_id], home.states[entity_id], step.attribute)
        for entity_id in step.entity_ids
        if hidden_reason(entity_id, home) is None and entity_id in home.states
    }
    chosen = _extreme(step, readings)
    return list(_outcomes(step, home, readings, chosen))


def _outcomes(
    step: QueryStep, home: Snapshot, readings: dict[str, Measurement | None], chosen: str | None
) -> Iterator[Outcome]:
    for entity_id in step.entity_ids:
        if reason := hidden_reason(entity_id, home):
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


def _extreme(step: QueryStep, readings: dict[str, Measurement | None]) -> str | None:
    """The entity with the highest or lowest reading; the first of several."""
    sizes = {
        entity_id: size
        for entity_id, reading in readings.items()
        if reading is not None and (size := reading.size) is not None
    }
    if not sizes or step.extreme is None:
        return None
    return (max if step.extreme == "highest" else min)(
        sizes, key=lambda entity_id: sizes[entity_id]
    )


def _matches(step: QueryStep, state: State, reading: Measurement | None) -> bool:
    if not step.wanted and step.bound is None:
        return True
    if state.value == UNAVAILABLE and UNAVAILABLE not in step.wanted:
        # Of what cannot be reached, neither is known.
        return False
    value = state.value
    if step.attribute is not None and reading is not None:
        value = str(reading.value)
    return (value in step.wanted or _within(step, reading)) is not step.negated


def _within(step: QueryStep, reading: Measurement | None) -> bool:
    size = None if reading is None else reading.size
    if step.bound is None or size is None:
        return False
    if step.bound.above is None:
        return abs(size - step.bound.value) < _AS_GOOD_AS
    return size > step.bound.value if step.bound.above else size < step.bound.value


async def add_last_time(step: QueryStep, outcomes: list[Outcome], home: Home) -> list[Outcome]:
    """The outcomes; with a moment where somebody asks since when, and it is not so."""
    if step.wording.response != "since" or not step.wanted:
        return outcomes
    ids = tuple(
        outcome.entity_id for outcome in outcomes if outcome.entity_id and _is_otherwise(outcome)
    )
    if not ids:
        return outcomes
    now = home.snapshot().now
    try:
        async with asyncio.timeout(_PATIENCE):
            known = await home.history(ids, now - _HISTORY, now)
    except (HomeAgentError, TimeoutError) as error:
        _LOGGER.debug("How things were is not known: %s", error)
        return outcomes
    return [
        replace(outcome, last=_last(known.get(outcome.entity_id or "", ()), step.wanted))
        if _is_otherwise(outcome)
        else outcome
        for outcome in outcomes
    ]


def _is_otherwise(outcome: Outcome) -> bool:
    return outcome.status is Status.ANSWERED and not outcome.matched


def _last(known: Sequence[RecordedState], wanted: frozenset[str]) -> datetime | None:
    """When it last became so, None if that is not known, or was before anything is."""
    began = None
    for before, recorded in pairwise(known):
        if recorded.value in wanted and before.value not in wanted:
            began = recorded.at
    return began
