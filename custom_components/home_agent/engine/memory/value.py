"""The value of a memory: its importance, which decays while nobody uses it."""

from dataclasses import replace
from datetime import datetime, timedelta
from math import inf, log2

from .memory import Memory, MemoryType

# After so long without being asked for, a memory is worth half.
_HALF_LIFE = {
    MemoryType.FACT: timedelta(days=365),
    MemoryType.PREFERENCE: timedelta(days=365),
    MemoryType.CONTEXT: timedelta(days=7),
    MemoryType.EVENT: timedelta(days=60),
}

# What matters for a while is forgotten when it matters no more. Facts and preferences stay until
# somebody takes them back, or there are too many.
_FADING = frozenset({MemoryType.CONTEXT, MemoryType.EVENT})
_FADED = 0.05

_HISTORY_KEPT = timedelta(days=90)
_MOST_EARLIER = 5


def value_of(memory: Memory, now: datetime) -> float:
    """The value of a memory now, from 0 to 1."""
    idle = max(now - memory.last_accessed, timedelta())
    return memory.importance * float(0.5 ** (idle / _HALF_LIFE[memory.type]))


def has_faded(memory: Memory, now: datetime) -> bool:
    """Whether a short-lived memory has lost its value."""
    return memory.type in _FADING and value_of(memory, now) < _FADED


def without_old_history(memory: Memory, now: datetime) -> Memory:
    """The memory without its outdated history."""
    kept = tuple(earlier for earlier in memory.history if now - earlier.until < _HISTORY_KEPT)[
        -_MOST_EARLIER:
    ]
    return memory if kept == memory.history else replace(memory, history=kept)


def lasting_rank(memory: Memory) -> float:
    """A rank that orders memories of one type by value, now and at any later time."""
    if memory.importance <= 0:
        return -inf
    asked = memory.last_accessed.timestamp() / _HALF_LIFE[memory.type].total_seconds()
    return log2(memory.importance) + asked
