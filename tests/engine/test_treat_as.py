"""What a thing is, as its owner says: in commands, questions, tools, prompts and at the gate."""

from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.treat_as import TreatAs
from home_agent.engine.act.gate.visibility import VisibleHome, show_home
from home_agent.engine.agent import Agent
from home_agent.engine.authority import Authority
from home_agent.engine.context.inventory import list_inventory
from home_agent.engine.context.relevance import RelevanceQuery, find_relevant
from home_agent.engine.errors import SettingsError
from home_agent.engine.home import Entity, ServiceCall
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Reply
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.resolve.concepts import is_lamp
from home_agent.engine.understand.resolve.names import gather_names
from home_agent.simulated import SimulatedHome
from home_agent.simulated.inventory_reader import read_inventory

PLUG, RELAY, BOX = "switch.shelly_3", "light.relay_2", "cover.motor_1"

HOUSE: Mapping[str, Any] = {
    "areas": [{"id": "hall", "name": "Hall"}, {"id": "salon", "name": "Salon"}],
    "entities": [
        {"id": PLUG, "name": "Shelly 3", "area": "hall", "state": "on"},
        {"id": "switch.gosund", "name": "Gosund", "area": "hall", "state": "on"},
        {"id": "switch.lamp_timer", "name": "Nice lamp", "area": "salon", "state": "on"},
        {
            "id": RELAY,
            "name": "Relay 2",
            "area": "salon",
            "state": "on",
            "attributes": {"supported_color_modes": ["onoff"], "color_mode": "onoff"},
        },
        {
            "id": BOX,
            "name": "Motor 1",
            "area": "salon",
            "state": "open",
            "attributes": {
                "current_position": 100,
                "supported_features": ["CoverEntityFeature.OPEN", "CoverEntityFeature.CLOSE"],
            },
        },
    ],
}
KINDS = {
    PLUG: "light",
    "switch.gosund": "heater",
    "switch.lamp_timer": "switch",
    RELAY: "fan",
    BOX: "curtain",
}

type Say = Callable[..., Any]


@pytest.fixture
async def make() -> AsyncIterator[Callable[..., tuple[Agent, SimulatedHome]]]:
    made: list[tuple[Agent, SimulatedHome]] = []

    def make(kinds: Mapping[str, str]) -> tuple[Agent, SimulatedHome]:
        home = SimulatedHome(read_inventory(HOUSE))
        settings = Settings.from_mapping({"treat_as": kinds, "patience": 0.2})
        made.append((build_agent(home, store=InMemoryStore(durable=True), settings=settings), home))
        return made[-1]

    yield make
    for agent, home in made:
        await agent.close()
        home.close()


async def hear(agent: Agent, text: str, language: str = "en") -> Reply:
    return await agent.hear(Turn(text=text, language=language, conversation_id="c"))


def touched(reply: Reply) -> set[str]:
    return {target for call in reply.calls for target in call.targets}


COMMANDS = [
    ("en", "turn off all the lights", {PLUG}),
    ("en", "turn off the hall light", {PLUG}),
    ("en", "turn off the fan", {RELAY}),
    ("en", "turn off the heater", {"switch.gosund"}),
    ("en", "close the curtain", {BOX}),
    ("en", "close the awning", set()),
    ("en", "turn off the lights in the salon", set()),
    ("de", "mach alle Lichter aus", {PLUG}),
    ("de", "schalte den Ventilator aus", {RELAY}),
    ("de", "mach die Heizung aus", {"switch.gosund"}),
    ("de", "schließe den Vorhang", {BOX}),
    ("nl", "doe alle lampen uit", {PLUG}),
    ("nl", "zet de ventilator uit", {RELAY}),
    ("nl", "doe het gordijn dicht", {BOX}),
    ("fr", "éteins toutes les lumières", {PLUG}),
    ("fr", "éteins le ventilateur", {RELAY}),
    ("fr", "ferme le rideau", {BOX}),
    ("it", "spegni tutte le luci", {PLUG}),
    ("it", "spegni il ventilatore", {RELAY}),
    ("it", "chiudi la tenda", {BOX}),
    ("es", "apaga todas las luces", {PLUG}),
    ("es", "apaga el ventilador", {RELAY}),
    ("es", "cierra la cortina", {BOX}),
]


@pytest.mark.parametrize(("language", "text", "meant"), COMMANDS)
async def test_commands(make: Say, language: str, text: str, meant: set[str]) -> None:
    agent, _ = make(KINDS)
    assert touched(await hear(agent, text, language)) == meant


QUESTIONS = [
    ("en", "which lights are on?"),
    ("de", "welche Lichter sind an?"),
    ("nl", "welke lampen zijn aan?"),
    ("fr", "quelles lumières sont allumées ?"),
    ("it", "quali luci sono accese?"),
    ("es", "¿qué luces están encendidas?"),
]


@pytest.mark.parametrize(("language", "text"), QUESTIONS)
async def test_questions(make: Say, language: str, text: str) -> None:
    agent, _ = make(KINDS)
    answer = (await hear(agent, text, language)).text
    assert "Shelly 3" in answer
    assert not any(name in answer for name in ("Relay", "Gosund", "Nice lamp"))


