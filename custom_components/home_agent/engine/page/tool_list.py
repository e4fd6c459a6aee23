"""The tools of models on the page: listed and tried."""

import asyncio
import json
import uuid
from typing import Any

from ..agent import Agent
from ..chat_api.api_error import ApiError, invalid
from ..home import Snapshot
from ..llm.messages import ToolCall
from .home_documents import load_language_and_lexicon
from .messages import outcome_documents
from .requests import PageRequest, not_found
from .viewer import Viewer

_CONVERSATION = "tools"
"""The one in which a tool waits for a yes."""

_MOST_ARGUMENTS = 20_000
_MOST_SHOWN = 20_000


async def tool_documents(agent: Agent, viewer: Viewer) -> list[dict[str, Any]]:
    """The tools that models may use, for the owner only."""
    if not viewer.is_admin:
        return []
    # The first time, what the tools are made of is loaded, which takes a moment.
    specs = await asyncio.to_thread(agent.api.tools)
    return [
        {
            "name": spec.name,
            "description": spec.description,
            "touches": agent.api.effect_of(spec.name).value,
            "parameters": dict(spec.parameters),
        }
        for spec in specs
    ]


async def try_tool(
    agent: Agent, home: Snapshot, request: PageRequest, viewer: Viewer, name: str
) -> dict[str, Any]:
    """Run a tool with the viewer's rights; return its result. Raises `ApiError`."""
    if not viewer.is_admin or viewer.is_read_only:
        raise ApiError(status=403, message="Only the owner can try tools.", code="not_allowed")
    arguments = request.body.get("arguments", {})
    if not isinstance(arguments, dict) or len(json.dumps(arguments)) > _MOST_ARGUMENTS:
        raise invalid("arguments", "'arguments' must be an object, and not a large one.")
    if all(spec.name != name for spec in await asyncio.to_thread(agent.api.tools)):
        raise not_found(f"There is no tool '{name}'.")
    call = ToolCall(id=uuid.uuid4().hex, name=name, arguments=arguments)
    turn = viewer.turn("", conversation=_CONVERSATION, language=request.language)
    trial = await agent.api.try_tool(call, turn)
    result = trial.result
    outcomes = tuple(
        outcome
        for executed in result.executed
        for outcomes in executed.outcomes
        for outcome in outcomes
    )
    language = await asyncio.to_thread(load_language_and_lexicon, request.language)
    shown = json.dumps(result.result, ensure_ascii=False, indent=1, default=str)
    return {
        "success": result.success,
        "result": shown[:_MOST_SHOWN],
        "error": result.error or "",
        "text": trial.question,
        "asks": ("pin" if trial.by_pin else "yes_no") if trial.question else "",
        "choices": [],
        "outcomes": outcome_documents(outcomes, home, language),
    }
