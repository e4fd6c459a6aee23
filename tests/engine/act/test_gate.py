"""The gate: who may do what, and what is asked about first."""

from datetime import UTC, datetime
from typing import Any

import pytest

from home_agent.engine.act.gate import Decision, Gate
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.act.gate.sensitivity import Sensitivity
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.errors import SettingsError
from home_agent.engine.home import Entity, Layout, ServiceCall, Snapshot
from home_agent.engine.home.routine import UNKNOWN
from home_agent.engine.outcome import Reason
from home_agent.simulated import SimulatedHome

HOUSE: dict[str, Any] = {
    "areas": [{"name": "Hall"}, {"name": "Nursery", "aliases": ["kids' room"]}],
    "labels": ["Valuables"],
    "entities": [
        {"name": "Hall lamp", "id": "light.hall", "area": "Hall"},
        {"name": "Night light", "id": "light.night", "area": "Nursery"},
        {"name": "Safe lamp", "id": "light.safe", "labels": ["Valuables"]},
        {"name": "Hidden lamp", "id": "light.hidden", "exposed": False},
        {"name": "Front door", "id": "lock.front", "state": "locked"},
        {"name": "Gate", "id": "cover.gate", "state": "closed",
         "attributes": {"device_class": "gate"}},
        {"name": "Garage", "id": "cover.garage", "state": "open",
         "attributes": {"device_class": "garage", "current_position": 40,
                        "supported_features": ["SET_POSITION", "OPEN", "CLOSE"]}},
        {"name": "Blind", "id": "cover.blind", "state": "closed",
         "attributes": {"device_class": "blind"}},
        {"name": "Einfahrtstor", "id": "cover.a1", "state": "closed"},
        {"name": "Kitchen", "id": "cover.garage_2", "state": "closed"},
        {"name": "Motor of the awning", "id": "cover.awning", "state": "closed"},
        {"name": "Door blind", "id": "cover.door_blind", "state": "closed",
         "attributes": {"device_class": "blind"}},
        {"name": "Water", "id": "valve.water", "state": "closed"},
        {"name": "Alarm", "id": "alarm_control_panel.house", "state": "armed_away"},
        {"name": "Siren", "id": "siren.roof", "state": "on"},
        {"name": "Guard", "id": "automation.guard", "state": "on",
         "sequence": [{"action": "siren.turn_on", "target": {"entity_id": "siren.roof"}}]},
        {"name": "Wake up", "id": "automation.wake", "state": "on",
         "sequence": [{"action": "light.turn_on", "target": {"entity_id": "light.night"}}]},
        {"name": "Come in", "id": "script.come_in",
         "sequence": [{"action": "lock.unlock", "target": {"entity_id": "lock.front"}}]},
        {"name": "Come in slowly", "id": "script.slowly",
         "sequence": [{"action": "script.turn_on", "target": {"entity_id": "script.come_in"}}]},
        {"name": "Round and round", "id": "script.round",
         "sequence": [{"action": "script.turn_on", "target": {"entity_id": "script.round"}}]},
        {"name": "Open house", "id": "scene.open_house", "entities": {"lock.front": "unlocked"}},
        {"name": "Good night", "id": "scene.good_night", "entities": {"lock.front": "locked"}},
        {"name": "All doors", "id": "light.group", "attributes": {"entity_id": ["cover.gate"]}},
    ],
}  # fmt: skip
PERSON = Authority(user_id="anna", conversation_id="one")


@pytest.fixture
def home() -> Snapshot:
    """The house of this module, as it stands."""
    with_everything = SimulatedHome.from_inventory(HOUSE)
    snapshot = with_everything.snapshot()
    with_everything.close()
    return snapshot


def call(service: str, target: str, **data: object) -> ServiceCall:
    domain, _, name = service.partition(".")
    return ServiceCall(domain=domain, service=name, targets=(target,), data=data)


def judge(
    home: Snapshot,
    service: str,
    target: str,
    authority: Authority = PERSON,
    data: dict[str, Any] | None = None,
    **settings: object,
) -> Decision:
    gate = Gate(Safety.from_mapping(settings))
    return gate.judge(call(service, target, **(data or {})), target, authority, home)


