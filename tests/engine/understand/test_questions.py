"""Questions on a house of many kinds of things: what is answered, and that nothing is done.

It is Wednesday, 18 November 2026, two in the afternoon.
"""

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.home import ServiceCall
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Verdict
from home_agent.simulated import ManualClock, SimulatedHome

HOUSE = Path(__file__).parent / "house_of_questions.yaml"
NOW = datetime(2026, 11, 18, 14, 0, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


@pytest.fixture
async def house(clock: ManualClock) -> AsyncIterator[SimulatedHome]:
    home = SimulatedHome.from_file(HOUSE, clock=clock)
    yield home
    home.close()


async def ask(home: SimulatedHome, text: str, room: str | None = None) -> Reply:
    """Ask, and make sure that asking is all that was done."""
    agent = build_agent(
        home, store=InMemoryStore(), settings=Settings(patience=0.3, safety=NOTHING_ASKED)
    )
    before = home.snapshot().states
    reply = await agent.hear(Turn(text=text, area_id=room, conversation_id="one"))
    assert reply.calls == ()
    assert home.snapshot().states == before
    return reply


STATES = [
    ("is the front door locked", "Yes, Front Door is locked"),
    ("isn't the front door locked?", "Yes, Front Door is locked"),
    ("is the front door not locked", "No, Front Door is locked"),
    ("did I forget to lock the front door", "No, Front Door is locked"),
    ("have we locked up", "Yes, Front Door is locked"),
    ("is the front door open", "No, Front Door Contact is closed"),
    ("is the back door locked", "Back Door is open"),
    ("tell me the status of the front door", "Front Door is locked"),
    ("what's the state of the heating", "Heating is on (heat, 20.5°, 21°)"),
    ("did I leave the oven on", "Yes, Oven is on"),
    ("are all the windows shut", "No, Bathroom Window is open"),
    ("are the windows closed", "No, Bathroom Window is open"),
    ("are there no windows open", "No, Bathroom Window is open"),
    ("are none of the lights in the office on", "Yes, Desk Lamp is off"),
    ("is nothing on upstairs", "No, Tower Fan is on"),
    ("which windows are open", "Bathroom Window is open"),
    ("which doors are open", "Back Door and Garage Door are open"),
    ("is the garage open", "Yes, Garage Door is open"),
    ("what lights are on in the kitchen", "Ceiling Light is on"),
    ("what is on in the kitchen", "Ceiling Light and Oven are on"),
    ("how many lights are on upstairs", "0"),
    ("how many windows are open upstairs", "1: Bathroom Window"),
    ("is the alarm on", "Yes, House Alarm is armed home"),
    ("is the heating heating", "Yes, Heating is heating"),
    ("is the tv muted", "Yes, TV is muted"),
    ("is the fan oscillating", "Yes, Tower Fan is oscillating"),
    ("is the floor lamp red", "Yes, Floor Lamp color is red"),
    ("is the porch light on", "Porch Light is unavailable right now"),
    ("what's the pool temperature", "Pool Temperature is unknown right now"),
]

SEVERAL = [
    (
        "is the front door locked and are the lights in the kitchen on?",
        "Yes, Front Door is locked. Yes, Ceiling Light is on",
    ),
    (
        "what's the temperature in the kitchen and is the bathroom window open",
        "Kitchen Temperature is 22 °C. Yes, Bathroom Window is open",
    ),
    (
        "is the front door locked, is the garage open?",
        "Yes, Front Door is locked. Yes, Garage Door is open",
    ),
    (
        "is the ceiling light on and the front door locked",
        "Yes, Ceiling Light is on. Yes, Front Door is locked",
    ),
    ("are the kitchen and office lights on", "No, Desk Lamp is off"),
    ("are the ceiling light and the floor lamp on", "Yes, Ceiling Light and Floor Lamp are on"),
    (
        "how warm is it in the kitchen and the bathroom",
        "Bathroom Temperature is 24.6 °C, Kitchen Temperature is 22 °C",
    ),
    ("what time is it and what day is it", "2:00 PM. Wednesday, November 18th, 2026"),
    ("is the front door locked, it is cold", "Yes, Front Door is locked"),
]

BINARY_SENSORS = [
    ("is the printer online", "Yes, Printer is connected"),
    ("are there any leaks", "Yes, Utility Leak is wet"),
    ("any leaks in the kitchen?", "No, Sink Leak is dry"),
    ("is it wet under the sink", "No, Sink Leak is dry"),
    ("is the kitchen flooded", "No, Sink Leak is dry"),
    ("is there smoke in the kitchen", "No, Smoke Alarm is clear"),
    ("is anyone in the kitchen", "Yes, Kitchen Presence is detected"),
    ("is the office occupied", "No, Office Motion is clear"),
    ("is the house empty", "No, Kitchen Presence is detected"),
    ("any updates available", "Yes, Router firmware is out of date (update available)"),
    ("is there an update available", "Yes, Router firmware is out of date (update available)"),
    ("are there any updates", "Yes, Router firmware is out of date (update available)"),
    ("is the washer done", "No, Washing Machine is running"),
    ("which batteries are low", "Nuki battery is 14%"),
    ("are all batteries ok", "No, Nuki battery is 14%"),
]

READINGS = [
    ("what's the brightness of the ceiling light", "Ceiling Light brightness is 50%"),
    ("what colour is the floor lamp", "Floor Lamp color is red"),
    ("how loud is the sonos", "Sonos volume is 20%"),
    ("how far open are the blinds", "Blinds position is 30%"),
    ("what source is the tv on", "TV source is HDMI 2"),
    ("what's playing on the sonos", "Blue in Green – Miles Davis (Sonos)"),  # noqa: RUF001
    ("who is singing", "Miles Davis – Blue in Green (Sonos)"),  # noqa: RUF001
    ("which album is playing", "Sonos album is Kind of Blue"),
    ("what mode is the heating in", "Heating mode is heat"),
    ("what preset is the heating on", "Heating preset is eco"),
    ("what is the heating set to", "Heating target temperature is 21°"),
    ("what is the water heater set to", "Water Heater target temperature is 55°"),
    ("what is the temperature of the heating", "Heating temperature is 20.5°"),
    ("How much battery does the vacuum have left?", "Roborock battery is 71%"),
    ("what's the battery level of the front door", "Nuki battery is 14%"),
    ("what is the temperature in the kitchen", "Kitchen Temperature is 22 °C"),
    ("how cold is the fridge", "Fridge Temperature is 4.2 °C"),
    ("what's the temperature upstairs", "Bathroom Temperature is 24.6 °C, Office AC"),
    ("is it too warm in the office", "Office AC temperature is 23.4°"),
    ("what's the co2 level in the office", "Office CO2 is 812 ppm"),
    ("how much power is the washing machine using", "Washing Machine Power is 1.9 kW"),
    ("what's the price of electricity", "Electricity Price is 0.31 EUR"),
    ("how long does the washing machine still take", "Washing Machine Remaining Time is 38 min"),
    ("when will the washing machine be done", "Washing Machine Remaining Time is 38 min"),
]

COMPARISONS = [
    ("which room is warmest", "Bathroom is 24.6 °C"),
    ("what's the coldest room", "Living Room is 20.5°"),
    ("which battery is lowest", "Nuki battery is 14%"),
    ("which light is brightest", "Floor Lamp brightness is 100%"),
    ("what uses the most power", "Washing Machine Power is 1.9 kW"),
    ("is it warmer in the bathroom than in the kitchen", "Yes, Bathroom Temperature is 24.6"),
    ("is the kitchen warmer than the bathroom", "No, Kitchen Temperature is 22 °C, Bathroom"),
    ("which is warmer, the kitchen or the bathroom", "Bathroom Temperature is 24.6 °C"),
    ("is the living room above 22 degrees", "No, Heating temperature is 20.5°"),
    ("is the humidity in the bath over 60 percent", "Yes, Bathroom Humidity is 64%"),
    ("is it colder than 18 in the office", "No, Office AC temperature is 23.4°"),
    ("which rooms are colder than 22 degrees", "Living Room is 20.5°"),
    ("is the ceiling light at 50 percent", "Yes, Ceiling Light brightness is 50%"),
    ("is the heating set to 19 degrees", "No, Heating target temperature is 21°"),
    ("average temperature upstairs", "On average 24 °C: Bathroom Temperature is 24.6 °C"),
]

PEOPLE_AND_PLACES = [
    ("where is Anna", "Anna is at Work"),
    ("where is the vacuum", "Roborock is in Living Room"),
    ("where is Tom's iPhone", "Tom's iPhone is at home"),
    ("what room is the printer in", "Printer is in Office"),
    ("who is home", "Tom is at home"),
    ("who's out", "Anna is at Work"),
    ("is Anna home", "No, Anna is at Work"),
    ("has Tom left", "No, Tom is at home"),
    ("is anybody at work", "Yes, Anna is at Work"),
    ("is Tom at school", "No, Tom is at home"),
    ("is everyone home", "No, Anna is at Work"),
    ("is nobody home", "No, Tom is at home"),
    ("how many people are home", "1: Tom"),
]

LISTS = [
    ("what's on my shopping list", "Shopping List: Oat milk, Eggs and Tomatoes"),
    ("read me the shopping list", "Shopping List: Oat milk, Eggs and Tomatoes"),
    ("what do I need to buy", "Shopping List: Oat milk, Eggs and Tomatoes"),
    ("what's on my to-do list", "Chores: Mow the lawn"),
    ("how many things are on the shopping list", "3: Oat milk, Eggs and Tomatoes"),
    ("is there bread on the shopping list", "No, Shopping List has no bread"),
    ("is there a tomato on the shopping list", "Yes, Shopping List has Tomatoes"),
    ("do I need to buy milk", "Yes, Shopping List has Oat milk"),
    ("have I got an egg on the shopping list", "Yes, Shopping List has Eggs"),
    ("do I need butter", "No, Shopping List has no butter"),
    ("is the shopping list empty", "No, Shopping List: Oat milk, Eggs and Tomatoes"),
]

CALENDARS = [
    ("what's on my calendar today", "Team dinner, today at 6:00 PM"),
    ("what's on tomorrow", "Dentist appointment, tomorrow at 2:30 PM"),
    ("what's on my calendar on Friday", "Bin collection, Friday"),
    ("when is the dentist", "Dentist appointment, tomorrow at 2:30 PM"),
    ("when is my next appointment", "Team dinner, today at 6:00 PM"),
    ("when are the bins collected", "Bin collection, Friday"),
    ("when is the wedding", "I find nothing about wedding in the calendar"),
    ("am I free tomorrow morning", "Yes, you are free"),
    ("am I free tomorrow afternoon", "No, Dentist appointment, tomorrow at 2:30 PM"),
    ("am I busy tonight", "Yes, Team dinner, today at 6:00 PM"),
    ("do I have anything on Saturday", "No, nothing is planned"),
    ("do I have a dentist appointment", "Yes, Dentist appointment, tomorrow at 2:30 PM"),
    ("how many appointments do I have tomorrow", "1: Dentist appointment"),
]

SKY_AND_CLOCK = [
    ("what's the weather like", "8.5 °C and raining"),
    ("is it raining", "Yes, 8.5 °C and raining"),
    ("is it sunny", "No, 8.5 °C and raining"),
    ("will it rain tomorrow", "No, tomorrow: sunny, 3 to 14 °C, 5% chance of rain"),
    ("will it snow on Friday", "Yes, Friday: snow"),
    ("will it rain in nine days", "There is no forecast for that time"),
    ("do I need an umbrella", "Yes, today: rain"),
    ("what's the forecast for tomorrow", "Tomorrow: sunny, 3 to 14 °C"),
    ("how warm will it be tomorrow", "Tomorrow: sunny, 3 to 14 °C"),
    ("what is the temperature outside", "Home temperature is 8.5 °C"),
    ("how windy is it", "Home wind speed is 22 km/h"),
    ("when does the sun set", "The sun sets today at 4:34 PM (in 2 hours 34 minutes)"),
    ("what time is sunrise", "The sun rises tomorrow at 7:32 AM"),
    ("is it dark outside", "No, the sun is up"),
    ("what day is it", "Wednesday, November 18th, 2026"),
    ("what's the date tomorrow", "Thursday, November 19th, 2026"),
    ("what day is december 24th", "Thursday, December 24th, 2026"),
    ("what time is it", "2:00 PM"),
]

WHAT_THERE_IS = [
    ("how many lights are there", "5: Ceiling Light"),
    ("which lights are in the kitchen", "Ceiling Light"),
    ("is there a fan in the master bedroom", "Yes, Tower Fan is on"),
]


@pytest.mark.parametrize(
    ("sentence", "reply"),
    [
        *(*STATES, *BINARY_SENSORS, *READINGS, *COMPARISONS, *PEOPLE_AND_PLACES),
        *(*LISTS, *CALENDARS, *SKY_AND_CLOCK, *WHAT_THERE_IS, *SEVERAL),
    ],
)
async def test_answer(house: SimulatedHome, sentence: str, reply: str) -> None:
    """It says what was asked, and the state that it rests on."""
    answer = await ask(house, sentence)
    assert answer.text.startswith(reply), answer.text


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("is the jacuzzi on", "jacuzzi"),
        ("what's the temperature in the attic", "attic"),
        ("any motion in the garage", "motion in the Garage"),
        ("is anyone in the living room", "occupancy in the Living Room"),
        ("what's the price of gold", "gold"),
        ("what is the best film ever", "best"),  # though a player tells what it plays
    ],
)
async def test_what_is_not_there_is_named(
    house: SimulatedHome, sentence: str, missing: str
) -> None:
    """Never a guess, and never somebody else's answer."""
    reply = await ask(house, sentence)
    assert reply.verdict is Verdict.REFUSED
    assert missing in reply.text


