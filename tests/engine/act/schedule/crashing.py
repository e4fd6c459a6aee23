"""A program that plans and does things until it is killed, again and again.

The parent warms up once, and forks a child for each life. What the children promise, do and tell
is written to files at once, so that it can be compared afterwards, whatever became of them.
"""

import asyncio
import json
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from home_agent.engine.act import LoopClock, PlanExecutor, Scheduler, SchedulerContext, StepExecutor
from home_agent.engine.authority import Authority
from home_agent.engine.events import Event, JobEnded, ignore
from home_agent.engine.home import Home, RecordedState, ServiceCall, Snapshot
from home_agent.engine.home.protocol import Listener
from home_agent.engine.outcome import Status
from home_agent.engine.plan import CallStep, LaterStep, Plan, Wording
from home_agent.engine.storage.store import SqliteStore
from home_agent.engine.triggers import Delay
from home_agent.simulated import SimulatedHome

NOTE = {"entities": [{"name": "Note", "id": "input_text.note", "state": ""}]}
ENOUGH = 20.0
# so many of the lives end after they have begun; the others may end while they take up the last
LATE = 0.8


class Files:
    """What happened, one line for each thing, in files that outlive whoever wrote them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, name: str, line: str) -> None:
        """Add a line, in one piece."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        descriptor = os.open(self._folder / name, flags, 0o600)
        os.write(descriptor, f"{line}\n".encode())
        os.close(descriptor)


class NotedHome:
    """A home that notes every call before it does it."""

    def __init__(self, home: Home, files: Files) -> None:
        self._home = home
        self._files = files

    def snapshot(self) -> Snapshot:
        return self._home.snapshot()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self._home.subscribe(listener)

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        self._files.write("called", call.data["value"])
        return await self._home.call(call)

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        return await self._home.history(entity_ids, start, end)

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        return await self._home.render(template, variables)


async def live(
    folder: Path, life: int, *, plans: bool, started: Callable[[], object] = lambda: None
) -> None:
    """Take up what was planned; plan more until killed, or wait until all of it is done."""
    files = Files(folder)

    def tell(event: Event) -> None:
        if isinstance(event, JobEnded):
            [step] = event.job.steps
            assert isinstance(step, CallStep)
            files.write("told", json.dumps([step.call.data["value"], event.job.phase]))

    home = NotedHome(SimulatedHome.from_inventory(NOTE), files)
    store = SqliteStore(folder / "store.db")
    step_executor = StepExecutor(home, store=store, patience=0.2)
    scheduler = Scheduler(
        home,
        store,
        gate=step_executor.gate,
        context=SchedulerContext(clock=LoopClock(), listener=tell),
    )
    plan_executor = PlanExecutor(home, step_executor, scheduler)
    await scheduler.load()
    await scheduler.start(step_executor.carry_out)
    started()
    number = 0
    while plans:
        number += 1
        await _plan(plan_executor, f"{life}-{number}", files)
        await asyncio.sleep(random.uniform(0, 0.01))
    with suppress(TimeoutError):
        async with asyncio.timeout(ENOUGH):
            while await _waiting(store):  # noqa: ASYNC110 - what another process left, too
                await asyncio.sleep(0.05)
    await scheduler.close()


async def _plan(plan_executor: PlanExecutor, label: str, files: Files) -> None:
    call = ServiceCall(
        domain="input_text",
        service="set_value",
        targets=("input_text.note",),
        data={"value": label},
    )
    step = LaterStep(
        steps=(CallStep(call=call, wording=Wording(intent="")),),
        begin=Delay(seconds=random.uniform(0, 0.03)),
        wording=Wording(intent="later"),
    )
    [[outcome]] = await plan_executor.carry_out(Plan(steps=(step,)), Authority(), ignore)
    if outcome.status is Status.SCHEDULED:
        files.write("promised", label)


async def _waiting(store: SqliteStore) -> bool:
    documents = [await store.get(key) for key in await store.keys("job/")]
    return any(
        document and document["phase"]["of"] in ("waiting", "begun") for document in documents
    )


def main(folder: Path, lives: int) -> None:
    """Live so many times, each until killed; then once more in peace."""
    for life in range(lives):
        told, tells = os.pipe()
        child = os.fork()
        if not child:
            asyncio.run(live(folder, life, plans=True, started=partial(os.write, tells, b".")))
            os._exit(0)
        if random.random() < LATE:
            select.select([told], [], [], ENOUGH)
        time.sleep(random.uniform(0, 0.08))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        Files(folder).write("killed", str(os.WIFSIGNALED(status) and os.WTERMSIG(status)))
        os.close(told)
        os.close(tells)
    asyncio.run(live(folder, lives, plans=False))


if __name__ == "__main__":
    random.seed(int(sys.argv[3]))
    main(Path(sys.argv[1]), int(sys.argv[2]))
