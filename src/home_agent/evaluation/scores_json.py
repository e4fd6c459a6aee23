"""Scores as one JSON object, for programs."""

import json
from collections.abc import Mapping, Sequence
from typing import TypedDict

from home_agent.engine.chat_api.reply_document import CallJson
from home_agent.evaluation import Result, Tally, by_category, tally

from .action import count_actions
from .scores import Score, actions_by_home


class CountJson(TypedDict):
    """The figures of a category."""

    passed: int
    total: int


class LatencyJson(TypedDict):
    """Milliseconds; nothing when no task was run."""

    p50: float | None
    p95: float | None


class TaskJson(TypedDict):
    """One task and what became of it."""

    task_id: str
    sentence: str
    reply: str
    tier: str
    latency_ms: float | None
    tokens: int
    """What a language model took for it."""

    passed: bool
    action: str | None
    """right, asked, wrong or missed; nothing unless the task names the one entity it is about."""

    failures: list[str]
    calls: list[CallJson]


class DatasetJson(TypedDict):
    """The figures of a dataset, and its tasks."""

    name: str
    passed: int
    total: int
    categories: dict[str, CountJson]
    actions: Mapping[str, int]
    """How many were right, asked, wrong and missed; empty if no task is of that form."""

    actions_by_home: Mapping[str, Mapping[str, int]]
    latency_ms: LatencyJson
    tasks: list[TaskJson]


def scores_as_json(
    scores: Sequence[Score], *, mended: Sequence[str] = (), ascii_only: bool = False
) -> str:
    """The datasets, by name, and their results in one line of JSON; and what was mended."""
    content = {
        "datasets": [_dataset(score.title, score.results) for score in scores],
        "mended": [*mended],
    }
    return json.dumps(content, ensure_ascii=ascii_only, default=str)


def _dataset(name: str, results: Sequence[Result]) -> DatasetJson:
    figures = tally(results)
    actions = [result.action for result in results if result.action is not None]
    return {
        "name": name,
        "passed": figures.passed,
        "total": figures.total,
        "categories": {
            category: {"passed": count.passed, "total": count.total}
            for category, count in by_category(results).items()
        },
        "actions": count_actions(actions) if actions else {},
        "actions_by_home": actions_by_home(results),
        "latency_ms": {"p50": _latency(figures, 0.50), "p95": _latency(figures, 0.95)},
        "tasks": [_task(result) for result in results],
    }


def _task(result: Result) -> TaskJson:
    reply = result.reply
    return {
        "task_id": result.task_id,
        "sentence": result.sentence,
        "reply": "" if reply is None else reply.text,
        "tier": result.tier.value,
        "latency_ms": None if reply is None else round(reply.latency_ms, 2),
        "tokens": reply.consumption.tokens if reply and reply.consumption else 0,
        "passed": result.passed,
        "action": None if result.action is None else result.action.value,
        "failures": list(result.failures),
        "calls": [
            {
                "domain": call.domain,
                "service": call.service,
                "entity_ids": list(call.targets),
                "data": dict(call.data),
            }
            for call in (() if reply is None else reply.calls)
        ],
    }


def _latency(figures: Tally, share: float) -> float | None:
    latency = figures.latency(share)
    return None if latency is None else round(latency, 2)
