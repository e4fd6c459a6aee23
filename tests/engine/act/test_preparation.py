"""What of a plan is done now: conditions are looked up, and nothing is done too early."""

from typing import Any

import pytest

from home_agent.engine import Reply, Settings, Turn, Verdict, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome


async def say(home: SimulatedHome, text: str, language: str = "en") -> Reply:
    """Say something in a home."""
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.2))
    return await agent.hear(Turn(text=text, language=language, conversation_id="1"))


@pytest.mark.parametrize(
    ("sentence", "acts"),
    [
        ("if the chandelier is on, turn it off", True),
        ("if the chandelier is off, turn it on", False),
        ("turn off the chandelier unless anyone is home", False),
        ("turn off the chandelier if the bedroom temperature is below 20 degrees", True),
        ("turn off the chandelier if the bedroom temperature is above 20 degrees", False),
        ("if the brightness of the chandelier is above 40 percent turn it off", True),
        ("if the brightness of the chandelier is above 60 percent turn it off", False),
    ],
)
async def test_condition_decides(sentence: str, acts: bool) -> None:
    """What is so is acted upon; what is not is said."""
    home = SimulatedHome.demo()
    reply = await say(home, sentence)
    assert reply.verdict is Verdict.OK
    assert bool(reply.calls) is acts
    assert home.snapshot().states["light.chandelier"].value == ("off" if acts else "on")
    assert (reply.text == "That is not so, so I did nothing.") is not acts


async def test_what_cannot_be_seen_is_not_so() -> None:
    """Nor is its opposite."""
    home = SimulatedHome.demo()
    for word in ("on", "off"):
        reply = await say(home, f"if the desk lamp is {word}, turn off the chandelier")
        assert not reply.calls


PLAYER: dict[str, Any] = {"name": "Radio", "id": "media_player.radio", "state": "idle"}


async def test_player_looks_for_what_it_plays() -> None:
    """The first thing that it finds."""
    home = SimulatedHome.from_inventory({"entities": [PLAYER]})
    reply = await say(home, "play Radiohead on the radio")
    assert reply.text == "Playing media"
    [call] = reply.calls
    assert call.full_name == "media_player.play_media"
    assert call.data["media_content_id"] == "library/Radiohead"
    assert home.snapshot().states["media_player.radio"].value == "playing"


async def test_player_that_cannot_search_is_handed_the_words() -> None:
    """Many know what to do with them."""
    features = {"supported_features": 512 | 16384}
    home = SimulatedHome.from_inventory({"entities": [{**PLAYER, "attributes": features}]})
    reply = await say(home, "play the album Kid A on the radio")
    [call] = reply.calls
    assert call.data == {"media_content_id": "Kid A", "media_content_type": "album"}


async def test_hidden_player_is_not_even_searched() -> None:
    """The gate comes first."""
    home = SimulatedHome.from_inventory({"entities": [{**PLAYER, "exposed": False}]})
    reply = await say(home, "play Radiohead on the radio")
    assert not reply.calls
    assert reply.verdict is Verdict.REFUSED


async def test_announcement_is_seen() -> None:
    """Where it is spoken."""
    home = SimulatedHome.demo()
    reply = await say(home, "announce that dinner's ready")
    assert reply.verdict is Verdict.OK
    states = home.snapshot().states
    assert states["assist_satellite.kitchen"].value == "responding"
    assert states["assist_satellite.bedroom"].value == "responding"
