"""Writing automations into Home Assistant: who may, what it refuses, and what stays of the file."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from homeassistant.core import Context, HomeAssistant
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.home_agent.automations import HassAutomations
from custom_components.home_agent.caller import Caller, act_as
from custom_components.home_agent.engine.errors import (
    AutomationsUnavailableError,
    CallRefusedError,
)

ID = "home_agent_0123456789ab"
CONFIG: dict[str, Any] = {
    "alias": "Light",
    "description": "Unlocked → light",
    "triggers": [{"trigger": "state", "entity_id": ["lock.front_door"], "to": ["unlocked"]}],
    "conditions": [],
    "actions": [{"action": "light.turn_on", "target": {"entity_id": ["light.bed_light"]}}],
    "mode": "single",
}


def put(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")


@pytest.fixture
async def file(hass: HomeAssistant, tmp_path: Path) -> Path:
    """Where the automations of a Home Assistant are, which reads them."""
    hass.config.config_dir = str(tmp_path)
    put(tmp_path / "configuration.yaml", "automation: !include automations.yaml\n")
    file = tmp_path / "automations.yaml"
    put(file, "[]\n")
    assert await async_setup_component(hass, "automation", {})
    return file


@pytest.fixture
def keeper(hass: HomeAssistant, file: Path) -> HassAutomations:
    """Who writes them."""
    assert file.exists()
    return HassAutomations(hass)


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def caller_of(user: MockUser) -> Caller:
    return Caller(context=Context(user_id=user.id), user=user)


async def test_it_is_written_and_told(hass: HomeAssistant, keeper: HassAutomations) -> None:
    entity_id = await keeper.write(ID, CONFIG, "home_agent")
    (kept,) = await keeper.list()
    assert (kept.automation_id, kept.entity_id, kept.is_on) == (ID, entity_id, True)
    assert (kept.alias, kept.description) == ("Light", "Unlocked → light")
    assert await keeper.read(ID) == CONFIG
    assert await keeper.read("home_agent_000000000000") is None
    await keeper.delete(ID)
    await hass.async_block_till_done()
    assert await keeper.list() == ()
    await keeper.delete(ID)


async def test_several_at_once_are_all_kept(keeper: HassAutomations) -> None:
    ids = [f"home_agent_{number:012x}" for number in range(5)]
    await asyncio.gather(*(keeper.write(id_, CONFIG, "home_agent") for id_ in ids))
    assert {kept.automation_id for kept in await keeper.list()} == {*ids}


async def test_only_administrators_may(
    hass: HomeAssistant, keeper: HassAutomations, file: Path, hass_admin_user: MockUser
) -> None:
    nobody = Caller(context=Context(user_id="gone"))
    guest = MockUser(is_owner=False)
    guest.add_to_hass(hass)
    for caller in (nobody, caller_of(guest)):
        with act_as(caller):
            for asked in (
                keeper.list(),
                keeper.check(ID, CONFIG),
                keeper.write(ID, CONFIG, "home_agent"),
                keeper.delete(ID),
            ):
                with pytest.raises(AutomationsUnavailableError, match="administrator"):
                    await asked
    assert text_of(file) == "[]\n"
    with act_as(caller_of(hass_admin_user)):
        await keeper.write(ID, CONFIG, "home_agent")


@pytest.mark.parametrize(
    "wrong",
    [
        {"triggers": [{"trigger": "moonrise"}]},
        {"actions": [{"action": "no service"}]},
        {"conditions": [{"condition": "state", "state": "on"}]},
        {"mode": "sometimes"},
        {"surprise": 1},
    ],
)
async def test_home_assistant_itself_refuses(
    keeper: HassAutomations, file: Path, wrong: dict[str, Any]
) -> None:
    config = {**CONFIG, **wrong}
    with pytest.raises(CallRefusedError):
        await keeper.check(ID, config)
    with pytest.raises(CallRefusedError):
        await keeper.write(ID, config, "home_agent")
    assert text_of(file) == "[]\n"


async def test_a_file_that_is_not_read_stays_as_it_was(keeper: HassAutomations, file: Path) -> None:
    put(file.parent / "configuration.yaml", "automation: []\n")
    with pytest.raises(AutomationsUnavailableError, match="!include"):
        await keeper.write(ID, CONFIG, "home_agent")
    assert text_of(file) == "[]\n"


async def test_where_no_automations_run(hass: HomeAssistant) -> None:
    with pytest.raises(AutomationsUnavailableError, match="runs no automations"):
        await HassAutomations(hass).list()


@pytest.mark.parametrize("broken", ["{}", "words", "- words", "- !secret x", "- [1", "\x00"])
async def test_what_is_no_list_of_automations_stays(
    keeper: HassAutomations, file: Path, broken: str
) -> None:
    put(file, broken)
    with pytest.raises(AutomationsUnavailableError, match="cannot be changed"):
        await keeper.write(ID, CONFIG, "home_agent")
    assert text_of(file) == broken
