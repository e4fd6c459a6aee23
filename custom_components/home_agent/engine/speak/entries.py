"""Answers about what is on lists and in calendars."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from functools import partial

from ..home import Layout
from ..language import Language
from ..outcome import FAILURES, Entry, Outcome, Status
from ..plan import Wording
from .phrases import phrase
from .state_words import sky_word
from .times import DASH, tell_clock, tell_moment

# More than anybody would listen to.
_MOST = 20
_WRONG = FAILURES | {Status.AWAITING}
_LOOKS = "calendar.get_events"


class EntryWriter:
    """Puts into words what was found on lists or in calendars."""

    def __init__(self, wording: Wording, layout: Layout, language: Language) -> None:
        """Answer as the wording says."""
        self._wording = wording
        self._layout = layout
        self._language = language

    def text(self, outcomes: Sequence[Outcome]) -> str:
        """The answer to what was read."""
        answers: dict[tuple[str, str], Callable[[Sequence[Outcome]], str]] = {
            ("todo.get_items", "items"): self._items,
            ("todo.get_items", "any_items"): self._any_items,
            ("todo.get_items", "count"): self._items_count,
            ("todo.get_items", "empty"): self._is_empty,
            ("todo.get_items", "search"): self._on_list,
            ("calendar.get_events", "events"): self._events,
            ("calendar.get_events", "any_events"): self._any_events,
            ("calendar.get_events", "busy"): self._any_events,
            ("calendar.get_events", "count"): self._events_count,
            ("calendar.get_events", "free"): self._free,
            ("calendar.get_events", "search"): self._planned,
            ("calendar.get_events", "when"): self._next_event,
            ("calendar.get_events", "next"): self._next_event,
        }
        answer = answers.get((self._wording.intent, self._wording.response))
        if answer is None or not self._language.phrases:
            return ", ".join(entry.text for entry in _entries(outcomes))
        return answer(outcomes)

    # Lists

    def _items(self, outcomes: Sequence[Outcome]) -> str:
        return ". ".join(self._list(outcome) for outcome in outcomes)

    def _list(self, outcome: Outcome) -> str:
        name = self._name(outcome)
        if not outcome.entries:
            return phrase(self._language, "empty_list", name=name)
        return f"{name}: {self._joined([entry.text for entry in outcome.entries])}"

    def _any_items(self, outcomes: Sequence[Outcome]) -> str:
        told = self._items(outcomes)
        return self._yes_no(told, yes=bool(_entries(outcomes)))

    def _items_count(self, outcomes: Sequence[Outcome]) -> str:
        entries = _entries(outcomes)
        texts = self._joined([entry.text for entry in entries])
        return f"{len(entries)}: {texts}" if entries else "0"

    def _is_empty(self, outcomes: Sequence[Outcome]) -> str:
        return self._yes_no(self._items(outcomes), yes=not _entries(outcomes))

    def _on_list(self, outcomes: Sequence[Outcome]) -> str:
        entries = _entries(outcomes)
        name = self._name(next((told for told in outcomes if told.entries), outcomes[0]))
        item = self._joined([entry.text for entry in entries]) or str(self._wording.slots["item"])
        key = "on_list" if entries else "not_on_list"
        told = phrase(self._language, key, item=item, name=name)
        return self._yes_no(told, yes=bool(entries))

    # Calendars

    def _events(self, outcomes: Sequence[Outcome]) -> str:
        events = _in_order(outcomes)
        if not events:
            item = self._wording.slots.get("item")
            return self._not_found() if item else phrase(self._language, "nothing_planned")
        return "; ".join(self._event(event, outcomes) for event in events[:_MOST])

    def _any_events(self, outcomes: Sequence[Outcome]) -> str:
        if not _entries(outcomes):
            return self._yes_no(_within(phrase(self._language, "nothing_planned")), yes=False)
        return self._yes_no(self._events(outcomes), yes=True)

    def _events_count(self, outcomes: Sequence[Outcome]) -> str:
        events = _in_order(outcomes)
        return f"{len(events)}: {self._events(outcomes)}" if events else "0"

    def _free(self, outcomes: Sequence[Outcome]) -> str:
        if _entries(outcomes):
            return self._yes_no(self._events(outcomes), yes=False)
        return self._yes_no(phrase(self._language, "free"), yes=True)

    def _planned(self, outcomes: Sequence[Outcome]) -> str:
        found = bool(_entries(outcomes))
        told = self._events(outcomes) if found else self._not_found()
        return self._yes_no(told, yes=found)

    def _next_event(self, outcomes: Sequence[Outcome]) -> str:
        events = _in_order(outcomes)
        if events:
            return self._event(events[0], outcomes)
        if self._wording.slots["item"]:
            told = self._not_found()
            return told[:1].upper() + told[1:]
        return phrase(self._language, "nothing_planned")

    def _not_found(self) -> str:
        return phrase(self._language, "not_planned", item=self._wording.slots["item"])

    def _event(self, event: Entry, outcomes: Sequence[Outcome]) -> str:
        now = outcomes[0].seen
        if event.start is None or now is None:
            return event.text
        told = f"{event.text}, {tell_moment(event.start, now, self._language)}"
        if isinstance(event.start, datetime) and isinstance(event.end, datetime):
            same_day = event.end.date() == event.start.date()
            end = tell_clock if same_day else partial(tell_moment, now=now)
            told += f" {DASH} {end(event.end, language=self._language)}"
        place = event.details.get("location")
        return f"{told} ({place})" if place else told

    # What all of them share

    def _yes_no(self, told: str, *, yes: bool) -> str:
        return phrase(self._language, "yes" if yes else "no", told=told)

    def _joined(self, texts: Sequence[str]) -> str:
        """Some entries as one list."""
        told = list(texts)
        if len(told) > _MOST:
            told = [*told[:_MOST], phrase(self._language, "more", count=len(told) - _MOST)]
        if len(told) < 2:  # noqa: PLR2004 - one needs no "and"
            return "".join(told)
        return phrase(self._language, "and", first=", ".join(told[:-1]), last=told[-1])

    def _name(self, outcome: Outcome) -> str:
        entity = self._layout.entities.get(outcome.entity_id or "")
        return entity.name if entity else str(outcome.entity_id)


def _within(text: str) -> str:
    """A sentence of ours as the rest of another."""
    return text[:1].lower() + text[1:]


def _entries(outcomes: Sequence[Outcome]) -> list[Entry]:
    return [entry for outcome in outcomes for entry in outcome.entries]


def _in_order(outcomes: Sequence[Outcome]) -> list[Entry]:
    """The events of all calendars, the next first."""
    now = next((outcome.seen for outcome in outcomes if outcome.seen is not None), None)
    events = [entry for entry in _entries(outcomes) if entry.start is not None]
    if now is None:
        return events
    return sorted(events, key=lambda event: _moment(event.start or now, now))


def _moment(day: date, like: datetime) -> datetime:
    """A day as the moment when it begins."""
    return day if isinstance(day, datetime) else datetime.combine(day, time(), like.tzinfo)


def tell_added(
    wording: Wording, outcomes: Sequence[Outcome], layout: Layout, language: Language
) -> str:
    """What was added and when it is; that it is not seen there, where it is not."""
    wrong = [
        outcome for outcome in outcomes if outcome.status in _WRONG and outcome.service != _LOOKS
    ]
    if wrong:
        return " ".join(outcome.message for outcome in wrong)
    calendar = layout.entities.get(outcomes[0].entity_id or "")
    words = {
        "name": calendar.name if calendar else "",
        "item": wording.slots["item"],
        "when": _window(wording, outcomes, language),
    }
    if any(outcome.entries for outcome in outcomes):
        return phrase(language, "event_added", **words)
    return phrase(language, "event_unseen", **words)


def _window(wording: Wording, outcomes: Sequence[Outcome], language: Language) -> str:
    start: date = wording.slots["start"]
    end: date = wording.slots["end"]
    now = next((outcome.seen for outcome in outcomes if outcome.seen is not None), None)
    if now is None:
        return str(start)
    told = tell_moment(start, now, language)
    if isinstance(start, datetime) and isinstance(end, datetime):
        return f"{told} {DASH} {tell_clock(end, language)}"
    return told


def entries_in_words(outcome: Outcome, language: Language) -> str:
    """What was found on a list, in a calendar or in the forecast, one after the other."""
    texts = [entry.text for entry in outcome.entries]
    if (outcome.entity_id or "").startswith("weather."):
        texts = [sky_word(text, language) or text for text in texts]
    return ", ".join(texts)
