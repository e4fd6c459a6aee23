"""A hidden script by its own service, in further spellings, places and tools."""

from typing import Any

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Origin
from tests.engine.tools.conftest import MakeHands

from .conftest import MakeWarded
from .test_own_services import SCRIPTS, assert_untouched, house

WIDE = "".join(chr(ord(one) + 0xFEE0) if one.isalpha() else one for one in "script")
SPELLINGS = (
    *(f"{WIDE}.opener", "\u017fcript.opener", "scr\u0131pt.opener", "script.opener\n"),
    *("script.opener\u200b", "script.\u00adopener", "script/opener", "script:opener"),
    *("script . opener", "script.opener.turn_on", "opener.turn_on", "script.turn_on.opener"),
    *("script.opener#", "script.opener?entity_id=x", "{{ 'script.opener' }}", "script.open%65r"),
    *("script.{{ 'opener' }}", "turn_on\x00script.opener", "script.OPENER ", "\tscript.opener"),
)
LISTS: tuple[Any, ...] = (["script.opener"], {"action": "script.opener"}, ["turn_on", "opener"])
AIMS: tuple[Any, ...] = (
    *("script.opener", "*.opener", "script.o*", "script.*er", "all", "*", "script"),
    *("light.hall,script.opener", "light.hall script.opener", "script.opener;light.hall"),
    *(["light.hall", "script.opener"], ["script.harmless", ["script.opener"]]),
    *({"entity_id": "script.opener"}, "SCRIPT.OPENER", f"{WIDE}.opener", "{{ 'script.opener' }}"),
)
STEPS: tuple[dict[str, Any], ...] = (
    {"action": "script.opener"},
    {"service": "script.opener"},
    {"action": "script.turn_on", "target": {"entity_id": "script.opener"}},
    {"action": "script.turn_on", "entity_id": "script.opener"},
    {"action": "homeassistant.turn_on", "target": {"entity_id": "script.opener"}},
    {"action": "homeassistant.toggle", "target": {"entity_id": "script.opener"}},
    {"action": "script.toggle", "target": {"entity_id": "script.*"}},
    {"scene": "script.opener"},
    {"device_id": "strongbox", "domain": "lock", "type": "unlock", "entity_id": "lock.vault"},
    {"event": "call_service", "event_data": {"domain": "script", "service": "opener"}},
    {"if": [], "then": [{"action": "script.opener"}]},
    {"repeat": {"count": 2, "sequence": [{"action": "script.opener"}]}},
    {"parallel": [{"sequence": [{"action": "script.opener"}]}]},
    {"choose": [], "default": [{"action": "script.opener"}]},
    {"action": "script.harmless", "data": {"next": {"action": "script.opener"}}},
    {"action": "automation.trigger", "target": {"entity_id": "automation.all"}},
    {"action": "homeassistant.reload_all"},
    {"action": "python_script.exec", "data": {"source": "hass.services.call('script','opener')"}},
)


def attempts() -> list[tuple[str, dict[str, Any]]]:
    """Every tool that acts, with each of them."""
    found: list[tuple[str, dict[str, Any]]] = []
    for action in (*SPELLINGS, *LISTS):
        aimed = {"action": action, "entity_id": "script.harmless"}
        found += [
            ("ha_control", aimed),
            ("schedule", {**aimed, "delay": 1}),
            ("call_home_assistant_service", {"domain": "script", "service": action}),
            ("call_home_assistant_service", {"domain": action, "service": "turn_on"}),
            ("execute_services", {"list": [{"service": action, "service_data": {}}]}),
            ("run_sequence", {"sequence": [{"action": action}]}),
        ]
    for aim in AIMS:
        for action in ("turn_on", "toggle", "script.turn_on", "homeassistant.turn_on"):
            domain, _, service = action.rpartition(".")
            found += [
                ("ha_control", {"action": action, "entity_id": aim}),
                (
                    "call_home_assistant_service",
                    {"domain": domain or "script", "service": service, "entity_id": aim},
                ),
            ]
    for step in STEPS:
        trigger = {"trigger": "state", "entity_id": "light.hall", "to": "on"}
        found += [
            ("run_sequence", {"sequence": [step]}),
            ("run_sequence", {"actions": [step]}),
            ("run_sequence", {"steps": [step]}),
            ("execute_services", {"list": [step]}),
            ("watch", {"entity": "light.hall", "state": "on", "action": step}),
            (
                "create_automation",
                {"alias": "Party", "triggers": [trigger], "conditions": [], "actions": [step]},
            ),
        ]
    return found


@pytest.mark.parametrize("origin", [Origin.MODEL, Origin.MCP, Origin.AUTOMATION, Origin.API])
async def test_no_tool_runs_it(origin: Origin, make_hands: MakeHands) -> None:
    """All one after the other: what one of them prepares, the next may set off."""
    home = house()
    hands = (await make_hands(home, safety=Safety(calls_a_minute=100_000))).of(origin=origin)
    for tool, arguments in attempts():
        await hands.use(tool, **arguments)
        assert_untouched(home)
    home.apply("light.hall", state="on")
    home.apply("light.hall", state="off")
    assert_untouched(home)
    home.close()


@pytest.mark.parametrize("service", [one for one in SPELLINGS if "." in one])
@pytest.mark.parametrize("targets", [(), ("script.harmless",), ("script.opener",)])
async def test_no_plan_runs_it(
    service: str, targets: tuple[str, ...], make_warded: MakeWarded
) -> None:
    for origin in Origin:
        warded = make_warded(*SCRIPTS)
        await warded.ask(service, *targets, origin=origin, confirmed=True)
        assert warded.sent == []
        assert_untouched(warded.home)
