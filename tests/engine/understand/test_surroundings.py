"""To whom a sentence is said, how urgently, and why after a request: it changes nothing."""

import pytest

from home_agent.engine.home import Snapshot
from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

_LAMPS = {
    "en": ("Floor lamp", "turn on the floor lamp"),
    "de": ("Stehlampe", "schalte die Stehlampe ein"),
    "nl": ("Staande lamp", "zet de staande lamp aan"),
    "fr": ("Lampadaire", "allume le lampadaire"),
    "it": ("Piantana", "accendi la piantana"),
    "es": ("Lámpara de pie", "enciende la lámpara de pie"),
}
_SAID = {
    "en": ("sweetheart", "boss", "good girl", "if it's no bother", "quick", "thanks a million"),
    "de": ("Schatz", "Chef", "sei so nett", "aber flott", "nech", "danke dir"),
    "nl": ("lieverd", "baas", "wees zo lief", "een beetje snel", "joh", "alvast bedankt"),
    "fr": ("mon chou", "chef", "sois gentil", "et vite", "hein", "merci bien"),
    "it": ("tesoro", "capo", "sii gentile", "muoviti", "dai", "grazie mille"),
    "es": ("cielo", "jefe", "haz el favor", "date prisa", "anda", "mil gracias"),
}


def _home(language: str) -> Snapshot:
    entities = [
        {"id": "light.lamp", "name": _LAMPS[language][0], "state": "off"},
        {"id": "lock.door", "name": "Front Door", "state": "unlocked"},
        {"id": "todo.list", "name": "Chores", "state": "0"},
        {"id": "climate.loic", "name": "Vanne Loïc", "state": "heat"}
        | {"attributes": {"temperature": 18, "hvac_modes": ["off", "heat"]}},
        {"id": "person.loic", "name": "Loïc", "state": "home"},
    ]
    return SimulatedHome.from_inventory({"areas": [], "entities": entities}).snapshot()


def _understand(language: str, text: str) -> Understanding:
    return Understander().understand(text, _home(language), load_language(language))


def _calls(found: Understanding) -> list[tuple[str, tuple[str, ...]]]:
    steps = found.plan.steps if isinstance(found, Understood) else ()
    calls = [step.call for step in steps if isinstance(step, CallStep)]
    return [(call.service, call.targets) for call in calls]


@pytest.mark.parametrize(
    ("language", "said"), [(language, said) for language, each in _SAID.items() for said in each]
)
def test_an_address_changes_nothing(language: str, said: str) -> None:
    """After a pause, before one, and without one."""
    command = _LAMPS[language][1]
    for text in (f"{command}, {said}", f"{said}, {command}", f"{command} {said}"):
        assert _calls(_understand(language, text)) == [("turn_on", ("light.lamp",))], text


@pytest.mark.parametrize(
    "text",
    [
        "cool down, buddy",
        "stop it, boy",
        "add milk, honey",
        "turn on the floor lamp, no",
        "the floor lamp is on, boss",
    ],
)
def test_what_names_nothing_of_the_home_is_not_for_us(text: str) -> None:
    """An act alone may be for whoever is spoken to, and honey an item."""
    assert _calls(_understand("en", text)) == []


def test_questions_are_said_to_somebody_as_well() -> None:
    """They stay questions."""
    found = _understand("en", "is the front door locked, love?")
    assert isinstance(found, Understood)
    assert _calls(found) == []


def test_an_item_keeps_what_belongs_to_it() -> None:
    """The list that is named last ends it."""
    assert _calls(_understand("en", "add milk to the chores list, honey")) == [
        ("add_item", ("todo.list",))
    ]


def test_who_is_called_by_name_is_no_radiator() -> None:
    """Somebody who lives here should come down, and not what heats his room."""
    assert _calls(_understand("fr", "Loïc, tu descends, le souper est sur la table !")) == []
    assert _calls(_understand("fr", "Loïc, tu descends")) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Could you turn on the floor lamp? I can't see a thing."),
        ("de", "Kannst du die Stehlampe einschalten? Ich sehe nichts."),
        ("nl", "Kun je de staande lamp aanzetten? Ik zie niks."),
        ("fr", "Tu m'allumes le lampadaire ? J'ai un ourlet à faire."),
        ("it", "Mi accendi la piantana? Non ci vedo niente."),
        ("es", "¿Me enciendes la lámpara de pie? No veo nada."),
    ],
)
def test_why_something_is_asked_may_be_a_sentence_of_its_own(language: str, text: str) -> None:
    """A request that sounds like a question, and the reason for it."""
    assert _calls(_understand(language, text)) == [("turn_on", ("light.lamp",))]


@pytest.mark.parametrize(
    "text",
    [
        "Is the floor lamp on? I can't see.",
        "Can you turn on the floor lamp? No, leave it.",
        "Who turned on the floor lamp? I did not.",
        "Can you turn on the floor lamp? That's what she asked me.",
    ],
)
def test_what_else_follows_a_question_asks_for_nothing(text: str) -> None:
    """Questions stay questions, and what takes a request back does."""
    assert _calls(_understand("en", text)) == []