@pytest.mark.parametrize(
    ("service", "target", "why"),
    [
        ("light.turn_on", "light.hall", None),
        ("lock.lock", "lock.front", None),
        ("lock.unlock", "lock.front", Sensitivity.UNLOCK),
        ("lock.open", "lock.front", Sensitivity.UNLOCK),
        ("homeassistant.toggle", "lock.front", Sensitivity.UNLOCK),
        ("cover.open_cover", "cover.gate", Sensitivity.ENTRANCE),
        ("cover.toggle", "cover.garage", Sensitivity.ENTRANCE),
        ("cover.close_cover", "cover.garage", None),
        ("cover.open_cover", "cover.blind", None),
        # nobody said what these are, but for their names
        ("cover.open_cover", "cover.a1", Sensitivity.ENTRANCE),
        ("cover.open_cover", "cover.garage_2", Sensitivity.ENTRANCE),
        ("cover.open_cover", "cover.awning", None),
        ("cover.open_cover", "cover.door_blind", None),
        ("alarm_control_panel.alarm_disarm", "alarm_control_panel.house", Sensitivity.DISARM),
        ("alarm_control_panel.alarm_arm_away", "alarm_control_panel.house", None),
        ("siren.turn_off", "siren.roof", Sensitivity.SECURITY_OFF),
        ("automation.turn_off", "automation.guard", Sensitivity.SECURITY_OFF),
        ("automation.turn_off", "automation.wake", None),
        ("script.turn_on", "script.come_in", Sensitivity.UNLOCK),
        ("script.turn_on", "script.slowly", Sensitivity.UNLOCK),
        ("script.turn_off", "script.come_in", None),
        ("script.turn_on", "script.round", None),
        ("scene.turn_on", "scene.open_house", Sensitivity.UNLOCK),
        ("scene.turn_on", "scene.good_night", None),
        # whatever the group is called, the gate is in it
        ("cover.open_cover", "light.group", Sensitivity.ENTRANCE),
        # a family waters its garden without being asked
        ("valve.open_valve", "valve.water", None),
    ],
)
def test_what_a_family_is_asked_about(
    home: Snapshot, service: str, target: str, why: Sensitivity | None
) -> None:
    """By the defaults."""
    assert judge(home, service, target) == Decision(ask=why)


@pytest.mark.parametrize(("position", "asked"), [(20, False), (40, False), (80, True)])
def test_a_position_is_only_asked_about_where_it_opens(
    home: Snapshot, position: int, asked: bool
) -> None:
    """Closing further lets nobody in."""
    decision = judge(home, "cover.set_cover_position", "cover.garage", data={"position": position})
    assert (decision.ask is not None) is asked


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (ServiceCall(domain="lock", service="unlock"), Sensitivity.UNLOCK),
        (ServiceCall(domain="lock", service="", targets=("lock.front",)), Sensitivity.UNLOCK),
        (ServiceCall(domain="light", service="", targets=("light.hall",)), None),
    ],
)
def test_of_what_a_routine_does_not_tell_the_worst_is_assumed(
    asked: ServiceCall, why: Sensitivity | None
) -> None:
    """Templates only show their targets when they run."""
    home = _with_routines({"script.it": (asked,)})
    assert judge(home, "script.turn_on", "script.it") == Decision(ask=why)


@pytest.mark.parametrize(
    "confirm", [item for item in Sensitivity if item is not Sensitivity.MARKED]
)
@pytest.mark.parametrize(
    ("service", "target", "asked"),
    [
        ("script.turn_on", "script.it", True),
        ("script.turn_off", "script.it", False),
        ("automation.trigger", "automation.it", True),
    ],
)
def test_a_routine_that_may_not_be_read_may_do_anything(
    confirm: Sensitivity, service: str, target: str, *, asked: bool
) -> None:
    """Whatever a family wants to be asked about, it is asked before it."""
    decision = judge(_unknown(), service, target, confirm=[confirm.value])
    assert decision == Decision(ask=confirm if asked else None)


def test_an_automation_that_may_not_be_read_may_look_after_the_home() -> None:
    decision = judge(_unknown(), "automation.turn_off", "automation.it")
    assert decision == Decision(ask=Sensitivity.SECURITY_OFF)


