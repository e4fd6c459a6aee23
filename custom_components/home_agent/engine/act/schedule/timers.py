"""Timers by voice: several at once, told apart by name, length or room, and kept like jobs."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from ...authority import Authority, Ownership
from ...errors import StoreError
from ...events import TimerEnded
from ...home import Home
from ...instants import add_seconds, seconds_between
from ...jobs import Timer
from ...outcome import Outcome, Reason, Status, build_failure, build_refusal
from ...plan import TimerStep
from ...storage.quarantine import find_recent_damage
from ...storage.store import Store
from ...triggers import LONGEST
from .settings import SchedulerContext
from .stored_values import RetryingWriter, StoredValues
from .wakeup import WakeupLoop

_LOGGER = logging.getLogger(__name__)

_MOST = 100
# Nobody can fill it up alone.
_MOST_OF_ONE = 50


class Timers:
    """The timers of one home."""

    def __init__(
        self, home: Home, store: Store, *, context: SchedulerContext, ownership: Ownership
    ) -> None:
        """Keep timers in this store; nothing is told before `start`."""
        self._home = home
        self._ownership = ownership
        self._store = store
        self._listener = context.listener
        self._grace = context.grace
        self._timers = StoredValues(store, Timer, "timer/", lambda timer: timer.timer_id)
        self._loop = WakeupLoop(context.clock, due_in=self._due_in, process=self._ring_due_timers)
        self._writer = RetryingWriter(self._timers, context.clock, wake=self._loop.wake)
        self._running = False

    async def load(self) -> None:
        """Take up what was left. Raises `StoreError`."""
        await self._timers.load()

    def __iter__(self) -> Iterator[Timer]:
        return iter(self._timers)

    def start(self) -> None:
        """Tell from now on when time is up."""
        self._running = True
        self._loop.start()

    async def close(self) -> None:
        """Stop; what runs is kept."""
        self._running = False
        await self._loop.close()
        self._writer.close()

    async def handle(self, step: TimerStep, authority: Authority) -> list[Outcome]:
        """Do what is asked of timers."""
        if not self._running and step.action != "status":
            return [build_refusal(Reason.NOT_WAITING)]
        if not self._store.durable:
            asks = step.action == "status"
            return [
                build_failure(Reason.PLANS_UNKNOWN) if asks else build_refusal(Reason.NOT_DURABLE)
            ]
        now = self._home.snapshot().now
        try:
            if not self._running:
                # Somebody else sees to them, or nobody: what is on disk is what is so.
                await self._timers.load()
            outcomes = (
                [await self._start_timer(step, authority, now)]
                if step.action == "start"
                else await self._change(step, authority, now)
            )
        except StoreError as error:
            _LOGGER.warning("A timer could not be kept: %s", error)
            asks = step.action == "status"
            outcomes = [build_failure(Reason.PLANS_UNKNOWN if asks else Reason.NOT_KEPT)]
        self._loop.wake()
        return [replace(outcome, seen=now) for outcome in outcomes]

    def visible(self, authority: Authority) -> tuple[Timer, ...]:
        """The timers that somebody may see and stop: their own, and the household's."""
        return tuple(
            timer for timer in self._timers if self._ownership.permits(authority, timer.owner)
        )

    async def cancel(self, timer_id: str, authority: Authority) -> Timer | None:
        """Stop one, if this person has such a timer. Raises `StoreError`."""
        timer = next(
            (timer for timer in self.visible(authority) if timer.timer_id == timer_id), None
        )
        if timer is not None:
            await self._timers.drop(timer)
            self._loop.wake()
        return timer

    async def stop(self, timer_ids: tuple[str, ...]) -> list[Outcome]:
        """Stop those of these that still run, and tell which."""
        timers = tuple(timer for timer in self._timers if timer.timer_id in timer_ids)
        if not timers:
            return []
        now = self._home.snapshot().now
        outcomes = await self._cancel_all(timers)
        self._loop.wake()
        return [replace(outcome, seen=now) for outcome in outcomes]

    async def _start_timer(self, step: TimerStep, authority: Authority, now: datetime) -> Outcome:
        if step.seconds <= 0:
            return build_refusal(Reason.HOW_LONG)
        if step.seconds > LONGEST:
            return build_refusal(Reason.TOO_FAR)
        owned = [timer for timer in self._timers if timer.owner == authority.user_id]
        most_of_one = _MOST_OF_ONE if authority.user_id and not authority.is_admin else _MOST
        if len(self._timers) >= _MOST or len(owned) >= most_of_one:
            return build_refusal(Reason.TOO_MUCH)
        timer = Timer(
            timer_id=uuid4().hex[:12],
            name=step.name,
            length=step.seconds,
            ends=add_seconds(now, step.seconds),
            authority=replace(authority.to_keep(), area_id=step.area_id or authority.area_id),
            made=now,
        )
        await self._timers.put(timer)
        return Outcome(status=Status.SCHEDULED, timers=(timer,))

    async def _change(self, step: TimerStep, authority: Authority, now: datetime) -> list[Outcome]:
        """Whatever is asked of timers that there are. Raises `StoreError`."""
        visible = self.visible(authority)
        others = len(visible) < len(self._timers)
        meant = self._select(step, authority, visible)
        if step.action == "status" or not visible:
            # That none is running is only said where none is.
            every = meant or self._select(
                TimerStep(action="status", wording=step.wording), authority, visible
            )
            told = Outcome(status=Status.ANSWERED, timers=every, others=others)
            missed = [] if meant or not visible else [build_refusal(Reason.NO_TIMER)]
            return [*missed, told, *await self._report_lost()]
        if not meant:
            return [replace(build_refusal(Reason.NO_TIMER), others=others)]
        if step.action == "cancel_all":
            return [replace(outcome, others=others) for outcome in await self._cancel_all(meant)]
        if len(meant) > 1:
            return [replace(build_refusal(Reason.WHICH_TIMER), timers=meant)]
        timer = _change_timer(meant[0], step, now)
        if seconds_left(timer, now) > LONGEST:
            return [build_refusal(Reason.TOO_FAR)]
        await (self._timers.drop(timer) if step.action == "cancel" else self._timers.put(timer))
        return [Outcome(status=Status.DONE, timers=(timer,))]

    async def _cancel_all(self, timers: tuple[Timer, ...]) -> list[Outcome]:
        """Forget these. What could not be forgotten on disk goes on running."""
        gone: list[Timer] = []
        for timer in timers:
            try:
                await self._timers.drop(timer)
            except StoreError as error:
                _LOGGER.warning("A timer could not be stopped: %s", error)
                left = tuple(timer for timer in timers if timer not in gone)
                stays = replace(build_failure(Reason.STILL_PLANNED), timers=left)
                done = Outcome(status=Status.DONE, timers=tuple(gone))
                return [*([done] if gone else []), stays]
            gone.append(timer)
        return [Outcome(status=Status.DONE, timers=timers)]

    async def _report_lost(self) -> list[Outcome]:
        """That there were more timers, where one could not be read."""
        try:
            damages = await find_recent_damage(self._store)
        except StoreError:
            # Those that there are were read before.
            damages = ()
        lost = any(damage.is_file or damage.key.startswith("timer/") for damage in damages)
        return [build_failure(Reason.PLANS_DAMAGED)] if lost or self._timers.has_unread else []

    def _select(
        self, step: TimerStep, authority: Authority, visible: tuple[Timer, ...]
    ) -> tuple[Timer, ...]:
        """The timers that are spoken of; of several, those of the speaker's room."""
        meant = list(visible)
        if step.timer_id:
            return tuple(timer for timer in meant if timer.timer_id == step.timer_id)
        if step.name:
            named = [timer for timer in meant if timer.name.casefold() == step.name.casefold()]
            meant = named or [timer for timer in meant if _shares_a_word(timer.name, step.name)]
        if step.start_seconds:
            meant = [timer for timer in meant if timer.length == step.start_seconds]
        if step.area_id:
            meant = [timer for timer in meant if timer.authority.area_id == step.area_id]
        elif step.action not in ("status", "cancel_all"):
            here = authority.area_id
            meant = _narrow(
                meant, lambda timer: here is not None and timer.authority.area_id == here
            )
            fitting = step.action == "unpause"
            if step.action in ("pause", "unpause"):
                meant = _narrow(meant, lambda timer: (timer.ends is None) is fitting)
        now = self._home.snapshot().now
        return tuple(sorted(meant, key=lambda timer: seconds_left(timer, now)))

    def _due_in(self) -> float | None:
        if self._timers.unwritten:
            return 0.0
        now = self._home.snapshot().now
        return min(
            (seconds_between(now, timer.ends) for timer in self._timers if timer.ends), default=None
        )

    async def _ring_due_timers(self) -> None:
        now = self._home.snapshot().now
        for timer in self._timers:
            late = seconds_between(timer.ends, now) if timer.ends else -1.0
            if late < 0:
                continue
            # Told first: hearing of it twice after a crash is better than burnt pizza.
            self._listener(TimerEnded(timer=timer, late=late > self._grace))
            self._timers.end(timer)
        await self._writer.write()


