"""Why: what the last turn rests on, in the words of whoever asks."""

from collections.abc import AsyncIterator

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.conversation.conversations import last_trace
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE


class House:
    """The small house, and somebody who wonders."""

    def __init__(self) -> None:
        self.home = SimulatedHome.from_inventory(HOUSE)
        self.store = InMemoryStore()
        self.agent = build_agent(self.home, store=self.store, settings=Settings(patience=0.2))

    async def hear(self, text: str, language: str = "en") -> str:
        turn = Turn(text=text, conversation_id="one", language=language)
        return (await self.agent.hear(turn)).text


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    yield house
    house.home.close()


@pytest.mark.parametrize(
    "why",
    [
        "why did you do that?",
        "Why?",
        "why did you turn on the ceiling light",
        "ok, but why have you done that",
        "how come",
    ],
)
async def test_it_tells_what_it_heard_and_did(house: House, why: str) -> None:
    """From what was kept, and without doing anything."""
    await house.hear("turn on the ceiling light")
    told = await house.hear(why)
    assert told.startswith("I heard: “turn on the ceiling light”. I took “the ceiling light” for ")
    assert "without a language model" in told


@pytest.mark.parametrize(
    ("language", "why", "begins"),
    [
        ("de", "warum hast du das gemacht?", "Gehört habe ich: „"),
        ("nl", "waarom heb je dat gedaan", "Ik hoorde: ‘"),  # noqa: RUF001 - Dutch quotes
        ("it", "perché l'hai fatto?", "Ho sentito: «"),
        ("es", "¿por qué has hecho eso?", "He oído: «"),
        ("fr", "pourquoi as-tu fait ça ?", "J'ai entendu : « "),
    ],
)
async def test_in_other_languages(house: House, language: str, why: str, begins: str) -> None:
    """Those that have a lexicon."""
    await house.hear("turn on the ceiling light")
    assert (await house.hear(why, language)).startswith(begins)


async def test_before_anything_was_done(house: House) -> None:
    """There is nothing to explain."""
    assert await house.hear("why?") == "I have not done anything yet that I could explain."


async def test_asking_twice_explains_the_same(house: House) -> None:
    """Why is no turn of its own, and neither is thanking."""
    await house.hear("turn on the workbench light")
    first = await house.hear("why?")
    assert "Workbench did not respond." in first
    await house.hear("thanks")
    assert await house.hear("why") == first


async def test_a_yes_belongs_to_what_was_asked(house: House) -> None:
    """The explanation is of the door, not of the yes."""
    await house.hear("unlock the front door")
    await house.hear("yes")
    told = await house.hear("why did you do that")
    assert "“unlock the front door”" in told
    assert "You said yes to it." in told


@pytest.mark.parametrize("said", ["why is the light on?", "why is it so cold in here"])
async def test_other_whys_are_not_about_us(house: House, said: str) -> None:
    """They are no matter of the last turn."""
    await house.hear("turn on the ceiling light")
    assert "I heard" not in await house.hear(said)


async def test_it_is_kept(house: House) -> None:
    """For whoever asks from outside, or after a restart."""
    assert await last_trace(house.store) is None
    await house.hear("unlock the front door")
    trace = await last_trace(house.store)
    assert trace is not None
    assert (trace.heard, trace.tier, trace.reader) == ("unlock the front door", "fast", "lexicon")
    assert trace.ended[0].gate == "asked first: unlock"
    assert not trace.calls
    house.agent = build_agent(house.home, store=house.store)
    assert "unlock the front door" in await house.hear("why?")


async def test_a_whole_house_is_told_in_short(house: House) -> None:
    """Nobody wants to hear of every lamp by name."""
    await house.hear("turn off all the lights")
    assert "…" in await house.hear("why?")


async def test_a_question_in_between_is_no_deed(house: House) -> None:
    """Who asks why we did it means what was done, as who says "undo that" does."""
    await house.hear("turn on the ceiling light")
    await house.hear("is the front door locked?")
    assert "“is the front door locked”" in await house.hear("why?")
    assert "“turn on the ceiling light”" in await house.hear("why did you do that?")
    assert "„turn on the ceiling light“" in await house.hear("warum hast du das gemacht?", "de")


async def test_what_was_heard_is_told_without_its_marks(house: House) -> None:
    """Half of a pair of marks would be odd."""
    await house.hear("¿está cerrada la puerta?", "es")
    assert "«está cerrada la puerta»" in await house.hear("¿por qué?", "es")


@pytest.mark.parametrize(
    ("language", "scene", "told"),
    [
        ("en", "movie night", "I heard: “movie night”. Movie night: done."),
        ("de", "Filmabend", "Gehört habe ich: „Filmabend“. Filmabend: erledigt."),
    ],
)
async def test_what_was_used_is_told_without_its_moment(
    language: str, scene: str, told: str
) -> None:
    """The state of a scene is when it was used, and its very name stands for nothing else."""
    home = SimulatedHome.demo(language)
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.2))
    await agent.start()
    for text in (scene, "why?" if language == "en" else "warum?"):
        reply = await agent.hear(Turn(text=text, conversation_id="one", language=language))
    await agent.close()
    home.close()
    assert reply.text.startswith(told)