def test_all_that_a_routine_does_is_looked_at() -> None:
    """What comes first may be nothing that is asked about here."""
    water = ServiceCall(domain="valve", service="open_valve")
    door = ServiceCall(domain="lock", service="unlock")
    home = _with_routines({"script.it": (water, door)})
    assert judge(home, "script.turn_on", "script.it") == Decision(ask=Sensitivity.UNLOCK)


def _unknown() -> Snapshot:
    return _with_routines({"script.it": (UNKNOWN,), "automation.it": (UNKNOWN,)})


def _with_routines(routines: dict[str, tuple[ServiceCall, ...]]) -> Snapshot:
    layout = Layout(
        entities={routine: Entity(entity_id=routine, name="It") for routine in routines},
        routines=routines,
    )
    return Snapshot(layout=layout, states={}, now=datetime(2026, 11, 15, 12, tzinfo=UTC))


def test_a_yes_is_enough(home: Snapshot) -> None:
    """Once."""
    confirmed = Authority(user_id="anna", confirmed=True)
    assert judge(home, "lock.unlock", "lock.front", confirmed).allowed


def test_a_yes_does_not_overrule_a_rule(home: Snapshot) -> None:
    """What is denied stays denied."""
    confirmed = Authority(user_id="anna", confirmed=True)
    decision = judge(home, "lock.unlock", "lock.front", confirmed, deny=["domain:lock"])
    assert decision == Decision(refused=Reason.NOT_ALLOWED)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"confirm": False}, None),
        ({"confirm": ["disarm"]}, None),
        ({"confirm": ["unlock"]}, Sensitivity.UNLOCK),
        ({"trust": ["lock.front"]}, None),
        ({"mark": ["lock.*"], "confirm": False}, Sensitivity.MARKED),
    ],
)
def test_people_set_what_is_asked_about(
    home: Snapshot, settings: dict[str, Any], why: Sensitivity | None
) -> None:
    """More, less, or other things."""
    assert judge(home, "lock.unlock", "lock.front", **settings).ask == why


@pytest.mark.parametrize(
    ("settings", "allowed"),
    [
        ({"deny": ["light.hall"]}, False),
        ({"deny": ["light.h*"]}, False),
        ({"deny": ["light.night"]}, True),
        ({"deny": ["domain:light"]}, False),
        ({"deny": ["area:hall"]}, False),
        ({"deny": ["area:Nursery"]}, True),
        ({"deny": ["label:Valuables"]}, True),
        ({"deny": ["service:light.turn_on"]}, False),
        ({"deny": ["service:light.turn_off"]}, True),
        ({"allow": ["area:Hall"]}, True),
        ({"allow": ["area:Kids' room"]}, False),
        ({"allow": ["domain:light"], "deny": ["light.hall"]}, False),
        ({"rules": [{"users": ["anna"], "deny": ["*"]}]}, False),
        ({"rules": [{"users": ["ben"], "deny": ["*"]}]}, True),
        ({"rules": [{"origins": ["voice"], "deny": ["*"]}]}, True),
        ({"rules": [{"origins": ["chat"], "users": ["anna"], "allow": ["domain:cover"]}]}, False),
    ],
)
def test_allowed_and_denied(home: Snapshot, settings: dict[str, Any], allowed: bool) -> None:
    """By entity, domain, area, label and service; for everyone, or for some."""
    decision = judge(home, "light.turn_on", "light.hall", **settings)
    assert decision == Decision(refused=None if allowed else Reason.NOT_ALLOWED)


def test_labels_are_told_by_name(home: Snapshot) -> None:
    """As people wrote them."""
    assert not judge(home, "light.turn_on", "light.safe", deny=["label:valuables"]).allowed


@pytest.mark.parametrize("origin", Origin)
def test_what_is_not_exposed_is_refused_to_everyone(home: Snapshot, origin: Origin) -> None:
    """Whoever asks, and whatever they confirmed."""
    authority = Authority(origin=origin, confirmed=True)
    hidden = judge(home, "light.turn_on", "light.hidden", authority)
    assert hidden == Decision(refused=Reason.NOT_EXPOSED)
    gone = judge(home, "light.turn_on", "light.gone", authority)
    assert gone == Decision(refused=Reason.GONE)


