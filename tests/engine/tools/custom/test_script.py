"""Sequences of actions, through the gate."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast, override

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.confirmation import find_pending
from home_agent.engine.errors import SettingsError
from home_agent.engine.home import Layout, Service, ServiceCall, Snapshot
from home_agent.engine.outcome import Status
from home_agent.engine.plan import Plan
from home_agent.engine.tools.custom import read_custom_tools
from home_agent.engine.tools.custom.reading import HandlerReader
from home_agent.engine.tools.custom.script.device_actions import read_device_action
from home_agent.simulated import SimulatedHome

from ...conftest import HOUSE
from ..conftest import Hands, MakeHands
from .conftest import TEXT, declare, with_tool

CEILING, COUNTER, DOOR = "light.ceiling", "light.counter", "lock.front_door"


def turn_on(what: Any, **more: Any) -> dict[str, Any]:
    return {"service": "light.turn_on", "target": {"entity_id": what}, **more}


def script(*sequence: Any) -> dict[str, Any]:
    return {"type": "script", "sequence": [*sequence]}


def states(hands: Hands) -> dict[str, str]:
    snapshot = hands.context.home.snapshot()
    return {name: snapshot.states[name].value for name in (CEILING, COUNTER, DOOR)}


@pytest.mark.parametrize(
    ("sequence", "lit"),
    [
        ([turn_on(CEILING)], {CEILING}),
        ([turn_on("{{ what }}")], {COUNTER}),
        ([turn_on([CEILING, COUNTER])], {CEILING, COUNTER}),
        ([{"action": "light.turn_on", "data": {"entity_id": CEILING}}], {CEILING}),
        ([{"action": "light.turn_on", "target": {"area_id": "kitchen"}}], {CEILING, COUNTER}),
        ([{"variables": {"x": CEILING}}, turn_on("{{ x }}")], {CEILING}),
        ([{"delay": 0.01}, {"delay": "00:00:00"}, {"delay": {"milliseconds": 1}}, turn_on(CEILING)],
         {CEILING}),
        (["{{ false }}", turn_on(CEILING)], set()),
        ([{"condition": "state", "entity_id": DOOR, "state": "locked"}, turn_on(CEILING)],
         {CEILING}),
        ([{"condition": "state", "entity_id": "switch.rack", "state": "on"}, turn_on(CEILING)],
         set()),
        ([{"not": [{"condition": "state", "entity_id": DOOR, "state": "locked"}]},
          turn_on(CEILING)], set()),
        ([{"condition": "numeric_state", "entity_id": "sensor.office_temperature", "above": 20},
          turn_on(CEILING)], {CEILING}),
        ([{"if": "{{ what == 'x' }}", "then": [turn_on(CEILING)], "else": [turn_on(COUNTER)]}],
         {COUNTER}),
        ([{"choose": [{"conditions": "{{ true }}", "sequence": turn_on(CEILING)}],
           "default": [turn_on(COUNTER)]}], {CEILING}),
        ([{"choose": [{"conditions": ["{{ false }}"], "sequence": turn_on(CEILING)}],
           "default": [turn_on(COUNTER)]}], {COUNTER}),
        ([{"repeat": {"for_each": [CEILING, COUNTER], "sequence": [turn_on("{{ repeat.item }}")]}}],
         {CEILING, COUNTER}),
        ([{"repeat": {"count": 2, "sequence": [turn_on(CEILING)]}}], {CEILING}),
        ([{"repeat": {"while": "{{ repeat.index < 3 }}", "sequence": [turn_on(CEILING)]}}],
         {CEILING}),
        ([{"repeat": {"until": [f"{{{{ is_state('{CEILING}', 'on') }}}}"],
                      "sequence": [turn_on(CEILING)]}}], {CEILING}),
        ([{"wait_template": "{{ true }}"}, turn_on(CEILING)], {CEILING}),
        ([{"wait_template": "{{ false }}", "timeout": 0.01}, turn_on(CEILING)], {CEILING}),
        ([{"stop": "enough"}, turn_on(CEILING)], set()),
        ([{"parallel": [turn_on(CEILING), {"sequence": [turn_on(COUNTER)]}]}], {CEILING, COUNTER}),
        ([{"enabled": False, **turn_on(CEILING)}, turn_on(COUNTER)], {COUNTER}),
        ([turn_on("switch.coffee", continue_on_error=True), turn_on(CEILING)], {CEILING}),
    ],
)  # fmt: skip
async def test_what_is_written_is_done(hands: Hands, sequence: list[Any], lit: set[str]) -> None:
    """Calls, delays, waits, conditions, branches, loops, variables and an end."""
    await with_tool(hands, script(*sequence), what=TEXT).use("own", what=COUNTER)
    now = states(hands)
    assert {name for name in (CEILING, COUNTER) if now[name] == "on"} == lit


UNTIL_ON = {"trigger": "state", "entity_id": [COUNTER, "light.hidden"], "to": "on"}


@pytest.mark.parametrize(
    ("trigger", "changes", "fires"),
    [
        (UNTIL_ON, ["on"], True),
        (UNTIL_ON, ["off"], False),
        ({"platform": "state", "entity_id": COUNTER}, ["on"], True),
        ({**UNTIL_ON, "from": "unavailable"}, ["on"], False),
        ({**UNTIL_ON, "from": "off"}, ["on"], True),
        # Also where it is over by the time that somebody looks.
        ({**UNTIL_ON, "to": "off", "from": "on"}, ["on", "off"], True),
        ({**UNTIL_ON, "for": 0.01}, ["on"], True),
        ({**UNTIL_ON, "for": {"seconds": 0.05}}, ["on", "off"], False),
        ({"trigger": "template", "value_template": "{{ is_state('light.counter', 'on') }}"},
         ["on"], True),
        # What is so already does not come to be so.
        ({"trigger": "state", "entity_id": COUNTER, "to": "off"}, ["off"], False),
        ({"trigger": "state", "entity_id": "switch.rack"}, ["on"], False),
    ],
)  # fmt: skip
async def test_it_waits_until_something_happens(
    hands: Hands, trigger: dict[str, Any], changes: list[str], fires: bool
) -> None:
    """From then on, and not what was so before; of what is exposed alone."""
    wait = {"wait_for_trigger": trigger, "timeout": 0.2, "continue_on_timeout": False}
    told = {"stop": "{{ wait.completed }} {{ wait.trigger.platform }}"}
    using = asyncio.create_task(with_tool(hands, script(wait, told)).use("own"))
    home = cast("SimulatedHome", hands.context.home)
    await asyncio.sleep(0.02)
    for state in changes:
        home.apply(COUNTER, state=state)
        home.apply("switch.rack", state="off")
        await asyncio.sleep(0)
    result = await using
    assert result.success is fires, result
    if fires:
        assert str(result.result).startswith("True")


async def test_a_figure_that_passes_is_waited_for(hands: Hands) -> None:
    trigger = {"trigger": "numeric_state", "entity_id": "sensor.office_temperature", "above": 100}
    wait = {"wait_for_trigger": trigger, "timeout": 0.2}
    told = {"stop": "{{ wait.completed }}"}
    using = asyncio.create_task(with_tool(hands, script(wait, told)).use("own"))
    await asyncio.sleep(0.02)
    home = cast("SimulatedHome", hands.context.home)
    home.apply("sensor.office_temperature", state="50")
    await asyncio.sleep(0)
    assert not using.done()
    home.apply("sensor.office_temperature", state="200")
    assert (await using).result == "True"


async def test_what_an_editor_writes_for_a_device(hands: Hands) -> None:
    """It is the service that it stands for, through the gate."""
    light = {"device_id": "x", "domain": "light", "type": "turn_on", "entity_id": CEILING}
    await with_tool(hands, script(light)).use("own")
    assert states(hands)[CEILING] == "on"
    lock = {"device_id": "x", "domain": "lock", "type": "unlock", "entity_id": "lock.front_door"}
    await with_tool(hands, script(lock)).use("own")
    assert states(hands)["lock.front_door"] == "locked"


@pytest.mark.parametrize("domain", ["cover", "lawn_mower", "lock", "remote", "vacuum"])
def test_device_actions_are_those_of_the_domains(domain: str) -> None:
    """The words of Home Assistant's editor, and a code is not lost on the way."""
    words = {
        "cover": {"open": "open_cover", "stop": "stop_cover", "close_tilt": "close_cover_tilt"},
        "lawn_mower": {"mow": "start_mowing", "dock": "dock", "pause": "pause"},
        "lock": {"lock": "lock", "unlock": "unlock", "open": "open"},
        "remote": {"turn_on": "turn_on", "toggle": "toggle"},
        "vacuum": {"clean": "start", "dock": "return_to_base"},
    }
    for word, service in words[domain].items():
        written = {"domain": domain, "type": word, "entity_id": f"{domain}.x"}
        reader = HandlerReader({}, known=())
        assert read_device_action(written, "sequence.1", reader) == f"{domain}.{service}"
        assert not read_device_action({**written, "code": "1234"}, "sequence.1", reader)


