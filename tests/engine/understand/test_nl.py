"""Dutch, as a family speaks to its house: compounds, verbs in two parts, places in between."""

from functools import partial
from typing import Any

import pytest

from home_agent.engine.plan import QueryStep
from home_agent.engine.understand import (
    NotUnderstood,
    Question,
    Refusal,
    Remark,
    Understanding,
    Understood,
)
from home_agent.simulated import SimulatedHome

from .speaking import calls_of, hear, house_of

type Asked = dict[str, tuple[set[str], dict[str, Any]]]

KITCHEN = {"light.keuken_plafond", "light.aanrecht"}
LIVING_ROOM = {"light.staand", "light.lees"}
UPSTAIRS = {
    *("light.nacht_anna", "light.nacht_bram", "light.sterren", "light.spiegel", "light.bureau"),
}
ELSEWHERE = {"light.hal", "light.werkbank", "light.snoer"}
LIGHTS = KITCHEN | LIVING_ROOM | UPSTAIRS | ELSEWHERE
CURTAINS = {"cover.links", "cover.rechts"}


@pytest.fixture(scope="module")
def house() -> SimulatedHome:
    return house_of("nl")


understand = partial(hear, "nl")


def asked(understanding: Understanding) -> Asked:
    """By service: of whom, with what data."""
    calls = calls_of(understanding)
    return {call.full_name: (set(call.targets), dict(call.data)) for call in calls}


