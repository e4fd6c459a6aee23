"""The words of a target → the entities that are meant.

From the surest to the loosest: a full name; a place and a kind; words of a name; a kind alone.
Each step is taken only if the one before found nothing that could do what is asked.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cache
from itertools import groupby

from ..home import Entity
from .evidence import Dropped, How, Match, Why
from .frame import LONGEST_TARGET, Target, find_phrase, read_target, split_except
from .lexicon import Lexicon, Phrase
from .names import Names
from .targets import Scene, the_one
from .understanding import Refusal, UnresolvedError

type Suits = Callable[[Entity], bool]

# What hangs before a window has many names, and few people use the one that is configured.
_WINDOW_COVERINGS = frozenset({"cover.blind", "cover.curtain", "cover.shade", "cover.shutter"})


# More than anyone would listen to.
_MOST_ELSEWHERE = 3

_THERMOSTATS = frozenset({"climate", "climate.cool", "climate.heat"})
_NONE: frozenset[str] = frozenset()


class Resolver:
    """Finds the entities of one home that a target may mean."""

    def __init__(
        self,
        scene: Scene,
        lexicon: Lexicon,
        names: Names,
        suits: Suits,
        *,
        any_kind: bool = False,
    ) -> None:
        """Look only at what suits; `any_kind` if a place alone says enough."""
        self._any_kind = any_kind
        self._scene = scene
        self._lexicon = lexicon
        self._names = names
        self._suits = suits

    def resolve(
        self, words: Phrase, kinds: frozenset[str] = frozenset(), *, every: bool = False
    ) -> tuple[Entity, ...]:
        """Everything that is meant, of these kinds where the words name none.

        If `every`, all that fit, without a word of it. Raises `UnresolvedError` if nothing is
        meant, or we must ask.
        """
        if len(words) > LONGEST_TARGET:
            raise UnresolvedError(Refusal(key="no_intent"))
        words, left_out = split_except(words, self._lexicon)
        target = read_target(words, self._lexicon, self._names)
        if every:
            target = replace(target, marks=target.marks | {"all"})
        if kinds and not target.kinds:
            # Nobody said the kind, so nothing can be called by it.
            target = replace(target, kinds=kinds, words=())
        spared = self._spared(left_out) if left_out else ()
        named = self._named(words, every=every)
        found = named or self._described(target, words)
        hinted = () if found else self._hinted(target)
        found = found or hinted
        without = {entity.entity_id for entity in spared}
        left = tuple(entity for entity in found if entity.entity_id not in without)
        how = How.FULL_NAME if named else How.HINT if hinted else _how(target)
        self._scene.witness.found(
            words,
            (Match(entity_id=one.entity_id, how=how) for one in left),
            self._dropped(target, left, spared) if self._scene.witness.thorough else (),
        )
        if not left:
            missing = _missing(target, words, self._scene, self._lexicon)
            raise UnresolvedError(replace(missing, instead=self._elsewhere(target)))
        return left

    def _dropped(
        self, target: Target, found: tuple[Entity, ...], spared: tuple[Entity, ...]
    ) -> Iterable[Dropped]:
        """What shares a word, or place and kind, with what was said, and is not meant."""
        layout, states = self._scene.home.layout, self._scene.home.states
        named = frozenset().union(*(self._called(word) for word in target.words))
        for entity in layout.entities.values():
            nearly = entity.entity_id in named or (
                self._is_kind(entity, target.kinds) and self._is_there(entity, target)
            )
            if not nearly or entity in found or entity.entity_id not in states:
                continue
            if entity in spared:
                why = Why.LEFT_OUT
            elif not self._is_there(entity, target):
                why = Why.ELSEWHERE
            else:
                why = Why.LESS_LIKELY if self._suits(entity) else Why.CANNOT
            yield Dropped(entity_id=entity.entity_id, why=why)

    def _elsewhere(self, target: Target) -> tuple[str, ...]:
        """What there is of the kind in other places."""
        if target.names or not target.kinds or not (target.areas or target.floors):
            return ()
        anywhere = replace(target, areas=frozenset(), floors=frozenset(), marks=frozenset())
        found = self._of_kind(anywhere)[:_MOST_ELSEWHERE]
        areas = (self._scene.home.layout.area_of(one) for one in found)
        return tuple(
            f"{one.name} ({area.name})" if area else one.name
            for one, area in zip(found, areas, strict=True)
        )

    def _spared(self, words: Phrase) -> tuple[Entity, ...]:
        """What is left out; if that is not to be found, better to do nothing than too much."""
        resolver = Resolver(self._scene, self._lexicon, self._names, self._suits, any_kind=True)
        groups = groupby(words, key=lambda word: word == ",")
        named = [tuple(group) for is_comma, group in groups if not is_comma]
        return tuple(entity for one in named for entity in resolver.resolve(one))

    # A full name

    def _named(self, words: Phrase, *, every: bool) -> tuple[Entity, ...]:
        for start, end in _spans(words, self._names.entities):
            rest = read_target(words[:start] + words[end:], self._lexicon, self._names)
            if rest.names or (rest.kinds and words[start:end] in self._names.areas):
                continue
            ids = self._names.entities[words[start:end]]
            plain = self._plain_kinds(words[start:end])
            found = [
                entity
                for entity in self._entities(ids)
                if self._is_there(entity, rest)
                and self._may_be(entity, rest)
                and not self._is_kind(entity, plain)
            ]
            if found:
                if len(found) == 1 or rest.all or every:
                    return tuple(found)
                return (the_one(tuple(found), " ".join(words[start:end]), self._scene),)
        return ()

    def _plain_kinds(self, name: Phrase) -> frozenset[str]:
        """What has no name by this: "the light" is any light, beside one that is called so too."""
        plain = name in self._lexicon.roles["plain_kinds"]
        return self._lexicon.kinds.get(name, _NONE) if plain else _NONE

    # A place and a kind, words of a name, or a kind alone

    def _described(self, target: Target, words: Phrase) -> tuple[Entity, ...]:
        target = self._placed(target)
        if target.names:
            return self._labelled(target) or self._by_words(target)
        if target.everything or (self._any_kind and not target.kinds):
            return tuple(self._within(target))
        if not target.kinds:
            return ()
        found = self._of_kind(target)
        if not found:
            return self._by_words(replace(target, names=self._words_of_kinds(words)))
        return self._only(found) if target.single else self._of_these(found, target, words)

    def _of_these(
        self, found: tuple[Entity, ...], target: Target, words: Phrase
    ) -> tuple[Entity, ...]:
        """Which things of a kind are meant: all of them, those here, or one."""
        unplaced = not (target.areas or target.floors or target.everywhere or target.all)
        if unplaced and self._scene.area is not None:
            here = tuple(one for one in found if one.area_id == self._scene.area.area_id)
            found, unplaced = (here, False) if here else (found, True)
        if not target.plural and not target.all and (alone := self._named_so(found, target.words)):
            return alone
        lights = all(one.domain == "light" for one in found)
        if unplaced and target.plural and lights and self._scene.area is None:
            # As in Home Assistant, lights are all lights where no room is known.
            return found
        if len(found) == 1 or target.all or target.plural:
            return found if not unplaced else self._only(found)
        if unplaced or self._is_specific(words):
            called = self._by_word_of(found, words) or self._by_synonym(found, target)
            return called if len(called) == 1 else self._only(called or found)
        return found

    def _named_so(self, found: tuple[Entity, ...], words: Phrase) -> tuple[Entity, ...]:
        """The only one with all these words in its name: "the bedroom light" may be called so."""
        if len(words) < 2:  # noqa: PLR2004 - one word is a kind, not a name
            return ()
        ids = frozenset.intersection(*(self._called(word) for word in words))
        named = tuple(one for one in found if one.entity_id in ids)
        return named if len(named) == 1 else ()

    def _only(self, found: tuple[Entity, ...]) -> tuple[Entity, ...]:
        """The one that is meant; we ask if there are several."""
        return (the_one(found, "", self._scene),)

    def _is_specific(self, words: Phrase) -> bool:
        return any((word,) in self._lexicon.roles["specific"] for word in words)

    def _placed(self, target: Target) -> Target:
        if not target.here:
            return target
        if self._scene.area is None:
            # Nobody knows where "here" is, and it is surely not everywhere.
            raise UnresolvedError(Refusal(key="no_here"))
        return replace(target, areas=target.areas | {self._scene.area.area_id})

    def _of_kind(self, target: Target) -> tuple[Entity, ...]:
        domains = {kind.partition(".")[0] for kind in target.kinds}
        within = list(self._within(target, domains))
        exact = tuple(entity for entity in within if self._is_kind(entity, target.kinds))
        if exact:
            return exact
        for alike in (_WINDOW_COVERINGS, _THERMOSTATS):
            if target.kinds & alike:
                return tuple(entity for entity in within if self._is_kind(entity, alike))
        return ()

    def _labelled(self, target: Target) -> tuple[Entity, ...]:
        """Whatever carries a label, where several are spoken of: "the christmas lights"."""
        ids = self._names.labels.get(target.names, ())
        if not ids or not (target.plural or target.all or target.everything):
            return ()
        return tuple(
            entity
            for entity in self._entities(ids)
            if self._is_there(entity, target)
            and (not target.kinds or self._is_kind(entity, target.kinds))
        )

    def _by_words(self, target: Target) -> tuple[Entity, ...]:
        """Entities whose names hold all the words that are neither place nor kind."""
        if not target.names:
            return ()
        groups = [self._called(word) for word in target.names]
        ids = frozenset.intersection(*groups)
        found = tuple(
            entity
            for entity in self._entities(sorted(ids))
            if self._is_there(entity, target) and self._may_be(entity, target)
        )
        if len(found) <= 1 or target.all or target.plural:
            return found
        return (the_one(found, " ".join(target.words), self._scene),)

    def _hinted(self, target: Target) -> tuple[Entity, ...]:
        """The only thing whose name and id have all the words: a brand hides what it is."""
        if not target.names:
            return ()
        hints = self._names.hints
        groups = [self._called(word) | hints.get(word, frozenset()) for word in target.names]
        found = tuple(
            entity
            for entity in self._entities(sorted(frozenset.intersection(*groups)))
            if self._is_there(entity, target) and self._may_be(entity, target)
        )
        return found if len(found) == 1 else ()

    def _called(self, word: str) -> frozenset[str]:
        """Who has this word in a name; "bedsides" and "telly's" as well as "bedside"."""
        words = self._names.words
        known = (words[one] for one in (word, *self._lexicon.stems(word)) if one in words)
        return next(known, frozenset())

    def _by_word_of(self, found: tuple[Entity, ...], words: Phrase) -> tuple[Entity, ...]:
        # "The light" is any light, also beside one that is called "Garage light".
        kinds = {one.domain for one in found}
        plain = self._lexicon.roles["plain_kinds"]
        words = tuple(
            word for word in words if self._lexicon.stem(word) not in kinds and (word,) not in plain
        )
        said = [self._called(word) for word in self._kind_words(words)]
        return tuple(one for one in found if any(one.entity_id in ids for ids in said))

    def _by_synonym(self, found: tuple[Entity, ...], target: Target) -> tuple[Entity, ...]:
        """Those that are called by another word for the kind: the AC is the "Air conditioner"."""
        # Only where a kind is told apart finely do its words mean the same.
        fine = target.words and all("." in kind for kind in target.kinds)
        kinds = self._lexicon.kinds if fine else {}
        called = {
            entity_id
            for phrase, some in kinds.items()
            if some == target.kinds
            for entity_id in self._names.entities.get(phrase, ())
        }
        return tuple(one for one in found if one.entity_id in called)

    def _words_of_kinds(self, words: Phrase) -> Phrase:
        """What the kinds are called, word by word: the front door is no "garage door"."""
        small = self._lexicon.roles["articles"] | self._lexicon.roles["places"]
        said: list[str] = []
        at = 0
        while at < len(words):
            phrase = find_phrase(words, self._lexicon.kinds, at)
            telling = [word for word in phrase if (word,) not in small]
            if len(telling) > 1 or any(word in self._names.words for word in telling):
                said += telling
            at += len(phrase) or 1
        return tuple(said)

    def _kind_words(self, words: Phrase) -> Phrase:
        """The words for a kind that are words of names too; a garage door is not any door."""
        kept: list[str] = []
        position = 0
        while position < len(words):
            phrase = find_phrase(words, self._lexicon.kinds, position)
            if len(phrase) > 1 or (phrase and phrase[0] in self._names.words):
                kept.extend(phrase)
            position += len(phrase) or 1
        return tuple(kept)

    # What an entity is

    def _within(self, target: Target, domains: Collection[str] | None = None) -> Iterable[Entity]:
        """Everything in the places that were named, of some domains if only those will do."""
        names = self._names
        groups: Iterable[Iterable[str]]
        if target.areas or target.floors:
            groups = (names.in_area.get(area, ()) for area in sorted(self._areas(target)))
        else:
            groups = (names.by_domain.get(one, ()) for one in sorted(domains or names.by_domain))
        ids = (
            id_
            for group in groups
            for id_ in group
            if domains is None or id_.partition(".")[0] in domains
        )
        return (entity for entity in self._entities(ids) if self._is_there(entity, target))

    def _areas(self, target: Target) -> frozenset[str]:
        """The rooms that were named, else those of the floors that were."""
        layout = self._scene.home.layout
        return target.areas or frozenset(
            one.area_id for one in layout.areas.values() if one.floor_id in target.floors
        )

    def _entities(self, ids: Iterable[str]) -> Iterable[Entity]:
        home = self._scene.home
        for entity_id in ids:
            entity = home.layout.entities[entity_id]
            if entity_id in home.states and self._suits(entity):
                yield entity

    def _is_there(self, entity: Entity, target: Target) -> bool:
        if target.areas and entity.area_id not in target.areas:
            return False
        if not target.floors:
            return True
        area = self._scene.home.layout.area_of(entity)
        return area is not None and area.floor_id in target.floors

    def _is_kind(self, entity: Entity, kinds: frozenset[str]) -> bool:
        if entity.domain in kinds or f"{entity.domain}.{entity.device_class}" in kinds:
            return True
        if entity.domain != "climate":
            return False
        # What heats and what cools is told by its modes, as thermostats have no other classes.
        modes = self._scene.home.states[entity.entity_id].attributes.get("hvac_modes") or ()
        return any(f"climate.{mode}" in kinds for mode in modes) or (
            bool(kinds & {"climate.heat", "climate.cool"}) and "heat_cool" in modes
        )

    def _may_be(self, entity: Entity, target: Target) -> bool:
        """Whether the kind that was said does not speak against it."""
        kinds = target.kinds
        if not kinds or self._is_kind(entity, kinds):
            return True
        if kinds & _WINDOW_COVERINGS and entity.domain == "cover":
            return True
        if entity.domain == "climate" and kinds & _THERMOSTATS:
            return True
        said = {word for word in target.words if self._lexicon.kinds.get((word,), _NONE) & kinds}
        said |= {self._lexicon.stem(word) for word in said}
        return any(entity.entity_id in self._names.words.get(word, ()) for word in said)


def _how(target: Target) -> How:
    if target.names:
        return How.WORDS
    if target.kinds:
        return How.PLACE_AND_KIND if target.areas or target.floors or target.here else How.KIND
    return How.EVERYTHING if target.everything else How.PLACE


@cache
def _words_for(kinds: frozenset[str], lexicon: Lexicon) -> frozenset[str]:
    """Every word that some kinds of thing go by."""
    return frozenset(
        word for phrase, some in lexicon.kinds.items() if some & kinds for word in phrase
    )


def _spans(words: Phrase, phrases: object) -> list[tuple[int, int]]:
    """Where known phrases stand among the words, the longest first."""
    count = len(words)
    spans = [
        (start, end)
        for start in range(count)
        for end in range(start + 1, min(count, start + 8) + 1)
        if words[start:end] in phrases  # type: ignore[operator]
    ]
    return sorted(spans, key=lambda span: (span[0] - span[1], span[0]))


def _missing(target: Target, words: Phrase, scene: Scene, lexicon: Lexicon) -> Refusal:
    """What is not there, in the words of the intents project."""
    layout = scene.home.layout
    place = next((layout.areas[one].name for one in sorted(target.areas)), None)
    if target.names:
        missing = _as_said(" ".join(target.names), scene.heard)
        if not place and stands_as_place(words.index(target.names[0]), words, lexicon):
            return Refusal(key="no_area", arguments={"area": missing})
        return _refusal("entity", missing, place)
    if not target.kinds:
        return _refusal("entity", " ".join(target.words), None)
    domain, _, device_class = min(target.kinds).partition(".")
    said = " ".join(_kind_said(words, lexicon))
    if device_class and said and device_class.replace("_", " ") not in said:
        # What Home Assistant calls it is not what this person does.
        return _refusal("entity", _as_said(said, scene.heard), place)
    if device_class and domain != "climate":
        return _refusal("device_class", device_class.replace("_", " "), place)
    return _refusal("domain", domain, place)


def _kind_said(words: Phrase, lexicon: Lexicon) -> Phrase:
    found = (find_phrase(words, lexicon.kinds, at) for at in range(len(words)))
    return next((phrase for phrase in found if phrase), ())


def _as_said(words: str, heard: str) -> str:
    """The words as the person wrote them."""
    at = heard.lower().find(words)
    return heard[at : at + len(words)] if at >= 0 else words


def _refusal(subject: str, missing: str, place: str | None) -> Refusal:
    if place is None:
        return Refusal(key=f"no_{subject}", arguments={subject: missing})
    return Refusal(key=f"no_{subject}_in_area", arguments={subject: missing, "area": place})


def stands_as_place(at: int, words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the word at this place comes after "in the" or the like."""
    for word in reversed(words[:at]):
        if (word,) in lexicon.roles["places"]:
            return True
        if (word,) not in lexicon.roles["articles"]:
            return False
    return False
