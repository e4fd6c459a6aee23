"""What the agent does, as events on Home Assistant's bus: their names and fields."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from .const import DOMAIN
from .engine.errors import TemplateFailedError
from .engine.events import (
    ContextGiven,
    Event,
    ModelFailed,
    ModelsGivenUp,
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
CONTEXT_INJECTED = f"{DOMAIN}.context.injected"
STREAMING_ERROR = f"{DOMAIN}.streaming.error"
ERROR = f"{DOMAIN}.error"

_EXTERNAL = "query_external_llm"

type BusEvent = tuple[str, dict[str, Any]]
"""Its type and its data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """What something happens in: a turn, or a tool that is used without one."""

    config_entry_id: str
    config_subentry_id: str
    conversation_id: str | None
    user_id: str | None
    context_mode: str


def bus_events(event: Event, occasion: Occasion, timestamp: str) -> tuple[BusEvent, ...]:
    """What automations hear of an event; nothing of most."""
    ids = _ids(occasion)
    return tuple((name, ids | data) for name, data in _told(event, occasion, timestamp))


def error_event(
    error: Exception, occasion: Occasion, component: str, context: str = ""
) -> BusEvent:
    """What automations hear of trouble of our own."""
    told = _error(type(error).__name__, str(error), component, context)
    return ERROR, _ids(occasion) | told


def _ids(occasion: Occasion) -> dict[str, Any]:
    return {
        "config_entry_id": occasion.config_entry_id,
        "config_subentry_id": occasion.config_subentry_id,
        "conversation_id": occasion.conversation_id,
    }


def _told(event: Event, occasion: Occasion, timestamp: str) -> tuple[BusEvent, ...]:
    match event:
        case TurnStarted():
            started = {
                "user_id": occasion.user_id,
                "timestamp": timestamp,
                "context_mode": occasion.context_mode,
            }
            return ((CONVERSATION_STARTED, started),)
        case TurnFinished(reply=reply):
            return ((CONVERSATION_FINISHED, {"user_id": occasion.user_id, **_finished(reply)}),)
        case ContextGiven():
            injected = {
                "mode": event.mode,
                "entities_included": list(event.entity_ids),
                "token_count": event.tokens,
                # What automations know from elsewhere: entities are found without such a database.
                "vector_db_query": None,
            }
            wrong = (
                (ERROR, _error(TemplateFailedError.__name__, one, "prompt"))
                for one in event.problems
            )
            return ((CONTEXT_INJECTED, injected), *wrong)
        case ToolStarted():
            return ((TOOL_PROGRESS, _progress(event, "started", timestamp)),)
        case ToolFinished():
            status = "completed" if event.success else "failed"
            return (
                (TOOL_PROGRESS, _progress(event, status, timestamp)),
                (TOOL_EXECUTED, _executed(event)),
            )
        case ModelFailed(provider=provider):
            failed = {
                "provider": provider,
                "error_type": event.kind,
                "error_message": event.error,
                "timestamp": timestamp,
            }
            return ((STREAMING_ERROR, failed),)
        case ModelsGivenUp():
            return ((ERROR, _error(event.kind, event.error, "llm")),)
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


def _error(kind: str, message: str, component: str, context: str = "") -> dict[str, Any]:
    return {
        "error_type": kind,
        "error_message": message,
        "component": component,
        "context": context,
    }
