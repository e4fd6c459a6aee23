"""The words of a target → the entities that are meant.

From the surest to the loosest: a full name; a place and a kind; words of a name; a kind alone;
words of an id; whatever every word fits.
Each step is taken only if the one before found nothing that could do what is asked.
"""

from contextlib import suppress
from dataclasses import replace
from itertools import groupby

from ...home import Entity
from ..clauses.frame import LONGEST_TARGET, Target, read_target, small_words, split_except
from ..evidence import Match, MatchMethod, find_method
from ..grammar.targets import pick_target
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase, find_spans
from ..understanding import Question, Refusal, UnresolvedError
from ..utterance import Utterance
from .candidates import Candidates, EntityPredicate
from .descriptions import find_in_rooms_of, find_outdoors, take_outdoors
from .fitting import PhraseFitter
from .lamp_types import are_other_lamps, find_lamp_types, is_of_lamp_type, of_lamp_type
from .near_matches import NearMatches
from .refusals import refuse_missing

# More than anyone would name in one breath, for one thing.
_MOST_NAMES = 6

_NONE: frozenset[str] = frozenset()
_LIGHTS = frozenset({"light"})


class Resolver:
    """Finds the entities of one home that a target may mean."""

    def __init__(
        self,
        utterance: Utterance,
        suits: EntityPredicate,
        *,
        any_kind: bool = False,
    ) -> None:
        """Look only at what suits; `any_kind` if a place alone says enough."""
        self._utterance = utterance
        self._any_kind = any_kind
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon
        self._names = utterance.names
        self._suits = suits
        self._things = Candidates(utterance, suits)
        self._beside = NearMatches(utterance, suits, self._things)

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
        spared = self.resolve_spared(left_out, target.kinds) if left_out else ()
        named = self._find_named(words, every=every)
        found = named or self._find_described(target, words)
        hinted = () if found else self._find_hinted(target)
        fitting = () if found or hinted else self._find_fitting(words, target)
        found = found or hinted or fitting or self._find_outside(words, every=every)
        without = {entity.entity_id for entity in spared}
        left = tuple(entity for entity in found if entity.entity_id not in without)
        ways = ((named, MatchMethod.FULL_NAME), (hinted, MatchMethod.HINT))
        otherwise = MatchMethod.FITTING if fitting else find_method(target)
        how = next((way for meant, way in ways if meant), otherwise)
        self._utterance.evidence.add_matches(
            words,
            (Match(entity_id=entity.entity_id, method=how) for entity in left),
            self._beside.find_dropped(target, left, spared) if self._scene.thorough else (),
        )
        types = _NONE if named else find_lamp_types(words, self._lexicon)
        if types and left and are_other_lamps(left, types, self._scene):
            raise UnresolvedError(Refusal(key="no_entity", arguments={"entity": " ".join(words)}))
        if not left:
            refusal = refuse_missing(target, words, self._utterance)
            raise UnresolvedError(self._beside.add_to(refusal, target))
        return left

    def resolve_spared(self, words: Phrase, kinds: frozenset[str] = _NONE) -> tuple[Entity, ...]:
        """What is left out; if that is not to be found, better to do nothing than too much.

        Where it is only somebody's or somewhere, it is of these kinds: "all lamps but Ann's".
        """
        groups = groupby(words, key=lambda word: word == ",")
        named = [tuple(group) for is_comma, group in groups if not is_comma]
        return tuple(entity for part in named for entity in self._resolve_left_out(part, kinds))

    def _resolve_left_out(self, words: Phrase, kinds: frozenset[str]) -> tuple[Entity, ...]:
        if split_except(words, self._lexicon)[1]:
            # Nobody leaves out something of what is left out.
            raise UnresolvedError(Refusal(key="no_intent"))
        suiting = Resolver(self._utterance, self._suits, any_kind=True)
        target = read_target(words, self._lexicon, self._names)
        if kinds and not target.kinds:
            # Better to spare all in somebody's room than too little.
            ids = find_in_rooms_of(self._drop_enclitics(target.names), self._names.layout)
            there = self._things.entities(sorted(ids))
            owned = tuple(entity for entity in there if self._things.is_kind(entity, kinds))
            with suppress(UnresolvedError):
                return (*suiting.resolve(words, kinds), *owned)
            if owned:
                return owned
        try:
            return suiting.resolve(words)
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question):
                raise
            # What is there but could not be meant anyway is easily spared.
            anything = Resolver(self._utterance, lambda _entity: True, any_kind=True)
            return anything.resolve(words)

    # A full name

    def _find_named(self, words: Phrase, *, every: bool) -> tuple[Entity, ...]:
        for start, end in find_spans(words, self._names.entities, most=_MOST_NAMES):
            rest = read_target(words[:start] + words[end:], self._lexicon, self._names)
            stranger = rest.names and not self._is_whose(words, start, rest)
            if stranger or (rest.kinds and words[start:end] in self._names.areas):
                continue
            ids = self._names.entities[words[start:end]]
            plain = self._find_plain_kinds(words[start:end])
            found = [
                entity
                for entity in self._things.entities(ids)
                if self._things.is_there(entity, rest)
                and self._things.may_be(entity, rest)
                and not self._things.is_kind(entity, plain)
            ]
            if found:
                if len(found) == 1 or rest.all or every:
                    return tuple(found)
                return (pick_target(tuple(found), " ".join(words[start:end]), self._scene),)
        return ()

    def _is_whose(self, words: Phrase, at: int, rest: Target) -> bool:
        """Whether what is said besides a name is only whose it is: "Grandma's record player"."""
        owned = words[at - 1 : at] and words[at - 1] in self._lexicon.enclitics
        return bool(owned) and self._names.is_person(rest.names)

    def _find_plain_kinds(self, name: Phrase) -> frozenset[str]:
        """What has no name by this: "the light" is any light, beside one that is called so too."""
        plain = name in self._lexicon.roles["plain_kinds"]
        return self._lexicon.kinds.get(name, _NONE) if plain else _NONE

    # A place and a kind, words of a name, or a kind alone

    def _find_described(self, target: Target, words: Phrase) -> tuple[Entity, ...]:
        target = self._place_here(target)
        if target.names:
            return self._find_labelled(target) or self._find_by_words(target)
        if target.everything or (self._any_kind and not target.kinds):
            return self._find_everything(target)
        if not target.kinds:
            return ()
        if target.clashing:
            return self._find_clashing(target)
        found = self._things.of_kind(target)
        if not found:
            return self._find_by_words(replace(target, names=self._words_of_kinds(words)))
        return self._pick_one(found) if target.single else self._narrow(found, target, words)

    def _find_everything(self, target: Target) -> tuple[Entity, ...]:
        """Whatever there is: in the places that were named, else here, else in the whole home."""
        area = self._scene.area
        placed = target.areas or target.floors or target.everywhere or self._any_kind
        if area is not None and not placed:
            here = replace(target, areas=frozenset({area.area_id}))
            if found := tuple(self._things.within(here)):
                return found
        return tuple(self._things.within(target))

    def _find_clashing(self, target: Target) -> tuple[Entity, ...]:
        """Things of one of the kinds that are called after the others: "the lamp of the radio".

        No word is left out: all lamps are too many where those of the radio were meant.
        """
        found = {
            entity.entity_id: entity
            for said, kinds in target.clashing
            for entity in self._things.of_kind(replace(target, kinds=kinds))
            if all(
                self._is_called(entity, phrase) for phrase, _ in target.clashing if phrase != said
            )
        }
        entities = tuple(found.values())
        if len(entities) <= 1 or target.all or target.plural:
            return entities
        return self._pick_one(entities)

    def _is_called(self, entity: Entity, words: Phrase) -> bool:
        hints = self._names.hints
        return all(
            entity.entity_id in self._things.called(word) | hints.get(word, _NONE)
            for word in words
            if (word,) not in small_words(self._lexicon)
        )

    def _narrow(
        self, found: tuple[Entity, ...], target: Target, words: Phrase
    ) -> tuple[Entity, ...]:
        """Which things of a kind are meant: all of them, those here, or one."""
        unplaced = not (target.areas or target.floors or target.everywhere or target.all)
        if unplaced and self._scene.area is not None:
            here = tuple(entity for entity in found if entity.area_id == self._scene.area.area_id)
            found, unplaced = (here, False) if here else (found, True)
        if (
            not target.plural
            and not target.all
            and (alone := self._find_named_so(found, target.words))
        ):
            return alone
        lights = all(self._things.is_kind(entity, _LIGHTS) for entity in found)
        types = find_lamp_types(words, self._lexicon) if lights else _NONE
        if types and (called := of_lamp_type(found, types)):
            # Where some are called spots, "the spots" are no others.
            found, unplaced = called, unplaced and not target.plural
        elif unplaced and target.plural and lights and not types and self._scene.area is None:
            # As in Home Assistant, lights are all lights where no room is known.
            return found
        if len(found) == 1 or target.all or target.plural:
            return found if not unplaced else self._pick_one(found)
        if unplaced or self._is_specific(words):
            called = self._filter_by_words(found, words) or self._filter_by_synonym(found, target)
            return called if len(called) == 1 else self._pick_one(called or found)
        return found

    def _find_named_so(self, found: tuple[Entity, ...], words: Phrase) -> tuple[Entity, ...]:
        """The only one with all these words in its name: "the bedroom light" may be called so."""
        if len(words) < 2:  # noqa: PLR2004 - one word is a kind, not a name
            return ()
        ids = frozenset.intersection(*(self._things.called(word) for word in words))
        named = tuple(entity for entity in found if entity.entity_id in ids)
        return named if len(named) == 1 else ()

    def _pick_one(self, found: tuple[Entity, ...]) -> tuple[Entity, ...]:
        """The one that is meant; we ask if there are several."""
        return (pick_target(found, "", self._scene),)

    def _is_specific(self, words: Phrase) -> bool:
        return any((word,) in self._lexicon.roles["specific"] for word in words)

    def _place_here(self, target: Target) -> Target:
        if not target.here:
            return target
        if self._scene.area is None:
            # Nobody knows where "here" is, and it is surely not everywhere.
            raise UnresolvedError(Refusal(key="no_here"))
        return replace(target, areas=target.areas | {self._scene.area.area_id})

    def _find_labelled(self, target: Target) -> tuple[Entity, ...]:
        """Whatever carries a label, where several are spoken of: "the christmas lights"."""
        ids = self._names.labels.get(target.names, ())
        if not ids or not (target.plural or target.all or target.everything):
            return ()
        return tuple(
            entity
            for entity in self._things.entities(ids)
            if self._things.is_there(entity, target)
            and (not target.kinds or self._things.is_kind(entity, target.kinds))
        )

    def _find_by_words(self, target: Target) -> tuple[Entity, ...]:
        """Entities whose names hold all the words that are neither place nor kind."""
        if not self._names_something(target):
            return ()
        groups = [self._things.called(word) for word in self._drop_enclitics(target.names)]
        ids = frozenset.intersection(*groups)
        found = tuple(
            entity
            for entity in self._things.entities(sorted(ids))
            if self._things.is_there(entity, target) and self._things.may_be(entity, target)
        )
        found = self._find_other_sort(target, found) or found
        if len(found) <= 1 or target.all or target.plural:
            return found
        return (pick_target(found, " ".join(target.words), self._scene),)

    def _find_other_sort(self, target: Target, found: tuple[Entity, ...]) -> tuple[Entity, ...]:
        """The one of the sort that was said, where what has the name is of another sort.

        "Giada's ceiling lamp" is the one in her room, and not the moon that is called after her.
        """
        types = find_lamp_types(target.words, self._lexicon) if found else _NONE
        if not types or any(is_of_lamp_type(entity, types) for entity in found):
            return ()
        fitting = PhraseFitter(self._utterance, self._things).find(target.words, target)
        meant = of_lamp_type(fitting, types)
        return meant if len(meant) == 1 else ()

    def _drop_enclitics(self, words: Phrase) -> Phrase:
        """The words less what makes the one before somebody's: the "s" of "Priya's"."""
        return tuple(word for word in words if word not in self._lexicon.enclitics) or words

    def _names_something(self, target: Target) -> bool:
        """Whether there is a name: "that room" is nothing that is called after another room."""
        rooms = self._lexicon.questions.of("rooms")
        return any((word,) not in rooms for word in target.names)

    def _find_hinted(self, target: Target) -> tuple[Entity, ...]:
        """The only thing whose name and id have all the words: a brand hides what it is."""
        if not self._names_something(target):
            return ()
        hints = self._names.hints
        groups = [
            self._things.called(word) | hints.get(word, frozenset())
            for word in self._drop_enclitics(target.names)
        ]
        found = tuple(
            entity
            for entity in self._things.entities(sorted(frozenset.intersection(*groups)))
            if self._things.is_there(entity, target) and self._things.may_be(entity, target)
        )
        return found if len(found) == 1 else ()

    def _find_fitting(self, words: Phrase, target: Target) -> tuple[Entity, ...]:
        """What every word fits, be it by its name, its room, its device or what it is."""
        named = self._names_something(target)
        if target.everything or not (target.kinds or named) or (target.names and not named):
            return ()
        target = self._place_here(target)
        found = PhraseFitter(self._utterance, self._things).find(words, target)
        if len(found) <= 1 or target.all or target.plural:
            return found
        return (pick_target(found, " ".join(target.words), self._scene),)

    def _find_outside(self, words: Phrase, *, every: bool) -> tuple[Entity, ...]:
        """What is in any of the places outdoors: "the lights outside"."""
        rest = take_outdoors(words, self._lexicon)
        areas = find_outdoors(self._scene.home.layout) if rest and rest != words else _NONE
        target = read_target(rest, self._lexicon, self._names)
        if not areas or not target.kinds or target.names or target.areas or target.floors:
            return ()
        found = self._find_described(replace(target, areas=areas), rest)
        if len(found) <= 1 or target.plural or target.all or every:
            return found
        return self._pick_one(found)

    def _filter_by_words(self, found: tuple[Entity, ...], words: Phrase) -> tuple[Entity, ...]:
        # "The light" is any light, also beside one that is called "Garage light".
        kinds = {entity.domain for entity in found}
        plain = self._lexicon.roles["plain_kinds"]
        words = tuple(
            word for word in words if self._lexicon.stem(word) not in kinds and (word,) not in plain
        )
        said = [self._things.called(word) for word in self._kind_words(words)]
        return tuple(entity for entity in found if any(entity.entity_id in ids for ids in said))

    def _filter_by_synonym(self, found: tuple[Entity, ...], target: Target) -> tuple[Entity, ...]:
        """Those that are called by another word for the kind: the AC is the "Air conditioner"."""
        # Only where a kind is told apart finely do its words mean the same.
        fine = target.words and all("." in kind for kind in target.kinds)
        kinds = self._lexicon.kinds if fine else {}
        called = {
            entity_id
            for phrase, meant in kinds.items()
            if meant == target.kinds
            for entity_id in self._names.entities.get(phrase, ())
        }
        return tuple(entity for entity in found if entity.entity_id in called)

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
