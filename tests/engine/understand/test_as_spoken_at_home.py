"""Commands as people speak at home: counts, owners, what was named first, states and modes."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Question, Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

from .speaking import as_line, calls_of

_COVER = {"current_position": 100}
_HEAT = {"hvac_modes": ["off", "heat"], "temperature": 20, "min_temp": 5, "max_temp": 30}
_DIMS = {"supported_color_modes": ["brightness"]}
_RGB = {"supported_color_modes": ["rgb"]}

HOME: dict[str, Any] = {
    "areas": [
        {"id": "stube", "name": "Salon"},
        {"id": "mara", "name": "Camera Mara"},
        {"id": "ours", "name": "Our room"},
        {"id": "patio", "name": "Patio"},
        {"id": "parents", "name": "Mom and Dad's room"},
    ],
    "entities": [
        {"id": "light.a", "name": "Mesita Ana", "area": "ours", "state": "on", "attributes": _DIMS},
        {"id": "light.b", "name": "Mesita Leo", "area": "ours", "state": "on", "attributes": _DIMS},
        {
            "id": "light.moon",
            "name": "Luna Mara",
            "area": "mara",
            "state": "on",
            "attributes": _RGB,
        },
        {"id": "light.ceiling", "name": "Plafoniera", "area": "mara", "state": "off"},
        {"id": "light.dome", "name": "Dome", "area": "parents", "state": "off"},
        {"id": "light.worktop", "name": "Worktop", "area": "stube", "state": "off"},
        {"id": "switch.crib", "name": "Belén", "area": "stube", "state": "off"},
        {"id": "switch.wash", "name": "Lavadora", "area": "stube", "state": "on"},
        {"id": "switch.dish", "name": "Lavavajillas", "area": "stube", "state": "on"},
        {"id": "switch.blanket", "name": "Blanket", "area": "ours", "state": "off"},
        {"id": "switch.blanket_2", "name": "Blanket", "area": "mara", "state": "off"},
        {"id": "switch.scooter", "name": "Cargador patinete", "area": "patio", "state": "off"},
        {"id": "switch.strings", "name": "String lights", "area": "patio", "state": "off"},
        {"id": "fan.mara", "name": "Mara fan", "area": "mara", "state": "on"},
        {
            "id": "cover.left",
            "name": "Left shade",
            "area": "stube",
            "state": "open",
            "attributes": {"device_class": "shade", **_COVER},
        },
        {
            "id": "cover.right",
            "name": "Right shade",
            "area": "stube",
            "state": "open",
            "attributes": {"device_class": "shade", **_COVER},
        },
        {
            "id": "cover.awning",
            "name": "Awning",
            "area": "patio",
            "state": "closed",
            "attributes": {"device_class": "awning", "current_position": 0},
        },
        {
            "id": "climate.mara",
            "name": "Mara Daikin",
            "area": "mara",
            "state": "heat",
            "attributes": _HEAT,
        },
        {
            "id": "climate.salon",
            "name": "Netatmo",
            "area": "stube",
            "state": "heat",
            "attributes": _HEAT,
        },
        {"id": "vacuum.rosie", "name": "Rosie", "area": "stube", "state": "cleaning"},
        {"id": "lock.shed", "name": "Shed door", "area": "patio", "state": "locked"},
        {
            "id": "alarm_control_panel.ring",
            "name": "Ring Alarm",
            "state": "disarmed",
            "attributes": {"supported_features": 7, "code_arm_required": False},
        },
        {"id": "todo.shop", "name": "Mercadona", "state": "0"},
    ],
}


@pytest.fixture(scope="module")
def house() -> SimulatedHome:
    """A house with names in several languages."""
    return SimulatedHome.from_inventory(HOME)


def hear(house: SimulatedHome, language: str, text: str) -> Understanding:
    """What a sentence means there."""
    return Understander().understand(text, house.snapshot(), load_language(language))


BOTH = "light.a,light.b"

DONE = [
    # Counts: every one of them, and as many as there are.
    ("en", "shades down in the salon, both", "cover.close_cover cover.left,cover.right"),
    ("en", "close both shades in the salon", "cover.close_cover cover.left,cover.right"),
    ("en", "close the two shades in the salon", "cover.close_cover cover.left,cover.right"),
    ("it", "le due mesita al dieci per cento", f'light.turn_on {BOTH} {{"brightness_pct": 10}}'),
    ("it", "spegni tutte e due le mesita", f"light.turn_off {BOTH}"),
    ("es", "apaga las dos mesitas", f"light.turn_off {BOTH}"),
    ("es", "lavadora y lavavajillas, los dos apagados", "switch.turn_off switch.dish,switch.wash"),
    ("fr", "éteins les deux mesita", f"light.turn_off {BOTH}"),
    ("nl", "lavadora en lavavajillas allebei uit", "switch.turn_off switch.dish,switch.wash"),
    # Whose it is, by somebody who was told of.
    ("en", "Mara is asleep, turn her fan off", "fan.turn_off fan.mara"),
    ("en", "poor Mara is freezing, put her blanket on", "switch.turn_on switch.blanket_2"),
    ("de", "Mara schläft, mach bei ihr den Ventilator aus", "fan.turn_off fan.mara"),
    ("nl", "Mara slaapt, doe d'r ventilator uit", "fan.turn_off fan.mara"),
    ("it", "Mara dorme, spegnile la luna", "light.turn_off light.moon"),
    ("en", "blanket on in our room", "switch.turn_on switch.blanket"),
    ("en", "switch on the dome in Mom and Dad's room", "light.turn_on light.dome"),
    # What was named first.
    (
        "it",
        "la luna di Mara falla diventare blu",
        'light.turn_on light.moon {"rgb_color": [0, 0, 255]}',
    ),
    ("it", "la plafoniera, me la accendi?", "light.turn_on light.ceiling"),
    ("es", "la lavadora me la apagas", "switch.turn_off switch.wash"),
    ("fr", "la lavadora, tu me l'éteins ?", "switch.turn_off switch.wash"),
    ("en", "who left the lavadora on? turn it off", "switch.turn_off switch.wash"),
    ("de", "Die Lavadora brauche ich nicht mehr, mach die aus", "switch.turn_off switch.wash"),
    ("it", "accendimi la plafoniera di Mara", "light.turn_on light.ceiling"),
    # A state, a mode or a please for a verb.
    ("es", "el belén encendido", "switch.turn_on switch.crib"),
    ("fr", "belén en marche", "switch.turn_on switch.crib"),
    ("en", "shed door unlocked please", "lock.unlock lock.shed"),
    ("en", "alarm to away", "alarm_control_panel.alarm_arm_away alarm_control_panel.ring"),
    ("en", "Ring alarm on home", "alarm_control_panel.alarm_arm_home alarm_control_panel.ring"),
    (
        "en",
        "arm the alarm, night mode",
        "alarm_control_panel.alarm_arm_night alarm_control_panel.ring",
    ),
    (
        "de",
        "Alarmanlage auf abwesend",
        "alarm_control_panel.alarm_arm_away alarm_control_panel.ring",
    ),
    ("nl", "alarm op thuis", "alarm_control_panel.alarm_arm_home alarm_control_panel.ring"),
    ("fr", "alarme en mode nuit", "alarm_control_panel.alarm_arm_night alarm_control_panel.ring"),
    (
        "it",
        "allarme in modalità casa",
        "alarm_control_panel.alarm_arm_home alarm_control_panel.ring",
    ),
    (
        "es",
        "la alarma en modo ausente",
        "alarm_control_panel.alarm_arm_away alarm_control_panel.ring",
    ),
    ("en", "the shed door wants locking", "lock.lock lock.shed"),
    ("en", "the lavadora needs turning off", "switch.turn_off switch.wash"),
    ("en", "put the worktop on for Mara", "light.turn_on light.worktop"),
    ("nl", "alle sloten dicht", "lock.lock lock.shed"),
    # Awnings go out where blinds go down.
    ("fr", "déroule le store banne", "cover.open_cover cover.awning"),
    ("nl", "draai het zonnescherm uit", "cover.open_cover cover.awning"),
    ("es", "saca el toldo", "cover.open_cover cover.awning"),
    ("en", "string lights on out on the patio", "switch.turn_on switch.strings"),
    # More and less of somebody's.
    (
        "fr",
        "enlève un degré au netatmo",
        'climate.set_temperature climate.salon {"temperature": 19.0}',
    ),
    (
        "it",
        "togli un grado al netatmo",
        'climate.set_temperature climate.salon {"temperature": 19.0}',
    ),
    # The robot, and what it is told last.
    ("en", "Rosie, that's enough, go on back to your dock", "vacuum.return_to_base vacuum.rosie"),
    ("it", "Rosie, a cuccia! Torna alla base", "vacuum.return_to_base vacuum.rosie"),
    ("it", "ferma un attimo Rosie, mettila in pausa", "vacuum.pause vacuum.rosie"),
    (
        "nl",
        "Lavadora en lavavajillas mogen er allebei af",
        "switch.turn_off switch.dish,switch.wash",
    ),
    ("nl", "Rosie, ga jij lekker terug naar je laadstation", "vacuum.return_to_base vacuum.rosie"),
    # What charges, and lists.
    ("es", "pon a cargar el patinete", "switch.turn_on switch.scooter"),
    (
        "es",
        "se ha acabado la lejía, ponla en Mercadona",
        'todo.add_item todo.shop {"item": "Lejía"}',
    ),
]

NOT_DONE = [
    ("en", "close all three shades in the salon"),
    ("en", "Mara's off"),
    ("en", "the alarm went off at home"),
    ("en", "is the alarm on home?"),
    ("en", "don't set the alarm to away"),
    ("en", "Mum said the lavadora was on, turn it off"),
    ("es", "la lavadora apagada"),
    ("es", "¿el belén encendido?"),
    ("es", "una cerveza, porfa"),
    ("it", "un caffè, per favore"),
    ("it", "allarme, per favore"),
    ("en", "shed door unlocked"),
    ("fr", "enlève la lavadora"),
    ("fr", "tu me fatigues"),
    ("en", "close the two doors behind you"),
    ("en", "I need locking advice"),
    ("en", "Mara wants closing time to come"),
]


@pytest.mark.parametrize(("language", "sentence", "calls"), DONE)
def test_what_is_asked_is_done(
    house: SimulatedHome, language: str, sentence: str, calls: str
) -> None:
    """The right services, of the right things."""
    heard = calls_of(hear(house, language, sentence))
    assert as_line(heard) == calls


@pytest.mark.parametrize(("language", "sentence"), NOT_DONE)
def test_what_looks_alike_is_not_done(house: SimulatedHome, language: str, sentence: str) -> None:
    """What is told, asked, forbidden or counted wrongly does nothing."""
    heard = hear(house, language, sentence)
    if isinstance(heard, Understood):
        assert not calls_of(heard)


def test_more_than_were_counted_are_asked_about(house: SimulatedHome) -> None:
    """Of three lamps that are two, nobody knows which."""
    more = {
        **HOME,
        "entities": [
            *HOME["entities"],
            {**HOME["entities"][0], "id": "light.c", "name": "Mesita Eva"},
        ],
    }
    heard = hear(SimulatedHome.from_inventory(more), "es", "apaga las dos mesitas")
    assert isinstance(heard, Question)
