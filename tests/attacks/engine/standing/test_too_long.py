"""More words than anybody says: told to be too long, in the speaker's language, and not kept."""

import pytest

from home_agent.engine import Turn, build_agent
from home_agent.engine.events import TurnStarted
from home_agent.engine.language import languages, load_language
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Tier
from home_agent.simulated import SimulatedHome
from tests.engine.consult.conftest import MakeHouse
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

LONG = {
    "words": "turn on the lamp and " * 60,
    "characters": "turn on the " + "x" * 1000,
    "signs": "%" * 900,
    "figures": "1 2 3 4 5 " * 60,
    "no words at all": "!" * 1001,
    "ten thousand digits": "9" * 10_000,
    "a megabyte": "turn on the lamp " * 60_000,
}
OURS = [code for code in languages() if load_language(code).phrases]


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
async def test_it_is_told_to_be_too_long(text: str, make_house: MakeHouse) -> None:
    house = make_house(llm=())
    reply = await house.say(text)
    assert reply.text == "That was too long for me. Please say it in fewer words."
    assert reply.tier is Tier.NONE
    assert not reply.calls


@pytest.mark.parametrize("code", OURS)
@pytest.mark.parametrize("key", ["too_long", "too_many_at_once", "too_far"])
def test_it_is_told_in_the_language_of_who_speaks(code: str, key: str) -> None:
    english = load_language("en").phrases[key]
    told = load_language(code).phrases[key]
    assert told
    assert (told == english) is (code == "en")


@pytest.mark.parametrize("code", ["tr", "ja", "ar"])
async def test_a_language_without_phrases_is_answered_too(code: str) -> None:
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore())
    turn = Turn(text="x " * 1000, conversation_id="1", language=code)
    assert (await agent.hear(turn)).text
    await agent.close()
    home.close()


async def test_a_model_may_be_asked_about_a_long_one(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    server.answer(Says(text="A nice letter."))
    house = make_house()
    assert (await house.say("What do you think of this letter: " + "dear aunt " * 200)).text
    assert len(server.requests) == 1


async def test_no_model_is_asked_about_a_book(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    house = make_house()
    reply = await house.say("turn on the lamp " * 10_000)
    assert reply.text == "That was too long for me. Please say it in fewer words."
    assert not server.requests
    assert not house.seen(TurnStarted), "nobody else is handed a megabyte"
    assert not await house.agent.forget(), "nothing of it is kept"
