"""Templates of the house's owner, read by Home Assistant."""

import pytest
from homeassistant.core import HomeAssistant
from homeassistant.helpers import area_registry as ar

from custom_components.home_agent.engine.errors import TemplateFailedError
from custom_components.home_agent.templates import async_rendered


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
