"""Reading lists, calendars and forecasts: calls that only answer, and change nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, tzinfo
from typing import Any

from ..errors import CallRefusedError
from ..home import Home, Snapshot
from ..home.service_kinds import only_reads
from ..outcome import Entry, Outcome, Reason, Status
from ..plan import ReadStep
from .discretion import without_hidden_names
from .gate import hidden

_TEXTS = ("summary", "condition")
_STARTS = ("start", "due", "datetime")


async def read_entries(step: ReadStep, home: Home) -> list[Outcome]:
    """What the home tells of each target, as far as it is what was asked for."""
    snapshot = home.snapshot()
    if not only_reads(step.call):
        # Whoever made the step: what may change something goes by the gate.
        kept = Outcome(status=Status.REFUSED, reason=Reason.NOT_ALLOWED)
        return [replace(kept, entity_id=one) for one in step.call.targets]
    stopped = [
        outcome for one in step.call.targets if (outcome := _stop(one, snapshot)) is not None
    ]
    kept_out = {outcome.entity_id for outcome in stopped}
    targets = tuple(one for one in step.call.targets if one not in kept_out)
    if not targets:
        return stopped
    try:
        response = await home.call(replace(step.call, targets=targets))
    except CallRefusedError as refusal:
        words = without_hidden_names(str(refusal), snapshot)
        refused = Outcome(status=Status.FAILED, reason=Reason.REJECTED, detail=words)
        return [*stopped, *(replace(refused, entity_id=one) for one in targets)]
    read = (_outcome(one, step, response.get(one) or {}, snapshot.now) for one in targets)
    return [*stopped, *read]


def _stop(entity_id: str, home: Snapshot) -> Outcome | None:
    """Why nothing can be read there; nothing if it can."""
    if reason := hidden(entity_id, home):
        return Outcome(status=Status.REFUSED, entity_id=entity_id, reason=reason)
    state = home.states.get(entity_id)
    if state is None:
        return Outcome(status=Status.FAILED, entity_id=entity_id, reason=Reason.GONE)
    if not state.available:
        return Outcome(status=Status.FAILED, entity_id=entity_id, reason=Reason.UNAVAILABLE)
    return None


def _outcome(entity_id: str, step: ReadStep, response: Mapping[str, Any], now: datetime) -> Outcome:
    entries = tuple(
        entry for entry in _entries(response, now.tzinfo) if _has(step.search, entry.text)
    )
    return Outcome(
        status=Status.ANSWERED,
        entity_id=entity_id,
        matched=bool(entries),
        entries=entries,
        seen=now,
    )


def _entries(response: Mapping[str, Any], zone: tzinfo | None) -> Iterator[Entry]:
    for listed in response.values():
        if not isinstance(listed, list):
            continue
        for one in listed:
            text = next((one[name] for name in _TEXTS if one.get(name)), "")
            start = next((one[name] for name in _STARTS if one.get(name)), None)
            yield Entry(
                text=str(text),
                start=_when(start, zone),
                end=_when(one.get("end"), zone),
                details=one,
            )


def _when(told: object, zone: tzinfo | None) -> date | None:
    """A day stays a day; a moment is told in local time."""
    if told is None:
        return None
    text = told.isoformat() if isinstance(told, date) else str(told)
    try:
        if len(text) == len("2026-10-31"):
            return date.fromisoformat(text)
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=zone) if moment.tzinfo is None else moment.astimezone(zone)


def _has(search: tuple[frozenset[str], ...], text: str) -> bool:
    """Whether every word that is looked for is there, in one of its forms."""
    words = set(
        "".join(c if c.isalnum() else " " for c in text.replace("'", "")).casefold().split()
    )
    return all(forms & words for forms in search)