ONE_CALL: list[tuple[str, str, set[str], dict[str, Any]]] = [
    # word order and politeness
    ("doe het licht in de keuken uit", "light.turn_off", KITCHEN, {}),
    ("schakel in de keuken het licht uit", "light.turn_off", KITCHEN, {}),
    ("schakel in de keuken het licht in", "light.turn_on", KITCHEN, {}),
    ("wil je de staande lamp uitdoen?", "light.turn_off", {"light.staand"}, {}),
    ("kun je alsjeblieft de ganglamp aanzetten", "light.turn_on", {"light.hal"}, {}),
    ("het licht in de badkamer graag uitzetten", "light.turn_off", {"light.spiegel"}, {}),
    ("mag de staande lamp uit?", "light.turn_off", {"light.staand"}, {}),
    ("licht aan in de hal", "light.turn_on", {"light.hal"}, {}),
    ("nachtlampje van Bram aan", "light.turn_on", {"light.nacht_bram"}, {}),
    ("alle lichten boven uit", "light.turn_off", UPSTAIRS, {}),
    ("doe overal het licht uit", "light.turn_off", LIGHTS, {}),
    ("koffiezetapparaat aan", "switch.turn_on", {"switch.koffie"}, {}),
    # compounds
    ("keukenlamp aan", "light.turn_on", KITCHEN, {}),
    ("doe het badkamerlicht aan", "light.turn_on", {"light.spiegel"}, {}),
    ("werkbankverlichting aan", "light.turn_on", {"light.werkbank"}, {}),
    ("woonkamergordijnen dicht", "cover.close_cover", CURTAINS, {}),
    ("kantoorlamp aan", "light.turn_on", {"light.bureau"}, {}),
    # covers, doors and locks
    (
        "doe het rolluik in de slaapkamer naar beneden",
        "cover.close_cover",
        {"cover.slaapkamer"},
        {},
    ),
    ("rolluik in de slaapkamer omhoog", "cover.open_cover", {"cover.slaapkamer"}, {}),
    ("trek de gordijnen in de woonkamer dicht", "cover.close_cover", CURTAINS, {}),
    ("sluit het linker gordijn", "cover.close_cover", {"cover.links"}, {}),
    (
        "zet het rolgordijn op 30 procent",
        "cover.set_cover_position",
        {"cover.kind"},
        {"position": 30},
    ),
    ("doe het rolgordijn half dicht", "cover.set_cover_position", {"cover.kind"}, {"position": 50}),
    ("garagedeur sluiten", "cover.close_cover", {"cover.garage"}, {}),
    ("doe de voordeur op slot", "lock.lock", {"lock.voordeur"}, {}),
    ("wil je de voordeur van het slot halen", "lock.unlock", {"lock.voordeur"}, {}),
    ("voordeur vergrendelen", "lock.lock", {"lock.voordeur"}, {}),
    # how warm
    (
        "zet de verwarming in de woonkamer op 22 graden",
        "climate.set_temperature",
        {"climate.woonkamer"},
        {"temperature": 22},
    ),
    (
        "verwarming in de woonkamer op 21,5 graden",
        "climate.set_temperature",
        {"climate.woonkamer"},
        {"temperature": 21.5},
    ),
    (
        "zet de thermostaat op negentien graden",
        "climate.set_temperature",
        {"climate.slaapkamer"},
        {"temperature": 19},
    ),
    (
        "zet de verwarming in de woonkamer twee graden hoger",
        "climate.set_temperature",
        {"climate.woonkamer"},
        {"temperature": 23},
    ),
    (
        "maak het in de slaapkamer een beetje warmer",
        "climate.set_temperature",
        {"climate.slaapkamer"},
        {"temperature": 19},
    ),
    (
        "zet de verwarming in de woonkamer op koelen",
        "climate.set_hvac_mode",
        {"climate.woonkamer"},
        {"hvac_mode": "cool"},
    ),
    # how bright, in which colour
    (
        "dim de staande lamp naar 20 procent",
        "light.turn_on",
        {"light.staand"},
        {"brightness_pct": 20},
    ),
    ("zet de staande lamp feller", "light.turn_on", {"light.staand"}, {"brightness_pct": 70}),
    ("zet de staande lamp op de helft", "light.turn_on", {"light.staand"}, {"brightness_pct": 50}),
    ("staande lamp op driekwart", "light.turn_on", {"light.staand"}, {"brightness_pct": 75}),
    (
        "staande lamp op volle helderheid",
        "light.turn_on",
        {"light.staand"},
        {"brightness_pct": 100},
    ),
    ("maak de staande lamp rood", "light.turn_on", {"light.staand"}, {"rgb_color": [255, 0, 0]}),
    ("zet de staande lamp op groen", "light.turn_on", {"light.staand"}, {"rgb_color": [0, 128, 0]}),
    ("leeslampje warm wit", "light.turn_on", {"light.lees"}, {"color_temp_kelvin": 2700}),
    # players, fans and robots
    ("zet de tv zachter", "media_player.volume_down", {"media_player.tv"}, {}),
    (
        "zet het volume van de radio op 20 procent",
        "media_player.volume_set",
        {"media_player.radio"},
        {"volume_level": 0.2},
    ),
    ("zet de tv op pauze", "media_player.media_pause", {"media_player.tv"}, {}),
    ("ventilator op 75 procent", "fan.set_percentage", {"fan.slaapkamer"}, {"percentage": 75}),
    (
        "stuur de stofzuiger terug naar zijn laadstation",
        "vacuum.return_to_base",
        {"vacuum.rover"},
        {},
    ),
    ("laat rover stofzuigen", "vacuum.start", {"vacuum.rover"}, {}),
    ("start de grasmaaier", "lawn_mower.start_mowing", {"lawn_mower.shaun"}, {}),
    ("draai de sproeier open", "valve.open_valve", {"valve.tuin"}, {}),
    ("activeer filmavond", "scene.turn_on", {"scene.filmavond"}, {}),
    # lists
    ("zet melk op de boodschappenlijst", "todo.add_item", {"todo.boodschappen"}, {"item": "Melk"}),
    (
        "voeg kaas toe aan de boodschappenlijst",
        "todo.add_item",
        {"todo.boodschappen"},
        {"item": "Kaas"},
    ),
    (
        "vuilnis buiten zetten aan het huishouden toevoegen",
        "todo.add_item",
        {"todo.huishouden"},
        {"item": "Vuilnis buiten zetten"},
    ),
    (
        "haal brood van de boodschappenlijst af",
        "todo.remove_item",
        {"todo.boodschappen"},
        {"item": "Brood"},
    ),
    # with a slip
    ("doe het lciht in de keuken uit", "light.turn_off", KITCHEN, {}),
    ("shcakel de ganglamp in", "light.turn_on", {"light.hal"}, {}),
]


@pytest.mark.parametrize(("sentence", "service", "targets", "data"), ONE_CALL)
def test_one_command(
    house: SimulatedHome, sentence: str, service: str, targets: set[str], data: dict[str, Any]
) -> None:
    assert asked(understand(house, sentence)) == {service: (targets, data)}


