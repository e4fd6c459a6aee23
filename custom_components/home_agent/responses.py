"""A reply, in the forms that Home Assistant and its automations understand."""

from typing import Any

from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.intent import (
    IntentResponse,
    IntentResponseErrorCode,
    IntentResponseTarget,
    IntentResponseTargetType,
    IntentResponseType,
)

from .engine.instants import WEEKDAYS
from .engine.jobs import Job, Timer
from .engine.outcome import FAILURES, Outcome, Status
from .engine.triggers import ConditionTrigger, Notice, RecurringTrigger, SunTrigger, Trigger
from .engine.turn import Reply, Tier, Verdict
from .plans import due_at, planned_id, services_of


@callback
def async_intent_response(
    hass: HomeAssistant, reply: Reply, *, streamed: bool = False
) -> IntentResponse:
    """A reply in the form that Home Assistant's pipelines and automations understand.

    What people have read while it was made is no error any more: Assist would show it twice. What
    failed is told in the results.
    """
    response = IntentResponse(language=reply.language)
    response.async_set_speech(reply.text)
    failed = [outcome for outcome in reply.outcomes if outcome.status in FAILURES]
    # What waits for a yes, or for its time, has neither happened nor failed.
    waiting = (Status.AWAITING, Status.SCHEDULED)
    settled = [outcome for outcome in reply.outcomes if outcome.status not in waiting]
    fine = [outcome for outcome in settled if outcome not in failed]
    response.async_set_results(_targets(hass, fine), _targets(hass, failed))
    if not streamed and (code := _error_code(reply, fine)) is not None:
        response.async_set_error(code, reply.text)
    elif all(outcome.status is Status.ANSWERED for outcome in fine):
        response.response_type = IntentResponseType.QUERY_ANSWER
    return response


def _error_code(reply: Reply, fine: list[Outcome]) -> IntentResponseErrorCode | None:
    """Why nothing was done; as in core, what was done in part is no error."""
    if reply.verdict is Verdict.OK or reply.expects_answer or fine:
        return None
    if reply.verdict is Verdict.FAILED:
        return IntentResponseErrorCode.FAILED_TO_HANDLE
    if reply.tier is Tier.NONE:
        return IntentResponseErrorCode.NO_INTENT_MATCH
    return IntentResponseErrorCode.NO_VALID_TARGETS


def _targets(hass: HomeAssistant, outcomes: list[Outcome]) -> list[IntentResponseTarget]:
    return [
        IntentResponseTarget(
            name=state.name, type=IntentResponseTargetType.ENTITY, id=outcome.entity_id
        )
        for outcome in outcomes
        if outcome.entity_id and (state := hass.states.get(outcome.entity_id))
    ]


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """What came of one entity, for an action's response."""
    told = {
        "entity_id": outcome.entity_id,
        "service": outcome.service,
        "status": outcome.status.value,
        "reason": outcome.reason.value if outcome.reason else None,
        "message": outcome.message or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def planned_data(planned: Job | Timer, words: str) -> dict[str, Any]:
    """Something that is to come, for an action's response, with what it is in words."""
    due = due_at(planned)
    told = {"id": planned_id(planned), "words": words, "due": due.isoformat() if due else None}
    if isinstance(planned, Timer):
        return {**told, "kind": "timer", "name": planned.name}
    watch = {} if planned.notice is None else _watch_data(planned.notice)
    return {
        **told,
        "kind": "watch" if watch else "action",
        **watch,
        "services": list(services_of(planned)),
        "entity_ids": list(planned.entity_ids),
        "recurrence": _recurrence(planned.trigger),
        "made": planned.made.isoformat(),
    }


def _recurrence(occasion: Trigger) -> dict[str, Any] | None:
    """When it is done again; None where it is done once."""
    match occasion:
        case ConditionTrigger(again=True):
            return {"every": "time"}
        case RecurringTrigger(seconds=seconds) if seconds:
            return {"every": "seconds", "seconds": seconds}
        case RecurringTrigger(days=days, at=at):
            often: dict[str, Any] = {"every": "week" if days else "day"}
            if days:
                often["days"] = [WEEKDAYS[day][:3] for day in sorted(days)]
            if isinstance(at, SunTrigger):
                return {**often, "at": at.event, "offset": at.offset}
            return {**often, "at": at.isoformat() if at else "00:00:00"}
    return None


def _watch_data(notice: Notice) -> dict[str, Any]:
    return {"name": notice.name, "message": notice.message, "notify": list(notice.ways)}


def reply_data(reply: Reply) -> dict[str, Any]:
    """A reply, for an action's response."""
    return {
        "response": reply.text,
        "language": reply.language,
        "tier": reply.tier.value,
        "verdict": reply.verdict.value,
        "expects_answer": reply.expects_answer,
        "outcomes": [outcome_data(outcome) for outcome in reply.outcomes],
        "tokens_used": reply.consumption.tokens if reply.consumption else 0,
        "duration_ms": round(reply.latency_ms, 1),
    }
