"""Numbers that belong to what a thing is called: the "1 PM" of a "Shelly 1PM" is no time."""

import re
from functools import lru_cache

from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from .phrases import find_phrases
from .words import Phrases, tokens

_LONGEST_PART = 6
# A word, a figure and what looks like a unit: "shelly 1 pm".
_WITH_A_UNIT = 3
# A word with a figure on it, and whatever hangs on that.
_UNIT = re.compile(r"[^\W\d_]{2,}\d[^\W_]*")


@lru_cache(maxsize=4)
def _numbered_parts(names: Names) -> Phrases:
    """The parts of names that have a word, a figure after it, and maybe more after that."""
    return Phrases(
        name[start:end]
        for name in names.entities
        if any(word[0].isdigit() for word in name)
        for start in range(len(name) - 1)
        for end in range(start + 2, min(len(name), start + _LONGEST_PART) + 1)
        if not name[start][0].isdigit() and name[start + 1][0].isdigit()
    )


def find_model_numbers(words: Phrase, names: Names) -> set[int]:
    """Where parts of names with a figure in them stand."""
    if not any(word[:1].isdigit() for word in words):
        return set()
    parts = _numbered_parts(names)
    return {
        at for start, part in find_phrases(words, parts) for at in range(start, start + len(part))
    }


def join_model_numbers(words: Phrase, text: str, lexicon: Lexicon, names: Names) -> Phrase:
    """The words, each unit that no name here has as one of them: "shelly2pm" is no shelly at 2."""
    for unit in _UNIT.findall(text.lower()):
        apart = tuple(tokens(unit))
        known = apart[0] in names.words
        if apart[0] in lexicon.vocabulary or (not known and len(apart) < _WITH_A_UNIT):
            # "light2" may be two words that were typed as one, and "PS5" an option of a thing.
            continue
        if len(find_model_numbers(apart, names)) == len(apart):
            continue
        starts = range(len(words) - len(apart) + 1)
        at = next((at for at in starts if words[at : at + len(apart)] == apart), None)
        if at is not None:
            words = (*words[:at], unit, *words[at + len(apart) :])
    return words
