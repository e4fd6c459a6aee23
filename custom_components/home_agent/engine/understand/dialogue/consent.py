"""Yes, no, or a PIN: what is said to "Shall I unlock the door?".

A door is at stake, so only a whole sentence that can mean nothing else is a yes: its words and its
signs say yes, and it asks nothing.
"""

import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import cache

from ...language import Language, signs_of_consent
from ..lexicon.dialogue_words import load_dialogue_words
from ..lexicon.file import has_lexicon, load_lexicon
from ..lexicon.lexicon import Phrase
from ..text.digits import without_digits
from ..text.phrases import find_phrase, has_phrase, strip_start, without, words_of
from ..text.words import Phrases

# Whatever is not in here, and is neither a letter nor a figure, may change what a word means.
_HARMLESS = frozenset(
    ".,!;:\u2026-\u2010\u2011\u2012\u2013\u2014'\"\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb()*_~"
    "\u3001\u3002\uff01\uff0c"
)
_QUESTION_MARKS = frozenset("?¿\u037e\u055e\u061f\u1367\u203d\u2047\u2048\u2049\u2e2e\ufe56\uff1f")
_TONES = range(0x1F3FB, 0x1F400)

_PIN_WORDS = Phrases((word,) for word in ("pin", "code", "kod", "kode", "koden", "код", "пин"))


_LONGEST_ANSWER = 8
"""In words: no phrase that says yes or no is longer."""

_QUESTIONS = ("yes_no", "which", "how_many", "value")


class Consent(Enum):
    """What an answer to a question of ours says."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"
    """Nearly a yes: "yes?", "why not"."""


def agrees(text: str, language: Language) -> bool | None:
    """Whether somebody agrees or declines; None if they say something else."""
    match read_consent(text, language):
        case Consent.YES:
            return True
        case Consent.NO:
            return False
        case _:
            return None


def read_consent(text: str, language: Language) -> Consent | None:
    """What an answer says; None if it is about something else."""
    said = _said(text, language)
    if said is not None and is_question(text):
        return Consent.UNSURE if said is not Consent.NO else None
    return said


def is_question(text: str) -> bool:
    """Whether it is a question, by its mark."""
    return not _QUESTION_MARKS.isdisjoint(text)


def sounds_like_question(text: str, language: Language) -> bool:
    """Whether it is a question, by its mark or by how it begins."""
    if is_question(text) or not has_lexicon(language.code):
        return is_question(text)
    lexicon = load_lexicon(language.code)
    words = lexicon.words(text)
    begun = [*(lexicon.asking.get(name, Phrases()) for name in _QUESTIONS), lexicon.degrees]
    return any(find_phrase(words, phrases, 0) for phrases in begun)


def strip_yes(text: str, language: Language) -> str:
    """What comes after a yes: "yes, unlock it". Empty if the sentence does not begin with one."""
    if is_question(text) or not has_lexicon(language.code):
        return ""
    lexicon = load_lexicon(language.code)
    said = lexicon.words(text)
    first = find_phrase(said, load_dialogue_words(language.code)["yes"], 0)
    rest = said[len(first) :] if first else ()
    joints = Phrases({*lexicon.roles["and"], (",",)})
    rest = strip_start(rest, joints)
    return " ".join(rest)


def has_only_digits(text: str, language: Language) -> bool:
    """Whether a sentence is for nothing but its figures: "it is 4711", "yes, 47 11, please"."""
    if _signs(text, language) not in (None, Consent.YES):
        return False
    words = words_of(without_digits(text, language), language.code)
    return not without(words, _answers(language).telling)


def declines(text: str, language: Language) -> bool:
    """Whether something in a sentence says no, besides figures: "no 4711", "not 4711"."""
    words = words_of(without_digits(text, language), language.code)
    negations = _answers(language).negations
    said_no = has_phrase(words, negations)
    return said_no or _signs(text, language) is Consent.NO


def _said(text: str, language: Language) -> Consent | None:
    """What words and signs say, if they say the same."""
    signs, words = _signs(text, language), words_of(text, language.code)
    by_words = _by_words(words, language) if words else None
    if not words:
        return signs
    if by_words is Consent.YES and signs is Consent.UNSURE:
        return Consent.UNSURE
    return by_words if signs in (None, by_words) else None


def _signs(text: str, language: Language) -> Consent | None:
    """What the signs of a text say; None where it has none. Any other sign makes it unsure."""
    yes, no = signs_of_consent()
    signs = {sign for sign in text if unicodedata.category(sign)[0] not in "LMNZC"}
    signs -= _HARMLESS | _QUESTION_MARKS
    signs = {sign for sign in signs if ord(sign) not in _TONES}
    if not signs or signs <= _marks_of(language):
        return None
    if signs <= yes:
        return Consent.YES
    return Consent.NO if signs <= no else Consent.UNSURE


def _marks_of(language: Language) -> frozenset[str]:
    """What words of a language are written with that is no letter: the · of "cancel·la"."""
    return frozenset(letter for word in (*language.yes, *language.no) for letter in word)


def _by_words(words: Phrase, language: Language) -> Consent | None:
    answers = _answers(language)
    if _all_is(words, answers.yes, answers.around):
        return Consent.YES
    if _all_is(words, answers.no, answers.loosely_around):
        return Consent.NO
    nearly = _all_is(words, answers.nearly_yes, answers.loosely_around)
    return Consent.UNSURE if nearly else None


def _all_is(words: Phrase, phrases: Phrases, around: Phrases) -> bool:
    """Whether these phrases are all that is said, once or more, politeness apart."""
    # By word, whether the words before it are such, and any of them more than politeness.
    reached = {0: False}
    for at in range(len(words)):
        if at not in reached:
            continue
        for end in range(at + 1, min(at + _LONGEST_ANSWER, len(words)) + 1):
            phrase = words[at:end]
            if phrase in phrases or phrase in around:
                said = reached[at] or phrase in phrases
                reached[end] = reached.get(end, False) or said
    return reached.get(len(words), False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answers:
    """How people answer in one language."""

    yes: Phrases
    no: Phrases
    nearly_yes: Phrases
    """Every yes, and what is only half of one."""

    around: Phrases
    """What may stand around a yes or a no."""

    loosely_around: Phrases
    """The same, and what may also be said to somebody else, or of something that is only heard."""

    telling: Phrases
    """What may stand around a PIN that is told."""

    negations: Phrases


@cache
def _answers(language: Language) -> _Answers:
    yes = {words_of(word, language.code) for word in language.yes}
    no = {words_of(word, language.code) for word in language.no}
    if not has_lexicon(language.code):
        return _Answers(
            yes=Phrases(yes),
            no=Phrases(no),
            nearly_yes=Phrases(yes),
            around=Phrases(),
            loosely_around=Phrases(),
            telling=Phrases({*yes, *_PIN_WORDS}),
            negations=Phrases(no),
        )
    talk, roles = load_dialogue_words(language.code), load_lexicon(language.code).roles
    no |= talk["no"] | talk["never_mind"] | talk["none"]
    around = talk["courtesies"]
    loosely = around | talk["interjections"]
    marks = {*_PIN_WORDS, *roles["code_marks"], *talk["telling"]}
    return _Answers(
        yes=Phrases((yes | talk["yes"]) - talk["half_yes"]),
        no=Phrases(no),
        nearly_yes=Phrases(yes | talk["yes"] | talk["half_yes"]),
        around=Phrases(around),
        loosely_around=Phrases(loosely),
        telling=Phrases(yes | talk["yes"] | loosely | marks),
        negations=Phrases(no | roles["negations"]),
    )
