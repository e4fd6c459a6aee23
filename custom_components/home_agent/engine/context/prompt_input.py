"""A sentence, and what is so just then. It goes last in a prompt."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from ..conversation.conversation import Conversation
from ..home import Snapshot
from ..instants import WEEKDAYS
from ..language import Language, english_name
from ..llm.messages import ToolSpec
from ..privacy.sanitize import sanitize_text
from .escape import block, escape_text, one_line
from .provider import ContextItem, ItemKind

_LONGEST_MEMORY = 300
_LONGEST_EXTRA = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptInput:
    """A sentence, and all that a model may be told with it."""

    text: str
    """As it may be shown: without a PIN or a code."""

    home: Snapshot
    language: Language
    conversation: Conversation = field(default_factory=Conversation)
    """Without this sentence."""

    area_id: str | None = None
    speaker: str = ""
    """What the person is called, if that is known."""

    extra: str = ""
    """What the caller adds to the sentence."""

    attached: str = ""
    """A text that came along with the sentence."""

    entity_ids: tuple[str, ...] | None = None
    """Whose states to tell; `None`: as the settings say."""

    memories: tuple[str, ...] = ()
    found: tuple[ContextItem, ...] = ()
    """What the context providers found, the best first."""

    tools: tuple[ToolSpec, ...] = ()

    @property
    def area(self) -> str:
        """The room of the speaker, by name."""
        area = self.home.layout.areas.get(self.area_id or "")
        return one_line(area.name) if area else ""

    @property
    def remembered(self) -> tuple[str, ...]:
        """The memories as they may be shown."""
        found = (item.text for item in self.found if item.kind is ItemKind.MEMORY)
        every = (*self.memories, *found)
        return tuple(one_line(memory, longest=_LONGEST_MEMORY) for memory in every)

    @property
    def similar(self) -> dict[str, float]:
        """The entities that were found by their meaning, and how close they are."""
        return {item.id: item.score for item in self.found if item.kind is ItemKind.ENTITY}

    def with_found(self, most: int) -> Self:
        """The same with less of what was found."""
        return replace(self, found=self.found[:most])

    def variables(self) -> dict[str, object]:
        """What changes from turn to turn, by the names that templates have for it."""
        now = self.home.now
        return {
            "area": self.area,
            "date": f"{now:%Y-%m-%d}",
            "language": english_name(self.language.code),
            "memories": self.remembered,
            "time": f"{now:%H:%M}",
            "user": one_line(self.speaker),
            "weekday": WEEKDAYS[now.weekday()].title(),
        }

    def as_message(self, states: str, done: Collection[str] = ()) -> str:
        """The last message: what is so just now, less what is `done`, and the sentence."""
        lines = "\n".join(self._lines(states, done))
        parts = [block("attached", escape_text(self.attached))] if self.attached else []
        parts += [block("now", lines)] if lines else []
        if "language" not in done:
            parts.append(f"Answer in {english_name(self.language.code)}.")
        return "\n".join((*parts, sanitize_text(self.text)))

    def _lines(self, states: str, done: Collection[str]) -> Iterator[str]:
        now = self.home.now
        if "time" not in done:
            yield f"{WEEKDAYS[now.weekday()].title()} {now:%Y-%m-%d %H:%M}"
        if self.area and "area" not in done:
            yield f"room: {self.area}"
        if self.speaker and "user" not in done:
            yield f"speaker: {one_line(self.speaker)}"
        if self.extra:
            yield f"from Home Assistant: {one_line(self.extra, longest=_LONGEST_EXTRA)}"
        if states and "entity_context" not in done:
            yield states
        if "memories" not in done:
            yield from (f"remembered: {memory}" for memory in self.remembered)
        for item in self.found:
            if item.kind not in {ItemKind.ENTITY, ItemKind.MEMORY}:
                yield item.as_line()
