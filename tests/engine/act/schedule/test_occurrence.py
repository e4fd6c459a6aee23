"""When next: right across the nights on which clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.act.schedule.occurrence import (
    NoOccurrenceError,
    Sun,
    adjust_to_sun,
    next_occurrence,
    next_repetition,
)
from home_agent.engine.conditions import StateIs
from home_agent.engine.instants import seconds_between, skip_gap
from home_agent.engine.outcome import Reason
from home_agent.engine.triggers import (
    ConditionTrigger,
    Delay,
    RecurringTrigger,
    SunTrigger,
    TimeTrigger,
    Trigger,
)

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "Asia/Kathmandu",
    "Atlantic/Azores",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "UTC",
]
# the nights of 2026 on which Berlin's clocks go forward and back
SPRING, AUTUMN = date(2026, 3, 29), date(2026, 10, 25)


def at(day: date, hour: int, minute: int = 0, *, fold: int = 0) -> datetime:
    """A moment in Berlin."""
    return datetime.combine(day, time(hour, minute), BERLIN).replace(fold=fold)


NOON = at(date(2026, 6, 10), 12)
SUN = Sun(rising=at(date(2026, 6, 11), 5, 10), setting=at(date(2026, 6, 10), 21, 30))


@pytest.mark.parametrize(
    ("trigger", "now", "moment"),
    [
        (Delay(seconds=90), NOON, NOON + timedelta(seconds=90)),
        (Delay(seconds=7200), at(SPRING, 1), at(SPRING, 4)),
        (Delay(seconds=7200), at(AUTUMN, 1), at(AUTUMN, 2, fold=1)),
        (TimeTrigger(moment=at(SPRING, 2, 30)), at(SPRING, 0), at(SPRING, 3)),
        (TimeTrigger(moment=at(AUTUMN, 2, 30)), at(AUTUMN, 0), at(AUTUMN, 2, 30)),
        (
            TimeTrigger(moment=at(AUTUMN, 2, 30)),
            at(AUTUMN, 2, 10, fold=1),
            at(AUTUMN, 2, 30, fold=1),
        ),
        (RecurringTrigger(at=time(2, 30)), at(SPRING, 0), at(SPRING, 3)),
        (
            RecurringTrigger(at=time(2, 30)),
            at(AUTUMN, 2, 30),
            at(AUTUMN + timedelta(days=1), 2, 30),
        ),
        (RecurringTrigger(at=time(7), days=frozenset({0})), NOON, at(date(2026, 6, 15), 7)),
        (RecurringTrigger(at=time(7), days=frozenset({2})), NOON, at(date(2026, 6, 17), 7)),
        (RecurringTrigger(at=time(13), days=frozenset({2})), NOON, at(date(2026, 6, 10), 13)),
        (RecurringTrigger(seconds=600), NOON, NOON + timedelta(minutes=10)),
        (SunTrigger(event="sunset"), NOON, SUN.setting),
        (SunTrigger(event="sunset", offset=-600), NOON, SUN.setting - timedelta(minutes=10)),
        (SunTrigger(event="sunrise"), NOON, SUN.rising),
        (SunTrigger(event="sunset", day=date(2026, 6, 12)), NOON, SUN.setting + timedelta(days=2)),
        (RecurringTrigger(at=SunTrigger(event="sunset")), NOON, SUN.setting),
        (
            RecurringTrigger(at=SunTrigger(event="sunset"), days=frozenset({5})),
            NOON,
            SUN.setting + timedelta(days=3),
        ),
        (
            ConditionTrigger(
                condition=StateIs(entity_ids=("light.lamp",), states=frozenset({"on"}))
            ),
            NOON,
            None,
        ),
    ],
)
def test_upcoming(trigger: Trigger, now: datetime, moment: datetime | None) -> None:
    """The next moment after now."""
    found = next_occurrence(trigger, now, SUN)
    if moment is None:
        assert found is None
    else:
        assert found is not None
        assert found.astimezone(UTC) == moment.astimezone(UTC)


def test_an_hour_after_sunset_said_after_sunset() -> None:
    """Today's, though the home tells only of tomorrow's."""
    later = Sun(rising=SUN.rising, setting=SUN.setting + timedelta(days=1, minutes=1))
    now = at(date(2026, 6, 10), 22)
    found = next_occurrence(SunTrigger(event="sunset", offset=3600), now, later)
    assert found == at(date(2026, 6, 10), 22, 31)


@pytest.mark.parametrize(
    ("trigger", "sun", "reason"),
    [
        (TimeTrigger(moment=at(date(2026, 6, 10), 11)), SUN, Reason.TIME_OVER),
        (Delay(seconds=-300), SUN, Reason.TIME_OVER),
        (SunTrigger(event="sunset"), None, Reason.NO_SUN),
        (RecurringTrigger(at=SunTrigger(event="sunset")), None, Reason.NO_SUN),
        (SunTrigger(event="sunrise", day=date(2026, 6, 10)), SUN, Reason.TIME_OVER),
        (RecurringTrigger(seconds=5), SUN, Reason.TOO_OFTEN),
    ],
)
def test_never(trigger: Trigger, sun: Sun | None, reason: Reason) -> None:
    """Each says why."""
    with pytest.raises(NoOccurrenceError) as never:
        next_occurrence(trigger, NOON, sun)
    assert never.value.reason is reason


def test_the_sun_moves() -> None:
    """What was worked out days ahead follows what is known of the day itself."""
    due = SUN.setting + timedelta(days=3)
    moved = Sun(rising=SUN.rising, setting=due + timedelta(minutes=5))
    assert adjust_to_sun(SunTrigger(event="sunset"), due, moved) == due + timedelta(minutes=5)
    assert adjust_to_sun(Delay(seconds=5), due, moved) == due


def test_a_period_keeps_its_beat() -> None:
    """Also after some were missed."""
    every = RecurringTrigger(seconds=600)
    assert next_repetition(every, NOON, NOON + timedelta(seconds=1), None) == NOON + timedelta(
        minutes=10
    )
    late = NOON + timedelta(minutes=35)
    assert next_repetition(every, NOON, late, None) == NOON + timedelta(minutes=40)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("minute", [0, 30])
@pytest.mark.parametrize("hour", [0, 1, 2, 3])
def test_once_a_day_all_year(zone: str, hour: int, minute: int) -> None:
    """On every day, and on none twice, whatever the clocks do."""
    every = RecurringTrigger(at=time(hour, minute))
    now = datetime(2026, 1, 1, 12, tzinfo=ZoneInfo(zone))
    days = []
    due = next_occurrence(every, now, None)
    while due is not None and due.year == 2026:
        days.append(due.date())
        due = next_repetition(every, due, due, None)
    assert days == [date(2026, 1, 2) + timedelta(days=day) for day in range(len(days))]
    assert len(days) == 364


MOMENTS = st.datetimes(datetime(2024, 1, 1), datetime(2027, 12, 31))  # noqa: DTZ001 - zoned below
QUARTERS = st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30, 45]))


@given(
    zone=st.sampled_from(ZONES),
    wall=MOMENTS,
    at=QUARTERS,
    days=st.frozensets(st.integers(0, 6)),
)
@settings(max_examples=300, deadline=None)
def test_next_is_the_first_that_fits(
    zone: str, wall: datetime, at: time, days: frozenset[int]
) -> None:
    """Compared with looking at every quarter of an hour, one after the other."""
    now = wall.replace(microsecond=0, tzinfo=UTC).astimezone(ZoneInfo(zone))
    due = next_occurrence(RecurringTrigger(at=at, days=days), now, None)
    assert due is not None
    assert seconds_between(now, due) > 0
    assert not days or due.weekday() in days
    first = _first_shown(at, days, now)
    if due.time() == at:
        assert due.astimezone(UTC) == first.astimezone(UTC)
    else:
        # The clocks skipped it: the first moment that there is instead.
        before = (due.astimezone(UTC) - timedelta(seconds=1)).astimezone(due.tzinfo)
        assert before.time() < at < due.time()
        assert seconds_between(due, first) > 0


def _first_shown(at: time, days: frozenset[int], now: datetime) -> datetime:
    """The first moment at which a clock shows this, for the first time on that day."""
    moment = now.astimezone(UTC).replace(second=0, microsecond=0)
    moment -= timedelta(minutes=moment.minute % 15)
    for _ in range(20 * 24 * 4):
        moment += timedelta(minutes=15)
        local = moment.astimezone(now.tzinfo)
        fits = local.time() == at and not local.fold
        if fits and (not days or local.weekday() in days):
            return local
    raise AssertionError("never shown")


@given(zone=st.sampled_from(ZONES), wall=MOMENTS)
@settings(max_examples=300, deadline=None)
def test_every_moment_is_one_that_exists(zone: str, wall: datetime) -> None:
    """Where a clock never shows it, it is the first that the clock shows after it."""
    moment = wall.replace(tzinfo=ZoneInfo(zone))
    real = skip_gap(moment)
    shown = real.astimezone(UTC).astimezone(real.tzinfo)
    assert shown.replace(tzinfo=None) == real.replace(tzinfo=None)
    assert real.replace(tzinfo=None) >= wall
