"""`home-agent run` and a Home Assistant that comes, goes, hangs and does not let it in."""

import asyncio
import signal
from collections.abc import Callable
from typing import Any, override

from tests.standalone.remote.scripted_hass import TOKEN, ScriptedHass
from tests.standalone.service.running_service import RunningService

type Start = Callable[..., RunningService]


class HangingHass(ScriptedHass):
    """Answers no call before it ends."""

    def __init__(self) -> None:
        super().__init__()
        self.called = asyncio.Event()
        self._ending = asyncio.Event()

    @override
    async def stop(self) -> None:
        self._ending.set()
        await super().stop()

    @override
    async def _call(self, asked: dict[str, Any]) -> dict[str, Any]:
        self.calls.append(asked)
        self.called.set()
        await self._ending.wait()
        return {}


def way_to(hass: ScriptedHass) -> dict[str, str]:
    return {
        "HOME_ASSISTANT_URL": f"http://127.0.0.1:{hass.port}",
        "HOME_ASSISTANT_TOKEN": TOKEN,
    }


async def test_it_waits_for_its_home_and_stays(service: Start) -> None:
    """Absent at the start, then there, then gone, back, and at last closed to us."""
    hass = ScriptedHass()
    await hass.start()
    await hass.stop()
    with service("--log-level", "debug", **way_to(hass)) as running:
        await asyncio.to_thread(running.wait_for, "Trying again until it is there.")
        health = await asyncio.to_thread(running.health)
        assert health.returncode == 1
        assert "Not well: not connected since" in health.stdout
        assert "Nothing answers at" in health.stdout
        await hass.start()
        await asyncio.to_thread(running.wait_for, "Connected to Villa")
        assert (await asyncio.to_thread(running.health)).returncode == 0
        await hass.stop()
        await asyncio.to_thread(running.wait_for, "is lost. Trying to get it back.")
        await hass.start()
        await asyncio.to_thread(running.wait_for, "Connected again after")
        hass.token = "another"
        await hass.stop()
        await hass.start()
        await asyncio.to_thread(running.wait_for, "does not accept the token")
        assert await asyncio.to_thread(running.wait) == 4
        assert TOKEN not in running.log
    await hass.stop()


async def test_a_wrong_token_is_not_tried_again(service: Start) -> None:
    async with ScriptedHass() as hass:
        hass.token = "another"
        with service(**way_to(hass)) as running:
            assert await asyncio.to_thread(running.wait) == 4
            assert "does not accept the token" in running.log
        assert hass.logins == 1


async def test_the_second_signal_ends_at_once(service: Start, run: Any) -> None:
    """The first one waits for what is being done; here that never ends."""
    async with HangingHass() as hass:
        where = way_to(hass)
        with service(**where) as running:
            await asyncio.to_thread(running.wait_for, "Connected to Villa")
            ask = ("ask", "--language", "en", "turn on the ceiling lamp in 1 second")
            assert (await asyncio.to_thread(run, *ask, **where)).returncode == 0
            await hass.called.wait()
            running.send()
            await asyncio.to_thread(running.wait_for, "Stopping, as SIGTERM asks.")
            running.send()
            assert await asyncio.to_thread(running.wait) == 128 + signal.SIGTERM
        with service(**where) as again:
            # Nobody can know whether it happened, so it is told, and not done again.
            await asyncio.to_thread(again.wait_for, "this may or may not have happened")
            assert await asyncio.to_thread(again.stop) == 0
        assert len(hass.calls) == 1