async def test_since_when(house: SimulatedHome, clock: ManualClock) -> None:
    """From when the state last changed; what was before, nobody knows."""
    clock.advance(3600)
    call = ServiceCall(domain="switch", service="turn_off", targets=("switch.oven",))
    await house.call(call)
    clock.advance(300)
    for sentence, told in (
        ("how long has the tv been on", "TV has been playing since today at 2:00 PM (1 hour 5"),
        ("since when is the back door open", "Back Door has been open since today at 2:00 PM"),
        ("when was the oven turned off", "Oven has been off since today at 3:00 PM (5 minutes)"),
        (
            "when did the front door last open",
            "I do not know when Front Door Contact was last open",
        ),
        ("how long has Anna been at work", "Anna has been away (Work) since today at 2:00 PM"),
        ("was there motion in the office", "Office Motion has been clear since today at 2:00 PM"),
    ):
        assert (await ask(house, sentence)).text.startswith(told)


async def test_the_room_of_the_speaker_comes_first(house: SimulatedHome) -> None:
    """Where no place is named."""
    assert (await ask(house, "what's the temperature", "bath")).text == (
        "Bathroom Temperature is 24.6 °C"
    )
    assert (await ask(house, "are the lights on in here", "office")).text == (
        "No, Desk Lamp is off"
    )


