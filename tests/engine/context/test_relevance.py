"""Which states a sentence needs."""

import pytest

from home_agent.engine.context.relevance import RelevanceQuery, find_relevant
from home_agent.engine.home import Area
from home_agent.engine.language import load_language
from home_agent.engine.understand import Topic, Understander
from tests.engine.context.homes import entity, home_of, small_home

UNDERSTANDER = Understander()
HOME = small_home()

CASES = {
    "a room and a kind": ("en", "make the kitchen lights cosy", {"light.ceiling", "light.counter"}),
    "a name": ("en", "is Robby any good?", {"vacuum.robby"}),
    "an alias": ("en", "something with the big light", {"light.ceiling"}),
    "a measure": (
        "en",
        "is it warm enough for shorts?",
        {"climate.thermostat", "weather.home", "sensor.office_temperature"},
    ),
    "a slip of the finger": ("en", "do something about the themrostat", {"climate.thermostat"}),
    "a compound": (
        "de",
        "mach das Küchenlicht etwas gemütlicher",
        {"light.ceiling", "light.counter"},
    ),
    "an alias of a room": (
        "it",
        "rendi accogliente la luce in cucina",
        {"light.ceiling", "light.counter"},
    ),
    "a language without a lexicon": ("pl", "co robi radio", {"media_player.radio"}),
    "a name in another form": ("pl", "zrób coś z Workbenchem", {"light.workbench"}),
    "all of a kind": (
        "en",
        "which lamps shall I replace?",
        {
            *("light.ceiling", "light.counter", "light.bedroom_reading", "light.office_reading"),
            *("light.porch", "light.workbench"),
        },
    ),
    "nothing of the home": ("en", "what is the capital of France", set()),
    "what is not exposed": ("en", "reboot the server rack", set()),
}


def _relevant(text: str, code: str = "en", *, most: int = 8, **more: object) -> tuple[str, ...]:
    lexicon, names = UNDERSTANDER.words_of(HOME, load_language(code))
    asking = RelevanceQuery(text=text, home=HOME, lexicon=lexicon, names=names, **more)  # type: ignore[arg-type]
    return find_relevant(asking, most)


@pytest.mark.parametrize(("code", "text", "expected"), CASES.values(), ids=CASES)
def test_states_that_matter_are_found(code: str, text: str, expected: set[str]) -> None:
    assert set(_relevant(text, code)) == expected


def test_a_room_alone_is_about_all_that_is_in_it() -> None:
    found = _relevant("is everything fine upstairs?", most=20)
    assert found[-1].startswith(("sensor.", "binary_sensor."))
    assert {"light.bedroom_reading", "fan.office", "switch.heater"} < set(found)


def test_what_was_spoken_of_stays_so_for_a_while() -> None:
    topic = Topic(mentioned=("light.porch", "switch.rack", "light.gone"))
    assert _relevant("make it a bit cosier", topic=topic) == ("light.porch",)
    old = Topic(mentioned=("light.porch",), age=3)
    assert _relevant("make it a bit cosier", topic=old) == ()


def test_the_room_of_the_speaker_comes_first() -> None:
    assert _relevant("how is the reading lamp?", area_id="office")[0] == "light.office_reading"
    assert _relevant("how is the reading lamp?", area_id="bedroom")[0] == "light.bedroom_reading"
    assert set(_relevant("make it nice in here", area_id="bedroom")) == {
        *("light.bedroom_reading", "switch.heater"),
    }


def test_no_more_than_asked_for() -> None:
    assert len(_relevant("all the lights", most=3)) == 3
    assert _relevant("all the lights", most=0) == ()


def test_endless_sentence_is_read_as_far_as_anybody_would() -> None:
    assert _relevant("kitchen lights " * 10_000)


def test_hidden_things_are_not_found_by_room_kind_or_topic() -> None:
    hidden = entity("light.secret", "Secret lamp", area_id="r", exposed=False)
    home = home_of(hidden, areas=(Area(area_id="r", name="Vault"),))
    lexicon, names = UNDERSTANDER.words_of(home, load_language("en"))
    for text in ("secret lamp", "the lights", "what is in the vault", "light.secret"):
        asking = RelevanceQuery(
            text=text,
            home=home,
            lexicon=lexicon,
            names=names,
            area_id="r",
            topic=Topic(mentioned=("light.secret",)),
        )
        assert find_relevant(asking, 8) == ()
