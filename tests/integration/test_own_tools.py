"""Tools of one's own in a real Home Assistant: its scripts, its recorder, its templates."""

from pathlib import Path
from typing import Any

import pytest
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.components.recorder.core import Recorder
from homeassistant.core import Context, HomeAssistant
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.components.recorder.common import (
    async_wait_recording_done,
)

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.diagnostics import async_get_config_entry_diagnostics
from custom_components.home_agent.forms.secrets import MASK

from .connections import fill_in, kept, open_settings, running

WHAT = {"type": "object", "properties": {"what": {"type": "string"}}}
SCRIPTS = {
    "say_hello": {
        "sequence": [
            {"variables": {"answer": {"said": "Hello {{ who }}"}}},
            {"delay": {"milliseconds": 1}},
            {"stop": "", "response_variable": "answer"},
        ]
    }
}
TOOLS: list[dict[str, Any]] = [
    {
        "name": "greet",
        "description": "Greet somebody.",
        "parameters": WHAT,
        "handler": {
            "type": "service",
            "service": "script.say_hello",
            "data": {"who": "{{ what }}"},
        },
    },
    {
        "name": "evening",
        "description": "Make it cosy.",
        "parameters": WHAT,
        "handler": {
            "type": "script",
            "sequence": [
                {"action": "script.say_hello", "data": {"who": "{{ what }}"},
                 "response_variable": "heard"},
                {"if": "{{ heard.said == 'Hello you' }}",
                 "then": [{"action": "light.turn_on", "target": {"entity_id": "light.bed_light"}}]},
                {"stop": "{{ heard.said }}!"},
            ],
        },
    },
    {
        "name": "look",
        "description": "Look at something.",
        "parameters": WHAT,
        "handler": {"type": "template", "value_template": "{{ states(what) }}"},
    },
    {
        "name": "who",
        "description": "Who speaks.",
        "handler": {"type": "native", "name": "get_user_from_user_id"},
    },
    {
        "name": "count",
        "description": "How often something changed.",
        "parameters": WHAT,
        "handler": {
            "type": "sqlite",
            "query": "SELECT count(*) AS n FROM states JOIN states_meta USING (metadata_id)"
            " WHERE states_meta.entity_id = '{{ what }}'",
            "single": True,
        },
    },
]  # fmt: skip


async def use(hass: HomeAssistant, name: str, context: Context | None = None, **data: Any) -> Any:
    """Try a tool out, as people do."""
    return await hass.services.async_call(
        DOMAIN,
        "execute_tool",
        {"tool_name": name, "parameters": data},
        blocking=True,
        return_response=True,
        context=context,
    )


@pytest.fixture
async def house(house: HomeAssistant) -> HomeAssistant:
    """A house with such tools, and a script."""
    assert await async_setup_component(house, "script", {"script": SCRIPTS})
    async_expose_entity(house, "conversation", "script.say_hello", should_expose=True)
    assert await async_setup_component(house, DOMAIN, {DOMAIN: {"custom_tools": TOOLS}})
    return house


@pytest.mark.usefixtures("agent")
class TestUsed:
    """Through the action `execute_tool`."""

    async def test_a_scripts_answer_comes_back(self, house: HomeAssistant) -> None:
        """Of a service, with how it ended."""
        told = await use(house, "greet", what="you")
        assert told["success"], told
        assert told["result"]["response"] == {"said": "Hello you"}

    async def test_a_sequence_goes_on_with_it(self, house: HomeAssistant) -> None:
        """And tells what it was told to."""
        told = await use(house, "evening", what="you")
        assert (told["success"], told["result"]) == (True, "Hello you!"), told
        light = house.states.get("light.bed_light")
        assert light is not None
        assert light.state == "on"

    async def test_a_template_sees_what_is_exposed(self, house: HomeAssistant) -> None:
        """And nothing else, which Home Assistant's own would."""
        async_expose_entity(house, "conversation", "light.bed_light", should_expose=False)
        await house.async_block_till_done()
        assert (await use(house, "look", what="light.bed_light"))["result"] == "unknown"
        async_expose_entity(house, "conversation", "light.bed_light", should_expose=True)
        await house.async_block_till_done()
        assert (await use(house, "look", what="light.bed_light"))["result"] in ("on", "off")

    async def test_who_speaks(self, house: HomeAssistant) -> None:
        anna = await house.auth.async_create_user("Anna", group_ids=["system-admin"])
        await house.async_block_till_done()
        assert (await use(house, "who", Context(user_id=anna.id)))["result"] == {"name": "Anna"}

    async def test_without_a_recorder_there_is_no_query_of_it(self, house: HomeAssistant) -> None:
        with pytest.raises(Exception, match="no tool"):
            await use(house, "count", what="x")


