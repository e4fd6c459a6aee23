"""A question and what depends on its answer, and what is told around a command."""

from functools import cache

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import IfStep
from home_agent.engine.plan_contents import calls_in
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

from .speaking import as_line, calls_of

_NAMES = {
    "en": ("Garden gate", "Shed lamp"),
    "de": ("Gartentor", "Schuppenlampe"),
    "nl": ("Tuinpoort", "Schuurlamp"),
    "fr": ("Portail", "Lampe de la remise"),
    "it": ("Cancello", "Lampada del capanno"),
    "es": ("Portón", "Lámpara del cobertizo"),
}
_AREAS = ("Lounge", "Kitchen")


@cache
def _house(language: str) -> SimulatedHome:
    gate, lamp = _NAMES[language]
    lit = {"supported_color_modes": ["brightness"], "color_mode": "brightness"}
    inventory = {
        "areas": [{"id": name.lower(), "name": name} for name in _AREAS],
        "entities": [
            {"id": "lock.gate", "name": gate, "state": "unlocked"},
            {"id": "light.shed", "name": lamp, "state": "on", "attributes": lit},
            *(
                {"id": f"light.{id_}", "name": name, "area": "lounge", "state": "on"}
                | {"attributes": lit}
                for id_, name in (("corner", "Corner lamp"), ("reading", "Reading lamp"))
            ),
            {"id": "todo.shopping", "name": "Shopping list", "state": "2"},
            {
                "id": "cover.blind",
                "name": "Blind",
                "area": "lounge",
                "state": "open",
                "attributes": {"current_position": 100, "device_class": "blind"},
            },
        ],
    }
    return SimulatedHome.from_inventory(inventory)


def _understand(language: str, sentence: str, room: str | None = None) -> Understanding:
    home = _house(language).snapshot()
    return Understander().understand(sentence, home, load_language(language), area_id=room)


ASKED = [
    ("en", "is the garden gate locked? if not, lock it", "lock.lock lock.gate"),
    ("en", "is the garden gate unlocked? lock it if it is", "lock.lock lock.gate"),
    ("en", "is the shed lamp on? If so turn it off", "light.turn_off light.shed"),
    ("de", "Ist das Gartentor abgeschlossen? Wenn nicht, schließ es ab", "lock.lock lock.gate"),
    ("de", "Ist die Schuppenlampe an? Falls ja, mach sie aus", "light.turn_off light.shed"),
    ("nl", "Is de schuurlamp aan? Zo ja, doe hem uit", "light.turn_off light.shed"),
    ("fr", "La lampe de la remise est éteinte ? Sinon, éteins-la", "light.turn_off light.shed"),
    ("it", "La lampada del capanno è accesa? Se sì, spegnila", "light.turn_off light.shed"),
    (
        "es",
        "¿La lámpara del cobertizo está encendida? Si sí, apágala",
        "light.turn_off light.shed",
    ),
]


@pytest.mark.parametrize(("language", "sentence", "calls"), ASKED)
def test_what_depends_on_an_answer_is_done_under_a_condition(
    language: str, sentence: str, calls: str
) -> None:
    found = _understand(language, sentence)
    assert isinstance(found, Understood), found
    (step,) = found.plan.steps
    assert isinstance(step, IfStep)
    assert as_line(calls_in(found.plan)) == calls


def test_a_question_alone_stays_one() -> None:
    found = _understand("en", "is the garden gate locked?")
    assert isinstance(found, Understood)
    assert not [*calls_in(found.plan)]


def _at(position: int) -> str:
    return f'cover.set_cover_position cover.blind {{"position": {position}}}'


AROUND = [
    ("turn off the lights but leave me the reading lamp", "light.turn_off light.corner"),
    ("lock the garden gate behind me please", "lock.lock lock.gate"),
    ("turn the reading lamp off while you're at it", "light.turn_off light.reading"),
    (
        "shut the blind three quarters of the way",
        _at(25),
    ),
    (
        "open the blind a crack, like 20 percent",
        _at(20),
    ),
    ("take the blind to halfway", _at(50)),
    (
        "bread's run out, bung it on the shopping list",
        'todo.add_item todo.shopping {"item": "Bread"}',
    ),
]


@pytest.mark.parametrize(("sentence", "calls"), AROUND)
def test_as_people_put_it(sentence: str, calls: str) -> None:
    assert as_line(calls_of(_understand("en", sentence, "lounge"))) == calls


NOTHING = ["turn off the lights and leave the house", "hang on", "take the blind down to the dump"]


@pytest.mark.parametrize("sentence", NOTHING)
def test_what_only_sounds_like_it(sentence: str) -> None:
    assert not isinstance(_understand("en", sentence, "lounge"), Understood)
