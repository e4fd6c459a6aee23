"""A watch tells what has become so: once, at the right moment, and also after a restart."""

from dataclasses import replace
from datetime import time

from home_agent.engine.authority import Authority
from home_agent.engine.conditions import (
    AllOf,
    AnyOf,
    Changes,
    Measures,
    StateIs,
    TimeIs,
)
from home_agent.engine.events import ignore
from home_agent.engine.home import ServiceCall
from home_agent.engine.outcome import Reason, Status
from home_agent.engine.plan import CallStep, Plan, TimerStep, Wording
from home_agent.engine.triggers import Notice

from .tower import EVENING, Tower

WARM = Measures(entity_id="sensor.freezer", above=-15, margin=1)
OPEN = StateIs(entity_ids=("binary_sensor.window", "binary_sensor.back"), states=frozenset({"on"}))
GARAGE = StateIs(entity_ids=("cover.garage",), states=frozenset({"open"}))
AT_NIGHT = TimeIs(after=time(23), before=time(6))
LAMP = CallStep(
    call=ServiceCall(domain="light", service="turn_on", targets=("light.lamp",)),
    wording=Wording(intent="HassTurnOn", response="light"),
)


async def test_once(tower: Tower) -> None:
    """It is told when it becomes so, and then it is over."""
    outcome = await tower.watch(OPEN)
    assert outcome.status is Status.SCHEDULED
    assert await tower.becomes("binary_sensor.window", "on") == ["Now."]
    assert await tower.jobs() == 0
    await tower.becomes("binary_sensor.window", "off")
    assert await tower.becomes("binary_sensor.window", "on") == []


async def test_every_time(tower: Tower) -> None:
    """Only becoming so counts: what stays so is told once."""
    await tower.watch(OPEN, again=True)
    assert await tower.becomes("binary_sensor.window", "on") == ["Now."]
    assert await tower.becomes("binary_sensor.back", "on") == []
    assert await tower.becomes("binary_sensor.window", "off") == []
    assert await tower.becomes("binary_sensor.back", "off") == []
    assert await tower.becomes("binary_sensor.back", "on") == ["Now."]


async def test_what_is_so_already_is_not_news(tower: Tower) -> None:
    """The reply can say so; the next time is told."""
    await tower.becomes("binary_sensor.window", "on")
    outcome = await tower.watch(OPEN)
    assert outcome.jobs[0].was_so
    assert await tower.after(5) == []
    await tower.becomes("binary_sensor.window", "off")
    assert await tower.becomes("binary_sensor.window", "on") == ["Now."]


async def test_what_cannot_be_seen_is_no_news(tower: Tower) -> None:
    """A sensor that goes and comes back as it was says nothing."""
    await tower.watch(OPEN, again=True)
    await tower.becomes("binary_sensor.window", "on")
    assert await tower.becomes("binary_sensor.window", "unavailable") == []
    assert await tower.becomes("binary_sensor.window", "on") == []
    # One that cannot be seen does not hide the other.
    await tower.becomes("binary_sensor.window", "off")
    await tower.becomes("binary_sensor.window", "unavailable")
    assert await tower.becomes("binary_sensor.back", "on") == ["Now."]


async def test_hovering_around_the_figure(tower: Tower) -> None:
    """It is over once the figure is back by the margin, and not before."""
    await tower.watch(WARM, again=True)
    assert await tower.becomes("sensor.freezer", "-14.9") == ["Now."]
    for figure in ("-15.1", "-14.9", "-15.9", "-14"):
        assert await tower.becomes("sensor.freezer", figure) == []
    assert await tower.becomes("sensor.freezer", "-16.1") == []
    assert await tower.becomes("sensor.freezer", "-14.9") == ["Now."]


async def test_for_ten_minutes(tower: Tower) -> None:
    """It must last; and what ends early begins anew."""
    await tower.watch(WARM, lasting=600)
    await tower.becomes("sensor.freezer", "-10")
    assert await tower.after(9) == []
    await tower.becomes("sensor.freezer", "-18")
    assert await tower.after(5) == []
    await tower.becomes("sensor.freezer", "-10")
    assert await tower.after(9) == []
    # Another reading of the same kind does not begin it anew.
    assert await tower.becomes("sensor.freezer", "-9") == []
    assert await tower.after(1.5) == ["Now."]
    assert await tower.after(30) == []


