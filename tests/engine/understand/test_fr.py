"""French, as a family speaks to its house: what is asked of whom, and what is left alone."""

from functools import partial
from typing import Any

import pytest

from home_agent.engine.plan import QueryStep
from home_agent.engine.understand import (
    Question,
    Understanding,
    Understood,
)
from home_agent.simulated import SimulatedHome

from .speaking import calls_of, hear, house_of


@pytest.fixture(scope="module")
def house() -> SimulatedHome:
    return house_of("fr")


understand = partial(hear, "fr")


def asked(understanding: Understanding) -> list[tuple[str, set[str], dict[str, Any]]]:
    """The calls, in order: the service, of whom, with what data."""
    calls = calls_of(understanding)
    return [(call.full_name, set(call.targets), dict(call.data)) for call in calls]


LIGHTS = {one for one in house_of("fr").snapshot().states if one.startswith("light.")}

ONE_CALL: list[tuple[str, str, str, dict[str, Any]]] = [
    ("allume le lampadaire", "light.turn_on", "light.lampadaire", {}),
    ("Allume-moi le lampadaire s'il te plaît", "light.turn_on", "light.lampadaire", {}),
    ("tu peux éteindre la lampe de l'entrée ?", "light.turn_off", "light.entree", {}),
    (
        "Pourriez-vous fermer le portail, s'il vous plaît ?",
        "cover.close_cover",
        "cover.portail",
        {},
    ),
    ("est-ce que tu pourrais allumer la guirlande", "light.turn_on", "light.guirlande", {}),
    ("dis, tu m'éteins la veilleuse ?", "light.turn_off", "light.veilleuse", {}),
    ("j'aimerais bien que tu éteignes la veilleuse", "light.turn_off", "light.veilleuse", {}),
    ("merci d'éteindre les spots", "light.turn_off", "light.spots", {}),
    ("veuillez verrouiller la porte d'entrée", "lock.lock", "lock.entree", {}),
    ("je voudrais de la lumière dans l'entrée", "light.turn_on", "light.entree", {}),
    ("allumer la salle de bains", "light.turn_on", "light.miroir", {}),
    ("allume la lumière de la sdb", "light.turn_on", "light.miroir", {}),
    ("ouvre la lumière du bureau", "light.turn_on", "light.bureau", {}),
    ("ferme la lumière du bureau", "light.turn_off", "light.bureau", {}),
    ("la lumière du bureau, tu peux l'éteindre ?", "light.turn_off", "light.bureau", {}),
    ("Éclaire le jardin", "light.turn_on", "light.guirlande", {}),
    (
        "mets la lampe de chevet en bleu",
        "light.turn_on",
        "light.chevet",
        {"rgb_color": [0, 0, 255]},
    ),
    (
        "passe la veilleuse en blanc chaud",
        "light.turn_on",
        "light.veilleuse",
        {"color_temp_kelvin": 2700},
    ),
    (
        "mets la guirlande en rouge à quatre-vingt-dix pour cent",
        "light.turn_on",
        "light.guirlande",
        {"rgb_color": [255, 0, 0], "brightness_pct": 90},
    ),
    (
        "règle la lampe de bureau sur soixante-quinze pourcent",
        "light.turn_on",
        "light.bureau",
        {"brightness_pct": 75},
    ),
    ("lampe de bureau à 20 %", "light.turn_on", "light.bureau", {"brightness_pct": 20}),
    ("baisse un peu la lampe de bureau", "light.turn_on", "light.bureau", {"brightness_pct": 70}),
    (
        "augmente la luminosité de la lampe de bureau de dix pour cent",
        "light.turn_on",
        "light.bureau",
        {"brightness_pct": 90},
    ),
    (
        "mets la lumière du bureau moins forte",
        "light.turn_on",
        "light.bureau",
        {"brightness_pct": 60},
    ),
    (
        "mets les spots de la cuisine au maximum",
        "light.turn_on",
        "light.spots",
        {"brightness_pct": 100},
    ),
    ("baisse le volet du séjour", "cover.close_cover", "cover.sejour", {}),
    (
        "ouvre le volet de Léa aux trois quarts",
        "cover.set_cover_position",
        "cover.lea",
        {"position": 75},
    ),
    (
        "ouvre un peu le volet de la cuisine",
        "cover.set_cover_position",
        "cover.cuisine",
        {"position": 70},
    ),
    (
        "ferme le volet du séjour à moitié",
        "cover.set_cover_position",
        "cover.sejour",
        {"position": 50},
    ),
    ("ferme la porte de service à clé", "lock.lock", "lock.service", {}),
    ("déverrouille la cuisine", "lock.unlock", "lock.service", {}),
    (
        "mets le thermostat à 21,5",
        "climate.set_temperature",
        "climate.sejour",
        {"temperature": 21.5},
    ),
    (
        "chauffage du séjour à vingt et un degrés",
        "climate.set_temperature",
        "climate.sejour",
        {"temperature": 21},
    ),
    (
        "monte la température du séjour de deux degrés",
        "climate.set_temperature",
        "climate.sejour",
        {"temperature": 22},
    ),
    (
        "baisse le thermostat d'un demi-degré",
        "climate.set_temperature",
        "climate.sejour",
        {"temperature": 19.5},
    ),
    (
        "mets un degré de plus dans le séjour",
        "climate.set_temperature",
        "climate.sejour",
        {"temperature": 21},
    ),
    ("allume la clim", "climate.turn_on", "climate.bureau", {}),
    (
        "passe le thermostat en mode éco",
        "climate.set_preset_mode",
        "climate.sejour",
        {"preset_mode": "eco"},
    ),
    (
        "mets le thermostat sur absent",
        "climate.set_preset_mode",
        "climate.sejour",
        {"preset_mode": "away"},
    ),
    (
        "mets le thermostat en mode auto",
        "climate.set_hvac_mode",
        "climate.sejour",
        {"hvac_mode": "auto"},
    ),
    (
        "mets le ventilateur en mode nuit",
        "fan.set_preset_mode",
        "fan.ventilateur",
        {"preset_mode": "nuit"},
    ),
    ("baisse le son de la télévision", "media_player.volume_down", "media_player.tele", {}),
    (
        "mets le volume de l'enceinte à vingt",
        "media_player.volume_set",
        "media_player.enceinte",
        {"volume_level": 0.2},
    ),
    (
        "coupe le son de la TV",
        "media_player.volume_mute",
        "media_player.tele",
        {"is_volume_muted": True},
    ),
    ("mets la télé en pause", "media_player.media_pause", "media_player.tele", {}),
    ("arrête la musique dans la cuisine", "media_player.media_pause", "media_player.enceinte", {}),
    (
        "mets Netflix sur la télé",
        "media_player.select_source",
        "media_player.tele",
        {"source": "Netflix"},
    ),
    ("passe l'aspirateur", "vacuum.start", "vacuum.nestor", {}),
    ("Nestor, rentre à la base", "vacuum.return_to_base", "vacuum.nestor", {}),
    ("renvoie l'aspirateur à sa base", "vacuum.return_to_base", "vacuum.nestor", {}),
    ("coupe l'arrosage", "valve.close_valve", "valve.arrosage", {}),
    ("active l'alarme", "alarm_control_panel.alarm_arm_away", "alarm_control_panel.alarme", {}),
    ("lance la soirée cinéma", "scene.turn_on", "scene.cinema", {}),
    ("ajoute du lait à la liste de courses", "todo.add_item", "todo.courses", {"item": "Lait"}),
    (
        "mets de l'huile d'olive sur la liste de courses",
        "todo.add_item",
        "todo.courses",
        {"item": "Huile d'olive"},
    ),
    (
        "enlève le jus de pomme de la liste de courses",
        "todo.remove_item",
        "todo.courses",
        {"item": "Jus de pomme"},
    ),
    ("eteins la lumiere de l'entree", "light.turn_off", "light.entree", {}),
    ("alume la cuisne", "light.turn_on", "light.spots", {}),
    ("étein la veileuse", "light.turn_off", "light.veilleuse", {}),
    ("ferm le portial", "cover.close_cover", "cover.portail", {}),
]


