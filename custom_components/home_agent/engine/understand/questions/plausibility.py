"""Whether what a question misses may be what somebody calls a thing, or is a piece of the question.

"I am not aware of any device called nearly" names a word of the question. Where what names nothing
has a word that questions are made of, no reading explains the question, and it is not understood.
"""

from functools import cache

from ..clauses.frame import small_words
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrases
from ..understanding import Question, Refusal
from ..utterance import Utterance

# By the kind of refusal, the argument that is a name of nothing.
_NAMES = {
    "no_entity": "entity",
    "no_entity_in_area": "entity",
    "no_entity_in_floor": "entity",
    "no_area": "area",
    "no_floor": "floor",
}

# Of these lists every word is part of a question, and of no name.
_LISTS = (
    *("yes_no", "which", "how_many", "value", "links", "any", "every", "none", "ends", "prefixes"),
    *("measure_links", "since_links", "past_links", "past_verbs", "there_links", "item_links"),
    *("people_links", "anyone", "everyone", "nobody", "who", "where", "since", "weather_words"),
    *("events_when", "events_who", "items_search", "items_needed", "advice"),
)


def is_plausible(refusal: Refusal, utterance: Utterance) -> bool:
    """Whether a refusal names nothing, or what may well be the name of a thing or a place."""
    argument = _NAMES.get(refusal.key)
    if argument is None:
        return True
    lexicon = utterance.lexicon
    said = str(refusal.arguments.get(argument, ""))
    if any(map(_is_model_number, said.split())):
        return True
    name = lexicon.words(said)
    others = _without_nouns(name, lexicon)
    if any(
        word in _question_words(lexicon) and word not in utterance.names.called for word in others
    ):
        return False
    return len(others) < len(name) or said != said.lower() or _stands_as_name(name, utterance)


def names_a_room(missing: Question | Refusal, utterance: Utterance) -> bool:
    """Whether what is said to be missing is a room of this home, so that something else is."""
    if not isinstance(missing, Refusal) or missing.key != "no_entity":
        return False
    return (
        utterance.lexicon.words(str(missing.arguments.get("entity", ""))) in utterance.names.areas
    )


def _is_model_number(word: str) -> bool:
    """Whether letters and figures make one word, as in "shelly1pm"."""
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


def _stands_as_name(name: Phrase, utterance: Utterance) -> bool:
    """Whether a word comes after an article or a place: "the fountain", but not "exporting"."""
    words = utterance.words
    small = small_words(utterance.lexicon)
    return any(
        word in name and (at == 0 or words[at - 1 : at] in small) for at, word in enumerate(words)
    )


def _without_nouns(name: Phrase, lexicon: Lexicon) -> Phrase:
    """The words of a name that are no kind of thing and no room."""
    small = lexicon.roles["articles"] | lexicon.roles["places"]
    nouns = {word for _, kind in find_phrases(name, lexicon.kinds) for word in kind}
    return tuple(
        word
        for word in name
        if word not in nouns and (word,) not in small and (word,) not in lexicon.roles["rooms"]
    )


@cache
def _question_words(lexicon: Lexicon) -> frozenset[str]:
    phrases = frozenset[Phrase]().union(*map(lexicon.questions.of, _LISTS), lexicon.degrees)
    return frozenset(word for phrase in phrases for word in phrase) | lexicon.enclitics
