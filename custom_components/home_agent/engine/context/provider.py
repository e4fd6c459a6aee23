"""The contract of whatever puts something before a model, and asking all of them at once.

A provider is asked with every sentence that goes to a model, and answers with items, the best
first. What it finds is data: it stands in the last message, among what is so just now, so that
everything before that comes from the cache of whoever runs the model.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ..home import Snapshot
from ..language import Language
from ..llm.tokens import count_tokens
from .escape import one_line

_LOGGER = logging.getLogger(__name__)

_SECONDS = 4.0
"""How long a provider may take: a person waits."""

_LONGEST = 600


class ItemKind(StrEnum):
    """What is told."""

    ENTITY = "entity"
    """Its state is told; `id` is its entity id."""

    MEMORY = "memory"
    DOCUMENT = "document"
    FACT = "fact"
    """Anything else, from a provider of one's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextQuery:
    """A sentence that goes to a model, and who said it where."""

    text: str
    """As a model may see it: without a PIN or a code."""

    home: Snapshot
    language: Language
    person: str | None = None
    """The user id of who speaks. None: nobody in particular, who gets nobody's own."""

    area_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextItem:
    """Something that may matter to a sentence."""

    kind: ItemKind
    id: str
    text: str = ""
    score: float = 0.0
    """How much it matters; 1: as much as if all that was said were about it."""

    source: str = ""
    """Where it stands, for the model to name it."""

    def as_line(self) -> str:
        """The line that a model reads."""
        text = one_line(self.text, longest=_LONGEST)
        match self.kind:
            case ItemKind.MEMORY:
                return f"remembered: {text}"
            case ItemKind.DOCUMENT:
                return f"document '{one_line(self.source)}': {text}"
            case _:
                source = one_line(self.source) if self.source else "known"
                return f"{source}: {text}"


class ContextProvider(Protocol):
    """Finds what matters to a sentence."""

    @property
    def name(self) -> str:
        """Its name in messages."""
        ...

    async def find(self, query: ContextQuery) -> Sequence[ContextItem]:
        """What matters, the best first. What it raises is logged, and the answer goes on."""
        ...

    async def start(self) -> None:
        """Make ready what takes a while, ahead of the first sentence."""
        ...

    async def reload(self) -> None:
        """Look anew at all that it finds things in."""
        ...

    async def close(self) -> None:
        """Let go of what it holds."""
        ...


async def find_context(
    providers: Iterable[ContextProvider], query: ContextQuery, most_tokens: int
) -> tuple[ContextItem, ...]:
    """What all providers find: entities first, then the rest by score, as far as there is room.

    None is waited for longer than a person would: what is late is left out of this answer.
    """
    found = await asyncio.gather(*(_ask(provider, query) for provider in providers))
    items = [item for some in found for item in some]
    entities = [item for item in items if item.kind is ItemKind.ENTITY]
    rest = sorted((item for item in items if item.kind is not ItemKind.ENTITY), key=_rank)
    return (*entities, *_cut(rest, most_tokens))


async def _ask(provider: ContextProvider, query: ContextQuery) -> Sequence[ContextItem]:
    try:
        async with asyncio.timeout(_SECONDS):
            return await provider.find(query)
    except TimeoutError:
        _LOGGER.warning("%s took too long to find what matters, and is left out", provider.name)
    except Exception:
        # Whatever is wrong with one of them, the person gets an answer.
        _LOGGER.exception("%s failed to find what matters, and is left out", provider.name)
    return ()


def _rank(item: ContextItem) -> tuple[float, str, str]:
    return -item.score, item.kind, item.id


def _cut(items: Iterable[ContextItem], most_tokens: int) -> Iterable[ContextItem]:
    left = most_tokens
    for item in items:
        cost = count_tokens(item.as_line())
        if cost <= left:
            left -= cost
            yield item