async def test_an_answer_is_used_and_told(hands: Hands) -> None:
    """`response_variable` and `stop`, as in Home Assistant."""
    items = {
        "action": "todo.get_items",
        "target": {"entity_id": "todo.shopping_list"},
        "response_variable": "found",
    }
    told = {
        "variables": {
            "names": "{{ found['todo.shopping_list']['items'] | map(attribute='summary') | list }}"
        }
    }
    stop = {"stop": "", "response_variable": "names"}
    result = await with_tool(hands, script(items, told, stop)).use("own")
    assert (result.success, result.result) == (True, ["Bread"]), result.error
    eoc = {**items, "response_variable": "_function_result"}
    assert "Bread" in str((await with_tool(hands, script(eoc)).use("own")).result)


async def test_it_stops_where_something_goes_wrong(hands: Hands) -> None:
    """And tells what."""
    refusing = {"service": "switch.turn_on", "target": {"entity_id": "switch.coffee"}}
    result = await with_tool(hands, script(refusing, turn_on(CEILING))).use("own")
    assert not result.success
    assert "water tank" in str(result.error)
    assert states(hands)[CEILING] == "off"


@pytest.mark.parametrize(
    ("sequence", "told"),
    [
        ([turn_on("light.none")], "There is no 'light.none'"),
        ([turn_on("switch.rack")], "There is no 'switch.rack'"),
        ([{"stop": "no way", "error": True}], "no way"),
        ([{"repeat": {"while": "{{ true }}", "sequence": [{"delay": 0}]}}], "more than 50 times"),
        ([{"wait_template": "{{ false }}", "timeout": 0, "continue_on_timeout": False}],
         "did not happen in time"),
        ([{"delay": "{{ what }}"}], "a time in it is none"),
        ([{"action": "notify.phone", "data": {"message": "hi"}}], "entity_id is missing"),
        ([{"action": "homeassistant.restart"}], "entity_id is missing"),
        ([{"action": "light.turn_on", "target": {"area_id": "nowhere"}}], "nothing there"),
    ],
)  # fmt: skip
async def test_what_goes_wrong_is_told(hands: Hands, sequence: list[Any], told: str) -> None:
    """And nothing is raised."""
    own = with_tool(hands, script(*sequence), what=TEXT)
    assert told in await own.error("own", what="x")


