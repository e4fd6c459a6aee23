"""What a target cannot do is refused before the home is asked, with what it can do instead."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine.act import Gate, StepExecutor
from home_agent.engine.act.fitting import find_misfit
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.act.validation import find_objection
from home_agent.engine.authority import Authority
from home_agent.engine.events import CallSent, Event
from home_agent.engine.home import Field, Service, ServiceCall
from home_agent.engine.language import load_language
from home_agent.engine.outcome import AllowedValues, Reason, Status
from home_agent.engine.plan import CallStep, Plan, Wording
from home_agent.engine.speak import report
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome


@pytest.fixture
async def demo() -> AsyncIterator[SimulatedHome]:
    """The demo house."""
    home = SimulatedHome.demo()
    yield home
    home.close()


def asked(name: str, target: str, **data: Any) -> ServiceCall:
    """A call."""
    domain, _, service = name.partition(".")
    return ServiceCall(domain=domain, service=service, targets=(target,), data=data)


DEGREES = "°"


@pytest.mark.parametrize(
    ("call", "reason", "told"),
    [
        (
            asked("climate.set_temperature", "climate.thermostat", temperature=90),
            Reason.NOT_IN_RANGE,
            "Thermostat can be set from 7 to 30°.",
        ),
        (
            asked("climate.set_temperature", "climate.thermostat", temperature="warm"),
            Reason.NOT_IN_RANGE,
            "Thermostat can be set from 7 to 30°.",
        ),
        (
            asked("climate.set_temperature", "climate.thermostat", temperature=float("nan")),
            Reason.NOT_IN_RANGE,
            "Thermostat can be set from 7 to 30°.",
        ),
        (
            asked("climate.set_temperature", "climate.thermostat"),
            Reason.INCOMPLETE,
            "Thermostat: temperature is missing.",
        ),
        (
            asked("climate.set_hvac_mode", "climate.thermostat", hvac_mode="dry"),
            Reason.NOT_AN_OPTION,
            "Thermostat can be: ",
        ),
        (
            asked("cover.set_cover_position", "cover.blinds", position=150),
            Reason.NOT_IN_RANGE,
            "Blinds can be set from 0 to 100%.",
        ),
        (
            asked("cover.set_cover_position", "cover.blinds"),
            Reason.INCOMPLETE,
            "Blinds: position is missing.",
        ),
        (
            asked("media_player.volume_set", "media_player.kitchen_radio", volume_level=2),
            Reason.NOT_IN_RANGE,
            "Kitchen radio can be set from 0 to 100%.",
        ),
        (
            asked("light.turn_on", "light.worktop", brightness=300),
            Reason.NOT_IN_RANGE,
            "Worktop lights can be set from 0 to 100%.",
        ),
        (
            asked("number.set_value", "number.charging_limit", value=7),
            Reason.NOT_IN_RANGE,
            "Charging limit can be set from 50 to 100%.",
        ),
        (
            asked("select.select_option", "select.dishwasher_programme", option="Turbo"),
            Reason.NOT_AN_OPTION,
            "Dishwasher programme can be: ",
        ),
        (
            asked("switch.turn_on", "light.worktop"),
            Reason.UNSUPPORTED,
            "Worktop lights cannot do that.",
        ),
        (
            asked("lock.open", "lock.front_door"),
            Reason.UNSUPPORTED,
            "Front door cannot do that.",
        ),
    ],
)
async def test_what_does_not_fit_is_refused_and_told(
    demo: SimulatedHome, call: ServiceCall, reason: Reason, told: str
) -> None:
    """And never reaches the home."""
    events: list[Event] = []
    plan = Plan(steps=(CallStep(call=call, wording=Wording(intent="HassTurnOn")),))
    step_executor = StepExecutor(
        demo, patience=0.1, gate=Gate(NOTHING_ASKED), store=InMemoryStore()
    )
    ended = await step_executor.carry_out(plan, Authority(), events.append)
    [[outcome]] = ended
    assert (outcome.status, outcome.reason) == (Status.REFUSED, reason)
    assert not [event for event in events if isinstance(event, CallSent)]
    said = report(plan, ended, demo.snapshot().layout, load_language("en")).text
    assert said.startswith(told)


@pytest.mark.parametrize(
    "call",
    [
        asked("climate.set_temperature", "climate.thermostat", temperature=7),
        asked("climate.set_temperature", "climate.thermostat", temperature="21.5"),
        asked("homeassistant.turn_on", "light.worktop"),
        asked("light.turn_on", "light.worktop", brightness_pct=100),
        asked("input_datetime.set_datetime", "input_datetime.wake_up", time="07:00:00"),
        asked("todo.add_item", "todo.shopping", item="Figs"),
        asked(
            "media_player.play_media",
            "media_player.kitchen_radio",
            media_content_id="x",
            media_content_type="music",
        ),
    ],
)
async def test_what_fits_is_let_through(demo: SimulatedHome, call: ServiceCall) -> None:
    """The limits themselves included, and numbers that are written as text."""
    assert find_objection(call, call.targets[0], demo.snapshot()) is None


async def test_the_homes_own_description_counts_where_the_target_is_silent(
    demo: SimulatedHome,
) -> None:
    """Ranges, choices and what is required; what the target tells of itself comes first."""
    state = demo.snapshot().states["climate.thermostat"]
    service = Service(
        domain="climate",
        name="brew",
        fields=(
            Field(name="cups", minimum=1, maximum=6),
            Field(name="kind", options=("tea", "coffee")),
            Field(name="media", required=True),
            Field(name="temperature", minimum=0, maximum=250),
            Field(name="grams", minimum=5),
        ),
    )
    good = asked("climate.brew", "climate.thermostat", media_content_id="x", cups=2, kind="tea")

    def wrong(**data: Any) -> tuple[Reason, AllowedValues] | None:
        found = find_misfit(replace(good, data={**good.data, **data}), service, state)
        return (found.reason, found.allowed) if found else None

    assert wrong() is None
    assert wrong(cups=7) == (Reason.NOT_IN_RANGE, AllowedValues(low=1, high=6))
    assert wrong(kind="milk") == (Reason.NOT_AN_OPTION, AllowedValues(options=("tea", "coffee")))
    assert wrong(kind=["tea", "coffee"]) is None
    assert wrong(grams=1) == (Reason.NOT_IN_RANGE, AllowedValues(low=5))
    assert wrong(media_content_id=None) == (Reason.INCOMPLETE, AllowedValues(options=("media",)))
    assert wrong(temperature=200) == (
        Reason.NOT_IN_RANGE,
        AllowedValues(low=7, high=30, unit=DEGREES),
    )


async def test_a_call_to_nothing_is_refused(demo: SimulatedHome) -> None:
    """There is nothing to judge, and nothing could be seen of it."""
    call = ServiceCall(domain="notify", service="notify", data={"message": "Hello"})
    plan = Plan(steps=(CallStep(call=call, wording=Wording(intent="HassTurnOn")),))
    step_executor = StepExecutor(
        demo, patience=0.1, gate=Gate(NOTHING_ASKED), store=InMemoryStore()
    )
    ended = await step_executor.carry_out(plan, Authority(), lambda _event: None)
    said = report(plan, ended, demo.snapshot().layout, load_language("en")).text
    assert said == "notify.notify: entity id is missing."
