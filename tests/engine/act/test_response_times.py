"""How long each device is waited for: by its kind, and by what was seen of it."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, override

import pytest

from home_agent.engine.act.response_times import ResponseTimes
from home_agent.engine.home import Layout, ServiceCall, Snapshot, State
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.storage.store import InMemoryStore

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SILENCE = Snapshot(layout=Layout(), states={}, now=NOON)


def turn_on(*targets: str) -> ServiceCall:
    """Somebody turns something on."""
    return ServiceCall(domain="light", service="turn_on", targets=targets)


async def answer(patience: ResponseTimes, entity_id: str, seconds: float | None) -> None:
    """A device answers after so many seconds, or never."""
    reason = None if seconds is not None else Reason.NO_RESPONSE
    status = Status.DONE if seconds is not None else Status.FAILED
    outcome = Outcome(status=status, entity_id=entity_id, reason=reason)
    answers = {} if seconds is None else {entity_id: seconds}
    await patience.learn_from(turn_on(entity_id), [outcome], answers, NOON)


@pytest.mark.parametrize(
    ("targets", "seconds"),
    [
        (["light.lamp"], 3),
        (["lock.door"], 8),
        (["light.lamp", "cover.blind"], 8),
        (["input_boolean.guests"], 2),
        (["something.else"], 5),
    ],
)
async def test_every_kind_has_its_time(targets: list[str], seconds: float) -> None:
    """A call waits for the slowest of its targets."""
    patience = ResponseTimes(10, InMemoryStore())
    assert await patience.timeout_for(turn_on(*targets), SILENCE) == seconds


async def test_never_longer_than_the_person_allows() -> None:
    """The setting is the last word."""
    patience = ResponseTimes(4, InMemoryStore())
    assert await patience.timeout_for(turn_on("lock.door"), SILENCE) == 4
    await answer(patience, "light.slow", 30)
    assert await patience.timeout_for(turn_on("light.slow"), SILENCE) == 4


async def test_a_slow_device_is_given_more_and_a_quick_one_is_not() -> None:
    """What it took, and a margin; also after a restart."""
    store = InMemoryStore()
    patience = ResponseTimes(10, store)
    await patience.timeout_for(turn_on("light.slow"), SILENCE)
    await answer(patience, "light.slow", 4)
    await answer(patience, "light.quick", 0.2)
    for item in (patience, ResponseTimes(10, store)):
        assert await item.timeout_for(turn_on("light.slow"), SILENCE) == 6
        assert await item.timeout_for(turn_on("light.quick"), SILENCE) == 3
    assert await store.get("patience") == {"light.slow": 4}


async def test_one_that_never_answers_is_not_waited_for_longer_each_time() -> None:
    """Silence teaches nothing."""
    patience = ResponseTimes(10, InMemoryStore())
    for _ in range(5):
        assert await patience.timeout_for(turn_on("light.dead"), SILENCE) == 3
        await answer(patience, "light.dead", None)


async def test_an_answer_after_we_gave_up_is_learnt_from() -> None:
    """The next time we know better."""
    patience = ResponseTimes(10, InMemoryStore())
    await patience.timeout_for(turn_on("light.late"), SILENCE)
    await answer(patience, "light.late", None)
    came = NOON + timedelta(seconds=5)
    late = State(value="on", changed=came, updated=came + timedelta(seconds=30))
    later = Snapshot(layout=Layout(), states={"light.late": late}, now=came)
    assert await patience.timeout_for(turn_on("light.late"), later) == 7.5


@pytest.mark.parametrize(("value", "seconds"), [("off", 5), ("on", 3000), ("on", -5)])
async def test_what_somebody_else_did_is_no_answer(value: str, seconds: float) -> None:
    """Nor what came long after, or was so before."""
    patience = ResponseTimes(10, InMemoryStore())
    await patience.timeout_for(turn_on("light.dead"), SILENCE)
    await answer(patience, "light.dead", None)
    then = NOON + timedelta(seconds=seconds)
    state = State(value=value, changed=then, updated=then)
    home = Snapshot(layout=Layout(), states={"light.dead": state}, now=then)
    assert await patience.timeout_for(turn_on("light.dead"), home) == 3


async def test_a_device_that_got_better_is_trusted_again() -> None:
    """One slow day is not held against it for ever."""
    patience = ResponseTimes(10, InMemoryStore())
    await patience.timeout_for(turn_on("light.mended"), SILENCE)
    await answer(patience, "light.mended", 6)
    for _ in range(20):
        await answer(patience, "light.mended", 0.3)
    assert await patience.timeout_for(turn_on("light.mended"), SILENCE) == 3


async def test_it_is_written_rarely() -> None:
    """Only what is news goes to disk, and only so much of it."""
    writes = 0

    class Counting(InMemoryStore):
        @override
        async def put(self, key: str, document: Mapping[str, Any]) -> None:
            nonlocal writes
            writes += 1
            await super().put(key, document)

    store = Counting()
    patience = ResponseTimes(10, store)
    await patience.timeout_for(turn_on("light.slow"), SILENCE)
    for took in (4, 4.2, 3.9, 4.1, 0.1):
        await answer(patience, "light.slow", took)
    assert writes == 1
    for number in range(300):
        await answer(patience, f"light.slow_{number}", 5)
    assert len(await store.get("patience") or {}) <= 200
