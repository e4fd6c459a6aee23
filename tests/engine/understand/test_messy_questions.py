"""Questions in homes as people have them: makes for names, states in a maker's own words."""

from datetime import UTC, datetime

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome
from home_agent.simulated.inventory_reader import read_inventory

HOUSE = {
    "areas": [{"id": "hall", "name": "Hall"}, {"id": "utility", "name": "Utility"}],
    "devices": [
        {"id": "car", "name": "R1S", "info": {"manufacturer": "Rivian"}},
        {"id": "robot", "name": "j7", "info": {"manufacturer": "iRobot"}},
    ],
    "entities": [
        {
            "id": "binary_sensor.plug",
            "name": "R1S cable",
            "device": "car",
            "state": "off",
            "attributes": {"device_class": "plug"},
        },
        {
            "id": "sensor.range",
            "name": "R1S range",
            "device": "car",
            "state": "214",
            "attributes": {"unit_of_measurement": "km"},
        },
        {"id": "vacuum.j7", "name": "Rosie", "device": "robot", "state": "docked"},
        {
            "id": "binary_sensor.j7",
            "name": "Rosie charging",
            "device": "robot",
            "state": "off",
            "attributes": {"device_class": "battery_charging"},
        },
        {"id": "sensor.wm", "name": "Washing machine operation", "area": "utility", "state": "run"},
        {
            "id": "binary_sensor.wm",
            "name": "Washing machine door",
            "area": "utility",
            "state": "off",
            "attributes": {"device_class": "door"},
        },
        {"id": "sensor.generator", "name": "Generator status", "state": "Ready"},
        {
            "id": "binary_sensor.mailbox",
            "name": "Mailbox",
            "area": "hall",
            "state": "on",
            "attributes": {"device_class": "opening"},
        },
        {
            "id": "binary_sensor.window",
            "name": "Hall window",
            "area": "hall",
            "state": "on",
            "attributes": {"device_class": "window"},
        },
        {
            "id": "binary_sensor.door",
            "name": "Hall door",
            "area": "hall",
            "state": "on",
            "attributes": {"device_class": "door"},
        },
        {
            "id": "sensor.rh",
            "name": "Utility RH",
            "area": "utility",
            "state": "71",
            "attributes": {"unit_of_measurement": "%"},
        },
        {"id": "person.ann", "name": "Ann", "state": "home"},
        {"id": "person.bob", "name": "Bob", "state": "home"},
        {
            "id": "calendar.ann",
            "name": "Ann's calendar",
            "attributes": {
                "events": [
                    {
                        "summary": "Physio",
                        "start": "2026-03-05T08:15:00",
                        "end": "2026-03-05T09:00:00",
                        "location": "Clinic",
                    }
                ]
            },
        },
        {
            "id": "calendar.bins",
            "name": "Bins",
            "attributes": {
                "events": [{"summary": "Green bin", "start": "2026-03-06", "end": "2026-03-07"}]
            },
        },
    ],
}


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("en", "is my car plugged in?", "No, R1S cable"),
        ("de", "Ist das Auto eingesteckt?", "R1S cable"),
        ("fr", "La voiture est branchée ?", "R1S cable"),
        ("en", "how many miles of range does the car have?", "214"),
        ("de", "Wie hoch ist die Reichweite vom Auto?", "214"),
        ("en", "is the vacuum charging?", "No, Rosie charging"),
        ("en", "is the washing machine still going?", "Yes, Washing machine operation"),
        ("en", "is the generator ready?", "Yes, Generator status"),
        ("en", "are any windows open?", "Yes, Hall window is open"),
        ("en", "are any doors or windows open?", "Hall window"),
        ("en", "are any doors or windows open?", "Hall door"),
        ("en", "what's the humidity in the utility?", "71"),
        ("en", "is anybody home besides Ann?", "Yes, Bob"),
        ("en", "when is Ann's physio and where is it?", "Clinic"),
        ("de", "Wann ist die Physio und wo?", "Clinic"),
        ("nl", "Wanneer en waar is de physio?", "Clinic"),
        ("fr", "Quand et où est la physio ?", "Clinic"),
        ("it", "Quando e dove è la physio?", "Clinic"),
        ("es", "¿Cuándo y dónde es la physio?", "Clinic"),
        ("en", "which bin goes out this week?", "Green bin"),
        ("en", "where is the physio?", "Clinic"),
    ],
)
async def test_what_is_asked_is_told(language: str, text: str, told: str) -> None:
    clock = ManualClock(datetime(2026, 3, 4, 12, 0, tzinfo=UTC))
    home = SimulatedHome(read_inventory(HOUSE), clock=clock)
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.3))
    reply = await agent.hear(Turn(text=text, conversation_id="one", language=language))
    assert told in reply.text
    assert "Mailbox" not in reply.text
    await agent.close()
    home.close()


