"""The audit: who had what done, on what authority, and how it ended."""

from collections.abc import Mapping
from typing import Any, override

import pytest

from home_agent.engine import Origin, Settings, Turn, build_agent
from home_agent.engine.act import StepExecutor
from home_agent.engine.act.audit import Audit, Record, read_audit
from home_agent.engine.authority import Authority
from home_agent.engine.errors import StoreError
from home_agent.engine.events import CallSent, Event
from home_agent.engine.home import ServiceCall
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.plan import CallStep, Plan, Wording
from home_agent.engine.storage.store import InMemoryStore, SqliteStore
from home_agent.simulated import SimulatedHome

CALL = ServiceCall(domain="light", service="turn_on", targets=("light.hall",))


async def said(house: SimulatedHome, *texts: str, **details: Any) -> tuple[Record, ...]:
    """What the audit has after somebody said this."""
    store = InMemoryStore()
    agent = build_agent(house, store=store, settings=Settings(patience=0.2))
    for text in texts:
        await agent.hear(Turn(text=text, conversation_id="one", **details))
    return await read_audit(store)


async def test_what_was_done(house: SimulatedHome) -> None:
    """With who asked, and what was before and after."""
    [record] = await said(
        house, "set the ceiling light to 30 %", user_id="anna", origin=Origin.VOICE
    )
    assert (record.user_id, record.origin, record.conversation_id) == ("anna", "voice", "one")
    assert (record.service, record.entity_id) == ("light.turn_on", "light.ceiling")
    assert record.data == {"brightness_pct": 30}
    assert (record.status, record.before, record.after) == ("done", "off", "on")
    assert not record.confirmed


async def test_what_was_asked_about_and_agreed_to(house: SimulatedHome) -> None:
    """Both the question and the deed are there."""
    asked, done = await said(house, "unlock the front door", "yes")
    assert (asked.status, asked.confirmed) == ("awaiting", False)
    assert (done.status, done.confirmed) == ("done", True)


async def test_what_was_not_done(house: SimulatedHome) -> None:
    """With the reason."""
    [record] = await said(house, "turn on the workbench light")
    assert (record.status, record.reason) == ("failed", "no_response")


async def test_questions_touch_nothing(house: SimulatedHome) -> None:
    """And leave no record."""
    assert not await said(house, "is the front door locked?", "what time is it", "hello")


async def test_codes_are_not_kept() -> None:
    """Neither those of an alarm nor anything called one."""
    store = InMemoryStore()
    audit = Audit(store)
    call = ServiceCall(
        domain="lock", service="unlock", targets=("lock.front",), data={"code": "9876"}
    )
    audit.note(call, Authority(), [Outcome(status=Status.DONE, entity_id="lock.front")])
    await audit.write()
    assert "9876" not in repr([await store.get(key) for key in await store.keys("")])


async def test_it_is_bounded_and_nothing_is_overwritten() -> None:
    """The oldest go; what stays is in order."""
    store = InMemoryStore()
    audit = Audit(store)
    for number in range(2100):
        outcome = Outcome(status=Status.DONE, entity_id=f"light.n{number}")
        audit.note(CALL, Authority(), [outcome])
        await audit.write()
    kept = [record.entity_id for record in await read_audit(store)]
    assert 2000 <= len(kept) <= 2050
    assert kept == [f"light.n{number}" for number in range(2100 - len(kept), 2100)]


async def test_two_processes_write_side_by_side(tmp_path: Any) -> None:
    """Neither loses what the other wrote."""
    file = tmp_path / "shared.db"
    first_log, other = Audit(SqliteStore(file)), Audit(SqliteStore(file))
    for audit in (first_log, other, first_log):
        outcome = Outcome(status=Status.REFUSED, entity_id="light.hall", reason=Reason.NOT_ALLOWED)
        audit.note(CALL, Authority(origin=Origin.CHAT), [outcome])
        await audit.write()
    assert [outcome.reason for outcome in await read_audit(SqliteStore(file))] == [
        "not_allowed"
    ] * 3


async def test_a_broken_disk_stops_nobody(
    house: SimulatedHome, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told in the log."""

    class FullStore(InMemoryStore):
        @override
        async def put(self, key: str, document: Mapping[str, Any]) -> None:
            raise StoreError("The disk is full.")

    agent = build_agent(house, store=FullStore(), settings=Settings(patience=0.2))
    reply = await agent.hear(Turn(text="turn on the ceiling light", conversation_id="one"))
    assert reply.calls
    assert "What was done is not kept yet: The disk is full." in caplog.text


async def test_passwords_are_kept_nowhere() -> None:
    """Neither the old one nor the new one, in the audit or the journal."""
    note = {"name": "Guest key", "id": "input_text.guest_key", "state": "hunter2"}
    home = SimulatedHome.from_inventory(
        {"entities": [{**note, "attributes": {"mode": "password"}}]}
    )
    store = InMemoryStore()
    step_executor = StepExecutor(home, patience=0.1, store=store)
    call = ServiceCall(
        domain="input_text",
        service="set_value",
        targets=("input_text.guest_key",),
        data={"value": "swordfish"},
    )
    step = CallStep(call=call, wording=Wording(intent=""))
    events: list[Event] = []
    [[outcome]] = await step_executor.carry_out(Plan(steps=(step,)), Authority(), events.append)
    assert outcome.status is Status.DONE
    [sent] = [event.call for event in events if isinstance(event, CallSent)]
    assert sent.data == {"value": "•••"}
    kept = [await store.get(key) for key in await store.keys("")]
    assert len(kept) == 2
    assert "hunter2" not in str(kept)
    assert "swordfish" not in str(kept)
    home.close()
