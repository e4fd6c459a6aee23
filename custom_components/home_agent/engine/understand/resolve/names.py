"""The names of one home, ready to be found in a sentence."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import chain

from ...home import Area, Entity, Floor, Layout, Snapshot
from ...language import Language, make_words
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.words import PhraseMeanings, accents_by_plain_spelling, speakable, tokens
from .concepts import MAIN_ROOMS, PLAIN_ROOMS, SIDES, concepts_in, finest, is_room, load_spoken
from .index import changed, in_order, renewed
from .room_owners import find_owned_rooms

_LIGHTS = frozenset({"light"})
# In letters: what is shorter begins too many words by chance.
_SHORTEST_FIRST = 4
_MOST_WORDS = 16384

_AND = re.compile(r"\s*[&+]\s*")

# The roles of words that name nothing and ask for nothing.
_SMALL = ("and", "articles", "fillers", "negations", "places", "pronouns", "questions")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Names:
    """Who answers to which words."""

    areas: Mapping[Phrase, frozenset[str]] = field(default_factory=dict)
    floors: Mapping[Phrase, frozenset[str]] = field(default_factory=dict)
    entities: Mapping[Phrase, tuple[str, ...]] = field(default_factory=dict)
    """Exposed entities by their full names."""

    words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Exposed entities by each word of their names."""

    hints: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Exposed entities by each word of their ids: what a thing is, where its name is a brand."""

    labels: Mapping[Phrase, tuple[str, ...]] = field(default_factory=dict)
    """Exposed entities by what they, their devices or their rooms are labelled."""

    in_area: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_domain: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    treated: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By a domain, what is of another and is among its things because somebody says so."""

    content: frozenset[str] = frozenset()
    """The words of names, and of the language those for things and what is done with them."""

    called: frozenset[str] = frozenset()
    """Every word of a name in this home."""

    verbs: frozenset[str] = frozenset()
    """The words by which something is asked for."""

    vocabulary: frozenset[str] = frozenset()
    """Every word that means something in this home, the language's own among them."""

    compounded: frozenset[str] = frozenset()
    """Of these, what a compound may begin with: the "was" of "wasmachine" would vanish."""

    told: frozenset[str] = frozenset()
    """Other words that the language knows: no slips, but no parts of a compound either."""

    spellings: Mapping[str, str] = field(default_factory=dict)
    """Of these, those with accents by how they look without."""

    layout: Layout = field(default_factory=Layout)
    """Where they were taken from."""

    def is_person(self, words: Phrase) -> bool:
        """Whether somebody who lives here is called so."""
        ids = self.entities.get(words, ())
        return bool(ids) and all(entity_id.startswith("person.") for entity_id in ids)


type WordsLookup = Callable[[Snapshot, Language], tuple[Lexicon, Names]]
"""Finds the words of a language, and the names of a home in it."""


def gather_names(layout: Layout, lexicon: Lexicon, known: Names | None = None) -> Names:
    """Take up every name in a home; from the names known before, whatever did not change."""
    known = known or Names()
    gone, new = map(_exposed, changed(known.layout.entities, layout.entities))
    called = (_called(gone, lexicon), _called(new, lexicon))
    words = renewed(
        known.words, *called, known_by=partial(_words_in, lexicon=lexicon), kept_as=frozenset
    )
    hints = renewed(known.hints, gone, new, known_by=_hints, kept_as=frozenset)
    areas, floors = known.areas, known.floors
    moved = any(changed(known.layout.floors, layout.floors))
    if moved:
        floors = PhraseMeanings(
            add_storeys(_gather_places(layout.floors, lexicon), layout, lexicon)
        )
    # What things are called is no other word for a room, nor is the name of a floor a short one.
    if words is not known.words or moved or any(changed(known.layout.areas, layout.areas)):
        places = _gather_places(layout.areas, lexicon)
        short = _add_short_names(places, lexicon)
        named = {phrase: ids for phrase, ids in short.items() if phrase not in floors} | places
        named = {**find_owned_rooms(layout.areas, lexicon), **named}
        areas = PhraseMeanings(add_other_words(named, layout, words, lexicon))
    labels = _gather_labels(layout, lexicon) if layout.labels else {}
    called_so = frozenset(words).union(*areas, *floors)
    vocabulary = own_words(lexicon).union(called_so, *labels)
    in_some_order = partial(renewed, kept_as=in_order)
    return Names(
        areas=areas,
        floors=floors,
        labels=labels,
        content=(_own_content(lexicon) | called_so) - _words_for_all(lexicon),
        called=called_so,
        verbs=frozenset(lexicon.acts),
        vocabulary=vocabulary,
        compounded=vocabulary - (function_words(lexicon) - called_so),
        told=_told(lexicon),
        spellings=accents_by_plain_spelling(vocabulary),
        entities=in_some_order(known.entities, *called, known_by=iter),
        words=words,
        hints=hints,
        in_area=in_some_order(known.in_area, gone, new, known_by=_area),
        by_domain=in_some_order(known.by_domain, gone, new, known_by=_domain),
        treated=in_some_order(known.treated, gone, new, known_by=_treated),
        layout=layout,
    )


