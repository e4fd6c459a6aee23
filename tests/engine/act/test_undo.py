"""Undo: what was done is put back, what cannot be is named, and the gate is asked again."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, override

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn, build_agent
from home_agent.engine.act import Gate, StepExecutor
from home_agent.engine.act.gate.safety import NOTHING_ASKED, Safety
from home_agent.engine.authority import Authority
from home_agent.engine.errors import StoreError
from home_agent.engine.events import ignore
from home_agent.engine.home import ServiceCall
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.plan import CallStep, Plan, Step, UndoStep, Wording
from home_agent.engine.storage.store import InMemoryStore, SqliteStore, Store
from home_agent.engine.turn import Verdict
from home_agent.simulated import SimulatedHome

UNDO = UndoStep()
HERE = Authority(user_id="anna", conversation_id="one")


def call(name: str, *targets: str, **data: Any) -> CallStep:
    """A step that calls a service."""
    domain, _, service = name.partition(".")
    service_call = ServiceCall(domain=domain, service=service, targets=targets, data=data)
    return CallStep(call=service_call, wording=Wording(intent="HassTurnOn"))


class House:
    """The demo house, somebody who acts in it, and what it looks like."""

    def __init__(self, home: SimulatedHome, store: Store, safety: Safety = NOTHING_ASKED) -> None:
        """Act on this home."""
        self.home = home
        self.step_executor = StepExecutor(home, patience=0.2, gate=Gate(safety), store=store)

    async def do(self, *steps: Step, authority: Authority = HERE) -> list[Outcome]:
        """One command."""
        ended = await self.step_executor.carry_out(Plan(steps=steps), authority, ignore)
        return [item for some in ended for item in some]

    def value(self, entity_id: str) -> str:
        """The state of an entity."""
        return self.home.snapshot().states[entity_id].value

    def attribute(self, entity_id: str, name: str) -> Any:
        """Something about an entity."""
        return self.home.snapshot().states[entity_id].attributes.get(name)


@pytest.fixture
def store() -> Store:
    """Where the journal is."""
    return InMemoryStore()


@pytest.fixture
async def house(store: Store) -> AsyncIterator[House]:
    """The demo house."""
    home = SimulatedHome.demo()
    yield House(home, store)
    home.close()


async def test_the_last_command_is_taken_back_and_then_the_one_before(house: House) -> None:
    """What was undone has left the journal."""
    lamp = "light.worktop"
    before = house.value(lamp), house.attribute(lamp, "brightness")
    await house.do(call("light.turn_on", lamp, brightness_pct=80))
    await house.do(call("light.turn_on", lamp, brightness_pct=20))
    [outcome] = await house.do(UNDO)
    assert outcome.status is Status.DONE
    assert house.attribute(lamp, "brightness") == 204
    await house.do(UNDO)
    assert (house.value(lamp), house.attribute(lamp, "brightness")) == before
    [outcome] = await house.do(UNDO)
    assert outcome.reason is Reason.NOTHING_TO_UNDO


async def test_several_commands_at_once(house: House) -> None:
    """Everything goes back to how it was before the first of them."""
    ids = ("light.worktop", "climate.thermostat", "fan.ceiling")
    before = {id_: house.home.snapshot().states[id_] for id_ in ids}
    await house.do(call("light.turn_on", "light.worktop", brightness_pct=80))
    await house.do(
        call("light.turn_on", "light.worktop", brightness_pct=10),
        call("fan.turn_on", "fan.ceiling", percentage=66),
    )
    await house.do(call("climate.set_temperature", "climate.thermostat", temperature=26))
    outcomes = await house.do(UndoStep(count=3))
    assert {outcome.status for outcome in outcomes} == {Status.DONE}
    for entity_id, state in before.items():
        now = house.home.snapshot().states[entity_id]
        assert (now.value, now.attributes) == (state.value, state.attributes)


async def test_things_on_a_list_come_and_go(house: House) -> None:
    """An item is not a state; its call is turned round."""

    async def items() -> list[str]:
        look = ServiceCall(domain="todo", service="get_items", targets=("todo.shopping",))
        listed: Mapping[str, Any] = (await house.home.call(look))["todo.shopping"]
        return sorted(item["summary"] for item in listed["items"])

    before = await items()
    await house.do(
        call("todo.add_item", "todo.shopping", item="Figs"),
        call("todo.add_item", "todo.shopping", item="Dates"),
    )
    assert len(await items()) == len(before) + 2
    await house.do(UNDO)
    assert await items() == before
    await house.do(call("todo.remove_item", "todo.shopping", item=before[0].upper()))
    assert len(await items()) == len(before) - 1
    await house.do(UNDO)
    assert await items() == before


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (call("scene.turn_on", "scene.movie_night"), Reason.SET_OFF),
        (call("button.press", "button.restart_router"), Reason.SET_OFF),
        (call("todo.remove_completed_items", "todo.shopping"), Reason.NO_WAY_BACK),
        (call("vacuum.locate", "vacuum.robbie"), Reason.NO_WAY_BACK),
    ],
)
async def test_what_cannot_be_undone_is_named(house: House, step: CallStep, reason: Reason) -> None:
    """And it does not stand in the way of what can."""
    await house.do(call("switch.turn_on", "switch.towel_rail"))
    await house.do(step)
    [outcome] = await house.do(UNDO)
    assert (outcome.status, outcome.reason) == (Status.REFUSED, reason)
    assert outcome.entity_id == step.call.targets[0]
    await house.do(UNDO)
    assert house.value("switch.towel_rail") == "off"


async def test_what_somebody_else_changed_is_left_alone(house: House) -> None:
    """Theirs is the later wish; the rest goes back."""
    lamps = ("light.worktop", "light.dining_table")
    was = house.value("light.dining_table")
    await house.do(call("light.turn_on", *lamps, brightness_pct=77))
    await house.home.call(
        ServiceCall(domain="light", service="turn_off", targets=("light.dining_table",))
    )
    if was == "off":
        await house.home.call(
            ServiceCall(
                domain="light",
                service="turn_on",
                targets=("light.dining_table",),
                data={"brightness_pct": 5},
            )
        )
    now = house.home.snapshot().states["light.dining_table"]
    outcomes = {outcome.entity_id: outcome for outcome in await house.do(UNDO)}
    assert outcomes["light.dining_table"].reason is Reason.CHANGED_SINCE
    assert house.home.snapshot().states["light.dining_table"] == now
    assert outcomes["light.worktop"].status is Status.DONE
    [again] = await house.do(UNDO)
    assert again.reason is Reason.NOTHING_TO_UNDO


async def test_what_is_still_moving_turns_round(house: House) -> None:
    """A door on its way is ours, also once it has arrived."""
    door = "cover.garage_door"
    house.home.behave(door, {"travel": 30})
    [outcome] = await house.do(call("cover.open_cover", door))
    assert outcome.status is Status.PENDING
    [back] = await house.do(UNDO)
    assert back.status in (Status.PENDING, Status.DONE)
    assert house.value(door) in ("closing", "closed")


async def test_what_failed_leaves_nothing_to_undo(house: House) -> None:
    """Nor does what was so already; and "undo that" means none of what was done before."""
    await house.do(call("fan.turn_on", "fan.extractor"))
    house.home.behave("light.worktop", "ignores")
    await house.do(call("light.turn_on", "light.worktop", brightness_pct=3))
    await house.do(call("switch.turn_off", "switch.towel_rail"))
    for _ in range(2):
        [outcome] = await house.do(UNDO)
        assert outcome.reason is Reason.NOTHING_TO_UNDO
    assert house.value("fan.extractor") == "on"
    await house.do(UNDO)
    assert house.value("fan.extractor") == "off"


async def test_an_undo_that_fails_can_be_tried_again(house: House) -> None:
    """The journal forgets only what is settled."""
    rail, fan = "switch.towel_rail", "fan.extractor"
    await house.do(call("switch.turn_on", rail), call("fan.turn_on", fan))
    house.home.behave(rail, "ignores")
    outcomes = {outcome.entity_id: outcome for outcome in await house.do(UNDO)}
    assert outcomes[rail].reason is Reason.NO_RESPONSE
    assert outcomes[fan].status is Status.DONE
    house.home.behave(rail, None)
    [outcome] = await house.do(UNDO)
    assert (outcome.entity_id, house.value(rail)) == (rail, "off")


async def test_the_gate_is_asked_again(store: Store) -> None:
    """Undoing a lock is unlocking, and until the person says yes nothing of it is done."""
    home = SimulatedHome.demo()
    house = House(home, store, Safety())
    await home.call(ServiceCall(domain="lock", service="unlock", targets=("lock.front_door",)))
    await house.do(
        call("lock.lock", "lock.front_door"), call("switch.turn_on", "switch.towel_rail")
    )
    outcomes = await house.do(UNDO)
    assert {outcome.status for outcome in outcomes} == {Status.AWAITING}
    assert {outcome.entity_id for outcome in outcomes} == {"lock.front_door", "switch.towel_rail"}
    assert house.value("lock.front_door") == "locked"
    assert house.value("switch.towel_rail") == "on"
    await house.do(UNDO, authority=replace(HERE, confirmed=True))
    assert house.value("lock.front_door") == "unlocked"
    assert house.value("switch.towel_rail") == "off"
    home.close()


async def test_whose_commands_are_undone(house: House) -> None:
    """Those of the conversation; in a new one, those of the same person; never another's."""
    await house.do(call("switch.turn_on", "switch.towel_rail"))
    ben = Authority(user_id="ben", conversation_id="two")
    [outcome] = await house.do(UNDO, authority=ben)
    assert outcome.reason is Reason.NOTHING_TO_UNDO
    await house.do(UNDO, authority=replace(HERE, conversation_id="three"))
    assert house.value("switch.towel_rail") == "off"


