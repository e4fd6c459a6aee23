"""Routines, written in every way that Home Assistant reads, that do what must not be done."""

from typing import Any

import pytest
from homeassistant.core import HomeAssistant

from tests.attacks.routines import NURSERY, VAULT, names, way

from .conftest import Ask, Find, Write, state, treasures


@pytest.mark.parametrize("name", names("unlocking", foreign=False))
async def test_no_routine_unlocks_unasked(
    name: str, house: HomeAssistant, find: Find, write: Write, ask: Ask
) -> None:
    """And it would have: past us, Home Assistant does what is written there."""
    vault = find(VAULT)
    written = way("unlocking", name, vault)
    await write(written)
    before = treasures(house)
    action = written.service.partition(".")[2]
    told = await ask(action=action, entity_id=written.run)
    [ended] = told["result"]
    assert ended["status"] == "refused"
    assert ended["reason"] == "Nobody was there to confirm it."
    assert treasures(house) == before
    if not written.vain:
        domain = written.run.partition(".")[0]
        data = {"entity_id": written.run}
        await house.services.async_call(domain, action, data, blocking=True)
        await house.async_block_till_done()
        assert state(house, vault) == "unlocked"


@pytest.mark.parametrize("agent_options", [{"safety": {"deny": ["light.nursery"]}}])
@pytest.mark.parametrize("name", names("unlocking", foreign=False))
async def test_no_routine_changes_what_is_denied(
    name: str, house: HomeAssistant, find: Find, write: Write, ask: Ask
) -> None:
    lamp = find(NURSERY)
    written = way("unlocking", name, lamp)
    await write(written)
    told = await ask(action=written.service.partition(".")[2], entity_id=written.run)
    assert [line["status"] for line in told["result"]] == ["refused"], told
    assert "nursery" not in str(told)
    assert state(house, lamp) == "off"


@pytest.mark.parametrize("name", names("harmless"))
async def test_nobody_is_asked_about_what_does_no_harm(
    name: str, house: HomeAssistant, find: Find, write: Write, ask: Ask
) -> None:
    written = way("harmless", name, find(VAULT))
    await write(written)
    told: dict[str, Any] = await ask(
        action=written.service.partition(".")[2], entity_id=written.run
    )
    assert [line["status"] for line in told["result"]] == ["done"], told
    assert state(house, VAULT) == "locked"
