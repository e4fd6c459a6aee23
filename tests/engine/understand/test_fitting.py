"""A thing that every word of a phrase fits is meant: by name, room, device, kind, any language."""

from typing import Any

import pytest

from home_agent.engine.language import read_language_file
from home_agent.engine.plan import CallStep, QueryStep
from home_agent.engine.understand import Question, Understanding, Understood
from home_agent.simulated import SimulatedHome

from .speaking import hear

_LANGUAGES = ("en", "de", "nl", "fr", "it", "es")


def _thing(id_: str, name: str, area: str = "", **more: Any) -> dict[str, Any]:
    return {"id": id_, "name": name, "state": "off"} | ({"area": area} if area else {}) | more


_VALVES = {"state": "closed", "attributes": {"supported_features": ["OPEN", "CLOSE"]}}

ENGLISH = SimulatedHome.from_inventory(
    {
        "areas": [
            {"name": "Kitchen", "id": "kitchen"},
            {"name": "Bathroom", "id": "bathroom"},
            {"name": "Guest Bedroom 1", "id": "guest_1"},
            {"name": "Guest Bedroom 2", "id": "guest_2"},
            {"name": "Laundry room", "id": "laundry"},
            {"name": "Wren's corner", "id": "wren"},
        ],
        "devices": [
            {
                "name": "Plug 4711",
                "id": "plug",
                "area": "laundry",
                "info": {"manufacturer": "Fiktiva", "model": "Kilo 3"},
            },
        ],
        "entities": [
            _thing("light.kitchen", "Ceiling lamp", "kitchen"),
            _thing("switch.kettle", "Kettle", "kitchen"),
            _thing("switch.dish", "Dishwasher", "kitchen"),
            _thing("light.mirror", "Mirror lamp", "bathroom"),
            _thing("fan.bath", "Extractor fan", "bathroom"),
            _thing("light.g1", "Bedroom light", "guest_1"),
            _thing("light.g2", "Bedroom light", "guest_2"),
            _thing("switch.dryer", "Tumble dryer", device="plug"),
            _thing("switch.boiler", "Water heater", "laundry"),
            _thing("cover.fable", "Fable blind", "wren", state="open"),
            _thing("media_player.harp", "Harp 2", "wren", state="playing"),
        ],
    }
)

GERMAN = SimulatedHome.from_inventory(
    {
        "areas": [
            {"name": "Küche", "id": "kueche"},
            {"name": "Bad", "id": "bad"},
            {"name": "Fahrradkeller", "id": "rad"},
            {"name": "Ilses Zimmer", "id": "ilse"},
        ],
        "entities": [
            _thing("switch.kocher", "Wasserkocher", "kueche"),
            _thing("light.arbeit", "Arbeitsplatte", "kueche"),
            _thing("switch.kette", "Lichterkette", "ilse"),
            _thing("cover.links", "Rollo links", "ilse", state="open"),
            _thing("cover.rechts", "Rollo rechts", "ilse", state="open"),
            _thing("lock.rad", "Schloss", "rad", state="unlocked"),
            _thing("light.spiegel", "Badspiegelleuchte", "bad"),
        ],
    }
)


def _touched(found: Understanding) -> set[str]:
    steps = found.plan.steps if isinstance(found, Understood) else ()
    return {target for step in steps if isinstance(step, CallStep) for target in step.call.targets}


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        # the maker, the model and what it is plugged into
        ("turn on the Fiktiva plug", "switch.dryer"),
        ("switch on the Kilo", "switch.dryer"),
        ("turn on the laundry room smart plug", "switch.dryer"),
        # whose room it is in
        ("close Wren's blind", "cover.fable"),
        ("pause Wren's harp", "media_player.harp"),
        # another word for it
        ("turn on the electric kettle", "switch.kettle"),
        ("switch the clothes dryer on", "switch.dryer"),
        # what only decorates it
        ("turn on the smart kettle", "switch.kettle"),
    ],
)
def test_every_word_finds_its_place(sentence: str, meant: str) -> None:
    assert _touched(hear("en", ENGLISH, sentence)) == {meant}


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the toaster",
        "turn on the Fiktiva lamp",
        "turn on the bathroom kettle",
        "turn on the green kettle",
        # a room alone, or who lives there, is nothing that can be switched
        "turn on Wren",
        "close Wren's corner kettle",
        # a water heater heats no room
        "turn on the heater in the laundry room",
    ],
)
def test_a_word_that_finds_no_place_speaks_against_it(sentence: str) -> None:
    assert not _touched(hear("en", ENGLISH, sentence))