async def test_a_group_goes_back_member_by_member(store: Store) -> None:
    """Turning a group on again would light what was dark before."""
    lamp = {"supported_color_modes": ["onoff"], "color_mode": "onoff"}
    home = SimulatedHome.from_inventory(
        {
            "entities": [
                {"name": "A", "id": "light.a", "state": "on", "attributes": lamp},
                {"name": "B", "id": "light.b", "state": "off", "attributes": lamp},
                {
                    "name": "Both",
                    "id": "light.both",
                    "state": "on",
                    "attributes": {**lamp, "entity_id": ["light.a", "light.b"]},
                },
            ]
        }
    )
    house = House(home, store)
    # the simulated home has no groups of its own
    plain = home.call

    async def for_members(one: ServiceCall) -> Mapping[str, Any]:
        if one.targets == ("light.both",):
            one = replace(one, targets=("light.both", "light.a", "light.b"))
        return await plain(one)

    home.call = for_members  # type: ignore[assignment, method-assign]
    await house.do(call("light.turn_off", "light.both"))
    await house.do(UNDO)
    assert (house.value("light.a"), house.value("light.b")) == ("on", "off")
    home.close()


async def test_the_journal_outlives_a_restart_and_holds_no_secret(tmp_path: Path) -> None:
    """A code is for the home only."""
    store = SqliteStore(tmp_path / "store.db")
    home = SimulatedHome.demo()
    alarm = "alarm_control_panel.house"
    await House(home, store).do(call("alarm_control_panel.alarm_arm_home", alarm, code="1234"))
    assert "1234" not in str(await store.get("journal"))
    [outcome] = await House(home, store).do(UNDO)
    assert (outcome.entity_id, outcome.reason) == (alarm, Reason.REJECTED)
    home.close()


