"""Rooms full of the same devices, several settings in one breath, and "the one in the kitchen"."""

from functools import cache
from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

from .speaking import as_line, calls_of

_COOLS = {
    "hvac_modes": ["off", "cool", "heat", "dry", "fan_only", "auto"],
    "temperature": 23,
    "min_temp": 16,
    "max_temp": 30,
    "fan_modes": ["auto", "low", "medium", "high"],
    "swing_modes": ["off", "vertical", "horizontal", "both"],
    "swing_mode": "off",
    "supported_features": [
        f"climate.ClimateEntityFeature.{name}"
        for name in ("TARGET_TEMPERATURE", "FAN_MODE", "SWING_MODE", "TURN_ON", "TURN_OFF")
    ],
}
_PLAYS = {
    "device_class": "speaker",
    "volume_level": 0.5,
    "supported_features": [
        f"media_player.MediaPlayerEntityFeature.{name}"
        for name in ("PLAY", "PAUSE", "VOLUME_SET", "TURN_ON", "TURN_OFF")
    ],
}
_BLOWS = {"percentage_step": 33.3, "oscillating": False}
_ROOMS = {
    "en": ("Kitchen", "Study", "Bedroom"),
    "de": ("Küche", "Büro", "Schlafzimmer"),
    "nl": ("Keuken", "Kantoor", "Slaapkamer"),
    "fr": ("Cuisine", "Bureau", "Chambre"),
    "it": ("Cucina", "Studio", "Camera"),
    "es": ("Cocina", "Despacho", "Dormitorio"),
}


@cache
def _house(language: str) -> SimulatedHome:
    ids = ("kitchen", "study", "bedroom")
    things: list[tuple[str, str, str, dict[str, Any]]] = [
        *((f"light.{room}", f"Hue {room}", "on", _LIT) for room in ids),
        *((f"fan.{room}", f"Dyson {room}", "off", _BLOWS) for room in ids[::2]),
        *((f"climate.{room}", f"Daikin {room}", "off", _COOLS) for room in ids[1:]),
        *((f"media_player.{room}", f"Sonos {room}", "off", _PLAYS) for room in ids[:2]),
        ("humidifier.bedroom", "Levoit bedroom", "off", {"humidity": 40, "min_humidity": 20}),
    ]
    areas = [{"id": id_, "name": name} for id_, name in zip(ids, _ROOMS[language], strict=True)]
    return SimulatedHome.from_inventory(
        {
            "areas": areas,
            "entities": [
                {
                    "id": id_,
                    "name": name,
                    "area": id_.partition(".")[2],
                    "state": state,
                    "attributes": attributes,
                }
                for id_, name, state, attributes in things
            ],
        }
    )


_LIT = {"supported_color_modes": ["rgb", "color_temp"], "color_mode": "rgb", "brightness": 200}


def _understand(language: str, sentence: str, room: str | None = None) -> Understanding:
    home = _house(language).snapshot()
    return Understander().understand(sentence, home, load_language(language), area_id=room)


ONES = [
    (
        "turn off the fan in the kitchen and turn on the one in the bedroom",
        "fan.turn_off fan.kitchen | fan.turn_on fan.bedroom",
    ),
    (
        "turn off the kitchen fan and turn on the bedroom one",
        "fan.turn_off fan.kitchen | fan.turn_on fan.bedroom",
    ),
    (
        "dim the light in the kitchen to 10 percent, the one in the study to 20",
        (
            'light.turn_on light.kitchen {"brightness_pct": 10}'
            ' | light.turn_on light.study {"brightness_pct": 20}'
        ),
    ),
    (
        "set the AC in the study to 20 and that in the bedroom to 22",
        (
            'climate.set_temperature climate.study {"temperature": 20.0}'
            ' | climate.set_temperature climate.bedroom {"temperature": 22.0}'
        ),
    ),
]


@pytest.mark.parametrize(("sentence", "calls"), ONES)
def test_one_is_of_the_kind_that_the_sentence_named(sentence: str, calls: str) -> None:
    assert as_line(calls_of(_understand("en", sentence))) == calls


def test_one_of_no_kind_is_no_lamp() -> None:
    """Nothing says what "the one" is, and the lights of that room are the worst guess."""
    assert not isinstance(_understand("en", "the one in the study on"), Understood)