async def test_it_is_what_was_last_spoken_of(house: SimulatedHome) -> None:
    """Also in a question."""
    agent = build_agent(
        house, store=InMemoryStore(), settings=Settings(patience=0.3, safety=NOTHING_ASKED)
    )
    await agent.hear(Turn(text="how bright is the ceiling light", conversation_id="one"))
    reply = await agent.hear(Turn(text="is it still on", conversation_id="one"))
    assert reply.text == "Yes, Ceiling Light is on"


async def test_a_slip_of_the_finger(house: SimulatedHome) -> None:
    """One letter too many, too few, wrong, or swapped."""
    reply = await ask(house, "is the frotn door lcoked")
    assert reply.text == (
        "Yes, Front Door is locked. I took “frotn” for front. I took “lcoked” for locked."
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "do you like music",
        "what is the meaning of life",
        "is the moon full",
        "is the pizza ready",
    ],
)
async def test_what_nobody_here_knows_is_left_alone(house: SimulatedHome, sentence: str) -> None:
    """An honest no."""
    assert (await ask(house, sentence)).verdict is Verdict.REFUSED


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("is the garage door open", "garage"),
        ("open the garage door", "garage"),
        ("what's the temperature in the living room", "living room"),
    ],
)
async def test_part_of_a_name_is_not_the_thing(sentence: str, missing: str) -> None:
    """A garage door is not any door, and the only room that ends in "room" is not the room."""
    small = {
        "areas": [{"name": "Dining Room", "id": "dining"}],
        "entities": [
            {"name": "Front Door", "id": "cover.front", "area": "dining", "state": "closed"},
            {"name": "Heating", "id": "climate.dining", "area": "dining", "state": "heat",
             "attributes": {"current_temperature": 20, "hvac_modes": ["off", "heat"]}},
        ],
    }  # fmt: skip
    reply = await ask(SimulatedHome.from_inventory(small), sentence)
    assert reply.verdict is Verdict.REFUSED
    assert missing in reply.text
