"""What a sentence says that only names something: "the kitchen window too".

It carries on the sentence before it, or answers the question, so what it says of the thing is
found there. A mere name says nothing by itself, whatever state it may be read as.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ..understand.lexicon.lexicon import Lexicon, Phrase
from ..understand.resolve.names import Names
from ..understand.text.phrases import find_phrase, has_phrase
from .statement_words import StatementWords

_BESIDE = ("too", "not", "articles", "one", "adding", "joining", "now", "yes", "no", "placing")
_ROLES = ("articles", "others", "ones", "pronouns")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedOnly:
    """A clause that only names things, if any."""

    named: Phrase
    """The words from the first name to the last."""

    only_places: bool
    """Whether these are places, and no things."""

    is_denied: bool
    """Whether it denies what is said before: "the kitchen window isn't"."""

    goes_on: bool
    """Whether it says by a word of its own that it carries on: "too", "not"."""


def read_ellipsis(
    said: Phrase, lexicon: Lexicon, names: Names, words: StatementWords
) -> NamedOnly | None:
    """What a clause names, if it does nothing else; `None` if it says more."""
    found = list(_names(said, lexicon, names))
    spans = {at + i for at, phrase, _is_place in found for i in range(len(phrase))}
    rest = tuple(word for at, word in enumerate(said) if at not in spans and word != ",")
    roles = {phrase for role in _ROLES for phrase in lexicon.roles[role]}
    left = tuple(word for word in words.less(rest, *_BESIDE) if (word,) not in roles)
    # "The lamp, no" denies; "no, the lamp" answers.
    is_denied = words.says(rest, "not") or (words.says(rest[-1:], "no") and rest[-1:] == said[-1:])
    goes_on = is_denied or words.says(rest, "too")
    if words.says(rest[:-1], "none") or has_phrase(said, lexicon.questions.conditions):
        return None
    left = words.less(left, "is") if goes_on else left
    if left or not (found or goes_on):
        return None
    first = min((at for at, _phrase, _is_place in found), default=0)
    last = max((at + len(phrase) for at, phrase, _is_place in found), default=0)
    return NamedOnly(
        named=said[first:last],
        only_places=all(is_place for _at, _phrase, is_place in found),
        is_denied=is_denied,
        goes_on=goes_on,
    )


def carry_on(ellipsis: NamedOnly, before: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The sentence before with what is named instead; empty if nothing there gives way to it."""
    found = [
        (at, phrase)
        for at, phrase, is_place in _names(before, lexicon, names)
        if is_place or not ellipsis.only_places
    ]
    if ellipsis.only_places:
        found = [pair for pair in found if pair[1] in names.areas]
    if not found or not ellipsis.named:
        return ()
    first, (last, phrase) = found[0][0], found[-1]
    return (*before[:first], *ellipsis.named, *before[last + len(phrase) :])


def _names(said: Phrase, lexicon: Lexicon, names: Names) -> Iterator[tuple[int, Phrase, bool]]:
    """Where things and places are named, by which words, and whether it is a place."""
    at = 0
    while at < len(said):
        thing = max((find_phrase(said, names.entities, at), _kind(said, lexicon, at)), key=len)
        place = find_phrase(said, names.areas, at)
        phrase = max(thing, place, key=len)
        if phrase:
            yield at, phrase, phrase != thing
        at += len(phrase) or 1


def _kind(said: Phrase, lexicon: Lexicon, at: int) -> Phrase:
    kinds = (lexicon.kinds, lexicon.questions.kinds)
    return said[at : at + 1] if any(said[at : at + 1] in senses for senses in kinds) else ()