@pytest.mark.parametrize(("sentence", "service", "target", "data"), ONE_CALL)
def test_one_command(
    house: SimulatedHome, sentence: str, service: str, target: str, data: dict[str, Any]
) -> None:
    """The right service, of the right thing, with the right data."""
    assert asked(understand(house, sentence)) == [(service, {target}, data)]


SEVERAL: list[tuple[str, list[tuple[str, set[str], dict[str, Any]]]]] = [
    (
        "éteins la télé, ferme le portail et allume la guirlande",
        [
            ("media_player.turn_off", {"media_player.tele"}, {}),
            ("cover.close_cover", {"cover.portail"}, {}),
            ("light.turn_on", {"light.guirlande"}, {}),
        ],
    ),
    (
        "allume le lampadaire, la guirlande et la lampe de chevet",
        [("light.turn_on", {"light.lampadaire", "light.guirlande", "light.chevet"}, {})],
    ),
    (
        "éteins la lumière du bureau et celle de la cuisine",
        [("light.turn_off", {"light.bureau", "light.spots"}, {})],
    ),
    (
        "ouvre les volets du séjour et de la cuisine à 30 %",
        [("cover.set_cover_position", {"cover.sejour", "cover.cuisine"}, {"position": 30})],
    ),
    (
        "mets le chauffage du séjour à 20 et celui du bureau à 23",
        [
            ("climate.set_temperature", {"climate.sejour"}, {"temperature": 20}),
            ("climate.set_temperature", {"climate.bureau"}, {"temperature": 23}),
        ],
    ),
    (
        "allume la lampe de chevet et mets-la en vert",
        [
            ("light.turn_on", {"light.chevet"}, {}),
            ("light.turn_on", {"light.chevet"}, {"rgb_color": [0, 128, 0]}),
        ],
    ),
    (
        "éteins toutes les lumières sauf celle du bureau",
        [("light.turn_off", LIGHTS - {"light.bureau"}, {})],
    ),
    (
        "éteins toutes les lampes sauf la veilleuse et la guirlande",
        [("light.turn_off", LIGHTS - {"light.veilleuse", "light.guirlande"}, {})],
    ),
    (
        "éteins tout à l'étage",
        [
            (
                "light.turn_off",
                {"light.chevet", "light.veilleuse", "light.miroir", "light.bureau"},
                {},
            ),
            ("fan.turn_off", {"fan.ventilateur"}, {}),
        ],
    ),
    (
        "éteins les deux lampes du séjour",
        [("light.turn_off", {"light.plafonnier", "light.lampadaire"}, {})],
    ),
    (
        "ferme tout",
        [
            (
                "cover.close_cover",
                {"cover.sejour", "cover.cuisine", "cover.lea", "cover.portail"},
                {},
            )
        ],
    ),
    (
        "verrouille toutes les portes de la maison",
        [("lock.lock", {"lock.entree", "lock.service"}, {})],
    ),
    (
        "ajoute des œufs et du papier toilette à la liste de courses",
        [
            ("todo.add_item", {"todo.courses"}, {"item": "Œufs"}),
            ("todo.add_item", {"todo.courses"}, {"item": "Papier toilette"}),
        ],
    ),
]


