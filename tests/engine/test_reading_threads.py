"""Sentences are read in few threads: one at a time for each caller, and until nobody waits."""

import asyncio
import threading

import pytest

from home_agent.engine.active_requests import ActiveRequests
from home_agent.engine.reading_threads import ReadingThreads


async def test_callers_take_turns() -> None:
    threads = ReadingThreads()
    order: list[str] = []
    held = threading.Event()

    def read(name: str) -> str:
        order.append(name)
        if name == "a1":
            assert held.wait(10)
        return name

    first = [asyncio.create_task(threads.run("a", read, name)) for name in ("a1", "a2")]
    while not order:  # noqa: ASYNC110 - a thread reads
        await asyncio.sleep(0.001)
    assert await threads.run("b", read, "b1") == "b1"
    assert order == ["a1", "b1"]
    held.set()
    assert await asyncio.gather(*first) == ["a1", "a2"]
    assert not threads._queues
    await threads.close()


async def test_what_is_wrong_is_told_and_the_next_is_read() -> None:
    threads = ReadingThreads()
    with pytest.raises(ZeroDivisionError):
        await threads.run("a", lambda: 1 // 0)
    assert await threads.run("a", lambda: 1) == 1
    await threads.close()
    await threads.close()
    assert await threads.run("a", lambda: threading.current_thread().name) != ""


async def test_who_is_cancelled_while_waiting_leaves_no_queue() -> None:
    threads = ReadingThreads()
    held = threading.Event()
    reading = asyncio.create_task(threads.run("a", held.wait, 10))
    waiting = asyncio.create_task(threads.run("a", lambda: None))
    await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    held.set()
    await reading
    assert not threads._queues
    await threads.close()


def test_active_requests_are_counted_by_caller() -> None:
    requests = ActiveRequests(per_caller=2, in_all=3)
    with requests.admit("a") as first, requests.admit("a") as second, requests.admit("a") as third:
        assert (first, second, third) == (True, True, False)
        with requests.admit("b") as other, requests.admit("c") as full:
            assert (other, full) == (True, False)
    with requests.admit("a") as again:
        assert again