class TestRecorder:
    """A real database."""

    @pytest.fixture(autouse=True)
    def _enable_our_integration(self) -> None:
        """Have nothing loaded: a recorder must be there before Home Assistant is."""

    @pytest.fixture
    def recorder_db_url(self, tmp_path: Path) -> str:
        """A file, as everybody has it."""
        return f"sqlite:///{tmp_path}/home-assistant_v2.db"

    @pytest.mark.usefixtures("agent_entry", "enable_custom_integrations")
    async def test_it_is_asked(self, recorder_mock: Recorder, hass: HomeAssistant) -> None:
        """While it is written to, and nothing but what is asked for."""
        assert await async_setup_component(hass, "homeassistant", {})
        assert await async_setup_component(hass, DOMAIN, {DOMAIN: {"custom_tools": TOOLS}})
        await hass.async_block_till_done()
        for state in ("on", "off", "on"):
            hass.states.async_set("light.one", state)
        hass.states.async_set("light.other", "on")
        await async_wait_recording_done(hass)
        assert (await use(hass, "count", what="light.one"))["result"] == {"n": 3}
        assert (await use(hass, "count", what="x' OR '1'='1"))["result"] == {"n": 0}


KEY = "sk-very-secret-key"
LOOK = {
    "name": "look",
    "description": "Look at something.",
    "parameters": WHAT,
    "handler": {"type": "template", "value_template": "{{ states(what) }}"},
    "sentences": {"en": ["have a look at {what}"]},
}


def web(name: str, url: str, key: str = KEY) -> dict[str, Any]:
    """A tool with a key."""
    headers = {"Authorization": key}
    handler = {"type": "rest", "url": url, "headers": headers}
    return {"name": name, "description": "Ask.", "handler": handler}


class TestOptions:
    """In the forms."""

    async def test_they_are_added_and_used(
        self, house: HomeAssistant, agent: MockConfigEntry
    ) -> None:
        """Beside those of configuration.yaml, whose names stay theirs."""
        form = await open_settings(house, agent, "custom_tools")
        own = {**LOOK, "name": "see", "parameters": WHAT}
        await fill_in(house, form, {"custom_tools": [own, {**LOOK, "description": "Mine."}]})
        await house.async_block_till_done()
        tools = {tool.name: tool for tool in running(agent).agent.api.tools()}
        assert "see" in tools
        assert tools["look"].description == "Look at something."
        assert (await use(house, "see", what="light.bed_light"))["result"] in ("on", "off")

    async def test_what_is_wrong_is_told_at_the_field(
        self, house: HomeAssistant, agent: MockConfigEntry
    ) -> None:
        form = await open_settings(house, agent, "custom_tools")
        wrong = {**LOOK, "handler": {"type": "shell"}}
        form = await fill_in(house, form, {"custom_tools": [wrong]})
        assert form["errors"] == {"custom_tools": "custom_tool"}
        told = form["description_placeholders"]
        assert told["where"] == "look: "
        assert told["problem"].startswith("handler.type: must be one of")

    async def test_keys_are_not_shown_again_nor_sent_elsewhere(
        self, house: HomeAssistant, agent: MockConfigEntry
    ) -> None:
        """A mask stands for the key of the same tool at the same address, and for no other."""
        form = await open_settings(house, agent, "custom_tools")
        both = [
            web("one", "https://one.example/?appid=c4n4ry"),
            web("two", "https://two.example/", "sk-2" * 4),
        ]
        await fill_in(house, form, {"custom_tools": both})
        await house.async_block_till_done()
        form = await open_settings(house, agent, "custom_tools")
        (field,) = form["data_schema"].schema
        shown = field.description["suggested_value"]
        assert KEY not in str(shown)
        await fill_in(house, form, {"custom_tools": shown[::-1]})
        await house.async_block_till_done()
        assert kept(agent)["custom_tools"] == both[::-1]
        form = await open_settings(house, agent, "custom_tools")
        moved = [web("one", "https://evil.example/", MASK)]
        form = await fill_in(house, form, {"custom_tools": moved})
        assert form["errors"] == {"custom_tools": "typed_again"}
        diagnostics = await async_get_config_entry_diagnostics(house, agent)
        assert KEY not in str(diagnostics)
        assert "c4n4ry" not in str(diagnostics)


