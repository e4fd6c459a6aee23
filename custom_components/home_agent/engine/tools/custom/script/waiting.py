"""Waits until one of several things happens, or time is up."""

import asyncio
from collections.abc import Mapping
from typing import Any

from ....home import Home, StateChanged
from ....home.protocol import Change
from .triggers import Trigger


async def wait_for_any(
    triggers: tuple[Trigger, ...], variables: Mapping[str, Any], home: Home, seconds: float
) -> Trigger | None:
    """The first that happens from now on, and lasts as long as it must; `None` if none does."""
    changes: asyncio.Queue[StateChanged] = asyncio.Queue()

    def hear(change: Change) -> None:
        if isinstance(change, StateChanged):
            changes.put_nowait(change)

    now = home.snapshot()
    was = [trigger.holds(variables, now) for trigger in triggers]
    unsubscribe = home.subscribe(hear)
    try:
        async with asyncio.timeout(seconds):
            return await _first(triggers, was, variables, home, changes)
    except TimeoutError:
        return None
    finally:
        unsubscribe()


async def _first(
    triggers: tuple[Trigger, ...],
    was: list[bool],
    variables: Mapping[str, Any],
    home: Home,
    changes: asyncio.Queue[StateChanged],
) -> Trigger:
    loop = asyncio.get_running_loop()
    due: dict[int, float] = {}
    """When those have lasted long enough that have happened."""

    while True:
        soonest = min(due, key=lambda at: due[at], default=None)
        try:
            async with asyncio.timeout_at(None if soonest is None else due[soonest]):
                change = await changes.get()
        except TimeoutError:
            assert soonest is not None, "only what is due ends a wait"
            return triggers[soonest]
        now = home.snapshot()
        for at, trigger in enumerate(triggers):
            fired = trigger.is_fired(change, was=was[at], variables=variables, home=now)
            was[at] = trigger.holds(variables, now)
            if fired and not trigger.lasting:
                return trigger
            if fired:
                due[at] = loop.time() + trigger.lasting.total_seconds()
            elif not was[at]:
                due.pop(at, None)
