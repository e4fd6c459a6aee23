"""Questions that cover more than one thing: a yes rests on all of it, or says what is not known."""

from pathlib import Path
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore, SqliteStore, Store
from home_agent.simulated import SimulatedHome

SECURE = {
    "en": ("Is the house secure?", "Is everything locked up?", "Is our home safe?"),
    "de": ("Ist das Haus sicher?", "Ist alles abgesichert?"),
    "nl": ("Is het huis veilig?", "Is alles goed afgesloten?"),
    "it": ("La casa è sicura?", "È tutto ben chiuso?"),
    "es": ("¿Está segura la casa?", "¿Está todo bien cerrado?"),
    "fr": ("La maison est-elle sécurisée ?", "Est-ce que tout est bien fermé ?"),
}
YES = {"en": "Yes", "de": "Ja", "nl": "Ja", "it": "Sì", "es": "Sí", "fr": "Oui"}
LOST = "unavailable"
OPEN = {
    "lock.front": "unlocked",
    "binary_sensor.window": "on",
    "binary_sensor.garage": "on",
    "cover.gate": "open",
    "binary_sensor.back": LOST,
}


def house(**states: str) -> SimulatedHome:
    """A house where all is locked and closed but for this."""
    usual: dict[str, tuple[str, str, dict[str, Any]]] = {
        "lock.front": ("Front door", "locked", {}),
        "binary_sensor.back": ("Back door", "off", {"device_class": "door"}),
        "binary_sensor.window": ("Attic window", "off", {"device_class": "window"}),
        "binary_sensor.garage": ("Garage", "off", {"device_class": "garage_door"}),
        "cover.gate": ("Drive", "closed", {"device_class": "gate"}),
        "light.hall": ("Hall light", "off", {}),
        "binary_sensor.motion": ("Hall motion", "off", {"device_class": "motion"}),
    }
    return SimulatedHome.from_inventory(
        {
            "areas": [{"name": "Hall", "id": "hall"}],
            "entities": [
                {
                    "name": name,
                    "id": entity_id,
                    "area": "hall",
                    "state": state
                    if states.get(entity_id) == LOST
                    else states.get(entity_id, state),
                    "attributes": attributes,
                    **({"behaviour": LOST} if states.get(entity_id) == LOST else {}),
                }
                for entity_id, (name, state, attributes) in usual.items()
            ],
        }
    )


async def ask(
    home: SimulatedHome, *texts: str, language: str = "en", store: Store | None = None
) -> str:
    """Say some sentences, and hear the last answer."""
    agent = build_agent(home, store=store or InMemoryStore(), settings=Settings(patience=0.05))
    await agent.start()
    reply = ""
    for text in texts:
        turn = Turn(text=text, language=language, conversation_id="1")
        reply = (await agent.hear(turn)).text
    await agent.close()
    home.close()
    return reply


@pytest.mark.parametrize("entity_id", OPEN)
@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code, some in SECURE.items() for text in some]
)
async def test_one_open_thing_is_enough(language: str, text: str, entity_id: str) -> None:
    """Whatever stands open, or cannot be seen: there is no yes."""
    reply = await ask(house(**{entity_id: OPEN[entity_id]}), text, language=language)
    assert not reply.startswith(YES[language]), reply


@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code, some in SECURE.items() for text in some]
)
async def test_and_where_all_is_closed_it_is_yes(language: str, text: str) -> None:
    """A yes is possible, too."""
    assert (await ask(house(), text, language=language)).startswith(YES[language])


@pytest.mark.parametrize(
    "text",
    [
        *("Is anything unavailable?", "Is anything offline?", "Which devices are unavailable?"),
        *("Are any devices offline?", "Is everything online?", "How many devices are offline?"),
        *("Is nothing unavailable?", "Is the back door offline?"),
    ],
)
async def test_what_cannot_be_reached_is_named(text: str) -> None:
    """That one thing cannot be reached is no "none"."""
    assert "Back door" in await ask(house(**{"binary_sensor.back": LOST}), text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Are all doors closed?", "Yes"),
        ("Is any door open?", "No"),
        ("Is no door open?", "Yes"),
        ("Is everything closed?", "Yes"),
    ],
)
async def test_what_is_not_known_is_neither_yes_nor_no(text: str, wrong: str) -> None:
    """With one door that nobody can see, nobody knows."""
    reply = await ask(house(**{"binary_sensor.back": LOST}), text)
    assert not reply.startswith(wrong), reply
    assert "Back door" in reply


@pytest.mark.parametrize(
    "text",
    [
        *("Is anyone home?", "Is anybody at home?", "Who is home?", "Is nobody home?"),
        *("Is everyone at home?", "Is everybody out?"),
    ],
)
async def test_a_still_hall_does_not_tell_who_is_home(text: str) -> None:
    """Where nobody is known by name, a motion sensor that sees nothing knows nothing."""
    reply = await ask(house(), text)
    assert not reply.startswith(("Yes", "No")), reply


@pytest.mark.parametrize(
    "text", ["When was the front door last opened?", "When did the front door last open?"]
)
async def test_a_lock_does_not_tell_of_its_door(text: str) -> None:
    """Since when it is locked is no answer to when it was opened."""
    reply = await ask(house(), text)
    assert "does not tell that" in reply, reply
    assert "since" not in reply


@pytest.mark.parametrize(
    "text",
    [
        *("What timers are there?", "How many timers are there?", "Are any timers running?"),
        *("Which timers do I have?", "Are there any timers?", "Is there a pasta timer?"),
    ],
)
async def test_a_timer_that_runs_is_told(text: str, tmp_path: Path) -> None:
    """That none is running is only said where none is."""
    store = SqliteStore(tmp_path / "kept")
    reply = await ask(house(), "Set a timer for 5 minutes", text, store=store)
    assert "5 minutes" in reply, reply
