"""A place that was named in one room does not rule in the next."""

from collections.abc import Sequence

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.understand.speaking import house_of

type Said = tuple[str | None, str]
"""A room, and what is said there."""


async def touched(language: str, sentences: Sequence[Said]) -> set[str]:
    """What the last sentence asks something of."""
    home = SimulatedHome.demo() if language == "en" else house_of(language)
    settings = Settings(patience=0.05, safety=NOTHING_ASKED)
    agent = build_agent(home, store=InMemoryStore(), settings=settings)
    for room, text in sentences:
        turn = Turn(text=text, language=language, area_id=room, conversation_id="one")
        reply = await agent.hear(turn)
    home.close()
    return {target for call in reply.calls for target in call.targets}


LIVING_ROOM = {"light.chandelier", "light.living_room_reading_lamp", "light.mood"}
FANS_UPSTAIRS = {"fan.ceiling", "fan.extractor"}

WALKS: list[tuple[str, list[Said], set[str]]] = [
    # the place goes on where the speaker stays, or is nowhere
    ("en", [(None, "turn on the lights upstairs"), (None, "and the fans")], FANS_UPSTAIRS),
    (
        "en",
        [("kitchen", "turn on the lights upstairs"), ("kitchen", "and the fans")],
        FANS_UPSTAIRS,
    ),
    # and not where they went
    (
        "en",
        [("kitchen", "turn on the lights upstairs"), ("living_room", "and the lights")],
        LIVING_ROOM,
    ),
    ("en", [(None, "turn on the lights upstairs"), ("living_room", "and the lights")], LIVING_ROOM),
    # what was said in other words since brings it back no more than silence does
    (
        "en",
        [
            ("kitchen", "turn on the lights upstairs"),
            ("living_room", "turn them off"),
            ("living_room", "and the lights"),
        ],
        LIVING_ROOM,
    ),
    # more of what is elsewhere is not meant either
    ("en", [("kitchen", "dim the chandelier"), ("bedroom", "a bit more")], set()),
    ("en", [("kitchen", "dim the chandelier"), ("kitchen", "a bit more")], {"light.chandelier"}),
    ("en", [("kitchen", "dim the chandelier"), ("living_room", "more")], {"light.chandelier"}),
    # but "them" are still those
    (
        "en",
        [("kitchen", "turn on the fans upstairs"), ("living_room", "turn them off")],
        FANS_UPSTAIRS,
    ),
    # a place that is named goes on from there
    (
        "en",
        [
            ("kitchen", "turn on the lights upstairs"),
            ("hall", "and in the living room"),
            ("hall", "and the lights"),
        ],
        LIVING_ROOM,
    ),
    (
        "de",
        [(None, "mach oben die Lichter an"), ("wohnzimmer", "und die Lichter")],
        {"light.steh", "light.sofa"},
    ),
    (
        "nl",
        [(None, "doe boven de lampen aan"), ("woonkamer", "en de lampen")],
        {"light.staand", "light.lees"},
    ),
    (
        "it",
        [(None, "accendi le luci al primo piano"), ("soggiorno", "e le luci")],
        {"light.lampadario", "light.piantana"},
    ),
    (
        "es",
        [(None, "enciende las luces de la primera planta"), ("salon", "y las luces")],
        {"light.arana", "light.pie"},
    ),
    (
        "fr",
        [(None, "allume les lumières de l'étage"), ("sejour", "et les lumières")],
        {"light.plafonnier", "light.lampadaire"},
    ),
]


@pytest.mark.parametrize(("language", "sentences", "meant"), WALKS)
async def test_a_new_room_rules(language: str, sentences: list[Said], meant: set[str]) -> None:
    """The room that the speaker is in now goes without saying."""
    assert await touched(language, sentences) == meant
