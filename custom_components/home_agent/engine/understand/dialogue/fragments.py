"""A few words that go on with a sentence, or mend it → the whole sentences they may stand for."""

from collections.abc import Iterator

from ..clauses.clause import read_clause
from ..clauses.frame import read_act, read_target
from ..lexicon.lexicon import Phrase
from ..text.phrases import cut, find_phrase, find_phrases, without, without_commas
from ..utterance import Utterance
from .sentence_parts import (
    SentenceParts,
    amount_words,
    only_places,
    place_words,
    with_amount,
    with_particle,
    with_place,
)


def is_clause(words: Phrase, utterance: Utterance) -> bool:
    """Whether words ask for something by themselves."""
    lexicon = utterance.lexicon
    if find_phrase(words, lexicon.roles["questions"], 0):
        return True
    clause = read_clause(words, utterance)
    return clause is not None and bool(clause.acts)


def complete_fragment(words: Phrase, parts: SentenceParts, utterance: Utterance) -> Iterator[str]:
    """The sentence with these words in the place of its own, the likeliest first.

    Empty where they name nothing that could take the place of something: a room, a kind of
    thing, a word of a name, an amount, or "off" for "on".
    """
    lexicon, names = utterance.lexicon, utterance.names
    words = without_commas(words)
    bare = without(words, lexicon.roles["articles"])
    if len(bare) == 1 and bare in lexicon.particles:
        yield from _some(with_particle(parts, bare[0], utterance))
        return
    amount = amount_words(words, utterance)
    rest = tuple(_less(words, amount)) if amount else words
    target = without(rest, lexicon.roles["amount_marks"] | lexicon.roles["articles"])
    if amount:
        if not target:
            yield from _some(with_amount(parts, amount, utterance))
        return
    if place := only_places(words, utterance):
        yield from _some(with_place(parts, place, utterance))
    elif parts.asks and bare in lexicon.attributes:
        # "And the humidity?" asks for it in the same place.
        yield parts.text((*_where_asked(parts, utterance), *bare))
    elif names_something(words, utterance):
        where = () if utterance.is_elsewhere else place_words(parts, utterance)
        placed = read_target(words, lexicon, names)
        if where and not (placed.areas or placed.floors or placed.here or placed.everywhere):
            yield parts.with_target((*words, *where))
        yield parts.with_target(words)


def is_amount(words: Phrase, utterance: Utterance) -> bool:
    """Whether a few words say how much, and of nothing: "to 50 %", "blue"."""
    lexicon = utterance.lexicon
    rest = _less(words, amount := amount_words(words, utterance))
    return bool(amount) and not without(tuple(rest), lexicon.roles["amount_marks"])


def complete_pronoun(words: Phrase, parts: SentenceParts, utterance: Utterance) -> Iterator[str]:
    """The sentence, said of what a pronoun means now: "and the other one"."""
    if not words or without(words, utterance.lexicon.roles["pronouns"]):
        return
    if not parts.asks:
        yield parts.with_target(words)
    elif len(utterance.mentioned) == 1:
        yield parts.with_target(utterance.called(utterance.mentioned[0]))


def complete_act(words: Phrase, parts: SentenceParts, utterance: Utterance) -> str | None:
    """An act without a target of its own, done to that of the sentence: "…, no, turn it off"."""
    lexicon = utterance.lexicon
    act, rest = read_act(words, lexicon)
    clause = read_clause(words, utterance)
    if act is None or clause is None:
        return None
    small = lexicon.roles["pronouns"] | lexicon.roles["articles"]
    if without(clause.rest, small) or not parts.target:
        return None
    for at, pronoun in find_phrases(words, lexicon.roles["pronouns"]) if clause.pronoun else ():
        return " ".join(cut(words, at, pronoun, parts.target_words))
    return None if clause.rest or rest else " ".join((*words, *parts.target_words))


def names_something(words: Phrase, utterance: Utterance) -> bool:
    """Whether words name a room, a kind of thing, or a word of a name in this home."""
    target = read_target(words, utterance.lexicon, utterance.names)
    known = utterance.names.words
    stem = utterance.lexicon.stem
    return bool(
        target.kinds
        or target.areas
        or target.floors
        or any(word in known or stem(word) in known for word in target.names)
    )


def _where_asked(parts: SentenceParts, utterance: Utterance) -> Phrase:
    """The place that was asked about; none once the speaker is in another room."""
    if utterance.is_elsewhere:
        return ()
    return place_words(parts, utterance) or utterance.lexicon.words(utterance.topic.place)


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
