"""Chats that have the service keep things for later, over a real socket that may break."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from home_agent.engine import Agent, Settings, build_agent
from home_agent.engine.authority import Authority
from home_agent.engine.events import Announcement, Event, TimerEnded
from home_agent.engine.home import ServiceCall
from home_agent.engine.jobs import Timer
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.plan import CallStep, LaterStep, ScheduleStep, Wording
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.triggers import Delay
from home_agent.service.schedule_client import ScheduleClient, ServiceError
from home_agent.service.schedule_server import ScheduleServer
from home_agent.service.socket_path import socket_file
from home_agent.simulated import SimulatedHome
from home_agent.storage.lock import LockHolder, take_lock

HOME = "http://home:8123"
WORDING = Wording(intent="")
LATER = LaterStep(
    steps=(
        CallStep(
            call=ServiceCall(domain="switch", service="turn_on", targets=("switch.towel_rail",)),
            wording=WORDING,
        ),
    ),
    begin=Delay(seconds=600),
    wording=WORDING,
)
NOON = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
TIMER = Timer(timer_id="1", length=60, ends=NOON, authority=Authority(), made=NOON)
UP = Announcement(text="The timer is up!", language="en", about=TimerEnded(timer=TIMER))


@pytest.fixture
async def agent() -> AsyncIterator[Agent]:
    """The agent of the service."""
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=Settings())
    await agent.start()
    yield agent
    await agent.close()
    home.close()


@pytest.fixture(params=["short", "a-folder-with-a-name-that-is-too-long-for-a-socket" * 2])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Where both meet, and nothing is left behind."""
    folder = tmp_path / str(request.param)
    folder.mkdir()
    yield folder
    assert list(folder.iterdir()) == []


async def test_it_is_kept_listed_and_called_off(folder: Path, agent: Agent) -> None:
    desk, client = (
        ScheduleServer(folder, HOME, agent.schedule_backend),
        ScheduleClient(folder, HOME),
    )
    await desk.open()
    assert await client.open()
    (kept,) = await client.handle(LATER, Authority())
    assert kept.status is Status.SCHEDULED
    (listed,) = await client.handle(ScheduleStep(action="list"), Authority())
    assert listed.jobs == kept.jobs == agent.api.planned()
    (gone,) = await client.cancel((kept.jobs[0].job_id,))
    assert (gone.status, agent.api.planned()) == (Status.DONE, ())
    await client.close()
    await desk.close()


async def test_only_who_listens_is_told(tmp_path: Path, agent: Agent) -> None:
    """Whoever only brings something would not hear it, and then nobody would."""
    told: list[Event] = []
    desk, brings = (
        ScheduleServer(tmp_path, HOME, agent.schedule_backend),
        ScheduleClient(tmp_path, HOME),
    )
    stays = ScheduleClient(tmp_path, HOME, told.append)
    await desk.open()
    await brings.open()
    assert await brings.cancel(()) == []
    assert not desk.tell(UP)
    await stays.open()
    assert await stays.cancel(()) == []
    assert desk.tell(UP)
    assert await stays.cancel(()) == []
    assert told == [UP]
    await brings.close()
    await stays.close()
    await desk.close()


async def test_nobody_there(tmp_path: Path) -> None:
    client = ScheduleClient(tmp_path, HOME)
    assert not await client.open()
    (refused,) = await client.handle(LATER, Authority())
    assert (refused.status, refused.reason) == (Status.REFUSED, Reason.NOT_WAITING)
    await client.close()


async def test_each_home_has_its_own(tmp_path: Path, agent: Agent) -> None:
    desk, client = (
        ScheduleServer(tmp_path, HOME, agent.schedule_backend),
        ScheduleClient(tmp_path, "http://other:8123"),
    )
    await desk.open()
    assert not await client.open()
    await client.close()
    await desk.close()


class Slow:
    """A schedule_backend that takes its time."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.go_on = asyncio.Event()

    async def handle(self, *_: object) -> list[Outcome]:
        self.asked.set()
        await self.go_on.wait()
        return [Outcome(status=Status.SCHEDULED)]

    async def cancel(self, _job_ids: tuple[str, ...]) -> list[Outcome]:
        raise ZeroDivisionError


async def test_an_end_in_order_answers_first(tmp_path: Path) -> None:
    """And the chat hears that the service ended, and that it is back."""
    slow, notes = Slow(), asyncio.Queue[str]()
    desk, client = (
        ScheduleServer(tmp_path, HOME, slow),
        ScheduleClient(tmp_path, HOME, note=notes.put_nowait),
    )
    await desk.open()
    await client.open()
    asking = asyncio.create_task(client.handle(LATER, Authority()))
    await slow.asked.wait()
    closing = asyncio.create_task(desk.close())
    await asyncio.sleep(0)
    slow.go_on.set()
    await closing
    assert [item.status for item in await asking] == [Status.SCHEDULED]
    assert "has ended" in await notes.get()
    again = ScheduleServer(tmp_path, HOME, slow)
    await again.open()
    assert "sees to what is planned" in await notes.get()
    await client.close()
    await again.close()


async def test_a_sudden_end_is_not_taken_for_a_no(tmp_path: Path) -> None:
    """It may have been kept: the person is told to look."""

    async def vanish(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.transport.abort()

    with socket_file(tmp_path, HOME) as path:
        server = await asyncio.start_unix_server(vanish, path)
    client = ScheduleClient(tmp_path, HOME)
    await client.open()
    with pytest.raises(ServiceError, match="may or may not have been kept"):
        await client.handle(LATER, Authority())
    await client.close()
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize("line", [b"nonsense\n", b"[1, 2]\n", b'{"id": 1, "keep": 3}\n', b"{}\n"])
async def test_strange_questions(tmp_path: Path, agent: Agent, line: bytes) -> None:
    """Are answered as such, and the next one is served."""
    desk = ScheduleServer(tmp_path, HOME, agent.schedule_backend)
    await desk.open()
    with socket_file(tmp_path, HOME) as path:
        reader, writer = await asyncio.open_unix_connection(path)
    writer.write(line)
    assert b"does not understand" in await reader.readline()
    writer.write(b'{"id": 7, "let_go": []}\n')
    assert await reader.readline() == b'{"id": 7, "outcomes": []}\n'
    writer.close()
    await desk.close()


async def test_a_surprise_in_the_service_is_told(tmp_path: Path) -> None:
    desk, client = ScheduleServer(tmp_path, HOME, Slow()), ScheduleClient(tmp_path, HOME)
    await desk.open()
    await client.open()
    with pytest.raises(ServiceError, match="its log has the details"):
        await client.cancel(("1",))
    await client.close()
    await desk.close()


def test_the_lock_tells_who_has_it(tmp_path: Path) -> None:
    """Each home has a lock of its own; we hold ours until we end."""
    assert take_lock(tmp_path, HOME, "service") is None
    assert take_lock(tmp_path, HOME, "chat") == LockHolder(role="service", pid=os.getpid())
    assert take_lock(tmp_path, "", "chat") is None
    assert take_lock(tmp_path, "", "service") == LockHolder(role="chat", pid=os.getpid())