def seconds_left(timer: Timer, now: datetime) -> float:
    """How long a timer still has to go."""
    return timer.left if timer.ends is None else max(0.0, seconds_between(now, timer.ends))


def _change_timer(timer: Timer, step: TimerStep, now: datetime) -> Timer:
    left = seconds_left(timer, now)
    match step.action:
        case "pause":
            return replace(timer, ends=None, left=left)
        case "unpause":
            return replace(timer, ends=timer.ends or add_seconds(now, left), left=0)
        case "increase" | "decrease":
            seconds = step.seconds if step.action == "increase" else -step.seconds
            left = max(0.0, left + seconds)
            if timer.ends is None:
                return replace(timer, left=left)
            return replace(timer, ends=add_seconds(now, left))
        case "change":
            changed = replace(timer, length=step.seconds)
            if timer.ends is None:
                return replace(changed, left=step.seconds)
            return replace(changed, ends=add_seconds(now, step.seconds))
    return timer


def _narrow(timers: list[Timer], suits: Callable[[Timer], bool]) -> list[Timer]:
    """Those that suit, where that leaves just one; else all of them."""
    suiting = [timer for timer in timers if suits(timer)]
    return suiting if len(suiting) == 1 else timers


def _shares_a_word(name: str, said: str) -> bool:
    return bool(_words(name) & _words(said))


def _words(text: str) -> set[str]:
    return set(text.casefold().split())
