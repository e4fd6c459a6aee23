"""A sentence as it is heard: its words, and all that its meaning may depend on."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Self

from ..home import Area, Entity, Snapshot
from .evidence import EvidenceBuilder, find_mended
from .grammar.targets import Scene
from .lexicon.dialogue_words import DialogueWords, load_dialogue_words
from .lexicon.lexicon import Lexicon, Phrase
from .resolve.names import Names
from .text.phrases import find_phrase
from .understanding import NOTHING_SAID, Topic


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Utterance:
    """What was said, where, in which language, and after what."""

    words: Phrase
    """All of it, or the part or wording that is being read."""

    scene: Scene
    lexicon: Lexicon
    names: Names
    topic: Topic = NOTHING_SAID
    evidence: EvidenceBuilder = field(default_factory=EvidenceBuilder)
    """What this reading of it rests on; parts of the sentence share it."""

    @property
    def text(self) -> str:
        """The whole sentence as it was written."""
        return self.scene.heard

    @property
    def home(self) -> Snapshot:
        """The home that it is about."""
        return self.scene.home

    @property
    def talk(self) -> DialogueWords:
        """The words by which people talk back in its language."""
        return load_dialogue_words(self.lexicon.code)

    @property
    def has_question_mark(self) -> bool:
        """Whether it ends in a question mark."""
        return self.text.rstrip().endswith("?")

    def saying(self, text: str) -> Self:
        """Another sentence at the same moment."""
        scene = replace(self.scene, heard=text)
        return replace(self, scene=scene, words=read_words(text, self.lexicon))

    def begin_reading(self, words: Phrase, heard: Phrase = ()) -> Self:
        """The same in other words, as a reading with evidence of its own.

        What differs from the words that were heard was mended, where these are given.
        """
        mended = tuple(find_mended(heard, words)) if heard and heard != words else ()
        return replace(self, words=words, evidence=EvidenceBuilder(mended=mended))

    def retry(self) -> Self:
        """The same words for another subject: what was found for the one before is forgotten."""
        return replace(self, evidence=EvidenceBuilder(mended=self.evidence.mended))

    def with_words(self, words: Phrase) -> Self:
        """A part of the same sentence, or other words for it."""
        return self if words == self.words else replace(self, words=words)

    def mentioning(self, entity_ids: tuple[str, ...]) -> Self:
        """The same after these entities were spoken of; the same if there are none."""
        if not entity_ids:
            return self
        return replace(self, scene=replace(self.scene, mentioned=entity_ids))

    def in_area(self, area: Area | None) -> Self:
        """The same, said in another room; the same if there is none."""
        return self if area is None else replace(self, scene=replace(self.scene, area=area))

    @property
    def mentioned(self) -> tuple[Entity, ...]:
        """What was last spoken of and is still there."""
        return self.entities(self.topic.mentioned)

    @property
    def is_elsewhere(self) -> bool:
        """Whether the speaker is in another room than when the topic came up.

        Then the place that was named there is no longer the one that goes without saying.
        """
        area = self.scene.area
        return area is not None and bool(self.topic.heard) and self.topic.here != area.area_id

    @property
    def is_left_behind(self) -> bool:
        """Whether what was last spoken of is in no room where the speaker is now."""
        area = self.scene.area
        there = {entity.area_id for entity in self.mentioned}
        return self.is_elsewhere and area is not None and area.area_id not in there

    def entities(self, entity_ids: tuple[str, ...]) -> tuple[Entity, ...]:
        """Those of the entities that are still there and exposed."""
        known = (
            self.home.layout.entities.get(id_) for id_ in entity_ids if id_ in self.home.states
        )
        return tuple(entity for entity in known if entity is not None and entity.exposed)

    def called(self, entity: Entity) -> Phrase:
        """The words that mean this very entity: its name, and its room."""
        area = self.home.layout.area_of(entity)
        name = self.lexicon.words(entity.name)
        room = self.lexicon.words(area.name) if area else ()
        return name if name[: len(room)] == room else (*name, *room)


@lru_cache(maxsize=64)
def read_words(text: str, lexicon: Lexicon) -> Phrase:
    """The words of a text. One sentence is looked at from many sides, always in the same words.

    No pause parts what is left out from what it is left out of: "all lights off, except …". What
    begins like politeness ("maar niet") is put in other words.
    """
    words, spared = lexicon.words(text), lexicon.roles["except"]
    for at in range(len(words) - 1, 0, -1):
        phrase = find_phrase(words, spared, at)
        if not phrase:
            continue
        start = at - 1 if words[at - 1] == "," else at
        polite = phrase[:1] in lexicon.roles["fillers"]
        said = min(spared, key=lambda plain: (len(plain), plain)) if polite else phrase
        words = words[:start] + said + words[at + len(phrase) :]
    return words
