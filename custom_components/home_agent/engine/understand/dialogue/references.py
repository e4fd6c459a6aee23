"""Words that point at what was spoken of before, put as what they point at.

"There" is a place. "Those lights" and "the other one" are entities: they become a pronoun, and the
scene knows whom that means.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from ...home import Entity
from ..clauses.frame import find_room, read_target
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.candidates import Candidates
from ..text.phrases import cut, find_phrase, find_phrases, first_phrase, has_phrase
from ..text.words import tokens
from ..time.durations import duration_at
from ..understanding import Question, Refusal, UnresolvedError
from ..utterance import Utterance
from .sentence_parts import last_parts


def resolve_pointers(utterance: Utterance) -> Utterance:
    """The sentence with its references put as what they mean. Raises `UnresolvedError` to ask."""
    if not utterance.topic.heard and not utterance.topic.place and not utterance.topic.mentioned:
        return utterance
    utterance = _where_there_is(utterance)
    for point in (_others, _these, _both):
        pointed = point(utterance)
        if pointed is not utterance:
            return pointed
    return utterance


def repeat_place(utterance: Utterance) -> Utterance:
    """The sentence with a place it has named for "there": "the door of the hall, the lamp there".

    "Nobody is there" tells something, and stays as it is.
    """
    lexicon, words = utterance.lexicon, utterance.words
    at, place = _first_place(utterance)
    if not place or utterance.has_question_mark:
        return utterance
    telling = lexicon.roles["present"] | lexicon.roles["statement_verbs"]
    for there, phrase in find_phrases(words, utterance.talk["there"], at + len(place)):
        between = words[at + len(place) : there]
        beside = {between[-1:], words[there + len(phrase) :][:1]}
        told = find_phrase(words, utterance.talk["there_is"], there)
        if beside & telling or told or has_phrase(between, utterance.names.areas):
            return utterance
        return utterance.saying(" ".join(cut(words, there, phrase, place)))
    return utterance


def _first_place(utterance: Utterance) -> tuple[int, Phrase]:
    """Where a room is first named, by its name or as people call such a room; else empty."""
    words, lexicon = utterance.words, utterance.lexicon
    at, place = first_phrase(words, utterance.names.areas)
    if place:
        return at, place
    rooms = ((at, find_room(words, at, lexicon)) for at in range(len(words)))
    return next((found for found in rooms if found[1]), (len(words), ()))


def replace_ones(utterance: Utterance) -> Utterance:
    """The sentence with a kind for "one": "the left one" is no figure.

    It is the kind that the sentence itself named before it, else the one spoken of last. Where
    there is neither, words of a name say enough, and a place does not. Raises `UnresolvedError`.
    """
    words = tokens(utterance.text)
    lexicon = utterance.lexicon
    pronouns = {word for word in words if _spelt(word, lexicon) in utterance.talk["ones"]}
    if not pronouns:
        return utterance
    marks = lexicon.roles["amount_marks"] | {(word,) for word in lexicon.acts}
    kept: list[str] = []
    for at, word in enumerate(words):
        if word not in pronouns or word.isdigit():
            kept.append(word)
            continue
        names = find_phrase(tuple(words), utterance.names.entities, max(0, at - 1))
        stands_alone = kept and (kept[-1],) not in marks and not names
        amount = find_phrase(tuple(words), lexicon.amounts, at + 1)
        spelt = lexicon.words(" ".join(words[at:]))
        one_of = find_phrase(spelt, lexicon.roles["single"], 0)
        lasts, _seconds = duration_at(spelt, 0, lexicon)
        counts = bool(one_of or lasts) or _is_figure(kept[-1:], lexicon)
        if stands_alone and not counts and not amount:
            kind = _kind_named_in(kept, utterance) or _kind_spoken_of(utterance)
            if not kind and ((kept[-1],) in utterance.names.areas or _only_where(spelt, utterance)):
                raise UnresolvedError(Refusal(key="no_intent"))
            kept.extend(kind)
        else:
            kept.append(word)
    if kept == words:
        return utterance
    return utterance.saying(_with_mark(kept, utterance))


@lru_cache(maxsize=4096)
def _spelt(word: str, lexicon: Lexicon) -> Phrase:
    return lexicon.words(word)


def _is_figure(words: list[str], lexicon: Lexicon) -> bool:
    """Whether the word is a number, which goes on: "twenty one"."""
    spelt = lexicon.words(" ".join(words))
    return bool(spelt) and spelt[-1][-1].isdigit()


def _kind_named_in(said: list[str], utterance: Utterance) -> Phrase:
    """The last kind of thing among some words: "the fan in the den off and the one here on"."""
    lexicon = utterance.lexicon
    words = lexicon.words(" ".join(said))
    if words[-1:] in lexicon.roles["negations"] | lexicon.roles["all"]:
        # "no one is there", "every one of them"
        return ()
    found = [phrase for _, phrase in find_phrases(words, lexicon.kinds)]
    return found[-1] if found else ()


def _only_where(words: Phrase, utterance: Utterance) -> bool:
    """Whether only a room tells which one is meant: "the one in the lounge", said of no kind."""
    places, articles = utterance.lexicon.roles["places"], utterance.lexicon.roles["articles"]
    place = find_phrase(words, places, 1)
    at = 1 + len(place)
    while words[at : at + 1] in articles:
        at += 1
    return bool(place) and bool(find_phrase(words, utterance.names.areas, at))


def _kind_spoken_of(utterance: Utterance) -> Phrase:
    parts = last_parts(utterance)
    words = parts.target_words if parts else ()
    found = [phrase for _, phrase in find_phrases(words, utterance.lexicon.kinds)]
    return found[-1] if found else ()


def _where_there_is(utterance: Utterance) -> Utterance:
    """The sentence with the place last spoken of for "there"."""
    place = utterance.lexicon.words(utterance.topic.place)
    if not place:
        return utterance
    asking = utterance.lexicon.asking
    opener = find_phrase(utterance.words, asking["yes_no"] | asking["value"], 0)
    # what is there, in "how many timers are there?", is anywhere
    anywhere = find_phrases(utterance.words, utterance.talk["there_is"])
    start = max((at + len(phrase) for at, phrase in anywhere), default=len(opener))
    return _replaced(utterance, utterance.talk["there"], place, max(start, len(opener)))


def _others(utterance: Utterance) -> Utterance:
    """The sentence with a pronoun for "the other one", which then means the other one."""
    lexicon, names = utterance.lexicon, utterance.names
    for at, length, said in _said_of_others(utterance):
        target = read_target(said, lexicon, names)
        if target.kinds and read_target(utterance.words, lexicon, names).areas:
            # "the other lights in the hall" are told apart by more than what was spoken of
            return utterance
        found = _siblings(utterance, target.kinds)
        meant = _meaning(utterance, at, length, found)
        several = target.plural or said in utterance.talk["the_others"]
        return meant if several else _with_one(meant, found, utterance)
    return utterance


def _both(utterance: Utterance) -> Utterance:
    """The sentence with a pronoun for "both", or for "them" where one was added to another."""
    topic, words = utterance.topic, utterance.words
    several = utterance.entities(topic.together)
    if len(several) <= 1:
        return utterance
    for at, phrase in find_phrases(words, utterance.talk["they"]):
        # "those lights" are no others than these
        if not find_phrase(words, utterance.lexicon.kinds, at + len(phrase)):
            return _meaning(utterance, at, len(phrase), several)
    return utterance


def _said_of_others(utterance: Utterance) -> Iterator[tuple[int, int, Phrase]]:
    """Where others are spoken of, in how many words, and as what: a kind, or no more than that."""
    talk, words = utterance.talk, utterance.words
    for at, mark in find_phrases(words, talk["other"]):
        if kind := find_phrase(words, utterance.lexicon.kinds, at + len(mark)):
            yield at, len(mark) + len(kind), kind
    for at, phrase in find_phrases(words, talk["the_others"] | talk["the_other"]):
        yield at, len(phrase), phrase


def _these(utterance: Utterance) -> Utterance:
    """The sentence with a pronoun for "those lights", where lights were spoken of."""
    lexicon, words = utterance.lexicon, utterance.words
    target = read_target(words, lexicon, utterance.names)
    if target.areas or target.floors or target.here or target.everywhere:
        return utterance
    for at, pointer in find_phrases(words, utterance.talk["these"]):
        kind = find_phrase(words, lexicon.kinds, at + len(pointer))
        if not kind or words[at + len(pointer) + len(kind) :][:1] in utterance.names.entities:
            continue
        said = read_target(kind, lexicon, utterance.names)
        found = tuple(
            entity for entity in utterance.mentioned if _is_kind(entity, said.kinds, utterance)
        )
        if found and (said.plural or len(found) == 1):
            return _meaning(utterance, at, len(pointer) + len(kind), found)
    return utterance


def _siblings(utterance: Utterance, kinds: frozenset[str] = frozenset()) -> tuple[Entity, ...]:
    """What is like the things last spoken of, and beside them: offered with them, or in their room.

    Empty where nobody can tell.
    """
    spoken_of = utterance.mentioned
    if not spoken_of:
        return ()
    topic = utterance.topic
    if set(topic.mentioned) < set(topic.offered):
        others = tuple(entity_id for entity_id in topic.offered if entity_id not in topic.mentioned)
        return utterance.entities(others)
    rooms = {entity.area_id for entity in spoken_of}
    room = rooms.pop()
    if rooms or room is None:
        return ()
    kinds = kinds or frozenset(entity.domain for entity in spoken_of)
    beside = utterance.entities(utterance.names.in_area.get(room, ()))
    return tuple(
        entity
        for entity in beside
        if entity not in spoken_of and _is_kind(entity, kinds, utterance)
    )


def _with_one(meant: Utterance, found: tuple[Entity, ...], utterance: Utterance) -> Utterance:
    """The sentence, meaning only one of those found. Raises `UnresolvedError` to ask which.

    It is the one that is called most like what was spoken of: the right lamp, after the left.
    """
    if len(found) <= 1:
        return meant
    spoken = {
        word for entity in utterance.mentioned for word in utterance.lexicon.words(entity.name)
    }
    alike = {
        entity.entity_id: len(spoken & set(utterance.lexicon.words(entity.name)))
        for entity in found
    }
    most = max(alike.values())
    best = tuple(entity_id for entity_id, count in alike.items() if count == most)
    if not most or len(best) > 1:
        raise UnresolvedError(Question(heard=meant.text, name="", candidates=tuple(alike)))
    return replace(
        meant,
        scene=replace(meant.scene, mentioned=best),
        topic=replace(meant.topic, mentioned=best),
    )


def _meaning(utterance: Utterance, at: int, length: int, found: tuple[Entity, ...]) -> Utterance:
    """The sentence with a pronoun that means these, in the place of some words."""
    pronoun = _pronoun(utterance)
    if not found or not pronoun:
        return utterance
    words = utterance.words
    while at and words[at - 1 : at] in utterance.lexicon.roles["articles"]:
        at, length = at - 1, length + 1
    text = _with_mark((*words[:at], *pronoun, *words[at + length :]), utterance)
    ids = tuple(entity.entity_id for entity in found)
    meant = utterance.saying(text).mentioning(ids)
    return replace(meant, topic=replace(meant.topic, mentioned=ids))


def _with_mark(words: Iterable[str], utterance: Utterance) -> str:
    """Words as a sentence that asks where the other one does."""
    return " ".join(words) + ("?" if utterance.has_question_mark else "")


def _pronoun(utterance: Utterance) -> Phrase:
    """A word that points at things, and at nothing else."""
    roles = utterance.lexicon.roles
    said = roles["pronouns"] - roles["dummies"] - roles["articles"]
    # the same in every run, whatever order a set has
    return min(said, key=lambda phrase: (len(phrase), phrase), default=())


def _replaced(
    utterance: Utterance, phrases: frozenset[Phrase], by: Phrase, start: int
) -> Utterance:
    for at, phrase in find_phrases(utterance.words, phrases, start):
        return utterance.saying(_with_mark(cut(utterance.words, at, phrase, by), utterance))
    return utterance


def _is_kind(entity: Entity, kinds: frozenset[str], utterance: Utterance) -> bool:
    return Candidates(utterance, lambda _entity: True).is_kind(entity, kinds)
