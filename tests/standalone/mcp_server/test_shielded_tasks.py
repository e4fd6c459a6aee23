"""A client that hangs up breaks nothing off."""

import asyncio

import pytest

from home_agent.mcp_server.shielded_tasks import ShieldedTasks


async def test_work_goes_on_when_nobody_waits() -> None:
    begun, go_on, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        await go_on.wait()
        done.set()

    waiting = asyncio.create_task(ShieldedTasks().run(work()))
    await begun.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    go_on.set()
    await asyncio.wait_for(done.wait(), 5)


async def test_what_goes_wrong_is_told_to_whoever_waits() -> None:
    async def work() -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await ShieldedTasks().run(work())
