"""Scores: how many tasks of a dataset passed, how fast, and who answered."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from home_agent.engine.turn import Tier

from .action import ActionScore, count_actions
from .run import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The results of one dataset."""

    dataset: str
    tier: str = ""
    """Who might answer; empty where there is only one way to tell of."""

    results: tuple[Result, ...]

    @property
    def title(self) -> str:
        """What to call it."""
        return f"{self.dataset}, {self.tier}" if self.tier else self.dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The figures of some results."""

    passed: int
    total: int
    latencies: tuple[float, ...]
    """Of the tasks that got a reply, in milliseconds and in order."""

    tiers: Mapping[Tier, int]
    """How many tasks each tier answered."""

    def latency(self, share: float) -> float | None:
        """The milliseconds within which this share of the tasks was answered."""
        if not self.latencies:
            return None
        return self.latencies[max(0, math.ceil(share * len(self.latencies)) - 1)]


def tally(results: Iterable[Result]) -> Tally:
    """Count the results."""
    results = tuple(results)
    return Tally(
        passed=sum(result.passed for result in results),
        total=len(results),
        latencies=tuple(
            sorted(result.reply.latency_ms for result in results if result.reply is not None)
        ),
        tiers=Counter(result.tier for result in results),
    )


def actions_by_home(results: Iterable[Result]) -> dict[str, Mapping[str, int]]:
    """For every home: how many tasks were right, asked, wrong and missed. Empty if none is such."""
    grouped: dict[str, list[ActionScore]] = {}
    for result in results:
        if result.action is not None:
            grouped.setdefault(result.home, []).append(result.action)
    return {home: count_actions(grouped[home]) for home in sorted(grouped)}


def by_category(results: Iterable[Result]) -> dict[str, Tally]:
    """Count the results of every category, in alphabetical order."""
    grouped: dict[str, list[Result]] = {}
    for result in results:
        grouped.setdefault(result.category, []).append(result)
    return {category: tally(grouped[category]) for category in sorted(grouped)}