UNLOCK = {"service": "lock.unlock", "target": {"entity_id": DOOR}}


class TestYes:
    """What is sensitive is asked about before anything is done."""

    @pytest.mark.parametrize(
        "sequence",
        [
            [turn_on(CEILING), UNLOCK],
            [turn_on(CEILING), {"if": "{{ true }}", "then": [UNLOCK]}],
            [turn_on(CEILING), {"choose": [], "default": UNLOCK}],
            [turn_on(CEILING), {"repeat": {"count": 1, "sequence": UNLOCK}}],
        ],
    )
    async def test_nothing_is_done_before(self, hands: Hands, sequence: list[Any]) -> None:
        """Wherever in the sequence it stands; a yes then runs all of it."""
        result = await with_tool(hands, script(*sequence)).use("own")
        assert "confirm" in str(result.error)
        assert states(hands) == {CEILING: "off", COUNTER: "off", DOOR: "locked"}
        (executed,) = result.executed
        pending = find_pending(executed.plan, executed.outcomes)
        assert pending is not None
        yes = hands.of(agreed=pending.agreed).context
        await yes.carry_out(Plan(steps=pending.plan.steps), yes.authority, yes.listener)
        assert states(hands) == {CEILING: "on", COUNTER: "off", DOOR: "unlocked"}

    async def test_what_shows_only_later_is_not_done(self, hands: Hands) -> None:
        """Nobody can be asked midway."""
        items = {
            "action": "todo.get_items",
            "target": {"entity_id": "todo.shopping_list"},
            "response_variable": "found",
        }
        later = {
            "service": "lock.unlock",
            "target": {"entity_id": "{{ 'lock.front_door' if found else '' }}"},
        }
        result = await with_tool(hands, script(items, later)).use("own")
        assert not result.success
        assert [outcome.status for outcome in result.executed[0].outcomes[0]][-1] is Status.REFUSED
        assert states(hands)[DOOR] == "locked"


