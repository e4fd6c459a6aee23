"""Everything that a call could touch."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from home_agent.engine.act.gate.reach import ReachableCall, find_touches
from home_agent.engine.home import Entity, Layout, ServiceCall, Snapshot, State
from home_agent.engine.home.places import Places
from home_agent.engine.home.routine import UNKNOWN, read_actions
from home_agent.engine.home.service_kinds import normalize_call

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
ANYTHING = "anything"


def house(
    *entity_ids: str,
    routines: Mapping[str, Any] | None = None,
    groups: Mapping[str, list[str]] | None = None,
    **more: Any,
) -> Snapshot:
    """Some things, some of them groups, some of them made of actions."""
    written = {
        entity_id: read_actions({"sequence": steps})
        for entity_id, steps in (routines or {}).items()
    }
    ids = {*entity_ids, *written, *(groups or {})}
    layout = Layout(
        entities={id_: Entity(entity_id=id_, name=id_) for id_ in sorted(ids)},
        routines=written,
        **more,
    )
    listed = {
        group: State(value="on", attributes={"entity_id": some}, changed=NOW, updated=NOW)
        for group, some in (groups or {}).items()
    }
    return Snapshot(layout=layout, states=listed, now=NOW)


def told(touch: ReachableCall) -> str:
    """A touch in short."""
    if touch.is_anything:
        return ANYTHING
    thing = touch.entity.entity_id if touch.entity else f"every {touch.call.domain}"
    return f"{touch.call.full_name} {thing}"


def touched(home: Snapshot, service: str, entity_id: str, **data: Any) -> set[str]:
    """All that is touched besides the thing itself."""
    domain, _, name = service.partition(".")
    call = ServiceCall(domain=domain, service=name, targets=(entity_id,), data=data)
    first, *others = find_touches(call, entity_id, home, Places(home.layout))
    assert first.entity is not None
    assert first.entity.entity_id == entity_id
    return {told(other) for other in others}


ON = {"action": "light.turn_on", "target": {"entity_id": "light.a"}}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], set()),
        ([ON], {"light.turn_on light.a"}),
        (
            [{"action": "light.turn_on", "target": {"entity_id": "all"}}],
            {"light.turn_on every light", "light.turn_on light.all", "light.turn_on light.a"},
        ),
        ([{"action": "light.turn_on", "target": {"entity_id": "switch.a"}}], set()),
        ([{"action": "{{ x }}"}], {ANYTHING}),
        ([{"action": "mqtt.publish"}], {ANYTHING}),
        (
            [{"action": "mqtt.publish", "target": {"entity_id": "light.a"}}],
            {"mqtt.publish light.a"},
        ),
        ([{"action": "notify.phone"}], {"notify.phone every notify"}),
        (
            [{"action": "homeassistant.turn_off", "target": {"entity_id": "light.a"}}],
            {"light.turn_off light.a", "homeassistant.turn_off light.a"},
        ),
        ([{"action": "homeassistant.turn_off"}], {ANYTHING}),
        ([{"action": "script.b"}], {"script.turn_on script.b", "light.turn_on light.a"}),
        ([{"action": "script.of_tomorrow"}], {"script.turn_on script.of_tomorrow", ANYTHING}),
        (
            [{"action": "scene.apply", "data": {"entities": {"lock.a": "locked"}}}],
            {"lock.lock lock.a"},
        ),
        (
            [{"action": "scene.apply", "data": {"entities": {"light.all": "on"}}}],
            {"light. light.all", "light. light.a"},
        ),
        (
            [{"action": "light.turn_on", "target": {"entity_id": "light.all"}}],
            {"light.turn_on light.all", "light.turn_on light.a"},
        ),
        (
            [{"action": "switch.turn_on", "target": {"entity_id": "switch.made"}}],
            {"switch.turn_on switch.made", "light.turn_on light.a"},
        ),
        (
            [{"action": "switch.turn_on", "target": {"entity_id": "all"}}],
            {
                "switch.turn_on every switch",
                "switch.turn_on switch.made",
                "light.turn_on light.a",
                "switch.turn_on switch.relay",
                ". lock.door",
            },
        ),
        (
            [{"action": "switch.turn_on", "target": {"entity_id": "switch.relay"}}],
            {"switch.turn_on switch.relay", ". lock.door"},
        ),
        (
            [
                {
                    "action": "media_player.join",
                    "target": {"entity_id": "media_player.a"},
                    "data": {"group_members": ["media_player.b"]},
                }
            ],
            {"media_player.join media_player.a", "media_player.join media_player.b"},
        ),
    ],
)
def test_what_a_script_touches(steps: list[dict[str, Any]], expected: set[str]) -> None:
    home = house(
        *("light.a", "switch.a", "switch.relay", "lock.a", "lock.door"),
        *("media_player.a", "media_player.b"),
        routines={"script.it": steps, "script.b": [ON], "switch.made": [ON]},
        groups={"light.all": ["light.a"]},
        shown_as={"switch.relay": ("lock.door",)},
    )
    assert touched(home, "script.turn_on", "script.it") == expected


@pytest.mark.parametrize("service", ["script.turn_off", "automation.turn_off", "scene.reload"])
def test_who_is_stopped_sets_nothing_off(service: str) -> None:
    entity_id = f"{service.partition('.')[0]}.it"
    home = house("light.a", routines={entity_id: [ON]})
    assert touched(home, service, entity_id) == set()


def test_a_routine_that_nobody_could_read_may_do_anything() -> None:
    assert touched(house("script.it"), "script.turn_on", "script.it") == {ANYTHING}


@pytest.mark.parametrize("length", [5, 50, 500])
def test_a_chain_has_an_end_however_long_it_is(length: int) -> None:
    routines: dict[str, Any] = {
        f"script.s{number}": [{"action": f"script.s{(number + 1) % length}"}]
        for number in range(length)
    }
    routines[f"script.s{length - 1}"].append(ON)
    found = touched(house("light.a", routines=routines), "script.turn_on", "script.s0")
    assert "light.turn_on light.a" in found


def test_what_is_too_much_to_look_through_may_be_anything() -> None:
    lamps = [f"light.n{number}" for number in range(6000)]
    steps = [{"action": "light.turn_on", "target": {"entity_id": lamps}}]
    home = house(*lamps, routines={"script.it": steps})
    assert ANYTHING in touched(home, "script.turn_on", "script.it")


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (
            ServiceCall(domain="Light", service=" Turn_On", targets=("LIGHT.a",)),
            ServiceCall(domain="light", service="turn_on", targets=("light.a",)),
        ),
        (
            ServiceCall(domain="script", service="old_name", data={"a": 1}),
            ServiceCall(
                domain="script",
                service="turn_on",
                targets=("script.new_name",),
                data={"variables": {"a": 1}},
            ),
        ),
        (
            ServiceCall(domain="script", service="nobody", targets=("light.a",)),
            ServiceCall(domain="script", service="turn_on", targets=("script.nobody",)),
        ),
        (
            ServiceCall(domain="script", service="turn_off", targets=("script.new_name",)),
            ServiceCall(domain="script", service="turn_off", targets=("script.new_name",)),
        ),
        (UNKNOWN, UNKNOWN),
    ],
)
def test_there_is_one_way_to_write_a_call(call: ServiceCall, expected: ServiceCall) -> None:
    layout = Layout(routine_services={"script.old_name": "script.new_name"})
    assert normalize_call(call, layout) == expected
    assert normalize_call(expected, layout) == expected