@pytest.mark.parametrize(("sentence", "calls"), SEVERAL)
def test_several_things(
    house: SimulatedHome, sentence: str, calls: list[tuple[str, set[str], dict[str, Any]]]
) -> None:
    """What a part leaves unsaid comes from its fellows, and what is left out stays as it is."""
    assert asked(understand(house, sentence)) == calls


@pytest.mark.parametrize(
    ("sentence", "service", "data"),
    [
        ("éteins-la", "light.turn_off", {}),
        ("tu peux l'éteindre ?", "light.turn_off", {}),
        ("mets-la à 30 %", "light.turn_on", {"brightness_pct": 30}),
        ("allume-la en rouge", "light.turn_on", {"rgb_color": [255, 0, 0]}),
    ],
)
def test_what_was_last_spoken_of(
    house: SimulatedHome, sentence: str, service: str, data: dict[str, Any]
) -> None:
    """A pronoun is also an article: alone it means what was said before."""
    spoken_of = understand(house, sentence, mentioned=("light.veilleuse",))
    assert asked(spoken_of) == [(service, {"light.veilleuse"}, data)]
    assert not isinstance(understand(house, sentence), Understood)


def test_the_room_of_the_speaker(house: SimulatedHome) -> None:
    """Here is where the speaker is, and a room unsaid is that one."""
    both = {"light.plafonnier", "light.lampadaire"}
    for sentence in ("éteins la lumière", "éteins les lumières ici", "éteins dans cette pièce"):
        assert asked(understand(house, sentence, "sejour")) == [("light.turn_off", both, {})]
    louder = asked(understand(house, "monte le son", "cuisine"))
    assert louder == [("media_player.volume_up", {"media_player.enceinte"}, {})]


@pytest.mark.parametrize("sentence", ["allume la lumière", "ferme le volet", "monte le son"])
def test_between_rooms_we_ask(house: SimulatedHome, sentence: str) -> None:
    """Never a guess."""
    assert isinstance(understand(house, sentence), Question)


