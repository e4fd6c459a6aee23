"""What the agent does, as events on Home Assistant's bus: their names and fields."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from traceback import walk_tb
from typing import Any

from .const import DOMAIN
from .engine.errors import TemplateFailedError
from .engine.events import (
    ContextGiven,
    Event,
    MemoriesExtracted,
    ModelFailed,
    ModelsGivenUp,
    PinRefused,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnStarted,
)
from .engine.turn import Reply

CONVERSATION_STARTED = f"{DOMAIN}.conversation.started"
CONVERSATION_FINISHED = f"{DOMAIN}.conversation.finished"
TOOL_EXECUTED = f"{DOMAIN}.tool.executed"
TOOL_PROGRESS = f"{DOMAIN}.tool.progress"
MEMORY_EXTRACTED = f"{DOMAIN}.memory.extracted"
CONTEXT_INJECTED = f"{DOMAIN}.context.injected"
STREAMING_ERROR = f"{DOMAIN}.streaming.error"
ERROR = f"{DOMAIN}.error"
SECURITY = f"{DOMAIN}.security"

_EXTERNAL = "query_external_llm"

type BusEvent = tuple[str, dict[str, Any]]
"""Its type and its data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventContext:
    """What something happens in: a turn, or a tool that is used without one."""

    config_entry_id: str
    config_subentry_id: str
    conversation_id: str | None
    user_id: str | None
    context_mode: str


def bus_events(
    event: Event, event_context: EventContext, timestamp: str, failed: Sequence[ModelFailed] = ()
) -> tuple[BusEvent, ...]:
    """What automations hear of an event; empty for most. `failed`: models that did, this turn."""
    ids = _ids(event_context)
    return tuple(
        (name, ids | data) for name, data in _told(event, event_context, timestamp, failed)
    )


def error_event(error: Exception, event_context: EventContext, component: str) -> BusEvent:
    """What automations hear of trouble of our own, with where in our code it came up."""
    told = _error(type(error).__name__, str(error), component, _place(error))
    return ERROR, _ids(event_context) | told


def _ids(event_context: EventContext) -> dict[str, Any]:
    return {
        "config_entry_id": event_context.config_entry_id,
        "config_subentry_id": event_context.config_subentry_id,
        "conversation_id": event_context.conversation_id,
    }


def _told(
    event: Event, event_context: EventContext, timestamp: str, failed: Sequence[ModelFailed]
) -> tuple[BusEvent, ...]:
    match event:
        case TurnStarted(begins=True):
            started = {
                "user_id": event_context.user_id,
                "timestamp": timestamp,
                "context_mode": event_context.context_mode,
            }
            return ((CONVERSATION_STARTED, started),)
        case TurnFinished(reply=reply):
            return (
                (CONVERSATION_FINISHED, {"user_id": event_context.user_id, **_finished(reply)}),
            )
        case ContextGiven():
            injected = {
                "mode": event.mode,
                "entities_included": list(event.entity_ids),
                "token_count": event.tokens,
                "memories_included": list(event.memory_ids),
                "documents_included": list(event.documents),
                "vector_db_query": event.query or None,
            }
            wrong = (
                (
                    ERROR,
                    _error(
                        TemplateFailedError.__name__, problem, "prompt", problem.partition(":")[0]
                    ),
                )
                for problem in event.problems
            )
            return ((CONTEXT_INJECTED, injected), *wrong)
        case MemoriesExtracted(kept=kept):
            return ((MEMORY_EXTRACTED, {"memories": [asdict(memory) for memory in kept]}),)
        case ToolStarted():
            return ((TOOL_PROGRESS, _progress(event, "started", timestamp)),)
        case ToolFinished():
            status = "completed" if event.success else "failed"
            return (
                (TOOL_PROGRESS, _progress(event, status, timestamp)),
                (TOOL_EXECUTED, _executed(event)),
            )
        case ModelFailed(provider=provider):
            trouble = {
                "provider": provider,
                "error_type": event.kind,
                "error_message": event.error,
                "timestamp": timestamp,
            }
            return ((STREAMING_ERROR, trouble),)
        case PinRefused(reason=reason):
            alert = {"reason": reason, "user_id": event_context.user_id, "timestamp": timestamp}
            return ((SECURITY, alert),)
        case ModelsGivenUp():
            asked = ", ".join(f"{failure.provider}: {failure.kind}" for failure in failed)
            return ((ERROR, _error(event.kind, event.error, "llm", asked or "no model asked")),)
        case _:
            return ()


def _finished(reply: Reply) -> dict[str, Any]:
    took = reply.consumption
    tools = took.tools if took else ()
    return {
        "tool_calls": len(tools),
        "tool_breakdown": dict(Counter(tools)),
        "tokens_used": took.tokens if took else 0,
        "duration_ms": round(reply.latency_ms, 1),
        "used_external_llm": _EXTERNAL in tools,
        "tier": reply.tier.value,
        "verdict": reply.verdict.value,
    }


def _progress(event: ToolStarted | ToolFinished, status: str, timestamp: str) -> dict[str, Any]:
    return {
        "tool_name": event.name,
        "tool_call_id": event.call_id,
        "status": status,
        "timestamp": timestamp,
    }


def _executed(event: ToolFinished) -> dict[str, Any]:
    return {
        "tool_name": event.name,
        "tool_call_id": event.call_id,
        "parameters": dict(event.arguments),
        "result": event.result if event.success else event.error,
        "success": event.success,
        "duration_ms": round(event.duration_ms, 1),
    }


def _place(error: Exception) -> str:
    """The last line of ours that an error went through."""
    folder = Path(__file__).parent
    place = ""
    # Without the text of the lines, which would be read from disk.
    for frame, line in walk_tb(error.__traceback__):
        file = Path(frame.f_code.co_filename)
        if folder in file.parents:
            place = f"{file.relative_to(folder)}, line {line}, {frame.f_code.co_name}"
    return place


def _error(kind: str, message: str, component: str, context: str) -> dict[str, Any]:
    return {
        "error_type": kind,
        "error_message": message,
        "component": component,
        "context": context,
    }
