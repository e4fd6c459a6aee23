"""What somebody asks for, or says otherwise, that was told before: "when is grandma coming?".

Read after everything else: the home answers first, but for what it knows nothing of. A question
is answered by what was told where that has all of its words; what is said otherwise must be about
the same, and differ in a day, a figure or a place.
"""

from ...language import memory_words
from ...plan import MemoryStep, PastStep, Plan, QueryStep, ReadStep
from ..lexicon.lexicon import Phrase
from ..remembered import Remembered
from ..text.mood import begins_statement
from ..text.phrases import find_phrase, strip_start, without_commas
from ..text.spelling import original_spelling
from ..text.words import without_accents
from ..understanding import NotUnderstood, Refusal, Understanding, Understood
from ..utterance import Utterance
from .memories import asks_place, read_asked_thing

_COMMA = frozenset({(",",)})
_LEAST_STATED = 3


def understand_told(
    utterance: Utterance, meant: Understanding, remembered: Remembered
) -> Understood | None:
    """The plan to tell what was told, where that answers a question better than what it means.

    The sentence is one in which names of somebody's own are those of the home.
    """
    question, place = " ".join(utterance.words), asks_place(utterance)
    if not _asks(utterance) or not remembered.answers(question, place):
        return None
    if not (isinstance(meant, NotUnderstood | Refusal) or _is_beside(utterance, meant)):
        return None
    step = MemoryStep(action="recall", text=question, question=True, place=place)
    return Understood(plan=Plan(steps=(step,)))


def understand_otherwise(
    utterance: Utterance, meant: Understanding, remembered: Remembered
) -> Understood | None:
    """The plan to keep what is so by now, and was told otherwise; None if nothing such is said."""
    if _asks(utterance) or not (isinstance(meant, NotUnderstood | Refusal) or _only_asks(meant)):
        return None
    lexicon = utterance.lexicon
    denials = lexicon.roles["negations"]
    # "No, on Friday" tells what is so; "not on Friday" what is not.
    now = lexicon.memory.get("now", frozenset()) - denials
    said = strip_start(utterance.words, lexicon.roles["fillers"] | denials | _COMMA)
    parts = _parts(said, now)
    said = sum(parts, ())
    is_new = len(said) < len(without_commas(utterance.words)) or bool(utterance.topic.memories)
    if not is_new or len(said) < _LEAST_STATED:
        return None
    spelt = (original_spelling(part, utterance.text, lexicon) for part in parts)
    text = " ".join(spelt)
    owners = remembered.corrects(text)
    if len(owners) != 1:
        return None
    step = MemoryStep(action="remember", text=text, shared=owners[0] is None)
    return Understood(plan=Plan(steps=(step,)))


def _asks(utterance: Utterance) -> bool:
    words, lexicon = utterance.words, utterance.lexicon
    if utterance.has_question_mark:
        return True
    begins = find_phrase(words, lexicon.roles["questions"], 0)
    return bool(begins) and not begins_statement(words, lexicon)


def _only_asks(meant: Understanding) -> bool:
    return isinstance(meant, Understood) and all(
        isinstance(step, QueryStep | PastStep | ReadStep) for step in meant.plan.steps
    )


def _is_beside(utterance: Utterance, meant: Understanding) -> bool:
    """Whether what a question was taken for is about something else.

    It leaves a word out that the home knows nothing of, or tells where something is that is not
    called so: the car is not its charger.
    """
    if not _only_asks(meant):
        return False
    names, common = utterance.names, memory_words()["common"]
    if any(
        word.isalpha() and word not in names.content and without_accents(word) not in common
        for word in utterance.words
    ):
        return True
    thing = read_asked_thing(utterance)
    return bool(thing) and thing not in names.entities


def _parts(words: Phrase, left_out: frozenset[Phrase]) -> tuple[Phrase, ...]:
    """The words without those phrases and without commas, as the parts between them."""
    parts: list[Phrase] = [()]
    at = 0
    while at < len(words):
        phrase = find_phrase(words, left_out | _COMMA, at)
        if phrase:
            parts.append(())
            at += len(phrase)
        else:
            parts[-1] += words[at : at + 1]
            at += 1
    return tuple(part for part in parts if part)
