"""A memory: a sentence worth knowing in other conversations, and whose it is."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from ..own_words import OwnWords
from ..storage.type_check import check_types

LONGEST_CONTENT = 300
_MOST_NAMES = 20
_LONGEST_NAME = 100


class MemoryType(StrEnum):
    """What kind of thing is remembered."""

    FACT = "fact"
    PREFERENCE = "preference"
    CONTEXT = "context"
    """What matters for a while: guests are here this week."""

    EVENT = "event"
    """What happened once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryMetadata:
    """What a memory is about."""

    entities: tuple[str, ...] = ()
    """Entity ids."""

    areas: tuple[str, ...] = ()
    """Area ids."""

    people: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()

    def __add__(self, more: MemoryMetadata) -> MemoryMetadata:
        """What both are about."""
        return MemoryMetadata(
            entities=_joined(self.entities, more.entities),
            areas=_joined(self.areas, more.areas),
            people=_joined(self.people, more.people),
            topics=_joined(self.topics, more.topics),
        )

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """Read what was stored or brought in: lists of short texts."""
        return cls(
            **{
                name: tuple(str(value)[:_LONGEST_NAME] for value in document.get(name, ()))[
                    :_MOST_NAMES
                ]
                for name in ("entities", "areas", "people", "topics")
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierContent:
    """What a memory said before it was corrected."""

    content: str
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryDraft:
    """What is to be remembered."""

    content: str
    type: MemoryType = MemoryType.FACT
    owner: str | None = None
    """The person, by user id, who alone gets it back. None: the household."""

    source_conversation_id: str | None = None
    importance: float = 0.5
    """From 0 to 1."""

    metadata: MemoryMetadata = field(default_factory=MemoryMetadata)
    own_words: OwnWords | None = None
    """What of it our own reading of sentences goes by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Something that is remembered."""

    id: str
    type: MemoryType
    content: str
    """One line of plain text, in the words of whoever said it."""

    owner: str | None = None
    """The person, by user id, who alone gets it back. None: the household."""

    source_conversation_id: str | None = None
    extracted_at: datetime
    """When it was said, or last said otherwise."""

    last_accessed: datetime
    importance: float = 0.5
    metadata: MemoryMetadata = field(default_factory=MemoryMetadata)
    own_words: OwnWords | None = None
    """What of it our own reading of sentences goes by."""

    history: tuple[EarlierContent, ...] = ()
    """What it said before, the latest last."""

    revision: int = 1
    """How often it has been said otherwise, counted from one."""

    def is_told_to(self, person: str | None) -> bool:
        """Whether a person may be told it: it is theirs, or the household's."""
        return self.owner is None or self.owner == person

    def corrected(self, draft: MemoryDraft, now: datetime) -> Memory:
        """The memory with a new content; the old one goes to its history."""
        return replace(
            self,
            type=draft.type,
            content=draft.content,
            source_conversation_id=draft.source_conversation_id,
            extracted_at=now,
            last_accessed=now,
            importance=max(self.importance, draft.importance),
            metadata=draft.metadata,
            own_words=draft.own_words,
            history=(*self.history, EarlierContent(content=self.content, until=now)),
            revision=self.revision + 1,
        )

    def as_document(self) -> dict[str, Any]:
        """The form that is stored and exported."""
        document = asdict(self)
        document["type"] = self.type.value
        document["extracted_at"] = self.extracted_at.isoformat()
        document["last_accessed"] = self.last_accessed.isoformat()
        document["metadata"] = {
            name: list(values) for name, values in asdict(self.metadata).items() if values
        }
        document["history"] = [
            {"content": earlier.content, "until": earlier.until.isoformat()}
            for earlier in self.history
        ]
        return document

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Memory:
        """Read a memory from a document. Raises if it is none."""
        return check_types(
            cls(
                id=document["id"],
                type=MemoryType(document["type"]),
                content=document["content"],
                owner=document.get("owner"),
                source_conversation_id=document.get("source_conversation_id"),
                extracted_at=_instant(document["extracted_at"]),
                last_accessed=_instant(document["last_accessed"]),
                importance=_share(document.get("importance", 0.5)),
                metadata=MemoryMetadata.from_document(document.get("metadata", {})),
                own_words=_own_words(document.get("own_words")),
                history=tuple(
                    EarlierContent(content=earlier["content"], until=_instant(earlier["until"]))
                    for earlier in document.get("history", ())
                ),
                revision=document.get("revision", 1),
            )
        )


def _own_words(document: Mapping[str, Any] | None) -> OwnWords | None:
    return None if document is None else OwnWords(**document)


def _instant(text: str) -> datetime:
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return instant


def _share(value: float) -> float:
    return min(max(float(value), 0.0), 1.0)


def _joined(names: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*names, *more)))[:_MOST_NAMES]
