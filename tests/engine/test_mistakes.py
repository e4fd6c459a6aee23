"""A correction takes back what was done by mistake, and does what was meant."""

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.understand.speaking import house_of


async def talk(*sentences: str, language: str = "en") -> tuple[Reply, dict[str, str]]:
    """The last reply, and how everything is afterwards."""
    home = SimulatedHome.demo() if language == "en" else house_of(language)
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.05))
    for text in sentences:
        reply = await agent.hear(Turn(text=text, language=language, conversation_id="one"))
    states = {entity_id: state.value for entity_id, state in home.snapshot().states.items()}
    home.close()
    return reply, states


async def test_the_wrong_thing_is_put_back_and_the_right_one_done() -> None:
    reply, states = await talk("turn on the mirror light", "no, the workbench light")
    assert states["light.mirror"] == "off"
    assert states["light.workbench"] == "on"
    assert reply.text == "Mirror light is as it was before. Turned on the light"


async def test_what_was_so_before_stays_so() -> None:
    """A lamp that was on already was not switched on by mistake."""
    _, states = await talk("turn on the bedside lamp", "no, the mirror light")
    assert states["light.bedside"] == "on"
    assert states["light.mirror"] == "on"


@pytest.mark.parametrize("added", ["no, the workbench light too", "and the workbench light"])
async def test_what_is_added_takes_nothing_back(added: str) -> None:
    _, states = await talk("turn on the mirror light", added)
    assert states["light.mirror"] == states["light.workbench"] == "on"


async def test_a_command_of_another_kind_takes_nothing_back() -> None:
    _, states = await talk("turn on the mirror light", "no, close the blinds")
    assert states["light.mirror"] == "on"


async def test_only_the_last_command_is_taken_back() -> None:
    """What was refused in between is no reason to take back what came before."""
    _, states = await talk(
        "turn on the mirror light", "what time is it?", "no, the workbench light"
    )
    assert states["light.mirror"] == "on"


@pytest.mark.parametrize("settings", [{}, {"pin": "4711"}], ids=["asked", "with a PIN"])
async def test_what_needs_a_yes_is_left_and_told(settings: dict[str, str]) -> None:
    """Locking by mistake is not made good by unlocking unasked."""
    home = SimulatedHome.from_inventory(
        {
            "entities": [
                {"name": "Front door", "id": "lock.front", "state": "unlocked"},
                {"name": "Back door", "id": "lock.back", "state": "unlocked"},
            ]
        }
    )
    chosen = Settings.from_mapping({"patience": 0.05, "safety": settings})
    agent = build_agent(home, store=InMemoryStore(), settings=chosen)
    for text in ("lock the front door", "no, the back door"):
        reply = await agent.hear(Turn(text=text, language="en", conversation_id="one"))
    states = home.snapshot().states
    assert [states[name].value for name in ("lock.front", "lock.back")] == ["locked", "locked"]
    assert "I left Front door as it is." in reply.text
    home.close()


async def test_who_may_not_put_it_back_does_not() -> None:
    """A thing that was denied meanwhile stays as it is, correction or not."""
    home = SimulatedHome.demo()
    store = InMemoryStore()
    before = build_agent(home, store=store, settings=Settings(patience=0.05))
    await before.hear(Turn(text="turn on the mirror light", language="en", conversation_id="one"))
    await before.close()
    denied = Settings.from_mapping({"patience": 0.05, "safety": {"deny": ["light.mirror"]}})
    agent = build_agent(home, store=store, settings=denied)
    await agent.hear(Turn(text="no, the workbench light", language="en", conversation_id="one"))
    assert home.snapshot().states["light.mirror"].value == "on"
    home.close()


async def test_undo_means_what_was_meant() -> None:
    """After a correction, undoing takes back the second, and the first is not done again."""
    _, states = await talk("turn on the mirror light", "no, the workbench light", "undo that")
    assert states["light.mirror"] == states["light.workbench"] == "off"


async def test_which_one_is_asked_and_the_mistake_put_back_once_it_is_known() -> None:
    asked, before = await talk("turn on the mirror light", "no, the reading lamp")
    assert asked.expects_answer
    assert before["light.mirror"] == "on"
    _, states = await talk("turn on the mirror light", "no, the reading lamp", "in the bedroom")
    assert states["light.mirror"] == "off"
    assert states["light.bedroom_reading_lamp"] == "on"