def _names_and_make(entity: Entity) -> tuple[str, ...]:
    """The names of a thing, and its make where its id tells one: a "Roomba" called Rosie."""
    makes = make_words().intersection(entity.entity_id.partition(".")[2].split("_"))
    return (*entity.names, *makes) if makes else entity.names


def _exposed(entities: Mapping[str, Entity]) -> Mapping[str, Entity]:
    return {id_: entity for id_, entity in entities.items() if entity.exposed}


def _called(entities: Mapping[str, Entity], lexicon: Lexicon) -> Mapping[str, set[Phrase]]:
    """The names of entities, each as its words."""
    return {
        id_: {
            phrase for name in speakable(_names_and_make(entity)) if (phrase := lexicon.words(name))
        }
        for id_, entity in entities.items()
    }


def _words_in(phrases: Iterable[Phrase], lexicon: Lexicon) -> Iterable[str]:
    """The words of names, and what a lamp is called in short: "Esstisch" of "Esstischlampe"."""
    words = frozenset(chain.from_iterable(phrases))
    return words.union(*(_shortened(word, lexicon) for word in words))


@lru_cache(maxsize=_MOST_WORDS)
def _shortened(word: str, lexicon: Lexicon) -> frozenset[str]:
    """A compound that ends in a word for a lamp, without that; none that means something else."""
    cuts = range(_SHORTEST_FIRST, len(word)) if lexicon.compound_links else ()
    ends = (cut for cut in cuts if lexicon.kinds.get((word[cut:],)) == _LIGHTS)
    first = word[: next(ends, 0)]
    ways = {first.removesuffix(link) for link in lexicon.compound_links if first.endswith(link)}
    return frozenset(
        way
        for way in ways
        if len(way) >= _SHORTEST_FIRST
        and way not in lexicon.vocabulary
        and not any(map(is_room, concepts_in(way)))
    )


def _area(entity: Entity) -> Iterable[str]:
    return (entity.area_id,) if entity.area_id else ()


def words_of_id(entity_id: str) -> str:
    """What an id says as a name, without its domain."""
    return entity_id.partition(".")[2].replace("_", " ")


def _hints(entity: Entity) -> Iterable[str]:
    return {word for word in tokens(words_of_id(entity.entity_id)) if word}


def _domain(entity: Entity) -> Iterable[str]:
    return (entity.domain,)


def _treated(entity: Entity) -> Iterable[str]:
    return () if entity.treated_as is None or entity.kind == entity.domain else (entity.kind,)


@cache
def own_words(lexicon: Lexicon) -> frozenset[str]:
    """Every word that a language knows, and what is made of it."""
    return lexicon.vocabulary.union(lexicon.contractions)


@cache
def _told(lexicon: Lexicon) -> frozenset[str]:
    ordinary = (word for (word,) in lexicon.roles["ordinary"])
    return lexicon.told.union(word + end for word in ordinary for end in lexicon.endings)


@cache
def _own_content(lexicon: Lexicon) -> frozenset[str]:
    return lexicon.content


