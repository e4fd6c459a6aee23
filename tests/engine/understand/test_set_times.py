"""When something is set for is told by that thing, not looked for in the calendar."""

from collections.abc import Mapping
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

HOUSE: Mapping[str, Any] = {
    "entities": [
        {
            "id": "input_datetime.wake_up",
            "name": {
                "en": "Wake-up time",
                "de": "Weckzeit",
                "nl": "Wektijd",
                "fr": "Heure du réveil",
                "it": "Ora della sveglia",
                "es": "Hora de despertar",
            },
            "state": "06:45:00",
        },
        {"id": "calendar.family", "name": "Family calendar", "state": "off"},
        {
            "id": "input_select.programme",
            "name": "Dishwasher programme",
            "state": "eco",
            "attributes": {"options": ["eco", "quick"]},
        },
    ]
}


async def ask(said: str, language: str) -> str:
    """What is answered in a house whose things have names in this language."""
    entities = [
        {**entity, "name": name[language] if isinstance(name := entity["name"], dict) else name}
        for entity in HOUSE["entities"]
    ]
    home = SimulatedHome.from_inventory({"entities": entities})
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.05))
    reply = await agent.hear(Turn(text=said, language=language, conversation_id="1"))
    await agent.close()
    home.close()
    return reply.text


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "when is the wake-up time?", "Wake-up time is 6:45 AM"),
        ("en", "what time is the wake-up time set for?", "Wake-up time is 6:45 AM"),
        ("en", "which time is the wake-up time set to?", "Wake-up time is 6:45 AM"),
        ("de", "wann ist die Weckzeit?", "Weckzeit: 6:45"),
        ("nl", "hoe laat is de wektijd?", "Wektijd: 6:45"),
        ("fr", "à quelle heure est l'heure du réveil ?", "Heure du réveil : 6:45"),
        ("it", "a che ora è l'ora della sveglia?", "Ora della sveglia: 6:45"),
        ("es", "¿cuándo es la hora de despertar?", "Hora de despertar: 6:45"),
    ],
)
async def test_a_set_time_is_told(language: str, said: str, told: str) -> None:
    assert await ask(said, language) == told


async def test_since_when_is_another_question() -> None:
    assert "since" in await ask("when did the wake-up time change?", "en")


async def test_what_is_no_percentage_is_not_called_one() -> None:
    told = await ask("what is the dishwasher programme set to?", "en")
    assert told == "Dishwasher programme is eco"
