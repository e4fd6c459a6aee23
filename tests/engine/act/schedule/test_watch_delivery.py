"""How people are told by a watch: by which ways, and what happens where none works."""

from dataclasses import replace

import pytest

from home_agent.engine.authority import HOUSEHOLD
from home_agent.engine.conditions import (
    StateIs,
)
from home_agent.engine.home import ServiceCall
from home_agent.engine.triggers import Notice

from .tower import Tower

OPEN = StateIs(entity_ids=("binary_sensor.window", "binary_sensor.back"), states=frozenset({"on"}))
WAYS = [
    (
        "persistent_notification",
        ServiceCall(
            domain="persistent_notification",
            service="create",
            data={"message": "Now.", "title": "Home Agent", "notification_id": "home_agent_JOB"},
        ),
    ),
    (
        "notify.anna",
        ServiceCall(
            domain="notify",
            service="send_message",
            targets=("notify.anna",),
            data={"message": "Now.", "title": "Home Agent"},
        ),
    ),
    (
        "notify.mobile_app_anna",
        ServiceCall(
            domain="notify",
            service="mobile_app_anna",
            data={"message": "Now.", "title": "Home Agent", "data": "{'tag': 'home_agent_JOB'}"},
        ),
    ),
    (
        "speak",
        ServiceCall(
            domain="assist_satellite",
            service="announce",
            targets=("assist_satellite.kitchen",),
            data={"message": "Now."},
        ),
    ),
]


@pytest.mark.parametrize(("way", "call"), WAYS)
async def test_ways(tower: Tower, way: str, call: ServiceCall) -> None:
    """By whichever way is set, each in the home's own form; and in the open chat besides."""
    notice = Notice(message="Now.", ways=(way,))
    outcome = await tower.watch(OPEN, notice, area_id="kitchen")
    assert await tower.becomes("binary_sensor.window", "on") == ["Now."]
    [sent] = tower.home.sent
    job_id = outcome.jobs[0].job_id
    data = {key: str(value).replace(job_id, "JOB") for key, value in sent.data.items()}
    assert replace(sent, data=data) == call


async def test_the_ways_of_the_home(tower: Tower) -> None:
    """Where a watch says nothing, as it is set; what the home does not offer is left out."""
    await tower.stop()
    tower.ways = ("persistent_notification", "notify.nobody", "speak")
    await tower.start()
    await tower.watch(OPEN)
    assert await tower.becomes("binary_sensor.window", "on") == ["Now."]
    assert [call.full_name for call in tower.home.sent] == ["persistent_notification.create"]
    assert await tower.jobs() == 0


async def test_a_home_that_is_away(tower: Tower) -> None:
    """What cannot be sent is heard at once by whoever listens, and sent when the home is back."""
    await tower.watch(OPEN, Notice(message="Now.", ways=("notify.anna",)))
    tower.home.down = True
    assert await tower.becomes("binary_sensor.window", "on") == ["Now."]
    assert await tower.after(3) == []
    assert await tower.jobs() == 1
    tower.home.down = False
    assert await tower.after(1) == []
    assert len(tower.home.sent) == 1
    assert await tower.jobs() == 0


async def test_it_gives_up_in_the_end(tower: Tower) -> None:
    """An hour of trying is enough."""
    await tower.watch(OPEN, Notice(message="Now.", ways=("notify.anna",)))
    tower.home.down = True
    await tower.becomes("binary_sensor.window", "on")
    await tower.after(65)
    assert await tower.jobs() == 0
    assert tower.told == ["Now."]


async def test_called_off_while_it_is_tried(tower: Tower) -> None:
    """It does not come back."""
    outcome = await tower.watch(OPEN, Notice(message="Now.", ways=("notify.anna",)))
    tower.home.down = True
    await tower.becomes("binary_sensor.window", "on")
    assert tower.scheduler is not None
    await tower.scheduler.cancel_planned(outcome.jobs[0].job_id, HOUSEHOLD)
    tower.home.down = False
    await tower.after(5)
    assert tower.home.sent == []
    assert await tower.jobs() == 0
