"""A program whose key is for the kitchen wants what is elsewhere: to change it or know of it."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.settings import Settings
from home_agent.server.keys import ApiKey
from tests.standalone.server.in_process import CHAT, Server, serve
from tests.standalone.server.running_server import said

HOUSE = Path(__file__).with_name("house.yaml")
THEIRS = ("light.kitchen",)
HIDDEN = (
    "777 kg",
    "diamonds",
    "heist",
    "hall lamp",
    "vault",
    "treasure",
    "light.hall",
    "lock.front",
)

TRIES = (
    "turn on the hall lamp",
    "turn on cosy",
    "run cook",
    "run deep",
    "turn on the everything lights",
    "turn on all the lights",
    "unlock the front door",
    "which lights are on?",
    "what is on my shopping list?",
    "what's on the calendar tomorrow?",
    "trigger morning",
    "turn off the automation morning",
    "in 5 minutes run cook",
    "every day at 7 run cook",
    "when the kitchen lamp turns on, turn on the hall lamp",
    "whenever the kitchen lamp turns on, run cook as an automation",
    "tell me whenever the vault lamp goes off",
    "what happened today?",
    "how many rooms are there?",
    "which rooms are there?",
    "how many lights are on?",
    "turn on everything but the kitchen lamp",
    "what is planned?",
    "cancel everything that is planned",
    "what can you do?",
    "undo that",
    "why did you do that?",
    "which automations did you make?",
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    settings = Settings(patience=0.2, safety=Safety(calls_a_minute=1000))
    async with serve(tmp_path, settings=settings, house=HOUSE) as running:
        running.store._durable = True
        await running.session.start(lambda _event: None)
        yield running


async def ask(server: Server, key: str | None, *messages: str, **more: object) -> str:
    async with server.client(key) as client:
        body = said(*messages, model="home-agent-fast", **more)
        answer = (await client.post(CHAT, json=body)).json()["choices"][0]["message"]["content"]
        return str(answer)


def states(server: Server) -> Mapping[str, str]:
    found = server.session._home.home.snapshot().states
    return {entity_id: state.value for entity_id, state in found.items()}


def told_of(answer: str, sentence: str) -> list[str]:
    """What an answer tells that is hidden, and was not in the sentence."""
    return [word for word in HIDDEN if word in answer.casefold() and word not in sentence]


@pytest.mark.parametrize("sentence", TRIES)
async def test_nothing_elsewhere_is_changed_or_told(server: Server, sentence: str) -> None:
    await ask(server, None, "in ten minutes turn on the hall lamp")
    kitchen = server.keys.add(ApiKey(name="kitchen", areas=("Kitchen",)))
    before = states(server)
    answer = await ask(server, kitchen, sentence)
    after = states(server)
    changed = [thing for thing in after if after[thing] != before[thing] and thing not in THEIRS]
    assert not changed, answer
    assert not told_of(answer, sentence), answer
    assert not answer.startswith("None:")
    assert "Hall lamp" in await ask(server, None, "what is planned?")


@pytest.mark.parametrize("name", ["Front door", "Cellar door"])
async def test_what_is_elsewhere_is_as_unknown_as_what_is_nowhere(
    server: Server, name: str
) -> None:
    """That a thing is not exposed would tell that it is there."""
    kitchen = server.keys.add(ApiKey(name="kitchen", areas=("Kitchen",)))
    answer = await ask(server, kitchen, f"unlock the {name.lower()}")
    assert "exposed" not in answer


async def test_a_person_with_a_smaller_key_sees_less_of_their_own_plans(server: Server) -> None:
    whole = server.keys.add(ApiKey(name="whole", user="anna"))
    small = server.keys.add(ApiKey(name="small", user="anna", areas=("Kitchen",)))
    await ask(server, whole, "in 20 minutes turn off the vault lamp")
    assert not told_of(await ask(server, small, "what is planned?"), "")
    await ask(server, small, "cancel everything that is planned")
    assert "Vault lamp" in await ask(server, whole, "what is planned?")


@pytest.mark.parametrize("room", ["Vault", "vault", "Hall"])
async def test_nobody_is_in_a_room_that_their_key_is_not_for(server: Server, room: str) -> None:
    kitchen = server.keys.add(ApiKey(name="kitchen", areas=("Kitchen",)))
    before = states(server)
    for sentence in ("turn on the light", "what is the weight here?"):
        answer = await ask(server, kitchen, sentence, metadata={"room": room})
        assert room.lower() not in answer.lower()
    after = states(server)
    assert {thing for thing in after if after[thing] != before[thing]} <= {*THEIRS}


async def test_the_kitchen_is_theirs(server: Server) -> None:
    kitchen = server.keys.add(ApiKey(name="kitchen", areas=("Kitchen",)))
    await ask(server, kitchen, "turn on the kitchen lamp")
    assert states(server)["light.kitchen"] == "on"
    await ask(server, kitchen, "in ten minutes turn off the kitchen lamp")
    assert "Kitchen lamp" in await ask(server, kitchen, "what is planned?")