NOTIFY = {"service": "notify.phone", "data": {"message": "{{ what }}"}}


class WithPhone(SimulatedHome):
    """A home with a service that acts on no entity."""

    told: list[ServiceCall]
    layouts: dict[int, Layout]

    @override
    def snapshot(self) -> Snapshot:
        whole = super().snapshot()
        known = self.__dict__.setdefault("layouts", {})
        if id(whole.layout) not in known:
            phone = {"notify.phone": Service(domain="notify", name="phone")}
            services = {**whole.layout.services, **phone}
            known[id(whole.layout)] = replace(whole.layout, services=services)
        return replace(whole, layout=known[id(whole.layout)])

    @override
    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        if call.full_name != "notify.phone":
            return await super().call(call)
        self.__dict__.setdefault("told", []).append(call)
        return {"sent": True}


class TestWithoutTarget:
    """Services that act on no entity, allowed one by one."""

    @pytest.mark.parametrize("handler", [{"type": "service", **NOTIFY}, script(NOTIFY)])
    @pytest.mark.parametrize(
        ("safety", "told"),
        [
            ({}, ""),
            ({"services": ["notify.other"]}, ""),
            ({"services": ["notify.phone"], "dry_run": True}, "rehearses"),
            ({"services": ["notify.phone"], "deny": ["service:notify.phone"]}, "forbids"),
            ({"services": ["notify.phone"], "allow": ["domain:light"]}, "forbids"),
        ],
    )
    async def test_only_what_the_owner_named(
        self, make_hands: MakeHands, handler: dict[str, Any], safety: dict[str, Any], told: str
    ) -> None:
        """By its full name; rules hold as ever."""
        home = WithPhone.from_inventory(HOUSE)
        hands = await make_hands(home, safety=Safety.from_mapping(safety))
        assert told in await with_tool(hands, handler, what=TEXT).error("own", what="hello")
        assert "told" not in home.__dict__
        home.close()

    @pytest.mark.parametrize("handler", [{"type": "service", **NOTIFY}, script(NOTIFY)])
    async def test_it_is_called(self, make_hands: MakeHands, handler: dict[str, Any]) -> None:
        """And its answer comes back."""
        home = WithPhone.from_inventory(HOUSE)
        hands = await make_hands(home, safety=Safety.from_mapping({"services": ["notify.phone"]}))
        result = await with_tool(hands, handler, what=TEXT).use("own", what="hello")
        assert result.success, result.error
        assert "asked" in str(result.result)
        assert [call.data for call in home.told] == [{"message": "hello"}]
        hidden = {"service": "notify.phone", "data": {"entity_id": "switch.rack"}}
        assert not (await with_tool(hands, script(hidden)).use("own")).success
        assert len(home.told) == 1
        home.close()

    async def test_the_owner_is_told_how_to_allow_it(self, hands: Hands) -> None:
        own = with_tool(hands, {"type": "service", **NOTIFY}, what=TEXT)
        assert "services under safety" in await own.error("own", what="hello")

    async def test_a_service_that_the_home_has_not_is_named(self, make_hands: MakeHands) -> None:
        home = SimulatedHome.from_inventory(HOUSE)
        hands = await make_hands(home, safety=Safety.from_mapping({"services": ["notify.phone"]}))
        own = with_tool(hands, {"type": "service", **NOTIFY}, what=TEXT)
        error = await own.error("own", what="hello")
        assert error == "Not done: this home has no service notify.phone."
        home.close()

    @pytest.mark.parametrize("named", ["shell_command.x", "python_script.x", "notify.*", "x"])
    def test_no_program_is_ever_run(self, named: str) -> None:
        with pytest.raises(SettingsError, match="services: must be a list"):
            Safety.from_mapping({"services": [named]})


