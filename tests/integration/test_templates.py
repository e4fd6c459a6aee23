"""Templates of the house's owner, read by Home Assistant."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.core import HomeAssistant
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import issue_registry as ir
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_capture_events

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.errors import TemplateFailedError
from custom_components.home_agent.templates import async_rendered
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model

type Say = Callable[..., Awaitable[ConversationResult]]

OWN = {"custom_additions": "Outside it is {{ states('sensor.outside') | float | round }} degrees."}


@pytest.fixture
def agent_data(server: ScriptedServer) -> dict[str, Any]:
    """An agent with a model."""
    return scripted_model(server)


@pytest.fixture
def agent_options() -> dict[str, Any]:
    """And with words of the owner's."""
    return {"prompt": OWN}


async def test_the_prompt_is_read_by_home_assistant(
    house: HomeAssistant, agent: MockConfigEntry, say: Say, server: ScriptedServer
) -> None:
    """As it is in every turn; what stays the same is not touched by it."""
    asked = []
    for value in ("21.5", "3"):
        house.states.async_set("sensor.outside", value)
        server.say("Something.")
        await say("tell me a joke")
        asked.append(server.requests[-1].json["messages"])
    first, second = asked
    assert "Outside it is 22 degrees." in first[-1]["content"]
    assert "Outside it is 3 degrees." in second[-1]["content"]
    assert first[0] == second[0]
    assert not ir.async_get(house).issues


async def test_a_prompt_that_is_wrong_is_to_be_repaired(
    house: HomeAssistant, agent: MockConfigEntry, say: Say, server: ScriptedServer
) -> None:
    """The turn goes on without it, and the person sees why, until it is right."""
    heard = async_capture_events(house, f"{DOMAIN}.error")
    server.say("Something.")
    result = await say("tell me a joke")
    assert result.response.speech["plain"]["speech"] == "Something."
    assert "Outside it is" not in str(server.requests[-1].json)
    issue = ir.async_get(house).async_get_issue(DOMAIN, f"prompt_failing_{agent.entry_id}")
    assert issue is not None
    assert issue.translation_placeholders is not None
    assert "got invalid input 'unknown'" in issue.translation_placeholders["error"]
    [event] = heard
    assert (event.data["error_type"], event.data["component"]) == ("TemplateFailedError", "prompt")

    house.states.async_set("sensor.outside", "20")
    server.say("Something.")
    await say("tell me a joke")
    assert not ir.async_get(house).issues


async def test_a_template_has_all_that_home_assistant_offers(hass: HomeAssistant) -> None:
    area = ar.async_get(hass).async_create("Kitchen")
    hass.states.async_set("sensor.outside", "21.5", {"friendly_name": "Outside"})
    template = (
        "{{ states('sensor.outside') | float | round }} {{ state_attr('sensor.outside',"
        " 'friendly_name') }} {{ areas() }} {{ who }}"
    )
    text = await async_rendered(hass, template, {"who": "Anna"})
    assert text == f"22 Outside ['{area.id}'] Anna"


async def test_a_number_stays_a_text(hass: HomeAssistant) -> None:
    assert await async_rendered(hass, "{{ 1 + 1 }}", {}) == "2"


WRONG = {
    "no such variable": ("{{ nobody }}", "'nobody' is undefined"),
    "no such function": ("{{ stattes('light.x') }}", "'stattes' is undefined"),
    "no such filter": ("{{ 'x' | shout }}", "No filter named 'shout'"),
    "not closed": ("{% if true %}", "endif"),
    "by nothing": ("{{ 1 / 0 }}", "division by zero"),
    "no end": (
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "",
    ),
}


@pytest.mark.parametrize(("template", "told"), WRONG.values(), ids=WRONG)
async def test_what_is_wrong_is_told_in_its_words(
    hass: HomeAssistant, template: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("custom_components.home_agent.templates._LONGEST", 0.2)
    with pytest.raises(TemplateFailedError, match=told):
        await async_rendered(hass, template, {})
