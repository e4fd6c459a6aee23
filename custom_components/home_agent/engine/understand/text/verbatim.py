"""What people quote, as they said it: titles and messages keep their capitals and their commas."""

import re

from ..lexicon.lexicon import Lexicon, Phrase

_PIECE = re.compile(r"\S+")
_EDGES = " ,.;:!?\"'"


def as_said(words: Phrase, heard: str, lexicon: Lexicon) -> str:
    """The stretch of a sentence that these are the words of; the words themselves if none is."""
    spans = [found.span() for found in _PIECE.finditer(heard)]
    for first, (start, _) in enumerate(spans):
        for _, end in spans[first:]:
            said = _plain(lexicon.words(heard[start:end]))
            if said == _plain(words):
                return heard[start:end].strip(_EDGES)
            if said != _plain(words)[: len(said)]:
                break
    return " ".join(words)


def _plain(words: Phrase) -> Phrase:
    return tuple(word for word in words if word != ",")
