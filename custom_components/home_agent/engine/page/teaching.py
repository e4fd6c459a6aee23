"""Teaching: what a sentence would do, and that another one means the same."""

import asyncio
from typing import Any

from ..agent import Agent
from ..chat_api.api_error import ApiError, invalid
from ..conversation.taught import NotTaughtError, Taught
from ..home import Snapshot
from ..memory.secrets import holds_secret
from ..plan_contents import calls_in
from ..speak.call_words import calls_in_words
from ..understand import NotUnderstood, Understood
from .house import load_words
from .requests import PageRequest
from .viewer import Viewer

_LONGEST = 300


def check_may_teach(viewer: Viewer) -> None:
    """Raise `ApiError` for those who may not decide how everybody is understood."""
    if not viewer.is_admin or viewer.is_read_only:
        raise ApiError(
            status=403, message="Only the owner can teach sentences.", code="not_allowed"
        )


async def reading_document(agent: Agent, home: Snapshot, request: PageRequest) -> dict[str, Any]:
    """Whether a sentence is understood, and what it would do. Raises `ApiError`."""
    understanding = await agent.read(request.text("means", longest=_LONGEST), request.spoken)
    if not isinstance(understanding, Understood):
        return {"understood": False, "does": ""}
    calls = [*calls_in(understanding.plan)]
    language = await asyncio.to_thread(load_words, request.spoken)
    return {
        "understood": True,
        "does": calls_in_words(calls, home.layout, language) if calls else "",
    }


async def teach(agent: Agent, request: PageRequest) -> None:
    """Have a sentence mean another one. Raises `ApiError` or `StoreError`."""
    said, means = request.text("said", longest=_LONGEST), request.text("means", longest=_LONGEST)
    language = await asyncio.to_thread(load_words, request.spoken)
    if holds_secret(said, language) or holds_secret(means, language):
        raise invalid("means", "Codes and passwords are not kept: whoever speaks says them.")
    if not isinstance(await agent.read(said, request.spoken), NotUnderstood):
        raise invalid("said", "This is understood already.")
    if not isinstance(await agent.read(means, request.spoken), Understood):
        raise invalid("means", "This is not understood either. Say it in other words.")
    try:
        await agent.taught.teach(Taught(said=said, means=means, language=request.spoken))
    except NotTaughtError as error:
        raise invalid("said", str(error)) from error


async def taught_documents(agent: Agent) -> list[dict[str, str]]:
    """What was taught, the last first. Raises `StoreError`."""
    return [
        {"said": taught.said, "means": taught.means, "language": taught.language}
        for taught in reversed(await agent.taught.all())
    ]