def _sensor(area: str, kind: str, state: str, unit: str) -> dict[str, object]:
    """A sensor that is named by its make alone."""
    return {
        "id": f"sensor.{area}_{kind}",
        "name": f"Aqara {area}",
        "area": area,
        "state": state,
        "attributes": {"device_class": kind, "unit_of_measurement": unit},
    }


ROOMS = {
    "areas": [{"id": "gym", "name": "Gym"}, {"id": "bar", "name": "Bar"}],
    "entities": [
        _sensor("gym", "humidity", "78", "%"),
        _sensor("bar", "humidity", "45", "%"),
        _sensor("bar", "temperature", "20.5", "°C"),
        _sensor("bar", "carbon_dioxide", "1300", "ppm"),
        {
            "id": "weather.yr",
            "name": "Yr",
            "state": "rainy",
            "attributes": {"temperature": 8, "temperature_unit": "°C"},
        },
        {"id": "binary_sensor.gate", "name": "Side gate", "state": "on"},
        {
            "id": "sensor.dish",
            "name": "Dishwasher plug power",
            "state": "1985",
            "attributes": {"device_class": "power", "unit_of_measurement": "W"},
        },
        {
            "id": "sensor.house",
            "name": "House power",
            "state": "2400",
            "attributes": {"device_class": "power", "unit_of_measurement": "W"},
        },
        {
            "id": "todo.shop",
            "name": "Big shop",
            "attributes": {"todo_items": [{"summary": "Cheddar", "status": "needs_action"}]},
        },
    ],
}


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("en", "which rooms are too humid?", ("Gym", "78")),
        ("de", "Welche Räume sind zu feucht?", ("Gym", "78")),
        ("nl", "Welke kamers zijn te vochtig?", ("Gym", "78")),
        ("fr", "Quelles pièces sont trop humides ?", ("Gym", "78")),
        ("it", "Quali stanze sono troppo umide?", ("Gym", "78")),
        ("es", "¿Qué habitaciones están demasiado húmedas?", ("Gym", "78")),
        ("en", "how warm is it outside compared to inside?", ("8", "20.5")),
        ("de", "Wie warm ist es draußen im Vergleich zu drinnen?", ("8", "20,5")),
        ("nl", "Hoe warm is het buiten vergeleken met binnen?", ("8", "20,5")),
        ("en", "how much warmer is it inside than outside?", ("20.5", "8")),
        ("en", "is the CO2 too high in the bar?", ("1300",)),
        ("fr", "Le CO2 est trop élevé au bar ?", ("1300",)),
        ("en", "is the side gate closed?", ("No, Side gate is open",)),
        ("en", "is the dishwasher running?", ("1985 W",)),
        ("en", "what's using the most electricity?", ("Dishwasher",)),
        ("en", "is cheddar on the shopping list?", ("Yes",)),
    ],
)
async def test_rooms_and_meters_are_told(language: str, text: str, told: tuple[str, ...]) -> None:
    clock = ManualClock(datetime(2026, 3, 4, 12, 0, tzinfo=UTC))
    home = SimulatedHome(read_inventory(ROOMS), clock=clock)
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.3))
    reply = await agent.hear(Turn(text=text, conversation_id="one", language=language))
    assert all(part in reply.text for part in told)
    await agent.close()
    home.close()


@pytest.mark.parametrize("text", ["is the generator expensive?", "is the car red?"])
async def test_what_nothing_tells_is_not_made_up(text: str) -> None:
    home = SimulatedHome(read_inventory(HOUSE))
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.3))
    reply = await agent.hear(Turn(text=text, conversation_id="one", language="en"))
    assert not reply.text.startswith(("Yes", "No,"))
    await agent.close()
    home.close()
