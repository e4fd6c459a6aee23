"""German, as a family speaks to its house: compounds, verbs that come last, umlauts."""

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

KITCHEN = {"light.kueche_decke", "light.arbeitsplatte"}
LIVING_ROOM = {"light.steh", "light.sofa"}
UPSTAIRS = {
    *("light.nacht_anna", "light.nacht_ben", "light.sterne", "light.spiegel", "light.schreibtisch"),
}
ELSEWHERE = {"light.flur", "light.wc", "light.werkbank", "light.kette"}
LIGHTS = KITCHEN | LIVING_ROOM | UPSTAIRS | ELSEWHERE
SHUTTERS = {"cover.wz_links", "cover.wz_rechts"}


@pytest.fixture(scope="module")
def house() -> SimulatedHome:
    return house_of("de")


understand = partial(hear, "de")


def asked(understanding: Understanding) -> Asked:
    """By service: of whom, with what data."""
    calls = calls_of(understanding)
    return {call.full_name: (set(call.targets), dict(call.data)) for call in calls}


ONE_CALL: list[tuple[str, str, set[str], dict[str, Any]]] = [
    # word order and politeness
    ("mach das Küchenlicht aus", "light.turn_off", KITCHEN, {}),
    ("das Licht im Bad bitte ausschalten", "light.turn_off", {"light.spiegel"}, {}),
    ("Schalten Sie bitte das Flurlicht ein", "light.turn_on", {"light.flur"}, {}),
    ("könntest du mal die Stehlampe ausmachen?", "light.turn_off", {"light.steh"}, {}),
    ("ich möchte, dass du die Stehlampe einschaltest", "light.turn_on", {"light.steh"}, {}),
    ("sorg dafür, dass die Stehlampe aus ist", "light.turn_off", {"light.steh"}, {}),
    ("Licht an im Flur", "light.turn_on", {"light.flur"}, {}),
    ("Kaffeemaschine an", "switch.turn_on", {"switch.kaffee"}, {}),
    ("schalte im Arbeitszimmer das Licht an", "light.turn_on", {"light.schreibtisch"}, {}),
    ("Annas Nachttischlampe aus", "light.turn_off", {"light.nacht_anna"}, {}),
    ("mach oben alle Lichter aus", "light.turn_off", UPSTAIRS, {}),
    ("mach überall das Licht aus", "light.turn_off", LIGHTS, {}),
    # compounds
    ("Arbeitszimmerlicht an", "light.turn_on", {"light.schreibtisch"}, {}),
    ("Badezimmerlicht einschalten", "light.turn_on", {"light.spiegel"}, {}),
    ("Schlafzimmerrollladen hoch", "cover.open_cover", {"cover.sz"}, {}),
    ("dreh die Wohnzimmerheizung ab", "climate.turn_off", {"climate.wohnzimmer"}, {}),
    # covers, doors and locks
    ("Rollladen im Schlafzimmer runter", "cover.close_cover", {"cover.sz"}, {}),
    ("fahr die Rollläden im Wohnzimmer hoch", "cover.open_cover", SHUTTERS, {}),
    ("lass die Rollläden im Wohnzimmer runter", "cover.close_cover", SHUTTERS, {}),
    ("mach den linken Rollladen zu", "cover.close_cover", {"cover.wz_links"}, {}),
    (
        "den rechten Rollladen im Wohnzimmer halb runterfahren",
        "cover.set_cover_position",
        {"cover.wz_rechts"},
        {"position": 50},
    ),
    ("Jalousie auf 30 Prozent", "cover.set_cover_position", {"cover.kind"}, {"position": 30}),
    ("Garagentor zu", "cover.close_cover", {"cover.garage"}, {}),
    ("schließ die Haustür ab", "lock.lock", {"lock.haustuer"}, {}),
    ("sperr die Haustür auf", "lock.unlock", {"lock.haustuer"}, {}),
    ("Haustür bitte verriegeln", "lock.lock", {"lock.haustuer"}, {}),
    # how warm
    (
        "stell die Heizung im Wohnzimmer auf 22 Grad",
        "climate.set_temperature",
        {"climate.wohnzimmer"},
        {"temperature": 22},
    ),
    (
        "Heizung im Wohnzimmer auf 21,5 Grad",
        "climate.set_temperature",
        {"climate.wohnzimmer"},
        {"temperature": 21.5},
    ),
    (
        "dreh die Heizung im Wohnzimmer um zwei Grad hoch",
        "climate.set_temperature",
        {"climate.wohnzimmer"},
        {"temperature": 23},
    ),
    (
        "mach es im Schlafzimmer ein bisschen wärmer",
        "climate.set_temperature",
        {"climate.sz"},
        {"temperature": 19},
    ),
    (
        "die Heizung im Wohnzimmer auf Kühlen stellen",
        "climate.set_hvac_mode",
        {"climate.wohnzimmer"},
        {"hvac_mode": "cool"},
    ),
    # how bright, in which colour
    ("dimme die Stehlampe auf 20 Prozent", "light.turn_on", {"light.steh"}, {"brightness_pct": 20}),
    ("mach die Stehlampe heller", "light.turn_on", {"light.steh"}, {"brightness_pct": 70}),
    (
        "mach die Stehlampe um zehn Prozent dunkler",
        "light.turn_on",
        {"light.steh"},
        {"brightness_pct": 40},
    ),
    ("Stehlampe auf die Hälfte", "light.turn_on", {"light.steh"}, {"brightness_pct": 50}),
    ("Stehlampe auf drei Viertel", "light.turn_on", {"light.steh"}, {"brightness_pct": 75}),
    ("Stehlampe volle Helligkeit", "light.turn_on", {"light.steh"}, {"brightness_pct": 100}),
    ("mach die Stehlampe rot", "light.turn_on", {"light.steh"}, {"rgb_color": [255, 0, 0]}),
    ("stell die Stehlampe auf grün", "light.turn_on", {"light.steh"}, {"rgb_color": [0, 128, 0]}),
    (
        "mach die Stehlampe blau und auf 50 Prozent",
        "light.turn_on",
        {"light.steh"},
        {"rgb_color": [0, 0, 255], "brightness_pct": 50},
    ),
    ("Sofalicht warmweiß", "light.turn_on", {"light.sofa"}, {"color_temp_kelvin": 2700}),
    # players, fans and robots
    ("mach den Fernseher leiser", "media_player.volume_down", {"media_player.tv"}, {}),
    (
        "stell die Lautstärke vom Radio auf 20 Prozent",
        "media_player.volume_set",
        {"media_player.radio"},
        {"volume_level": 0.2},
    ),
    ("halt das Radio an", "media_player.media_pause", {"media_player.radio"}, {}),
    (
        "Fernseher stummschalten",
        "media_player.volume_mute",
        {"media_player.tv"},
        {"is_volume_muted": True},
    ),
    ("Ventilator auf 75 Prozent", "fan.set_percentage", {"fan.sz"}, {"percentage": 75}),
    ("schick Robbi zurück zur Ladestation", "vacuum.return_to_base", {"vacuum.robbi"}, {}),
    ("lass den Saugroboter saugen", "vacuum.start", {"vacuum.robbi"}, {}),
    ("starte den Rasenmäher", "lawn_mower.start_mowing", {"lawn_mower.shaun"}, {}),
    ("dreh die Bewässerung auf", "valve.open_valve", {"valve.garten"}, {}),
    ("Staubsauger zurück zur Basis", "vacuum.return_to_base", {"vacuum.robbi"}, {}),
    ("Filmabend aktivieren", "scene.turn_on", {"scene.filmabend"}, {}),
    (
        "Alarmanlage scharf schalten",
        "alarm_control_panel.alarm_arm_away",
        {"alarm_control_panel.alarm"},
        {},
    ),
    # lists
    (
        "setz rote Äpfel auf die Einkaufsliste",
        "todo.add_item",
        {"todo.einkauf"},
        {"item": "Rote Äpfel"},
    ),
    ("füge Brot zur Einkaufsliste hinzu", "todo.add_item", {"todo.einkauf"}, {"item": "Brot"}),
    (
        "Müll rausbringen auf die Liste Haushalt setzen",
        "todo.add_item",
        {"todo.haushalt"},
        {"item": "Müll rausbringen"},
    ),
    ("lösche Brot von der Einkaufsliste", "todo.remove_item", {"todo.einkauf"}, {"item": "Brot"}),
    # typed without the right keys, or with a slip
    ("Kuechenlicht an", "light.turn_on", KITCHEN, {}),
    ("Licht in der Kuche aus", "light.turn_off", KITCHEN, {}),
    ("oeffne das Garagentor", "cover.open_cover", {"cover.garage"}, {}),
    ("schliesse das Garagentor", "cover.close_cover", {"cover.garage"}, {}),
    ("schlate die Stehlmape aus", "light.turn_off", {"light.steh"}, {}),
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
            "mach das Licht in der Küche und im Bad aus",
            {"light.turn_off": (KITCHEN | {"light.spiegel"}, {})},
        ),
        (
            "das Licht in der Küche und im Flur ausschalten",
            {"light.turn_off": (KITCHEN | {"light.flur"}, {})},
        ),
        (
            "mach das Licht in der Küche an und den Fernseher aus",
            {
                "light.turn_on": (KITCHEN, {}),
                "media_player.turn_off": ({"media_player.tv"}, {}),
            },
        ),
        (
            "mach die Stehlampe an, den Fernseher und das Radio aus",
            {
                "light.turn_on": ({"light.steh"}, {}),
                "media_player.turn_off": ({"media_player.tv", "media_player.radio"}, {}),
            },
        ),
        ("Stehlampe und Sofalicht aus", {"light.turn_off": (LIVING_ROOM, {})}),
        (
            "schalte den Lüfter im Bad und im Schlafzimmer aus",
            {"fan.turn_off": ({"fan.bad", "fan.sz"}, {})},
        ),
        (
            "fahr im Wohnzimmer die Rollläden runter und schließ die Haustür ab",
            {"cover.close_cover": (SHUTTERS, {}), "lock.lock": ({"lock.haustuer"}, {})},
        ),
        (
            "stell die Heizung im Wohnzimmer und im Schlafzimmer auf 20 Grad",
            {
                "climate.set_temperature": (
                    {"climate.wohnzimmer", "climate.sz"},
                    {"temperature": 20},
                )
            },
        ),
        ("alle Lichter aus außer im Wohnzimmer", {"light.turn_off": (LIGHTS - LIVING_ROOM, {})}),
        (
            "mach alle Lichter bis auf die Stehlampe aus",
            {"light.turn_off": (LIGHTS - {"light.steh"}, {})},
        ),
        (
            "alle Rollläden runterfahren außer im Schlafzimmer",
            {"cover.close_cover": (SHUTTERS, {})},
        ),
    ],
)
def test_several_at_once(house: SimulatedHome, sentence: str, calls: Asked) -> None:
    assert asked(understand(house, sentence)) == calls


