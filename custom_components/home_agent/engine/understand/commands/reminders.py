"""Reminders: "remind me at eight to take out the bins", "what reminders do I have?".

A reminder is something that is said in its time, and no more. With a condition at its end it is a
watch (`watches.py`): "remind me to hang up the laundry when the washing machine is done".
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import cache

from ...plan import LaterStep, Plan, ScheduleStep, Wording
from ...triggers import Notice, RecurringTrigger, TimeTrigger, Trigger
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import (
    find_phrase,
    first_phrase,
    has_phrase,
    strip_start,
    trim_fillers,
    without,
)
from ..text.spelling import original_spelling
from ..time.reference import TimeReference
from ..time.times import Times, read_times
from ..understanding import Question, Refusal, Result
from ..utterance import Utterance
from .moving import has_no_half, is_day_alone
from .notices import Notices, WatchRequest, with_message

_LATER = Wording(intent="later")
_REMINDERS = Wording(intent="schedule", response="reminders")
_HOURS = 24
_COMMA = frozenset({(",",)})

# When people are reminded on a day of which they say no hour.
_MORNING = time(8)
_SMALL_HOURS = range(1, 6)


def understand_reminder(utterance: Utterance) -> Result:
    """The plan to remind somebody; None if that is not asked for."""
    if _first_words(utterance.lexicon).isdisjoint(utterance.words):
        return None
    found = _Reader(utterance).read_setting(utterance.words)
    # Without a time it may as well be for a list: "remind us to buy plums".
    return None if isinstance(found, Refusal) and found.key == "when_remind" else found


def ask_when_to_remind(utterance: Utterance) -> Refusal | None:
    """That a reminder has no time, where nothing else was understood of it."""
    if _first_words(utterance.lexicon).isdisjoint(utterance.words):
        return None
    found = _Reader(utterance).read_setting(utterance.words)
    return found if isinstance(found, Refusal) else None


def understand_kept_reminders(utterance: Utterance) -> Plan | None:
    """The plan to tell or call off reminders; None if that is not asked for."""
    words = tuple(word for word in trim_fillers(utterance.words, utterance.lexicon) if word != ",")
    stops = find_phrase(words, utterance.lexicon.reminders.get("stop", ()), 0)
    if not stops and _nouns(utterance.lexicon).isdisjoint(words):
        return None
    reader = _Reader(utterance)
    step = reader.read_question(words) or reader.read_cancel(words)
    return None if step is None else Plan(steps=(step,))


@cache
def _first_words(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in lexicon.reminders.get("lead", ()))


@cache
def _nouns(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(phrase[-1] for phrase in lexicon.reminders.get("nouns", ()))


class _Reader:
    """Reads what is said of reminders in one home."""

    def __init__(self, utterance: Utterance) -> None:
        self._utterance = utterance
        self._lexicon = utterance.lexicon

    def read_setting(self, words: Phrase) -> Result:
        """Somebody wants to be reminded: when, of what, or both."""
        lexicon = self._lexicon
        polite = lexicon.roles["fillers"] | lexicon.roles["requests"] | _COMMA
        words = strip_start(words, polite)
        at, lead = first_phrase(words, self._said("lead"))
        before = trim_fillers(words[:at], lexicon)
        rest = trim_fillers(strip_start(words[at + len(lead) :], _COMMA), lexicon)
        if not lead or (before and lead in self._said("nouns")):
            return None
        if before:
            return self._read_told_first(before, rest)
        marks = self._find_marks(rest)
        if marks:
            return self._read_condition_first(rest) if marks[0] == 0 else None
        if find_phrase(strip_start(rest, self._said("links")), lexicon.roles["questions"], 0):
            # "remind me what the code of the alarm is"
            return None
        times, left = self._read_times(rest)
        return self._plan(times, rest, self._message(left))

    def _plan(self, times: Times, words: Phrase, message: str) -> Plan | Refusal:
        """The plan to say something at the time that these words tell."""
        if times.twice or times.end is not None:
            return Refusal(key="not_later")
        begin = times.begin and _at_some_hour(times.begin, self._utterance, words)
        if begin is None:
            return Refusal(key="when_remind")
        notice = Notice(message=message, reminds=True)
        return Plan(steps=(LaterStep(steps=(), begin=begin, notice=notice, wording=_LATER),))

    def _read_told_first(self, before: Phrase, rest: Phrase) -> Result:
        """When comes first, and then of what: "at eight remind me to take out the bins"."""
        message = self._message(rest)
        mark = self._mark_at(before, 0)
        if mark and message:
            request = WatchRequest(kind="remind", before=(), after=before)
            watch = Notices(self._utterance).watch(request, mark, before[len(mark) :], ())
            return with_message(watch, message) if isinstance(watch, Plan) else watch
        times, left = self._read_times(before)
        if times.begin is None or without(left, self._lexicon.roles["and"] | _COMMA):
            return None
        further, _ = self._read_times(rest)
        return self._plan(times, before, message) if further.now else None

    def read_question(self, words: Phrase) -> ScheduleStep | None:
        """Somebody wants to know of what they will be reminded."""
        asked = find_phrase(words, self._said("ask"), 0)
        _, left = self._read_times(words[len(asked) :])
        if not asked or self._bare(left):
            return None
        return ScheduleStep(action="list", reminders=True, wording=_REMINDERS)

    def read_cancel(self, words: Phrase) -> ScheduleStep | None:
        """Somebody wants no reminder: "cancel the reminder about the bins"."""
        stop = find_phrase(words, self._said("stop"), 0)
        stopped = [words[len(stop) :]] if stop else []
        for inner in (*stopped, *self._find_cancelled(words)):
            rest = without(inner, self._said("nouns"))
            if rest == inner and not stop:
                continue
            times, left = self._read_times(rest)
            every = has_phrase(inner, self._said("several") | self._lexicon.roles["all"])
            about = self._bare(without(left, self._lexicon.roles["all"]))
            return ScheduleStep(
                action="cancel",
                reminders=True,
                all=every and not about,
                at=_hour_of(times.begin),
                about=frozenset(about),
            )
        return None

    def _read_condition_first(self, words: Phrase) -> Result:
        """What must become so, and then of what: "when I come home to feed the cat"."""
        mark = self._mark_at(words, 0)
        request = WatchRequest(kind="remind", before=(), after=words)
        notices = Notices(self._utterance)
        for at in range(len(mark) + 1, len(words)):
            link = find_phrase(words, self._said("links") | _COMMA, at)
            message = self._message(words[at:]) if link else ""
            if not message:
                continue
            watch = notices.watch(request, mark, words[len(mark) : at], ())
            if isinstance(watch, Plan | Question):
                return with_message(watch, message) if isinstance(watch, Plan) else watch
        return None

    def _find_marks(self, words: Phrase) -> list[int]:
        """Where conditions begin."""
        return [
            at
            for at in range(len(words))
            if self._mark_at(words, at) and not self._reads_as_time(words, at)
        ]

    def _mark_at(self, words: Phrase, at: int) -> Phrase:
        """When, if or whenever, where one of them stands here."""
        said = self._lexicon.conditions
        lists = (said.get("when", ()), said.get("if", ()), self._lexicon.watching.get("again", ()))
        return max((find_phrase(words, phrases, at) for phrases in lists), key=len)

    def _reads_as_time(self, words: Phrase, at: int) -> bool:
        """Whether a word that may begin a condition belongs to a time: "after ten minutes"."""
        times, _ = self._read_times(words)
        return any(at in span for span in times.spans)

    def _find_cancelled(self, words: Phrase) -> Iterator[Phrase]:
        """What stands beside or within a word for calling off."""
        lexicon = self._lexicon
        plain = (lexicon.schedule.get(name, frozenset()) for name in ("cancel", "forget"))
        verbs = {(phrase, ()) for phrases in plain for phrase in phrases}
        for first, last in {*verbs, *lexicon.timer_acts.get("cancel", ())}:
            begins = words[: len(first)] == first
            if begins and words[len(words) - len(last) :] == last:
                yield words[len(first) : len(words) - len(last)]

    def _message(self, words: Phrase) -> str:
        """What to say, as the person wrote it; empty if nothing is left of it."""
        small = self._said("links") | _COMMA
        bare = trim_fillers(strip_start(words, small), self._lexicon)
        if not without(bare, self._lexicon.roles["pronouns"]):
            # "remind me of it"
            return ""
        said = original_spelling(bare, self._utterance.text, self._lexicon)
        return f"{said[:1].upper()}{said[1:]}."

    def _read_times(self, words: Phrase) -> tuple[Times, Phrase]:
        reference = TimeReference(home=self._utterance.home)
        return read_times(words, self._lexicon, self._utterance.names, reference, hours=_HOURS)

    def _bare(self, words: Phrase) -> Phrase:
        """What is left but for small words."""
        roles = self._lexicon.roles
        small = self._said("small") | self._said("links") | roles["articles"] | roles["fillers"]
        return without(words, small | _COMMA)

    def _said(self, name: str) -> frozenset[Phrase]:
        return self._lexicon.reminders.get(name, frozenset())


def _at_some_hour(begin: Trigger, utterance: Utterance, words: Phrase) -> Trigger | None:
    """The time, in the morning where only a day was said; None if that is over.

    Nobody means the small hours without saying so.
    """
    now = utterance.home.now
    match begin:
        case TimeTrigger(moment=moment) if is_day_alone(begin, now):
            morning = datetime.combine(moment.date(), _MORNING, now.tzinfo)
            return TimeTrigger(moment=morning) if morning > now else None
        case RecurringTrigger(at=time() as at) if (at.hour, at.minute) == (now.hour, now.minute):
            return replace(begin, at=_MORNING)
        case TimeTrigger(moment=moment) if moment.hour in _SMALL_HOURS and has_no_half(
            words, utterance
        ):
            return TimeTrigger(moment=moment + timedelta(hours=12))
    return begin


def _hour_of(begin: Trigger | None) -> time | None:
    match begin:
        case TimeTrigger(moment=moment):
            return moment.time()
        case RecurringTrigger(at=time() as at):
            return at
    return None