async def test_what_lasts_already_counts_from_now(tower: Tower) -> None:
    """Whoever asks to be warned of a freezer that is warm is warned."""
    await tower.becomes("sensor.freezer", "-10")
    await tower.watch(WARM, lasting=600)
    assert await tower.after(9.5) == []
    assert await tower.after(1) == ["Now."]


async def test_a_pause_between(tower: Tower) -> None:
    """Soon after it was told, it is told again only if it still is so when the pause is over."""
    await tower.watch(OPEN, again=True, pause=1800)
    assert await tower.becomes("binary_sensor.window", "on") == ["Now."]
    await tower.becomes("binary_sensor.window", "off")
    assert await tower.becomes("binary_sensor.window", "on") == []
    await tower.becomes("binary_sensor.window", "off")
    assert await tower.after(40) == []
    assert await tower.becomes("binary_sensor.window", "on") == ["Now."]
    await tower.becomes("binary_sensor.window", "off")
    await tower.becomes("binary_sensor.window", "on")
    assert await tower.after(29) == []
    assert await tower.after(2) == ["Now."]


async def test_by_the_clock_alone(tower: Tower) -> None:
    """A garage that stands open is told at eleven; one that opens later, when it does."""
    await tower.watch(AllOf(conditions=(GARAGE, AT_NIGHT)), again=True)
    assert await tower.becomes("cover.garage", "open") == []
    assert await tower.after(119) == []
    assert await tower.after(1.5) == ["Now."]
    await tower.becomes("cover.garage", "closed")
    assert await tower.becomes("cover.garage", "open") == ["Now."]
    # In the morning it is over, and the next night it begins anew.
    assert await tower.after(12 * 60) == []
    assert await tower.after(12 * 60) == ["Now."]


async def test_on_some_days_only(tower: Tower) -> None:
    """The days are those on which the night begins: Thursday's goes on into Friday."""
    thursday = replace(AT_NIGHT, days=frozenset({3}))
    await tower.watch(AllOf(conditions=(GARAGE, thursday)))
    await tower.becomes("cover.garage", "open")
    assert await tower.after(20 * 60) == []
    assert await tower.after(7 * 60) == ["Now."]


async def test_either_will_do(tower: Tower) -> None:
    """One of several, of different kinds."""
    await tower.watch(AnyOf(conditions=(WARM, GARAGE)), again=True)
    assert await tower.becomes("cover.garage", "open") == ["Now."]
    assert await tower.becomes("sensor.freezer", "-10") == []
    await tower.becomes("cover.garage", "closed")
    await tower.becomes("sensor.freezer", "-18")
    assert await tower.becomes("sensor.freezer", "-10") == ["Now."]


async def test_any_change(tower: Tower) -> None:
    """Of the state, or of an attribute; coming back after being away is none."""
    await tower.watch(Changes(entity_ids=("sensor.washer",)), again=True)
    await tower.watch(
        Changes(entity_ids=("sensor.washer",), attribute="program"),
        Notice(message="Program."),
        again=True,
    )
    assert await tower.becomes("sensor.washer", "washing") == ["Now."]
    assert await tower.becomes("sensor.washer", "unavailable") == []
    assert await tower.becomes("sensor.washer", "washing") == []
    await tower.becomes("sensor.washer", "washing", program="eco")
    assert await tower.becomes("sensor.washer", "washing", program="hot") == ["Program."]


async def test_an_attribute(tower: Tower) -> None:
    """Words and figures that are no state."""
    on_hot = StateIs(entity_ids=("sensor.washer",), states=frozenset({"hot"}), attribute="program")
    await tower.watch(on_hot)
    hours = Measures(entity_id="sensor.washer", attribute="hours", above=100)
    await tower.watch(hours, Notice(message="Clean it."))
    assert await tower.becomes("sensor.washer", "idle", program="hot") == ["Now."]
    assert await tower.becomes("sensor.washer", "idle", hours=99) == []
    assert await tower.becomes("sensor.washer", "idle", hours=101) == ["Clean it."]