@pytest.mark.parametrize(
    ("sentence", "mentioned", "service"),
    [
        ("mach sie wieder aus", ("light.steh",), "light.turn_off"),
        ("schalte ihn ein", ("media_player.tv",), "media_player.turn_on"),
        ("mach ihn halb auf", ("cover.sz",), "cover.set_cover_position"),
        ("und jetzt mach sie rot", ("light.steh",), "light.turn_on"),
    ],
)
def test_what_was_spoken_of(
    house: SimulatedHome, sentence: str, mentioned: tuple[str, ...], service: str
) -> None:
    [(called, (targets, _))] = asked(understand(house, sentence, mentioned=mentioned)).items()
    assert (called, targets) == (service, set(mentioned))


def test_the_room_of_the_speaker(house: SimulatedHome) -> None:
    assert asked(understand(house, "Licht an", "kueche")) == {"light.turn_on": (KITCHEN, {})}
    here = understand(house, "mach hier drin das Licht aus", "wohnzimmer")
    assert asked(here) == {"light.turn_off": (LIVING_ROOM, {})}


@pytest.mark.parametrize(
    "sentence", ["mach das Licht aus", "Rollläden hoch", "mach die Nachttischlampe an"]
)
def test_between_several_we_ask(house: SimulatedHome, sentence: str) -> None:
    """Also where one of them is called nothing but "Licht"."""
    assert isinstance(understand(house, sentence), Question)


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("schalte die Waschmaschine aus", {"entity": "Waschmaschine"}),
        ("mach das Licht im Keller an", {"area": "Keller"}),
        ("schalte den Fernseher im Bad ein", {"entity": "Fernseher", "area": "Bad"}),
        ("mach alle Lichter aus außer der Discokugel", {"entity": "Discokugel"}),
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
        ("ist das Licht in der Küche an?", {"on"}, KITCHEN),
        ("brennt in der Küche noch Licht?", {"on"}, KITCHEN),
        ("welche Lampen brennen im Schlafzimmer", {"on"}, {"light.nacht_anna", "light.nacht_ben"}),
        ("wie viele Lichter sind oben an?", {"on"}, UPSTAIRS),
        ("läuft der Fernseher noch", {"on", "playing"}, {"media_player.tv"}),
        (
            "sind alle Fenster zu?",
            {"off"},
            {"binary_sensor.kuechenfenster", "binary_sensor.sz_fenster"},
        ),
        (
            "ist irgendwo ein Fenster offen?",
            {"on"},
            {"binary_sensor.kuechenfenster", "binary_sensor.sz_fenster"},
        ),
        ("steht das Garagentor offen?", {"open"}, {"cover.garage"}),
        ("kannst du mir sagen, ob die Haustür abgeschlossen ist?", {"locked"}, {"lock.haustuer"}),
        ("habe ich die Haustür abgeschlossen?", {"locked"}, {"lock.haustuer"}),
        ("saugt Robbi gerade?", {"cleaning"}, {"vacuum.robbi"}),
        ("gibt es Rauch in der Küche?", {"on"}, {"binary_sensor.rauch"}),
        ("ist Anna zu Hause?", {"home"}, {"person.anna"}),
        ("ist Ben daheim", {"home"}, {"person.ben"}),
        ("ist Ben unterwegs?", {"home"}, {"person.ben"}),
        ("wer ist zu Hause?", {"home"}, {"person.anna", "person.ben"}),
        ("sind alle zuhause?", {"home"}, {"person.anna", "person.ben"}),
        ("wie warm ist es im Bad?", set(), {"sensor.bad_temp"}),
        ("wie viel Grad hat es im Schlafzimmer?", set(), {"climate.sz"}),
        ("wie hoch ist die Luftfeuchtigkeit im Bad", set(), {"sensor.bad_feuchte"}),
        ("wie ist das Wetter heute?", set(), {"weather.zuhause"}),
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
        "mach das Licht nicht aus",
        "schalte die Stehlampe bloß nicht ein",
        "lass die Stehlampe an",
        "die Stehlampe anlassen",
        "das Licht soll an bleiben",
        "Milch nicht auf die Einkaufsliste setzen",
        "vergiss nicht, die Haustür abzuschließen",
        # told, not asked
        "die Stehlampe ist an",
        "die Stehlampe brennt",
        "ich habe die Stehlampe ausgeschaltet",
        "gestern habe ich die Haustür abgeschlossen",
        "Anna hat das Garagentor geöffnet",
        "das Licht in der Küche ging aus",
        "Anna macht die Stehlampe aus",
        "Anna wollte Milch auf die Einkaufsliste setzen",
        "nachts sind alle Lichter aus",
        # what if
        "ich wollte die Stehlampe ausmachen",
        "wir sollten die Haustür abschließen",
        "hätte ich doch die Stehlampe ausgemacht",
        "soll ich die Haustür abschließen?",
        "kann man die Stehlampe dimmen?",
        "wie schalte ich die Stehlampe aus?",
        "was passiert, wenn ich die Stehlampe ausschalte?",
        "stell dir vor, die Stehlampe geht aus",
        "ist es besser, die Stehlampe auszuschalten?",
        # later
        "mach die Stehlampe in 10 Minuten aus",
        "schalte um 8 die Stehlampe ein",
        "fahr die Rollläden im Wohnzimmer um 7 hoch",
        "Stehlampe aus um 8",
        "mach um halb acht die Stehlampe an",
        "Haustür um 22 Uhr abschließen",
        "mach die Stehlampe für eine Stunde an",
        "wenn es dunkel wird, mach die Stehlampe an",
        "falls es regnet, schließ das Garagentor",
        "mach die Stehlampe aus, sobald Anna geht",
        "morgen früh alle Rollläden hochfahren",
        "mach jeden Abend die Haustür zu",
        # not for a house
        "die Stehlampe",
        "mach dir keine Sorgen",
        "öffne ein Bankkonto",
        "schließ die Augen",
        "dreh dich um",
        "schalt mal ab",
        "mach zu",
        "schließ auf",
        "Licht ausschalten spart Strom",
        "Fernseher aus der Küche holen",
        "die Stehlampe im Wohnzimmer einschalten wäre gut",
        "setz keine Milch auf die Einkaufsliste",
        "stell die Haustür auf 50 Prozent",
    ],
)
def test_nothing_is_done_where_nothing_is_asked(house: SimulatedHome, sentence: str) -> None:
    understanding = understand(house, sentence)
    if isinstance(understanding, Understood):
        assert not asked(understanding)
    else:
        assert isinstance(understanding, Refusal | NotUnderstood | Remark)
