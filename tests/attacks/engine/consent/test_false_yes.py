"""Getting a door open with something that is no yes, or with somebody else's."""

import tomllib
from pathlib import Path

import pytest

from home_agent.engine.authority import Authority, Origin
from home_agent.engine.events import Announcement, TimerEnded
from home_agent.engine.jobs import Timer
from home_agent.engine.language import load_language
from home_agent.engine.understand.dialogue.consent import Consent, read_consent

from .conftest import WEDNESDAY, House, MakeGuarded

ASK = {
    "en": "unlock the front door",
    "de": "schließe Front door auf",
    "nl": "ontgrendel Front door",
    "fr": "déverrouille Front door",
    "it": "sblocca Front door",
    "es": "desbloquea Front door",
}

SAID = tomllib.loads((Path(__file__).parent / "false_yes.toml").read_text("utf-8"))
ATTEMPTS = [(code, text) for code, texts in SAID.items() for text in texts]


@pytest.mark.parametrize(("code", "text"), ATTEMPTS)
async def test_what_is_no_yes_opens_nothing(code: str, text: str, guarded: House) -> None:
    before = guarded.doors
    asked = await guarded.hear(ASK[code], language=code)
    assert asked.expects_answer
    await guarded.hear(text, language=code)
    assert guarded.doors == before


@pytest.mark.parametrize(("code", "text"), [("cs", "prosím"), ("pl", "proszę"), ("et", "palun")])
def test_a_pardon_without_its_mark_is_no_yes(code: str, text: str) -> None:
    """Whoever did not hear the question says the word for please, and a recogniser no mark."""
    language = load_language(code)
    assert read_consent(text, language) is not Consent.YES
    assert read_consent(f"{language.yes[0]} {text}", language) is Consent.YES


@pytest.mark.parametrize("origin", [Origin.MODEL, Origin.MCP, Origin.SCHEDULE])
async def test_a_machine_says_yes(origin: Origin, guarded: House) -> None:
    await guarded.hear(ASK["en"])
    await guarded.hear("yes", origin=origin)
    assert guarded.doors["lock.front"] == "locked"


@pytest.mark.parametrize("said", ["yes", "4711"])
async def test_somebody_says_it_who_may_not(said: str, make_guarded: MakeGuarded) -> None:
    """Somebody asks who may, and a guest answers in the same conversation."""
    rule = {"users": ["guest"], "deny": ["domain:lock"]}
    pin = {"pin": "4711"} if said.isdigit() else {}
    house = await make_guarded(rules=[rule], **pin)
    await house.hear(ASK["en"], user="owner")
    await house.hear(said, user="guest")
    assert house.doors["lock.front"] == "locked"


async def test_somebody_says_it_by_a_way_that_may_not(make_guarded: MakeGuarded) -> None:
    house = await make_guarded(rules=[{"origins": ["voice"], "deny": ["domain:lock"]}])
    await house.hear(ASK["en"])
    await house.hear("yes", origin=Origin.VOICE)
    assert house.doors["lock.front"] == "locked"


async def test_the_yes_was_to_something_that_was_told_meanwhile(guarded: House) -> None:
    """We speak up ourselves between the question and the answer."""
    await guarded.hear(ASK["en"])
    timer = Timer(
        timer_id="t",
        name="Want some tea",
        length=60,
        ends=None,
        authority=Authority(),
        made=WEDNESDAY,
    )
    assert guarded.agent is not None
    told = Announcement(
        text="Want some tea?", about=TimerEnded(timer=timer, late=False), language="en"
    )
    await guarded.agent.record_announcement("one", told)
    await guarded.hear("yes")
    assert guarded.doors["lock.front"] == "locked"


@pytest.mark.parametrize("other", ["turn on the hall lamp", "what time is it?", "thank you"])
async def test_a_yes_after_something_else(other: str, guarded: House) -> None:
    await guarded.hear(ASK["en"])
    await guarded.hear(other)
    await guarded.hear("yes")
    assert guarded.doors["lock.front"] == "locked"


async def test_a_yes_with_more_in_it_is_none(guarded: House) -> None:
    """The rest stands for itself, and is asked about by itself."""
    await guarded.hear(ASK["en"])
    reply = await guarded.hear("yes, and disarm the alarm")
    assert reply.text == "Shall I disarm Alarm?"
    await guarded.hear("yes")
    assert guarded.doors["lock.front"] == "locked"
