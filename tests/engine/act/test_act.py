"""The gate, validation and verification, on a house that can misbehave."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.act import Gate, StepExecutor
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.authority import Authority
from home_agent.engine.events import CallSent, Event, EventListener, OutcomeSeen, ignore
from home_agent.engine.home import ServiceCall
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.plan import CallStep, Plan, QueryStep, Step, Wording
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

LIGHTS = ("light.ceiling", "light.counter", "light.bedroom_reading")


WORDING = Wording(intent="HassTurnOn")


def an_actor(house: SimulatedHome, patience: float) -> StepExecutor:
    """Whoever acts in this house, without asking anybody."""
    return StepExecutor(house, store=InMemoryStore(), patience=patience, gate=Gate(NOTHING_ASKED))


async def carry_out(
    step_executor: StepExecutor, *steps: Step, listener: EventListener = ignore
) -> list[Outcome]:
    """Carry out some steps; how each entity ended, whatever its step."""
    return [
        item
        for ended in await step_executor.carry_out(Plan(steps=steps), Authority(), listener)
        for item in ended
    ]


def call(name: str, *targets: str, **data: Any) -> CallStep:
    """A step that calls a service."""
    domain, _, service = name.partition(".")
    service_call = ServiceCall(domain=domain, service=service, targets=targets, data=data)
    return CallStep(call=service_call, wording=WORDING)


@pytest.fixture
def step_executor(house: SimulatedHome) -> StepExecutor:
    """Acts on the small house."""
    return an_actor(house, 0.3)


async def test_unexposed_is_stopped_whoever_planned_it(
    house: SimulatedHome, step_executor: StepExecutor
) -> None:
    """The gate judges the resolved entity, also among others."""
    events: list[Event] = []
    step = call("switch.turn_off", "switch.rack", "switch.heater")
    outcomes = await carry_out(step_executor, step, listener=events.append)
    assert {outcome.entity_id: outcome.reason for outcome in outcomes} == {
        "switch.rack": Reason.NOT_EXPOSED,
        "switch.heater": None,
    }
    [sent] = [event.call for event in events if isinstance(event, CallSent)]
    assert sent.targets == ("switch.heater",)
    assert house.snapshot().states["switch.rack"].value == "on"


async def test_unexposed_is_not_shown_either(step_executor: StepExecutor) -> None:
    """A question about it is refused at the same gate."""
    [outcome] = await carry_out(
        step_executor, QueryStep(entity_ids=("switch.rack",), wording=WORDING)
    )
    assert (outcome.status, outcome.reason) == (Status.REFUSED, Reason.NOT_EXPOSED)
    assert outcome.after is None


@pytest.mark.parametrize(
    ("step", "status", "reason"),
    [
        (call("light.turn_on", "light.nowhere"), Status.REFUSED, Reason.GONE),
        (call("light.fly", "light.ceiling"), Status.REFUSED, Reason.UNSUPPORTED),
        (call("light.turn_on", "light.porch"), Status.FAILED, Reason.UNAVAILABLE),
        (
            call("cover.set_cover_position", "cover.garage_door", position=50),
            Status.REFUSED,
            Reason.UNSUPPORTED,
        ),
        (
            call("light.turn_on", "light.counter", brightness_pct=40),
            Status.REFUSED,
            Reason.UNSUPPORTED,
        ),
        (
            call("light.turn_on", "light.bedroom_reading", color_temp_kelvin=3000),
            Status.REFUSED,
            Reason.UNSUPPORTED,
        ),
    ],
)
async def test_what_cannot_be_done_is_not_asked_of_the_home(
    step_executor: StepExecutor, step: CallStep, status: Status, reason: Reason
) -> None:
    """Validation comes before the call."""
    events: list[Event] = []
    [outcome] = await carry_out(step_executor, step, listener=events.append)
    assert (outcome.status, outcome.reason) == (status, reason)
    assert not [event for event in events if isinstance(event, CallSent)]


@pytest.mark.parametrize(
    ("step", "status"),
    [
        (call("light.turn_on", "light.ceiling", brightness_pct=33), Status.DONE),
        (call("light.turn_on", "light.ceiling", rgb_color=[255, 0, 0]), Status.DONE),
        (call("light.turn_on", "light.ceiling", color_temp_kelvin=3000), Status.DONE),
        (call("light.turn_off", "light.ceiling"), Status.ALREADY),
        (call("light.turn_on", "light.ceiling", brightness_pct=0), Status.ALREADY),
        (call("cover.open_cover", "cover.garage_door"), Status.PENDING),
        (call("cover.close_cover", "cover.garage_door"), Status.ALREADY),
        (call("cover.set_cover_position", "cover.left_blind", position=70), Status.DONE),
        (call("lock.unlock", "lock.front_door"), Status.DONE),
        (call("climate.set_temperature", "climate.thermostat", temperature=22.5), Status.DONE),
        (call("climate.set_temperature", "climate.thermostat", temperature=20), Status.ALREADY),
        (call("climate.set_fan_mode", "climate.thermostat", fan_mode="low"), Status.DONE),
        (call("climate.turn_off", "climate.thermostat"), Status.DONE),
        (call("fan.set_percentage", "fan.office", percentage=60), Status.DONE),
        (call("media_player.volume_set", "media_player.radio", volume_level=0.9), Status.DONE),
        (call("media_player.volume_mute", "media_player.radio", is_volume_muted=True), Status.DONE),
        (call("media_player.media_next_track", "media_player.radio"), Status.DONE),
        (call("media_player.media_play", "media_player.radio"), Status.ALREADY),
        (call("vacuum.start", "vacuum.robby"), Status.DONE),
        (call("vacuum.return_to_base", "vacuum.robby"), Status.ALREADY),
        (call("lawn_mower.start_mowing", "lawn_mower.mower"), Status.DONE),
        (call("scene.turn_on", "scene.good_night"), Status.DONE),
        (call("todo.add_item", "todo.shopping_list", item="Milk"), Status.DONE),
        (call("switch.turn_on", "switch.heater"), Status.DONE),
        (call("light.turn_on", "light.workbench"), Status.FAILED),
    ],
)
async def test_outcome_is_what_was_seen(
    step_executor: StepExecutor, step: CallStep, status: Status
) -> None:
    """Every kind of evidence."""
    [outcome] = await carry_out(step_executor, step)
    assert outcome.status is status


async def test_device_that_answers_too_late_did_not_respond(house: SimulatedHome) -> None:
    """Patience ends; what comes later is not claimed."""
    step = call("switch.turn_on", "switch.heater")
    [outcome] = await carry_out(an_actor(house, 0.01), step)
    assert outcome.reason is Reason.NO_RESPONSE


async def test_one_refusal_among_many_is_told_of_that_one(
    house: SimulatedHome, step_executor: StepExecutor
) -> None:
    """Home Assistant raises one error for a call to many; those that obeyed did obey."""
    call_home = house.call

    async def call_each(many: ServiceCall) -> Mapping[str, Any]:
        for target in many.targets:
            await call_home(replace(many, targets=(target,)))
        return {}

    house.call = call_each  # type: ignore[assignment, method-assign]
    step = call("switch.turn_on", "switch.plug", "switch.coffee")
    outcomes = await carry_out(step_executor, step)
    assert {outcome.entity_id: (outcome.status, outcome.reason) for outcome in outcomes} == {
        "switch.plug": (Status.DONE, None),
        "switch.coffee": (Status.FAILED, Reason.REJECTED),
    }


async def test_home_that_does_not_come_back_is_not_waited_for(house: SimulatedHome) -> None:
    """A call that hangs is cut off, and told as not done."""

    async def hang(_call: ServiceCall) -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    house.call = hang  # type: ignore[assignment, method-assign]
    step_executor = an_actor(house, 0.05)
    [outcome] = await carry_out(step_executor, call("light.turn_on", "light.ceiling"))
    assert outcome.reason is Reason.NO_RESPONSE


async def test_targets_share_one_call_and_steps_run_at_once(step_executor: StepExecutor) -> None:
    """Steps that ask the same are one call, whose outcomes go to each; a slow one delays none."""
    events: list[Event] = []
    plan = Plan(
        steps=(
            call("light.turn_on", "light.workbench"),
            call("fan.turn_on", "fan.office"),
            call("light.turn_on", *LIGHTS),
        )
    )
    ended = await step_executor.carry_out(plan, Authority(), events.append)
    assert [[outcome.entity_id for outcome in some] for some in ended] == [
        ["light.workbench"],
        ["fan.office"],
        [*LIGHTS],
    ]
    sent = [event.call for event in events if isinstance(event, CallSent)]
    assert [item.targets for item in sent] == [("light.workbench", *LIGHTS), ("fan.office",)]
    told = [event.outcome.entity_id for event in events if isinstance(event, OutcomeSeen)]
    assert told[0] == "fan.office"


async def test_nobody_listens_once_it_is_over(
    house: SimulatedHome, step_executor: StepExecutor
) -> None:
    """A watch ends with its call, however that ends."""
    await carry_out(step_executor, call("light.turn_on", "light.workbench"))
    await carry_out(step_executor, call("switch.turn_on", "switch.coffee"))
    assert not house._live._listeners


STATES = {
    "light": ("on", "off"),
    "switch": ("on", "off"),
    "fan": ("on", "off"),
    "siren": ("on", "off"),
    "lock": ("locked", "unlocked"),
    "cover": ("open", "closed"),
    "valve": ("open", "closed"),
}
DEAF_HOUSE: dict[str, Any] = {
    "entities": [
        {"name": state, "id": f"{domain}.{state}", "state": state, "behaviour": "ignores"}
        for domain, states in STATES.items()
        for state in states
    ]
}

SERVICES = ("turn_on", "turn_off", "lock", "unlock", "open_cover", "close_cover", "open_valve")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([entity["id"] for entity in DEAF_HOUSE["entities"]]),
            st.sampled_from(SERVICES),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_nothing_is_done_in_a_house_where_nothing_happens(steps: list[tuple[str, str]]) -> None:
    """The home accepts every call and no device obeys: nothing may be called done."""

    async def act() -> list[Outcome]:
        house = SimulatedHome.from_inventory(DEAF_HOUSE)
        try:
            todo = [call(f"{id_.partition('.')[0]}.{name}", id_) for id_, name in steps]
            return await carry_out(an_actor(house, 0.005), *todo)
        finally:
            house.close()

    for outcome in asyncio.run(act()):
        assert outcome.status not in (Status.DONE, Status.PENDING)
        if outcome.status is Status.ALREADY:
            assert outcome.before == outcome.after
