"""A few words about the timer that was just spoken of: "cancel it", "make it fifteen minutes"."""

from collections.abc import Iterator
from dataclasses import replace

from ...plan import Plan, TimerStep, Wording
from ..clauses.clause import read_clause
from ..commands.moving import read_length, strip_move
from ..commands.schedule import calls_it_off
from ..commands.timers import read_more_time, understand_timer
from ..lexicon.lexicon import Phrase
from ..text.compounds import split_clitics
from ..text.phrases import (
    cut,
    end_phrase,
    find_phrases,
    strip_start,
    trim_fillers,
    without_commas,
)
from ..time.durations import duration_at
from ..understanding import Understood
from ..utterance import Utterance
from .follow_up import follow_on_words


def understand_timer_follow_up(utterance: Utterance) -> Understood | None:
    """What a sentence means of the last timer; None if it is not about that."""
    if not utterance.topic.timer:
        return None
    lexicon = utterance.lexicon
    words = trim_fillers(without_commas(utterance.words), lexicon)
    if calls_it_off(words, utterance):
        return _understood(_step("cancel", 0, utterance.topic.timer))
    step = _read_another(utterance) or _read_more(words, utterance) or _read_change(utterance)
    if step is None:
        apart = split_clitics(words, lexicon)
        ways = (way for said in dict.fromkeys((words, apart)) for way in _of_it(said, utterance))
        step = next(filter(None, (_read_whole(way, utterance) for way in ways)), None)
    return None if step is None else _understood(step)


def _understood(step: TimerStep) -> Understood:
    return Understood(plan=Plan(steps=(step,)))


def _step(action: str, seconds: int, timer_id: str = "") -> TimerStep:
    wording = Wording(intent="timer", response=action)
    return TimerStep(action=action, seconds=seconds, timer_id=timer_id, wording=wording)


def _read_another(utterance: Utterance) -> TimerStep | None:
    """One more: "and one for ten minutes", "another one for an hour"."""
    lexicon = utterance.lexicon
    follows = follow_on_words(utterance)
    said = follows or without_commas(utterance.words)
    words = strip_start(said, lexicon.timers.get("another", frozenset()))
    if not follows and words == said:
        return None
    words = strip_start(words, lexicon.timers.get("links", frozenset()))
    seconds = read_length(words, utterance) if words else 0
    return _step("start", seconds) if seconds else None


def _read_more(words: Phrase, utterance: Utterance) -> TimerStep | None:
    """More or less time: "five minutes more", "add five minutes"."""
    lexicon = utterance.lexicon
    action, more = read_more_time(words, lexicon)
    if action:
        return _step(action, more, utterance.topic.timer)
    size, seconds = duration_at(words, 0, lexicon)
    rest = words[size:]
    if not size or not rest:
        return None
    for action, name in (("increase", "longer"), ("decrease", "shorter")):
        if rest == end_phrase(rest, lexicon.timers.get(name, frozenset())):
            return _step(action, round(seconds), utterance.topic.timer)
    return None


def _read_change(utterance: Utterance) -> TimerStep | None:
    """Another length: "make it fifteen minutes"."""
    said = strip_move(utterance)
    seconds = read_length(said, utterance) if said else 0
    return _step("change", seconds, utterance.topic.timer) if seconds else None


def _of_it(words: Phrase, utterance: Utterance) -> Iterator[Phrase]:
    """The words with the timer in the place of "it"."""
    lexicon = utterance.lexicon
    noun = min(lexicon.timers.get("nouns", frozenset()), default=())
    if utterance.mentioned and read_clause(words, utterance) is not None:
        # "Turn it off" may be said of the lamp that was spoken of before.
        return
    for at, pronoun in find_phrases(words, lexicon.roles["pronouns"]) if noun else ():
        if at:
            yield cut(words, at, pronoun, noun)


def _read_whole(words: Phrase, utterance: Utterance) -> TimerStep | None:
    found = understand_timer(utterance.with_words(words))
    match found.steps if isinstance(found, Plan) else ():
        case (TimerStep(action=action, name="") as step,) if action not in ("start", "status"):
            return replace(step, timer_id=utterance.topic.timer, start_seconds=0)
    return None
