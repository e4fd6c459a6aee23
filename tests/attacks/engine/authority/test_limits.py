"""Making more calls than anybody may, under ever new names; and locking others out by it."""

from collections.abc import Callable
from itertools import count, cycle

import pytest

from home_agent.engine.act.gate import Gate
from home_agent.engine.act.gate.rate_limit import RateLimit
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.outcome import Reason

MOST = 10
ENOUGH = 400
_NUMBERS = count()
_ORIGINS = cycle(Origin)

CALLERS: dict[str, Callable[[], Authority]] = {
    "a user with new conversations": lambda: Authority(user_id="guest", conversation_id=_new()),
    "a user by changing ways": lambda: Authority(
        user_id="guest", origin=next(_ORIGINS), conversation_id=_new()
    ),
    "a user by a model": lambda: Authority(
        user_id="guest", decided_by=(Origin.MODEL,), conversation_id=_new()
    ),
    "a user who moves about": lambda: Authority(
        user_id="guest", area_id=_new(), conversation_id=_new()
    ),
    "a user without a conversation": lambda: Authority(user_id="guest"),
    "nobody with new conversations": lambda: Authority(conversation_id=_new()),
    "nobody without a conversation": Authority,
    "a satellite with new conversations": lambda: Authority(
        origin=Origin.VOICE, satellite_id="assist_satellite.hall", conversation_id=_new()
    ),
    "nobody by a model": lambda: Authority(decided_by=(Origin.MODEL,), conversation_id=_new()),
    "an automation with new conversations": lambda: Authority(
        origin=Origin.AUTOMATION, conversation_id=_new()
    ),
    "an mcp client": lambda: Authority(origin=Origin.MCP),
    "a schedule of nobody": lambda: Authority(decided_by=(Origin.SCHEDULE,)),
}


def _new() -> str:
    return f"conversation {next(_NUMBERS)}"


def _gate() -> Gate:
    return Gate(Safety.from_mapping({"calls_a_minute": MOST}))


def _tried(gate: Gate, caller: Callable[[], Authority], often: int = ENOUGH) -> int:
    """How many calls of a caller went through."""
    through = 0
    for _ in range(often):
        authority = caller()
        if gate.held_back(authority) is None:
            gate.count(authority)
            through += 1
    return through


@pytest.mark.parametrize("caller", CALLERS)
def test_no_caller_makes_more_calls_than_are_allowed(caller: str) -> None:
    assert _tried(_gate(), CALLERS[caller]) <= MOST


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize(
    "other",
    [
        Authority(user_id="owner", conversation_id="one"),
        Authority(origin=Origin.VOICE, satellite_id="assist_satellite.kitchen"),
        Authority(origin=Origin.AUTOMATION, decided_by=(Origin.SCHEDULE,)),
    ],
    ids=["owner", "satellite", "watch of the settings"],
)
def test_whoever_made_too_many_locks_out_nobody_else(caller: str, other: Authority) -> None:
    gate = _gate()
    _tried(gate, CALLERS[caller])
    assert gate.held_back(other) is None


@pytest.mark.parametrize("callers", [6, 50, 2000])
def test_a_crowd_has_an_end_too(callers: int) -> None:
    """However many users or satellites there are."""
    gate = _gate()
    through = sum(
        _tried(gate, lambda at=at: Authority(user_id=f"user {at}"), MOST)  # type: ignore[misc]
        for at in range(callers)
    )
    assert through == 5 * MOST
    assert gate.held_back(Authority(user_id="another")) is Reason.TOO_MANY


def test_asking_about_many_makes_nobody_forgotten() -> None:
    """A thousand new names once pushed out the count of whoever had used them up."""
    limit = RateLimit(2, within=60)
    limit.count("guest")
    limit.count("guest")
    for at in range(5000):
        assert not limit.is_reached(f"name {at}")
    assert limit.is_reached("guest")


def test_what_is_remembered_has_an_end() -> None:
    limit = RateLimit(2, within=60)
    for at in range(5000):
        limit.count(f"name {at}")
    assert len(limit._times) <= 1000
