"""A time that is told after another one: counted from it, and on its day unless another is said."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from ...home import Snapshot
from ...instants import add_seconds
from ...triggers import Delay, RecurringTrigger, SunTrigger, TimeTrigger, Trigger

_SUN = "sun.sun"
_NEXT = {"sunrise": "next_rising", "sunset": "next_setting"}
_DAY = timedelta(days=1)
_WEEK = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeReference:
    """What a time is told from."""

    home: Snapshot
    before: Trigger | None = None
    """The time of the part before it, whose day may go without saying."""

    whole_day: bool = False
    """Whether hours are counted through the whole day in the sentence that it is part of."""

    @property
    def now(self) -> datetime:
        """The time it is."""
        return self.home.now

    @property
    def since(self) -> datetime:
        """What the next time that a clock shows is counted from."""
        return self.moment_of(self.before) or self.now

    def moment_of(self, trigger: Trigger | None) -> datetime | None:
        """The only moment of an trigger; None if it has none, or several."""
        match trigger:
            case Delay(seconds=seconds):
                return add_seconds(self.now, seconds)
            case TimeTrigger(moment=moment):
                return moment
            case SunTrigger():
                return self._sun(trigger)
        return None

    def next_sun(self, sun: SunTrigger) -> SunTrigger:
        """What the sun does after the part before, by the day where that is not the next time."""
        first, since = self._sun(sun), self.since
        if first is None or first > since:
            return sun
        days = (since - first) // _DAY + 1
        return replace(sun, day=(first + days * _DAY).date())

    def comes_after(self, trigger: Trigger | None, before: Trigger | None) -> bool:
        """Whether one trigger is known to be later than another."""
        if isinstance(trigger, RecurringTrigger) and isinstance(before, RecurringTrigger):
            return not trigger.seconds and not before.seconds and trigger.at != before.at
        first = self.now if before is None else self.moment_of(before)
        second = self.now if trigger is None else self.moment_of(trigger)
        suns = isinstance(trigger, SunTrigger) or isinstance(before, SunTrigger)
        if first is None or second is None:
            # Where nobody knows the sun it cannot be planned by either.
            return (
                suns
                and not isinstance(trigger, RecurringTrigger)
                and not isinstance(before, RecurringTrigger)
            )
        return second > first

    def _sun(self, sun: SunTrigger) -> datetime | None:
        """When the sun does so, as far as this home knows."""
        state = self.home.states.get(_SUN)
        told = state.attributes.get(_NEXT[sun.event]) if state else None
        try:
            moment = told if isinstance(told, datetime) else datetime.fromisoformat(str(told))
            local = moment.astimezone(self.now.tzinfo) + timedelta(seconds=sun.offset)
        except ValueError, OverflowError:
            return None
        # What was told may be old: it is much the same every day.
        local += ((self.now - local) // _DAY + 1) * _DAY
        return local if sun.day is None else datetime.combine(sun.day, local.time(), local.tzinfo)


def shift_trigger(before: Trigger, seconds: float) -> Trigger | None:
    """So long after another trigger; None where that cannot be told."""
    match before:
        case Delay():
            return Delay(seconds=before.seconds + seconds)
        case TimeTrigger(moment=moment):
            return TimeTrigger(moment=add_seconds(moment, seconds))
        case SunTrigger():
            return replace(before, offset=before.offset + seconds)
        case RecurringTrigger(at=SunTrigger() as sun):
            return replace(before, at=replace(sun, offset=sun.offset + seconds))
        case RecurringTrigger(at=time() as at, seconds=0):
            midnight = datetime.combine(date.min, time(), UTC)
            moment = datetime.combine(date.min, at, UTC) + timedelta(seconds=seconds)
            ahead = (moment - midnight) // _DAY
            days = frozenset((day + ahead) % _WEEK for day in before.days)
            return RecurringTrigger(days=days, at=moment.time())
    return None
