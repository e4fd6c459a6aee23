"""Services that nobody has thought about: refused to machines, asked about when people ask."""

from typing import Any

import pytest

from home_agent.engine.authority import Origin
from home_agent.engine.outcome import Reason, Status
from home_agent.engine.plan import Plan, ReadStep, Wording

from .conftest import MakeWarded

SERVICES = (
    *("homeassistant.restart", "homeassistant.stop", "homeassistant.reload_all"),
    *("homeassistant.set_location", "homeassistant.reload_config_entry"),
    *("shell_command.open_sesame", "python_script.open_sesame", "pyscript.open_sesame"),
    *("rest_command.open_sesame", "mqtt.publish", "mqtt.dump", "zha.issue_zigbee_cluster_command"),
    *("zwave_js.set_value", "zwave_js.set_lock_usercode", "zwave_js.multicast_set_value"),
    *("hassio.addon_stop", "hassio.host_reboot", "backup.create", "recorder.purge"),
    *("conversation.process", "home_agent.process", "ai_task.generate_data", "group.set"),
    *("input_boolean_.turn_on", "Shell_Command.Open_Sesame", "MQTT.publish", "event.fire"),
    *("lovelace.reload_resources", "frontend.set_theme", "cloud.remote_connect", "update_.install"),
)
TARGETS = ("light.hall", "script.lamps", "scene.lamps", "automation.lamps")

LAMP = {"action": "light.turn_on", "target": {"entity_id": "light.hall"}}
ROUTINES: list[dict[str, Any]] = [
    {"id": "script.lamps", "name": "Lamps", "sequence": [LAMP]},
    {"id": "scene.lamps", "name": "Lamps", "entities": {"light.hall": "on"}},
    {"id": "automation.lamps", "name": "Lamps", "state": "on", "sequence": [LAMP]},
]


@pytest.mark.parametrize("origin", [Origin.MODEL, Origin.MCP])
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("service", SERVICES)
async def test_no_machine_uses_it(
    service: str, target: str, origin: Origin, make_warded: MakeWarded
) -> None:
    """Whatever it is said to be about, and whatever somebody has confirmed."""
    house = make_warded(*ROUTINES)
    [outcome] = await house.ask(service, target, origin=origin, confirmed=True)
    assert (outcome.status, outcome.reason) == (Status.REFUSED, Reason.UNCLASSIFIED)
    assert house.sent == []


@pytest.mark.parametrize("origin", [Origin.CHAT, Origin.VOICE, Origin.SCHEDULE, Origin.AUTOMATION])
@pytest.mark.parametrize("service", SERVICES)
async def test_nobody_uses_it_unasked(
    service: str, origin: Origin, make_warded: MakeWarded
) -> None:
    """It may touch anything, and so is judged by all that there is."""
    house = make_warded(*ROUTINES)
    gate = house.gate
    call = house.call(service, "light.hall")
    decision = gate.judge(call, "light.hall", house.authority(origin), house.home.snapshot())
    assert decision.ask is not None
    await house.ask(service, "light.hall", origin=origin)
    assert house.sent == []


@pytest.mark.parametrize("service", SERVICES)
async def test_nobody_uses_it_where_something_is_denied(
    service: str, make_warded: MakeWarded
) -> None:
    house = make_warded(*ROUTINES, deny=["lock.vault"])
    [outcome] = await house.ask(service, "light.hall", confirmed=True)
    assert (outcome.status, outcome.reason) == (Status.REFUSED, Reason.NOT_ALLOWED)
    assert house.sent == []


@pytest.mark.parametrize("origin", Origin)
@pytest.mark.parametrize("service", SERVICES)
async def test_nobody_uses_it_without_a_target(
    service: str, origin: Origin, make_warded: MakeWarded
) -> None:
    house = make_warded(*ROUTINES)
    outcomes = await house.ask(service, origin=origin, confirmed=True)
    assert {outcome.status for outcome in outcomes} == {Status.REFUSED}
    assert house.sent == []


@pytest.mark.parametrize(
    ("service", "target"),
    [
        ("lock.unlock", "light.hall"),
        ("light.turn_on", "lock.hall"),
        ("switch.turn_on", "light.hall"),
        ("alarm_control_panel.alarm_disarm", "light.hall"),
        ("automation.trigger", "script.lamps"),
        ("script.turn_on", "scene.lamps"),
        ("scene.turn_on", "script.lamps"),
    ],
)
@pytest.mark.parametrize("origin", Origin)
async def test_nobody_uses_one_of_another_kind(
    service: str, target: str, origin: Origin, make_warded: MakeWarded
) -> None:
    house = make_warded(*ROUTINES, {"id": "lock.hall", "name": "Hall lock", "state": "locked"})
    before = house.states()
    [outcome] = await house.ask(service, target, origin=origin, confirmed=True)
    assert outcome.status is Status.REFUSED
    assert house.states() == before


@pytest.mark.parametrize(
    "service", ["light.turn_on", "lock.unlock", "script.turn_on", "todo.add_item", "Light.Turn_On"]
)
async def test_nothing_is_changed_by_looking(service: str, make_warded: MakeWarded) -> None:
    """A step that only reads goes by no rules, and so may do nothing but read."""
    house = make_warded(*ROUTINES, {"id": "lock.hall", "name": "Hall lock", "state": "locked"})
    before = house.states()
    call = house.call(service, "light.hall", "lock.hall", "script.lamps")
    plan = Plan(steps=(ReadStep(call=call, wording=Wording(intent="")),))
    (outcomes,) = await house.carry_out(plan)
    assert {outcome.status for outcome in outcomes} == {Status.REFUSED}
    assert house.states() == before


@pytest.mark.parametrize("service", ["notify.send_message", "homeassistant.update_entity"])
async def test_people_are_not_asked_about_what_changes_nothing(
    service: str, make_warded: MakeWarded
) -> None:
    house = make_warded()
    call = house.call(service, "light.hall")
    decision = house.gate.judge(
        call, "light.hall", house.authority(Origin.CHAT), house.home.snapshot()
    )
    assert decision.allowed
