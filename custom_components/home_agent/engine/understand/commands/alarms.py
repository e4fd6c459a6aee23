"""Alarms by the clock: "wake me at 6:30", "set an alarm for 7 on weekdays", "snooze".

What is called an alarm may be the panel that guards a house. With a time beside it, or a word that
only clocks go by, a clock is meant; else the panel, where there is one.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time
from functools import cache

from ...plan import LaterStep, Plan, ScheduleStep, Wording
from ...triggers import Delay, Notice, RecurringTrigger, SunTrigger, TimeTrigger, Trigger
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase, has_phrase, strip_start, without
from ..time.days import read_day
from ..time.durations import duration_at, time_word
from ..time.reference import TimeReference
from ..time.times import Times, read_times
from ..understanding import Refusal
from ..utterance import Utterance
from .timer_parts import find_parts

_ALARMS = Wording(intent="schedule", response="alarms")
_LATER = Wording(intent="later")
_HOURS = 12
_SNOOZE_SECONDS = 600

# Who names one of these without saying which half of the day may mean an afternoon's nap.
_SMALL_HOURS = frozenset({0, 1, 2, 3, 12})


def understand_alarm(utterance: Utterance) -> Plan | Refusal | None:
    """The plan for a sentence about an alarm clock; None if it is none."""
    if _telling_words(utterance.lexicon).isdisjoint(utterance.words):
        return None
    reader = _Reader(utterance)
    words = tuple(word for word in utterance.words if word != ",")
    found = (
        reader.read_snooze(words)
        or reader.read_wake(words)
        or reader.read_setting(words)
        or reader.read_cancel(words)
        or reader.read_question(words)
    )
    if isinstance(found, LaterStep | ScheduleStep):
        return Plan(steps=(found,))
    several = reader.read_several(utterance.words)
    return Plan(steps=several) if several else found


@cache
def _telling_words(lexicon: Lexicon) -> frozenset[str]:
    """The words without which nobody speaks of alarms; most sentences have none of them."""
    listed = (lexicon.alarms.get(phrase, ()) for phrase in ("nouns", "snooze", "snooze_more"))
    acts = lexicon.alarm_acts.get("wake", ())
    phrases = (*(phrase for phrases in listed for phrase in phrases), *(a + b for a, b in acts))
    return frozenset(word for phrase in phrases for word in phrase)


class _Reader:
    """Reads what is said of alarms in one home."""

    def __init__(self, utterance: Utterance) -> None:
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon
        self._names = utterance.names
        panels = utterance.names.by_domain.get("alarm_control_panel", ())
        self._has_panel = bool(panels)
        entities = utterance.home.layout.entities
        self._panel = next((entities[entity_id].name for entity_id in sorted(panels)), "")

    def read_snooze(self, words: Phrase) -> ScheduleStep | None:
        """Somebody wants to sleep a little longer."""
        seconds = 0.0
        for at in range(len(words)):
            mark = time_word(words, at, self._lexicon, "for", "in")
            length, seconds = duration_at(words, at + len(mark), self._lexicon)
            if length:
                words = words[:at] + words[at + len(mark) + length :]
                break
        said = self._phrases("snooze_more") if seconds else self._phrases("snooze")
        if words not in said and words not in self._phrases("snooze"):
            return None
        return ScheduleStep(action="snooze", seconds=seconds or _SNOOZE_SECONDS, wording=_ALARMS)

    def read_wake(self, words: Phrase) -> LaterStep | Refusal | None:
        """Somebody wants to be woken: "wake me up tomorrow at half past six"."""
        for rest in self._find_within("wake", words):
            if step := self._plan_alarm(rest):
                return step
            if not self._drop_small(self._drop_times(rest)):
                return Refusal(key="when_wake")
        return None

    def read_setting(self, words: Phrase) -> LaterStep | Refusal | None:
        """Somebody sets an alarm: "set my alarm for 7", "an alarm at 6, please"."""
        for rest in (*self._find_within("set", words), words):
            noun, left = self._take_noun(rest)
            if not noun:
                continue
            if step := self._plan_alarm(left):
                return step
            bare = self._drop_times(left)
            if rest == words or self._drop_small(bare):
                continue
            if self._is_of_a_clock(noun) or self._drop_small(left):
                return Refusal(key="when_wake")
            if words[: len(words) - len(rest)] in self._phrases("unclear"):
                return Refusal(key="which_alarm", arguments={"name": self._panel})
        return None

    def read_several(self, words: Phrase) -> tuple[LaterStep, ...]:
        """An alarm for each of the times that are said: "set an alarm for 7 and another for 8"."""
        spans = [*find_parts(words, self._lexicon)] or [(0, 0)]
        first, *others = [words[start:end] for start, end in spans]
        begun = self.read_wake(first) or self.read_setting(first)
        steps = [begun, *(self._plan_alarm(self._drop_another(part)) for part in others)]
        found = tuple(step for step in steps if isinstance(step, LaterStep))
        return found if others and len(found) == len(steps) else ()

    def _drop_another(self, words: Phrase) -> Phrase:
        """The words of a further alarm without what says only that it is one more."""
        another = strip_start(words, self._lexicon.timers.get("another", frozenset()))
        noun, left = self._take_noun(another)
        return strip_start(left if noun else another, self._phrases("time_links"))

    def read_cancel(self, words: Phrase) -> ScheduleStep | Refusal | None:
        """Somebody wants no alarm: "cancel my alarm", "delete all alarms"."""
        acts = self._lexicon.timer_acts.get("cancel", ())
        for first, last in acts:
            inner = words[len(first) : len(words) - len(last)]
            if words[: len(first)] != first or words[len(words) - len(last) :] != last:
                continue
            noun, left = self._take_noun(inner)
            switches = first + last in self._phrases("switches_off")
            if not noun or (self._has_panel and switches and not self._is_of_a_clock(noun)):
                continue
            times, rest = self._read_times_of(left)
            if self._drop_small(without(rest, self._every)):
                continue
            hour, every = _find_hour(times.begin), has_phrase(inner, self._every)
            every = every or noun in self._phrases("several")
            told = hour or every or has_phrase(inner, self._phrases("my"))
            if not told and not self._is_of_a_clock(noun):
                return Refusal(key="which_alarm_off", arguments={"name": self._panel})
            return ScheduleStep(action="cancel", alarms=True, all=every, at=hour, wording=_ALARMS)
        return None

    def read_question(self, words: Phrase) -> ScheduleStep | None:
        """Somebody wants to know which alarms there are, or when they ring."""
        noun, left = self._take_noun(words)
        asks = has_phrase(words, self._phrases("ask"))
        if not noun or not asks or (self._has_panel and not self._is_told_of_a_clock(noun, words)):
            return None
        known = self._phrases("ask") | self._phrases("ask_links")
        if self._drop_small(without(left, known)):
            return None
        return ScheduleStep(action="list", alarms=True, wording=_ALARMS)

    def _is_told_of_a_clock(self, noun: Phrase, words: Phrase) -> bool:
        """Whether a question after "the alarm" cannot be about the panel: it asks when."""
        asks_so = has_phrase(words, self._phrases("ask_of_clocks"))
        return asks_so or self._is_of_a_clock(noun) or noun in self._phrases("several")

    def _plan_alarm(self, words: Phrase) -> LaterStep | None:
        """The alarm for a time, where nothing but that is said."""
        times, rest = self._read_times_of(words)
        if times.begin is None or times.end is not None or times.twice or self._drop_small(rest):
            return None
        if not self._tells_an_hour(times, words):
            return None
        return LaterStep(steps=(), begin=times.begin, notice=Notice(rings=True), wording=_LATER)

    def _read_times_of(self, words: Phrase) -> tuple[Times, Phrase]:
        """The time that is said; an hour alone is one of the morning."""
        reference = TimeReference(home=self._scene.home, whole_day=True)
        small = self._phrases("time_links") | self._lexicon.roles["articles"] | self._phrases("my")
        words = strip_start(words, small)
        marks = self._lexicon.times.get("at", frozenset())
        if words[:1] and words[0][:1].isdigit() and marks:
            words = (*min(marks, key=len), *words)
        times, rest = self._read(words, reference)
        for mark in sorted(marks) if times.begin is None and words else ():
            # "half zeven" goes by no figure
            found, left = self._read((*mark, *words), reference)
            if found.begin is not None:
                words, times, rest = (*mark, *words), found, left
                break
        if _is_small_hour(times.begin):
            return self._read(words, replace(reference, whole_day=False))
        return times, rest

    def _drop_times(self, words: Phrase) -> Phrase:
        """The words without any time, also one that no clock shows, or of which there are two."""
        _, left = self._read_times_of(words)
        _, left = read_day(left, self._scene.home.now, self._lexicon)
        marks = self._lexicon.times.get("at", frozenset()) | self._lexicon.roles["and"]
        return tuple(word for word in without(left, marks) if not word[:1].isdigit())

    def _read(self, words: Phrase, reference: TimeReference) -> tuple[Times, Phrase]:
        return read_times(words, self._lexicon, self._names, reference, hours=_HOURS)

    def _tells_an_hour(self, times: Times, words: Phrase) -> bool:
        """Whether more is said than a day: nobody is woken at just any time of it."""
        if isinstance(times.begin, Delay | SunTrigger):
            return True
        figures = any(word[:1].isdigit() for word in words)
        named = ("noon", "midnight")
        return figures or any(
            time_word(words, at, self._lexicon, *named) for at in range(len(words))
        )

    def _find_within(self, name: str, words: Phrase) -> Iterator[Phrase]:
        """The words without those that begin it, and that end it: "maak me … wakker".

        The time may come after either: "maak me morgen wakker om 7 uur".
        """
        for first, last in self._lexicon.alarm_acts.get(name, ()):
            if words[: len(first)] != first:
                continue
            rest = words[len(first) :]
            ends = range(len(rest) - len(last), -1, -1) if last else (len(rest),)
            for at in ends:
                if rest[at : at + len(last)] == last:
                    yield rest[:at] + rest[at + len(last) :]

    def _take_noun(self, words: Phrase) -> tuple[Phrase, Phrase]:
        """The word for an alarm, and the other words."""
        nouns = self._phrases("nouns")
        found = ((at, find_phrase(words, nouns, at)) for at in range(len(words)))
        said = [(at, noun) for at, noun in found if noun]
        taken = self._find_names(words) if said else set()
        at, noun = next(((at, noun) for at, noun in said if at not in taken), (0, ()))
        return noun, words[:at] + words[at + len(noun) :]

    def _find_names(self, words: Phrase) -> set[int]:
        """Where full names of things stand that are no panels: a helper called "Wake-up alarm"."""
        return {
            position
            for start in range(len(words))
            for end in range(start + 1, len(words) + 1)
            for called in (self._names.entities.get(words[start:end], ()),)
            if any(not entity_id.startswith("alarm_control_panel.") for entity_id in called)
            for position in range(start, end)
        }

    def _is_of_a_clock(self, noun: Phrase) -> bool:
        """Whether only a clock is called so, or there is no panel that could be."""
        return not self._has_panel or noun in self._phrases("of_clocks")

    def _drop_small(self, words: Phrase) -> Phrase:
        """What is left but for small words."""
        roles = self._lexicon.roles
        small = roles["articles"] | roles["fillers"] | self._phrases("links") | roles["pronouns"]
        return without(words, small)

    @property
    def _every(self) -> frozenset[Phrase]:
        return self._lexicon.roles["all"]

    def _phrases(self, name: str) -> frozenset[Phrase]:
        return self._lexicon.alarms.get(name, frozenset())


def _is_small_hour(occasion: Trigger | None) -> bool:
    hour = _find_hour(occasion)
    return hour is not None and hour.hour in _SMALL_HOURS


def _find_hour(occasion: Trigger | None) -> time | None:
    match occasion:
        case TimeTrigger(moment=datetime() as moment):
            return moment.time()
        case RecurringTrigger(at=time() as at):
            return at
    return None
