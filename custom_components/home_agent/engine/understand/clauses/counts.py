"""How many of them there are: "all three", "le due lampade", "die beiden Rollos"."""

from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..text.phrases import find_phrase
from ..time.durations import duration_at

_FEWEST, _MOST = 2, 12
_TWO = 2


def count_at(words: Phrase, at: int, lexicon: Lexicon, names: Names) -> tuple[int, int]:
    """Of how many words the count is that begins here, and how many it says there are.

    "To the 3" and "the 3 minutes" count no things, and no name is taken apart.
    """
    lead = find_phrase(words, lexicon.roles["counted"], at)
    figure = at + len(lead)
    said = words[figure : figure + 1]
    if not lead or not said or not said[0].isdigit() or not _FEWEST <= int(said[0]) <= _MOST:
        return 0, 0
    if at and words[at - 1 : at] in lexicon.roles["amount_marks"]:
        return 0, 0
    if find_phrase(words, lexicon.amounts, figure + 1) or duration_at(words, figure, lexicon)[0]:
        return 0, 0
    named = find_phrase(words, names.entities, figure) or find_phrase(words, names.areas, figure)
    return (0, 0) if named else (len(lead) + 1, int(said[0]))


def count_positions(words: Phrase, lexicon: Lexicon, names: Names) -> set[int]:
    """Where figures stand that say how many there are, and not how much is wanted."""
    if not any(word.isdigit() for word in words):
        return set()
    counts = ((at, count_at(words, at, lexicon, names)[0]) for at in range(len(words)))
    return {at + length - 1 for at, length in counts if length}


def join_counts(parts: list[Phrase], lexicon: Lexicon, names: Names) -> list[Phrase]:
    """The parts, with a count of what was named before put to it: "shades down, all three".

    And how they should be: "radiator and TV, both off". No part is left where the count is wrong.
    """
    kept: list[Phrase] = []
    for part in parts:
        length, count = count_at(part, 0, lexicon, names)
        if both := find_phrase(part, lexicon.roles["both"], 0):
            length, count = len(both), _TWO
        state = part[length:]
        if not kept or not length or (state and state not in lexicon.particles):
            kept.append(part)
        elif len(kept) == 1:
            kept[0] += part
        elif len(kept) != count:
            return []
        else:
            kept[-1] += state
    return kept