@pytest.mark.parametrize(
    ("sentence", "calls"),
    [
        (
            "doe het licht in de keuken en in de badkamer uit",
            {"light.turn_off": (KITCHEN | {"light.spiegel"}, {})},
        ),
        (
            "schakel in de keuken en de badkamer het licht uit",
            {"light.turn_off": (KITCHEN | {"light.spiegel"}, {})},
        ),
        (
            "het licht in de keuken en de hal uitdoen",
            {"light.turn_off": (KITCHEN | {"light.hal"}, {})},
        ),
        (
            "doe de lampen in de kinderkamer en slaapkamer uit en sluit het rolluik",
            {
                "light.turn_off": ({"light.sterren", "light.nacht_anna", "light.nacht_bram"}, {}),
                "cover.close_cover": ({"cover.slaapkamer"}, {}),
            },
        ),
        ("staande lamp en leeslampje uit", {"light.turn_off": (LIVING_ROOM, {})}),
        (
            "doe het licht in de keuken aan en de tv uit",
            {"light.turn_on": (KITCHEN, {}), "media_player.turn_off": ({"media_player.tv"}, {})},
        ),
        (
            "doe de staande lamp aan, de tv en de radio uit",
            {
                "light.turn_on": ({"light.staand"}, {}),
                "media_player.turn_off": ({"media_player.tv", "media_player.radio"}, {}),
            },
        ),
        (
            "zet de ventilator in de slaapkamer en de badkamer uit",
            {"fan.turn_off": ({"fan.slaapkamer", "fan.bad"}, {})},
        ),
        (
            "sluit de gordijnen in de woonkamer en doe de voordeur op slot",
            {"cover.close_cover": (CURTAINS, {}), "lock.lock": ({"lock.voordeur"}, {})},
        ),
        (
            "zet de verwarming in de woonkamer en de slaapkamer op 20 graden",
            {
                "climate.set_temperature": (
                    {"climate.woonkamer", "climate.slaapkamer"},
                    {"temperature": 20},
                )
            },
        ),
        ("alle lampen uit behalve in de woonkamer", {"light.turn_off": (LIGHTS - LIVING_ROOM, {})}),
        (
            "doe alle lampen behalve de staande lamp uit",
            {"light.turn_off": (LIGHTS - {"light.staand"}, {})},
        ),
    ],
)
def test_several_at_once(house: SimulatedHome, sentence: str, calls: Asked) -> None:
    assert asked(understand(house, sentence)) == calls


def test_everything_that_opens_is_not_the_front_door(house: SimulatedHome) -> None:
    assert "lock.unlock" not in asked(understand(house, "doe alles open"))
    [(service, (targets, _))] = asked(understand(house, "doe de voordeur open")).items()
    assert (service, targets) == ("lock.unlock", {"lock.voordeur"})


@pytest.mark.parametrize(
    ("sentence", "mentioned", "service"),
    [
        ("doe hem maar weer uit", ("light.staand",), "light.turn_off"),
        ("zet ze aan", ("light.staand", "light.lees"), "light.turn_on"),
        ("doe hem half open", ("cover.slaapkamer",), "cover.set_cover_position"),
        ("en maak hem nu rood", ("light.staand",), "light.turn_on"),
    ],
)
def test_what_was_spoken_of(
    house: SimulatedHome, sentence: str, mentioned: tuple[str, ...], service: str
) -> None:
    [(called, (targets, _))] = asked(understand(house, sentence, mentioned=mentioned)).items()
    assert (called, targets) == (service, set(mentioned))


def test_the_room_of_the_speaker(house: SimulatedHome) -> None:
    assert asked(understand(house, "licht aan", "keuken")) == {"light.turn_on": (KITCHEN, {})}
    here = understand(house, "doe hier het licht uit", "woonkamer")
    assert asked(here) == {"light.turn_off": (LIVING_ROOM, {})}


@pytest.mark.parametrize("sentence", ["doe het licht uit", "doe de lamp aan", "nachtlampje aan"])
def test_between_several_we_ask(house: SimulatedHome, sentence: str) -> None:
    assert isinstance(understand(house, sentence), Question)


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("zet de wasmachine uit", {"entity": "wasmachine"}),
        ("doe het licht in de kelder aan", {"area": "kelder"}),
        ("zet de tv in de badkamer aan", {"device_class": "tv", "area": "Badkamer"}),
        ("doe alle lampen uit behalve de discobal", {"entity": "discobal"}),
    ],
)
def test_what_is_not_there_is_named(
    house: SimulatedHome, sentence: str, missing: dict[str, str]
) -> None:
    refusal = understand(house, sentence)
    assert isinstance(refusal, Refusal)
    assert refusal.arguments == missing


