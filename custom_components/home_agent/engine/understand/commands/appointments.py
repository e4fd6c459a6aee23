"""Appointments that are added: "put lunch with Anna in the calendar on Friday at noon".

A day alone is the whole day, a time alone the next time that it comes. What is unclear is asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from ...home import Entity, ServiceCall
from ...home.domains.lists import CREATES_EVENTS
from ...instants import add_seconds
from ...plan import CallStep, Plan, ReadStep, Wording
from ...triggers import Delay, RecurringTrigger, TimeTrigger
from ..clauses.frame import read_target
from ..grammar.targets import pick_target
from ..lexicon.lexicon import Phrase
from ..text.phrases import (
    end_phrase,
    find_phrase,
    has_phrase,
    strip_start,
    trim_fillers,
    without,
)
from ..text.spelling import original_spelling
from ..text.words import tokens
from ..time.days import read_day, read_part
from ..time.durations import time_word
from ..time.reference import TimeReference
from ..time.times import Times, read_times
from ..understanding import Refusal, Result, UnresolvedError
from ..utterance import Utterance

_HOURS = 12
_DAY = timedelta(days=1)
_USUAL_LENGTH = timedelta(hours=1)
_LONGEST = timedelta(days=3)

# In letters: what ends a compound, and not any word.
_SHORTEST_END = 6

# Nobody has an appointment at three in the night who does not say so.
_EARLIEST = 7
_LATER_HALF = frozenset({"afternoon", "evening", "night", "noon"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Window:
    """From when until when; whole days if neither is a moment."""

    start: date
    end: date


def understand_appointment(utterance: Utterance) -> Result:
    """The plan to add an appointment; None if the sentence is about something else."""
    trimmed = trim_fillers(utterance.words, utterance.lexicon)
    words = tuple(word for word in trimmed if word != ",")
    reader = _Reader(utterance)
    for inner in reader.find_added(words):
        try:
            return reader.plan(inner)
        except UnresolvedError as unresolved:
            return unresolved.instead
    return None


def refuse_removal(utterance: Utterance) -> Result:
    """That no appointment can be removed or moved; None if nobody wants that.

    Home Assistant has no service for it.
    """
    lexicon = utterance.lexicon
    said = lexicon.appointments
    words = trim_fillers(utterance.words, lexicon)
    verbs = said.get("removals", frozenset())
    if not find_phrase(words, verbs, 0) and not end_phrase(words, verbs):
        return None
    nouns = said.get("nouns", frozenset()) | said.get("kinds", frozenset())
    compound = any(word.endswith(tuple(_ends_of_compounds(nouns))) for word in words)
    if not compound and not has_phrase(words, nouns | said.get("from", frozenset())):
        return None
    target = read_target(words, lexicon, utterance.names)
    of_the_home = target.areas or target.kinds - {"calendar"}
    return None if of_the_home else Refusal(key="event_stays")


def _ends_of_compounds(nouns: frozenset[Phrase]) -> Iterator[str]:
    """What longer words end in that mean such a thing: "Zahnarzttermin"."""
    return (noun[0] for noun in nouns if len(noun) == 1 and len(noun[0]) >= _SHORTEST_END)


class _Reader:
    """Reads what is to be added to the calendars of one home."""

    def __init__(self, utterance: Utterance) -> None:
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon
        self._names = utterance.names
        self._now = utterance.home.now

    def find_added(self, words: Phrase) -> Iterator[Phrase]:
        """What stands beside a word for adding, where an appointment or a calendar is named."""
        sure = self._phrases("nouns") | self._phrases("calendars")
        for first, last in self._lexicon.appointment_acts:
            inner = words[len(first) : len(words) - len(last)]
            if words[: len(first)] != first or words[len(words) - len(last) :] != last:
                continue
            if has_phrase(inner, sure) or (
                has_phrase(inner, self._phrases("kinds")) and not self._is_of_the_home(inner)
            ):
                yield inner

    def _is_of_the_home(self, words: Phrase) -> bool:
        """Whether things or rooms are named: "put the meeting room lights on at 7"."""
        target = read_target(words, self._lexicon, self._names)
        return bool(target.kinds or target.areas) or self._read_times(words)[0].begin is None

    def plan(self, words: Phrase) -> Plan:
        """The call, and a look at whether it is in the calendar then."""
        named, words = self._take_calendar(words)
        words = without(words, self._phrases("calendars"))
        if isinstance(self._read_times(words)[0].begin, RecurringTrigger):
            raise UnresolvedError(Refusal(key="event_once"))
        day, words = read_day(words, self._now, self._lexicon)
        part, words = read_part(words, self._lexicon)
        times, rest = self._read_times(words)
        summary = self._read_summary(rest)
        if not any(letter.isalpha() for letter in summary):
            raise UnresolvedError(Refusal(key="event_what"))
        another, _ = read_day(rest, self._now, self._lexicon)
        said = None if day is None else (day.start.date(), day.end.date())
        window = self._find_window(said, part, times, words)
        unclear = another is not None or times.twice or self._leaves_a_time(rest)
        if window is None or unclear:
            raise UnresolvedError(Refusal(key="event_when", arguments={"item": summary}))
        if _as_moment(window.end, self._now) <= self._now:
            raise UnresolvedError(Refusal(key="time_over"))
        return _make_plan(self._pick_calendar(named), summary, window)

    def _leaves_a_time(self, words: Phrase) -> bool:
        """Whether something was said of when that is no time: "at 99", "February 30"."""
        marked = (
            time_word(words, at, self._lexicon, "at", "on") and words[at + 1 : at + 2]
            for at in range(len(words))
        )
        figures = any(after and after[0][:1].isdigit() for after in marked)
        months = self._lexicon.questions.months
        return figures or any((word,) in months for word in words)

    def _read_times(self, words: Phrase) -> tuple[Times, Phrase]:
        reference = TimeReference(home=self._scene.home, whole_day=True)
        return read_times(words, self._lexicon, self._names, reference, hours=_HOURS)

    def _find_window(
        self, said: tuple[date, date] | None, part: str | None, times: Times, words: Phrase
    ) -> _Window | None:
        """When it is; None if that is unclear."""
        if isinstance(times.begin, Delay):
            start = add_seconds(self._now, times.begin.seconds)
            whole_days = not times.begin.seconds % _DAY.total_seconds()
            if whole_days:
                return _Window(start=start.date(), end=start.date() + _DAY)
            return _Window(start=start, end=self._find_end(start, times))
        hour: time | None = None
        if isinstance(times.begin, TimeTrigger) and self._tells_an_hour(words):
            hour = self._find_hour(times.begin.moment.time(), part, words)
        elif part == "noon":
            hour = time(_HOURS)
        if hour is None:
            if said is None or part is not None or said[1] - said[0] > _LONGEST:
                return None
            return _Window(start=said[0], end=said[1])
        if said is not None and said[1] - said[0] > _DAY:
            return None
        start = datetime.combine(said[0] if said else self._now.date(), hour, self._now.tzinfo)
        if said is None and start <= self._now:
            start += _DAY
        return _Window(start=start, end=self._find_end(start, times))

    def _find_end(self, start: datetime, times: Times) -> datetime:
        """When it ends: as it was said, else after an hour."""
        match times.end:
            case Delay(seconds=seconds):
                return add_seconds(start, seconds)
            case TimeTrigger(moment=moment):
                end = datetime.combine(start.date(), moment.time(), start.tzinfo)
                halves = (end, end + _DAY / 2)
                return next((end for end in halves if end > start), start + _USUAL_LENGTH)
        return start + _USUAL_LENGTH

    def _find_hour(self, hour: time, part: str | None, words: Phrase) -> time:
        """The hour that is meant: "at three" is in the afternoon."""
        told = ("am", "in_the_morning", "in_the_night", "midnight")
        early = any(time_word(words, at, self._lexicon, *told) for at in range(len(words)))
        vague = part is None and not early and 0 < hour.hour < _EARLIEST
        if (vague or part in _LATER_HALF) and hour.hour < _HOURS:
            return hour.replace(hour=hour.hour + _HOURS)
        return hour

    def _tells_an_hour(self, words: Phrase) -> bool:
        named = ("noon", "midnight")
        return any(
            word[:1].isdigit() or time_word(words, at, self._lexicon, *named)
            for at, word in enumerate(words)
        )

    def _read_summary(self, words: Phrase) -> str:
        """What the appointment is called, as it was said."""
        bare = without(words, self._phrases("nouns"))
        edges = self._phrases("edges") | self._lexicon.roles["articles"]
        bare = strip_start(bare, edges)
        while bare and bare[-1:] in edges:
            bare = bare[:-1]
        said = original_spelling(bare, self._scene.heard, self._lexicon) if bare else ""
        return said[:1].upper() + said[1:]

    def _take_calendar(self, words: Phrase) -> tuple[Entity | None, Phrase]:
        """The calendar that is named, and the words less its name and what leads up to it."""
        entities = self._scene.home.layout.entities
        for calendar in (
            entities[entity_id] for entity_id in self._names.by_domain.get("calendar", ())
        ):
            for name in map(self._lexicon.words, calendar.names):
                if not name or name in self._plain_names():
                    continue
                for at in range(len(words) - len(name) + 1):
                    if words[at : at + len(name)] == name:
                        before = words[:at]
                        small = self._lexicon.roles["articles"] | self._phrases("into")
                        while before and before[-1:] in small:
                            before = before[:-1]
                        return calendar, before + words[at + len(name) :]
        return None, words

    def _plain_names(self) -> frozenset[Phrase]:
        """What any calendar is called: "calendar" alone names none."""
        return frozenset(phrase[-1:] for phrase in self._phrases("calendars"))

    def _pick_calendar(self, named: Entity | None) -> Entity:
        """The calendar that it goes into. Raises `UnresolvedError` to ask, or to refuse."""
        home = self._scene.home
        ids = self._names.by_domain.get("calendar", ())
        every = [home.layout.entities[entity_id] for entity_id in ids if entity_id in home.states]
        if not every:
            raise UnresolvedError(Refusal(key="no_domain", arguments={"domain": "calendar"}))
        able = tuple(
            entity for entity in every if home.states[entity.entity_id].features & CREATES_EVENTS
        )
        if named is not None and named not in able:
            raise UnresolvedError(Refusal(key="unsupported", arguments={"name": named.name}))
        if not able:
            raise UnresolvedError(Refusal(key="unsupported", arguments={"name": every[0].name}))
        return named or pick_target(able, "", self._scene)

    def _phrases(self, name: str) -> frozenset[Phrase]:
        return self._lexicon.appointments.get(name, frozenset())


def _make_plan(calendar: Entity, summary: str, window: _Window) -> Plan:
    wording = Wording(
        intent="calendar.create_event",
        slots={"item": summary, "start": window.start, "end": window.end},
    )
    moments = isinstance(window.start, datetime)
    names = ("start_date_time", "end_date_time") if moments else ("start_date", "end_date")
    data = dict(zip(names, map(_format, (window.start, window.end)), strict=True))
    targets = (calendar.entity_id,)
    call = ServiceCall(
        domain="calendar",
        service="create_event",
        targets=targets,
        data={"summary": summary, **data},
    )
    midnights = [
        moment if isinstance(moment, datetime) else datetime.combine(moment, time())
        for moment in (window.start, window.end)
    ]
    asked = dict(zip(("start_date_time", "end_date_time"), map(_format, midnights), strict=True))
    look = ServiceCall(domain="calendar", service="get_events", targets=targets, data=asked)
    search = tuple(frozenset({word}) for word in tokens(summary) if word.isalnum())
    return Plan(
        steps=(
            CallStep(call=call, wording=wording),
            ReadStep(call=look, search=search, wording=wording),
        )
    )


def _format(moment: date) -> str:
    if isinstance(moment, datetime):
        return moment.isoformat(sep=" ", timespec="seconds")
    return moment.isoformat()


def _as_moment(day: date, like: datetime) -> datetime:
    return day if isinstance(day, datetime) else datetime.combine(day, time(), like.tzinfo)