@pytest.mark.parametrize(
    ("origin", "service", "settings", "refused"),
    [
        (Origin.MODEL, "light.turn_on", {}, None),
        (Origin.MODEL, "light.blow_up", {}, None),
        (Origin.MODEL, "homeassistant.update_entity", {}, Reason.UNCLASSIFIED),
        (Origin.MCP, "zha.reconfigure", {}, Reason.UNCLASSIFIED),
        (Origin.MODEL, "zha.reconfigure", {"allow": ["service:zha.*"]}, None),
        (Origin.CHAT, "zha.reconfigure", {}, None),
        (Origin.SCHEDULE, "zha.reconfigure", {}, None),
    ],
)
def test_machines_may_only_do_what_somebody_thought_of(
    home: Snapshot,
    origin: Origin,
    service: str,
    settings: dict[str, Any],
    refused: Reason | None,
) -> None:
    """A home may say so; people may do as they like."""
    decision = judge(home, service, "light.hall", Authority(origin=origin), **settings)
    assert decision.refused == refused


def test_nobody_makes_more_calls_than_a_person_can() -> None:
    """Counted by person, whatever the conversation is called."""
    gate = Gate(Safety.from_mapping({"calls_a_minute": 2}))
    for _ in range(2):
        assert gate.held_back(PERSON) is None
        gate.count(PERSON)
    assert gate.held_back(PERSON) is Reason.TOO_MANY
    assert gate.held_back(Authority(user_id="anna")) is Reason.TOO_MANY
    assert gate.held_back(Authority(user_id="ben", conversation_id="one")) is None
    assert gate.held_back(Authority(conversation_id="one")) is None


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"confirm": "yes"}, "confirm: must be true, false or a list of: "),
        ({"confirm": ["flying"]}, "confirm: must be true, false or a list of: "),
        ({"deny": "domain:lock"}, "deny: must be a list such as ['domain:lock']."),
        ({"deny": ["lock"]}, "deny: 'lock' must name something, such as light.porch or "),
        ({"mark": ["room:Hall"]}, "mark: 'room:Hall' must be an entity id, or begin with one of "),
        ({"pin": 1234}, "pin: must be 4 to 12 digits between quotes."),
        ({"pin": "12"}, "pin: must be 4 to 12 digits between quotes."),
        ({"pin": "abcd"}, "pin: must be 4 to 12 digits between quotes."),
        ({"calls_a_minute": 0}, "calls_a_minute: must be a whole number of at least 1."),
        ({"dry_run": "no"}, "dry_run: must be true or false."),
        ({"rules": {"deny": []}}, "rules: must be a list of tables."),
        ({"rules": [{"who": "anna"}]}, "rules, number 1: "),
        ({"rules": [{"origins": ["smoke"]}]}, "rules, number 1, origins: must be a list of some "),
        ({"volume": 11}, "volume: there is no such setting."),
    ],
)
def test_wrong_settings_are_told(settings: dict[str, Any], problem: str) -> None:
    """With what would be right; and a PIN is never repeated."""
    with pytest.raises(SettingsError) as caught:
        Safety.from_mapping(settings)
    [told] = caught.value.problems
    assert told.startswith(problem)
    assert "1234" not in told


def test_a_pin_is_not_printed() -> None:
    """Wherever settings are."""
    assert "4711" not in repr(Safety.from_mapping({"pin": "4711"}))


@pytest.mark.parametrize("key", ["entity_id", "area_id", "device_id", "floor_id", "label_id"])
def test_data_leads_nowhere_else(home: Snapshot, key: str) -> None:
    """Home Assistant would take it for another target, which nobody has judged."""
    call = ServiceCall(
        domain="light", service="turn_on", targets=("light.hall",), data={key: "light.hidden"}
    )
    decision = Gate().judge(call, "light.hall", PERSON, home)
    assert decision == Decision(refused=Reason.NOT_ALLOWED)


def test_nobody_joins_what_is_hidden(home: Snapshot) -> None:
    data = {"group_members": ["light.night", "light.hidden"]}
    call = ServiceCall(domain="light", service="join", targets=("light.hall",), data=data)
    assert Gate().judge(call, "light.hall", PERSON, home).refused is Reason.NOT_EXPOSED
