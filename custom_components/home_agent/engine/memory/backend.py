"""Carries out the steps of a plan that are about memory."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..authority import Authority, Origin
from ..errors import StoreError
from ..outcome import Entry, Outcome, Reason, Status, build_failure, build_refusal
from ..plan import MemoryStep
from .changes import MemoryRefusedError, StoredAs, StoredMemory
from .memories import Memories
from .memory import Memory, MemoryDraft, MemoryType
from .statements import plain_words, replace_place

# Those who speak for themselves. What an automation or a program says may be a device's words.
_PEOPLE = frozenset({Origin.CHAT, Origin.VOICE, Origin.API})

# What somebody asks us to remember matters to them.
_SAID_IMPORTANCE = 0.8

_REFUSALS = {"off": Reason.MEMORY_OFF, "secret": Reason.MEMORY_SECRET, "empty": Reason.MEMORY_NONE}
_MOST_TOLD = 10


class MemoryBackend:
    """Carries out `MemoryStep`s."""

    def __init__(self, memories: Memories) -> None:
        """Remember in these."""
        self._memories = memories

    async def handle(self, step: MemoryStep, authority: Authority) -> list[Outcome]:
        """Carry out a step; return the memories that were stored, found or forgotten."""
        if not self._memories.enabled and not step.action.startswith("forget"):
            return [build_refusal(Reason.MEMORY_OFF)]
        changes = step.action not in ("recall", "list")
        if changes and (authority.origin not in _PEOPLE or authority.decided_by):
            return [build_refusal(Reason.MEMORY_PERSON)]
        try:
            return [await self._handle(step, authority)]
        except MemoryRefusedError as error:
            return [build_refusal(_REFUSALS[error.kind])]
        except StoreError:
            return [build_failure(Reason.NOT_KEPT)]

    async def _handle(self, step: MemoryStep, authority: Authority) -> Outcome:
        person = authority.user_id
        match step.action:
            case "remember":
                if not self._memories.durable:
                    return build_refusal(Reason.NOT_DURABLE)
                return build_stored_outcome(
                    await self._memories.add(_draft(step, authority), authority.language)
                )
            case "correct":
                return await self._correct(step, authority)
            case "list":
                every = await self._memories.all_for(person)
                own = tuple(m for m in every if step.shared or m.owner == person)
                return await self._told(own)
            case "recall":
                return await self._told(await self._find(step, person))
            case "forget":
                return await self._forget(await self._find(step, person))
            case "forget_all":
                return await self._forget_all(step, person)

    async def _correct(self, step: MemoryStep, authority: Authority) -> Outcome:
        """Change the place in the memory that was spoken of."""
        found = await self._find(step, authority.user_id)
        if len(found) != 1:
            return build_refusal(Reason.MEMORY_NONE)
        (before,) = found
        content = replace_place(before.content, step.text)
        if content is None:
            return build_refusal(Reason.MEMORY_NONE)
        if plain_words(content) == plain_words(before.content):
            return build_stored_outcome(StoredMemory(memory=before, how=StoredAs.SAME))
        draft = MemoryDraft(
            content=content,
            type=before.type,
            owner=before.owner,
            source_conversation_id=authority.conversation_id,
            importance=_SAID_IMPORTANCE,
            metadata=before.metadata,
        )
        return build_stored_outcome(
            await self._memories.correct(before.id, draft, authority.language)
        )

    async def _find(self, step: MemoryStep, person: str | None) -> tuple[Memory, ...]:
        """The memories that a step is about, among those of the person."""
        if step.last:
            last = [await self._memories.get(memory_id, person) for memory_id in step.last]
            return tuple(memory for memory in last if memory is not None)
        if step.question:
            return await self._memories.answering(step.text, person, place=step.place)
        found = await self._memories.about(step.text, person, place=step.place)
        if step.own_words is None:
            return found
        return tuple(memory for memory in found if memory.own_words == step.own_words)

    async def _told(self, memories: tuple[Memory, ...]) -> Outcome:
        if not memories:
            return Outcome(status=Status.ANSWERED, reason=Reason.MEMORY_NONE)
        told = memories[-_MOST_TOLD:]
        await self._memories.touch(told)
        more = {"more": len(memories) - len(told)} if len(memories) > len(told) else {}
        return Outcome(status=Status.ANSWERED, entries=_entries(told, **more))

    async def _forget(self, memories: tuple[Memory, ...]) -> Outcome:
        forgotten = await self._memories.forget(memory.id for memory in memories)
        if not forgotten:
            return build_refusal(Reason.MEMORY_NONE)
        return Outcome(status=Status.DONE, entries=_entries(forgotten, gone=True))

    async def _forget_all(self, step: MemoryStep, person: str | None) -> Outcome:
        """Forget all memories of a person, after they were told how many there are."""
        own = [m for m in await self._memories.everything() if m.owner == person]
        if not own:
            return build_refusal(Reason.MEMORY_NONE)
        ids = tuple(memory.id for memory in own)
        if set(ids) - set(step.last):
            # They are told all of it, so that saying so once more is about just these.
            return Outcome(status=Status.ANSWERED, entries=_entries(own, ask=True))
        return await self._forget(tuple(own))


def _draft(step: MemoryStep, authority: Authority) -> MemoryDraft:
    return MemoryDraft(
        content=step.text,
        type=MemoryType.PREFERENCE if step.own_words else MemoryType.FACT,
        owner=None if step.shared else authority.user_id,
        source_conversation_id=authority.conversation_id,
        importance=_SAID_IMPORTANCE,
        own_words=step.own_words,
    )


def build_stored_outcome(stored: StoredMemory) -> Outcome:
    """The outcome of storing a memory."""
    details: dict[str, Any] = {"how": stored.how.value, "shared": stored.memory.owner is None}
    if stored.before is not None:
        details["before"] = stored.before.content
    if stored.given_up:
        details["given_up"] = len(stored.given_up)
    status = Status.ALREADY if stored.how is StoredAs.SAME else Status.DONE
    return Outcome(status=status, entries=_entries((stored.memory,), **details))


def _entries(memories: Iterable[Memory], **details: object) -> tuple[Entry, ...]:
    return tuple(
        Entry(text=memory.content, details=_details(memory, details)) for memory in memories
    )


def _details(memory: Memory, more: Mapping[str, object]) -> Mapping[str, object]:
    return {"memory": memory.id, **more}
