"""The order in which things are done: together, one after the other, or not at all."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine.act import Gate, StepExecutor
from home_agent.engine.act.gate.safety import NOTHING_ASKED, Safety
from home_agent.engine.act.preparation import group_steps
from home_agent.engine.authority import Authority
from home_agent.engine.call_data import AnswerReference, ComposedText
from home_agent.engine.conditions import StateIs
from home_agent.engine.events import CallSent, Event
from home_agent.engine.home import ServiceCall
from home_agent.engine.language import load_language
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.plan import (
    CallStep,
    Plan,
    QueryStep,
    ReadStep,
    SequenceStep,
    Stage,
    Step,
    UndoStep,
    WaitStep,
    Wording,
)
from home_agent.engine.speak import report
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

WORDING = Wording(intent="HassTurnOn")


@pytest.fixture
async def demo() -> AsyncIterator[SimulatedHome]:
    """The demo house."""
    home = SimulatedHome.demo()
    yield home
    home.close()


class Hand:
    """Carries out plans, and remembers what was sent."""

    def __init__(self, home: SimulatedHome, safety: Safety = NOTHING_ASKED) -> None:
        """Act on this home."""
        self.step_executor = StepExecutor(
            home, patience=0.2, gate=Gate(safety), store=InMemoryStore()
        )
        self.sent: list[ServiceCall] = []

    async def do(self, *steps: Step, confirmed: bool = False) -> list[Outcome]:
        """Carry out a plan; all its outcomes."""

        def note(event: Event) -> None:
            if isinstance(event, CallSent):
                self.sent.append(event.call)

        authority = Authority(conversation_id="one", confirmed=confirmed)
        ended = await self.step_executor.carry_out(Plan(steps=steps), authority, note)
        return [item for some in ended for item in some]


@pytest.fixture
def hand(demo: SimulatedHome) -> Hand:
    """Somebody who acts on the demo house."""
    return Hand(demo)


def call(name: str, *targets: str, **data: Any) -> CallStep:
    """A step that calls a service."""
    domain, _, service = name.partition(".")
    service_call = ServiceCall(domain=domain, service=service, targets=targets, data=data)
    return CallStep(call=service_call, wording=WORDING)


def in_order(*stages: Stage | CallStep | WaitStep | ReadStep, **options: Any) -> SequenceStep:
    """A sequence of stages."""
    whole = tuple(stage if isinstance(stage, Stage) else Stage(step=stage) for stage in stages)
    return SequenceStep(stages=whole, wording=WORDING, **options)


LAMP, RAIL, FAN = "light.worktop", "switch.towel_rail", "fan.extractor"
ON = call("switch.turn_on", RAIL)
OFF = call("switch.turn_off", RAIL)


async def test_what_concerns_the_same_thing_keeps_its_order(
    demo: SimulatedHome, hand: Hand
) -> None:
    """Also where a look follows, and where a device is slow."""
    demo.behave(LAMP, {"late": 0.02})
    outcomes = await hand.do(
        call("light.turn_on", LAMP),
        call("light.turn_on", LAMP, brightness_pct=50),
        QueryStep(entity_ids=(LAMP,), wording=WORDING),
        call("light.turn_off", LAMP),
    )
    assert [outcome.status for outcome in outcomes][-2:] == [Status.ANSWERED, Status.DONE]
    assert outcomes[2].after is not None
    assert outcomes[2].after.attributes["brightness"] == 128
    assert demo.snapshot().states[LAMP].value == "off"


async def test_one_after_another_also_for_what_a_scene_or_a_group_holds(
    demo: SimulatedHome,
) -> None:
    """The scene first, then the lamp that it lights."""
    home = demo.snapshot()
    routines = {"scene.movie_night": (call("light.turn_on", "light.mood").call,)}
    home = replace(home, layout=replace(home.layout, routines=routines))
    plan = Plan(
        steps=(
            call("scene.turn_on", "scene.movie_night"),
            call("light.turn_off", "light.mood"),
            call("light.turn_off", "light.hall"),
            ON,
        )
    )
    work = group_steps(plan, home)
    assert [(list(job.places), sorted(job.after)) for job in work] == [
        ([0], []),
        ([2], []),
        ([3], []),
        ([1], [0]),
    ]


async def test_undo_and_deeds_do_not_race(demo: SimulatedHome, hand: Hand) -> None:
    """Whatever else is in the plan comes before or after it."""
    await hand.do(ON)
    await hand.do(UndoStep(), call("fan.turn_on", FAN))
    assert demo.snapshot().states[RAIL].value == "off"
    assert demo.snapshot().states[FAN].value == "on"


async def test_the_refusal_of_one_is_not_told_of_the_others(
    demo: SimulatedHome, hand: Hand
) -> None:
    """They are asked once more by themselves, and each gets its own answer."""
    other = "switch.coffee_machine"
    await demo.call(ServiceCall(domain="switch", service="turn_off", targets=(other,)))
    demo.behave(RAIL, {"refuses": "The fuse is gone"})
    outcomes = {
        outcome.entity_id: outcome for outcome in await hand.do(call("switch.turn_on", RAIL, other))
    }
    assert (outcomes[RAIL].reason, outcomes[RAIL].detail) == (Reason.REJECTED, "The fuse is gone")
    assert outcomes[other].status is Status.DONE
    # what would not be the same twice is not asked twice
    toggled = await hand.do(call("switch.toggle", RAIL, other))
    assert {outcome.reason for outcome in toggled} == {Reason.REJECTED}
    assert demo.snapshot().states[other].value == "on"


async def test_a_sequence_goes_on_step_by_step(demo: SimulatedHome, hand: Hand) -> None:
    """What is already so, or on its way, is good enough to go on."""
    outcomes = await hand.do(in_order(ON, WaitStep(seconds=0.01), OFF, OFF))
    assert [outcome.status for outcome in outcomes] == [Status.DONE, Status.DONE, Status.ALREADY]
    assert [item.service for item in hand.sent] == ["turn_on", "turn_off", "turn_off"]


async def test_a_sequence_stops_at_what_goes_wrong_and_tells_what_it_left_out(
    demo: SimulatedHome, hand: Hand
) -> None:
    """In words, too."""
    demo.behave(RAIL, "ignores")
    sequence = in_order(ON, call("fan.turn_on", FAN), WaitStep(seconds=1))
    ended = await hand.do(sequence)
    assert [outcome.reason for outcome in ended] == [Reason.NO_RESPONSE, Reason.NOT_TRIED]
    assert demo.snapshot().states[FAN].value == "off"
    layout = demo.snapshot().layout
    told = report(Plan(steps=(sequence,)), (tuple(ended),), layout, load_language("en")).text
    assert told == (
        "Towel rail did not respond. "
        "Extractor fan was not tried, because something before it went wrong."
    )


async def test_a_sequence_that_fails_names_each_thing_once(demo: SimulatedHome, hand: Hand) -> None:
    """What did not respond was not tried again either, and nobody need hear that."""
    demo.behave(RAIL, "ignores")
    ended = await hand.do(in_order(ON, call("fan.turn_on", FAN), OFF, call("fan.turn_off", FAN)))
    assert [(outcome.entity_id, outcome.reason) for outcome in ended] == [
        (RAIL, Reason.NO_RESPONSE),
        (FAN, Reason.NOT_TRIED),
    ]


async def test_a_sequence_may_go_on_all_the_same(demo: SimulatedHome, hand: Hand) -> None:
    """One failing step does not hide the others."""
    demo.behave(RAIL, "ignores")
    outcomes = await hand.do(in_order(ON, call("fan.turn_on", FAN), stop_on_failure=False))
    assert [outcome.status for outcome in outcomes] == [Status.FAILED, Status.DONE]


async def test_conditions_are_looked_at_when_their_turn_comes(
    demo: SimulatedHome, hand: Hand
) -> None:
    """Not at the start; and where nothing is left to do, that is said."""
    is_on = StateIs(entity_ids=(RAIL,), states=frozenset({"on"}))
    then = Stage(step=call("fan.turn_on", FAN), condition=is_on)
    [nothing] = await hand.do(in_order(then))
    assert (nothing.status, nothing.reason) == (Status.REFUSED, Reason.NOT_SO)
    outcomes = await hand.do(in_order(ON, then))
    assert [outcome.entity_id for outcome in outcomes] == [RAIL, FAN]


async def test_every_stage_has_its_time(demo: SimulatedHome, hand: Hand) -> None:
    """A wait too; what takes too long has not happened."""
    [late] = await hand.do(in_order(Stage(step=WaitStep(seconds=30), limit=0.01)))
    assert late.reason is Reason.NO_RESPONSE
    call_home = demo.call

    async def hang(hanging: ServiceCall) -> Mapping[str, Any]:
        await asyncio.sleep(30)
        return await call_home(hanging)

    demo.call = hang  # type: ignore[assignment, method-assign]
    [late] = await hand.do(in_order(Stage(step=ON, limit=0.01)))
    assert (late.entity_id, late.reason) == (RAIL, Reason.NO_RESPONSE)


READ = ReadStep(
    call=ServiceCall(domain="todo", service="get_items", targets=("todo.shopping",)),
    wording=WORDING,
)


async def test_answers_are_used_by_later_stages(demo: SimulatedHome, hand: Hand) -> None:
    """Looked up, never evaluated: what a list says is data."""
    await demo.call(
        ServiceCall(
            domain="todo",
            service="add_item",
            targets=("todo.shopping",),
            data={"item": "{{ 7 * 7 }}"},
        )
    )
    items = AnswerReference("items", ("todo.shopping", -1, "summary"))
    chore = call("todo.add_item", "todo.chores", item=ComposedText(("Buy ", items)))
    outcomes = await hand.do(in_order(Stage(step=READ, answer="items"), chore))
    assert outcomes[-1].status is Status.DONE
    assert hand.sent[-1].data == {"item": "Buy {{ 7 * 7 }}"}


@pytest.mark.parametrize(
    "missing",
    [
        AnswerReference("nothing"),
        AnswerReference("items", ("nowhere",)),
        AnswerReference("items", (0, 1)),
    ],
)
async def test_an_answer_that_is_not_there(hand: Hand, missing: AnswerReference) -> None:
    """Nothing is made up in its place."""
    chore = call("todo.add_item", "todo.chores", item=[missing])
    outcomes = await hand.do(in_order(Stage(step=READ, answer="items"), chore))
    assert outcomes[-1].reason is Reason.INCOMPLETE
    assert hand.sent == []


async def test_where_a_yes_is_needed_nothing_is_done_before(demo: SimulatedHome) -> None:
    """Half a sequence, repeated after the yes, would be done twice."""
    hand = Hand(demo, Safety())
    sequence = in_order(ON, call("lock.unlock", "lock.front_door"))
    outcomes = await hand.do(sequence)
    assert [outcome.status for outcome in outcomes] == [Status.AWAITING, Status.AWAITING]
    assert hand.sent == []
    outcomes = await hand.do(sequence, confirmed=True)
    assert [outcome.status for outcome in outcomes] == [Status.DONE, Status.DONE]


async def test_a_sequence_is_undone_as_one(demo: SimulatedHome, hand: Hand) -> None:
    """One plan is one command."""
    await hand.do(in_order(ON, call("light.turn_on", LAMP, brightness_pct=7)))
    await hand.do(UndoStep())
    assert demo.snapshot().states[RAIL].value == "off"
