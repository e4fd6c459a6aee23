"""Servers that redirect, hang, drip, never end and send a gigabyte, asked for real."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from home_agent.engine.tools.custom.fetch import FetchFailedError, Request
from home_agent.fetch import Fetcher

type Serve = Callable[[socket.socket, threading.Event], None]

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"


@contextmanager
def serving(serve: Serve) -> Iterator[str]:
    """One connection after the other, each in a thread, until whoever asked has hung up."""
    closing = threading.Event()
    threads: list[threading.Thread] = []

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65_536)
            serve(connection, closing)

    def accept(server: socket.socket) -> None:
        with suppress(OSError):
            while not closing.is_set():
                connection, _address = server.accept()
                thread = threading.Thread(target=answer, args=(connection,))
                threads.append(thread)
                thread.start()

    with socket.create_server(("127.0.0.1", 0)) as server:
        accepting = threading.Thread(target=accept, args=(server,))
        accepting.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        closing.set()
        server.shutdown(socket.SHUT_RDWR)
    accepting.join()
    for thread in threads:
        thread.join()


def request(url: str, seconds: float = 0.3) -> Request:
    return Request(method="GET", url=url, headers={}, seconds=seconds, most_bytes=1_000_000)


def hang(connection: socket.socket, _closing: threading.Event) -> None:
    connection.recv(1)


def drip(connection: socket.socket, closing: threading.Event) -> None:
    """A header line that never comes to its end, a letter at a time."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not closing.wait(0.02):
        connection.sendall(b"a")


def drip_body(connection: socket.socket, closing: threading.Event) -> None:
    connection.sendall(_HEAD + b"\r\n")
    while not closing.wait(0.02):
        connection.sendall(b"a")


def stream_for_ever(connection: socket.socket, _closing: threading.Event) -> None:
    connection.sendall(_HEAD + b"\r\n")
    while True:
        connection.sendall(b"x" * 65_536)


def send_a_gigabyte(connection: socket.socket, _closing: threading.Event) -> None:
    connection.sendall(_HEAD + b"Content-Length: 1073741824\r\n\r\n")
    for _ in range(16_384):
        connection.sendall(b"x" * 65_536)


def redirect(connection: socket.socket, _closing: threading.Event) -> None:
    head = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
    connection.sendall(head)


def talk_nonsense(connection: socket.socket, _closing: threading.Event) -> None:
    connection.sendall(b"220 mail.example ESMTP\r\n")


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
