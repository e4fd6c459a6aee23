"""Scripts, automations and scenes become calls, in whatever form Home Assistant keeps them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from home_agent.engine.home import ServiceCall
from home_agent.engine.home.routine import (
    ALL,
    UNKNOWN,
    find_call_towards,
    make_scene_call,
    read_actions,
)


def call(service: str, *targets: str, **data: Any) -> ServiceCall:
    domain, _, name = service.partition(".")
    return ServiceCall(domain=domain, service=name, targets=targets, data=data)


ON = {"action": "light.turn_on", "target": {"entity_id": "light.a"}}
READ = call("light.turn_on", "light.a")
REGISTRY = {"abc": "light.a"}


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (ON, (READ,)),
        ({"service": "Light.TURN_ON", "entity_id": "Light.A"}, (READ,)),
        ({"service_template": "light.turn_on", "data_template": {"entity_id": "light.a"}}, (READ,)),
        ({**ON, "target": {"entity_id": "abc"}}, (READ,)),
        (
            {**ON, "target": {"entity_id": "light.a, light.b"}},
            (call("light.turn_on", "light.a", "light.b"),),
        ),
        ({**ON, "target": {"entity_id": "none"}}, (call("light.turn_on"),)),
        ({**ON, "target": {"entity_id": "ALL"}}, (call("light.turn_on", ALL),)),
        ({**ON, "target": {"entity_id": "no id at all"}}, (call("light.turn_on"),)),
        ({**ON, "target": {"entity_id": ["light.a", "{{ b }}"]}}, (call("light.turn_on"),)),
        ({**ON, "target": "{{ x }}"}, (call("light.turn_on"),)),
        ({**ON, "data": "{{ x }}"}, (call("light.turn_on"),)),
        (
            {**ON, "data": {"brightness": "{{ 3 }}", "area_id": "hall"}},
            (call("light.turn_on", "light.a", brightness="{{ 3 }}", area_id=("hall",)),),
        ),
        (
            {"action": "light.turn_on", "target": {"area_id": "{{ a }}"}, "data": {"flash": "x"}},
            (call("light.turn_on", flash="x"),),
        ),
        ({"action": "{{ x }}"}, (UNKNOWN,)),
        ({"action": "nothing"}, (UNKNOWN,)),
        ({"action": 7}, (UNKNOWN,)),
        ({"scene": "Scene.A"}, (call("scene.turn_on", "scene.a"),)),
        ({"event": "x"}, (call("event.fire", event="x"),)),
        (
            {"device_id": "d", "domain": "cover", "type": "open", "entity_id": "cover.a"},
            (call("cover.open_cover", "cover.a"),),
        ),
        (
            {"device_id": "d", "domain": "lock", "type": "unlock"},
            (call("lock.unlock", device_id=("d",)),),
        ),
        ({"device_id": "d", "domain": "light", "type": "turn_on", "entity_id": "abc"}, (READ,)),
        ({"device_id": "d"}, (UNKNOWN,)),
        # An integration may let anything stand beside it.
        (
            {"device_id": "d", "domain": "lock", "type": "unlock", "variables": {}, "stop": ""},
            (call("lock.unlock", device_id=("d",)),),
        ),
        (
            {"device_id": "d", "domain": "lock", "type": "unlock", "scene": "scene.a"},
            (call("scene.turn_on", "scene.a"), call("lock.unlock", device_id=("d",))),
        ),
        (
            {"device_id": "d", "domain": "lock", "type": "unlock", "wait_for_trigger": []},
            (call("lock.unlock", device_id=("d",)),),
        ),
        ({"condition": "device", "device_id": "d", "domain": "lock"}, ()),
        ({"wait_for_trigger": [{"trigger": "x"}]}, ()),
        ({"delay": 3}, ()),
        ({"stop": None}, ()),
        ({"variables": {"a": ON}}, ()),
        ({"alias": "Only a name"}, ()),
        ({"enabled": False, **ON}, ()),
        ({"enabled": "{{ false }}", **ON}, (READ,)),
        ({"if": [], "then": ON, "else": [ON]}, (READ, READ)),
        ({"choose": {"conditions": [], "sequence": ON}, "default": ON}, (READ, READ)),
        ({"repeat": {"count": 3, "sequence": [ON]}}, (READ,)),
        ({"repeat": "{{ x }}"}, (UNKNOWN,)),
        ({"parallel": [ON, {"sequence": [ON]}, [ON]]}, (READ, READ, READ)),
        ({"something": "new"}, (UNKNOWN,)),
        ("{{ x }}", (UNKNOWN,)),
    ],
)
def test_an_action(action: Any, expected: tuple[ServiceCall, ...]) -> None:
    assert read_actions({"sequence": [action]}, REGISTRY) == expected


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({"sequence": ON}, (READ,)),
        ({"actions": [ON]}, (READ,)),
        ({"trigger": [], "action": ON}, (READ,)),
        ({"sequence": []}, ()),
        ({"sequence": None}, ()),
        ({"use_blueprint": {"path": "x.yaml"}}, (UNKNOWN,)),
        (None, (UNKNOWN,)),
        ([ON], (UNKNOWN,)),
    ],
)
def test_a_whole_routine(config: Any, expected: tuple[ServiceCall, ...]) -> None:
    assert read_actions(config) == expected


def test_what_is_nested_too_deep_may_be_anything() -> None:
    action: dict[str, Any] = ON
    for _ in range(200):
        action = {"sequence": [action]}
    assert read_actions({"sequence": [action]}) == (UNKNOWN,)


@pytest.mark.parametrize(
    ("entity_id", "wanted", "service"),
    [
        ("lock.a", "locked", "lock"),
        ("lock.a", {"state": "locked", "friendly_name": "A"}, "lock"),
        ("lock.a", "unlocked", "unlock"),
        ("lock.a", "jammed", ""),
        ("cover.a", "closed", "close_cover"),
        ("cover.a", {"state": "closed", "current_position": 0}, "close_cover"),
        ("cover.a", {"state": "closed", "current_position": 100}, ""),
        ("cover.a", {"state": "closed", "current_tilt_position": 50}, ""),
        ("cover.a", "open", "open_cover"),
        ("automation.a", True, "turn_on"),
        ("automation.a", "off", "turn_off"),
        ("alarm_control_panel.a", "armed_home", "alarm_arm_home"),
        ("alarm_control_panel.a", "disarmed", "alarm_disarm"),
        ("light.a", "on", ""),
        ("lock.a", None, ""),
    ],
)
def test_what_a_scene_wants(entity_id: str, wanted: Any, service: str) -> None:
    """What leads there, where that is certain; else only who is meant."""
    domain = entity_id.partition(".")[0]
    assert find_call_towards(entity_id, wanted) == call(f"{domain}.{service}", entity_id)


def test_a_scene_is_the_states_that_it_holds() -> None:
    assert make_scene_call({"Light.A": "on"}) == call(
        "scene.apply", "light.a", entities={"light.a": "on"}
    )


_WORDS = st.sampled_from(
    [
        *("action", "service", "target", "data", "entity_id", "area_id", "sequence", "choose"),
        *("default", "if", "then", "else", "repeat", "parallel", "scene", "device_id", "domain"),
        *("type", "event", "enabled", "lock.unlock", "all", "{{ x }}", "light.a", "delay"),
    ]
)
_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | _WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=4),
    max_leaves=12,
)


@given(config=_ANYTHING)
def test_nothing_that_is_written_breaks_the_reader(config: Any) -> None:
    for wrapped in (config, {"sequence": config}, {"actions": config}):
        for action in read_actions(wrapped):
            assert action == UNKNOWN or action.domain


@given(actions=st.lists(_ANYTHING, max_size=3))
def test_nothing_that_is_written_hides_what_is_beside_it(actions: list[Any]) -> None:
    """Whatever stands around it, an action is found."""
    unlock = {"action": "lock.unlock", "target": {"entity_id": "lock.a"}}
    assert call("lock.unlock", "lock.a") in read_actions({"sequence": [*actions, unlock, *actions]})
