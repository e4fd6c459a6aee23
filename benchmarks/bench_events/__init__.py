"""What a benchmark needs inside of a Home Assistant, whose configuration it is put into.

Many things happen, by states that are set from inside, since asking for each over HTTP would
measure HTTP. And what was asked for is written down, where it survives whatever comes after.
"""

import asyncio
import gc
import time
from pathlib import Path
from typing import Any

from homeassistant.core import HomeAssistant, ServiceCall

DONE = "done.txt"
"""The file in the configuration folder with a line for all that was done."""
_SHORT = 0.005
_MOST_AT_ONCE = 50
_ATTRIBUTES = {"unit_of_measurement": "W", "device_class": "power", "state_class": "measurement"}


async def async_setup(hass: HomeAssistant, _config: dict[str, Any]) -> bool:
    """Offer actions: make things, have them change, do something that is remembered."""
    done = Path(hass.config.path(DONE))
    pauses = _Pauses()

    async def furnish(call: ServiceCall) -> None:
        for number in range(call.data["things"]):
            _set(hass, number, "0")
        hass.states.async_set("sensor.longest_pause", "0")

    async def change(call: ServiceCall) -> None:
        # It takes longer than anybody waits for an action.
        hass.async_create_background_task(keep_changing(**call.data), "bench_events")

    async def keep_changing(*, things: int, rate: int, seconds: int) -> None:
        total = rate * seconds
        started, changed = time.perf_counter(), 0
        while changed < total:
            due = int((time.perf_counter() - started) * rate) + 1
            # What a pause has left behind comes soon, but not at one blow.
            due = min(due, changed + _MOST_AT_ONCE, total)
            for number in range(changed, due):
                _set(hass, number % things, str(number + 1))
            changed = due
            await asyncio.sleep(_SHORT)
        hass.states.async_set("sensor.longest_pause", str(pauses.longest))

    async def do(call: ServiceCall) -> None:
        await asyncio.sleep(call.data["takes"])
        await hass.async_add_executor_job(_note, done, call.data["what"])
        hass.states.async_set("sensor.bench_done", call.data["what"])

    for action in (furnish, change, do):
        hass.services.async_register("bench_events", action.__name__, action)
    return True


class _Pauses:
    """How long Python stopped everything at most, to look for what nobody needs any more."""

    def __init__(self) -> None:
        self.longest = self._began = 0.0
        gc.callbacks.append(self._note)

    def _note(self, phase: str, _info: object) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
        else:
            self.longest = max(self.longest, now - self._began)


def _set(hass: HomeAssistant, number: int, value: str) -> None:
    attributes = {**_ATTRIBUTES, "friendly_name": f"Thing {number}"}
    hass.states.async_set(f"sensor.bench_{number}", value, attributes)


def _note(file: Path, what: str) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(f"{what}\n")
