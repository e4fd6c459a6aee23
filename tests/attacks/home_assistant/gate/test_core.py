"""What only a real Home Assistant can be attacked with: ids, blueprints, reloads, users, groups."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, override
from unittest.mock import patch

import pytest
from homeassistant.auth.const import GROUP_ID_READ_ONLY
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.components.scene import Scene
from homeassistant.const import Platform
from homeassistant.core import Context, HomeAssistant, ServiceCall
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import llm
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    MockModule,
    MockPlatform,
    mock_config_flow,
    mock_integration,
    mock_platform,
)

from homeassistant.config_entries import ConfigEntry, ConfigFlow  # isort: skip
from homeassistant.helpers.entity_platform import AddEntitiesCallback  # isort: skip

from tests.attacks.routines import NURSERY, VAULT, Way

from .conftest import Ask, Find, Write, state

UNLOCK = {"action": "lock.unlock", "target": {"entity_id": VAULT.entity}}
LAMP = {"action": "light.turn_on", "target": {"entity_id": "light.hall"}}
HARMLESS = {"sequence": [LAMP]}


def is_unasked(told: dict[str, Any]) -> bool:
    return bool(told["success"])


@pytest.fixture
async def opener(house: HomeAssistant) -> HomeAssistant:
    """A home with a hidden script that opens, which has another id than its own service."""
    scripts = {"opener": {"sequence": [UNLOCK]}, "harmless": HARMLESS}
    assert await async_setup_component(house, "script", {"script": scripts})
    await house.async_block_till_done()
    er.async_get(house).async_update_entity("script.opener", new_entity_id="script.fun")
    await house.async_block_till_done()
    for entity_id, exposed in (("script.fun", False), ("script.harmless", True)):
        async_expose_entity(house, "conversation", entity_id, should_expose=exposed)
    await house.async_block_till_done()
    return house


ATTEMPTS: list[tuple[str, dict[str, Any]]] = [
    ("ha_control", {"action": "opener", "entity_id": "script.harmless"}),
    ("ha_control", {"action": "script.opener", "entity_id": "script.harmless"}),
    ("ha_control", {"action": "SCRIPT.OPENER", "entity_id": "script.harmless"}),
    ("ha_control", {"action": "fun", "entity_id": "script.harmless"}),
    ("ha_control", {"action": "turn_on", "entity_id": "script.fun"}),
    ("ha_control", {"action": "turn_on", "entity_id": "script.opener"}),
    ("call_home_assistant_service", {"domain": "script", "service": "opener"}),
    ("call_home_assistant_service", {"domain": "script", "service": "fun"}),
    (
        "call_home_assistant_service",
        {"domain": "script", "service": "opener", "entity_id": "script.harmless"},
    ),
    (
        "execute_services",
        {
            "list": [
                {
                    "domain": "script",
                    "service": "opener",
                    "service_data": {"entity_id": "script.harmless"},
                }
            ]
        },
    ),
]
ALL_TOOLS = {
    "tools": {"enabled": ["ha_control", "call_home_assistant_service", "execute_services"]}
}


@pytest.mark.parametrize("agent_options", [ALL_TOOLS])
@pytest.mark.parametrize(("tool", "given"), ATTEMPTS)
async def test_no_service_runs_a_hidden_script(
    tool: str, given: dict[str, Any], opener: HomeAssistant, ask: Ask
) -> None:
    told = await ask(tool, **given)
    assert not is_unasked(told)
    assert state(opener, VAULT) == "locked"


@pytest.mark.parametrize("agent_options", [ALL_TOOLS])
async def test_an_exposed_script_of_another_id_is_the_script(
    opener: HomeAssistant, ask: Ask
) -> None:
    """Its own service is asked about as it is."""
    async_expose_entity(opener, "conversation", "script.fun", should_expose=True)
    await opener.async_block_till_done()
    told = await ask("call_home_assistant_service", domain="script", service="opener")
    assert told["result"][0]["entity_id"] == "script.fun"
    assert told["result"][0]["reason"] == "Nobody was there to confirm it."
    assert state(opener, VAULT) == "locked"


@pytest.mark.parametrize(("tool", "given"), ATTEMPTS[:6])
async def test_nor_does_another_agent_by_our_tools(
    tool: str, given: dict[str, Any], opener: HomeAssistant, agent: MockConfigEntry
) -> None:
    """Home Assistant's LLM API, which its MCP server serves too."""
    context = llm.LLMContext(
        platform="test", context=Context(), language="en", assistant="conversation", device_id=None
    )
    api = await llm.async_get_api(opener, f"home_agent-{agent.entry_id}", context)
    await api.async_call_tool(llm.ToolInput(tool_name=tool, tool_args=given))
    await opener.async_block_till_done()
    assert state(opener, VAULT) == "locked"


