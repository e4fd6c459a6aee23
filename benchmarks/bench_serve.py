"""The home behind an API: what HTTP adds to the engine, streams at once, requests a second, memory.

The server is the real one, in a process of its own; the client shares the machine with it.
"""

import asyncio
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from figures import percentiles

from tests.standalone.server.broken_bodies import broken_bodies
from tests.standalone.server.running_server import RunningServer, said, start

SENTENCES = (
    "is the front door locked?",
    "what is the temperature in the living room?",
    "are any lights on?",
    "what time is it?",
    "is the desk lamp on?",
)
ALONE, AT_ONCE, STREAMS, MANY, BROKEN = 500, 16, 200, 10_000, 10_000
SLOW, HANG_UPS = 50, 100
_OUR_TROUBLE = 500
_WARM = 20
_MOST_MEMORY_GROWN = 40
"""MB: what caches may grow by, and a leak of four kB a request may not."""


class Connection:
    """A client that does next to nothing itself: one connection, one request after another."""

    def __init__(self, address: str, key: str) -> None:
        """Go to this address with this key."""
        self._host, _, port = address.removeprefix("http://").partition(":")
        self._port = int(port)
        self._key = key
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> None:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)

    def close(self) -> None:
        """Hang up."""
        self._writer.close()

    async def ask(self, sentence: str) -> dict[str, Any]:
        """One request, and the whole reply to it."""
        self._send(said(sentence, model="home-agent-fast"))
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head.split(b"\r\n")[0], head
        found = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        assert found is not None
        document: dict[str, Any] = json.loads(await self._reader.readexactly(int(found[1])))
        return document

    async def post(self, body: bytes) -> int:
        """One request with this body; the status of the answer, which is read to its end."""
        self._send_body(body)
        head = await self._reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        assert found is not None
        await self._reader.readexactly(int(found[1]))
        return int(head.split(b" ", 2)[1])

    async def stream(self, sentence: str) -> tuple[float, str]:
        """One request as a stream: when its first byte came, and all that came."""
        started = perf_counter()
        self._send(said(sentence, model="home-agent-fast", stream=True))
        await self._reader.readuntil(b"\r\n\r\n")
        body = await self._reader.readuntil(b"data: ")
        first = perf_counter() - started
        body += await self._reader.readuntil(b"0\r\n\r\n")
        return first * 1000, body.decode()

    async def read_slowly(self, sentence: str) -> str:
        """One request as a stream, of which a few bytes are read at a time."""
        self._send(said(sentence, model="home-agent-fast", stream=True))
        body = b""
        while not body.endswith(b"0\r\n\r\n"):
            body += await self._reader.read(8)
            await asyncio.sleep(0.1)
        return body.decode()

    async def leave(self, sentence: str) -> None:
        """One request as a stream, whose answer nobody waits for."""
        self._send(said(sentence, model="home-agent-fast", stream=True))
        await self._reader.readuntil(b"data: ")
        self._writer.transport.abort()

    def _send(self, request: dict[str, Any]) -> None:
        self._send_body(json.dumps(request).encode())

    def _send_body(self, body: bytes) -> None:
        head = (
            f"POST /v1/chat/completions HTTP/1.1\r\nHost: {self._host}\r\n"
            f"Authorization: Bearer {self._key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)


def _sentence(number: int) -> str:
    return SENTENCES[number % len(SENTENCES)]


async def alone(server: RunningServer, key: str) -> None:
    """One caller, one request after another: what HTTP adds to the engine."""
    connection = Connection(server.address, key)
    await connection.open()
    engine, whole = [], []
    for number in range(_WARM + ALONE):
        started = perf_counter()
        reply = await connection.ask(_sentence(number))
        if number >= _WARM:
            whole.append((perf_counter() - started) * 1000)
            engine.append(reply["home_agent"]["latency_ms"])
    first = [(await connection.stream(_sentence(number)))[0] for number in range(ALONE)]
    connection.close()
    added = [all_of_it - its for all_of_it, its in zip(whole, engine, strict=True)]
    print(f"engine alone           {percentiles(engine)}")
    print(f"over HTTP              {percentiles(whole)}")
    print(f"added by HTTP          {percentiles(added)}")
    print(f"first byte of a stream {percentiles(first)}")


async def streams(server: RunningServer, key: str) -> bool:
    """Many streams held at once; tell whether none was lost."""
    connections = [Connection(server.address, key) for _ in range(STREAMS)]
    await asyncio.gather(*(connection.open() for connection in connections))
    started = perf_counter()
    ended = await asyncio.gather(
        *(connection.stream(_sentence(number)) for number, connection in enumerate(connections))
    )
    took = perf_counter() - started
    whole = [body for _first, body in ended if "data: [DONE]" in body and '"stop"' in body]
    answered = [body for body in whole if "Too much is being asked" not in body]
    for connection in connections:
        connection.close()
    print(f"{STREAMS} streams at once    {len(answered)} whole and answered in {took:.1f} s")
    print(f"  first byte           {percentiles(first for first, _body in ended)}")
    return len(answered) == STREAMS


async def many(server: RunningServer, key: str) -> bool:
    """Requests a second of several callers, and the memory after many; whether that stays."""
    connections = [Connection(server.address, key) for _ in range(AT_ONCE)]
    await asyncio.gather(*(connection.open() for connection in connections))
    before = _memory(server)

    async def work(connection: Connection, count: int) -> None:
        for number in range(count):
            await connection.ask(_sentence(number))

    async def all_of_them(count: int) -> float:
        started = perf_counter()
        await asyncio.gather(*(work(connection, count // AT_ONCE) for connection in connections))
        return perf_counter() - started

    first = await all_of_them(1600)
    settled = _memory(server)
    rest = await all_of_them(MANY - 1600)
    after = _memory(server)
    for connection in connections:
        connection.close()
    print(f"requests a second      {MANY / (first + rest):.0f}, by {AT_ONCE} callers at once")
    print(f"memory of the server   {before} MB, {settled} after 1,600, {after} after {MANY:,}")
    return after - settled <= _MOST_MEMORY_GROWN


async def broken(server: RunningServer, key: str) -> bool:
    """Bodies that are no requests; whether none of them is our trouble."""
    connection = Connection(server.address, key)
    await connection.open()
    real = json.dumps(said("turn on the desk lamp", "Done.", "is it on?", user="anna")).encode()
    statuses: Counter[int] = Counter()
    for body in broken_bodies(real, BROKEN):
        statuses[await connection.post(body)] += 1
    connection.close()
    told = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
    tracebacks = server.log.read_text("utf-8").count("Traceback")
    print(f"{BROKEN:,} broken bodies   {told}; {tracebacks} tracebacks")
    return max(statuses) < _OUR_TROUBLE and not tracebacks


async def slow(server: RunningServer, key: str) -> bool:
    """Others while somebody reads next to nothing; whether the slow ones get all of it, too."""
    readers = [Connection(server.address, key) for _ in range(SLOW)]
    await asyncio.gather(*(reader.open() for reader in readers))
    reading = [asyncio.create_task(reader.read_slowly(SENTENCES[0])) for reader in readers]
    other = Connection(server.address, key)
    await other.open()
    times = []
    for number in range(ALONE):
        started = perf_counter()
        await other.ask(_sentence(number))
        times.append((perf_counter() - started) * 1000)
    other.close()
    still = sum(not task.done() for task in reading)
    bodies = await asyncio.gather(*reading)
    whole = sum("data: [DONE]" in body for body in bodies)
    for reader in readers:
        reader.close()
    print(f"beside slow readers    {percentiles(times)}; {still} of {SLOW} still read then")
    print(f"{SLOW} slow readers        {whole} got all of it")
    return whole == SLOW


async def hang_ups(server: RunningServer, key: str) -> bool:
    """Callers that hang up as soon as they have asked: whether each of them was done."""
    before = _done(server)
    for number in range(HANG_UPS):
        connection = Connection(server.address, key)
        await connection.open()
        await connection.leave(f"turn {'off' if number % 2 else 'on'} the hall light")
    last = Connection(server.address, key)
    await last.open()
    # Whatever was begun comes to its end, one after the other.
    for _ in range(100):
        done = _done(server) - before
        if done == HANG_UPS:
            break
        await asyncio.sleep(0.2)
    reply = await last.ask("is the hall light on?")
    last.close()
    print(f"{HANG_UPS} hang-ups          {done} done to their end; {_text(reply)}")
    return done == HANG_UPS


def _done(server: RunningServer) -> int:
    """How often the lamp was switched, as the audit has it."""
    printed = server.run("audit", "--json", "--last", "1000", "--about", "light.hall").stdout
    return len(printed.splitlines())


def _text(reply: dict[str, Any]) -> str:
    return str(reply["choices"][0]["message"]["content"])


def _memory(server: RunningServer) -> int:
    """MB that the server holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text("ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) // 1024


def main() -> int:
    """Measure; 1 if a stream was lost, something was left half done or memory grows."""
    parts: tuple[Callable[[RunningServer, str], Awaitable[bool | None]], ...] = (
        *(alone, streams, slow, hang_ups, many, broken),
    )
    with tempfile.TemporaryDirectory() as folder:
        server = start(Path(folder), "--port", "0")
        key = server.add_key("bench", "--requests-a-minute", "1000000000")

        async def measure() -> list[bool | None]:
            return [await part(server, key) for part in parts]

        held = asyncio.run(measure())
        ended = server.stop()
    return 1 if False in held or ended else 0


if __name__ == "__main__":
    sys.exit(main())
