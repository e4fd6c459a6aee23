"""Made-up houses of any size, and what people say in them."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from home_agent.simulated import SimulatedHome

WINGS = (
    *("", "North Wing", "South Wing", "East Wing", "West Wing", "Old Wing", "Gatehouse", "Tower"),
    *("Guest House", "Coach House", "Boathouse", "Orangery", "Lodge", "Annex", "Barn", "Mill"),
    *("Chapel", "Villa", "Pavilion", "Cottage", "Stables", "Farmhouse", "Manor", "Courtyard"),
    *("Library", "Conservatory", "Observatory", "Bakery", "Forge", "Vineyard"),
)
ROOMS = (
    *("Kitchen", "Living Room", "Bedroom", "Bathroom", "Office", "Hallway", "Dining Room"),
    *("Nursery", "Laundry", "Pantry"),
)
PEOPLE = ("Anna", "Ben", "Clara", "David", "Emma", "Farid", "Grace", "Hiro", "Ines", "Jonas")
MAKERS = ("Acme", "Bolt", "Corona", "Dynamo", "Edison", "Faraday", "Gauss", "Hertz", "Joule")
# What there is in a room, how often, and what it is like.
THINGS: tuple[tuple[str, str, int, Mapping[str, Any]], ...] = (
    ("light", "Ceiling Light", 5, {"supported_color_modes": ["brightness"]}),
    ("light", "Floor Lamp", 3, {"supported_color_modes": ["rgb", "color_temp"]}),
    ("light", "Reading Lamp", 3, {"supported_color_modes": ["brightness"]}),
    ("light", "Wall Light", 3, {"supported_color_modes": ["onoff"]}),
    ("switch", "Heater Plug", 2, {}),
    ("switch", "Coffee Machine", 1, {}),
    ("sensor", "Temperature", 3, {"device_class": "temperature", "unit_of_measurement": "°C"}),
    ("sensor", "Humidity", 3, {"device_class": "humidity", "unit_of_measurement": "%"}),
    ("sensor", "Power", 3, {"device_class": "power", "unit_of_measurement": "W"}),
    ("binary_sensor", "Motion", 2, {"device_class": "motion"}),
    ("binary_sensor", "Window", 2, {"device_class": "window"}),
    ("cover", "Blinds", 2, {"device_class": "blind"}),
    ("fan", "Fan", 1, {}),
    ("climate", "Thermostat", 1, {}),
    ("media_player", "Speaker", 1, {}),
    ("media_player", "Television", 1, {}),
    ("lock", "Door Lock", 1, {}),
    ("vacuum", "Vacuum", 1, {}),
)
STATES = {
    "sensor": "21.5",
    "lock": "locked",
    "cover": "closed",
    "climate": "heat",
    "vacuum": "docked",
}

# By what they ask, with what is put in: a room, and the name of a thing.
SENTENCES: Mapping[str, tuple[str, ...]] = {
    "commands with a place": (
        "turn on the lights in the {room}",
        "switch off the {room} ceiling light",
        "set the floor lamp in the {room} to 40 percent",
        "close the {room} blinds please",
        "make it warmer in the {room}",
        "turn off the reading lamp in the {room} and the fan in the {room}",
        "could you dim the {room} wall light a bit",
        "set the {room} thermostat to 21 degrees",
    ),
    "commands without a place": (
        "turn on the {name}",
        "turn the {name} off",
        "turn off all the lights",
        "switch on the coffee machine",
        "pause the television",
        "start the vacuum",
    ),
    "questions": (
        "what is the temperature in the {room}",
        "is the {room} window open?",
        "which lights are on",
        "how many windows are open",
        "is there any motion in the {room}",
        "how humid is it in the {room}",
    ),
    "slips of the finger": (
        "trun on the lihgts in the {room}",
        "swich off the {room} cieling light",
        "is the windwo open in the {room}",
    ),
    "things that are not there": (
        "turn on the piano in the {room}",
        "switch off the disco ball",
        "open the drawbridge",
        "turn on the lights in the dungeon",
    ),
    "what is not for us": (
        "tell me a story about a dragon",
        "what is the capital of France",
        "I had a lovely day in the {room} yesterday",
        "book a table for two at eight",
        "how do I cook an egg",
        "blah blah blah",
    ),
}


def house(entities: int, *, seed: int = 1) -> SimulatedHome:
    """A house with so many entities, thirty or so in a room, and a tenth of them hidden."""
    random = Random(seed)
    rooms = [f"{wing} {room}".strip() for wing, room in product(WINGS, ROOMS)]
    rooms = rooms[: max(10, min(len(rooms), entities // 30))]
    weights = [often for _, _, often, _ in THINGS]
    things = random.choices(THINGS, weights, k=entities)
    return SimulatedHome.from_inventory(
        {
            "floors": [{"name": f"Level {n}", "id": f"level_{n}"} for n in range(10)],
            "areas": [
                {"name": room, "id": f"area_{n}", "floor": f"level_{n % 10}"}
                for n, room in enumerate(rooms)
            ],
            "entities": [
                {
                    "id": f"{domain}.n{n}",
                    "name": _name(rooms[n % len(rooms)], what, random),
                    "area": f"area_{n % len(rooms)}",
                    "exposed": not _once_in(10, random),
                    "state": STATES.get(domain, "off"),
                    "attributes": dict(attributes),
                }
                for n, (domain, what, _, attributes) in enumerate(things)
            ],
        }
    )


def _name(room: str, what: str, random: Random) -> str:
    """Half the people say the room in the name; others whose it is, or who made it."""
    if _once_in(2, random):
        return f"{room} {what}"
    if _once_in(5, random):
        return f"{random.choice(PEOPLE)}'s {what}"
    return (
        f"{random.choice(MAKERS)} {random.randrange(999)} {what}" if _once_in(5, random) else what
    )


def _once_in(times: int, random: Random) -> bool:
    return random.randrange(times) == 0


def sentences(home: SimulatedHome, *, seed: int = 2) -> Iterator[tuple[str, str]]:
    """What may be said in a house, with what it asks; each shape about three rooms."""
    random = Random(seed)
    layout = home.snapshot().layout
    exposed = [entity for entity in layout.entities.values() if entity.exposed]
    for kind, shapes in SENTENCES.items():
        for shape in shapes:
            fitting = [entity for entity in exposed if _kind_of(entity.name) in shape] or exposed
            for _ in range(3 if "{" in shape else 1):
                thing = random.choice(fitting)
                said = shape.format(room=layout.areas[thing.area_id or ""].name, name=thing.name)
                yield kind, said.lower() if _once_in(2, random) else said


def _kind_of(name: str) -> str:
    return next(what.lower() for _, what, _, _ in THINGS if name.endswith(what))
