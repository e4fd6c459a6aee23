"""Memories on the page: listed, corrected and forgotten."""

from typing import Any

from ..agent import Agent
from ..chat_api.api_error import ApiError, invalid
from ..memory.changes import MemoryRefusedError
from ..memory.memory import LONGEST_CONTENT, Memory, MemoryDraft
from .requests import PageRequest, not_found
from .viewer import Viewer


async def memory_documents(agent: Agent, viewer: Viewer) -> dict[str, Any]:
    """The memories that a viewer may see, newest first. Raises `StoreError`."""
    found = await _visible(agent, viewer)
    return {
        "enabled": agent.memories.enabled,
        "memories": [_document(memory) for memory in reversed(found)],
    }


async def change_memory(
    agent: Agent, request: PageRequest, viewer: Viewer, memory_id: str
) -> dict[str, Any]:
    """Correct a memory, or add one. Raises `ApiError`."""
    _check_may_change(viewer)
    content = request.text("content", longest=LONGEST_CONTENT)
    draft = MemoryDraft(content=content, owner=viewer.user_id)
    try:
        if not memory_id:
            return _document((await agent.memories.add(draft, request.language)).memory)
        known = await _find(agent, viewer, memory_id)
        draft = MemoryDraft(
            content=content,
            type=known.type,
            owner=known.owner,
            importance=known.importance,
            metadata=known.metadata,
        )
        return _document((await agent.memories.correct(memory_id, draft, request.language)).memory)
    except MemoryRefusedError as error:
        raise invalid("content", str(error)) from error


async def forget_memory(agent: Agent, viewer: Viewer, memory_id: str) -> None:
    """Forget a memory. Raises `ApiError` or `StoreError`."""
    _check_may_change(viewer)
    await agent.memories.forget([(await _find(agent, viewer, memory_id)).id])


async def _visible(agent: Agent, viewer: Viewer) -> tuple[Memory, ...]:
    """The viewer's memories and the household's; the owner at the terminal reads all."""
    if viewer.is_admin and viewer.user_id is None:
        return await agent.memories.everything()
    return await agent.memories.all_for(viewer.user_id)


async def _find(agent: Agent, viewer: Viewer, memory_id: str) -> Memory:
    for memory in await _visible(agent, viewer):
        if memory.id == memory_id:
            return memory
    raise not_found("There is no such memory.")


def _check_may_change(viewer: Viewer) -> None:
    if viewer.is_read_only:
        raise ApiError(status=403, message="This key may only look.", code="not_allowed")


def _document(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "content": memory.content,
        "type": memory.type.value,
        "owner": memory.owner,
        "at": memory.extracted_at.isoformat(),
        "before": memory.history[-1].content if memory.history else "",
    }
