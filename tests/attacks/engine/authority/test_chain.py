"""Getting rid of a rule by going through somebody else: a model, the schedule, a pretended way."""

from datetime import timedelta
from typing import Any

import pytest

from home_agent.engine.act.gate import Gate
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.act.schedule.documents import as_document, from_document
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.home import ServiceCall
from home_agent.engine.outcome import Reason
from home_agent.simulated import SimulatedHome
from tests.attacks.engine.authority.conftest import MakeSharedHouse, SharedHouse
from tests.engine.conftest import HOUSE
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

LAMP = "light.ceiling"
NOT_BY = {
    origin: {"rules": [{"origins": [origin.value], "deny": [LAMP]}]}
    for origin in (Origin.VOICE, Origin.CHAT, Origin.AUTOMATION, Origin.MODEL, Origin.SCHEDULE)
}
TURN_ON = {"action": "turn_on", "entity_id": LAMP}
TOOLS: dict[str, tuple[str, dict[str, Any]]] = {
    "now": ("ha_control", TURN_ON),
    "later": ("schedule", {**TURN_ON, "delay": {"minutes": 10}}),
    "watch": (
        "watch",
        {
            "entity": "switch.plug",
            "state": "on",
            "action": {"service": "light.turn_on", "entity": LAMP},
        },
    ),
}


async def _is_on_in_the_end(house: SharedHouse) -> bool:
    house.home.apply("switch.plug", state="on")
    await house.settle()
    await house.after(timedelta(minutes=20).total_seconds())
    return house.state(LAMP) == "on"


@pytest.mark.parametrize("tool", TOOLS)
async def test_without_a_rule_a_model_can_do_it(
    tool: str, make_shared: MakeSharedHouse, server: ScriptedServer
) -> None:
    """Or what follows would prove nothing."""
    house = make_shared(model=True, first=True)
    await house.start()
    server.call_tool(*TOOLS[tool])
    server.otherwise(Says(text="All right."))
    await house.said("anna", "make it nice here", origin=Origin.VOICE)
    assert await _is_on_in_the_end(house)


@pytest.mark.parametrize("way", [Origin.VOICE, Origin.CHAT, Origin.AUTOMATION])
@pytest.mark.parametrize("tool", TOOLS)
async def test_a_rule_for_a_way_of_asking_holds_when_a_model_does_it(
    way: Origin, tool: str, make_shared: MakeSharedHouse, server: ScriptedServer
) -> None:
    house = make_shared(model=True, first=True, safety=NOT_BY[way])
    await house.start()
    server.call_tool(*TOOLS[tool])
    server.otherwise(Says(text="All right."))
    await house.said("anna", "make it nice here", origin=way)
    assert not await _is_on_in_the_end(house)


@pytest.mark.parametrize("pretended", [Origin.VOICE, Origin.CHAT, Origin.AUTOMATION])
@pytest.mark.parametrize("real", [Origin.VOICE, Origin.CHAT, Origin.AUTOMATION])
async def test_pretending_another_way_leaves_every_rule_in_place(
    pretended: Origin, real: Origin, make_shared: MakeSharedHouse
) -> None:
    """A shell that cannot tell which of two it was says both."""
    house = make_shared(safety=NOT_BY[real])
    await house.start()
    await house.said("ben", "turn on the ceiling light", origin=pretended, possible_origins=(real,))
    assert house.state(LAMP) == "off"


LATER = (
    "turn on the ceiling light in ten minutes",
    "turn on the ceiling light when the plug is on",
)


@pytest.mark.parametrize("sentence", LATER)
async def test_without_a_rule_it_is_done_when_the_time_has_come(
    sentence: str, shared: SharedHouse
) -> None:
    """Or what follows would prove nothing."""
    await shared.said("anna", sentence)
    assert await _is_on_in_the_end(shared)


@pytest.mark.parametrize("origin", [Origin.VOICE, Origin.CHAT, Origin.SCHEDULE])
@pytest.mark.parametrize("sentence", LATER)
async def test_a_rule_holds_when_the_time_has_come(
    origin: Origin, sentence: str, make_shared: MakeSharedHouse
) -> None:
    house = make_shared(safety=NOT_BY[origin])
    await house.start()
    asked = Origin.VOICE if origin is Origin.SCHEDULE else origin
    await house.said("anna", sentence, origin=asked)
    assert not await _is_on_in_the_end(house)


