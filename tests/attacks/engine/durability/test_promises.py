"""Where nothing can be kept, nothing is promised, and nobody claims to know what is planned."""

import pytest

from home_agent.engine.outcome import Reason, Status
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Verdict
from tests.attacks.engine.durability.conftest import DiskHouse as House
from tests.attacks.engine.durability.conftest import MakeHouse

LATER = (
    ("en", "turn off the chandelier in ten minutes"),
    ("en", "turn off the chandelier at 7 pm"),
    ("en", "turn off the chandelier every day at 7 pm"),
    ("en", "turn off the chandelier at sunset"),
    ("en", "turn off the chandelier for ten minutes"),
    ("en", "turn off the chandelier until 10 pm"),
    ("en", "turn off the chandelier and turn it on again in ten minutes"),
    ("en", "turn off the chandelier when the towel rail is on"),
    ("en", "tell me when the towel rail is on"),
    ("en", "warn me whenever the towel rail is on"),
    ("en", "set a timer for five minutes"),
    ("en", "set a pizza timer for 12 minutes"),
    ("de", "schalte den Chandelier in zehn Minuten aus"),
    ("de", "stelle einen Timer auf fünf Minuten"),
    ("it", "imposta un timer di cinque minuti"),
    ("es", "pon un temporizador de cinco minutos"),
    ("fr", "mets un minuteur de cinq minutes"),
    ("nl", "zet een timer van vijf minuten"),
)
PLANNED = (
    ("en", "what have you planned?"),
    ("en", "what have you scheduled?"),
    ("en", "what are you watching?"),
    ("en", "how much time is left on the timer?"),
    ("en", "cancel everything that is planned"),
    ("de", "was hast du geplant?"),
)


@pytest.fixture
async def house(make_house: MakeHouse) -> House:
    """A house whose disk does not work, as a chat opens it then."""
    house = make_house(store=InMemoryStore())
    await house.start()
    return house


@pytest.mark.parametrize(("language", "sentence"), LATER)
async def test_what_is_for_later_is_refused(house: House, language: str, sentence: str) -> None:
    before = house.home.snapshot().states
    reply = await house.say(sentence, language=language)
    assert not any(outcome.status is Status.SCHEDULED for outcome in reply.outcomes)
    assert reply.verdict is not Verdict.OK
    assert house.home.snapshot().states == before
    assert await house.store.keys("job/") == await house.store.keys("timer/") == ()
    assert await house.after(2 * 3600) == []


@pytest.mark.parametrize(("language", "sentence"), LATER)
async def test_the_reason_says_what_to_do(house: House, language: str, sentence: str) -> None:
    reply = await house.say(sentence, language=language)
    reasons = {outcome.reason for outcome in reply.outcomes}
    assert Reason.NOT_DURABLE in reasons
    assert len(reply.text) > 60


@pytest.mark.parametrize(("language", "sentence"), PLANNED)
async def test_what_is_planned_is_not_known(house: House, language: str, sentence: str) -> None:
    reply = await house.say(sentence, language=language)
    assert {outcome.reason for outcome in reply.outcomes} <= {
        Reason.PLANS_UNKNOWN,
        Reason.NOT_DURABLE,
    }
    assert reply.verdict is Verdict.FAILED or "cancel" in sentence


async def test_what_is_for_now_is_done_as_ever(house: House) -> None:
    await house.say("turn off the chandelier")
    assert house.state("light.chandelier") == "off"
    await house.say("undo that")
    assert house.state("light.chandelier") == "on"
