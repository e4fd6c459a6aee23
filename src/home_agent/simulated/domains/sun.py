"""The sun: it rises and sets at the same times every day, since nobody knows where this home is."""

from datetime import UTC, datetime, time, timedelta

from ..behaviour import ActionTarget, Behaviour, Facts, show_all_but, spoken_state

_RISES = time(6, 30)
_SETS = time(20, 0)
_UP, _DOWN = "above_horizon", "below_horizon"


def _begin(given: Facts, now: datetime) -> Facts:
    """As the inventory gives it, where it does; then it stands still."""
    if "next_rising" in given or "next_setting" in given:
        return {**given, "state": spoken_state(given) or _DOWN, "moves": False}
    return {**given, **_sky(now), "moves": True}


def _sky(now: datetime) -> Facts:
    rising, setting = _next(_RISES, now), _next(_SETS, now)
    return {
        "state": _UP if setting < rising else _DOWN,
        "next_rising": rising.astimezone(UTC).isoformat(),
        "next_setting": setting.astimezone(UTC).isoformat(),
    }


def _next(at: time, now: datetime) -> datetime:
    moment = datetime.combine(now.date(), at, now.tzinfo)
    return moment if moment > now else moment + timedelta(days=1)


def _moves(facts: Facts) -> datetime | None:
    if not facts["moves"]:
        return None
    return min(datetime.fromisoformat(facts[name]) for name in ("next_rising", "next_setting"))


def _move(subject: ActionTarget) -> Facts:
    return _sky(subject.now)


SUN = Behaviour(domain="sun", begin=_begin, show=show_all_but("moves"), wakes=_moves, wake=_move)
