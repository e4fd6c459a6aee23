"""Finding out what is hidden by what is said when something goes wrong."""

from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.language import load_language
from home_agent.engine.outcome import Outcome
from home_agent.engine.plan import CallStep, Plan, Wording
from home_agent.engine.speak import report
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.tools.conftest import MakeHands

from .conftest import HOUSE, MakeWarded, Warded

SECRETS = ("lock.vault", "Vault", "light.nursery", "Night light", "cover.garage")
HIDDEN: list[dict[str, Any]] = [
    {
        "id": "switch.alarm_box",
        "name": "Secret siren box",
        "exposed": False,
        "behaviour": {"refuses": "Secret siren box (switch.alarm_box) is armed, ask lock.vault"},
    },
]
CALLS: tuple[dict[str, Any], ...] = (
    {"action": "switch.turn_on", "target": {"entity_id": "switch.alarm_box"}},
    {"action": "lock.open", "target": {"entity_id": "lock.vault"}},
    {"action": "cover.set_cover_position", "target": {"entity_id": "cover.garage"}},
    {"action": "script.of_tomorrow"},
    {"action": "lock.unheard_of", "target": {"entity_id": "lock.vault"}},
)


def words(house: Warded, outcomes: list[Outcome]) -> str:
    """What a person hears of it, and what programs and models are told."""
    step = CallStep(call=house.call("script.turn_on", "script.it"), wording=Wording(intent=""))
    layout = house.home.snapshot().layout
    told = report(Plan(steps=(step,)), (tuple(outcomes),), layout, load_language("en"))
    return f"{told.text} {[(outcome.detail, outcome.message) for outcome in told.outcomes]}"


@pytest.mark.parametrize("call", CALLS)
async def test_a_script_that_fails_tells_no_hidden_names(
    call: dict[str, Any], make_warded: MakeWarded
) -> None:
    """What a home says when it refuses is the home's words, and may name anything."""
    house = make_warded(*HIDDEN, {"id": "script.it", "name": "It", "sequence": [call]})
    outcomes = await house.ask("script.turn_on", "script.it", confirmed=True)
    told = words(house, outcomes)
    for secret in (*SECRETS, "siren box", "alarm_box"):
        assert secret.casefold() not in told.casefold()


@pytest.mark.parametrize("entity_id", ["lock.vault", "light.nursery", "cover.garage"])
@pytest.mark.parametrize("service", ["turn_on", "unlock", "open_cover"])
async def test_a_refusal_tells_no_hidden_names(
    entity_id: str, service: str, make_warded: MakeWarded
) -> None:
    """Who asks by an id is told of the id that they gave."""
    house = make_warded()
    domain = entity_id.partition(".")[0]
    told = words(house, await house.ask(f"{domain}.{service}", entity_id, confirmed=True))
    for name in ("Vault", "Night light", "Garage"):
        assert name not in told.replace(entity_id, "")


@pytest.mark.parametrize("denied", ["lock.vault", "light.nursery", "area:cellar", "domain:lock"])
async def test_a_rule_tells_no_hidden_names(denied: str, make_warded: MakeWarded) -> None:
    sequence = [
        {"action": "lock.unlock", "target": {"entity_id": "lock.vault"}},
        {"action": "light.turn_on", "target": {"entity_id": "light.nursery"}},
    ]
    it = {"id": "script.it", "name": "It", "sequence": sequence}
    house = make_warded(it, deny=[denied])
    told = words(house, await house.ask("script.turn_on", "script.it", confirmed=True))
    assert "not allowed" in told
    for secret in SECRETS:
        assert secret.casefold() not in told.casefold()


async def test_a_rule_tells_what_may_be_known(make_warded: MakeWarded) -> None:
    """Otherwise nobody knows what to do about it."""
    lamp = {"action": "light.turn_on", "target": {"entity_id": "light.hall"}}
    house = make_warded({"id": "script.it", "name": "It", "sequence": [lamp]}, deny=["light.hall"])
    told = words(house, await house.ask("script.turn_on", "script.it"))
    assert "It: that is not allowed here, because of Hall lamp." in told


async def test_a_rule_tells_that_nothing_is_known(make_warded: MakeWarded) -> None:
    told = {"id": "script.it", "name": "It", "sequence": [{"action": "{{ x }}"}]}
    house = make_warded(told, deny=["light.hall"])
    assert "because nobody can tell" in words(house, await house.ask("script.turn_on", "script.it"))


@pytest.mark.parametrize("tool", ["ha_control", "list_ha_services", "execute_services", "watch"])
async def test_no_tool_lists_scripts_that_are_hidden(tool: str, make_hands: MakeHands) -> None:
    """Neither as services nor as what there is instead."""
    more = [
        {"id": "script.shown", "name": "Shown", "sequence": []},
        {"id": "script.secret_door", "name": "Secret door", "exposed": False, "sequence": []},
    ]
    home = SimulatedHome.from_inventory({**HOUSE, "entities": [*HOUSE["entities"], *more]})
    hands = await make_hands(home)
    named = {
        "domain": "script",
        "service": "nothing",
        "service_data": {"entity_id": "script.shown"},
    }
    then = {"service": "script.nothing", "entity": "script.shown"}
    arguments: dict[str, dict[str, Any]] = {
        "ha_control": {"action": "nothing", "entity_id": "script.shown"},
        "list_ha_services": {},
        "execute_services": {"list": [named]},
        "watch": {"entity": "light.hall", "state": "on", "action": then},
    }
    result = await hands.use(tool, **arguments[tool])
    assert "secret" not in str(result.as_json()).casefold()
    home.close()


@pytest.mark.parametrize(
    "sentence", ["run it", "run the it script", "start it", "turn on the it script"]
)
async def test_a_sentence_hears_no_hidden_names(sentence: str) -> None:
    it = {"id": "script.it", "name": "It", "sequence": [CALLS[0]]}
    home = SimulatedHome.from_inventory({**HOUSE, "entities": [*HOUSE["entities"], *HIDDEN, it]})
    agent = build_agent(
        home, store=InMemoryStore(), settings=Settings(patience=0.2, safety=Safety())
    )
    reply = await agent.hear(Turn(text=sentence, conversation_id="one"))
    for secret in (*SECRETS, "siren box", "alarm_box"):
        assert secret.casefold() not in reply.text.casefold()
    await agent.close()
    home.close()