async def test_what_happened_while_nobody_watched(tower: Tower) -> None:
    """It is told at the next start, however late; what was told before is not told again."""
    await tower.watch(OPEN, again=True)
    await tower.watch(GARAGE, Notice(message="Garage."), again=True)
    assert await tower.becomes("cover.garage", "open") == ["Garage."]
    await tower.stop()
    await tower.becomes("binary_sensor.window", "on")
    await tower.after(60)
    await tower.start()
    assert tower.told == ["Garage.", "Now."]
    await tower.stop()
    await tower.start()
    assert tower.told == ["Garage.", "Now."]


async def test_what_lasts_over_a_restart(tower: Tower) -> None:
    """The time it has lasted is not lost."""
    await tower.watch(WARM, lasting=600)
    await tower.becomes("sensor.freezer", "-10")
    await tower.after(5)
    await tower.stop()
    await tower.after(3)
    await tower.start()
    assert await tower.after(1.5) == []
    assert await tower.after(1) == ["Now."]


async def test_a_notice_that_was_begun_is_told_again(tower: Tower) -> None:
    """Killed while it was being told: nobody knows whether it was, and twice beats never."""
    await tower.watch(OPEN)
    await tower.stop()
    [key] = await tower.store.keys("job/")
    kept = dict(await tower.store.get(key) or {})
    due = {"is": "datetime", "of": EVENING.isoformat()}
    begun = {"is": "Phase", "of": "begun"}
    await tower.store.put(key, kept | {"phase": begun, "due": due, "was_so": True})
    await tower.start()
    assert tower.told == ["Now."]
    assert await tower.jobs() == 0


async def test_something_to_do_besides(tower: Tower) -> None:
    """It goes through the gate, and the words tell what came of it."""
    await tower.watch(OPEN, Notice(message="The window!"), LAMP)
    assert await tower.becomes("binary_sensor.window", "on") == ["The window! Done."]
    assert tower.simulated.snapshot().states["light.lamp"].value == "on"


async def test_what_was_to_be_done_and_is_too_late_is_sent_all_the_same(tower: Tower) -> None:
    """Whoever wanted to be told hears that it happened, and that nothing was done."""
    await tower.watch(OPEN, Notice(ways=("notify.anna",)), LAMP)
    await tower.stop()
    await tower.becomes("binary_sensor.window", "on")
    await tower.after(60)
    await tower.start()
    assert tower.simulated.snapshot().states["light.lamp"].value == "off"
    [told] = tower.told
    assert "Missed" in told
    assert [call.data["message"] for call in tower.home.sent] == [told]


async def test_there_is_an_end_to_it(tower: Tower) -> None:
    """So much at once must be a mistake; and what is kept does not grow without bounds."""
    for number in range(200):
        watched = await tower.watch(OPEN, Notice(message=f"Now {number}."))
        assert watched.status is Status.SCHEDULED
    refused = await tower.watch(OPEN)
    assert (refused.status, refused.reason) == (Status.REFUSED, Reason.TOO_MUCH)
    assert await tower.jobs() == 200


async def test_the_same_watch_is_kept_once(tower: Tower) -> None:
    """Who asks twice is told once; what is told otherwise, or elsewhere, is another watch."""
    first, again = await tower.watch(OPEN), await tower.watch(OPEN)
    assert again.status is Status.SCHEDULED
    assert [job.job_id for job in again.jobs] == [job.job_id for job in first.jobs]
    assert await tower.jobs() == 1
    await tower.watch(OPEN, Notice(message="The window!"))
    await tower.watch(OPEN, lasting=60.0)
    await tower.watch(OPEN, area_id="hall")
    assert await tower.jobs() == 4


async def test_timers_have_an_end_too(tower: Tower) -> None:
    """Likewise."""
    assert tower.plan_executor is not None
    timer = TimerStep(action="start", seconds=600, wording=Wording(intent="HassStartTimer"))
    ended = [
        outcome
        for _ in range(101)
        for [outcome] in await tower.plan_executor.carry_out(
            Plan(steps=(timer,)), Authority(), ignore
        )
    ]
    assert {outcome.status for outcome in ended[:-1]} == {Status.SCHEDULED}
    assert (ended[-1].status, ended[-1].reason) == (Status.REFUSED, Reason.TOO_MUCH)
    assert len(await tower.store.keys("timer/")) == 100