SETTINGS = [
    (
        "change the fan speed of the air conditioner in the study to high and swing on",
        (
            'climate.set_fan_mode climate.study {"fan_mode": "high"}'
            ' | climate.set_swing_mode climate.study {"swing_mode": "both"}'
        ),
    ),
    (
        "set the fan speed of the study AC to medium, and its temperature to 21",
        (
            'climate.set_fan_mode climate.study {"fan_mode": "medium"}'
            ' | climate.set_temperature climate.study {"temperature": 21.0}'
        ),
    ),
    (
        "put the AC in the study in cooling mode at low speed",
        (
            'climate.set_hvac_mode climate.study {"hvac_mode": "cool"}'
            ' | climate.set_fan_mode climate.study {"fan_mode": "low"}'
        ),
    ),
    (
        "set the AC in the study to heat mode with 26 degrees",
        'climate.set_temperature climate.study {"hvac_mode": "heat", "temperature": 26.0}',
    ),
    (
        "set the AC in the study to auto and the bedroom one to cool at 20 with high fan",
        (
            'climate.set_hvac_mode climate.study {"hvac_mode": "auto"}'
            ' | climate.set_temperature climate.bedroom {"hvac_mode": "cool", "temperature": 20.0}'
            ' | climate.set_fan_mode climate.bedroom {"fan_mode": "high"}'
        ),
    ),
    (
        "turn on the study AC, cool mode, 22 degrees, high fan",
        (
            'climate.set_temperature climate.study {"hvac_mode": "cool", "temperature": 22.0}'
            ' | climate.set_fan_mode climate.study {"fan_mode": "high"}'
        ),
    ),
    (
        "set the temperature of the AC in the study to 22 and the mode to dry",
        (
            'climate.set_temperature climate.study {"temperature": 22.0}'
            ' | climate.set_temperature climate.study {"hvac_mode": "dry", "temperature": 22.0}'
        ),
    ),
    (
        "set the light in the study to 30 percent and the color temperature to 3000",
        (
            'light.turn_on light.study {"brightness_pct": 30}'
            ' | light.turn_on light.study {"color_temp_kelvin": 3000}'
        ),
    ),
    (
        "turn on the speaker in the study and set the volume to 40",
        (
            "media_player.turn_on media_player.study"
            ' | media_player.volume_set media_player.study {"volume_level": 0.4}'
        ),
    ),
    (
        "set the intensity of the humidifier to 60",
        'humidifier.set_humidity humidifier.bedroom {"humidity": 60}',
    ),
    (
        "set the intensity of the light in the study to 60",
        'light.turn_on light.study {"brightness_pct": 60}',
    ),
]


@pytest.mark.parametrize(("sentence", "calls"), SETTINGS)
def test_each_setting_is_made_and_of_the_right_thing(sentence: str, calls: str) -> None:
    assert as_line(calls_of(_understand("en", sentence))) == calls


def test_a_fan_beside_an_air_conditioner_is_a_fan() -> None:
    """In the bedroom there is one that belongs to nothing."""
    found = _understand("en", "set the AC to 24 and the fan on high", "bedroom")
    assert [call.targets for call in calls_of(found)] == [("climate.bedroom",), ("fan.bedroom",)]


ON_AT = [
    ("en", "turn on the speaker in the study at 20 percent"),
    ("en", "study speaker on, volume 20"),
    ("de", "Schalte den Lautsprecher im Büro ein, Lautstärke 20"),
    ("nl", "zet de speaker in het kantoor aan, volume 20"),
    ("fr", "allume l'enceinte du bureau, volume 20"),
    ("it", "accendi l'altoparlante dello studio, volume 20"),
    ("es", "enciende el altavoz del despacho, volumen 20"),
]


@pytest.mark.parametrize(("language", "sentence"), ON_AT)
def test_what_is_off_is_turned_on_before_its_level_is_set(language: str, sentence: str) -> None:
    assert as_line(calls_of(_understand(language, sentence))) == (
        "media_player.turn_on media_player.study"
        ' | media_player.volume_set media_player.study {"volume_level": 0.2}'
    )


ROUGHLY = [
    ("en", "turn the light in the study down to about 20 percent"),
    ("en", "dim the light in the study to around 20"),
    ("en", "bring the light in the study down to 20 percent or so"),
    ("de", "dimm das Licht im Büro auf so um die 20 Prozent"),
    ("nl", "dim het licht in het kantoor naar pakweg 20 procent"),
    ("fr", "baisse la lumière du bureau à environ 20 %"),
    ("it", "abbassa la luce dello studio al 20% circa"),
    ("es", "baja la luz del despacho al 20 % más o menos"),
]


@pytest.mark.parametrize(("language", "sentence"), ROUGHLY)
def test_about_so_much_is_so_much(language: str, sentence: str) -> None:
    """Never by so much: "down to about 20" is no 20 less."""
    calls = as_line(calls_of(_understand(language, sentence)))
    assert calls == 'light.turn_on light.study {"brightness_pct": 20}'


BIT = [
    ("make the light in the study a bit brighter, say 90 percent", 90),
    ("make the light in the study a bit brighter, like 5 percent", 83),
]


