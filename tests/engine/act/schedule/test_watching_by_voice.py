"""Whole conversations about what is watched: promised, told when it happens, listed, called off."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.act.gate.safety import NOTHING_ASKED

from .conftest import House, MakeHouse

EVENING = datetime(2026, 3, 4, 21, 0, tzinfo=ZoneInfo("Europe/Berlin"))

TEMPERATURE = {"device_class": "temperature", "unit_of_measurement": "°C"}
INVENTORY: dict[str, Any] = {
    "devices": [{"id": "dryer", "name": "Dryer"}],
    "entities": [
        {
            "name": "Washing machine",
            "id": "sensor.washer",
            "state": "washing",
            "attributes": {"device_class": "enum", "options": ["idle", "washing", "finished"]},
        },
        {"name": "Dryer plug", "id": "switch.dryer", "device": "dryer", "state": "on"},
        {
            "name": "Dryer power",
            "id": "sensor.dryer",
            "device": "dryer",
            "state": "900",
            "attributes": {"device_class": "power", "unit_of_measurement": "W"},
        },
        {"name": "Freezer", "id": "sensor.freezer", "state": "-18", "attributes": TEMPERATURE},
        {
            "name": "Garage door",
            "id": "cover.garage",
            "state": "open",
            "attributes": {"device_class": "garage", "current_position": 100},
        },
        {
            "name": "Front door",
            "id": "binary_sensor.front",
            "state": "off",
            "attributes": {"device_class": "door"},
        },
        {
            "name": "Back door",
            "id": "binary_sensor.back",
            "state": "off",
            "attributes": {"device_class": "door"},
        },
        {
            "name": "Hall light",
            "id": "light.hall",
            "state": "off",
            "attributes": {"supported_color_modes": ["onoff"]},
        },
    ],
}


@pytest.fixture
async def house(make_house: MakeHouse) -> House:
    """A house in the evening, with machines at work."""
    house = make_house(now=EVENING, inventory=INVENTORY, safety=NOTHING_ASKED)
    await house.start()
    return house


async def becomes(house: House, entity_id: str, value: str) -> list[str]:
    """What is told when something becomes so."""
    said = len(house.told)
    house.home.apply(entity_id, state=value)
    await house.settle()
    return house.told[said:]


async def test_a_machine_is_done(house: House) -> None:
    """It is promised, told once, and forgotten."""
    reply = await house.say("tell me when the washing machine is done")
    assert reply.text == "I will tell you when Washing machine is done."
    assert await becomes(house, "sensor.washer", "finished") == ["Washing machine is done."]
    assert await becomes(house, "sensor.washer", "washing") == []
    assert await becomes(house, "sensor.washer", "finished") == []
    assert await house.jobs() == []


async def test_a_machine_on_a_plug(house: House) -> None:
    """It is done when it has drawn next to nothing for a while."""
    reply = await house.say("let me know when the dryer is done")
    assert reply.text == "I will tell you when Dryer is done."
    assert await becomes(house, "sensor.dryer", "2.1") == []
    assert await house.after(60) == []
    assert await becomes(house, "sensor.dryer", "600") == []
    assert await house.after(240) == []
    assert await becomes(house, "sensor.dryer", "2.1") == []
    assert await house.after(200) == ["Dryer is done."]


async def test_a_warning_goes_on(house: House) -> None:
    """It is told with the figure, and again only after it was over by its margin."""
    reply = await house.say("warn me if the freezer goes above minus fifteen for ten minutes")
    assert reply.text == "I will warn you whenever Freezer is above -15° for 10 minutes."
    assert await becomes(house, "sensor.freezer", "-12.4") == []
    assert await house.after(590) == []
    told = "Freezer has been above -15 °C for 10 minutes: it is at -12.4 °C now."
    assert await house.after(20) == [told]
    # It hovers: it has to go back by half a degree.
    assert await becomes(house, "sensor.freezer", "-15.2") == []
    assert await becomes(house, "sensor.freezer", "-12.4") == []
    assert await house.after(4000) == []
    assert await becomes(house, "sensor.freezer", "-16") == []
    assert await becomes(house, "sensor.freezer", "-12.4") == []
    assert await house.after(610) == [told]


async def test_at_an_hour(house: House) -> None:
    """What is open before is told of when the clock comes there."""
    reply = await house.say("let me know if the garage is open after eleven")
    told = "I will tell you when Garage door is open between 11:00 PM and 6:00 AM."
    assert reply.text == told
    assert await house.after(2 * 3600 - 10) == []
    assert await house.after(20) == ["Garage door is open."]


async def test_what_is_so_already(house: House) -> None:
    """The next time counts, and that is said."""
    await becomes(house, "binary_sensor.front", "on")
    reply = await house.say("let me know if the front door is open")
    assert reply.text == (
        "I will tell you when Front door is open. "
        "That is so already, so you will hear the next time."
    )
    assert await becomes(house, "binary_sensor.front", "off") == []
    assert await becomes(house, "binary_sensor.front", "on") == ["Front door is open."]


async def test_something_is_done_too(house: House) -> None:
    """And told of with what was done."""
    reply = await house.say("whenever the front door opens, turn on the hall light and tell me")
    assert reply.text == "I will turn on Hall light and tell you whenever Front door is open."
    assert await becomes(house, "binary_sensor.front", "on") == [
        "Front door is open. Turned on the light"
    ]
    assert house.state("light.hall") == "on"
    assert await becomes(house, "binary_sensor.front", "off") == []
    assert len(await becomes(house, "binary_sensor.front", "on")) == 1


async def test_which_of_several(house: House) -> None:
    """Only what is so is told."""
    reply = await house.say("tell me when the front door or the back door opens")
    assert reply.text == "I will tell you when Front door is open or Back door is open."
    assert await becomes(house, "binary_sensor.back", "on") == ["Back door is open."]


async def test_told_late(house: House) -> None:
    """What happened while nobody watched is told with its time."""
    await house.say("tell me when the washing machine is done")
    await house.stop()
    house.clock.advance(600)
    house.home.apply("sensor.washer", state="finished")
    house.clock.advance(3600)
    await house.start()
    assert house.told == ["Washing machine is done (since today at 9:10 PM)."]


async def test_listed_and_called_off(house: House) -> None:
    """Watches apart from what else is planned."""
    assert (await house.say("what are you watching?")).text == "I am not watching anything."
    await house.say("tell me when the washing machine is done")
    await house.say("warn me if the freezer goes above -15 for ten minutes")
    await house.say("turn off the hall light in an hour")
    listed = await house.say("what are you watching?")
    assert listed.text == (
        "I am watching for this: Washing machine is done; Freezer is above -15° for 10 minutes."
    )
    planned = await house.say("what have you scheduled?")
    assert "turn off Hall light" in planned.text
    assert "tell you, whenever Freezer is above -15° for 10 minutes" in planned.text
    reply = await house.say("stop watching the freezer")
    assert reply.text == "Cancelled: tell you, whenever Freezer is above -15° for 10 minutes."
    reply = await house.say("stop watching the freezer")
    assert reply.text == "I find nothing planned that fits."
    reply = await house.say("you don't have to tell me about the washing machine any more")
    assert reply.text == "Cancelled: tell you, as soon as Washing machine is done."
    assert len(await house.jobs()) == 1


async def test_undone(house: House) -> None:
    """A watch is taken back like any command."""
    await house.say("tell me when the washing machine is done")
    await house.say("undo that")
    assert await house.jobs() == []


IN_OTHER_LANGUAGES = [
    (
        "de",
        "sag mir Bescheid, wenn Freezer über minus 15 Grad steigt",
        "Ich sage Bescheid, sobald es heißt: Freezer liegt über -15°.",
        "Freezer liegt über -15 °C, jetzt bei -12 °C.",
    ),
    (
        "it",
        "dimmi quando Freezer supera i meno 15 gradi",
        "Ti avviso appena: Freezer è sopra -15°.",
        "Freezer è sopra -15 °C: ora è a -12 °C.",
    ),
    (
        "fr",
        "dis-moi quand Freezer dépasse moins 15 degrés",
        "Je te préviens dès que : Freezer est au-dessus de -15°.",
        "Freezer est au-dessus de -15 °C : -12 °C maintenant.",
    ),
    (
        "es",
        "dime cuando Freezer supere los menos 15 grados",
        "Te aviso en cuanto: Freezer está por encima de -15°.",
        "Freezer está por encima de -15 °C: ahora está a -12 °C.",
    ),
    (
        "nl",
        "laat me weten als Freezer boven min 15 graden komt",
        "Ik laat het weten zodra: Freezer is boven -15°.",
        "Freezer is boven -15 °C: nu -12 °C.",
    ),
]


@pytest.mark.parametrize(("language", "sentence", "promise", "told"), IN_OTHER_LANGUAGES)
async def test_in_other_languages(
    house: House, language: str, sentence: str, promise: str, told: str
) -> None:
    """Promised and told in the language in which it was asked for."""
    reply = await house.say(sentence, language=language)
    assert reply.text == promise
    assert await becomes(house, "sensor.freezer", "-12") == [told]
