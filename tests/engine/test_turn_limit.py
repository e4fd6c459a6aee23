"""How often somebody may say something, whatever comes of it."""

from home_agent.engine import Settings, Turn, Verdict, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.active_requests import ActiveRequests
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE


async def test_whoever_says_too_much_is_told_so_and_others_are_heard() -> None:
    home = SimulatedHome.from_inventory(HOUSE)
    settings = Settings(safety=Safety.from_mapping({"turns_a_minute": 2}))
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=settings)

    async def say(user: str) -> Verdict:
        turn = Turn(text="what time is it", language="en", conversation_id=user, user_id=user)
        return (await agent.hear(turn)).verdict

    assert [await say("anna") for _ in range(3)] == [Verdict.OK, Verdict.OK, Verdict.REFUSED]
    assert await say("ben") is Verdict.OK
    await agent.close()
    home.close()


def test_a_minute_later_they_are_heard_again() -> None:
    now = [0.0]
    requests = ActiveRequests(a_minute=1, clock=lambda: now[0])
    assert [requests.is_too_often("anna") for _ in range(2)] == [False, True]
    now[0] = 61.0
    assert not requests.is_too_often("anna")
    assert not any(ActiveRequests().is_too_often("anna") for _ in range(1000))
