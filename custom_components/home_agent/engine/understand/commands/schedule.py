"""What is planned: "what have you scheduled?", "cancel the one for the porch"."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import time

from ...home import Entity
from ...plan import Plan, ScheduleStep, Step, TimerStep, Wording
from ...triggers import RecurringTrigger, TimeTrigger
from ..conditions.reader import ConditionReader
from ..lexicon.lexicon import Phrase
from ..resolve.candidates import Candidates
from ..resolve.resolve import Resolver
from ..text.compounds import split_clitics
from ..text.phrases import find_phrase, has_phrase, trim_fillers, without
from ..time.days import read_span
from ..time.reference import TimeReference
from ..time.times import read_times
from ..understanding import Question, Understood, UnresolvedError
from ..utterance import Utterance

_HOURS = 12
_WATCHES = Wording(intent="schedule", response="watches")


def understand_schedule(utterance: Utterance) -> Plan | None:
    """The plan for a sentence about what is planned; None if it is none."""
    words = utterance.words
    timers = utterance.lexicon.timers.get("nouns", frozenset())
    if not utterance.lexicon.schedule or any((word,) in timers for word in words):
        return None
    reader = _Reader(utterance)
    step = reader.read_watches(words) or reader.read_question(words) or reader.read_cancel(words)
    if step is None and utterance.topic.planned and calls_it_off(words, utterance):
        step = ScheduleStep(action="cancel", last=True)
    return None if step is None else Plan(steps=(step,))


def calls_it_off(words: Phrase, utterance: Utterance) -> bool:
    """Whether no more is said than that it is called off: "cancel", "brich das ab", "cancélalo"."""
    lexicon = utterance.lexicon
    said = lexicon.schedule
    it = lexicon.roles["pronouns"] | said.get("that", frozenset()) | {(",",)}
    verbs = said.get("cancel", frozenset())
    apart = split_clitics(words, lexicon, {phrase[0] for phrase in verbs if len(phrase) == 1})
    return any(without(way, it) in verbs for way in (words, apart))


class _Reader:
    """Reads what is said of plans in one home."""

    def __init__(self, utterance: Utterance) -> None:
        self._utterance = utterance
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon
        self._names = utterance.names

    def read_watches(self, words: Phrase) -> ScheduleStep | None:
        """Somebody speaks of what we watch: "what are you watching", "stop watching the oven"."""
        asked, stop = (find_phrase(words, self._watching(name), 0) for name in ("ask", "stop"))
        rest = without(words[len(asked or stop) :], self._watching("any_more") | {(",",)})
        if asked:
            step = ScheduleStep(action="list", watches=True, wording=_WATCHES)
            return self._narrow_to_watched(step, rest)
        if stop:
            all_of_it = not rest or self._says(rest, "all")
            return self._narrow_to_watched(
                ScheduleStep(action="cancel", watches=True, all=all_of_it), rest
            )
        verb = self._begins(words, "cancel") or self._begins(words, "forget")
        left = without(words[len(verb) :], self._watching("things"))
        if not verb or left == words[len(verb) :]:
            return None
        every = self._says(words, "all") or left == ()
        bare = without(left, self._watching("any_more") | self._phrases("all"))
        return self._narrow_to_watched(ScheduleStep(action="cancel", watches=True, all=every), bare)

    def _narrow_to_watched(self, step: ScheduleStep, words: Phrase) -> ScheduleStep:
        """The step, narrowed to what is watched: a thing, a room, or what happens to it."""
        small = self._lexicon.roles["articles"] | self._lexicon.roles["places"]
        words = without(words, self._phrases("links"))
        if not without(words, small | self._phrases("all")):
            return step
        marks = (self._lexicon.conditions.get(name, frozenset()) for name in ("if", "when"))
        mark = max((find_phrase(words, phrases, 0) for phrases in marks), key=len)
        if mark and (ids := self._find_in_condition(words[len(mark) :])):
            return replace(step, entity_ids=ids)
        called = self._find_called(without(words, small))
        return replace(step, entity_ids=called or self._find_meant(words))

    def _find_in_condition(self, words: Phrase) -> tuple[str, ...]:
        try:
            found = ConditionReader(self._utterance).read(words)
        except UnresolvedError as unresolved:
            instead = unresolved.instead
            return instead.candidates if isinstance(instead, Question) else ()
        return () if found is None else found.entity_ids

    def _find_called(self, words: Phrase) -> tuple[str, ...]:
        """Whatever has all these words in its name: a machine may be watched by its plug."""
        things = Candidates(self._utterance, _is_used)
        ids = [things.called(word) for word in words]
        found = frozenset.intersection(*ids) if ids else frozenset()
        return tuple(sorted(found))

    def _watching(self, name: str) -> frozenset[Phrase]:
        return self._lexicon.watching.get(name, frozenset())

    def read_question(self, words: Phrase) -> ScheduleStep | None:
        """Somebody wants to know what is planned.

        What is planned for a day is for a calendar to tell, unless it is about what we do.
        """
        ours, anyones = self._begins(words, "ask"), self._begins(words, "ask_anyone")
        rest = words[len(ours or anyones) :]
        if not (ours or anyones):
            return None
        span, left = read_span(rest, self._scene.home.now, self._lexicon)
        if span is not None and not ours:
            return None
        step = ScheduleStep(action="list")
        return self._narrow(step, left) or (replace(step, entity_ids=()) if ours else None)

    def read_cancel(self, words: Phrase) -> ScheduleStep | None:
        """Somebody wants it not to happen. "Delete" needs to say that it is about plans."""
        strong, weak = self._begins(words, "cancel"), self._begins(words, "forget")
        rest = words[len(strong or weak) :]
        if not (strong or weak):
            return None
        if rest in self._lexicon.schedule.get("that", ()):
            return ScheduleStep(action="cancel", last=True) if strong else None
        every, marked = self._says(rest, "all"), self._says(rest, "ones", "marks")
        if not marked and not (strong and every):
            return None
        them = every and self._says(rest, "them") and self._scene.mentioned
        step = ScheduleStep(action="cancel", all=every)
        if them:
            return replace(step, entity_ids=self._scene.mentioned)
        named = self._narrow(step, without(rest, self._phrases("all", "ones", "marks")))
        # Whatever it was, nothing of the kind is planned.
        return named or (replace(step, entity_ids=()) if strong and marked else None)

    def _narrow(self, step: ScheduleStep, words: Phrase) -> ScheduleStep | None:
        """The step, narrowed to what the words name; None if they name nothing here."""
        reference = TimeReference(home=self._scene.home)
        times, words = read_times(words, self._lexicon, self._names, reference, hours=_HOURS)
        if isinstance(times.begin, TimeTrigger):
            step = replace(step, at=times.begin.moment.time())
        elif isinstance(times.begin, RecurringTrigger) and isinstance(times.begin.at, time):
            step = replace(step, at=times.begin.at)
        words = without(words, self._phrases("links") | {(",",)})
        small = self._lexicon.roles["articles"] | self._lexicon.roles["places"]
        if not without(words, small):
            return step
        ids = self._find_meant(words)
        return replace(step, entity_ids=ids) if ids else None

    def _find_meant(self, words: Phrase) -> tuple[str, ...]:
        """The things that words name; of a room, all that is there."""
        small = self._lexicon.roles["articles"] | self._lexicon.roles["places"]
        areas = self._names.areas.get(without(words, small), ())
        if areas:
            entities = self._scene.home.layout.entities.values()
            return tuple(entity.entity_id for entity in entities if entity.area_id in areas)
        resolver = Resolver(self._utterance, _is_used, any_kind=True)
        try:
            return tuple(entity.entity_id for entity in resolver.resolve(words))
        except UnresolvedError as unresolved:
            instead = unresolved.instead
            return instead.candidates if isinstance(instead, Question) else ()

    def _phrases(self, *lists: str) -> frozenset[Phrase]:
        said = self._lexicon.schedule
        return frozenset(phrase for name in lists for phrase in said.get(name, ()))

    def _begins(self, words: Phrase, name: str) -> Phrase:
        return find_phrase(words, self._phrases(name), 0)

    def _says(self, words: Phrase, *lists: str) -> bool:
        phrases = self._phrases(*lists)
        return has_phrase(words, phrases)


def _is_used(entity: Entity) -> bool:
    """Whether it is something to use; what is on a list or in a calendar is no plan of ours."""
    return entity.domain not in ("calendar", "todo")


_CANCEL = Wording(intent="timer", response="cancel")


def cancel_by_number(utterance: Utterance) -> Understood | None:
    """The plan to call off one of what we listed last; None if that is not what is said."""
    topic = utterance.topic
    if not topic.listed:
        return None
    words = tuple(word for word in trim_fillers(utterance.words, utterance.lexicon) if word != ",")
    for content in _find_cancelled(words, utterance):
        at = _read_place(content, len(topic.listed), utterance)
        if at is None:
            continue
        listed = topic.listed[at]
        step: Step = ScheduleStep(action="cancel", job_ids=(listed,))
        if topic.lists_timers:
            step = TimerStep(action="cancel", timer_id=listed, wording=_CANCEL)
        return Understood(plan=Plan(steps=(step,)))
    return None


def _find_cancelled(words: Phrase, utterance: Utterance) -> Iterator[Phrase]:
    """What stands beside or within a word for calling off."""
    lexicon = utterance.lexicon
    plain = (lexicon.schedule.get(name, frozenset()) for name in ("cancel", "forget"))
    verbs = {*((phrase, ()) for phrases in plain for phrase in phrases)}
    for first, last in {*verbs, *lexicon.timer_acts.get("cancel", ())}:
        inner = words[len(first) : len(words) - len(last)]
        begins = words[: len(first)] == first
        if inner and begins and words[len(words) - len(last) :] == last:
            yield inner


def _read_place(words: Phrase, count: int, utterance: Utterance) -> int | None:
    """Where in a list of so many the words point: "the second one", "number two", "the last"."""
    lexicon, talk = utterance.lexicon, utterance.talk
    small = lexicon.roles["articles"] | lexicon.roles["ones"] | talk["ones"]
    small |= talk["numbered"] | talk["listed_ones"]
    nouns = lexicon.timers.get("nouns", frozenset()) | lexicon.alarms.get("nouns", frozenset())
    figures = [word for word in words if word.isdigit()]
    if without(words, talk["numbered"]) != words and len(figures) == 1:
        at: int | None = int(figures[0]) - 1
    else:
        bare = without(words, small | nouns)
        # "the first 1" is how "the first one" is heard
        content = bare[:1] if bare[1:] == ("1",) else bare
        at = count - 1 if content in talk["last"] else talk.ordinals.get(content)
    return at if at is not None and 0 <= at < count else None
