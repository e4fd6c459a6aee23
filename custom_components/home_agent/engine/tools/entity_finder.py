"""Finds exposed entities by id, pattern or name, as a model gives them.

What is not exposed is treated exactly as what does not exist: in what is found, in what is
offered instead, and in every error.
"""

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase

from ..authority import Authority
from ..home import Entity, Snapshot
from ..home.domains import Trait, with_trait
from ..language import load_language, match_language
from ..reading_threads import ReadingThreads
from ..understand.clauses.frame import read_target
from ..understand.effort import Effort, GivenUpError, count_looks
from ..understand.grammar.targets import Scene
from ..understand.lexicon.lexicon import Lexicon
from ..understand.resolve.names import Names, WordsLookup
from ..understand.resolve.resolve import Resolver
from ..understand.text.words import tokens
from ..understand.understanding import Question, UnresolvedError
from ..understand.utterance import Utterance
from .text import clean

type EntityPredicate = Callable[[Entity], bool]

_MOST_CANDIDATES = 8
_MOST_NEAREST = 5
_MOST_COMPARED = 3000
_MOST_ASKED = 500
_LONGEST_ASKED = 300
_ENGLISH = "en"

# Who says "everything" means what is switched by hand, not the heating or the alarm.
_BY_HAND = with_trait(Trait.BY_HAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityFilter:
    """What the entities are looked for."""

    suits: EntityPredicate = lambda _entity: True
    """What a pattern, a room or a name may mean; an id may mean anything."""

    kinds: frozenset[str] = frozenset()
    """Where only a room is said: what is meant there. Any that suits, if there are none."""

    every: bool = False
    """Whether a name that several things have means all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntities:
    """The entities that were found, and errors for the rest."""

    entities: tuple[Entity, ...] = ()
    problems: tuple[str, ...] = ()


def split_names(asked: str | list[str], home: Snapshot) -> tuple[str, ...]:
    """Split what is asked for: one name, a list, or several with commas."""
    listed = [asked] if isinstance(asked, str) else asked
    whole = {name.casefold() for entity, _state in home.exposed() for name in _names(entity)}
    return tuple(
        part.strip()
        for name in listed
        for part in ([name] if name.strip().casefold() in whole else name.split(","))
        if part.strip()
    )


def find_by_id(asked: str, home: Snapshot) -> tuple[Entity, ...] | None:
    """The entities with this id or pattern; None if it is neither."""
    plain = asked.strip().casefold()
    if "*" in plain or "?" in plain:
        return tuple(
            entity for entity, _state in home.exposed() if fnmatchcase(entity.entity_id, plain)
        )
    entity = home.layout.entities.get(plain)
    if entity is None or not entity.exposed or plain not in home.states:
        return None
    return (entity,)


class EntityFinder:
    """Finds entities by what a model calls them."""

    def __init__(self, words_of: WordsLookup, threads: ReadingThreads | None = None) -> None:
        """Look names up with `Understander.words_of`, in these threads or in any."""
        self._words_of = words_of
        self._threads = threads

    async def find(
        self,
        asked: str | list[str],
        home: Snapshot,
        authority: Authority,
        wanted: EntityFilter,
    ) -> FoundEntities:
        """Find all entities that are meant, in a thread, since names take a while."""
        if self._threads is None:
            return await asyncio.to_thread(self._find, asked, home, authority, wanted)
        return await self._threads.run(authority.asker, self._find, asked, home, authority, wanted)

    def _find(
        self,
        asked: str | list[str],
        home: Snapshot,
        authority: Authority,
        wanted: EntityFilter,
    ) -> FoundEntities:
        entities: dict[str, Entity] = {}
        problems: list[str] = []
        parts = split_names(asked, home)
        if len(parts) > _MOST_ASKED:
            return FoundEntities(problems=(f"Ask for {_MOST_ASKED} things at most.",))
        for part in parts:
            found = self._counted(part, home, authority, wanted)
            entities |= {entity.entity_id: entity for entity in found.entities}
            problems += found.problems
        return FoundEntities(entities=tuple(entities.values()), problems=tuple(problems))

    def _counted(
        self, asked: str, home: Snapshot, authority: Authority, wanted: EntityFilter
    ) -> FoundEntities:
        """Resolve a name within a limit of effort."""
        nothing = FoundEntities(problems=(f"There is no '{clean(asked)}' in this home.",))
        if len(asked) > _LONGEST_ASKED:
            return nothing
        try:
            with count_looks(Effort()) as effort:
                effort.allow_home(len(home.layout.entities))
                return self._one(asked, home, authority, wanted)
        except GivenUpError:
            return nothing

    def _one(
        self, asked: str, home: Snapshot, authority: Authority, wanted: EntityFilter
    ) -> FoundEntities:
        found = find_by_id(asked, home)
        if found is None:
            return self._by_name(asked, home, authority, wanted)
        if len(found) > 1 or "*" in asked:
            able = tuple(entity for entity in found if wanted.suits(entity))
            found = (
                _by_hand(able, wanted) if asked.partition(".")[0] in ("", "*") else able or found
            )
        if not found:
            return FoundEntities(problems=(f"Nothing fits '{clean(asked)}'.",))
        return FoundEntities(entities=found)

    def _by_name(
        self, asked: str, home: Snapshot, authority: Authority, wanted: EntityFilter
    ) -> FoundEntities:
        """The entities with this name, in the person's language, else in English."""
        codes = dict.fromkeys((match_language(authority.language), _ENGLISH))
        area = home.layout.areas.get(authority.area_id or "")
        scene = Scene(heard=asked, home=home, area=area)
        for code in () if _is_like_an_id(asked) else codes:
            lexicon, names = self._words_of(home, load_language(code))
            try:
                return FoundEntities(
                    entities=_meant(lexicon.words(asked), scene, lexicon, names, wanted)
                )
            except UnresolvedError as unresolved:
                if isinstance(unresolved.instead, Question):
                    return _ambiguous(asked, unresolved.instead.candidates, home)
        return FoundEntities(problems=(_unknown(asked, home),))


def _meant(
    words: tuple[str, ...],
    scene: Scene,
    lexicon: Lexicon,
    names: Names,
    wanted: EntityFilter,
) -> tuple[Entity, ...]:
    """The entities that the fast tier finds for these words. Raises `UnresolvedError`."""
    target = read_target(words, lexicon, names)
    only_a_place = not (target.kinds or target.names or target.everything)
    kinds = wanted.kinds if only_a_place else frozenset()
    utterance = Utterance(words=words, scene=scene, lexicon=lexicon, names=names)
    resolver = Resolver(utterance, wanted.suits, any_kind=not kinds)
    found = resolver.resolve(words, kinds, every=wanted.every or bool(kinds))
    return _by_hand(found, wanted) if target.everything else found


def _by_hand(entities: tuple[Entity, ...], wanted: EntityFilter) -> tuple[Entity, ...]:
    return tuple(entity for entity in entities if not wanted.kinds or entity.domain in _BY_HAND)


def _ambiguous(asked: str, candidates: Iterable[str], home: Snapshot) -> FoundEntities:
    listed = _listed([*candidates][:_MOST_CANDIDATES], home)
    return FoundEntities(
        problems=(f"'{clean(asked)}' may be several: {listed}. Use the entity ids.",)
    )


def _unknown(asked: str, home: Snapshot) -> str:
    near = _listed(_nearest(asked, home), home)
    hint = f" The nearest are: {near}." if near else ""
    return f"There is no '{clean(asked)}' in this home.{hint}"


def _listed(entity_ids: Iterable[str], home: Snapshot) -> str:
    """Ids with names and areas, for the model."""
    told = []
    for entity_id in entity_ids:
        entity = home.layout.entities[entity_id]
        area = home.layout.area_of(entity)
        where = f", {clean(area.name, 40)}" if area else ""
        told.append(f"{entity_id} ({clean(entity.name, 60)}{where})")
    return "; ".join(told)


def _nearest(asked: str, home: Snapshot) -> list[str]:
    """The entities that share most words with this, else those spelt alike."""
    wanted = set(tokens(asked.partition(".")[2].replace("_", " ") or asked))
    shared = {entity.entity_id: len(wanted & _words(entity)) for entity, _state in home.exposed()}
    best = sorted(
        (entity_id for entity_id in shared if shared[entity_id]),
        key=lambda entity_id: (-shared[entity_id], entity_id),
    )
    if best or len(shared) > _MOST_COMPARED:
        return best[:_MOST_NEAREST]
    return get_close_matches(asked.replace(" ", "_").casefold(), shared, n=_MOST_NEAREST)


def _words(entity: Entity) -> set[str]:
    spelt = entity.entity_id.partition(".")[2].replace("_", " ")
    return set(tokens(" ".join((spelt, *_names(entity)))))


def _names(entity: Entity) -> tuple[str, ...]:
    return (entity.name, *entity.names)


def _is_like_an_id(asked: str) -> bool:
    return re.fullmatch(r"[a-z0-9_]+\.[\w*?]+", asked.casefold()) is not None
