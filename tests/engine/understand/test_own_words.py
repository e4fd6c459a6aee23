"""Questions in people's own words, in a house whose owner left much out. Nothing is ever done."""

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.speak.times import DASH
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome

HOUSE = Path(__file__).parent / "lake_house.yaml"
MONDAY = datetime(2026, 6, 15, 9, 0, tzinfo=ZoneInfo("Europe/Helsinki"))


@pytest.fixture
async def house() -> AsyncIterator[SimulatedHome]:
    home = SimulatedHome.from_file(HOUSE, clock=ManualClock(MONDAY))
    yield home
    home.close()


async def ask(home: SimulatedHome, text: str, language: str = "en") -> str:
    """Ask, and make sure that asking is all that was done."""
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.3))
    before = home.snapshot().states
    reply = await agent.hear(Turn(text=text, conversation_id="one", language=language))
    assert reply.calls == ()
    assert home.snapshot().states == before
    return reply.text


FIGURES = [
    # a sensor that says no class is known by its unit
    ("how hot's the sauna", "Sauna bench is 71.5 °C"),
    ("jetty temp?", "Jetty is 14.2 °C"),
    ("what's the temperature in the boathouse", "Boathouse air is 9.5 °C"),
    ("what's the sauna at, temperature wise", "Sauna bench is 71.5 °C"),
    # where its unit leaves it open, by what it is called
    ("how dry is the soil in the greenhouse", "Basil soil is 58%"),
    ("how dry is the basil", "Basil soil is 58%"),
    ("how much rain have we had", "Rain meter is 6.4 mm"),
    ("how much rain did we get", "Rain meter is 6.4 mm"),
    # a tub is as warm as its water
    ("how warm's the hot tub", "Tub water is 37.8 °C"),
    # what is made now is a power, what was made is an energy
    ("how much is the solar making", "Roof output is 2310 W"),
    ("how much has the solar made", "Solar yield is 8.4 kWh"),
    # a share is a battery only where it says so
    ("are any batteries low", "Yes, Boat battery is 12%"),
    # what a sensor counts
    ("how many pike caught", "Pike caught is 3"),
    ("what's the robot up to", "Robot is docked"),
    ("which battery is nearly flat", "Boat battery is 12%"),
    ("what's drier, the tomato or the basil", "Tomato pot is 33%"),
    ("which room's colder, the attic or the boathouse", "Boathouse is 9.5 °C"),
    ("which room is warmest, the attic or the boathouse", "Attic is 16.5 °C"),
]

APPOINTMENTS = [
    ("when's Musti's vet", f"Vet (Musti), tomorrow at 10:30 AM {DASH} 11:00 AM (Town)"),
    ("what time's the regatta on", f"Regatta, Friday at 11:00 AM {DASH} 4:00 PM (Harbour)"),
    ("when has Musti got his vet", f"Vet (Musti), tomorrow at 10:30 AM {DASH} 11:00 AM (Town)"),
    ("who's coming for coffee on Wednesday", "Aunt Liisa for coffee, Wednesday at 3:00 PM"),
    ("who's coming this week", "Aunt Liisa for coffee"),
    ("anything in town tomorrow?", "Yes, Vet (Musti), tomorrow at 10:30 AM"),
    ("is there anything about flags this week", "Yes, Regatta"),
    ("is there anything on before noon tomorrow", "Yes, Vet (Musti), tomorrow at 10:30 AM"),
    ("is there anything on between 2 and 4 tomorrow", "No, nothing is planned"),
    ("what's on tomorrow after 12", f"Budget, tomorrow at 1:00 PM {DASH} 2:00 PM"),
    ("where is the regatta appointment", f"Regatta, Friday at 11:00 AM {DASH} 4:00 PM (Harbour)"),
    ("what's in the summer calendar tomorrow", "Vet (Musti), tomorrow at 10:30 AM"),
    ("when does the sleepover end", f"Saturday at 6:00 PM {DASH} Sunday at 10:00 AM"),
    # most of the words are enough, and what it is really called is told
    ("when is the big harbour regatta", "Regatta, Friday"),
    ("when is the dentist", "I find nothing about dentist in the calendar"),
]

LISTS = [
    ("what's on the shopping list", "K-Market: Rye bread and Coffee"),
    ("do we need coffee", "Yes, K-Market has Coffee"),
    ("do we need flour", "No, K-Market has no flour"),
    ("have we got coffee on the list", "Yes, K-Market has Coffee"),
    ("have we got tar on the list", "Yes, Cabin jobs has Tar the boat"),
    ("how many things do we need at K-Market", "2: Rye bread and Coffee"),
    ("what needs doing", "Cabin jobs: Tar the boat"),
]


INVENTORY = [
    ("what's in the greenhouse", "Cold frame and Mist valve"),
    # where there is none, that is the answer
    ("are there any fans in the attic", "any fan in the Attic area"),
    ("how many lights are in the sauna", "any light in the Sauna area"),
    ("what rooms are downstairs", "What there is: Kitchen, Sauna."),
    ("how many rooms do we have", "6: Kitchen, Sauna, Boathouse, Hot tub, Greenhouse, Attic."),
]

