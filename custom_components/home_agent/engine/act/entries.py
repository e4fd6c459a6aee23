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
from ..privacy.disclosure import hide_unexposed_names
from .gate import hidden_reason

_TEXTS = ("summary", "condition")
_STARTS = ("start", "due", "datetime")
# What an entry is found by, too.
_ALSO_SEARCHED = ("description", "location")


# Of a longer word, so many letters are no chance.
_STEM = 4


async def read_entries(step: ReadStep, home: Home) -> list[Outcome]:
    """What the home tells of each target, as far as it is what was asked for."""
    snapshot = home.snapshot()
    if not only_reads(step.call):
        # Whoever made the step: what may change something goes by the gate.
        kept = Outcome(status=Status.REFUSED, reason=Reason.NOT_ALLOWED)
        return [replace(kept, entity_id=target) for target in step.call.targets]
    stopped = [
        outcome
        for target in step.call.targets
        if (outcome := _find_obstacle(target, snapshot)) is not None
    ]
    kept_out = {outcome.entity_id for outcome in stopped}
    targets = tuple(target for target in step.call.targets if target not in kept_out)
    if not targets:
        return stopped
    try:
        response = await home.call(replace(step.call, targets=targets))
    except CallRefusedError as refusal:
        words = hide_unexposed_names(str(refusal), snapshot)
        refused = Outcome(status=Status.FAILED, reason=Reason.REJECTED, detail=words)
        return [*stopped, *(replace(refused, entity_id=target) for target in targets)]
    told = {
        target: tuple(_read_entries(response.get(target) or {}, snapshot.now.tzinfo))
        for target in targets
    }
    named = {target: _name(target, snapshot) if step.loose else "" for target in targets}
    counts = {
        target: [_count_words(step, entry, named[target]) for entry in entries]
        for target, entries in told.items()
    }
    least = _least_words(step, [count for each in counts.values() for count in each])
    found = {
        target: tuple(
            entry for entry, count in zip(entries, counts[target], strict=True) if count >= least
        )
        for target, entries in told.items()
    }
    return [
        *stopped,
        *(_make_outcome(target, entries, snapshot.now) for target, entries in found.items()),
    ]


def _find_obstacle(entity_id: str, home: Snapshot) -> Outcome | None:
    """Why nothing can be read there, None if it can."""
    if reason := hidden_reason(entity_id, home):
        return Outcome(status=Status.REFUSED, entity_id=entity_id, reason=reason)
    state = home.states.get(entity_id)
    if state is None:
        return Outcome(status=Status.FAILED, entity_id=entity_id, reason=Reason.GONE)
    if not state.available:
        return Outcome(status=Status.FAILED, entity_id=entity_id, reason=Reason.UNAVAILABLE)
    return None


def _make_outcome(entity_id: str, entries: tuple[Entry, ...], now: datetime) -> Outcome:
    return Outcome(
        status=Status.ANSWERED,
        entity_id=entity_id,
        matched=bool(entries),
        entries=entries,
        seen=now,
    )


def _read_entries(response: Mapping[str, Any], zone: tzinfo | None) -> Iterator[Entry]:
    for listed in response.values():
        if not isinstance(listed, list):
            continue
        for item in listed:
            text = next((item[name] for name in _TEXTS if item.get(name)), "")
            start = next((item[name] for name in _STARTS if item.get(name)), None)
            yield Entry(
                text=str(text),
                start=_read_date(start, zone),
                end=_read_date(item.get("end"), zone),
                details=item,
            )


def _read_date(told: object, zone: tzinfo | None) -> date | None:
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


def _name(entity_id: str, home: Snapshot) -> str:
    """What a calendar is called, which is said for what is in it: "Ann's physio", "the bins"."""
    entity = home.layout.entities.get(entity_id)
    return entity.name if entity else ""


def _least_words(step: ReadStep, counts: list[int]) -> int:
    """How many of the words that are looked for an entry must have: all, or else most of them."""
    every = len(step.search)
    if not step.loose or every == 0:
        return every
    return max(max(counts, default=0), every // 2 + 1)


def _count_words(step: ReadStep, entry: Entry, named: str) -> int:
    """How many of the words that are looked for an entry has, each in one of its forms."""
    if not step.search:
        return 0
    texts = (entry.text, named, *(str(entry.details.get(name) or "") for name in _ALSO_SEARCHED))
    # "Dave's" is Dave's, and in "sirop d'érable" there is "érable".
    said = " ".join(" ".join((text.replace("'", ""), text)) for text in texts)
    words = set("".join(c if c.isalnum() else " " for c in said).casefold().split())
    if step.loose:
        # "Voetbal" is the "Voetbaltraining", "cumple" the "Cumpleaños".
        words |= {word[:length] for word in words for length in range(_STEM, len(word))}
    return sum(not words.isdisjoint(forms) for forms in step.search)
