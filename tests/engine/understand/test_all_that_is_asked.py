"""An answer rests on all that a question covers, and on nothing else."""

from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from home_agent.simulated.inventory_reader import read_inventory


def _entity(
    entity_id: str, name: str, state: str, area: str = "", **attributes: Any
) -> dict[str, Any]:
    placed = {"area": area} if area else {}
    return {"id": entity_id, "name": name, "state": state, "attributes": attributes} | placed


HOUSE = {
    "floors": [{"id": "low", "name": "Ground floor"}, {"id": "high", "name": "Upper floor"}],
    "areas": [
        {"id": "lounge", "name": "Lounge", "floor": "low"},
        {"id": "laundry", "name": "Laundry", "floor": "low"},
        {"id": "attic", "name": "Attic", "floor": "high"},
        {"id": "garden", "name": "Garden"},
        {"id": "drive", "name": "Carport"},
    ],
    "entities": [
        _entity("light.lounge", "Chandelier", "on", "lounge", brightness=51),
        _entity("light.attic", "Attic lamp", "on", "attic", brightness=255),
        _entity("light.laundry", "Laundry light", "off", "laundry"),
        _entity("light.lanterns", "Lanterns", "on", "garden"),
        _entity("light.porch", "Porch light", "off"),
        _entity("media_player.lounge", "Lounge TV", "off", "lounge", device_class="tv"),
        _entity("media_player.attic", "Big Screen", "playing", "attic", device_class="tv"),
        _entity(
            "climate.lounge",
            "Ecobee",
            "heat_cool",
            "lounge",
            hvac_modes=["off", "heat_cool"],
            hvac_action="cooling",
            current_temperature=24,
            target_temp_low=19,
            target_temp_high=23,
            supported_features=2,
        ),
        _entity("climate.attic", "Mysa", "off", "attic", current_temperature=17, temperature=16),
        _entity("valve.main", "Main stopcock", "open", device_class="water"),
        _entity("valve.front", "Front sprinkler", "closed", "garden", device_class="water"),
        _entity("valve.back", "Back sprinkler", "closed", "garden", device_class="water"),
        _entity("switch.carport", "Carport outlet", "off", "drive"),
        _entity("binary_sensor.ev", "Zoe cable", "on", "drive", device_class="plug"),
        _entity("binary_sensor.noise", "Doorbell sound", "off", "garden", device_class="sound"),
        _entity(
            "binary_sensor.lock_battery", "Yale battery", "unavailable", device_class="battery"
        ),
        _entity(
            "sensor.lock_battery",
            "Yale battery",
            "88",
            device_class="battery",
            unit_of_measurement="%",
        ),
        _entity("binary_sensor.washer", "Washer running", "on", "laundry"),
        _entity("lock.flat", "Wohnungstür", "locked"),
        _entity("lock.cellar", "Bike cellar lock", "unlocked"),
        _entity("binary_sensor.pir", "Cellar PIR", "unavailable", device_class="motion"),
        _entity("sensor.wan", "Fibre download speed", "93.2", unit_of_measurement="Mbit/s"),
        _entity("person.ada", "Ada", "home"),
        _entity("person.bo", "Bo", "not_home"),
    ],
}


async def _ask(sentence: str, area: str | None = None, language: str = "en") -> str:
    house = read_inventory(HOUSE, source="house")
    home = SimulatedHome(house)
    try:
        agent = build_agent(home, store=InMemoryStore(), settings=Settings(reader=False))
        turn = Turn(text=sentence, language=language, conversation_id="1", area_id=area)
        reply = await agent.hear(turn)
        assert not reply.calls
        return reply.text
    finally:
        home.close()


