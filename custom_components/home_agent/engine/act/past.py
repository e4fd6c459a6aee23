"""Answering questions about how things were, out of what the home keeps of it."""

import asyncio
import logging

from ..errors import HomeAgentError
from ..home import Home, RecordedState, Snapshot
from ..home.aggregate import (
    NoFigureError,
    PastStates,
    aggregate,
    find_moments,
    known_since,
    measure_duration,
)
from ..instants import seconds_between
from ..outcome import Outcome, PastReading, Reason, Status
from ..plan import PastStep
from .gate import hidden_reason

_LOGGER = logging.getLogger(__name__)

# The statistics of a year are read from a disk.
_PATIENCE = 10.0

# A home that has just begun to remember knows nothing of the time before.
_TOO_SHORT = 60.0

_FIGURES = {"average": "avg", "highest": "max", "lowest": "min", "total": "sum"}


async def query_past(step: PastStep, home: Home) -> list[Outcome]:
    """How each of the entities was over a time; without a reading where nobody knows."""
    snapshot = home.snapshot()
    hidden = {entity_id: hidden_reason(entity_id, snapshot) for entity_id in step.entity_ids}
    shown = tuple(entity_id for entity_id, reason in hidden.items() if reason is None)
    try:
        async with asyncio.timeout(_PATIENCE):
            known = await home.history(shown, step.start, step.end) if shown else {}
    except (HomeAgentError, TimeoutError) as error:
        _LOGGER.debug("How things were is not known: %s", error)
        known = {}
    return [
        _make_outcome(entity_id, reason, known.get(entity_id, ()), step, snapshot)
        for entity_id, reason in hidden.items()
    ]


def _make_outcome(
    entity_id: str,
    reason: Reason | None,
    recorded: tuple[RecordedState, ...],
    step: PastStep,
    home: Snapshot,
) -> Outcome:
    if reason is not None:
        return Outcome(status=Status.REFUSED, entity_id=entity_id, reason=reason)
    state = home.states.get(entity_id)
    if state is None:
        return Outcome(status=Status.FAILED, entity_id=entity_id, reason=Reason.GONE)
    past = PastStates(
        recorded=recorded,
        start=step.start,
        end=step.end,
        unit=str(state.attributes.get("unit_of_measurement") or ""),
        # What is asked for as a sum is a meter, whether it says so or not.
        state_class=str(
            state.attributes.get("state_class") or ("total" if step.kind == "total" else "")
        ),
    )
    reading = _read(past, step)
    return Outcome(
        status=Status.ANSWERED,
        entity_id=entity_id,
        before=state,
        after=state,
        matched=reading is not None and reading.value > 0,
        past=reading,
        seen=home.now,
    )


def _read(past: PastStates, step: PastStep) -> PastReading | None:
    since = known_since(past)
    if since is None or seconds_between(since, past.end) < _TOO_SHORT:
        return None
    if step.kind in ("lasted", "times"):
        began = find_moments(past, step.wanted)
        value = measure_duration(past, step.wanted) if step.kind == "lasted" else len(began)
        return PastReading(value=value, moments=began, since=since)
    try:
        figure = aggregate(_FIGURES[step.kind], past)
        low, high = (
            (aggregate(kind, past).value for kind in ("min", "max"))
            if step.kind == "average"
            else (None, None)
        )
    except NoFigureError as error:
        _LOGGER.debug("There is no such figure: %s", error)
        return None
    return PastReading(value=figure.value, unit=figure.unit, low=low, high=high, since=since)
