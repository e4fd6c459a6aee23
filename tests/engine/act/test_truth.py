"""Nothing says done without evidence: real sentences, in houses where things go wrong."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.outcome import Status
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Verdict
from home_agent.simulated import SimulatedHome

SENTENCES = [
    ("en", "turn on the towel rail", "switch.towel_rail"),
    ("en", "open the garage door", "cover.garage_door"),
    ("en", "set the thermostat to 25 degrees", "climate.thermostat"),
    ("en", "unlock the front door", "lock.front_door"),
    ("en", "set the mood light to blue", "light.mood"),
    ("en", "close the blinds", "cover.blinds"),
    ("en", "turn the kitchen radio up", "media_player.kitchen_radio"),
    ("en", "start robbie", "vacuum.robbie"),
    ("en", "set the charging limit to 60", "number.charging_limit"),
    ("en", "turn the towel rail on, please", "switch.towel_rail"),
    ("de", "schalte Towel rail ein", "switch.towel_rail"),
    ("nl", "zet Towel rail aan", "switch.towel_rail"),
    ("it", "accendi Towel rail", "switch.towel_rail"),
    ("es", "enciende Towel rail", "switch.towel_rail"),
    ("fr", "allume Towel rail", "switch.towel_rail"),
    ("sv", "tänd Hall light", "light.hall"),
    ("pl", "włącz Hall light", "light.hall"),
]

FAULTS: list[Any] = [
    "ignores",
    "unavailable",
    {"refuses": "The fuse is gone"},
    {"late": 30},
]


@pytest.fixture
async def demo() -> AsyncIterator[SimulatedHome]:
    """The demo house, in which the hall is dark."""
    home = SimulatedHome.demo()
    home.apply("light.hall", state="off")
    yield home
    home.close()


async def hear(home: SimulatedHome, text: str, language: str) -> Reply:
    """Say something to a new agent of this home."""
    agent = build_agent(
        home, store=InMemoryStore(), settings=Settings(patience=0.05, safety=NOTHING_ASKED)
    )
    return await agent.hear(Turn(text=text, language=language, conversation_id="one"))


@pytest.mark.parametrize("fault", FAULTS, ids=str)
@pytest.mark.parametrize(("language", "text", "entity_id"), SENTENCES)
async def test_what_did_not_happen_is_not_told_as_done(
    demo: SimulatedHome, language: str, text: str, entity_id: str, fault: Any
) -> None:
    """The reply differs from the one in a sound house, and names what is wrong."""
    demo.behave(entity_id, fault)
    before = demo.snapshot().states[entity_id]
    broken = await hear(demo, text, language)
    assert demo.snapshot().states[entity_id] == before
    assert broken.verdict is Verdict.FAILED
    [outcome] = broken.outcomes
    assert (outcome.status, outcome.entity_id) == (Status.FAILED, entity_id)
    assert demo.snapshot().layout.entities[entity_id].name in broken.text

    demo.behave(entity_id, None)
    sound = await hear(demo, text, language)
    assert sound.verdict is Verdict.OK
    assert sound.text != broken.text
    assert sound.text not in broken.text


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "open the shutters"), ("de", "öffne Shutters"), ("fr", "ouvre Shutters")],
)
async def test_what_stands_open_in_part_still_opens(
    demo: SimulatedHome, language: str, text: str
) -> None:
    """The shutters stand open at 80 %, and are seen to move."""
    reply = await hear(demo, text, language)
    [outcome] = reply.outcomes
    assert outcome.entity_id == "cover.shutters"
    assert outcome.status in {Status.DONE, Status.PENDING}


async def test_what_goes_no_further_is_already_open(demo: SimulatedHome) -> None:
    """At 80 %, and that is as far as it goes."""
    demo.behave("cover.shutters", "ignores")
    reply = await hear(demo, "open the shutters", "en")
    [outcome] = reply.outcomes
    assert outcome.status is Status.ALREADY
