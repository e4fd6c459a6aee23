"""A named kind excludes: who asks for what is not there gets nothing else done, in six languages.

In the first house every room has something of the sort that is asked for, but of another kind: a
heater where an air conditioner is meant, a TV for the radio. In the second there is one of each
sort in the whole house, most of them without a class, and the speaker stands beside it.
"""

from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.attacks.engine.understanding.houses_of_other_kinds import (
    ANYWHERE,
    IN_ROOMS,
    NAMES,
    ROOMS,
    SECOND,
    THINGS,
)


def _first(language: str) -> SimulatedHome:
    rooms = ROOMS[language]
    return SimulatedHome.from_inventory(
        {
            "language": language,
            "areas": [{"name": room, "id": f"room_{at}"} for at, room in enumerate(rooms)],
            "entities": [
                {"name": name, "id": id_, "area": f"room_{at}"}
                | {"state": state, "attributes": attributes}
                for name, (at, id_, state, attributes) in zip(NAMES[language], THINGS, strict=True)
            ],
        }
    )


async def _hear(home: SimulatedHome, sentence: str, language: str, area: str | None) -> list[Any]:
    """What is done, where nothing would be asked about first."""
    settings = Settings(patience=0.2, safety=NOTHING_ASKED)
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=settings)
    turn = Turn(text=sentence, language=language, conversation_id="c", area_id=area)
    try:
        return [*(await agent.hear(turn)).calls]
    finally:
        await agent.close()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [(language, sentence) for language, said in IN_ROOMS.items() for sentence in said],
)
async def test_of_another_kind_in_that_room(language: str, sentence: str) -> None:
    home = _first(language)
    assert await _hear(home, sentence, language, None) == []
    home.close()


@pytest.mark.parametrize("sentence", ANYWHERE)
@pytest.mark.parametrize("area", ["lounge", None])
async def test_of_another_kind_in_the_whole_house(sentence: str, area: str | None) -> None:
    home = SimulatedHome.from_inventory(SECOND)
    assert await _hear(home, sentence, "en", area) == []
    home.close()


async def test_what_is_there_is_found() -> None:
    """The same houses do what they can: nothing above is refused because nothing works."""
    for language, sentence, entity_id in (
        ("en", "turn off the heater in the living room", "climate.panel_heater"),
        ("de", "mach den Fernseher im Wohnzimmer aus", "media_player.screen"),
        ("nl", "open het gordijn in de slaapkamer", "cover.cloth"),
        ("fr", "allume le déshumidificateur dans la chambre", "humidifier.dry"),
        ("it", "apri la porta del garage", "cover.up_and_over"),
        ("es", "enciende el hervidor de la cocina", "switch.kettle"),
    ):
        home = _first(language)
        (call,) = await _hear(home, sentence, language, None)
        assert call.targets == (entity_id,)
        home.close()
