"""A sentence as it is heard: its words, and all that its meaning may depend on."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from ..home import Entity
from .grammar.targets import Scene
from .lexicon.dialogue_words import Talk
from .lexicon.lexicon import Lexicon, Phrase
from .resolve.names import Names
from .understanding import Topic


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hearing:
    """What was said, where, in which language, and after what."""

    scene: Scene
    topic: Topic
    lexicon: Lexicon
    names: Names
    talk: Talk

    @property
    def text(self) -> str:
        """What was said."""
        return self.scene.heard

    @property
    def words(self) -> Phrase:
        """The words of it."""
        return _words(self.text, self.lexicon)

    def saying(self, text: str) -> Self:
        """The same moment with other words."""
        return replace(self, scene=replace(self.scene, heard=text))

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

    def entities(self, ids: tuple[str, ...]) -> tuple[Entity, ...]:
        """Those of some entities that are still there, and that we may speak of."""
        home = self.scene.home
        known = (home.layout.entities.get(one) for one in ids if one in home.states)
        return tuple(one for one in known if one is not None and one.exposed)

    def called(self, entity: Entity) -> Phrase:
        """The words that mean this very entity: its name, and its room."""
        area = self.scene.home.layout.area_of(entity)
        name = self.lexicon.words(entity.name)
        room = self.lexicon.words(area.name) if area else ()
        return name if name[: len(room)] == room else (*name, *room)


@lru_cache(maxsize=64)
def _words(text: str, lexicon: Lexicon) -> Phrase:
    """The words of a text. One sentence is looked at from many sides, always in the same words."""
    return lexicon.words(text)
