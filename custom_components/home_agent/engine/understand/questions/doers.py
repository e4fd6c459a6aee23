"""Strips a question of who did it: "did Tarek leave the heater on", "Mamie a éteint sa lampe"."""

from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import own_words
from ..text.phrases import cut, find_phrase
from ..utterance import Utterance

# In words, what somebody is called.
_LONGEST_NAME = 2


def strip_doer(utterance: Utterance) -> Phrase:
    """The words of a question without who may have done what is asked; all if nobody is named."""
    words, lexicon = utterance.words, utterance.lexicon
    verb = find_phrase(words, lexicon.questions.of("doers"), 0)
    for length in range(_LONGEST_NAME, 0, -1):
        if verb and _is_somebody(words, len(verb), length, utterance):
            return cut(words, len(verb), words[len(verb) : len(verb) + length])
        after = find_phrase(words, lexicon.questions.of("doers"), length)
        if after and not verb and _is_somebody(words, 0, length, utterance, before_verb=True):
            return words[length:]
    return words


def _is_somebody(
    words: Phrase, at: int, length: int, utterance: Utterance, *, before_verb: bool = False
) -> bool:
    """Whether a person of this home stands there, or a name that nothing here has."""
    name = words[at : at + length]
    if len(name) < length or not words[at + length :]:
        return False
    if utterance.names.is_person(name):
        return True
    lexicon, names = utterance.lexicon, utterance.names
    known = name in names.entities or name in names.areas or not own_words(lexicon).isdisjoint(name)
    if known or length > 1:
        return False
    follows = words[at + length : at + length + 1]
    return before_verb or follows in lexicon.roles["articles"] or _leaves(words[at + 1 :], lexicon)


def _leaves(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the verb comes next: "did Tarek leave the heater on"."""
    return bool(find_phrase(words, lexicon.questions.of("links"), 0))