@pytest.mark.parametrize(("sentence", "percent"), BIT)
def test_what_is_no_bit_is_where_it_should_be(sentence: str, percent: int) -> None:
    (call,) = calls_of(_understand("en", sentence))
    assert call.data == {"brightness_pct": percent}


THERE = [
    "turn off the fan in the kitchen and turn off the light there",
    "turn off the fan in the kitchen and the light in there too",
]


@pytest.mark.parametrize("sentence", THERE)
def test_there_is_the_room_that_the_sentence_named(sentence: str) -> None:
    calls = as_line(calls_of(_understand("en", sentence)))
    assert calls == "fan.turn_off fan.kitchen | light.turn_off light.kitchen"


def test_whom_nobody_is_there_is_told_of_changes_nothing() -> None:
    found = _understand("en", "turn off the light in the kitchen, nobody is there")
    assert as_line(calls_of(found)) == "light.turn_off light.kitchen"


ALONE = [
    (
        "en",
        "let the fan in the bedroom oscillate",
        'fan.oscillate fan.bedroom {"oscillating": true}',
    ),
    ("en", "get the bedroom fan swinging", 'fan.oscillate fan.bedroom {"oscillating": true}'),
    ("en", "turn the Levoit bedroom machine on", "humidifier.turn_on humidifier.bedroom"),
    ("de", "schalte das Gerät Levoit bedroom ein", "humidifier.turn_on humidifier.bedroom"),
    (
        "en",
        "whack the AC in the bedroom down a couple of degrees",
        'climate.set_temperature climate.bedroom {"temperature": 21.0}',
    ),
]


@pytest.mark.parametrize(("language", "sentence", "calls"), ALONE)
def test_what_a_thing_is_made_to_do(language: str, sentence: str, calls: str) -> None:
    assert as_line(calls_of(_understand(language, sentence))) == calls


NOT_A_COMMAND = [
    "let it go",
    "turn on the washing machine",
    "have the kids turn off the light in the study",
    "take the bins out",
]


@pytest.mark.parametrize("sentence", NOT_A_COMMAND)
def test_what_nothing_here_is_made_to_do(sentence: str) -> None:
    assert not isinstance(_understand("en", sentence), Understood)


WRONG_BEFORE = [
    (
        "turn the volume in the kitchen down to 5 and in the study up to 90",
        (
            'media_player.volume_set media_player.kitchen {"volume_level": 0.05}'
            ' | media_player.volume_set media_player.study {"volume_level": 0.9}'
        ),
    ),
    (
        "set the brightness of the lights in the study and the kitchen to 20 and 40 respectively",
        (
            'light.turn_on light.study {"brightness_pct": 20}'
            ' | light.turn_on light.kitchen {"brightness_pct": 40}'
        ),
    ),
    (
        "raise the temperature of the AC in the study by 2",
        'climate.set_temperature climate.study {"temperature": 25.0}',
    ),
    (
        "make it 20 degrees in the study with low fan",
        (
            'climate.set_temperature climate.study {"temperature": 20.0}'
            ' | climate.set_fan_mode climate.study {"fan_mode": "low"}'
        ),
    ),
    (
        "turn on the heating in the study",
        'climate.set_hvac_mode climate.study {"hvac_mode": "heat"}',
    ),
    (
        "set the speaker in the study to mute",
        'media_player.volume_mute media_player.study {"is_volume_muted": true}',
    ),
]


@pytest.mark.parametrize(("sentence", "calls"), WRONG_BEFORE)
def test_what_was_done_otherwise(sentence: str, calls: str) -> None:
    """Dimmed a lamp, planned for two o'clock, or cooled."""
    assert as_line(calls_of(_understand("en", sentence))) == calls


def test_more_of_what_has_no_more_chooses_no_mode() -> None:
    """An automatic fan has no next speed, and "fan" is no mode of the air conditioner here."""
    found = _understand("en", "increase the fan speed of the air conditioner in the study")
    assert not isinstance(found, Understood) or not calls_of(found)


def test_a_bin_has_no_curtain() -> None:
    """A cover of no class may be any, but not what its name says that it is not."""
    home = SimulatedHome.from_inventory(
        {
            "areas": [{"id": "kitchen", "name": "Kitchen"}],
            "entities": [
                {
                    "id": "cover.bin",
                    "name": "Kitchen Trash Can",
                    "area": "kitchen",
                    "state": "closed",
                }
            ],
        }
    ).snapshot()
    english = load_language("en")
    assert not isinstance(
        Understander().understand("open the curtain in the kitchen", home, english), Understood
    )
    opened = Understander().understand("open the trash can", home, english)
    assert as_line(calls_of(opened)) == "cover.open_cover cover.bin"
