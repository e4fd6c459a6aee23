"""A figure for a room: what it is of depends on what is there, and is never guessed wildly."""

import pytest

from tests.attacks.engine.understanding.houses import Family


@pytest.mark.parametrize(
    ("text", "service"),
    [
        ("Set the bedroom to 20", "climate.set_temperature"),
        ("Put the living room at 19", "climate.set_temperature"),
        ("Bedroom to 21", "climate.set_temperature"),
        ("Turn the bedroom down to 17", "climate.set_temperature"),
        ("Set the bedroom to 20 percent", "light.turn_on"),
        ("Set the bedroom lights to 20", "light.turn_on"),
        ("Dim the bedroom to 20", "light.turn_on"),
        ("Set the bedroom to 60", "light.turn_on"),
        ("Set the kitchen to 60", "light.turn_on"),
    ],
)
async def test_a_figure_is_of_what_can_be_so(text: str, service: str) -> None:
    """Where there is heating, a figure that it can be set to is a temperature."""
    reply = (await Family("en").say(text)).reply
    assert {call.full_name for call in reply.calls} == {service}, reply.text


@pytest.mark.parametrize("text", ["Set the kitchen to 20", "Kitchen to 21"])
async def test_a_figure_is_asked_about_where_only_other_rooms_are_heated(text: str) -> None:
    """It may be a temperature: nobody knows that the lamps are meant."""
    reply = (await Family("en").say(text)).reply
    assert not reply.calls
    assert reply.expects_answer
    assert "Worktop lights" in reply.text
