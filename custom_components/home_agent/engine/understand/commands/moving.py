"""Another time for what is planned: "make it half past seven", "move the bins reminder to nine"."""

from datetime import datetime

from ...instants import WEEKDAYS
from ...plan import Plan, ScheduleStep, Wording
from ...triggers import TimeTrigger, Trigger
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase, has_phrase, strip_start, trim_fillers, without
from ..time.durations import duration_at
from ..time.reference import TimeReference
from ..time.times import DAYS_AHEAD, read_times
from ..utterance import Utterance

_HOURS = 24
_NOON = 12
_LATER = Wording(intent="later")
_HALVES = ("am", "pm", "noon", "midnight", "tonight")
_DAYS = (*WEEKDAYS, "weekend", *DAYS_AHEAD)
_PARTS = ("in_the_morning", "in_the_afternoon", "in_the_evening", "in_the_night")


def understand_move(utterance: Utterance) -> Plan | None:
    """The plan to do something planned at another time; None if that is not asked for.

    A reminder or an alarm is named; else what was planned last is meant.
    """
    lexicon = utterance.lexicon
    said = lexicon.reminders
    bare = strip_move(utterance)
    if bare is None:
        return None
    nouns = {
        "reminders": said.get("nouns", frozenset()),
        "alarms": lexicon.alarms.get("nouns", frozenset()),
    }
    kind = next((kind for kind, phrases in nouns.items() if has_phrase(bare, phrases)), "")
    if not kind and not utterance.topic.movable:
        return None
    for what, begin, time_words in _split_time(bare, utterance):
        about = without(what, nouns.get(kind, frozenset()) | _small(utterance))
        if (about and kind != "reminders") or not (kind or _is_time(time_words, utterance)):
            continue
        step = ScheduleStep(
            action="move",
            begin=begin,
            is_vague=is_vague(begin, time_words, utterance),
            keeps_day=_keeps_day(begin, time_words, utterance),
            keeps_hour=is_day_alone(begin, utterance.home.now),
            reminders=kind == "reminders",
            alarms=kind == "alarms",
            about=frozenset(about),
            last=not kind,
            wording=_LATER,
        )
        return Plan(steps=(step,))
    return None


def strip_move(utterance: Utterance) -> Phrase | None:
    """What is said besides that something is to be otherwise; None if that is not said."""
    lexicon = utterance.lexicon
    said = lexicon.reminders
    words = tuple(word for word in trim_fillers(utterance.words, lexicon) if word != ",")
    verb = find_phrase(words, said.get("moves", ()), 0)
    rest = words[len(verb) :]
    bare = _without_instead(rest, utterance)
    if (not verb and bare == rest) or find_phrase(words, said.get("lead", ()), 0):
        return None
    return trim_fillers(bare, lexicon)


def read_length(words: Phrase, utterance: Utterance) -> int:
    """The seconds that some words say, and nothing else: "to fifteen minutes"; else none."""
    lexicon = utterance.lexicon
    links = lexicon.reminders.get("move_links", frozenset()) | lexicon.times.get("for", frozenset())
    words = strip_start(words, links)
    size, seconds = duration_at(words, 0, lexicon)
    return round(seconds) if size == len(words) else 0


def _split_time(words: Phrase, utterance: Utterance) -> list[tuple[Phrase, Trigger, Phrase]]:
    """Every way to part what is moved from when it is moved to, the shortest time last."""
    links = utterance.lexicon.reminders.get("move_links", frozenset())
    found = []
    for at in range(len(words)):
        link = find_phrase(words, links, at)
        for start in dict.fromkeys((at, at + len(link))):
            begin = _read_whole(words[start:], utterance)
            if begin is not None:
                found.append((words[:at], begin, words[start:]))
    return found


def _read_whole(words: Phrase, utterance: Utterance) -> Trigger | None:
    """The time that some words say, and nothing else."""
    lexicon = utterance.lexicon
    if not words or any(
        find_phrase(words, lexicon.times.get("since", ()), at) for at in range(1, len(words))
    ):
        # "ten minutes later": than what?
        return None
    marks = sorted(lexicon.times.get("at", ()), key=len)
    if not utterance.topic.has_end and read_length(words, utterance):
        # "make it twenty minutes", of what is to be in ten
        marks = [mark for mark in lexicon.times.get("in", ()) if len(mark) == 1]
    for said in (words, *((*mark, *words) for mark in sorted(marks))):
        times, rest = read_times(
            said, lexicon, utterance.names, TimeReference(home=utterance.home), hours=_HOURS
        )
        if times.begin is not None and times.end is None and not times.twice and not rest:
            return times.begin
    return None


def _is_time(words: Phrase, utterance: Utterance) -> bool:
    """Whether words can be nothing but a time: a figure alone may be another amount."""
    bare = len(words) == 1 and words[0].isdigit()
    return not bare or utterance.topic.movable == "plan"


def is_vague(begin: Trigger, words: Phrase, utterance: Utterance) -> bool:
    """Whether a clock shows this time twice a day, and nothing says which is meant."""
    return isinstance(begin, TimeTrigger) and has_no_half(words, utterance)


def _keeps_day(begin: Trigger, words: Phrase, utterance: Utterance) -> bool:
    """Whether only an hour was said."""
    times = utterance.lexicon.times
    return isinstance(begin, TimeTrigger) and not any(
        has_phrase(words, times.get(day, ())) for day in _DAYS
    )


def has_no_half(words: Phrase, utterance: Utterance) -> bool:
    """Whether nothing among the words says which half of the day an hour is of."""
    times = utterance.lexicon.times
    told = any(has_phrase(words, times.get(name, ())) for name in (*_HALVES, *_PARTS))
    hours = [word.partition(":")[0] for word in words if word[:1].isdigit()]
    return not told and not any(
        hour.isdigit() and (int(hour) > _NOON or hour.startswith("0")) for hour in hours
    )


def is_day_alone(begin: Trigger, now: datetime) -> bool:
    """Whether only a day was said: then the hour of the time is that of now."""
    return isinstance(begin, TimeTrigger) and (begin.moment.hour, begin.moment.minute) == (
        now.hour,
        now.minute,
    )


def _without_instead(words: Phrase, utterance: Utterance) -> Phrase:
    """The words without "instead", and without "it"."""
    lexicon = utterance.lexicon
    bare = without(words, lexicon.reminders.get("instead", frozenset()))
    return strip_start(bare, lexicon.roles["pronouns"])


def _small(utterance: Utterance) -> frozenset[Phrase]:
    lexicon = utterance.lexicon
    roles, said = lexicon.roles, lexicon.reminders
    small = roles["articles"] | roles["pronouns"] | roles["fillers"]
    return small | said.get("small", frozenset()) | said.get("links", frozenset())
