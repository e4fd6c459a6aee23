"""How covers and valves get from one position to another: at once, or in their time."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ..behaviour import TRAVEL, ActionEffect, ActionTarget, Facts, become, given_number
from ..clock import after, seconds_between

OPEN, CLOSED = 100, 0
_STEP = 1.0
"""Seconds between two reports of something that moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """From where to where, since when, and when it last told how far it has come."""

    origin: int
    goal: int
    departed: datetime
    reported: datetime

    def arrival(self, travel: float) -> datetime:
        """When it is there, if the whole way takes this long."""
        return after(self.departed, abs(self.goal - self.origin) / OPEN * travel)

    def position(self, now: datetime, travel: float) -> int:
        """Where it is on its way."""
        if seconds_between(self.arrival(travel), now) >= 0:
            return self.goal
        gone = int(seconds_between(self.departed, now) / travel * OPEN)
        return self.origin + gone if self.goal > self.origin else self.origin - gone


def given_position(given: Facts, name: str) -> int | None:
    """A position that an inventory gives."""
    number = given_number(given, name)
    return None if number is None else round(min(max(number, CLOSED), OPEN))


def at_rest(position: int) -> dict[str, Any]:
    """Stand still at a position: closed exactly at 0."""
    return {
        "current_position": position,
        "is_closed": position == CLOSED,
        "state": "closed" if position == CLOSED else "open",
        "movement": None,
    }


def position_at(subject: ActionTarget) -> int:
    """Where it is, also on its way."""
    movement: Movement | None = subject.facts["movement"]
    if movement is None:
        return int(subject.facts["current_position"])
    return movement.position(subject.now, subject.facts[TRAVEL])


def move(subject: ActionTarget, goal: int) -> ActionEffect:
    """Go to a position: jump there, or start the travel."""
    position = position_at(subject)
    if goal == position or not subject.facts[TRAVEL]:
        return become(**at_rest(goal))
    opens = goal > position
    return become(
        state="opening" if opens else "closing",
        opened_last=opens,
        current_position=position,
        is_closed=position == CLOSED,
        movement=Movement(origin=position, goal=goal, departed=subject.now, reported=subject.now),
    )


def next_report(facts: Facts) -> datetime | None:
    """When it next tells how far it has come."""
    movement: Movement | None = facts["movement"]
    if movement is None:
        return None
    arrival, step = movement.arrival(facts[TRAVEL]), after(movement.reported, _STEP)
    return arrival if seconds_between(arrival, step) > 0 else step


def report(subject: ActionTarget) -> Facts:
    """How far it has come, or that it has arrived."""
    movement: Movement = subject.facts["movement"]
    position = position_at(subject)
    if position == movement.goal:
        return at_rest(position)
    return {
        "current_position": position,
        "is_closed": position == CLOSED,
        "movement": replace(movement, reported=subject.now),
    }