async def test_how_many_there_are(make: Say) -> None:
    """A switch that is named as a lamp is one, unless its owner says otherwise."""
    agent, _ = make({})
    assert (await hear(agent, "how many lights do I have?")).text == "2: Relay 2 and Nice lamp"
    agent, _ = make(KINDS)
    assert "Shelly 3" in (await hear(agent, "how many lights do I have?")).text


async def test_without_a_word_of_the_owner_it_is_a_switch(make: Say) -> None:
    agent, _ = make({})
    assert touched(await hear(agent, "turn off the hall light")) == set()
    assert touched(await hear(agent, "turn off all the lights")) == {RELAY, "switch.lamp_timer"}


async def test_a_plug_stays_a_plug(make: Say) -> None:
    agent, home = make(KINDS)
    reply = await hear(agent, "turn off all the switches in the hall")
    assert touched(reply) == {PLUG, "switch.gosund"}
    assert {call.domain for call in reply.calls} == {"switch"}
    assert home.snapshot().states[PLUG].value == "off"


async def test_tools_and_prompts(make: Say) -> None:
    agent, home = make(KINDS)
    arguments = {"action": "turn_off", "entity_id": "hall light"}
    call = ToolCall(id="1", name="ha_control", arguments=arguments, raw="{}")
    done = await agent.api.use_tool(call, Authority())
    assert done.success, done
    assert home.snapshot().states[PLUG].value == "off"
    snapshot = show_home(home, Settings().visible, TreatAs.from_mapping(KINDS)).snapshot()
    listed = list_inventory(snapshot.layout, 2000)
    assert f"{PLUG} 'Shelly 3' (light)" in listed
    lexicon = load_lexicon("en")
    names = gather_names(snapshot.layout, lexicon)
    query = RelevanceQuery(text="is any light on?", home=snapshot, lexicon=lexicon, names=names)
    assert PLUG in find_relevant(query, 10)


async def test_what_is_asked_about_stays_so(make: Say) -> None:
    """A motor that is said to be a gate is asked about; a garage door is one all the same."""
    agent, home = make({BOX: "gate"})
    await home.call(ServiceCall(domain="cover", service="close_cover", targets=(BOX,)))
    reply = await hear(agent, "open the gate")
    assert reply.expects_answer
    assert home.snapshot().states[BOX].value == "closed"


def test_patterns_come_after_ids() -> None:
    kinds = TreatAs.from_mapping({"switch.*": "light", " Switch.Fan ": "fan"})
    fan = Entity(entity_id="switch.fan", name="Fan")
    plug = Entity(entity_id="switch.plug", name="Plug")
    lamp = Entity(entity_id="light.lamp", name="Lamp")
    assert kinds.apply(fan).treated_as == "fan"
    assert kinds.apply(plug).treated_as == "light"
    assert kinds.apply(lamp) is lamp


def test_the_layout_stays_the_same_until_the_home_changes() -> None:
    home = SimulatedHome(read_inventory(HOUSE))
    shown = show_home(home, Settings().visible, TreatAs.from_mapping(KINDS))
    assert isinstance(shown, VisibleHome)
    assert shown.snapshot().layout is shown.snapshot().layout
    assert show_home(home, Settings().visible, TreatAs()) is home
    home.close()


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"switch.plug": "lamp"}, "treat_as, switch.plug: must be one of air_conditioner"),
        ({"cover.box": "light"}, "treat_as, cover.box: must be one of awning"),
        ({"plug": "light"}, "treat_as, plug: must be an entity id such as switch.plug"),
        ({"lock.door": "light"}, "treat_as, lock.door: must be an entity id"),
        ({"switch.": "light"}, "treat_as, switch.: must be an entity id"),
        ({"switch.plug": 3}, "treat_as, switch.plug: must be one of"),
        ("light", "treat_as: must be a table of settings"),
    ],
)
def test_mistakes_are_told(values: Any, told: str) -> None:
    with pytest.raises(SettingsError) as error:
        Settings.from_mapping({"treat_as": values})
    assert str(error.value).startswith(told)


@pytest.mark.parametrize(
    "name",
    [
        *("Floor lamp", "LED strip", "Lightstrip", "Bedside lamp", "Spotlights", "Xmas lights"),
        *("Stehlampe", "Badezimmerlampe", "Lichterkette", "Deckenspots", "Ledstrip", "Faretti"),
        *("Lampe de chevet", "Guirlande", "Lámpara de noche", "Plafondlamp"),
    ],
)
def test_plugs_that_are_named_as_lamps(name: str) -> None:
    assert is_lamp(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Power strip", "Powerstrip", "Surge strip", "Plug strip", "Heatstrip", "Strip heater"),
        *("Spot cooler", "Bedside plug", "Airstrip fan", "Spotify", "Steckdosenleiste", "Regleta"),
        *("Kettle", "Lamp automation", "Status LED"),
    ],
)
def test_plugs_that_are_not(name: str) -> None:
    """Whoever says "lights off" does not mean the freezer on a power strip."""
    assert not is_lamp(name)