@pytest.mark.parametrize(
    ("sentence", "wanted", "entities"),
    [
        ("is het licht in de keuken aan?", {"on"}, KITCHEN),
        ("brandt er nog licht in de keuken?", {"on"}, KITCHEN),
        (
            "welke lampen branden er in de slaapkamer",
            {"on"},
            {"light.nacht_anna", "light.nacht_bram"},
        ),
        ("hoeveel lampen staan er boven aan?", {"on"}, UPSTAIRS),
        ("staat de tv aan?", {"on", "playing"}, {"media_player.tv"}),
        (
            "zijn alle ramen dicht?",
            {"off"},
            {"binary_sensor.keukenraam", "binary_sensor.slaapkamerraam"},
        ),
        (
            "staat er ergens een raam open?",
            {"on"},
            {"binary_sensor.keukenraam", "binary_sensor.slaapkamerraam"},
        ),
        (
            "welke ramen zijn niet dicht?",
            {"on"},
            {"binary_sensor.keukenraam", "binary_sensor.slaapkamerraam"},
        ),
        ("staat de garagedeur open?", {"open"}, {"cover.garage"}),
        ("zit de voordeur op slot?", {"locked"}, {"lock.voordeur"}),
        ("kun je me vertellen of de voordeur op slot zit?", {"locked"}, {"lock.voordeur"}),
        ("heb ik de voordeur op slot gedaan?", {"locked"}, {"lock.voordeur"}),
        ("is rover aan het stofzuigen?", {"cleaning"}, {"vacuum.rover"}),
        ("is er rook in de keuken?", {"on"}, {"binary_sensor.rook"}),
        ("is Anna thuis?", {"home"}, {"person.anna"}),
        ("is Bram weg?", {"home"}, {"person.bram"}),
        ("wie is er thuis?", {"home"}, {"person.anna", "person.bram"}),
        ("is iedereen thuis", {"home"}, {"person.anna", "person.bram"}),
        ("hoe warm is het in de badkamer?", set(), {"sensor.bad_temp"}),
        ("hoeveel graden is het in de slaapkamer?", set(), {"climate.slaapkamer"}),
        ("wat is de luchtvochtigheid in de badkamer", set(), {"sensor.bad_vocht"}),
        ("wat voor weer is het?", set(), {"weather.thuis"}),
    ],
)
def test_questions(
    house: SimulatedHome, sentence: str, wanted: set[str], entities: set[str]
) -> None:
    understanding = understand(house, sentence)
    assert isinstance(understanding, Understood), understanding
    [step] = understanding.plan.steps
    assert isinstance(step, QueryStep)
    assert set(step.entity_ids) == entities
    assert wanted <= step.wanted


@pytest.mark.parametrize(
    "sentence",
    [
        # not
        "doe het licht niet uit",
        "laat de staande lamp aan",
        "de staande lamp moet aan blijven",
        "zet geen melk op de boodschappenlijst",
        "vergeet niet de voordeur op slot te doen",
        # told, not asked
        "de staande lamp is aan",
        "de staande lamp brandt",
        "ik heb de staande lamp uitgezet",
        "gisteren heb ik de voordeur op slot gedaan",
        "Anna heeft de garagedeur geopend",
        "het licht in de keuken ging uit",
        "Anna doet de staande lamp uit",
        "Anna wilde melk op de boodschappenlijst zetten",
        "'s avonds zijn alle lampen uit",
        "ze doen het licht uit",
        # what if
        "ik wilde de staande lamp uitdoen",
        "we moeten de voordeur op slot doen",
        "moet ik de voordeur op slot doen?",
        "zal ik de staande lamp uitdoen?",
        "mag ik de staande lamp uitdoen?",
        "hoe zet ik de staande lamp uit?",
        "had ik de staande lamp maar uitgedaan",
        "wat gebeurt er als ik de staande lamp uitdoe?",
        "stel je voor dat de staande lamp uitgaat",
        "staande lamp aan?",
        # later
        "doe de staande lamp over 10 minuten uit",
        "zet om 8 uur de staande lamp aan",
        "doe de staande lamp om 8 aan",
        "doe om half acht de staande lamp aan",
        "doe de staande lamp een uur lang aan",
        "als het donker wordt, doe de staande lamp aan",
        "doe de staande lamp uit zodra Anna weggaat",
        "doe morgen alle gordijnen open",
        "doe elke avond alle gordijnen dicht",
        "doe straks de staande lamp uit",
        # not for a house
        "de staande lamp",
        "maak je geen zorgen",
        "open een bankrekening",
        "sluit je ogen",
        "draai je om",
        "doe maar",
        "doe dicht",
        "doe van het slot",
        "licht uitdoen bespaart stroom",
        "haal de tv uit de keuken",
        "de verwarming op 22 graden zetten is duur",
        "zet de voordeur op 50 procent",
    ],
)
def test_nothing_is_done_where_nothing_is_asked(house: SimulatedHome, sentence: str) -> None:
    understanding = understand(house, sentence)
    if isinstance(understanding, Understood):
        assert not asked(understanding)
    else:
        assert isinstance(understanding, Refusal | NotUnderstood | Remark)
