"""When something was last as it was asked about, though it is otherwise now."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from ..errors import HomeAgentError
from ..home import Home
from ..home.history import Recorded
from ..outcome import Outcome, Status
from ..plan import QueryStep

_LOGGER = logging.getLogger(__name__)

# As long as Home Assistant keeps states unless somebody sets it otherwise.
_BACK = timedelta(days=10)
_PATIENCE = 3.0


async def with_last_time(step: QueryStep, outcomes: list[Outcome], home: Home) -> list[Outcome]:
    """The outcomes; with a moment where somebody asks since when, and it is not so."""
    if step.wording.response != "since" or not step.wanted:
        return outcomes
    ids = tuple(one.entity_id for one in outcomes if one.entity_id and _is_otherwise(one))
    if not ids:
        return outcomes
    now = home.snapshot().now
    try:
        async with asyncio.timeout(_PATIENCE):
            known = await home.history(ids, now - _BACK, now)
    except (HomeAgentError, TimeoutError) as error:
        _LOGGER.debug("How things were is not known: %s", error)
        return outcomes
    return [
        replace(one, last=_last(known.get(one.entity_id or "", ()), step.wanted))
        if _is_otherwise(one)
        else one
        for one in outcomes
    ]


def _is_otherwise(outcome: Outcome) -> bool:
    return outcome.status is Status.ANSWERED and not outcome.matched


def _last(known: Sequence[Recorded], wanted: frozenset[str]) -> datetime | None:
    """When it last became so; nothing where that is not known, or was before anything is."""
    began = None
    for before, recorded in pairwise(known):
        if recorded.value in wanted and before.value not in wanted:
            began = recorded.at
    return began
