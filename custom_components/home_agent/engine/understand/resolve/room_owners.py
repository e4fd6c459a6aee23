"""Rooms by whose they are: "chez Gabin", "the twins' room", "bei Mats" for "Mats' Zimmer".

A room whose name says nothing else but whose it is may be called by every plain word for a room
with the same owner, and where a language has a word for being at somebody's, by that.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ...home import Area
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.words import speakable
from .concepts import concepts_in, is_room, load_spoken

_PLAIN = ("rooms.room", "rooms.bedroom", "rooms.kids_room")
_SHORTEST_OWNER = 3
_OF = "s"


def find_owned_rooms(
    areas: Mapping[str, Area], lexicon: Lexicon
) -> Mapping[Phrase, frozenset[str]]:
    """The other ways to say whose room is meant, where only one room is theirs."""
    owners: dict[str, set[str]] = defaultdict(set)
    for area_id, area in areas.items():
        for name in speakable((area.name, *area.aliases)):
            for owner in _spoken_of(_owner(name, lexicon), name, lexicon):
                owners[owner].add(area_id)
    return {
        phrase: frozenset(ids)
        for owner, ids in owners.items()
        if len(ids) == 1
        for phrase in _ways_to_say(owner, lexicon)
    }


def find_rooms_called_shortly(
    said: Phrase, areas: Mapping[str, Area], lexicon: Lexicon
) -> frozenset[str]:
    """The rooms that are called so and a plain word for a room: "study" for "Study room"."""
    plain = {word for phrase in _nouns(lexicon) for word in phrase}
    plain |= {word for phrase in lexicon.roles["articles"] for word in phrase}
    plain |= {word for phrase in lexicon.roles["places"] for word in phrase}
    return frozenset(
        area_id
        for area_id, area in areas.items()
        for name in speakable((area.name, *area.aliases))
        if said and _less(said, lexicon.words(name)) <= plain
    )


def _less(said: Phrase, name: Phrase) -> set[str]:
    """What is left of a name besides these words; where they are not all in it, they are too."""
    return set(name) - set(said) if set(said) <= set(name) else {*name, *said}


def _spoken_of(owner: str, name: str, lexicon: Lexicon) -> Iterator[str]:
    """Whoever a room is called after, also without the "s" that says so: "Mias Zimmer"."""
    if owner:
        yield owner
    first = lexicon.words(name)[:1] == (owner,)
    if first and owner.endswith(_OF) and _OF in lexicon.endings and len(owner) > _SHORTEST_OWNER:
        yield owner.removesuffix(_OF)


def _owner(name: str, lexicon: Lexicon) -> str:
    """The one word of a name that says whose room it is; empty if it says anything else."""
    nouns = {word for phrase in _nouns(lexicon) for word in phrase}
    rooms = {word for phrase in lexicon.questions.of("rooms") for word in phrase}
    roles = lexicon.roles
    small = roles["articles"] | roles["places"] | roles["at_owners"]
    left = [
        word
        for word in lexicon.words(name)
        if (word,) not in small and word not in nouns | rooms | lexicon.enclitics
    ]
    if len(left) != 1 or not left[0].isalpha():
        return ""
    if left[0] in lexicon.vocabulary and (left[0],) not in roles["whom"]:
        return ""
    # "Loft" is a room itself, in whatever language.
    is_place = any(map(is_room, concepts_in(left[0])))
    return "" if is_place or len(left[0]) < _SHORTEST_OWNER else left[0]


def _nouns(lexicon: Lexicon) -> Iterator[Phrase]:
    phrases = load_spoken(lexicon).phrases
    return (phrase for concept in _PLAIN for phrase in phrases.get(concept, ()))


def _ways_to_say(owner: str, lexicon: Lexicon) -> Iterator[Phrase]:
    roles = lexicon.roles
    for at_ones in roles["at_owners"]:
        yield (*at_ones, owner)
    for noun in _nouns(lexicon):
        yield (owner, *noun)
        yield (*noun, owner)
        yield from ((owner, enclitic, *noun) for enclitic in lexicon.enclitics)
        yield from ((*noun, *link, owner) for link in roles["owner_links"])
