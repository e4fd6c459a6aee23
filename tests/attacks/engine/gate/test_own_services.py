"""Running a hidden script by the service that bears its name, beside a target that is harmless."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Origin
from home_agent.engine.outcome import Status
from home_agent.engine.tools.custom import CustomTools, build_custom_tools, read_custom_tools
from home_agent.engine.tools.entity_finder import EntityFinder
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.engine.understand import Understander
from home_agent.simulated import SimulatedHome
from tests.engine.tools.conftest import EVERY_TOOL, MakeHands

from .conftest import HOUSE, MakeWarded

OPEN = {"action": "lock.unlock", "target": {"entity_id": "lock.vault"}}
LAMP = {"action": "light.turn_on", "target": {"entity_id": "light.hall"}}
SCRIPTS: list[dict[str, Any]] = [
    {"id": "script.opener", "name": "Opener", "exposed": False, "sequence": [OPEN]},
    {"id": "script.harmless", "name": "Harmless", "sequence": [LAMP]},
]
_TIMES = re.compile(r"'(?:due|id|at|time)': '[^']*'")
SPELLINGS = (
    *("opener", "script.opener", "SCRIPT.OPENER", "Opener", "script.Opener", " opener "),
    *("homeassistant.opener", "script..opener", "script.script.opener"),
)
TARGETS = ("script.harmless", "light.hall", "script.harmless, light.hall", "script.*")
DATA: tuple[dict[str, Any], ...] = (
    {},
    {"entity_id": "script.opener"},
    {"variables": {"entity_id": "script.opener"}},
    {"what": "lock.vault"},
)


def attempts() -> list[tuple[str, dict[str, Any]]]:
    """Every tool that acts, with every spelling and every target beside it."""
    found: list[tuple[str, dict[str, Any]]] = []
    for action in SPELLINGS:
        for target in TARGETS:
            asked = {"action": action, "entity_id": target}
            found.append(("ha_control", asked))
            found.append(("schedule", {**asked, "delay": 1}))
        domain, _, name = action.strip().rpartition(".")
        named = {"domain": domain or "script", "service": name}
        listed = {**named, "service_data": {"entity_id": "script.harmless"}}
        then = {"service": f"{domain or 'script'}.{name}", "entity": "script.harmless"}
        found += [
            ("call_home_assistant_service", named),
            ("call_home_assistant_service", {**named, "entity_id": "script.harmless"}),
            ("call_home_assistant_service", {**named, "service": f"script.{name}"}),
            ("execute_services", {"list": [listed]}),
            ("execute_services", {"list": [{**named, "service_data": {}}]}),
            ("execute_services", {"list": [listed], "delay": {"seconds": 1}}),
            ("watch", {"entity": "light.hall", "state": "on", "action": then}),
        ]
    found += [
        ("ha_control", {"action": "turn_on", "entity_id": "script.harmless", "parameters": data})
        for data in DATA[1:]
    ]
    return found


def house() -> SimulatedHome:
    return SimulatedHome.from_inventory({**HOUSE, "entities": [*HOUSE["entities"], *SCRIPTS]})


def assert_untouched(home: SimulatedHome) -> None:
    states = home.snapshot().states
    assert states["lock.vault"].value == "locked"
    assert states["script.opener"].attributes["last_triggered"] is None


@pytest.mark.parametrize(("tool", "arguments"), attempts())
@pytest.mark.parametrize("origin", [Origin.MODEL, Origin.MCP, Origin.AUTOMATION])
async def test_no_tool_runs_it(
    origin: Origin, tool: str, arguments: dict[str, Any], make_hands: MakeHands
) -> None:
    """And with a PIN set, in case somebody thinks that it matters."""
    home = house()
    hands = (await make_hands(home, safety=Safety(pin="4711"))).of(origin=origin)
    await hands.use(tool, **arguments)
    home.apply("light.hall", state="on")
    home.apply("light.hall", state="off")
    assert_untouched(home)
    home.close()


@pytest.mark.parametrize(("tool", "arguments"), attempts())
async def test_no_tool_tells_that_it_is_there(
    tool: str, arguments: dict[str, Any], make_hands: MakeHands
) -> None:
    """Who asks for one that is hidden is told the same as who asks for one that is not there."""
    told: list[str] = []
    for name in ("opener", "nobody"):
        home = house()
        hands = await make_hands(home)
        written = re.sub("opener", name, json.dumps(arguments), flags=re.IGNORECASE)
        result = await hands.use(tool, **json.loads(written))
        told.append(_TIMES.sub("", str(result.as_json())).casefold().replace(name, "it"))
        home.close()
    assert told[0] == told[1]


@pytest.mark.parametrize("service", ["script.opener", "Script.OPENER", " script.opener"])
@pytest.mark.parametrize("targets", [(), ("script.harmless",), ("light.hall", "script.harmless")])
@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("origin", Origin)
async def test_no_plan_runs_it(
    service: str,
    targets: tuple[str, ...],
    data: dict[str, Any],
    origin: Origin,
    make_warded: MakeWarded,
) -> None:
    """Also where somebody has said yes to the harmless one."""
    warded = make_warded(*SCRIPTS)
    outcomes = await warded.ask(service, *targets, data=data, origin=origin, confirmed=True)
    assert {outcome.status for outcome in outcomes} <= {Status.REFUSED, Status.FAILED}
    assert warded.sent == []
    assert_untouched(warded.home)


async def test_an_exposed_one_is_the_script_itself(make_warded: MakeWarded) -> None:
    """Judged, and turned on with its variables."""
    warded = make_warded({**SCRIPTS[0], "exposed": True}, SCRIPTS[1])
    [asked] = await warded.ask("script.opener", data={"colour": "red"})
    assert (asked.status, asked.entity_id) == (Status.AWAITING, "script.opener")
    [done] = await warded.ask("script.opener", data={"colour": "red"}, confirmed=True)
    assert done.status is Status.DONE
    [sent] = warded.sent
    assert (sent.full_name, sent.targets) == ("script.turn_on", ("script.opener",))
    assert sent.data == {"variables": {"colour": "red"}}


@pytest.mark.parametrize(
    "handler",
    [
        {"type": "service", "service": "script.opener"},
        {
            "type": "service",
            "service": "script.opener",
            "target": {"entity_id": "script.harmless"},
        },
        {"type": "service", "service": "script.opener", "data": {"entity_id": "light.hall"}},
    ],
)
async def test_no_tool_of_ones_own_runs_it(handler: dict[str, Any], make_hands: MakeHands) -> None:
    home = house()
    hands = await make_hands(home)
    written = {
        "name": "open_sesame",
        "description": "Open it",
        "parameters": {"type": "object", "properties": {}},
        "handler": handler,
    }
    custom = CustomTools(tools=read_custom_tools([written]))
    tools = build_custom_tools(custom, EntityFinder(Understander().words_of))
    await replace(hands, box=Toolbox(tools, EVERY_TOOL)).use("open_sesame")
    assert_untouched(home)
    home.close()
