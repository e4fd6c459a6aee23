"""Everything that people ask of things, domain by domain, in a house that has it all."""

from typing import Any

import pytest
import yaml

from home_agent.engine import Settings, Turn, Verdict, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.language import load_language
from home_agent.engine.outcome import Status
from home_agent.engine.plan import CallStep
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.understand import Refusal, Understander, Understood
from home_agent.simulated import ManualClock, SimulatedHome

from .conftest import WEDNESDAY, Hear, Planned
from .speaking import HOUSES, as_line, calls_of, rows

HOUSE: dict[str, Any] = yaml.safe_load((HOUSES / "control.yaml").read_text("utf-8"))


ASKED = rows("control", "commands")


@pytest.mark.parametrize(("call", "sentence"), ASKED)
def test_control(hear: Hear, call: str, sentence: str) -> None:
    """The right service, of the right thing, with the right data, and nothing else."""
    heard = hear(sentence, home=HOUSE)
    assert isinstance(heard, Understood), heard
    assert as_line(calls_of(heard)) == call
    assert len(heard.plan.steps) == 1


AMOUNTS: list[tuple[str, str, dict[str, Any]]] = [
    ("make the strip twice as bright", "light.turn_on", {"brightness_pct": 100}),
    ("make the strip half as bright", "light.turn_on", {"brightness_pct": 25}),
    ("set the strip to three quarters", "light.turn_on", {"brightness_pct": 75}),
    ("set the strip to a third", "light.turn_on", {"brightness_pct": 33}),
    ("make the tv half as loud", "media_player.volume_set", {"volume_level": 0.2}),
    ("turn the volume of the tv up by ten", "media_player.volume_set", {"volume_level": 0.5}),
    ("set the ac to the minimum", "climate.set_temperature", {"temperature": 16.0}),
    ("make the ac half a degree warmer", "climate.set_temperature", {"temperature": 22.5}),
    ("set the ac to twenty one and a half", "climate.set_temperature", {"temperature": 21.5}),
    ("set the ac to 21 point 5 degrees", "climate.set_temperature", {"temperature": 21.5}),
    ("set the ac to 70 degrees fahrenheit", "climate.set_temperature", {"temperature": 21.1}),
    (
        "set the strip to two thousand seven hundred kelvin",
        "light.turn_on",
        {"color_temp_kelvin": 2700},
    ),
    ("make the strip warmer", "light.turn_on", {"color_temp_kelvin": 2400}),
    ("make the bedroom lights light blue", "light.turn_on", {"rgb_color": [173, 216, 230]}),
    ("make the kitchen light blue", "light.turn_on", {"rgb_color": [0, 0, 255]}),
    ("open the venetian blinds halfway", "cover.set_cover_position", {"position": 50}),
]


@pytest.mark.parametrize(("sentence", "service", "data"), AMOUNTS)
def test_amounts(planned: Planned, sentence: str, service: str, data: dict[str, Any]) -> None:
    """As people say them."""
    [step] = planned(sentence, home=HOUSE).steps
    assert isinstance(step, CallStep)
    assert (step.call.full_name, dict(step.call.data)) == (service, data)


@pytest.mark.parametrize(
    "sentence",
    [
        "oscillate the strip",
        "tilt the front door to 30 percent",
        "shuffle the coffee machine",
        "set the ac to turbo",
        "switch the tv to HDMI 7",
        "set the strip between 20 and 30 degrees",
        "turn on the strip with code 1234",
        "hoover the piano",
        "set the wake-up time to banana",
    ],
)
def test_what_a_thing_cannot_do(hear: Hear, sentence: str) -> None:
    """It is refused, never something like it done."""
    assert not isinstance(hear(sentence, home=HOUSE), Understood)


def test_robot_that_knows_no_rooms(hear: Hear) -> None:
    """It is not sent through the whole home."""
    home = {
        "areas": [{"name": "Kitchen", "id": "kitchen"}],
        "entities": [{"name": "Rosie", "id": "vacuum.rosie", "state": "docked"}],
    }
    heard = hear("vacuum the kitchen", home=home)
    assert heard == Refusal(key="whole_only", arguments={"name": "Rosie"})


async def say(home: SimulatedHome, text: str, store: InMemoryStore | None = None) -> Any:
    """Say something in a home."""
    agent = build_agent(
        home, store=store or InMemoryStore(), settings=Settings(patience=0.2, safety=NOTHING_ASKED)
    )
    return await agent.hear(Turn(text=text, conversation_id="1"))


@pytest.mark.parametrize(
    "sentence",
    [said for _, said in ASKED if "siren" not in said and "code" not in said][::3],
)
async def test_it_is_seen_to_happen(sentence: str) -> None:
    """Or already so; nothing is said to have failed that has not."""
    reply = await say(SimulatedHome.from_inventory(HOUSE), sentence)
    assert reply.verdict is Verdict.OK, reply.text


async def test_what_cannot_be_seen_is_not_said_to_be_done() -> None:
    """A robot that beeps shows it nowhere."""
    reply = await say(SimulatedHome.from_inventory(HOUSE), "find rosie")
    assert [outcome.status for outcome in reply.outcomes] == [Status.ASKED]
    assert reply.text == "I have asked Rosie."


async def test_code_is_handed_over_and_never_kept() -> None:
    """Neither in the reply, nor in the conversation."""
    alarm = {
        "name": "Alarm",
        "id": "alarm_control_panel.alarm",
        "state": "armed_away",
        "attributes": {"code_format": "number"},
    }
    store = InMemoryStore()
    home = SimulatedHome.from_inventory({"entities": [alarm]})
    reply = await say(home, "disarm the alarm with code 91827364", store)
    assert home.snapshot().states["alarm_control_panel.alarm"].value == "disarmed"
    assert "91827364" not in repr(reply)
    assert "91827364" not in repr([await store.get(key) for key in await store.keys("")])


CLOCKS = {
    "entities": [
        {
            "name": "Holiday",
            "id": "input_datetime.holiday",
            "state": "2026-01-01",
            "attributes": {"has_date": True},
        },
        {
            "name": "Delivery",
            "id": "input_datetime.delivery",
            "state": "2026-01-01 08:00:00",
            "attributes": {"has_date": True, "has_time": True},
        },
    ]
}


@pytest.mark.parametrize(
    ("sentence", "entered"),
    [
        ("set the holiday to december 24", {"date": "2026-12-24"}),
        ("change the holiday to tomorrow", {"date": "2026-03-05"}),
        ("set the holiday to next week", {}),
        ("set the holiday to 7:30", {}),
        ("set the delivery to friday at 10 am", {"date": "2026-03-06", "time": "10:00:00"}),
        ("set the delivery to 4 pm", {"time": "16:00:00"}),
        ("move the delivery to the day after tomorrow", {"date": "2026-03-06"}),
        ("set the delivery to banana", {}),
    ],
)
def test_day_and_time_are_entered(sentence: str, entered: dict[str, str]) -> None:
    """As far as the thing takes them; it is Wednesday, 4 March 2026."""
    home = SimulatedHome.from_inventory(CLOCKS, clock=ManualClock(WEDNESDAY))
    found = Understander().understand(sentence, home.snapshot(), load_language("en"))
    steps = found.plan.steps if isinstance(found, Understood) else ()
    assert [step.call.data for step in steps if isinstance(step, CallStep)] == (
        [entered] if entered else []
    )
