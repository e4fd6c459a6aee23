"""Ending when told so, with bounded patience for what is being done."""

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from home_agent.service import signals
from home_agent.service.signals import run_until_signal


@pytest.fixture(autouse=True)
def _own_signals() -> Iterator[None]:
    """The signals as they were before."""
    kept = {item: signal.getsignal(item) for item in (signal.SIGTERM, signal.SIGINT)}
    yield
    for item, handler in kept.items():
        signal.signal(item, handler)


async def test_work_that_ends_by_itself() -> None:
    async def work() -> None:
        raise ValueError("said")

    with pytest.raises(ValueError, match="said"):
        await run_until_signal(work())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_what_is_being_done_is_finished(number: signal.Signals) -> None:
    done: list[str] = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), number)
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            done.append("closed")

    await run_until_signal(work())
    assert done == ["closed"]


async def test_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "_PATIENCE", 0.05)
    done: list[str] = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.Event().wait()
        finally:
            try:
                await asyncio.Event().wait()
            finally:
                done.append("left")

    await run_until_signal(work())
    assert done == ["left"]
