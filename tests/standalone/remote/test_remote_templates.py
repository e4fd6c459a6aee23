"""Templates that a Home Assistant elsewhere reads for us."""

import pytest

from home_agent.engine.errors import TemplateFailedError, TemplatesUnavailableError
from home_agent.remote import RemoteHome
from tests.standalone.remote.faulty_proxy import FaultyProxy
from tests.standalone.remote.scripted_hass import ScriptedHass


async def test_the_text_is_what_home_assistant_makes(hass: ScriptedHass, home: RemoteHome) -> None:
    hass.rendered = {"text:{{ states(a) }}": ({"result": "text: off \n", "listeners": {}},)}
    assert await home.render("{{ states(a) }}", {"a": ("light.x",)}) == "off"
    [asked] = hass.templates
    assert asked["variables"] == {"a": ["light.x"]}
    assert (asked["strict"], asked["report_errors"], asked["timeout"]) == (True, True, 2.0)
    assert not hass.subscriptions


async def test_a_warning_is_not_the_end(hass: ScriptedHass, home: RemoteHome) -> None:
    warning = {"error": "it is old", "level": "WARNING"}
    hass.rendered = {"text:x": (warning, {"result": "text:x", "listeners": {}})}
    assert await home.render("x", {}) == "x"


async def test_what_is_wrong_is_told_in_its_words(hass: ScriptedHass, home: RemoteHome) -> None:
    wrong = {"error": "UndefinedError: 'x' is undefined", "level": "ERROR"}
    hass.rendered = {"text:{{ x }}": (wrong,)}
    with pytest.raises(TemplateFailedError, match="'x' is undefined"):
        await home.render("{{ x }}", {})
    assert not hass.subscriptions
    with pytest.raises(TemplateFailedError, match="Exceeded maximum execution time"):
        await home.render("{{ too_slow }}", {})


async def test_without_a_connection_nobody_waits(
    hass: ScriptedHass, proxy: FaultyProxy, home: RemoteHome
) -> None:
    hass.silent.add("render_template")
    lost = home.render("x", {})
    proxy.cut_after(1)
    await hass.set("light.ceiling", "on")
    with pytest.raises(TemplatesUnavailableError, match="lost"):
        await lost
    await home.close()
    with pytest.raises(TemplatesUnavailableError):
        await home.render("x", {})
