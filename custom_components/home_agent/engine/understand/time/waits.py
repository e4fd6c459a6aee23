"""Pauses between the parts of a sentence: "turn it on, wait ten seconds, then turn it off"."""

from functools import cache

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase
from .durations import duration_at


def spell_out_waits(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words with every pause as the time of what follows it: "after ten seconds turn it off".

    A pause after which nothing follows stays as it is.
    """
    waits = lexicon.times.get("wait", frozenset())
    since = _since(lexicon)
    if not since or not any(word in _first_words(lexicon) for word in words):
        return words
    kept: list[str] = []
    at = 0
    while at < len(words):
        begins = not kept or kept[-1] == "," or _ends_in_link(tuple(kept), lexicon)
        wait = find_phrase(words, waits, at) if begins else ()
        length = duration_at(words, at + len(wait), lexicon)[0] if wait else 0
        after = at + len(wait) + length
        following = _skip_links(words, after, lexicon) if length else after
        if following > after and following < len(words):
            kept += [*since, *words[at + len(wait) : after]]
            at = following
        else:
            kept.append(words[at])
            at += 1
    return tuple(kept)


@cache
def _first_words(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in lexicon.times.get("wait", ()))


@cache
def _since(lexicon: Lexicon) -> Phrase:
    """What counts from what was told before it, said before a length of time: "after"."""
    before = lexicon.times.get("in", frozenset()) & lexicon.times.get("since", frozenset())
    return min(before, key=lambda phrase: (len(phrase), phrase), default=())


def _ends_in_link(words: Phrase, lexicon: Lexicon) -> bool:
    return any(words[-len(link) :] == link for link in lexicon.roles["and"])


def _skip_links(words: Phrase, at: int, lexicon: Lexicon) -> int:
    """Where what follows begins, after commas and links."""
    while at < len(words):
        link = (
            words[at : at + 1] if words[at] == "," else find_phrase(words, lexicon.roles["and"], at)
        )
        if not link:
            break
        at += len(link)
    return at
