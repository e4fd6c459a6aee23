"""A few words that go on with a sentence, or mend it → the whole sentences they may stand for."""

from collections.abc import Iterator

from ..clauses.clause import read_clause
from ..clauses.frame import find_phrase, read_act, read_target, without
from ..hearing import Hearing
from ..lexicon.lexicon import Phrase
from .sentence_parts import (
    SentenceParts,
    amount_words,
    only_places,
    place_words,
    with_amount,
    with_particle,
    with_place,
)


def is_clause(words: Phrase, hearing: Hearing) -> bool:
    """Whether words ask for something by themselves."""
    lexicon, names = hearing.lexicon, hearing.names
    if find_phrase(words, lexicon.roles["questions"], 0):
        return True
    clause = read_clause(words, lexicon, names)
    return clause is not None and bool(clause.acts)


def complete_fragment(words: Phrase, parts: SentenceParts, hearing: Hearing) -> Iterator[str]:
    """The sentence with these words in the place of its own, the likeliest first.

    Empty where they name nothing that could take the place of something: a room, a kind of
    thing, a word of a name, an amount, or "off" for "on".
    """
    lexicon, names = hearing.lexicon, hearing.names
    words = without(words, frozenset({(",",)}))
    bare = without(words, lexicon.roles["articles"])
    if len(bare) == 1 and bare in lexicon.particles:
        yield from _some(with_particle(parts, bare[0], hearing))
        return
    amount = amount_words(words, hearing)
    rest = tuple(_less(words, amount)) if amount else words
    target = without(rest, lexicon.roles["amount_marks"] | lexicon.roles["articles"])
    if amount:
        if not target:
            yield from _some(with_amount(parts, amount, hearing))
        return
    if place := only_places(words, hearing):
        yield from _some(with_place(parts, place, hearing))
    elif parts.asks and bare in lexicon.attributes:
        # "And the humidity?" asks for it in the same place.
        yield parts.text((*_where_asked(parts, hearing), *bare))
    elif _names_something(words, hearing):
        where = () if hearing.is_elsewhere else place_words(parts, hearing)
        placed = read_target(words, lexicon, names)
        if where and not (placed.areas or placed.floors or placed.here or placed.everywhere):
            yield parts.with_target((*words, *where))
        yield parts.with_target(words)


def is_amount(words: Phrase, hearing: Hearing) -> bool:
    """Whether a few words say how much, and of nothing: "to 50 %", "blue"."""
    lexicon = hearing.lexicon
    rest = _less(words, amount := amount_words(words, hearing))
    return bool(amount) and not without(tuple(rest), lexicon.roles["amount_marks"])


def complete_pronoun(words: Phrase, parts: SentenceParts, hearing: Hearing) -> Iterator[str]:
    """The sentence, said of what a pronoun means now: "and the other one"."""
    if not words or without(words, hearing.lexicon.roles["pronouns"]):
        return
    if not parts.asks:
        yield parts.with_target(words)
    elif len(hearing.mentioned) == 1:
        yield parts.with_target(hearing.called(hearing.mentioned[0]))


def complete_act(words: Phrase, parts: SentenceParts, hearing: Hearing) -> str | None:
    """An act without a target of its own, done to that of the sentence: "…, no, turn it off"."""
    lexicon = hearing.lexicon
    act, rest = read_act(words, lexicon)
    clause = read_clause(words, lexicon, hearing.names)
    if act is None or clause is None:
        return None
    small = lexicon.roles["pronouns"] | lexicon.roles["articles"]
    if without(clause.rest, small) or not parts.target:
        return None
    for at in range(len(words)):
        if (said := find_phrase(words, lexicon.roles["pronouns"], at)) and clause.pronoun:
            return " ".join((*words[:at], *parts.target_words, *words[at + len(said) :]))
    return None if clause.rest or rest else " ".join((*words, *parts.target_words))


def _names_something(words: Phrase, hearing: Hearing) -> bool:
    target = read_target(words, hearing.lexicon, hearing.names)
    known = hearing.names.words
    stem = hearing.lexicon.stem
    return bool(
        target.kinds
        or target.areas
        or target.floors
        or any(word in known or stem(word) in known for word in target.names)
    )


def _where_asked(parts: SentenceParts, hearing: Hearing) -> Phrase:
    """The place that was asked about; none once the speaker is in another room."""
    if hearing.is_elsewhere:
        return ()
    return place_words(parts, hearing) or hearing.lexicon.words(hearing.topic.place)


def _less(words: Phrase, removed: Phrase) -> Iterator[str]:
    left = list(removed)
    for word in words:
        if word in left:
            left.remove(word)
        else:
            yield word


def _some(text: str | None) -> Iterator[str]:
    if text is not None:
        yield text