STATES = [
    # what says no class is a window by its name
    ("are any windows open", "Yes, Sauna window is open"),
    ("are all the windows closed", "No, Sauna window is open"),
    ("how many windows are open downstairs", "1: Sauna window"),
    # both ways are said: how it is
    ("is the cold frame open or closed", "Cold frame is closed"),
    ("is the jetty lamp on or off", "Jetty lamp is on"),
    # what is there is not said to be missing, even if it cannot be what was asked
    ("is the jetty lamp locked", "Jetty lamp is on"),
    ("are the seedlings getting water", "Yes, Mist valve seedlings is open"),
    ("what's playing", "Deck speaker is playing"),
    ("which bin is it this week", "Bin is Paper"),
    # who is home is not the robot
    ("who's home", "Sorry, I am not aware of any person"),
    ("what's been left on", "Jetty lamp"),
]

WEATHER = [
    # nobody foretells it, but it rains
    ("do I need an umbrella", "Yes, 11 °C and raining"),
    ("will it be sunny today", "Pier gives no forecast. 11 °C and raining"),
    ("will it rain tomorrow", "Pier gives no forecast."),
]


@pytest.mark.parametrize(
    ("text", "told"), FIGURES + APPOINTMENTS + LISTS + INVENTORY + STATES + WEATHER
)
async def test_answer(house: SimulatedHome, text: str, told: str) -> None:
    """What is asked is told; by no more than what the house says of itself."""
    assert told in await ask(house, text)


ELSEWHERE = [
    ("de", "wie warm ist es in der Sauna", "71,5 °C"),
    ("de", "wie trocken ist die Tomato", "Tomato pot: 33 %"),
    ("de", "welcher Akku ist fast leer", "Boat battery: 12 %"),
    ("de", "ist am Freitag was los", "Ja, Regatta"),
    ("de", "ist die Cold frame offen oder zu", "Cold frame: zu"),
    ("de", "welche Zimmer gibt es", "Kitchen, Sauna"),
    ("nl", "is er vrijdag iets te doen", "Ja, Regatta"),
    ("fr", "y a-t-il quelque chose de prévu vendredi", "Regatta"),
    ("it", "c'è qualcosa in programma venerdì", "Regatta"),
    ("es", "hay algo planeado el viernes", "Regatta"),
    ("de", "wer kommt am Mittwoch", "Aunt Liisa for coffee"),
    ("de", "was steht auf der Einkaufsliste", "K-Market: Rye bread"),
    ("nl", "wie komt er woensdag", "Aunt Liisa for coffee"),
    ("nl", "wat staat er op de boodschappenlijst", "K-Market: Rye bread"),
    ("fr", "qui vient mercredi", "Aunt Liisa for coffee"),
    ("fr", "qu'est-ce qu'il y a sur la liste de courses", "K-Market: Rye bread"),
    ("it", "chi viene mercoledì", "Aunt Liisa for coffee"),
    ("it", "cosa c'è sulla lista della spesa", "K-Market: Rye bread"),
    ("es", "quién viene el miércoles", "Aunt Liisa for coffee"),
    ("es", "qué hay en la lista de la compra", "K-Market: Rye bread"),
]


@pytest.mark.parametrize(("language", "text", "told"), ELSEWHERE)
async def test_answer_elsewhere(house: SimulatedHome, language: str, text: str, told: str) -> None:
    """The same holds in every language that has a lexicon."""
    assert told in await ask(house, text, language)


REACH = {
    "entities": [
        {"name": "Gatepost", "id": "light.gatepost", "state": "on", "behaviour": "unavailable"},
        {"name": "Bollard", "id": "light.bollard", "state": "off"},
        {
            "name": "Modem",
            "id": "binary_sensor.modem",
            "state": "on",
            "attributes": {"device_class": "connectivity"},
        },
    ]
}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("what's offline", "Gatepost is unavailable right now"),
        ("which devices are unavailable", "Gatepost is unavailable right now"),
        ("is anything not responding", "Yes, Gatepost is unavailable right now"),
        ("is everything online", "No, Gatepost is unavailable right now"),
        ("how many things are offline", "1: Gatepost"),
        ("since when is the gatepost offline", "Gatepost has been disconnected since today at"),
        ("is the gatepost on", "Gatepost is unavailable right now"),
    ],
)
async def test_what_cannot_be_reached(text: str, told: str) -> None:
    """A lamp that is off is there, though a modem that is off would be not."""
    home = SimulatedHome.from_inventory(REACH, clock=ManualClock(MONDAY))
    assert told in await ask(home, text)
    home.close()


@pytest.mark.parametrize(
    "text",
    [
        "which one is nearly there",
        "what time's the thing on about",
        "is somebody getting moved about",
        "what's plugged in and doing nothing",
        "how often does the one with the what",
        "does any of it ever really",
        "are we exporting power",
    ],
)
async def test_no_piece_of_a_question_is_named_as_a_thing(house: SimulatedHome, text: str) -> None:
    """What no reading explains is not understood, and says so."""
    told = await ask(house, text)
    assert "not aware of any device" not in told
    assert "not aware of any area" not in told


@pytest.mark.parametrize("text", ["is the fountain on", "is the disco ball in the attic on"])
async def test_what_is_missing_is_named(house: SimulatedHome, text: str) -> None:
    """A name that fits nothing here is told."""
    told = await ask(house, text)
    assert "fountain" in told or "disco ball" in told