@pytest.mark.parametrize("tool", ["now", "later", "watch"])
async def test_a_models_plan_is_still_a_models_after_a_yes(
    tool: str, make_shared: MakeSharedHouse, server: ScriptedServer
) -> None:
    house = make_shared(model=True, first=True, safety={"mark": [LAMP]})
    await house.start()
    server.call_tool(*TOOLS[tool])
    server.otherwise(Says(text="All right."))
    await house.said("anna", "make it nice here", origin=Origin.VOICE)
    await house.said("anna", "yes", origin=Origin.VOICE)
    await _is_on_in_the_end(house)
    done = [
        record for record in await house.records() if record.entity_id == LAMP and record.confirmed
    ]
    assert done
    assert {item.chain for item in done} <= {"voice>model", "voice>model>schedule"}


async def test_a_rule_made_after_the_question_holds_for_the_answer(
    make_shared: MakeSharedHouse, server: ScriptedServer
) -> None:
    """The model asked, the owner then forbade models the lamp, and somebody says yes."""
    house = make_shared(model=True, first=True, safety={"mark": [LAMP]})
    await house.start()
    server.call_tool(*TOOLS["later"])
    server.otherwise(Says(text="All right."))
    await house.said("anna", "make it nice here")
    await house.said("anna", "yes")
    await house.stop()
    stricter = make_shared(safety=NOT_BY[Origin.MODEL])
    house.settings = stricter.settings
    await house.start()
    assert not await _is_on_in_the_end(house)


@pytest.mark.parametrize(
    ("authority", "allowed_to"),
    [
        (Authority(decided_by=(Origin.MODEL,)), "chat"),
        (Authority(origin=Origin.VOICE, decided_by=(Origin.MODEL,)), "voice"),
        (Authority(decided_by=(Origin.MODEL, Origin.SCHEDULE)), "schedule"),
        (Authority(origin=Origin.MCP), "model"),
        (Authority(origin=Origin.MCP, decided_by=(Origin.SCHEDULE,)), "schedule"),
        (Authority(origin=Origin.MODEL, possible_origins=(Origin.CHAT,)), "chat"),
        (Authority(origin=Origin.MCP, decided_by=(Origin.MODEL,)), "model"),
    ],
)
def test_what_is_allowed_to_another_link_is_not_allowed_to_the_machine(
    authority: Authority, allowed_to: str
) -> None:
    """Machines may do what somebody has thought of; a rule for people thought of people."""
    rules = [{"origins": [allowed_to], "allow": ["service:zha.*", "light.*"]}]
    gate = Gate(Safety.from_mapping({"rules": rules}))
    home = SimulatedHome.from_inventory(HOUSE)
    call = ServiceCall(domain="zha", service="reconfigure", targets=(LAMP,))
    decision = gate.judge(call, LAMP, authority, home.snapshot())
    home.close()
    assert decision.refused is Reason.UNCLASSIFIED


@pytest.mark.parametrize(
    ("kept", "chain"),
    [
        ({"origin": "chat"}, "chat"),
        ({"origin": "voice"}, "voice"),
        # How the model was asked was not kept then: it counts as every way.
        ({"origin": "model"}, "model|chat|voice|automation"),
    ],
)
def test_an_authority_that_was_kept_before_still_loads(kept: dict[str, str], chain: str) -> None:
    document = {
        "is": "Authority",
        "origin": {"is": "Origin", "of": kept["origin"]},
        "user_id": "anna",
        "conversation_id": "one",
        "confirmed": False,
        "language": "en",
        "area_id": None,
    }
    authority = from_document(document)
    assert isinstance(authority, Authority)
    assert authority.chain == chain
    assert from_document(as_document(authority)) == authority


def test_the_right_to_see_everything_is_not_kept_for_later() -> None:
    assert not Authority(user_id="owner", is_admin=True).to_keep().is_admin
