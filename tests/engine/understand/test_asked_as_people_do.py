"""Questions as people really put them, on a smallholding in Cornwall. Nothing is ever done."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Verdict
from home_agent.simulated import SimulatedHome

HOUSE = Path(__file__).parent / "houses" / "en.yaml"


@pytest.fixture
async def house() -> AsyncIterator[SimulatedHome]:
    home = SimulatedHome.from_file(HOUSE)
    yield home
    home.close()


async def ask(home: SimulatedHome, text: str) -> Reply:
    """Ask, and make sure that asking is all that was done."""
    agent = build_agent(
        home, store=InMemoryStore(), settings=Settings(patience=0.3, safety=NOTHING_ASKED)
    )
    before = home.snapshot().states
    reply = await agent.hear(Turn(text=text, conversation_id="one"))
    assert reply.calls == ()
    assert home.snapshot().states == before
    return reply


EXTREMES = [
    ("what's the hottest room in the house", "Nursery is 21.7°"),
    ("which room is warmest", "Nursery is 21.7°"),
    ("what's the chilliest room", "Sitting Room is 19.1°"),
    ("which is the coldest room right now", "Sitting Room is 19.1°"),
    ("what's the weakest battery", "Hen Door Battery is 11%"),
    ("which battery needs changing first", "Hen Door Battery is 11%"),
    ("which battery will run out first", "Hen Door Battery is 11%"),
    ("what battery is going to die next", "Hen Door Battery is 11%"),
    ("which battery needs replacing soonest", "Hen Door Battery is 11%"),
    ("what's the strongest battery", "Nigel battery is 88%"),
    ("which battery needs charging first, which is lowest?", "Hen Door Battery is 11%"),
]

CONTENTS = [
    ("how full is the septic tank", "Septic Tank Level is 41%"),
    ("how empty is the septic tank", "Septic Tank Level is 41%"),
    ("how much oil is left", "Oil Tank is 620 L"),
    ("how much is left in the oil tank", "Oil Tank is 620 L"),
    ("how much oil's in the tank", "Oil Tank is 620 L"),
    ("how much propane is left in the bottle", "Propane Bottle Weight is 7.4 kg"),
    ("what's the oil level in the tank", "Oil Tank is 620 L"),
    ("what's the level of the septic tank", "Septic Tank Level is 41%"),
    ("how much salt do we have", "Salt Level is 18%"),
    ("how dry is the soil in the polytunnel", "Tunnel Soil Moisture is 27%"),
    ("how damp is the compost in the polytunnel", "Tunnel Soil Moisture is 27%"),
    ("how hot is the water in the boiler", "Boiler temperature is 54°"),
    ("how hot is the boiler water right now", "Boiler temperature is 54°"),
    ("how warm is the bath water now", "Bath Tap temperature is 36°"),
    ("how warm is the water in the bathroom", "Bath Tap temperature is 36°"),
    ("how much have we made on solar today", "Solar Production Today is 9.8 kWh"),
    ("how much solar have we had today", "Solar Production Today is 9.8 kWh"),
    ("what have the solar panels made today", "Solar Production Today is 9.8 kWh"),
    ("how many units this week", "Energy This Week is 61 kWh"),
    ("how many kwh have we used this week", "Energy This Week is 61 kWh"),
]

FIGURES = [
    ("how bright is it out on the patio", "Patio Lux is 5400 lx"),
    ("how far is the awning out", "Patio Awning position is 65%"),
    ("how far is the nursery blind open", "Nursery Blind position is 40%"),
    ("at what brightness is the reading lamp", "Reading Lamp brightness is 30%"),
    ("what's the nursery at right now", "Nursery Thermostat temperature is 21.7°"),
    ("what is the boiler at", "Boiler temperature is 54°"),
    ("what's the reading lamp at", "Reading Lamp brightness is 30%"),
    ("pump cutoff is how much?", "Pump Cutoff is 85%"),
    ("pump cutoff is set to what", "Pump Cutoff is 85%"),
    ("the oil tank is at what?", "Oil Tank is 620 L"),
]

STATES = [
    ("what state is the cottage alarm in", "Cottage Alarm is armed night"),
    ("what's nigel up to", "Nigel is docked"),
    ("what is doris up to", "Doris is mowing"),
    ("is nigel out cleaning", "No, Nigel is docked"),
    ("is nigel back on his base", "Yes, Nigel is docked"),
    ("is nigel charging on his dock", "Yes, Nigel is docked"),
    ("is nigel on his dock", "Yes, Nigel is docked"),
    ("is nigel out", "No, Nigel is docked"),
    ("is doris out", "Yes, Doris is mowing"),
    ("is doris out cutting the grass", "Yes, Doris is mowing"),
    ("is doris back at the dock", "No, Doris is mowing"),
    ("is the reading lamp out", "No, Reading Lamp is on"),
    ("is the nursery light out", "Yes, Nursery Light is off"),
    ("which lights did I leave on", "Cellar Light and Reading Lamp are on"),
    ("which rooms have a window open", "Nursery Window is open"),
    ("which rooms have the light on", "Cellar Light and Reading Lamp are on"),
    ("in which rooms is a window open", "Nursery Window is open"),
    ("which rooms are occupied", "Nest Box Occupancy is detected"),
    ("which dryer programme is selected?", "Dryer Programme is Delicates"),
    ("what dryer programme is on", "Dryer Programme is Delicates"),
    ("has water leaked in the kitchen", "No, Sink Sensor is dry"),
    ("has anything leaked in the boiler room", "Yes, Drip Tray is wet"),
    ("do we have grid supply", "Yes, Grid Supply is powered on"),
    ("is the hen in the nest box", "Yes, Nest Box Occupancy is detected"),
    # it tells that somebody is there, and not who
    ("is the baby in the cot", "Cot Presence is clear"),
    ("what jobs are on Derek's list", "Jobs for Derek: Fix the gate and Paint the shed"),
    ("anything in the groceries?", "Yes, Groceries: Milk"),
    ("how many items on the groceries", "1: Milk"),
    ("what all is there on Derek's list", "Jobs for Derek: Fix the gate and Paint the shed"),
]

WEATHER = [
    ("is it sunny in Penzance", "No, 11.3 °C and cloudy"),
    ("is it cloudy in Penzance", "Yes, 11.3 °C and cloudy"),
    ("how's the weather in Penzance", "11.3 °C and cloudy"),
    ("what's it like outside in Penzance", "11.3 °C and cloudy"),
    ("what's it like outside in Penzance today", "11.3 °C and cloudy"),
    ("what's it like out there", "11.3 °C and cloudy"),
    ("do I need a brolly", "Penzance gives no forecast"),
    ("how cold is it in Penzance", "Penzance temperature is 11.3 °C"),
    ("how hot is it outside today", "Penzance temperature is 11.3 °C"),
    ("will it rain in Penzance tomorrow", "Penzance gives no forecast"),
]


@pytest.mark.parametrize(("sentence", "reply"), [*EXTREMES, *CONTENTS, *FIGURES, *STATES, *WEATHER])
async def test_answer(house: SimulatedHome, sentence: str, reply: str) -> None:
    """It says what was asked, and the state that it rests on."""
    answer = await ask(house, sentence)
    assert answer.text.startswith(reply), answer.text


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        # "wine" sounds like "in", and is no reason to look into the basement
        ("what's the temperature in the wine cellar", "wine"),
        ("is the light on in the wine cellar", "wine"),
        ("what's the temperature in the sauna", "sauna"),
        # a boiler tells nothing of the room that it stands in
        ("how warm is it in the boiler room", "temperature in the Boiler Room"),
        ("what's the temperature in the bathroom", "temperature in the Bathroom"),
        ("how humid is it in the nursery", "humidity in the Nursery"),
        ("how full is the fish tank", "fish"),
        ("how hot is the oil tank", "oil tank"),
        ("how hot is the water in the jacuzzi", "jacuzzi"),
        ("how dry is the soil in the orchard", "orchard"),
        ("what's the greenhouse at", "greenhouse"),
        ("how much do we owe the milkman", "milkman"),
        ("is the dog in the kitchen", "dog"),
        ("is it raining in London", "London"),
        ("how's the weather in Paris", "Paris"),
    ],
)
async def test_what_is_not_there_is_named(
    house: SimulatedHome, sentence: str, missing: str
) -> None:
    """Never somebody else's figure."""
    reply = await ask(house, sentence)
    assert reply.verdict is Verdict.REFUSED
    assert missing in reply.text, reply.text
