"""Servers that redirect, hang, drip, never end and send a gigabyte, asked for real."""

import asyncio
import socket
import threading

import pytest

from home_agent.engine.tools.custom.fetch import FetchFailedError, Request
from home_agent.fetch import Fetcher
from tests.hostile_servers import (
    Serve,
    drip,
    drip_body,
    hang,
    redirect,
    send_a_gigabyte,
    serving,
    stream_for_ever,
    talk_nonsense,
)


def request(url: str, seconds: float = 0.3) -> Request:
    return Request(method="GET", url=url, headers={}, seconds=seconds, most_bytes=1_000_000)


@pytest.mark.parametrize("serve", [hang, drip, drip_body])
async def test_who_takes_too_long_is_hung_up_on(serve: Serve) -> None:
    """And no thread stays behind with them."""
    left = threading.Event()

    def note_end(connection: socket.socket, closing: threading.Event) -> None:
        try:
            serve(connection, closing)
        finally:
            left.set()

    with serving(note_end) as url:
        with pytest.raises(FetchFailedError, match=r"did not answer within 0.3 seconds"):
            await Fetcher()(request(url))
        assert await asyncio.to_thread(left.wait, 5)


@pytest.mark.parametrize("serve", [stream_for_ever, send_a_gigabyte])
async def test_no_more_is_read_than_is_of_use(serve: Serve) -> None:
    """One byte too many tells that it is too much."""
    with serving(serve) as url:
        fetched = await Fetcher()(request(url, 10))
    assert len(fetched.body) == 1_000_001


async def test_a_redirect_is_not_followed() -> None:
    """It is only told where it leads."""
    with serving(redirect) as url:
        fetched = await Fetcher()(request(url, 5))
    assert (fetched.status, fetched.location) == (302, "http://127.0.0.1:1/")


async def test_who_speaks_something_else() -> None:
    wrong = pytest.raises(FetchFailedError, match="cannot be understood")
    with serving(talk_nonsense) as url, wrong:
        await Fetcher()(request(url, 5))


async def test_nobody_is_there() -> None:
    with pytest.raises(FetchFailedError, match="cannot be reached"):
        await Fetcher()(request("http://127.0.0.1:1/", 5))


async def test_whoever_asks_may_stop_waiting() -> None:
    """A cancellation hangs up as well."""
    with serving(hang) as url:
        asking = asyncio.create_task(Fetcher()(request(url, 30)))
        await asyncio.sleep(0.1)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