@cache
def function_words(lexicon: Lexicon) -> frozenset[str]:
    """The small words of a sentence that are not also words for things, or for how they are."""
    roles = (lexicon.roles[role] for role in _SMALL)
    small = chain(*roles, *lexicon.asking.values())
    things = (lexicon.kinds, lexicon.attributes, lexicon.colours, lexicon.states)
    telling = {phrase[0] for phrases in things for phrase in phrases if len(phrase) == 1}
    return frozenset(word for phrase in small for word in phrase) - telling


@cache
def _words_for_all(lexicon: Lexicon) -> frozenset[str]:
    """The words that stand for the whole home, which nobody should get by a slip."""
    roles = (lexicon.roles[role] for role in ("everywhere", "everything", "all"))
    return frozenset(word for phrases in roles for phrase in phrases for word in phrase)


def _gather_labels(layout: Layout, lexicon: Lexicon) -> dict[Phrase, tuple[str, ...]]:
    """Who carries which label: itself, by its device, or by its room."""
    by_label: dict[str, list[str]] = defaultdict(list)
    for entity in layout.entities.values():
        area = layout.area_of(entity)
        device = layout.devices.get(entity.device_id) if entity.device_id else None
        labels = entity.labels.union(device.labels if device else (), area.labels if area else ())
        for label in labels if entity.exposed else ():
            by_label[label].append(entity.entity_id)
    named = ((lexicon.words(label.name), label.label_id) for label in layout.labels.values())
    return {phrase: tuple(by_label[label]) for phrase, label in named if phrase and by_label[label]}


def _gather_places(
    places: Mapping[str, Area] | Mapping[str, Floor], lexicon: Lexicon
) -> dict[Phrase, frozenset[str]]:
    found: dict[Phrase, set[str]] = defaultdict(set)
    for place_id, place in places.items():
        for name in speakable((place.name, *place.aliases)):
            for phrase in _spoken(name, lexicon):
                found[phrase].add(place_id)
    return {phrase: frozenset(ids) for phrase, ids in found.items()}


def _spoken(name: str, lexicon: Lexicon) -> Iterable[Phrase]:
    """The words of a name, also with the "and" that a sign in it stands for: "Mum & Dad's"."""
    links = (link[0] for link in lexicon.roles["and"] if len(link) == 1 and link[0].isalpha())
    said = (_AND.sub(f" {link} ", name) for link in links) if _AND.search(name) else ()
    return {phrase for spelt in (name, *said) if (phrase := lexicon.words(spelt))}


def _add_short_names(
    places: dict[Phrase, frozenset[str]], lexicon: Lexicon
) -> dict[Phrase, frozenset[str]]:
    """The places, also by their last word if only one ends so: "office" for "Home Office".

    In some languages it is the first word that says what a room is: "camera" for "Camera da letto".
    More words than one are a name without whose it is, or without its number, if only one is left.
    """
    by_word: dict[str, set[str]] = defaultdict(set)
    at = 0 if lexicon.short_places == "first" else -1
    for phrase, ids in places.items():
        by_word[phrase[at]] |= ids
    short = {
        (word,): frozenset(ids)
        for word, ids in by_word.items()
        if len(ids) == 1
        and (word,) not in lexicon.kinds
        # the only room that ends in "room" is not the room
        and (at == 0 or (word,) not in lexicon.questions.of("rooms"))
        and (word,) not in lexicon.roles["here"]
        # nor is the "s" of "Mum & Dad's" a room
        and word not in lexicon.enclitics
        and word.isalpha()
    }
    return short | _find_parts(places, lexicon) | places


def _find_parts(
    places: Mapping[Phrase, frozenset[str]], lexicon: Lexicon
) -> dict[Phrase, frozenset[str]]:
    """Parts of names that are those of one place: "sewing room" for "Margaret's sewing room"."""
    parts: dict[Phrase, set[str]] = defaultdict(set)
    for phrase, ids in places.items():
        bare = phrase[:-1] if phrase[-1].isdigit() else phrase
        # What hangs on an owner goes with the owner.
        starts = (at + 1 for at, word in enumerate(bare) if word in lexicon.enclitics)
        for part in (bare, *(bare[start:] for start in starts)):
            if len(part) > 1 and part != phrase:
                parts[part] |= ids
    return {part: frozenset(ids) for part, ids in parts.items() if len(ids) == 1}


