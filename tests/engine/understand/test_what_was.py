"""Whether something was so: that it is not so now is no "no"."""

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.language import load_language
from home_agent.engine.plan import QueryStep
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.understand import Understander, Understood
from home_agent.simulated import SimulatedHome

SENSED, GARAGE, BEN = "binary_sensor.hall_motion", "cover.garage_door", "person.ben"


def look(language: str, text: str) -> QueryStep:
    """What is looked at, in the built-in house."""
    home = SimulatedHome.demo(language).snapshot()
    found = Understander().understand(text, home, load_language(language))
    assert isinstance(found, Understood), found
    (step,) = found.plan.steps
    assert isinstance(step, QueryStep), step
    assert not found.evidence.mended, "nothing was repaired"
    return step


@pytest.mark.parametrize(
    ("language", "text", "asked"),
    [
        ("en", "has anyone been in the hall?", SENSED),
        ("en", "was anyone in the hall today?", SENSED),
        ("en", "has the garage door been opened today?", GARAGE),
        ("en", "was Ben at home?", BEN),
        ("de", "war jemand im Flur?", SENSED),
        ("de", "ist jemand im Flur gewesen?", SENSED),
        ("de", "war das Garagentor offen?", GARAGE),
        ("nl", "is er iemand in de hal geweest?", SENSED),
        ("nl", "was er vandaag iemand in de hal?", SENSED),
        ("nl", "stond de garagedeur open?", GARAGE),
        ("it", "c'è stato qualcuno nell'ingresso?", SENSED),
        ("it", "la porta del garage è stata aperta?", GARAGE),
        ("es", "¿ha estado alguien en el recibidor?", SENSED),
        ("es", "¿estaba abierta la puerta del garaje?", GARAGE),
        ("fr", "quelqu'un est passé dans l'entrée ?", SENSED),
        ("fr", "la porte du garage était-elle ouverte ?", GARAGE),
    ],
)
def test_what_is_not_so_now_may_have_been(language: str, text: str, asked: str) -> None:
    """So it is told since when it is as it is, and when it was last as asked, if that is known."""
    step = look(language, text)
    assert step.entity_ids == (asked,)
    assert step.wording.response == "since"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "has the bedroom window been open?"),
        ("de", "war das Schlafzimmerfenster offen?"),
        ("nl", "was het slaapkamerraam open?"),
    ],
)
def test_what_is_so_has_been(language: str, text: str) -> None:
    assert look(language, text).wording.response == "one_yesno"


@pytest.mark.parametrize(
    ("language", "text"), [("en", "is the garage door open?"), ("nl", "is de was klaar?")]
)
def test_what_is_asked_of_now_is_answered(language: str, text: str) -> None:
    """Laundry is no "was"."""
    home = SimulatedHome.demo(language).snapshot()
    found = Understander().understand(text, home, load_language(language))
    assert isinstance(found, Understood), found
    assert isinstance(found.plan.steps[0], QueryStep)
    assert found.plan.steps[0].wording.response != "since"


async def test_the_answer_says_what_it_does_not_know() -> None:
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=Settings(patience=0.5))
    reply = await agent.hear(Turn(text="has anyone been in the hall?", conversation_id="one"))
    await agent.close()
    home.close()
    assert reply.text.startswith("I do not know when Hall motion was last occupied")