async def test_a_script_that_was_changed_is_looked_into_anew(
    house: HomeAssistant, write: Write, ask: Ask
) -> None:
    await write(Way(run="script.way", scripts={"way": HARMLESS}))
    assert is_unasked(await ask(action="turn_on", entity_id="script.way"))
    changed = {"script": {"way": {"sequence": [UNLOCK]}}}
    with patch("homeassistant.config.load_yaml_config_file", return_value=changed):
        await house.services.async_call("script", "reload", blocking=True)
    await house.async_block_till_done()
    async_expose_entity(house, "conversation", "script.way", should_expose=True)
    await house.async_block_till_done()
    assert not is_unasked(await ask(action="turn_on", entity_id="script.way"))
    assert state(house, VAULT) == "locked"


async def test_a_scene_that_came_to_be_is_looked_into(
    house: HomeAssistant, write: Write, ask: Ask
) -> None:
    await write(Way(run="script.way", scripts={"way": HARMLESS}))
    data = {"scene_id": "made", "entities": {VAULT.entity: "unlocked"}}
    await house.services.async_call("scene", "create", data, blocking=True)
    await house.async_block_till_done()
    async_expose_entity(house, "conversation", "scene.made", should_expose=True)
    await house.async_block_till_done()
    assert not is_unasked(await ask(action="turn_on", entity_id="scene.made"))
    assert state(house, VAULT) == "locked"


BLUEPRINT = """
blueprint:
  name: Do something
  domain: {domain}
  input:
    what:
    how:
      default: lock.unlock
{root}:
  - action: !input how
    target:
      entity_id: !input what
"""


@contextmanager
def kept_blueprint(hass: HomeAssistant, domain: str, text: str) -> Iterator[str]:
    """A blueprint in the home's folder, for a while."""
    path = Path(hass.config.path("blueprints", domain)) / "attack_do_something.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    yield path.name
    path.unlink()


@pytest.mark.parametrize("domain", ["automation", "script"])
async def test_no_blueprint_unlocks_unasked(
    domain: str, house: HomeAssistant, write: Write, ask: Ask
) -> None:
    """Home Assistant tells what it made of one with its inputs, and that is looked into."""
    root = "sequence" if domain == "script" else "triggers: []\nactions"
    with kept_blueprint(house, domain, BLUEPRINT.format(domain=domain, root=root)) as path:
        lamp = {"what": "light.hall", "how": LAMP["action"]}
        listed = {
            "way": {"use_blueprint": {"path": path, "input": {"what": VAULT.entity}}},
            "lamps": {"use_blueprint": {"path": path, "input": lamp}},
        }
        scripts, automations = (listed, {}) if domain == "script" else ({}, listed)
        await write(Way(run=f"{domain}.way", scripts=scripts, automations=automations))
    async_expose_entity(house, "conversation", f"{domain}.lamps", should_expose=True)
    await house.async_block_till_done()
    action = "turn_on" if domain == "script" else "trigger"
    assert not is_unasked(await ask(action=action, entity_id=f"{domain}.way"))
    assert state(house, VAULT) == "locked"
    assert is_unasked(await ask(action=action, entity_id=f"{domain}.lamps"))


class Mood(Scene):
    """A scene that only its integration knows."""

    _attr_name = "mood"
    _attr_unique_id = "mood"

    def __init__(self, activate: Callable[[], None]) -> None:
        self.entity_id = "scene.mood"
        self._activate = activate

    @override
    def activate(self, **kwargs: Any) -> None:
        self._activate()