def add_other_words(
    places: dict[Phrase, frozenset[str]],
    layout: Layout,
    words: Mapping[str, frozenset[str]],
    lexicon: Lexicon,
) -> dict[Phrase, frozenset[str]]:
    """The places, also by other words for what they are if only one is it: "balcony", "Balkon".

    Not by words that things are called by, unless it is for being there: "Study Room Light".
    """
    by_concept: dict[str, set[str]] = defaultdict(set)
    for area_id, area in layout.areas.items():
        said = frozenset().union(*map(concepts_in, speakable((area.name, *area.aliases))))
        rooms = [concept for concept in finest(said) if is_room(concept)]
        for concept in rooms if len(rooms) == 1 else ():
            by_concept[concept].add(area_id)
    for finer, plain in MAIN_ROOMS.items():
        # "The bedroom" is the main one, where nothing else is just a bedroom.
        if finer in by_concept and plain not in by_concept:
            by_concept[plain] = set(by_concept[finer])
    if not by_concept.keys() & SIDES.keys():
        by_concept |= {
            side: by_concept[plain] for side, plain in SIDES.items() if plain in by_concept
        }
    phrases = load_spoken(lexicon).phrases
    taken = lexicon.kinds.keys() | lexicon.roles["here"] | lexicon.questions.of("rooms")
    meant: dict[Phrase, set[str]] = defaultdict(set)
    for concept, ids in by_concept.items():
        for phrase in () if concept in PLAIN_ROOMS else phrases.get(concept, ()):
            meant[phrase] |= ids
    others = {
        phrase: frozenset(ids)
        for phrase, ids in meant.items()
        if len(ids) == 1 and phrase not in taken and _find_areas(phrase, words, layout) <= ids
    }
    return others | places


def _find_areas(
    phrase: Phrase, words: Mapping[str, frozenset[str]], layout: Layout
) -> frozenset[str | None]:
    """Where the things are that are called by these words."""
    called = frozenset.intersection(*(words.get(word, frozenset()) for word in phrase))
    areas = (layout.area_of(layout.entities[entity_id]) for entity_id in called)
    return frozenset(area.area_id if area else None for area in areas)


type Floors = Mapping[Phrase, frozenset[str]]


def add_storeys(floors: Floors, layout: Layout, lexicon: Lexicon) -> dict[Phrase, frozenset[str]]:
    """The floors by name, and those above and below by what people call them from inside."""
    heights = _find_heights(floors, layout, lexicon)
    if len(set(heights.values())) < 2:  # noqa: PLR2004 - of one floor nothing is above or below
        return dict(floors)
    above = {height for height in heights.values() if height >= 0}
    # Above a cellar there may be no more than one storey; then the cellar is downstairs.
    ground = min(above if len(above) > 1 else heights.values())
    meant = {
        "upstairs": frozenset(floor_id for floor_id, height in heights.items() if height > ground),
        "downstairs": frozenset(
            floor_id for floor_id, height in heights.items() if height == ground
        ),
        "below": frozenset(floor_id for floor_id, height in heights.items() if height < ground),
        "top": frozenset(
            floor_id for floor_id, height in heights.items() if height == max(heights.values())
        ),
    }
    called = {
        phrase: ids
        for role, ids in meant.items()
        if ids
        for phrase in lexicon.roles[role]
        # "On the upper floor" is the floor that is called so.
        if not any(phrase[at:] in floors for at in range(1, len(phrase)))
    }
    return called | dict(floors)


def _find_heights(floors: Floors, layout: Layout, lexicon: Lexicon) -> dict[str, int]:
    """How high each floor is: as the home says, else as its name does, else as its id."""
    ids = {
        floor_id: lexicon.storeys[phrase]
        for floor_id in layout.floors
        if (phrase := lexicon.words(floor_id.replace("_", " "))) in lexicon.storeys
    }
    heights = ids | {
        floor_id: lexicon.storeys[phrase]
        for phrase, ids in floors.items()
        if phrase in lexicon.storeys
        for floor_id in ids
    }
    known = {
        floor.floor_id: floor.level for floor in layout.floors.values() if floor.level is not None
    }
    return heights | known
