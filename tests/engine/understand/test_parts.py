"""Sentences with several parts: what each means, what they share, and what is asked alone."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep, PlayStep
from home_agent.engine.understand import (
    NotUnderstood,
    Proposal,
    Question,
    Refusal,
    Understander,
    Understanding,
    Understood,
)
from home_agent.simulated import SimulatedHome

from .speaking import as_line, calls_of, house_of


def hear(language: str, text: str, room: str | None = None) -> Understanding:
    """What a sentence means in the house of this language."""
    home = SimulatedHome.demo() if language == "en" else house_of(language)
    return Understander().understand(text, home.snapshot(), load_language(language), area_id=room)


def in_short(understanding: Understanding) -> str:
    """What would be called, without the domains of what is called."""
    assert isinstance(understanding, Understood), understanding
    assert understanding.asks is None, understanding.asks
    return as_line(calls_of(understanding))


HALL, MOOD, BEDSIDE = "light.hall", "light.mood", "light.bedside"
IN_BEDROOM = "light.turn_on light.bedroom_reading_lamp,light.bedside"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "en",
            "set the lights to 70 in the hall and 25 in the bathroom",
            (
                f'light.turn_on {HALL} {{"brightness_pct": 70}} | '
                'light.turn_on light.mirror {"brightness_pct": 25}'
            ),
        ),
        (
            "en",
            "put the temperature to 22 in the living room and 17 in the bedroom",
            (
                'climate.set_temperature climate.thermostat {"temperature": 22.0} | '
                'climate.set_temperature climate.bedroom_radiator {"temperature": 17.0}'
            ),
        ),
        (
            "en",
            "set the hall light and the bedside lamp to 60 and 15 percent respectively",
            (
                f'light.turn_on {HALL} {{"brightness_pct": 60}} | '
                f'light.turn_on {BEDSIDE} {{"brightness_pct": 15}}'
            ),
        ),
        (
            "en",
            "make the mood light and the bedside lamp green and blue",
            (
                f'light.turn_on {MOOD} {{"rgb_color": [0, 128, 0]}} | '
                f'light.turn_on {BEDSIDE} {{"rgb_color": [0, 0, 255]}}'
            ),
        ),
        (
            "de",
            "stell die Stehlampe und die Schreibtischlampe auf 70 und 20 Prozent",
            (
                'light.turn_on light.steh {"brightness_pct": 70} | '
                'light.turn_on light.schreibtisch {"brightness_pct": 20}'
            ),
        ),
    ],
)
def test_amounts_are_handed_out(language: str, text: str, expected: str) -> None:
    assert in_short(hear(language, text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "set the hall light, the mood light and the bedside lamp to 60 and 15 percent",
        "set the hall light to 60 and 15 percent",
    ],
)
def test_amounts_that_do_not_come_out_even_are_nobodys(text: str) -> None:
    assert not isinstance(hear("en", text), Understood)


@pytest.mark.parametrize(
    ("language", "room", "text", "expected"),
    [
        ("en", None, "switch on the light and the fan in the bedroom", IN_BEDROOM),
        ("en", "kitchen", "switch on the light and the fan in the bedroom", IN_BEDROOM),
        ("en", None, "switch on the bedroom light and the fan", IN_BEDROOM),
        (
            "de",
            None,
            "schalte das Licht und den Ventilator im Schlafzimmer ein",
            "light.turn_on light.nacht_anna,light.nacht_ben",
        ),
        (
            "nl",
            None,
            "zet de lamp en de ventilator in de slaapkamer aan",
            "light.turn_on light.nacht_anna,light.nacht_bram",
        ),
    ],
)
def test_one_place_serves_all_parts(
    language: str, room: str | None, text: str, expected: str
) -> None:
    lights, fan = in_short(hear(language, text, room)).split(" | ")
    assert lights == expected
    assert fan.startswith("fan.turn_on")


def test_what_has_a_verb_of_its_own_is_meant_here() -> None:
    heard = hear("en", "turn on the light and close the shutters in the bedroom", "kitchen")
    assert in_short(heard) == (
        "light.turn_on light.dining_table,light.worktop | cover.close_cover cover.shutters"
    )


def test_a_place_is_not_for_what_is_elsewhere() -> None:
    heard = hear("en", "turn on the thermostat and the fan in the bedroom")
    assert in_short(heard) == "climate.turn_on climate.thermostat | fan.turn_on fan.ceiling"


@pytest.mark.parametrize("link", ["and in the bedroom", "and the bedroom"])
def test_another_place_is_for_the_same_thing(link: str) -> None:
    """Nobody turned off the lights of the bedroom."""
    heard = hear("en", f"turn off the towel rail in the bathroom {link}")
    assert isinstance(heard, Understood)
    assert as_line(calls_of(heard)) == "switch.turn_off switch.towel_rail"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "en",
            "chandelier off; front door locked; towel rail on",
            (
                "light.turn_off light.chandelier | lock.lock lock.front_door | "
                "switch.turn_on switch.towel_rail"
            ),
        ),
        (
            "de",
            "Stehlampe aus, Jalousie geschlossen und Haustür abgeschlossen",
            "light.turn_off light.steh | cover.close_cover cover.kind | lock.lock lock.haustuer",
        ),
    ],
)
def test_how_a_thing_should_be_asks_beside_a_command(
    language: str, text: str, expected: str
) -> None:
    assert in_short(hear(language, text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "front door locked",
        "curtains drawn, front door locked",
        "chandelier off, front door unlocked",
        "the curtains are drawn, the front door is locked",
    ],
)
def test_how_a_thing_is_may_be_told(text: str) -> None:
    assert not isinstance(hear("en", text), Understood)


def test_ten_parts() -> None:
    text = (
        "hall light on, chandelier off, curtains closed, front door locked, towel rail on, "
        "shutters open, coffee machine on, television off, fairy lights on and mood light to 20"
    )
    heard = hear("en", text)
    assert isinstance(heard, Understood)
    touched = {target for call in calls_of(heard) for target in call.targets}
    assert len(touched) == 10


@pytest.mark.parametrize(
    "text",
    [
        "bath time: towel rail on and mirror light on",
        "hard frost coming, so towel rail on and mirror light on",
    ],
)
def test_a_remark_before_a_list_changes_nothing(text: str) -> None:
    assert in_short(hear("en", text)) == (
        "switch.turn_on switch.towel_rail | light.turn_on light.mirror"
    )


@pytest.mark.parametrize(
    "text",
    [
        "the ghost said: towel rail on and mirror light on",
        "not so fast: towel rail on and mirror light on",
        "in the story: lights off and doors closed",
        "Alexa: towel rail on and mirror light on",
        "what a day: lights off",
    ],
)
def test_other_remarks_do(text: str) -> None:
    assert isinstance(hear("en", text), NotUnderstood | Proposal | Refusal)


@pytest.mark.parametrize(
    ("text", "done", "asked"),
    [
        (
            "turn on the hall light and the reading lamp",
            "light.turn_on light.hall",
            "turn the reading lamp on",
        ),
        (
            "turn off the chandelier, dim the reading lamp to 30 percent and close the curtains",
            "light.turn_off light.chandelier | cover.close_cover cover.curtains",
            "dim the reading lamp to 30 percent",
        ),
    ],
)
def test_one_part_is_asked_about_alone(text: str, done: str, asked: str) -> None:
    heard = hear("en", text)
    assert isinstance(heard, Understood)
    assert as_line(calls_of(heard)) == done
    assert heard.asks is not None
    assert heard.asks.heard == asked
    assert set(heard.asks.candidates) == {
        "light.bedroom_reading_lamp",
        "light.living_room_reading_lamp",
    }


@pytest.mark.parametrize(
    "text",
    [
        "set the reading lamp and the chandelier to 50 percent",
        "turn on the chandelier and the reading lamp at 9 pm",
        "turn on the chandelier, then the reading lamp and turn it off in ten minutes",
        "turn off everything and turn on the reading lamp",
    ],
)
def test_what_hangs_together_is_asked_about_as_a_whole(text: str) -> None:
    assert isinstance(hear("en", text), Question)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "turn the lights off in the kitchen and on in the bathroom",
            "light.turn_off light.dining_table,light.worktop | light.turn_on light.mirror",
        ),
        (
            "turn on the chandelier but turn off the mirror light",
            "light.turn_on light.chandelier | light.turn_off light.mirror",
        ),
        (
            "mood light 40, mirror light 70, chandelier off",
            (
                'light.turn_on light.mood {"brightness_pct": 40} | '
                'light.turn_on light.mirror {"brightness_pct": 70} | '
                "light.turn_off light.chandelier"
            ),
        ),
        (
            "make the living room 22 degrees and the mirror light 40 percent",
            (
                'climate.set_temperature climate.thermostat {"temperature": 22.0} | '
                'light.turn_on light.mirror {"brightness_pct": 40}'
            ),
        ),
        (
            "put oats on the shopping list and turn off the chandelier",
            'todo.add_item todo.shopping {"item": "Oats"} | light.turn_off light.chandelier',
        ),
        (
            "shopping list: add oats and lentils",
            (
                'todo.add_item todo.shopping {"item": "Oats"} | '
                'todo.add_item todo.shopping {"item": "Lentils"}'
            ),
        ),
    ],
)
def test_each_part_in_its_own_way(text: str, expected: str) -> None:
    assert in_short(hear("en", text)) == expected


def test_a_title_ends_where_another_command_begins() -> None:
    heard = hear("en", "play some blues and lock the front door")
    assert isinstance(heard, Understood)
    play, lock = heard.plan.steps
    assert isinstance(play, PlayStep)
    assert play.query == "blues"
    assert isinstance(lock, CallStep)
    assert lock.call.targets == ("lock.front_door",)


@pytest.mark.parametrize("text", ["mood light 40, mirror light 70", "mood light 40"])
def test_figures_alone_may_be_anything(text: str) -> None:
    assert not isinstance(hear("en", text), Understood)


def test_both_are_two() -> None:
    """Where there are more, we ask which."""
    heard = hear("en", "turn on both lamps")
    assert isinstance(heard, Question)
    assert len(heard.candidates) > 2
    assert in_short(hear("en", "turn on both fans")) == "fan.turn_on fan.ceiling,fan.extractor"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "en",
            "close the shutters and turn on its lights",
            f"cover.close_cover cover.shutters | {IN_BEDROOM}",
        ),
        (
            "en",
            "turn on the bedside lamp and her fan",
            "light.turn_on light.bedside | fan.turn_on fan.ceiling",
        ),
        (
            "de",
            "öffne die Jalousie und schalte ihr Licht ein",
            "cover.open_cover cover.kind | light.turn_on light.sterne",
        ),
    ],
)
def test_what_is_theirs_is_in_the_same_room(language: str, text: str, expected: str) -> None:
    assert in_short(hear(language, text)) == expected
