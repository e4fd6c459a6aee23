"""Somebody who waits for a silent model learns that, and how to stop."""

import asyncio

from home_agent.engine.events import Event, ModelAsked, ModelFailed, ReplyDelta
from home_agent.terminal.slow_model import SILENT, SlowModelNotice

AT_ONCE = 0.0


async def told_of(*events: Event) -> list[str]:
    """What is told after these events, by somebody without any patience."""
    told: list[str] = []
    with SlowModelNotice(told.append, patience=AT_ONCE) as slow:
        for event in events:
            slow.follow(event)
        # Longer than the loop needs to come to a timer that is due at once.
        await asyncio.sleep(0.02)
        said = list(told)
    await asyncio.sleep(0.02)
    assert told == said
    return said


async def test_silence_is_told_once() -> None:
    assert await told_of(ModelAsked(round=1)) == [SILENT]


async def test_first_word_ends_the_waiting() -> None:
    assert await told_of(ModelAsked(round=1), ReplyDelta(text="Well")) == []


async def test_next_one_may_be_silent_too() -> None:
    failed = ModelFailed(provider="m", error="no answer")
    assert await told_of(ModelAsked(round=1), failed) == [SILENT]
    assert await told_of(failed, ReplyDelta(text="Well")) == []
