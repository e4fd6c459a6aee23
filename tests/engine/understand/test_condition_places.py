"""A room that is named in a condition is where the command is meant."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep, IfStep, LaterStep
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

from .speaking import as_line, house_of


def hear(language: str, text: str, room: str | None = None) -> Understanding:
    home = SimulatedHome.demo() if language == "en" else house_of(language)
    return Understander().understand(text, home.snapshot(), load_language(language), area_id=room)


def done(heard: Understanding) -> str:
    """What is done once the condition is met."""
    assert isinstance(heard, Understood), heard
    (step,) = heard.plan.steps
    assert isinstance(step, LaterStep | IfStep)
    return as_line(inner.call for inner in step.steps if isinstance(inner, CallStep))


RADIATOR = 'climate.set_temperature climate.bedroom_radiator {"temperature": 21.0}'


@pytest.mark.parametrize(
    ("language", "room", "text", "expected"),
    [
        ("en", None, "when it's below 17 in the bedroom, heat it to 21", RADIATOR),
        ("en", "kitchen", "when it is below 17 in the bedroom, set the heating to 21", RADIATOR),
        (
            "en",
            None,
            "if it's colder than 17 in the bedroom turn on the heating",
            "climate.turn_on climate.bedroom_radiator",
        ),
        (
            "en",
            None,
            "turn on the fan when it's above 26 in the bedroom",
            "fan.turn_on fan.ceiling",
        ),
        (
            "en",
            None,
            "when there is motion in the hall turn on the light",
            "light.turn_on light.hall",
        ),
        (
            "de",
            None,
            "wenn es im Schlafzimmer kälter als 17 Grad wird, stell die Heizung auf 21",
            'climate.set_temperature climate.sz {"temperature": 21.0}',
        ),
        # what is named elsewhere is elsewhere
        (
            "en",
            None,
            "when the bedroom window opens, turn off the light in the hall",
            "light.turn_off light.hall",
        ),
        (
            "en",
            None,
            "when it's above 26 in the bedroom turn on the chandelier",
            "light.turn_on light.chandelier",
        ),
        # and a command needs no verb
        ("en", None, "when the front door opens, hall light on", "light.turn_on light.hall"),
    ],
)
def test_what_is_done_where(language: str, room: str | None, text: str, expected: str) -> None:
    assert done(hear(language, text, room)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "when the front door opens the lights come on",
        "the lights come on when the front door opens",
        "when it's below 17 in the bedroom the heating is on",
    ],
)
def test_what_only_happens_is_not_asked_for(text: str) -> None:
    assert not isinstance(hear("en", text), Understood)
