"""What "it" is in a command: what was spoken of just before, "the hall light is still on"."""

from collections.abc import Iterator

from ...plan import QueryStep
from ..clauses.frame import read_target, small_words
from ..clauses.particles import ONLY_TELL
from ..lexicon.lexicon import Phrase
from ..questions.question import understand_question
from ..resolve.resolve import Resolver
from ..text.explanations import split_at_commas
from ..text.owners import find_owner
from ..text.phrases import (
    end_phrase,
    find_phrase,
    find_phrases,
    first_phrase,
    has_phrase,
    without,
)
from ..understanding import Understood, UnresolvedError
from ..utterance import Utterance

# Longer names than this are not spoken of by the way.
_LONGEST_NAMED = 5

# "His light", "his bloody light".
_MOST_BETWEEN = 1

# Whose something is that is called "his" where nobody was named: it is never found.
_SOMEBODY = "?"


def find_told_of(before: tuple[Phrase, ...], utterance: Utterance) -> tuple[str, ...]:
    """The things that somebody spoke of before the command; none where nobody knows which."""
    parts = [each for part in before for each in split_at_commas(part)]
    meant = [part for part in parts if not _denies(part, utterance)]
    if len(meant) < len(parts):
        before, parts = tuple(meant), meant
    if placed := [part for part in parts if _only_places(part, utterance)]:
        others = (part for part in parts if part not in placed)
        found_there = (_resolve((*part, *placed[-1]), utterance) for part in others)
        return next(filter(None, found_there), ())
    for part in reversed(before):
        if named := _find_called(part, utterance) or _find_lit_in_room(part, utterance):
            return named
        found = understand_question(utterance.saying(f"{' '.join(part)}?"))
        if isinstance(found, Understood) and isinstance(found.plan.steps[0], QueryStep):
            return found.plan.steps[0].entity_ids
    return next(filter(None, (_find_named(part, utterance) for part in before)), ())


