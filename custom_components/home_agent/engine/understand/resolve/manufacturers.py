"""What a thing is by its manufacturer: people say "the car" of what their home calls a Rivian.

Only of what is looked at, never of what is switched: a make says less than a name.
"""

from collections.abc import Iterable
from functools import cache

from ...language import load_makes
from ..text.phrases import find_phrase
from ..text.words import PhraseMeanings, tokens

_LOOKED_AT = frozenset({"binary_sensor", "device_tracker", "lock", "sensor"})
_NONE: frozenset[str] = frozenset()

# Whether the car is plugged in is told by what charges it.
_ALSO = {"machines.car_charger": frozenset({"machines.car", "machines.charger"})}


def find_concepts_by_make(domain: str, texts: Iterable[str]) -> frozenset[str]:
    """What names, makers and models say that a thing is which is only looked at."""
    if domain not in _LOOKED_AT:
        return _NONE
    makes = _load_makes()
    found = _NONE
    for text in texts:
        words = tuple(tokens(text))
        for at in range(len(words)):
            found |= makes.get(find_phrase(words, makes, at), _NONE)
    return found.union(*(_ALSO.get(concept, _NONE) for concept in found))


@cache
def _load_makes() -> PhraseMeanings[frozenset[str]]:
    found: dict[tuple[str, ...], frozenset[str]] = {}
    for concept, listed in load_makes().items():
        for name in listed:
            phrase = tuple(tokens(name))
            found[phrase] = found.get(phrase, _NONE) | {f"machines.{concept}"}
    return PhraseMeanings(found)
