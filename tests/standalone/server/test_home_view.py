"""The home as a key for some areas sees it, wherever it is looked at for it."""

from pathlib import Path

import pytest

from home_agent.engine import Settings
from home_agent.engine.act.gate.visibility import Visibility
from home_agent.engine.authority import AccessKey, Authority
from home_agent.engine.outcome import Outcome
from home_agent.engine.plan import ScheduleStep
from home_agent.home_view import HomeView, ViewedSchedule
from home_agent.simulated import SimulatedHome

from .in_process import serve

HOUSE = Path(__file__).parents[1] / "small_home.yaml"
KITCHEN = AccessKey(name="tablet", areas=("Kitchen",))


@pytest.fixture
def home() -> SimulatedHome:
    return SimulatedHome.from_file(HOUSE)


def seen(view: HomeView) -> set[str]:
    """What is exposed."""
    return {entity.entity_id for entity, _state in view.snapshot().exposed()}


def test_other_rooms_are_not_there(home: SimulatedHome) -> None:
    view = HomeView(home)
    with view.seen_by(KITCHEN):
        inside = seen(view)
        # The same object, so that what rests on it can be kept.
        assert view.snapshot().layout is view.snapshot().layout
    assert "light.ceiling_lamp" in inside
    assert "lock.front_door" not in inside
    assert "lock.front_door" in seen(view)
    with view.seen_by(AccessKey(name="all")):
        assert "lock.front_door" in seen(view)
    home.close()


async def test_nor_are_they_for_a_schedule_that_another_process_asks(home: SimulatedHome) -> None:
    """A server beside a service has that one tell what is planned."""
    view = HomeView(home)
    looked: list[set[str]] = []

    class Looking:
        async def handle(self, step: object, authority: Authority) -> list[Outcome]:
            looked.append(seen(view))
            return []

        async def cancel(self, job_ids: tuple[str, ...]) -> list[Outcome]:
            return []

    schedule = ViewedSchedule(Looking(), view)
    await schedule.handle(ScheduleStep(action="list"), Authority(key=KITCHEN))
    await schedule.handle(ScheduleStep(action="list"), Authority())
    assert ["lock.front_door" in entities for entities in looked] == [False, True]
    home.close()


async def test_no_key_and_no_page_shows_what_is_not_visible(tmp_path: Path) -> None:
    """What `[visible]` leaves out is in no resource of an MCP client, either."""
    settings = Settings(visible=Visibility(exclude_domains=("lock",)))
    async with serve(tmp_path, settings=settings) as server:
        for key in (None, KITCHEN):
            shown = {entity.entity_id for entity, _ in server.session.snapshot_for(key).exposed()}
            assert "light.ceiling_lamp" in shown
            assert "lock.front_door" not in shown