class TestTriedOut:
    """In the forms: a tool is added, tried out, put right, and tried out again."""

    async def test_it_is_added_edited_and_tried(
        self, house: HomeAssistant, agent: MockConfigEntry
    ) -> None:
        """What comes of it is in the form, each time."""
        form = await open_settings(house, agent, "custom_tools")
        template = {"type": "template", "value_template": "{{ states('light.bed_light')[::-1] }}"}
        own = {**LOOK, "name": "see", "handler": template}
        await fill_in(house, form, {"custom_tools": [own]})
        form = await open_settings(house, agent, "try_tool")
        assert form["step_id"] == "try_tool"
        (field,) = form["data_schema"].schema.values()
        assert field.config["options"][0] == "see"
        form = await fill_in(house, form, {"tool": "see"})
        assert form["description_placeholders"]["result"] == "…"
        form = await fill_in(house, form, {"arguments": {"what": "light.bed_light"}})
        assert '"result": "ffo"' in form["description_placeholders"]["result"]
        house.config_entries.subentries.async_abort(form["flow_id"])
        form = await open_settings(house, agent, "custom_tools")
        await fill_in(house, form, {"custom_tools": [{**LOOK, "name": "see"}]})
        form = await fill_in(house, await open_settings(house, agent, "try_tool"), {"tool": "see"})
        form = await fill_in(house, form, {"arguments": {"what": "light.bed_light"}})
        assert '"result": "off"' in form["description_placeholders"]["result"]

    async def test_what_takes_a_yes_is_refused(
        self, house: HomeAssistant, agent: MockConfigEntry
    ) -> None:
        """A form is no way past the gate; and what is wrong is told."""
        unlock = {
            "name": "let_in",
            "description": "Unlock.",
            "handler": {
                "type": "service",
                "service": "lock.unlock",
                "target": {"entity_id": "lock.front_door"},
            },
        }
        async_expose_entity(house, "conversation", "lock.front_door", should_expose=True)
        await house.async_block_till_done()
        await fill_in(
            house, await open_settings(house, agent, "custom_tools"), {"custom_tools": [unlock]}
        )
        form = await open_settings(house, agent, "try_tool")
        form = await fill_in(house, form, {"tool": "let_in"})
        lock = house.states.get("lock.front_door")
        assert lock is not None
        assert lock.state == "locked"
        form = await fill_in(house, form, {})
        assert '"success": false' in form["description_placeholders"]["result"]
        lock = house.states.get("lock.front_door")
        assert lock is not None
        assert lock.state == "locked"

    async def test_what_a_server_says_is_shown_as_it_is(
        self, house: HomeAssistant, agent: MockConfigEntry
    ) -> None:
        """No fence is left, and nothing becomes a picture that would be fetched."""
        said = "``` ![x](https://evil.example/x.png)"
        own = {**LOOK, "name": "see", "handler": {"type": "template", "value_template": said}}
        await fill_in(
            house, await open_settings(house, agent, "custom_tools"), {"custom_tools": [own]}
        )
        form = await fill_in(house, await open_settings(house, agent, "try_tool"), {"tool": "see"})
        form = await fill_in(house, form, {})
        told = form["description_placeholders"]["result"]
        assert told.count("```") == 2
        assert told.endswith("\n```")

    async def test_of_an_agent_that_is_not_loaded(
        self, house: HomeAssistant, agent: MockConfigEntry
    ) -> None:
        await house.config_entries.async_unload(agent.entry_id)
        told = await open_settings(house, agent, "try_tool")
        assert told["reason"] == "agent_not_loaded"
