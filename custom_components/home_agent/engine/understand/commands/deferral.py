"""Commands for another time, for a while, or under a condition.

The time or the condition is peeled off first; what is left is read as if it were for now, and then
the time or the condition is attached to the plan.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...conditions import Condition, Measures, StateIs
from ...plan import CallStep, IfStep, LaterStep, Plan, PlayStep, Wording
from ...triggers import ConditionTrigger, SunTrigger, Trigger
from ..clauses.clause import read_clause
from ..clauses.frame import LONGEST_SENTENCE, read_act
from ..clauses.open_part import find_whole_question
from ..conditions.conditional import ConditionalCommand, is_nested, split_conditionals
from ..conditions.reader import ConditionReader
from ..conditions.simple import ConditionReading
from ..lexicon.lexicon import Phrase
from ..text.phrases import drop_fillers, find_phrase, find_phrases, has_phrase, without
from ..time.reference import TimeReference
from ..time.timed_clauses import TimedGroup, complete_words, group_by_time
from ..time.times import Times, read_times
from ..time.waits import spell_out_waits
from ..understanding import Question, Refusal, Result, UnresolvedError
from ..utterance import Utterance

_LATER = Wording(intent="later")
_NOT_SO = Wording(intent="", response="not_so")
_NOT_LATER = Refusal(key="not_later")

# With these acts a figure after "at" is an hour: nobody turns on a lamp at seven per cent.
_TIMED = frozenset(
    {"turn_on", "turn_off", "toggle", "open", "close", "lock", "unlock", "start", "stop", "play"}
    | {"pause", "activate", "arm_away", "arm_home", "arm_night", "return"}
)
_CHANGED = frozenset({"increase", "decrease"})
_SWITCHED = frozenset({"turn_on", "turn_off"})
_HOURS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionedCommand:
    """A command less the condition that was set for it."""

    words: Phrase
    clause: ConditionalCommand
    reading: ConditionReading
    times: Times
    mixed: bool
    """Whether not everything is for the same time, or nobody can tell."""

    def attach(self, found: Result) -> Result:
        """What was understood of the words, under the condition; None if nothing was."""
        if found is None:
            return None
        if self.mixed:
            # "when it rings, turn on the lamp for ten minutes and lock the door"
            return _NOT_LATER
        return _attach_condition(found, self.clause, self.reading, self.times)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedCommand:
    """A command less its time, or a part of several that have a time each."""

    words: Phrase
    times: Times
    follows: bool = True
    """Whether it surely comes after the parts before it."""

    def attach(self, found: Result) -> Result:
        """What was understood of the words, at the time; None if nothing was."""
        return found if self.times.now else _attach_times(found, self.times)


type Deferral = ConditionedCommand | tuple[TimedCommand, ...] | Question | Refusal


def read_deferrals(utterance: Utterance) -> Iterator[Deferral]:
    """Every way to peel a condition or a time off a sentence, the likeliest first.

    A question or a refusal where it has one that we cannot tell; empty if it has none.
    """
    return _Reader(utterance).deferrals()


class _Reader:
    """Reads times and conditions in one home."""

    def __init__(self, utterance: Utterance) -> None:
        self._utterance = utterance
        self._lexicon = utterance.lexicon

    def deferrals(self) -> Iterator[Deferral]:
        lexicon, unknown = self._lexicon, False
        words = spell_out_waits(self._utterance.words, lexicon)
        if is_nested(words, lexicon):
            yield _NOT_LATER
            return
        conditions = ConditionReader(self._utterance)
        for clause in split_conditionals(words, lexicon):
            times, rest = self._read_times(clause.command)
            command = drop_fillers(rest, lexicon)
            if not self._commands(command) or command in lexicon.media.get("play", ()):
                # No command, or one to play "After Hours".
                continue
            try:
                reading = conditions.read(clause.condition)
            except UnresolvedError as unresolved:
                yield unresolved.instead
                return
            if reading is None:
                unknown = unknown or not clause.leading or "," in words
                continue
            yield ConditionedCommand(
                words=rest,
                clause=clause,
                reading=reading,
                times=times,
                mixed=not times.now and self._parts_differ(clause.command),
            )
        yield from self._read_time(words)
        if unknown:
            # Where somebody set a condition that we do not know, nothing is for now.
            yield _NOT_LATER

    def _commands(self, words: Phrase) -> bool:
        """Whether words ask for something, with a verb or without: "hall light on"."""
        if read_act(words, self._lexicon)[0] is not None:
            return True
        telling = self._lexicon.roles["statement_verbs"] | self._lexicon.roles["negations"]
        return not has_phrase(words, telling) and read_clause(words, self._utterance) is not None

    def _read_time(self, words: Phrase) -> Iterator[Deferral]:
        times, rest = self._read_times(words)
        if times.now:
            return
        groups = self._group_by_time(words) if len(words) <= LONGEST_SENTENCE else None
        if groups is not None and len(groups) > 1:
            yield tuple(self._read_groups(groups, times))
        elif groups is None or times.twice:
            # Where it is not clear what is when, nothing is planned.
            yield _NOT_LATER
        else:
            yield (TimedCommand(words=rest, times=times),)

    def _group_by_time(self, words: Phrase) -> list[TimedGroup] | None:
        hours = self._last_hour(words)
        return group_by_time(words, self._lexicon, lambda part: self._read_times(part, hours=hours))

    def _parts_differ(self, words: Phrase) -> bool:
        """Whether not everything is for the same time, or nobody can tell."""
        groups = self._group_by_time(words)
        return groups is None or len(groups) > 1 or self._read_times(words)[0].twice

    def _read_groups(self, groups: list[TimedGroup], whole: Times) -> Iterator[TimedCommand]:
        """Each group of parts at its own time: "turn it on, and off again in ten minutes"."""
        reference = TimeReference(home=self._utterance.home, whole_day=whole.whole_day)
        before: Trigger | None = None
        for at, group in enumerate(groups):
            words = complete_words(group, tuple(groups[:at]), self._lexicon)
            times, rest = self._read_times(words, replace(reference, before=before))
            for_now = times.now and (group[0].now or group[0].commands)
            if times.begin is None and before is not None and not for_now:
                # "at 7 lock the door and turn on the lamp for ten minutes": from then on
                times = replace(times, begin=before, twice=not groups[0][0].leading)
            follows = before is None or reference.comes_after(times.begin, before)
            if times.now:
                rest = without(rest, self._lexicon.times.get("now", ()))
            yield TimedCommand(words=rest, times=times, follows=follows)
            before = times.begin or before

    def _read_times(
        self, words: Phrase, reference: TimeReference | None = None, hours: int = 0
    ) -> tuple[Times, Phrase]:
        reference = reference or TimeReference(home=self._utterance.home)
        hours = hours or self._last_hour(words)
        return read_times(words, self._lexicon, self._utterance.names, reference, hours=hours)

    def _last_hour(self, words: Phrase) -> int:
        """Up to how much a figure after "at" is an hour."""
        lexicon = self._lexicon
        said = drop_fillers(words, lexicon)
        act = read_act(said, lexicon)[0]
        if act is not None and act.acts & _CHANGED and self._is_by_so_much(words):
            return 0
        begins = find_phrase(words, lexicon.times.get("at", frozenset()), 0)
        short = said[:1] in lexicon.particles or self._is_switched_at(words)
        return _HOURS if begins or short or (act is not None and act.acts & _TIMED) else 0

    def _is_by_so_much(self, words: Phrase) -> bool:
        """Whether a figure is how much more or less: "raise the temperature by 2" is at no hour.

        A blind may well be raised by eight.
        """
        lexicon = self._lexicon
        marks = find_phrases(words, lexicon.roles["relative_marks"], 1)
        if not any(
            words[at + len(mark) :][:1] and words[at + len(mark)].isdigit() for at, mark in marks
        ):
            return False
        kinds = [lexicon.kinds[kind] for _, kind in find_phrases(words, lexicon.kinds)]
        moved = any(kind.partition(".")[0] == "cover" for meant in kinds for kind in meant)
        return not moved and (bool(kinds) or has_phrase(words, lexicon.attributes))

    def _is_switched_at(self, words: Phrase) -> bool:
        """Whether on or off is said just before the hour: "everything off at 11".

        What opens or closes at an hour may do so by itself: "the shop opens at eight".
        """
        marks, particles = self._lexicon.times.get("at", frozenset()), self._lexicon.particles
        return any(
            find_phrase(words, marks, at) and particles.get(words[at - 1 : at]) in _SWITCHED
            for at in range(1, len(words))
        )


def _attach_times(found: Result, times: Times, condition: Condition | None = None) -> Result:
    """What was understood, for the time that was meant."""
    if not isinstance(found, Plan):
        return found
    if (asked := find_whole_question(found)) is not None:
        return asked
    steps = tuple(step for step in found.steps if isinstance(step, CallStep | PlayStep))
    if len(steps) != len(found.steps):
        # Part of it cannot be done here, or is for another time again.
        return _NOT_LATER
    later = LaterStep(
        steps=steps, begin=times.begin, end=times.end, condition=condition, wording=_LATER
    )
    return Plan(steps=(later,))


def _attach_condition(
    found: Plan | Question | Refusal,
    clause: ConditionalCommand,
    reading: ConditionReading,
    times: Times,
) -> Result:
    of = reading.condition
    if clause.mark == "until":
        end = of if isinstance(of, SunTrigger) else ConditionTrigger(condition=of)
        return _attach_times(found, replace(times, end=end))
    if isinstance(of, SunTrigger):
        return _attach_times(found, replace(times, begin=of))
    if reading.lasting and not reading.is_lasting:
        # "turn on the light when the door opens for ten minutes": what is for ten minutes?
        return _NOT_LATER
    if clause.mark == "unless":
        if not isinstance(of, StateIs | Measures):
            return _NOT_LATER
        of = replace(of, negated=not of.negated)
    if clause.mark == "when" or reading.is_change:
        if times.begin is not None or clause.mark == "unless":
            return _NOT_LATER
        when = ConditionTrigger(condition=of, again=clause.again, lasting=reading.lasting)
        return _attach_times(found, replace(times, begin=when))
    if not times.now:
        return _attach_times(found, times, of)
    return _only_if(found, of)


def _only_if(found: Plan | Question | Refusal, condition: Condition) -> Plan | Question | Refusal:
    if not isinstance(found, Plan):
        return found
    if (asked := find_whole_question(found)) is not None:
        return asked
    steps = tuple(step for step in found.steps if isinstance(step, CallStep | PlayStep))
    if len(steps) != len(found.steps):
        return _NOT_LATER
    return Plan(steps=(IfStep(condition=condition, steps=steps, wording=_NOT_SO),))