@pytest.mark.parametrize(
    ("sentence", "ids", "wanted"),
    [
        ("la lampe de bureau est-elle allumée ?", {"light.bureau"}, {"on"}),
        ("la lampe de bureau est elle allumee", {"light.bureau"}, {"on"}),
        ("est-ce que la porte d'entrée est fermée à clé ?", {"lock.entree"}, {"locked"}),
        (
            "y a-t-il des fenêtres ouvertes ?",
            {"binary_sensor.cuisine", "binary_sensor.lea"},
            {"on"},
        ),
        ("y a-t-il une fenêtre ouverte à l'étage ?", {"binary_sensor.lea"}, {"on"}),
        ("il y a combien de lumières allumées ?", LIGHTS, {"on"}),
        ("quelles sont les lumières éteintes ?", LIGHTS, {"off"}),
        ("est-ce que j'ai laissé une lumière allumée ?", LIGHTS, {"on"}),
        (
            "toutes les portes sont-elles verrouillées ?",
            {"lock.entree", "lock.service"},
            {"locked"},
        ),
        ("dis-moi si le portail est fermé", {"cover.portail"}, {"closed"}),
        ("peux-tu me dire si la télé est allumée ?", {"media_player.tele"}, {"playing"}),
        ("quelle température fait-il dans le séjour ?", {"sensor.sejour"}, set()),
        ("il fait combien dans le séjour ?", {"sensor.sejour"}, set()),
        ("quel est le taux d'humidité de la salle de bain ?", {"sensor.bain"}, set()),
        ("à combien est réglé le thermostat ?", {"climate.sejour"}, set()),
        ("Nestor est-il à sa base ?", {"vacuum.nestor"}, {"docked"}),
        ("est-ce que Claire est à la maison ?", {"person.claire"}, {"home"}),
        ("qui est à la maison ?", {"person.claire"}, {"home"}),
        ("quel temps fait-il ?", {"weather.ici"}, set()),
    ],
)
def test_questions(house: SimulatedHome, sentence: str, ids: set[str], wanted: set[str]) -> None:
    """They look at the right things, for the right state, and never act."""
    understanding = understand(house, sentence)
    assert isinstance(understanding, Understood), understanding
    [step] = understanding.plan.steps
    assert isinstance(step, QueryStep)
    assert set(step.entity_ids) == ids
    assert wanted <= step.wanted


@pytest.mark.parametrize(
    "sentence",
    [
        # what is not there
        "allume la lumière de la véranda",
        "éteins le sapin",
        "ferme le volet du grenier",
        "allume la télé de la cuisine",
        "verrouille la porte du garage",
        "ouvre la fenêtre de la cuisine",
        # forbidden
        "n'allume pas la guirlande",
        "allume pas la guirlande",
        "ne ferme surtout pas le portail",
        "je ne veux pas que tu éteignes la veilleuse",
        "pas de lumière dans le bureau",
        "plus de lumière dans le bureau",
        # told
        "j'ai allumé le lampadaire",
        "tu as éteint la télé",
        "le portail est ouvert",
        "Claire a fermé le portail",
        "le portail s'est ouvert tout seul",
        "je vais éteindre la télé",
        "la lampe de chevet est cassée",
        "elle m'a dit d'allumer la guirlande",
        "il y a de la lumière dans l'entrée",
        "laisse la veilleuse allumée",
        # later, or on a condition
        "éteins la télé dans dix minutes",
        "éteins la télé dans une minute",
        "éteins la télé d'ici une heure",
        "allume la guirlande à 20 heures",
        "ferme le portail ce soir",
        "ouvre le portail demain matin",
        "éteins la veilleuse quand Léa dort",
        "si le portail s'ouvre, allume la lampe de l'entrée",
        "ferme le portail au coucher du soleil",
        "avant de partir verrouille la porte d'entrée",
        "allume la guirlande tous les soirs",
        "allume la guirlande pendant une heure",
        # asked
        "pourquoi la veilleuse est allumée",
        "qui a ouvert le portail ?",
        "comment fermer le portail",
        "est-ce que je dois éteindre la télé ?",
        "faut-il fermer le portail ?",
        "est-ce que je peux ouvrir le portail ?",
        "où est la lampe de chevet ?",
        # for somebody else
        "mets la table",
        "ferme les yeux",
        "baisse la tête",
        "range ta chambre",
        "monte à l'étage",
        "rentre à la maison",
        "lance les dés",
        "mets",
        "allume la moitié des lumières",
        "passe-moi le sel",
        "arrête de parler",
        "éteins la lumière de la lune",
        "rappelle-moi de fermer le portail",
        "dis à Claire d'éteindre la télé",
        # nothing said of it
        "la veilleuse",
        "le séjour",
        "éteins les spots rouges",
        "éteins toutes les lumières mais pas la veilleuse ni le lampadaire",
    ],
)
def test_nothing_is_done_where_nothing_should_be(house: SimulatedHome, sentence: str) -> None:
    """Refused, or left to others; at most looked at, never acted upon."""
    understanding = understand(house, sentence)
    if isinstance(understanding, Understood):
        assert not asked(understanding)
    else:
        assert not isinstance(understanding, Question), understanding
