"""Failover with the true client against true servers, and what really goes wrong with those."""

from collections.abc import AsyncIterator

import pytest

from home_agent.engine.events import Event, ModelFailed
from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.errors import (
    AllFailedError,
    KeyRefusedError,
    ModelError,
    ServerFailedError,
)
from home_agent.engine.llm.failover import Failover, Timing
from home_agent.engine.llm.messages import Request, UserMessage
from tests.engine.llm.conftest import Open
from tests.engine.llm.scripted_answers import Delivery, Says
from tests.engine.llm.scripted_server import ScriptedServer

QUESTION = Request(messages=(UserMessage(text="Is it on?"),))


class Chain:
    """Two servers behind one failover, which does not really wait."""

    def __init__(self, first: ScriptedServer, second: ScriptedServer, model: Open) -> None:
        self.first, self.second = first, second
        self.naps: list[float] = []
        self.events: list[Event] = []
        self.now = 0.0
        timing = Timing(clock=lambda: self.now, sleep=self._sleep, chance=lambda: 1.0)
        self.failover = Failover(
            [model(name="first"), model(name="second", base_url=second.url)], timing=timing
        )

    async def _sleep(self, seconds: float) -> None:
        self.naps.append(seconds)

    async def text(self) -> str:
        message, finished = await assemble(self.failover.stream(QUESTION, self.events.append))
        return f"{finished.provider}: {message.text}"

    @property
    def counts(self) -> tuple[int, int]:
        return len(self.first.requests), len(self.second.requests)


@pytest.fixture
async def chain(server: ScriptedServer, model: Open) -> AsyncIterator[Chain]:
    async with ScriptedServer() as second:
        yield Chain(server, second, model)


async def test_broken_server_is_asked_again(chain: Chain) -> None:
    chain.first.fail(500)
    chain.first.say("Yes.", delivery=Delivery(cut_after=1))
    chain.first.say("Yes.")
    assert await chain.text() == "first: Yes."
    assert chain.counts == (3, 0)
    assert len(chain.events) == 2


async def test_busy_server_is_waited_for_only_so_long(chain: Chain) -> None:
    chain.first.fail(429, retry_after="3")
    chain.first.say("Yes.")
    assert await chain.text() == "first: Yes."
    assert chain.naps == [3]
    chain.first.fail(429, retry_after="60")
    chain.second.say("Perhaps.")
    assert await chain.text() == "second: Perhaps."
    assert chain.naps == [3]
    assert chain.failover.health()[0].back_in == 60


async def test_wrong_key_is_not_tried_again_and_not_shown(chain: Chain) -> None:
    chain.first.fail(401, "Incorrect API key provided: sk-secret-key.")
    chain.second.otherwise(lambda _: _says("Perhaps."))
    assert await chain.text() == "second: Perhaps."
    assert await chain.text() == "second: Perhaps."
    assert chain.counts == (1, 2)
    health = chain.failover.health()[0]
    assert health.resting
    assert "sk-secret" not in f"{health} {chain.events}"
    chain.now += 60
    chain.first.say("Well again.")
    assert await chain.text() == "first: Well again."


async def test_words_cannot_be_taken_back(chain: Chain) -> None:
    chain.first.answer(_says("It is on, and so is everything else.", cut_after=600))
    heard = ""
    with pytest.raises(ModelError):
        heard = await chain.text()
    assert not heard
    assert chain.counts == (1, 0)


async def test_nobody_is_there(chain: Chain) -> None:
    chain.first.fail(401)
    for _ in range(3):
        chain.second.fail(503)
    with pytest.raises(AllFailedError) as raised:
        await chain.text()
    assert [type(cause) for cause in raised.value.causes] == [KeyRefusedError, ServerFailedError]
    assert len([event for event in chain.events if isinstance(event, ModelFailed)]) == 4
    assert "sk-secret" not in str(raised.value)


def _says(text: str, cut_after: int | None = None) -> Says:
    return Says(text=text, delivery=Delivery(cut_after=cut_after))
