"""A home that hands its calls over: they are told as what is wanted, never as what was done."""

import pytest

from home_agent.engine import Reply, Turn, build_agent
from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home import ServiceCall
from home_agent.engine.language import languages, load_language
from home_agent.engine.outcome import Reason, Status
from home_agent.engine.speak import phrase
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE

TRANSLATED = [code for code in languages() if "handed_over" in load_language(code).phrases]


class HandingHome(SimulatedHome):
    """A house whose owner carries things out, but for the counter light."""

    handed: tuple[ServiceCall, ...] = ()

    def forward_call(self, call: ServiceCall) -> None:
        """Keep it for the owner."""
        if call.targets == ("light.counter",):
            raise CallRefusedError("nobody goes there.")
        self.handed = (*self.handed, call)


async def say(home: HandingHome, text: str) -> Reply:
    agent = build_agent(home, store=InMemoryStore())
    reply = await agent.hear(Turn(text=text, conversation_id="c"))
    await agent.close()
    return reply


async def test_nothing_is_sent_and_nothing_is_claimed() -> None:
    home = HandingHome.from_inventory(HOUSE)
    before = home.snapshot().states
    reply = await say(home, "turn on the workbench light")
    assert reply.text == "I will turn on Workbench."
    assert [outcome.status for outcome in reply.outcomes] == [Status.HANDED_OVER]
    assert [call.full_name for call in home.handed] == ["light.turn_on"]
    assert reply.calls == home.handed
    assert home.snapshot().states == before


async def test_what_cannot_be_handed_over_is_told_beside_the_rest() -> None:
    home = HandingHome.from_inventory(HOUSE)
    reply = await say(home, "turn on the workbench light and the counter light")
    assert reply.text == (
        "Counter light did not do it: nobody goes there. I will turn on Workbench."
    )
    assert {(outcome.status, outcome.reason) for outcome in reply.outcomes} == {
        (Status.HANDED_OVER, None),
        (Status.REFUSED, Reason.REJECTED),
    }


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_language_says_that_it_is_done(code: str) -> None:
    language = load_language(code)
    told = phrase(language, "handed_over", what="X")
    assert "X" in told
    assert phrase(language, "done").rstrip(".").casefold() not in told.casefold()
