"""Silencing and disarming in part, by what only arms and sounds."""

from typing import Any

import pytest

from home_agent.engine.authority import Origin
from home_agent.engine.outcome import Status

from .conftest import MakeWarded

_ARM = "alarm_control_panel.alarm_arm"
LESS = [
    ("triggered", f"{_ARM}_home"),
    ("triggered", f"{_ARM}_away"),
    ("triggered", f"{_ARM}_vacation"),
    ("pending", f"{_ARM}_night"),
    ("pending", f"{_ARM}_custom_bypass"),
    ("armed_away", f"{_ARM}_home"),
    ("armed_away", f"{_ARM}_night"),
    ("armed_vacation", f"{_ARM}_custom_bypass"),
    ("armed_home", f"{_ARM}_custom_bypass"),
]
NOT_LESS = [
    ("disarmed", f"{_ARM}_home"),
    ("disarmed", f"{_ARM}_custom_bypass"),
    ("armed_home", f"{_ARM}_away"),
    ("armed_night", f"{_ARM}_home"),
    ("armed_away", f"{_ARM}_vacation"),
]


def alarm(state: str) -> dict[str, Any]:
    attributes = {"supported_features": 63}
    return {"id": "alarm_control_panel.a", "name": "A", "state": state, "attributes": attributes}


def siren(state: str) -> dict[str, Any]:
    attributes = {"supported_features": 31, "available_tones": ["hum"]}
    return {"id": "siren.s", "name": "S", "state": state, "attributes": attributes}


@pytest.mark.parametrize(("state", "service"), LESS)
@pytest.mark.parametrize("by", ["itself", "script", "everything", "scene"])
async def test_no_alarm_is_silenced_or_lessened_by_arming_it(
    by: str, state: str, service: str, make_warded: MakeWarded
) -> None:
    """A panel that sounds falls silent while it arms, without a code."""
    target = "all" if by == "everything" else "alarm_control_panel.a"
    sequence = [{"action": service, "target": {"entity_id": target}}]
    script = {"id": "script.s", "name": "Script", "sequence": sequence}
    mode = service.removeprefix(f"{_ARM}_")
    wanted = {"alarm_control_panel.a": f"armed_{mode}"}
    scene = {"id": "scene.s", "name": "Scene", "entities": wanted}
    house = make_warded(alarm(state), script, scene)
    asked = {"itself": (service, "alarm_control_panel.a"), "scene": ("scene.turn_on", "scene.s")}
    called, entity_id = asked.get(by, ("script.turn_on", "script.s"))
    [outcome] = await house.ask(called, entity_id)
    assert outcome.status is Status.AWAITING
    assert house.states()["alarm_control_panel.a"] == state


@pytest.mark.parametrize(("state", "service"), NOT_LESS)
async def test_arming_as_much_or_more_is_not_asked_about(
    state: str, service: str, make_warded: MakeWarded
) -> None:
    house = make_warded(alarm(state))
    [outcome] = await house.ask(service, "alarm_control_panel.a")
    assert outcome.status is Status.DONE


@pytest.mark.parametrize("service", ["siren.turn_on", "homeassistant.turn_on", "Siren.Turn_On"])
@pytest.mark.parametrize("data", [{"volume_level": 0.0}, {"duration": 1}, {"tone": "hum"}])
@pytest.mark.parametrize("origin", [Origin.CHAT, Origin.MODEL])
async def test_no_siren_is_sounded_into_silence(
    origin: Origin, data: dict[str, Any], service: str, make_warded: MakeWarded
) -> None:
    house = make_warded(siren("on"))
    [outcome] = await house.ask(service, "siren.s", data=data, origin=origin)
    assert outcome.status in (Status.AWAITING, Status.REFUSED)
    assert house.sent == []


async def test_one_that_is_silent_is_sounded_as_ever(make_warded: MakeWarded) -> None:
    house = make_warded(siren("off"))
    [outcome] = await house.ask("siren.turn_on", "siren.s", data={"duration": 5})
    assert outcome.status is Status.DONE