@pytest.mark.parametrize(
    ("sentence", "reply"),
    [
        # Every TV, though one is the "TV" of its room.
        ("Is the TV on?", "Yes, Big Screen is playing"),
        ("Is any TV on?", "Yes, Big Screen is playing"),
        # What waters, and not all that water runs through.
        ("Are the sprinklers off?", "Yes, Back sprinkler and Front sprinkler are closed"),
        ("Is there any sound in the garden?", "No, Doorbell sound is clear"),
        # A battery that says how full it is, and one that says nothing.
        ("Is the Yale battery low?", "No, Yale battery is 88%"),
        ("Is the thermostat in the lounge heating or cooling?", "Ecobee is cooling"),
        ("Is the car plugged in?", "Yes, Zoe cable is plugged in"),
        ("Is the laundry done?", "No, Washer running is on"),
        ("Is the washer done?", "No, Washer running is on"),
        ("Is the door to the flat locked?", "Yes, Wohnungstür is locked"),
        ("Are any lights on outside?", "Yes, Lanterns is on"),
        ("Are the lights outside off?", "No, Lanterns is on"),
        ("Is anybody in the cellar according to the PIR?", "Cellar PIR is unavailable"),
        ("Which rooms have a light on?", "Attic lamp, Lanterns and Chandelier are on (Attic, Gard"),
        ("How many rooms have a light on?", "3: Attic, Garden, Lounge"),
        ("Is it hotter in the lounge or in the attic?", "Lounge is 24°"),
        ("What is the internet speed?", "Fibre download speed is 93.2 Mbit/s"),
        ("Who is home, Ada or Bo?", "Ada is at home"),
        ("Did the kids leave a light on?", "Yes, "),
        # By what waters there, and not by the main water.
        ("Is the garden being watered?", "No, Back sprinkler and Front sprinkler are closed"),
        # What heats, whatever it is called.
        ("Is the heating on?", "Yes, Ecobee is on"),
    ],
)
async def test_answer(sentence: str, reply: str) -> None:
    """It is about all of them, and about no other."""
    answer = await _ask(sentence)
    assert answer.startswith(reply), answer


@pytest.mark.parametrize(
    ("area", "sentence", "reply"),
    [
        ("lounge", "Are the lights on?", "Yes, Chandelier is on"),
        ("laundry", "Are the lights on?", "No, Laundry light is off"),
        ("lounge", "How bright is the light?", "Chandelier brightness is 20%"),
        ("laundry", "Are any lights on?", "Yes, Attic lamp, "),
        ("lounge", "Is the TV on?", "No, Lounge TV is off"),
    ],
)
async def test_here(area: str, sentence: str, reply: str) -> None:
    """Where no more than a kind is said, it is about the room of the speaker."""
    answer = await _ask(sentence, area)
    assert answer.startswith(reply), answer


@pytest.mark.parametrize(
    ("language", "sentence", "reply"),
    [
        ("it", "Chi è in casa, Ada o Bo?", "Ada è a casa"),
        ("fr", "Qui est là pour le moment ?", "Ada est à la maison"),
        ("de", "Sind draußen noch Lichter an?", "Ja, Lanterns: an"),
        ("nl", "Staan er buiten lampen aan?", "Ja, Lanterns: aan"),
        ("es", "¿Hay alguna luz encendida fuera?", "Sí, Lanterns"),
        (
            "de",
            "In welchen Räumen brennt Licht?",
            "Attic lamp, Lanterns und Chandelier: an (Attic,",
        ),
        ("de", "Wird der Garten gewässert?", "Nein, Back sprinkler und Front sprinkler: zu"),
        ("de", "Hab ich die Laundry light angelassen?", "Nein, Laundry light: aus"),
        ("nl", "Krijgt de tuin water?", "Nee, Back sprinkler en Front sprinkler: dicht"),
        ("it", "Il giardino sta prendendo acqua?", "No, Back sprinkler e Front sprinkler: chiusa"),
        ("es", "¿Se está regando el jardín?", "No, Back sprinkler y Front sprinkler: cerrada"),
        ("fr", "Le jardin est arrosé ?", "Non, Back sprinkler et Front sprinkler : fermé"),
    ],
)
async def test_other_languages(language: str, sentence: str, reply: str) -> None:
    """It is so in every language."""
    answer = await _ask(sentence, language=language)
    assert answer.startswith(reply), answer


async def test_what_is_not_told_is_said() -> None:
    """How warm it is, is no answer to what it is set to; nor is all that is set in the house."""
    answer = await _ask("What temperature is the thermostat in the lounge set to?")
    assert "24" not in answer
    assert "brightness" not in answer
