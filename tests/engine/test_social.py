"""What is said to us for its own sake is answered by us, in our words, about this house."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn, Verdict, build_agent
from home_agent.engine.language import load_language, social_words, spoken_languages
from home_agent.engine.speak import phrase
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.understand import Understander, Understood
from home_agent.engine.understand.text.words import alternatives
from home_agent.simulated import SimulatedHome

type Say = Callable[..., Awaitable[Reply]]

HOUSE = {
    "areas": [{"id": "den", "name": "Den"}, {"id": "bath", "name": "Bath"}],
    "entities": [
        {"id": "light.ufo", "name": "Ufo", "area": "den", "state": "off"},
        {"id": "light.mirror", "name": "Mirror", "area": "bath", "state": "off"},
        {"id": "scene.good_night", "name": "Good Night", "state": "unknown"},
        {"id": "light.secret", "name": "Secret", "area": "den", "state": "off", "exposed": False},
    ],
}


def agent_in(home: SimulatedHome) -> Agent:
    """An agent that remembers nothing of others."""
    return build_agent(home, store=InMemoryStore(durable=True), settings=Settings(patience=0.05))


@pytest.fixture
async def say() -> AsyncIterator[Say]:
    """Say something in a small house."""
    home = SimulatedHome.from_inventory(HOUSE)
    agent = agent_in(home)

    async def hear(text: str, language: str = "en", room: str | None = None) -> Reply:
        turn = Turn(text=text, language=language, area_id=room, conversation_id="1")
        return await agent.hear(turn)

    yield hear
    await agent.close()
    home.close()


@pytest.mark.parametrize(
    ("language", "said", "answer"),
    [
        ("en", "hi", "hello"),
        ("en", "Hello there!", "hello"),
        ("en", "hey, good morning", "good_morning"),
        ("en", "hi, how are you today?", "how_are_you"),
        ("en", "what's your name?", "who_are_you"),
        ("en", "can you hear me", "are_you_there"),
        ("en", "well done, thanks", "welcome"),
        ("en", "oh great", "praised"),
        ("en", "that's not what I said", "blamed"),
        ("en", "see you tomorrow", "bye"),
        ("en", "never mind", "all_right"),
        ("en", "oh well, forget about it", "all_right"),
        ("de", "Hallo, wie geht's dir?", "how_are_you"),
        ("de", "Gute Nacht", "good_night"),
        ("de", "ach, egal", "all_right"),
        ("nl", "hoi, alles goed?", "how_are_you"),
        ("nl", "slaap lekker", "good_night"),
        ("it", "buongiorno", "good_morning"),
        ("it", "come ti chiami?", "who_are_you"),
        ("es", "hola, que tal estas", "how_are_you"),
        ("es", "no importa", "all_right"),
        ("fr", "salut, ça va ?", "how_are_you"),
        ("fr", "comment t'appelles-tu ?", "who_are_you"),
        ("pl", "Cześć", "hello"),
        ("pl", "nieważne", "all_right"),
        ("sv", "tack så mycket", "welcome"),
        ("ru", "Как дела?", "how_are_you"),
    ],
)
async def test_small_talk(say: Say, language: str, said: str, answer: str) -> None:
    reply = await say(said, language)
    assert (reply.text, reply.verdict) == (phrase(load_language(language), answer), Verdict.OK)
    assert not reply.calls


async def test_what_is_called_so_here_is_meant(say: Say) -> None:
    """In a house with such a scene, "good night" is a command."""
    assert [call.targets for call in (await say("good night")).calls] == [("scene.good_night",)]


async def test_a_command_is_more_than_its_greeting(say: Say) -> None:
    reply = await say("hi, please turn on the ufo, thank you")
    assert [call.targets for call in reply.calls] == [("light.ufo",)]


async def test_help_names_what_there_is(say: Say) -> None:
    """With sentences that work here; nothing that may not be used is named."""
    text = (await say("what can you do?", room="bath")).text
    assert "3 things" in text
    assert "Den" in text
    assert "“turn on Mirror”" in text
    assert "Secret" not in text


async def test_help_where_there_is_nothing() -> None:
    home = SimulatedHome.from_inventory({"entities": []})
    reply = await agent_in(home).hear(Turn(text="help", language="en", conversation_id="1"))
    home.close()
    assert reply.text.startswith("I find nothing in this home that I may use.")


@pytest.mark.parametrize("code", ["en", "de", "nl", "it", "es", "fr"])
def test_examples_work_in_the_house_that_they_are_told_in(code: str) -> None:
    """Each of them would be done or answered, if it were said."""
    home, language = SimulatedHome.demo(), load_language(code)
    snapshot, understander = home.snapshot(), Understander()
    examples = understander.examples(snapshot, language)
    home.close()
    assert len(examples) > 4
    for text in examples:
        assert isinstance(understander.understand(text, snapshot, language), Understood), text


@pytest.mark.parametrize("code", spoken_languages())
def test_whoever_we_answer_can_make_small_talk(code: str) -> None:
    """Every language with phrases has its words, and each of them is answered with a phrase."""
    listed = social_words(code)
    assert {"hello", "help", "thanks", "bye", "who_are_you"} <= set(listed)
    assert all(phrase and phrase == phrase.lower() for some in listed.values() for phrase in some)
    assert all(
        "(" not in alternative for some in listed.values() for alternative in alternatives(some)
    )


async def test_a_need_that_takes_the_room_says_so(say: Say) -> None:
    """There are lamps in two rooms, and nobody knows where it is dark."""
    assert (await say("it's so dark")).text == "I do not know which room you are in."
    assert (await say("it's so dark", room="den")).text == "Shall I turn on Ufo?"


async def test_never_mind_takes_nothing_back(say: Say) -> None:
    """What was just done stays, and nobody is led to think otherwise."""
    await say("turn on the ufo")
    reply = await say("never mind")
    assert reply.text.startswith("All right. What I did or planned stays as it is")
    assert not reply.calls
    assert (await say("never mind")).text == "All right."


@pytest.mark.parametrize("said", ["y", "n", "👍", "yes", "no", "ok"])
async def test_an_answer_to_nothing(say: Say, said: str) -> None:
    """Nothing is open that it could be an answer to, and so it is told."""
    reply = await say(said)
    assert reply.text == "I am not waiting for an answer. What should I do?"
    assert not reply.calls