def test_a_room_that_is_said_without_its_number_is_asked_about() -> None:
    asked = hear("en", ENGLISH, "turn on the light in the guest bedroom")
    assert isinstance(asked, Question)
    assert set(asked.candidates) == {"light.g1", "light.g2"}


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("put the kettle on", "switch.kocher"),
        ("turn on the worktop light", "light.arbeit"),
        ("switch on the fairy lights", "switch.kette"),
        ("close the left blind", "cover.links"),
        ("lock the bike cellar", "lock.rad"),
        ("turn on the bathroom mirror light", "light.spiegel"),
        ("close the right blind in Ilse's room", "cover.rechts"),
    ],
)
def test_names_are_found_in_another_language(sentence: str, meant: str) -> None:
    assert _touched(hear("en", GERMAN, sentence)) == {meant}


@pytest.mark.parametrize(
    "sentence",
    ["turn on the dishwasher", "close the middle blind", "turn on the kitchen fairy lights"],
)
def test_what_is_not_there_is_not_there_in_any_language(sentence: str) -> None:
    assert not _touched(hear("en", GERMAN, sentence))


@pytest.mark.parametrize(
    ("language", "sentence", "meant"),
    [
        ("de", "schalte den Wasserkocher ein", "switch.kettle"),
        ("de", "mach die Spiegellampe im Bad an", "light.mirror"),
        ("nl", "zet de waterkoker aan", "switch.kettle"),
        ("nl", "zet de vaatwasser aan", "switch.dish"),
        ("fr", "allume la bouilloire", "switch.kettle"),
        ("fr", "allume le lave-vaisselle", "switch.dish"),
        ("it", "accendi il bollitore", "switch.kettle"),
        ("it", "accendi la luce della cucina", "light.kitchen"),
        ("es", "enciende el hervidor", "switch.kettle"),
        ("es", "enciende la luz de la cocina", "light.kitchen"),
        ("es", "enciende el lavavajillas", "switch.dish"),
    ],
)
def test_a_home_is_spoken_to_in_another_language(language: str, sentence: str, meant: str) -> None:
    assert _touched(hear(language, ENGLISH, sentence)) == {meant}


@pytest.mark.parametrize("language", _LANGUAGES)
def test_every_language_has_a_word_for_every_thing(language: str) -> None:
    listed, others = (read_language_file(code, "things.toml") for code in (language, "en"))
    assert {section: [*table] for section, table in listed.items() if isinstance(table, dict)} == {
        section: [*table] for section, table in others.items() if isinstance(table, dict)
    }
    assert all(words for table in listed.values() for words in table)


LAMPS = SimulatedHome.from_inventory(
    {
        "areas": [
            {"name": "Grandma Ode's sewing room", "id": "sewing"},
            {"name": "Shop", "id": "shop"},
            {"name": "Yard", "id": "yard"},
        ],
        "devices": [{"name": "Beacon", "id": "beacon", "area": "shop"}],
        "entities": [
            _thing("light.strip", "Sewing table strip", "sewing"),
            _thing("switch.lava", "Lava lamp", "sewing"),
            _thing("switch.mat", "Heat lamps", "sewing"),
            _thing("light.beacon", "Beacon", device="beacon"),
            _thing("switch.beacon", "Beacon light", device="beacon"),
            _thing("switch.auto", "Light schedule", "shop"),
            _thing("switch.diode", "Charger LED", "shop"),
            _thing("switch.string", "String lights", "yard"),
            _thing(
                "cover.roller",
                "Rollo Max 8",
                "shop",
                state="closed",
                attributes={"device_class": "garage"},
            ),
            _thing("binary_sensor.hatch", "Hatch", "yard", attributes={"device_class": "door"}),
        ],
    }
)


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        # a plug that is named as a lamp is one of the lights; what heats, or sets a lamp, is none
        ("turn on the lights in the sewing room", {"light.strip", "switch.lava"}),
        ("turn on all the lights in the shop", {"light.beacon"}),
        ("turn on the light in the yard", {"switch.string"}),
        ("turn on the light in the sewing room", {"light.strip"}),
        ("dim the lights in the sewing room to 30 percent", {"light.strip"}),
        # a garage door is the door of the shop
        ("open the shop door", {"cover.roller"}),
        ("open the door in the shop", {"cover.roller"}),
        # who writes an id means that very thing
        ("turn on switch.beacon", {"switch.beacon"}),
        ("turn on switch.diode and light.beacon", {"light.beacon", "switch.diode"}),
    ],
)
def test_what_a_thing_is_called_says_what_it_is(sentence: str, meant: set[str]) -> None:
    assert _touched(hear("en", LAMPS, sentence)) == meant


@pytest.mark.parametrize(
    "sentence",
    [
        "open the yard door",
        "open the shop blinds",
        "heat the sewing room to 22",
        "turn on switch.nowhere",
        # a room that has no heating is not its lamp
        "make the yard warmer",
        "water the yard",
    ],
)
def test_nothing_else_is_taken_for_it(sentence: str) -> None:
    assert not _touched(hear("en", LAMPS, sentence))


