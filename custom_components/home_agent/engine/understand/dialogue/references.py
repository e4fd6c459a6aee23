"""Words that point at what was spoken of before, put as what they point at.

"There" is a place. "Those lights" and "the other one" are entities: they become a pronoun, and the
scene knows whom that means.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ...home import Entity
from ..clauses.frame import find_phrase, read_target
from ..hearing import Hearing
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.words import tokens
from ..time.durations import duration_at
from ..understanding import Question, Refusal, UnresolvedError
from .sentence_parts import last_parts


def resolve_pointers(hearing: Hearing) -> Hearing:
    """The sentence with its references put as what they mean. Raises `UnresolvedError` to ask."""
    if not hearing.topic.heard and not hearing.topic.place and not hearing.topic.mentioned:
        return hearing
    hearing = _where_there_is(hearing)
    for point in (_others, _these, _both):
        pointed = point(hearing)
        if pointed is not hearing:
            return pointed
    return hearing


def replace_ones(hearing: Hearing) -> Hearing:
    """The sentence with a kind for "one": "the left one" is no figure.

    Where no kind was spoken of, words of a name say enough, and a place does not. Raises
    `UnresolvedError`.
    """
    words = tokens(hearing.text)
    lexicon = hearing.lexicon
    pronouns = {word for word in words if _spelt(word, lexicon) in hearing.talk["ones"]}
    if not pronouns:
        return hearing
    marks = lexicon.roles["amount_marks"] | {(word,) for word in lexicon.acts}
    kept: list[str] = []
    for at, word in enumerate(words):
        if word not in pronouns or word.isdigit():
            kept.append(word)
            continue
        names = find_phrase(tuple(words), hearing.names.entities, max(0, at - 1))
        stands_alone = kept and (kept[-1],) not in marks and not names
        amount = find_phrase(tuple(words), lexicon.amounts, at + 1)
        spelt = lexicon.words(" ".join(words[at:]))
        one_of = find_phrase(spelt, lexicon.roles["single"], 0)
        lasts, _seconds = duration_at(spelt, 0, lexicon)
        counts = bool(one_of or lasts) or _is_figure(kept[-1:], lexicon)
        if stands_alone and not counts and not amount:
            kind = _kind_spoken_of(hearing)
            if not kind and (kept[-1],) in hearing.names.areas:
                raise UnresolvedError(Refusal(key="no_intent"))
            kept.extend(kind)
        else:
            kept.append(word)
    if kept == words:
        return hearing
    return hearing.saying(" ".join(kept) + ("?" if hearing.text.rstrip().endswith("?") else ""))


@lru_cache(maxsize=4096)
def _spelt(word: str, lexicon: Lexicon) -> Phrase:
    return lexicon.words(word)


def _is_figure(words: list[str], lexicon: Lexicon) -> bool:
    """Whether the word is a number, which goes on: "twenty one"."""
    spelt = lexicon.words(" ".join(words))
    return bool(spelt) and spelt[-1][-1].isdigit()


def _kind_spoken_of(hearing: Hearing) -> Phrase:
    parts = last_parts(hearing)
    words = parts.target_words if parts else ()
    found = [find_phrase(words, hearing.lexicon.kinds, at) for at in range(len(words))]
    return next((phrase for phrase in reversed(found) if phrase), ())


def _where_there_is(hearing: Hearing) -> Hearing:
    """The sentence with the place last spoken of for "there"."""
    place = hearing.lexicon.words(hearing.topic.place)
    if not place:
        return hearing
    asking = hearing.lexicon.asking
    opener = find_phrase(hearing.words, asking["yes_no"] | asking["value"], 0)
    return _replaced(hearing, hearing.talk["there"], place, len(opener))


def _others(hearing: Hearing) -> Hearing:
    """The sentence with a pronoun for "the other one", which then means the other one."""
    lexicon, names = hearing.lexicon, hearing.names
    for at, length, said in _said_of_others(hearing):
        target = read_target(said, lexicon, names)
        if target.kinds and read_target(hearing.words, lexicon, names).areas:
            # "the other lights in the hall" are told apart by more than what was spoken of
            return hearing
        found = find_siblings(hearing, target.kinds)
        meant = _meaning(hearing, at, length, found)
        several = target.plural or said in hearing.talk["the_others"]
        return meant if several else _with_one(meant, found, hearing)
    return hearing


def _both(hearing: Hearing) -> Hearing:
    """The sentence with a pronoun for "both", or for "them" where one was added to another."""
    topic, words = hearing.topic, hearing.words
    several = hearing.entities(topic.together)
    if len(several) <= 1:
        return hearing
    for at in range(len(words)):
        phrase = find_phrase(words, hearing.talk["they"], at)
        # "those lights" are no others than these
        if phrase and not find_phrase(words, hearing.lexicon.kinds, at + len(phrase)):
            return _meaning(hearing, at, len(phrase), several)
    return hearing


def _said_of_others(hearing: Hearing) -> Iterator[tuple[int, int, Phrase]]:
    """Where others are spoken of, in how many words, and as what: a kind, or no more than that."""
    talk, words = hearing.talk, hearing.words
    for at in range(len(words)):
        mark = find_phrase(words, talk["other"], at)
        kind = find_phrase(words, hearing.lexicon.kinds, at + len(mark)) if mark else ()
        if kind:
            yield at, len(mark) + len(kind), kind
    for at in range(len(words)):
        if phrase := find_phrase(words, talk["the_others"] | talk["the_other"], at):
            yield at, len(phrase), phrase


def _these(hearing: Hearing) -> Hearing:
    """The sentence with a pronoun for "those lights", where lights were spoken of."""
    lexicon, words = hearing.lexicon, hearing.words
    target = read_target(words, lexicon, hearing.names)
    if target.areas or target.floors or target.here or target.everywhere:
        return hearing
    for at in range(len(words)):
        pointer = find_phrase(words, hearing.talk["these"], at)
        kind = find_phrase(words, lexicon.kinds, at + len(pointer)) if pointer else ()
        if not kind or words[at + len(pointer) + len(kind) :][:1] in hearing.names.entities:
            continue
        said = read_target(kind, lexicon, hearing.names)
        found = tuple(entity for entity in hearing.mentioned if _is_kind(entity, said.kinds))
        if found and (said.plural or len(found) == 1):
            return _meaning(hearing, at, len(pointer) + len(kind), found)
    return hearing


def find_siblings(hearing: Hearing, kinds: frozenset[str] = frozenset()) -> tuple[Entity, ...]:
    """What is like the things last spoken of, and beside them: offered with them, or in their room.

    Empty where nobody can tell.
    """
    spoken_of = hearing.mentioned
    if not spoken_of:
        return ()
    topic = hearing.topic
    if set(topic.mentioned) < set(topic.offered):
        others = tuple(entity_id for entity_id in topic.offered if entity_id not in topic.mentioned)
        return hearing.entities(others)
    rooms = {entity.area_id for entity in spoken_of}
    room = rooms.pop()
    if rooms or room is None:
        return ()
    kinds = kinds or frozenset(entity.domain for entity in spoken_of)
    beside = hearing.entities(hearing.names.in_area.get(room, ()))
    return tuple(entity for entity in beside if entity not in spoken_of and _is_kind(entity, kinds))


def _with_one(meant: Hearing, found: tuple[Entity, ...], hearing: Hearing) -> Hearing:
    """The sentence, meaning only one of those found. Raises `UnresolvedError` to ask which.

    It is the one that is called most like what was spoken of: the right lamp, after the left.
    """
    if len(found) <= 1:
        return meant
    spoken = {word for entity in hearing.mentioned for word in hearing.lexicon.words(entity.name)}
    alike = {
        entity.entity_id: len(spoken & set(hearing.lexicon.words(entity.name))) for entity in found
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


def _meaning(hearing: Hearing, at: int, length: int, found: tuple[Entity, ...]) -> Hearing:
    """The sentence with a pronoun that means these, in the place of some words."""
    pronoun = find_pronoun(hearing)
    if not found or not pronoun:
        return hearing
    words = hearing.words
    while at and words[at - 1 : at] in hearing.lexicon.roles["articles"]:
        at, length = at - 1, length + 1
    ends = "?" if hearing.text.rstrip().endswith("?") else ""
    text = " ".join((*words[:at], *pronoun, *words[at + length :])) + ends
    ids = tuple(entity.entity_id for entity in found)
    return replace(
        hearing,
        scene=replace(hearing.scene, heard=text, mentioned=ids),
        topic=replace(hearing.topic, mentioned=ids),
    )


def find_pronoun(hearing: Hearing) -> Phrase:
    """A word that points at things, and at nothing else."""
    roles = hearing.lexicon.roles
    said = roles["pronouns"] - roles["dummies"] - roles["articles"]
    # the same in every run, whatever order a set has
    return min(said, key=lambda phrase: (len(phrase), phrase), default=())


def _replaced(hearing: Hearing, phrases: frozenset[Phrase], by: Phrase, start: int) -> Hearing:
    words = hearing.words
    for at in range(start, len(words)):
        if phrase := find_phrase(words, phrases, at):
            ends = "?" if hearing.text.rstrip().endswith("?") else ""
            return hearing.saying(" ".join((*words[:at], *by, *words[at + len(phrase) :])) + ends)
    return hearing


def _is_kind(entity: Entity, kinds: frozenset[str]) -> bool:
    return entity.domain in kinds or f"{entity.domain}.{entity.device_class}" in kinds
