"""How a call ended is told as it was: stuck, on its way, or changed after all."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.home import ServiceCall
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

HOUSE: Mapping[str, Any] = {
    "areas": [{"name": "Garage", "id": "garage"}],
    "entities": [
        {"name": "Front door", "id": "lock.front", "state": "unlocked"},
        {"name": "Side door", "id": "lock.side", "state": "jammed", "behaviour": "ignores"},
        {"name": "Robby", "id": "vacuum.robby", "state": "docked"},
        {"name": "Radio", "id": "media_player.radio", "state": "playing"},
        {
            "name": "Garagentor",
            "id": "cover.gate",
            "state": "closed",
            "attributes": {"device_class": "garage", "current_position": 0},
            "behaviour": {"travel": 30},
        },
    ],
}


class House:
    """A house in which a device may do something else than it was asked."""

    def __init__(self) -> None:
        self.home = SimulatedHome.from_inventory(HOUSE)
        settings = Settings(patience=0.3, safety=NOTHING_ASKED)
        self.agent = build_agent(self.home, store=InMemoryStore(), settings=settings)

    def instead(self, entity_id: str, *states: str) -> None:
        """Have it go through these states when it is called, one after the other."""

        async def call(_call: ServiceCall) -> dict[str, Any]:
            first, *others = (partial(self.home.apply, entity_id, state=state) for state in states)
            first()
            for at, other in enumerate(others, start=1):
                asyncio.get_running_loop().call_later(0.03 * at, other)
            return {}

        self.home.call = call  # type: ignore[assignment, method-assign]

    async def say(self, text: str, language: str = "en") -> tuple[str, Outcome]:
        """What is answered, and how it ended."""
        reply = await self.agent.hear(Turn(text=text, language=language, conversation_id="1"))
        return reply.text, reply.outcomes[0]


@pytest.fixture
def house() -> House:
    """The house."""
    return House()


@pytest.mark.parametrize(
    ("states", "reason"),
    [(("jammed",), Reason.STUCK), (("locking", "jammed"), Reason.STUCK)],
)
async def test_a_lock_that_jams_is_told(
    house: House, states: tuple[str, ...], reason: Reason
) -> None:
    """At once, or after it began to lock."""
    house.instead("lock.front", *states)
    text, outcome = await house.say("lock the front door")
    assert text == "Front door is stuck."
    assert (outcome.status, outcome.reason) == (Status.FAILED, reason)


async def test_a_lock_is_watched_to_its_end(house: House) -> None:
    """It is not told as locking where it is locked a moment later."""
    house.instead("lock.front", "locking", "locked")
    _, outcome = await house.say("lock the front door")
    assert outcome.status is Status.DONE


async def test_a_lock_that_was_jammed_before_is_told(house: House) -> None:
    """It does not fail to respond: it cannot."""
    text, outcome = await house.say("lock the side door")
    assert text == "Side door is stuck."
    assert outcome.reason is Reason.STUCK


async def test_a_robot_in_error_is_told(house: House) -> None:
    """Other things get stuck too."""
    house.instead("vacuum.robby", "error")
    text, _ = await house.say("start Robby")
    assert text == "Robby is stuck."


async def test_a_radio_that_was_changed_was_not_so_already(house: House) -> None:
    """Both playing and idle are on, and still it is not the same."""
    house.instead("media_player.radio", "idle")
    text, outcome = await house.say("turn on the radio")
    assert outcome.status is Status.DONE
    assert "already" not in text


async def test_a_radio_that_plays_goes_on_playing(house: House) -> None:
    """To turn on what is on stops nothing."""
    text, _ = await house.say("turn on the radio")
    assert text == "Radio: already playing."
    assert house.home.snapshot().states["media_player.radio"].value == "playing"


@pytest.mark.parametrize(
    ("language", "command", "told"),
    [
        ("en", "open Garagentor", "Opening"),
        ("de", "öffne Garagentor", "Garagentor: öffnet."),
        ("nl", "open Garagentor", "Garagentor: opent."),
        ("it", "apri Garagentor", "Garagentor: in apertura."),
        ("es", "abre Garagentor", "Garagentor: abriéndose."),
        ("fr", "ouvre Garagentor", "Ouverture en cours"),
    ],
)
async def test_what_still_opens_is_not_told_as_open(
    house: House, language: str, command: str, told: str
) -> None:
    """In no language."""
    text, outcome = await house.say(command, language)
    assert outcome.status is Status.PENDING
    assert text == told


@pytest.mark.parametrize("command", ["mute the radio", "turn the radio up", "radio to 20 percent"])
async def test_a_player_that_is_off_is_said_to_be_off(house: House, command: str) -> None:
    """It tells no volume, which does not mean that it did not answer."""
    house.home.apply("media_player.radio", state="off")
    text, outcome = await house.say(command)
    assert (outcome.status, outcome.reason) == (Status.FAILED, Reason.OFF)
    assert text == "Radio: already off."