async def test_the_journal_is_bounded(house: House, store: Store) -> None:
    """The last twenty commands are kept."""
    for number in range(25):
        service = "turn_on" if number % 2 else "turn_off"
        await house.do(call(f"light.{service}", "light.worktop"))
    document = await store.get("journal") or {}
    assert len(document["commands"]) <= 20


async def test_a_broken_store_keeps_nobody_from_switching_a_lamp() -> None:
    """And what is undone is the last thing, not the last that could be written down."""

    class Broken(InMemoryStore):
        @override
        async def get(self, key: str) -> Mapping[str, Any] | None:
            raise StoreError(key)

        @override
        async def put(self, key: str, document: Mapping[str, Any]) -> None:
            raise StoreError(key, document)

    home = SimulatedHome.demo()
    house = House(home, Broken())
    [outcome] = await house.do(call("switch.turn_on", "switch.towel_rail"))
    assert outcome.status is Status.DONE
    [outcome] = await house.do(UNDO)
    assert outcome.status is Status.DONE
    [outcome] = await house.do(UNDO)
    assert outcome.reason is Reason.NOTHING_TO_UNDO
    home.close()


async def hear(agent: Agent, text: str, language: str = "en") -> Reply:
    """Say something."""
    return await agent.hear(Turn(text=text, language=language, conversation_id="talk"))


@pytest.mark.parametrize(
    ("language", "command", "undo", "told"),
    [
        ("en", "turn on the towel rail", "put it back", "Towel rail is as it was before."),
        ("en", "turn on the towel rail", "make it as it was before", "Towel rail is as it was"),
        ("de", "schalte den Towel rail ein", "mach das rückgängig", "Towel rail ist wieder wie"),
        ("nl", "zet de Towel rail aan", "maak dat ongedaan", "Towel rail is weer zoals het was."),
        ("it", "accendi il Towel rail", "rimettilo com'era", "Towel rail è di nuovo come prima."),
        ("es", "enciende Towel rail", "deshaz eso", "Towel rail vuelve a estar como antes."),
        ("fr", "allume Towel rail", "remets comme avant", "Towel rail est comme avant."),
    ],
)
async def test_it_is_said_in_the_language_of_the_speaker(
    language: str, command: str, undo: str, told: str
) -> None:
    """From words to words."""
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(safety=NOTHING_ASKED))
    done = await hear(agent, command, language)
    assert done.verdict is Verdict.OK
    assert home.snapshot().states["switch.towel_rail"].value == "on"
    reply = await hear(agent, undo, language)
    assert told in reply.text
    assert home.snapshot().states["switch.towel_rail"].value == "off"
    home.close()


async def test_many_things_are_told_as_one() -> None:
    """Nobody wants a list of lamps."""
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(safety=NOTHING_ASKED))
    await hear(agent, "turn on the towel rail and the extractor fan")
    assert (await hear(agent, "undo that")).text == "Everything is as it was before."
    assert (await hear(agent, "undo that")).text == "There is nothing to undo."
    home.close()
