"""A reply as a document for programs: what was said, and all that it rests on."""

import json
from collections.abc import Mapping
from typing import Any, TypedDict

from ..home import ServiceCall
from ..outcome import Outcome
from ..turn import Consumption, Reply


class OutcomeJson(TypedDict):
    """What happened to one entity."""

    status: str
    entity_id: str | None
    service: str | None
    before: str | None
    after: str | None
    changes: dict[str, tuple[Any, Any]]
    reason: str | None
    message: str


class CallJson(TypedDict):
    """One service call that was sent."""

    domain: str
    service: str
    entity_ids: list[str]
    data: dict[str, Any]


class ConsumptionJson(TypedDict):
    """What a language model took for the reply."""

    model: str
    tokens: int
    cached: int
    cost: float
    rounds: int
    tools: list[str]


class ReplyJson(TypedDict):
    """The whole reply."""

    reply: str
    tier: str
    language: str
    latency_ms: float
    expects_answer: bool
    outcomes: list[OutcomeJson]
    calls: list[CallJson]
    model: ConsumptionJson | None


def reply_as_json(reply: Reply, *, ascii_only: bool = False) -> str:
    """The reply in one line of JSON."""
    return json.dumps(describe_reply(reply), ensure_ascii=ascii_only, default=plain_value)


def describe_reply(reply: Reply) -> ReplyJson:
    """The reply as a document; `plain_value` turns what JSON does not know."""
    return {
        "reply": reply.text,
        "tier": reply.tier.value,
        "language": reply.language,
        "latency_ms": round(reply.latency_ms, 2),
        "expects_answer": reply.expects_answer,
        "outcomes": [describe_outcome(outcome) for outcome in reply.outcomes],
        "calls": [describe_call(call) for call in reply.calls],
        "model": None if reply.consumption is None else _consumption(reply.consumption),
    }


def _consumption(used: Consumption) -> ConsumptionJson:
    return {
        "model": used.model,
        "tokens": used.tokens,
        "cached": used.cached,
        "cost": used.cost,
        "rounds": used.rounds,
        "tools": list(used.tools),
    }


def describe_outcome(outcome: Outcome) -> OutcomeJson:
    """What happened to one entity."""
    return {
        "status": outcome.status.value,
        "entity_id": outcome.entity_id,
        "service": outcome.service,
        "before": outcome.before.value if outcome.before else None,
        "after": outcome.after.value if outcome.after else None,
        "changes": changed_attributes(outcome),
        "reason": outcome.reason.value if outcome.reason else None,
        "message": outcome.message,
    }


def describe_call(call: ServiceCall) -> CallJson:
    """A service call that was sent."""
    return {
        "domain": call.domain,
        "service": call.service,
        "entity_ids": list(call.targets),
        "data": dict(call.data),
    }


def plain_value(value: object) -> object:
    """Whatever else an attribute may hold: mappings and sets by their items, the rest as words."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    return str(value)


def changed_attributes(outcome: Outcome) -> dict[str, tuple[Any, Any]]:
    """Every attribute that differs, with its value before and after."""
    if outcome.before is None or outcome.after is None:
        return {}
    before, after = outcome.before.attributes, outcome.after.attributes
    names = [*before, *(name for name in after if name not in before)]
    pairs = {name: (before.get(name), after.get(name)) for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