@pytest.mark.parametrize(("with_lock", "asked"), [(True, True), (False, False)])
async def test_a_scene_of_an_integration_may_be_anything_of_it(
    house: HomeAssistant, ask: Ask, *, with_lock: bool, asked: bool
) -> None:
    """One with lamps alone switches lamps; one with a lock may unlock."""
    kinds = [Platform.SCENE]

    async def set_up(hass: HomeAssistant, entry: ConfigEntry[Any]) -> bool:
        await hass.config_entries.async_forward_entry_setups(entry, kinds)
        return True

    async def add(
        _hass: HomeAssistant,
        _entry: ConfigEntry[Any],
        async_add_entities: AddEntitiesCallback,
    ) -> None:
        async_add_entities([Mood(lambda: None)])

    mock_integration(house, MockModule("moods", async_setup_entry=set_up))
    mock_platform(house, "moods.config_flow", None)
    mock_platform(house, "moods.scene", MockPlatform(async_setup_entry=add))
    entry = MockConfigEntry(domain="moods")
    entry.add_to_hass(house)
    registry = er.async_get(house)
    domain = "lock" if with_lock else "light"
    registry.async_get_or_create(domain, "moods", "it", config_entry=entry)
    with mock_config_flow("moods", ConfigFlow):
        assert await house.config_entries.async_setup(entry.entry_id)
        await house.async_block_till_done()
    async_expose_entity(house, "conversation", "scene.mood", should_expose=True)
    await house.async_block_till_done()
    told = await ask(action="turn_on", entity_id="scene.mood")
    assert is_unasked(told) is not asked


@pytest.mark.parametrize("agent_options", [{"safety": {"deny": ["light.nursery"]}}])
@pytest.mark.parametrize("hidden", [True, False])
async def test_a_denied_lamp_stays_as_it_is_when_its_group_is_switched(
    house: HomeAssistant, find: Find, ask: Ask, *, hidden: bool
) -> None:
    """And what is told of the others is true."""
    members = ["light.nursery", "light.hall", "light.cellar"]
    options = {"group_type": "light", "entities": members, "hide_members": hidden, "name": "lamps"}
    group = MockConfigEntry(domain="group", options=options, title="lamps")
    group.add_to_hass(house)
    assert await house.config_entries.async_setup(group.entry_id)
    for entity_id in (*members, "light.lamps"):
        async_expose_entity(house, "conversation", entity_id, should_expose=True)
    await house.async_block_till_done()
    told = await ask(action="turn_on", entity_id="light.*")
    assert state(house, find(NURSERY)) == "off"
    ended = {line["entity_id"]: line["status"] for line in told["result"]}
    assert ended == {
        "light.cellar": "done",
        "light.hall": "done",
        "light.lamps": "refused",
        "light.nursery": "refused",
    }
    assert not told["success"]


async def test_what_was_refused_inside_a_script_was_not_done(
    house: HomeAssistant, write: Write, ask: Ask
) -> None:
    """Home Assistant starts a script and says that all is well; we wait for what comes of it."""
    lamp = house.states.get("light.nursery")
    assert lamp is not None
    name = lamp.name

    async def refuse(_call: ServiceCall) -> None:
        raise HomeAssistantError(f"light.nursery says no to {name} and light.hall")

    house.services.async_register("test", "refuse", refuse)
    target = {"entity_id": "light.hall"}
    sequence = [{"action": "test.refuse", "target": target}]
    await write(Way(run="script.way", scripts={"way": {"sequence": sequence}}))
    told = await ask(action="turn_on", entity_id="script.way")
    assert not told["success"]
    assert told["result"][0]["status"] == "failed"
    assert "nursery" not in str(told).casefold()
    assert "says no" in str(told)


async def test_what_a_guest_may_not_do_a_script_does_not_either(
    house: HomeAssistant, write: Write, ask: Ask
) -> None:
    """And it is not told as done."""
    await write(Way(run="script.way", scripts={"way": HARMLESS}))
    await house.auth.async_create_user("Owner")  # the first one may do anything
    guest = await house.auth.async_create_user("Guest", group_ids=[GROUP_ID_READ_ONLY])
    told = await ask(action="turn_on", entity_id="script.way", context=Context(user_id=guest.id))
    assert not told["success"]
    assert state(house, "light.hall") == "off"


async def test_a_long_script_is_said_to_be_started(
    house: HomeAssistant, write: Write, ask: Ask
) -> None:
    """Nobody waits for its end."""
    sequence = [LAMP, {"wait_for_trigger": [{"trigger": "event", "event_type": "never"}]}]
    await write(Way(run="script.way", scripts={"way": {"sequence": sequence}}))
    data = {
        "tool_name": "ha_control",
        "parameters": {"action": "turn_on", "entity_id": "script.way"},
    }
    told = await house.services.async_call(
        "home_agent", "execute_tool", data, blocking=True, return_response=True
    )
    assert told is not None
    assert told["success"]
    assert state(house, "light.hall") == "on"
    await house.services.async_call(
        "script", "turn_off", {"entity_id": "script.way"}, blocking=True
    )