def _denies(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part only names what is not meant: "not the bedside lamp", "el flexo no"."""
    roles = utterance.lexicon.roles
    verbs = roles["statement_verbs"] | roles["present"] | roles["telling_verbs"]
    denied = find_phrase(part, roles["negations"], 0) or end_phrase(part, roles["negations"], 1)
    return bool(denied) and not has_phrase(part, verbs)


def _find_called(part: Phrase, utterance: Utterance) -> tuple[str, ...]:
    """What is called by its full name; nothing where that may be several things.

    A person that is named besides is nothing to switch.
    """
    entities = utterance.names.entities
    phrases = {phrase for _, phrase in find_phrases(part, entities)}
    called = {ids for phrase in phrases if not _only_tell(ids := entities[phrase])}
    ids = called.pop() if len(called) == 1 else ()
    if len(ids) != 1:
        return ()
    # "La del salón, la persiana": not what is called just so elsewhere
    areas = read_target(without(part, phrases), utterance.lexicon, utterance.names).areas
    layout = utterance.home.layout
    area = layout.area_of(layout.entities[ids[0]])
    return () if areas and (area is None or area.area_id not in areas) else ids


def _find_lit_in_room(part: Phrase, utterance: Utterance) -> tuple[str, ...]:
    """The lights of a room that is told to be on: "they left the cellar on"."""
    lexicon, names = utterance.lexicon, utterance.names
    _, room = first_phrase(part, names.areas)
    lit = any(sense == "on" and has_phrase(part, {said}) for said, sense in lexicon.states.items())
    others = without(part, lexicon.roles["articles"] | lexicon.roles["places"] | {room})
    more = any(word in names.words for word in others)
    # "quelqu'un" is also what a motion sensor sees
    kinds = {kind.partition(".")[0] for kind in read_target(part, lexicon, names).kinds}
    if not room or not lit or more or kinds - ONLY_TELL:
        return ()
    lights = (said for said, kinds in lexicon.kinds.items() if kinds == {"light"})
    return _resolve((*min(lights, key=len), *room), utterance)


def _only_places(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part only says in which room something is: "la del salón, la persiana, …"."""
    target = read_target(part, utterance.lexicon, utterance.names)
    small = part[:1] in utterance.lexicon.roles["articles"]
    return small and bool(target.areas) and not target.names and not target.kinds


def _resolve(words: Phrase, utterance: Utterance) -> tuple[str, ...]:
    """What some words name that does something; nothing if that cannot be told."""
    resolver = Resolver(utterance, lambda entity: entity.domain not in ONLY_TELL)
    try:
        found = resolver.resolve(words)
    except UnresolvedError:
        return ()
    return tuple(entity.entity_id for entity in found)


def _only_tell(entity_ids: tuple[str, ...]) -> bool:
    return all(entity_id.partition(".")[0] in ONLY_TELL for entity_id in entity_ids)


def _find_named(part: Phrase, utterance: Utterance) -> tuple[str, ...]:
    """What a few words name: "somebody left the laundry light burning"."""
    for words, whose in _find_names(part, utterance):
        areas = _find_rooms_of(whose, utterance) if whose else frozenset()
        area = utterance.home.layout.areas[min(areas)] if len(areas) == 1 else None
        there = utterance.in_area(area) if area else utterance
        resolver = Resolver(there, lambda entity: entity.domain not in ONLY_TELL)
        try:
            found = resolver.resolve(words)
        except UnresolvedError:
            continue
        called = utterance.names.words.get(whose, frozenset())
        if not whose or all(
            entity.area_id in areas or entity.entity_id in called for entity in found
        ):
            return tuple(entity.entity_id for entity in found)
        return ()
    return ()


def _find_rooms_of(owner: str, utterance: Utterance) -> frozenset[str]:
    """The rooms that are called after somebody."""
    named = (ids for phrase, ids in utterance.names.areas.items() if owner in phrase)
    return frozenset().union(*named)


def _find_names(part: Phrase, utterance: Utterance) -> Iterator[tuple[Phrase, str]]:
    """The words that may name a thing, and whose it was said to be.

    Those next to each other, then also a kind and its place: a thing and where it is need not
    stand together, as in "they left the light on in the cellar".
    """
    lexicon, names = utterance.lexicon, utterance.names
    known = [word in names.called or (word,) in lexicon.kinds for word in part]
    for length in range(min(_LONGEST_NAMED, len(part)), 0, -1):
        if length == 1:
            said = tuple(word for word, is_known in zip(part, known, strict=True) if is_known)
            target = read_target(said, lexicon, names)
            if target.kinds and (target.areas or target.floors) and not target.names:
                yield said, ""
        for start in range(len(part) - length + 1):
            words = part[start : start + length]
            # "Left" and "Paco" are but parts of names; "the herbs" may well be what is meant.
            whole = length > 1 or words in lexicon.kinds or words in names.entities
            whole = whole or part[start - 1 : start] in lexicon.roles["articles"]
            if whole and all(known[start : start + length]) and not _is_somebody(words, utterance):
                yield words, _find_whose(part, start, utterance)


def _is_somebody(words: Phrase, utterance: Utterance) -> bool:
    """Whether words name nobody but a person, or whose room it is: "in Cian's"."""
    lexicon, names = utterance.lexicon, utterance.names
    bare = without(words, small_words(lexicon))
    said = tuple(word for word in bare if word not in lexicon.enclitics)
    return len(said) == 1 and find_owner(said, lexicon, names) == said[0]


def _find_whose(part: Phrase, start: int, utterance: Utterance) -> str:
    """Of whom something is that is called "his"; empty where nothing is said to be anybody's."""
    lexicon = utterance.lexicon
    theirs, rooms = lexicon.roles["theirs"], lexicon.questions.of("rooms")
    near = range(max(0, start - 1 - _MOST_BETWEEN), start)
    in_their_room = any(
        part[at : at + 1] in theirs and find_phrase(part, rooms, at + 1) for at in range(len(part))
    )
    if not in_their_room and not any(part[at : at + 1] in theirs for at in near):
        return ""
    return find_owner(part[:start], utterance.lexicon, utterance.names) or _SOMEBODY
