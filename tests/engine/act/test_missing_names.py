"""Lists and rules that name what the home does not have, and places that a line may name."""

from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import pytest

from home_agent.engine.act.gate import Gate
from home_agent.engine.act.gate.missing_names import find_missing_names
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Authority
from home_agent.engine.home import Area, Device, Entity, Floor, Label, Layout, Service, ServiceCall
from home_agent.engine.home.model import State
from home_agent.engine.home.snapshot import Snapshot

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
LAYOUT = Layout(
    floors=MappingProxyType({"up": Floor(floor_id="up", name="Upstairs", aliases=("top",))}),
    areas=MappingProxyType({"hall": Area(area_id="hall", name="Hall", floor_id="up")}),
    devices=MappingProxyType(
        {
            "d1": Device(device_id="d1", name="Front door"),
            "d2": Device(device_id="d2", name="Latch", parent_id="d1"),
        }
    ),
    labels=MappingProxyType({"v": Label(label_id="v", name="Valuables")}),
    entities=MappingProxyType(
        {
            "light.hall": Entity(entity_id="light.hall", name="Hall lamp", area_id="hall"),
            "lock.latch": Entity(entity_id="lock.latch", name="Latch", device_id="d2"),
        }
    ),
    services=MappingProxyType({"light.turn_on": Service(domain="light", name="turn_on")}),
)


def absent(**values: Any) -> dict[str, str]:
    """What is told of each list."""
    problems = find_missing_names(
        values, LAYOUT, user_ids={"anna"}, entity_ids={"light.asleep"}, domains=("light", "siren")
    )
    return {problem.where: problem.placeholders["names"] for problem in problems}


@pytest.mark.parametrize(
    "line",
    [
        *("light.hall", "light.*", "light.asleep", "*", "area:HALL", "area:ha*", "floor:Top"),
        *("device:front door", "device:d2", "label:valuables", "domain:lock", "service:light.*"),
        # Who forbids all sirens may do so before there is one.
        *("domain:siren", "service:siren.turn_on"),
        # What is judged by a name of its own.
        *("automation.*", "domain:automation", "service:automation.create", "automation.create"),
        *("tool.*", "tool.pizza", "domain:tool", "service:tool.pizza"),
    ],
)
def test_what_is_there(line: str) -> None:
    """By name, alias, id or pattern, also if it is switched off or to come."""
    assert absent(deny=[line]) == {}


@pytest.mark.parametrize(
    "line",
    [
        *("light.hal", "lihgt.*", "area:Nursery", "floor:cellar", "device:d3", "label:toys"),
        *("domain:lokc", "service:light.turnon", "service:lokc.*"),
        *("automation.creat", "service:automation.made", "tools.pizza", "domain:tools"),
    ],
)
def test_what_is_not(line: str) -> None:
    """In the words of whoever wrote it."""
    assert absent(mark=["light.hall", line]) == {"mark": line}


def test_rules_and_their_people() -> None:
    """With which rule it is; what cannot be read at all is told elsewhere."""
    rules = [{"users": ["anna"]}, {"users": ["ben", "anna"], "deny": ["area:X"]}, 7, {"deny": 5}]
    assert absent(rules=rules, deny="no list", trust=["nonsense"]) == {
        "rules, number 2": "ben, area:X"
    }


@pytest.mark.parametrize(
    ("line", "entity_id", "denied"),
    [
        ("floor:upstairs", "light.hall", True),
        ("floor:upstairs", "lock.latch", False),
        ("device:Latch", "lock.latch", True),
        ("device:Front door", "lock.latch", True),
        ("device:Front door", "light.hall", False),
    ],
)
def test_floors_and_devices(line: str, entity_id: str, denied: bool) -> None:
    """A device is what it is part of, too."""
    states = {
        entity_id: State(value="off", changed=NOW, updated=NOW) for entity_id in LAYOUT.entities
    }
    home = Snapshot(layout=LAYOUT, states=states, now=NOW)
    gate = Gate(Safety.from_mapping({"deny": [line], "confirm": False}))
    domain = entity_id.partition(".")[0]
    call = ServiceCall(domain=domain, service="turn_on", targets=(entity_id,))
    assert (gate.judge(call, entity_id, Authority(), home).refused is not None) is denied
