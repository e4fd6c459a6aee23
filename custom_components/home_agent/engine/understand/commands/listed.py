"""What was just listed, by its number: "cancel the first one" after a list of plans or timers."""

from collections.abc import Iterator

from ...plan import Plan, ScheduleStep, Step, TimerStep, Wording
from ..lexicon.lexicon import Phrase
from ..text.phrases import trim_fillers, without
from ..understanding import Understood
from ..utterance import Utterance

_CANCEL = Wording(intent="timer", response="cancel")


def cancelled_by_number(utterance: Utterance) -> Understood | None:
    """The plan to call off one of what we listed last; nothing if that is not what is said."""
    topic = utterance.topic
    if not topic.listed:
        return None
    words = tuple(word for word in trim_fillers(utterance.words, utterance.lexicon) if word != ",")
    for content in _called_off(words, utterance):
        at = _place(content, len(topic.listed), utterance)
        if at is None:
            continue
        listed = topic.listed[at]
        step: Step = ScheduleStep(action="cancel", job_ids=(listed,))
        if topic.lists_timers:
            step = TimerStep(action="cancel", timer_id=listed, wording=_CANCEL)
        return Understood(plan=Plan(steps=(step,)))
    return None


def _called_off(words: Phrase, utterance: Utterance) -> Iterator[Phrase]:
    """What stands beside or within a word for calling off."""
    lexicon = utterance.lexicon
    plain = (lexicon.schedule.get(one, frozenset()) for one in ("cancel", "forget"))
    verbs = {*((phrase, ()) for some in plain for phrase in some)}
    for first, last in {*verbs, *lexicon.timer_acts.get("cancel", ())}:
        inner = words[len(first) : len(words) - len(last)]
        begins = words[: len(first)] == first
        if inner and begins and words[len(words) - len(last) :] == last:
            yield inner


def _place(words: Phrase, count: int, utterance: Utterance) -> int | None:
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
