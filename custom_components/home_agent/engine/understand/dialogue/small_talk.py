"""What is said to us for its own sake: a greeting, praise, "how are you?", "what can you do?".

Only a sentence that says nothing else is small talk, and none that names something of the home:
where there is a scene called "good night", that is what is meant.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ...language import Language, social_words
from ..lexicon.lexicon import Phrase
from ..text.phrases import words_of
from ..text.words import alternatives, without_accents
from ..understanding import HelpRequest, NotUnderstood, Reading, Refusal, Remark, Understanding
from ..utterance import Utterance

# Our phrases for it; of several things in one breath, the first of these is answered.
_ANSWERS = {
    "blamed": "blamed",
    "who_are_you": "who_are_you",
    "how_are_you": "how_are_you",
    "are_you_there": "are_you_there",
    "thanks": "welcome",
    "no_problem": "no_problem",
    "good_night": "good_night",
    "good_morning": "good_morning",
    "good_evening": "good_evening",
    "bye": "bye",
    "hello": "hello",
    "praised": "praised",
}
_HELP = "help"

# A longer sentence is no small talk that we know.
_MOST_WORDS = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class _SmallTalk:
    """How people of one language make small talk: what each phrase is, and how long the longest."""

    meanings: Mapping[Phrase, str]
    longest: int


def understand_small_talk(utterance: Utterance, language: Language) -> Understanding | None:
    """What is said for its own sake, where nothing in the home is called so."""
    talk, called = utterance.talk, utterance.names.entities
    # In Dutch, "how is it again" and "how is the weather" are the same words.
    weather = utterance.lexicon.questions.of("weather")
    if any(words in called or words in weather for words in talk.strip_politeness(utterance.words)):
        return None
    return read_small_talk(utterance.text, language, talk.fillers, talk["taking_back_lead_ins"])


def read_small_talk(
    text: str, language: Language, *around: frozenset[Phrase]
) -> Understanding | None:
    """What we answer to a sentence that is small talk and nothing else; None if it is none.

    `around` are words that may stand around it and change nothing.
    """
    known = _small_talk(language.code)
    words = _words(text, language.code)
    if not words or len(words) > _MOST_WORDS:
        return None
    meanings: set[str] = set()
    at = 0
    while at < len(words):
        ends = range(min(len(words), at + known.longest), at, -1)
        said = next((words[at:end] for end in ends if words[at:end] in known.meanings), ())
        small = (words[at:end] for end in ends for phrases in around if words[at:end] in phrases)
        filler = next(small, ())
        if said and len(said) >= len(filler):
            meanings.add(known.meanings[said])
        elif not filler:
            return None
        at += max(len(said), len(filler))
    if _HELP in meanings:
        return HelpRequest()
    found = next((key for meaning, key in _ANSWERS.items() if meaning in meanings), None)
    return None if found is None else Remark(key=found)


# What the intents project's own small talk is to us; the rest of it is no business of ours.
_ITS_ANSWERS = {"hello": "hello", "creator": "who_are_you"}


def answer_reading(reading: Reading, language: Language) -> Understanding | None:
    """What we answer in our own words to small talk that the grammar read."""
    match reading.intent, reading.response:
        case "HassNevermind", _:
            return Remark(key="all_right")
        case "HassRespond", "commands" if social_words(language.code):
            return HelpRequest()
        case "HassRespond", response if response in _ITS_ANSWERS and language.phrases:
            return Remark(key=_ITS_ANSWERS[response])
    return None


def refuse_bare_answer() -> NotUnderstood:
    """What we make of a yes or a no to nothing: a model may know what it is about."""
    return NotUnderstood(nearest=Refusal(key="nothing_asked"))


@cache
def _small_talk(code: str) -> _SmallTalk:
    listed = social_words(code)
    meanings = {
        _words(phrase, code): meaning
        for meaning in (*_ANSWERS, _HELP)
        for phrase in alternatives(listed.get(meaning, ()))
    }
    return _SmallTalk(meanings=meanings, longest=max(map(len, meanings), default=0))


def _words(text: str, code: str) -> Phrase:
    return tuple(map(without_accents, words_of(text, code)))
