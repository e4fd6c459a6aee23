"""Less of what is off is nothing: no lamp goes on because it should be darker."""

import pytest

from home_agent.engine.plan import CallStep, RefusalStep
from home_agent.engine.understand import Refusal, Understood
from home_agent.simulated import SimulatedHome

from .speaking import calls_of, hear, house_of

ROOMS = [
    ("en", "a bit darker in the living room", {"light.chandelier", "light.mood"}),
    ("en", "dim the living room lights", {"light.chandelier", "light.mood"}),
    ("en", "dim the living room lights by 20 percent", {"light.chandelier", "light.mood"}),
    ("en", "make the living room lights half as bright", {"light.chandelier", "light.mood"}),
    ("en", "halve the lights in the living room", {"light.chandelier", "light.mood"}),
    ("en", "reduce the living room lights to half", {"light.chandelier", "light.mood"}),
    ("de", "mach das Wohnzimmer etwas dunkler", {"light.steh"}),
    ("de", "halbiere das Licht im Wohnzimmer", {"light.steh"}),
    ("de", "dimme das Licht im Wohnzimmer auf die Hälfte", {"light.steh"}),
    ("nl", "halveer het licht in de woonkamer", {"light.staand"}),
    ("it", "dimezza le luci in soggiorno", {"light.lampadario"}),
    ("it", "abbassa le luci in soggiorno alla metà", {"light.lampadario"}),
    ("es", "baja las luces del salón a la mitad", {"light.arana"}),
    ("fr", "baisse les lumières du séjour à la moitié", {"light.plafonnier"}),
    ("de", "mach das Wohnzimmer halb so hell", {"light.steh"}),
    ("de", "halbiere die Helligkeit im Wohnzimmer", {"light.steh"}),
    ("nl", "maak de woonkamer donkerder", {"light.staand"}),
    ("nl", "halveer de helderheid in de woonkamer", {"light.staand"}),
    ("it", "abbassa le luci in soggiorno", {"light.lampadario"}),
    ("it", "dimezza la luminosità in soggiorno", {"light.lampadario"}),
    ("es", "baja las luces del salón", {"light.arana"}),
    ("es", "reduce el brillo a la mitad en el salón", {"light.arana"}),
    ("fr", "rends le séjour plus sombre", {"light.plafonnier"}),
    ("fr", "réduis la luminosité de moitié dans le séjour", {"light.plafonnier"}),
]

ALONE = [
    ("en", "dim the hall light", "Hall light"),
    ("en", "hall light darker", "Hall light"),
    ("en", "dim the fairy lights by half", "Fairy lights"),
    ("de", "dimm das Flurlicht", "Flurlicht"),
    ("de", "mach den Lüfter im Bad langsamer", "Lüfter"),
    ("nl", "dim het leeslampje met 20 procent", "Leeslampje"),
    ("it", "abbassa la piantana", "Piantana"),
    ("es", "atenúa la lámpara de pie", "Lámpara de pie"),
    ("fr", "lampadaire moins lumineux", "Lampadaire"),
]


def house(language: str) -> SimulatedHome:
    """The house of a language."""
    return SimulatedHome.demo() if language == "en" else house_of(language)


@pytest.mark.parametrize(("language", "text", "lit"), ROOMS)
def test_only_what_is_on_gets_darker(language: str, text: str, lit: set[str]) -> None:
    """What is off in the room stays off."""
    calls = calls_of(hear(language, house(language), text))
    assert {target for call in calls for target in call.targets} == lit


@pytest.mark.parametrize(("language", "text", "name"), ALONE)
def test_what_is_off_is_told(language: str, text: str, name: str) -> None:
    """Nothing is done, and the answer says why."""
    heard = hear(language, house(language), text)
    assert isinstance(heard, Refusal)
    assert (heard.key, heard.arguments) == ("off_already", {"name": name})


def test_of_two_that_are_named_one_is_told() -> None:
    """What can be done is done, and what is off is said."""
    heard = hear("en", house("en"), "dim the chandelier and the fairy lights")
    assert isinstance(heard, Understood)
    dimmed, told = heard.plan.steps
    assert isinstance(dimmed, CallStep)
    assert dimmed.call.targets == ("light.chandelier",)
    assert isinstance(told, RefusalStep)
    assert told.wording.slots["name"] == "Fairy lights"


def test_a_level_lights_a_lamp() -> None:
    """To so much is no less than nothing."""
    [call] = calls_of(hear("en", house("en"), "dim the fairy lights to 40 percent"))
    assert (call.targets, call.data) == (("light.fairy_lights",), {"brightness_pct": 40})


@pytest.mark.parametrize(
    ("text", "level"),
    [("halve the mood light", 18), ("lower the mood light to half", 18), ("halve the radio", None)],
)
def test_half_is_never_more(text: str, level: int | None) -> None:
    """Who wants less does not get more, as half of the most would be for a lamp at 35 percent."""
    [call] = calls_of(hear("en", house("en"), text))
    assert call.data == ({"brightness_pct": level} if level else {"volume_level": 0.15})


def test_a_blind_that_is_lowered_to_the_half_is_there() -> None:
    """What stands somewhere has a half of its own."""
    [call] = calls_of(hear("en", house("en"), "lower the shutters to half"))
    assert (call.targets, call.data) == (("cover.shutters",), {"position": 50})


@pytest.mark.parametrize(
    ("text", "lit"),
    [
        # "Wat" is how much, where more or less of something follows; else it asks.
        ("wat donkerder in de woonkamer", {"light.staand"}),
        ("wat warmer dan dit is er niet", set()),
        ("wat staat er aan?", set()),
    ],
)
def test_a_bit_asks_nothing(text: str, lit: set[str]) -> None:
    found = hear("nl", house_of("nl"), text)
    steps = found.plan.steps if isinstance(found, Understood) else ()
    calls = [step.call for step in steps if isinstance(step, CallStep)]
    assert {target for call in calls for target in call.targets} == lit