def test_an_id_is_asked_about() -> None:
    heard = hear("en", LAMPS, "is binary_sensor.hatch open?")
    assert isinstance(heard, Understood)
    assert [step.entity_ids for step in heard.plan.steps if isinstance(step, QueryStep)] == [
        ("binary_sensor.hatch",)
    ]


MAKES = SimulatedHome.from_inventory(
    {
        "areas": [
            {"name": "Hallway", "id": "hall"},
            {"name": "Garage", "id": "garage"},
            {"name": "Upsairs bathroom", "id": "bath"},
            {"name": "Study", "id": "study"},
            {"name": "Barn", "id": "barn"},
            {"name": "Stable", "id": "stable"},
        ],
        "entities": [
            _thing("lock.hall", "Nokkel 3 Pro", "hall", state="unlocked"),
            _thing("lock.garage", "Smart Lock", "garage", state="unlocked"),
            _thing("light.bath", "Upsairs bathroom light", "bath"),
            _thing("switch.press", "Trouser press", "study"),
            _thing("light.fire", "Fire pit light", "stable"),
            _thing("switch.fire", "Hay dryer", "barn"),
            _thing("humidifier.dry", "Luftentfeuchter", "study"),
        ],
    }
)


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        # a lock that is named by its make locks the door where it is
        ("lock the front door", "lock.hall"),
        ("lock the garage door", "lock.garage"),
        # whoever named it made the slip
        ("turn on the upstairs bathroom light", "light.bath"),
        ("turn on the smart plug in the study", "switch.press"),
        ("turn on the dehumidifier", "humidifier.dry"),
    ],
)
def test_what_is_named_by_its_make_or_with_a_slip_is_found(sentence: str, meant: str) -> None:
    assert _touched(hear("en", MAKES, sentence)) == {meant}


@pytest.mark.parametrize(
    "sentence",
    [
        "lock the back door",
        "turn on the humidifier",
        "turn on the downstairs bathroom light",
        # a room that is there is no other of its sort, and a lamp is not what it is named for
        "turn on the plug in the stable",
        "turn on the fireplace in the stable",
    ],
)
def test_what_is_of_another_kind_or_place_is_not(sentence: str) -> None:
    assert not _touched(hear("en", MAKES, sentence))


def test_of_two_doors_the_one_that_is_here_is_meant() -> None:
    asked = hear("en", MAKES, "lock the door")
    assert isinstance(asked, Question)
    assert set(asked.candidates) == {"lock.hall", "lock.garage"}
    assert _touched(hear("en", MAKES, "lock the door", "garage")) == {"lock.garage"}


def _cover(id_: str, name: str, area: str, class_: str = "") -> dict[str, Any]:
    more = {"attributes": {"device_class": class_}} if class_ else {}
    return _thing(id_, name, area, state="open", **more)


COVERS = SimulatedHome.from_inventory(
    {
        "areas": [
            {"name": "Sun porch", "id": "porch"},
            {"name": "Master bedroom", "id": "master"},
            {"name": "Den", "id": "den"},
            {"name": "Coach house", "id": "coach"},
            {"name": "Odile's attic", "id": "odile"},
        ],
        "entities": [
            _cover("cover.east", "East shade", "porch", "shade"),
            _cover("cover.west", "West shade", "porch"),
            _cover("cover.serena", "Serena 4", "master"),
            _cover("cover.cafe_blind", "Zip north", "den"),
            _cover("cover.tor", "Hoftor", "coach"),
            _cover("cover.odile", "Velo", "odile"),
            _cover("cover.odette", "Odette blackout", "den"),
            _thing("light.right", "Globe right", "master"),
            _thing("sensor.odette", "Odette battery", "den", state="40"),
        ],
    }
)


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        # a name says the kind where nobody chose a class, and so does an id
        ("close both shades on the sun porch", {"cover.east", "cover.west"}),
        ("close the blind in the den", {"cover.cafe_blind"}),
        # what may be any cover is one of the blinds of its room
        ("close the blinds in the master bedroom", {"cover.serena"}),
        ("close Odile's blinds", {"cover.odile"}),
        # another word for the room
        ("turn on the right bedroom light", {"light.right"}),
        # of what is left out only the cover can be meant
        ("close the shades on the sun porch except the east one", {"cover.west"}),
    ],
)
def test_a_cover_without_a_class_is_known_by_its_name(sentence: str, meant: set[str]) -> None:
    assert _touched(hear("en", COVERS, sentence)) == meant


@pytest.mark.parametrize(
    "sentence",
    [
        # a gate in another language is no blind
        "close the blinds in the coach house",
        "close the awning in the master bedroom and the awning in the den",
    ],
)
def test_a_cover_that_lets_somebody_in_is_no_blind(sentence: str) -> None:
    assert "cover.tor" not in _touched(hear("en", COVERS, sentence))