@pytest.mark.parametrize(
    ("sequence", "told"),
    [
        (None, "sequence: must be a list of actions."),
        ([1], "sequence.1: must be an action."),
        ([{"boom": 1}], "sequence.1: must have one of action, service"),
        ([{"event": "boom"}], "sequence.1: no events are fired here"),
        ([{"wait_for_trigger": []}], "sequence.1.wait_for_trigger: must be a list of triggers."),
        ([{"wait_for_trigger": {"trigger": "mqtt"}}],
         "sequence.1.wait_for_trigger.1: mqtt is not waited for here"),
        ([{"wait_for_trigger": {"trigger": "state"}}],
         "sequence.1.wait_for_trigger.1: must say entity_id."),
        ([{"wait_for_trigger": {"trigger": "state", "entity_id": CEILING, "for": "x"}}],
         "sequence.1.wait_for_trigger.1.for: must be a time"),
        ([{"device_id": "x", "domain": "light"}], "sequence.1: this device action is not run here"),
        ([{"device_id": "x", "domain": "light", "type": "turn_on", "entity_id": "0a1b"}],
         "sequence.1: this device action is not run here. Write it as a service"),
        ([{"service": "light"}], "sequence.1.service: must be a service"),
        ([{"action": "{{ x }}"}], "sequence.1.action: must be a service"),
        ([turn_on(CEILING, data=1)], "sequence.1.data: must be a table."),
        ([{"action": "light.turn_on", "target": {"x": 1}}], "sequence.1.target.x: must be one of"),
        ([turn_on(CEILING, response_variable="a b")], "sequence.1.response_variable: must be"),
        ([{"condition": "zone"}], "sequence.1.1.condition: must be one of"),
        ([{"condition": "state"}], "sequence.1.1: must say entity_id and state."),
        ([{"choose": [{"conditions": []}]}], "sequence.1.choose.1: must have conditions"),
        ([{"repeat": {"count": 1, "until": "x"}}], "sequence.1.repeat: must have sequence and one"),
        ([turn_on("{{ nothing }}")], "sequence: there is no parameter nothing."),
        ([{"delay": 1}] * 101, "sequence: must not have more than 100 actions."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(sequence: Any, told: str) -> None:
    """When it is read, with which action."""
    with pytest.raises(SettingsError) as raised:
        read_custom_tools([declare({"type": "script", "sequence": sequence})])
    assert raised.value.problems[0].startswith(f"tool 1, handler.{told}"), raised.value
