"""A house that is lived in: random commands, faults, other people, and second thoughts.

Whatever happens, nothing is touched that may not be, nothing is called done that is not seen, the
journal agrees with the house, and undoing brings back how it was.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, override

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from home_agent.engine.act import StepExecutor
from home_agent.engine.act.undo.journal import Journal, state_to_document
from home_agent.engine.authority import Authority
from home_agent.engine.errors import CallRefusedError
from home_agent.engine.events import ignore
from home_agent.engine.home import ServiceCall, Snapshot, State
from home_agent.engine.language import load_language
from home_agent.engine.outcome import Outcome, Status
from home_agent.engine.plan import CallStep, Plan, SequenceStep, Stage, Step, UndoStep, Wording
from home_agent.engine.speak import report
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

from .wishes import HOUSE, WISHES, Wish

FAULTS = [None, "ignores", "unavailable", {"refuses": "No."}, {"late": 0.2}, {"travel": 20}]
IDS = [entity["id"] for entity in HOUSE["entities"] if not entity["id"].startswith("scene")]
MAY_OPEN = {("lock", "unlock"), ("cover", "open_cover")}
GOOD = {Status.DONE, Status.ALREADY, Status.PENDING, Status.ASKED}
MOVING = {"opening", "closing"}
WORDING = Wording(intent="HassTurnOn", response="default", slots={"name": "It"})
ENGLISH = load_language("en")


def essence(state: State | None) -> tuple[Any, Any] | None:
    """What of a state is kept and brought back."""
    if state is None:
        return None
    document = state_to_document(state)
    value = document["value"]
    with suppress(ValueError):
        value = float(value)
    return value, document["attributes"]


class LivedIn(RuleBasedStateMachine):
    """The house, and everybody in it."""

    def __init__(self) -> None:
        """Move in."""
        super().__init__()
        self.runner = asyncio.Runner()
        self.home = SimulatedHome.from_inventory(HOUSE)
        self.store = InMemoryStore(durable=True)
        self.step_executor = StepExecutor(self.home, patience=0.03, store=self.store)
        self.reached: list[ServiceCall] = []
        self.confirmed = False
        self.history: list[dict[str, State]] = []
        self.unsure: set[str] = set()
        self.plain_call = self.home.call
        self.home.call = self.overheard  # type: ignore[method-assign]

    @override
    def teardown(self) -> None:
        """Move out."""
        self.home.close()
        self.runner.close()

    async def overheard(self, call: ServiceCall) -> Mapping[str, Any]:
        """Hear what reaches the home, whoever asks."""
        self.reached.append(call)
        for target in call.targets:
            entity = self.home.snapshot().layout.entities[target]
            assert entity.exposed, f"{target} is not ours to touch"
            sensitive = (call.domain, call.service) in MAY_OPEN and target != "cover.blind"
            assert self.confirmed or not sensitive, f"{call.full_name} without a yes"
        return await self.plain_call(call)

    def states(self) -> Mapping[str, State]:
        """How everything is."""
        return self.home.snapshot().states

    @rule(entity_id=st.sampled_from(IDS), fault=st.sampled_from(FAULTS))
    def break_something(self, entity_id: str, fault: Any) -> None:
        """A device misbehaves from now on, or is mended."""
        self.home.behave(entity_id, fault)
        self.unsure.add(entity_id)

    @rule(wish=st.sampled_from(WISHES))
    def somebody_else(self, wish: Wish) -> None:
        """Somebody uses a switch on the wall."""

        async def act() -> None:
            with suppress(CallRefusedError):
                await self.plain_call(wish.call)

        self.runner.run(act())
        self.unsure |= {wish.target, "light.plain"}

    @rule(
        wishes=st.lists(st.sampled_from(WISHES), min_size=1, max_size=4),
        confirmed=st.booleans(),
        in_order=st.booleans(),
    )
    def command(self, wishes: list[Wish], *, confirmed: bool, in_order: bool) -> None:
        """Somebody asks for something."""
        before = self.home.snapshot()
        if any(wish.target == "scene.evening" for wish in wishes):
            self.unsure.add("light.plain")
        calls = [CallStep(call=wish.call, wording=WORDING) for wish in wishes]
        steps: tuple[Step, ...] = tuple(calls)
        if in_order:
            steps = (
                SequenceStep(stages=tuple(Stage(step=call) for call in calls), wording=WORDING),
            )
        ended = self.carry_out(steps, confirmed=confirmed)
        outcomes = [item for some in ended for item in some]
        self.is_true(outcomes, wishes, before)
        self.is_told(steps, ended)
        self.is_kept(outcomes, before)

    def carry_out(
        self, steps: tuple[Step, ...], *, confirmed: bool
    ) -> tuple[tuple[Outcome, ...], ...]:
        """Have the step_executor do it."""
        self.confirmed = confirmed
        self.reached.clear()
        authority = Authority(conversation_id="one", confirmed=confirmed)
        ended = self.runner.run(self.step_executor.carry_out(Plan(steps=steps), authority, ignore))
        self.confirmed = False
        return ended

    def is_true(self, outcomes: list[Outcome], wishes: list[Wish], before: Snapshot) -> None:
        """Nothing is called done that does not show."""
        for outcome in outcomes:
            asked = [
                wish
                for wish in wishes
                if (wish.service, wish.target) == (outcome.service, outcome.entity_id)
            ]
            if outcome.status is Status.DONE:
                assert outcome.after is not None
                assert outcome.after != outcome.before
                assert any(item.seen(outcome.after) for item in asked)
            if outcome.status is Status.ALREADY:
                assert outcome.before is not None
                assert any(item.seen(outcome.before) for item in asked)
            if outcome.status is Status.PENDING:
                assert outcome.after is not None
                assert outcome.after.value in MOVING
        reached = {target for call in self.reached for target in call.targets}
        reached |= {"light.plain"} if "scene.evening" in reached else set()
        for entity_id, state in before.states.items():
            if entity_id not in reached | self.unsure:
                assert self.states()[entity_id] == state, f"{entity_id} was not asked"

    def is_told(self, steps: tuple[Step, ...], ended: tuple[tuple[Outcome, ...], ...]) -> None:
        """Success is only said where everything is good, and what is not is named."""
        layout = self.home.snapshot().layout
        told = report(Plan(steps=steps), ended, layout, ENGLISH)
        fine = tuple(
            tuple(replace(item, status=Status.DONE, reason=None, detail="") for item in some)
            for some in ended
        )
        bad = [outcome for outcome in told.outcomes if outcome.status not in GOOD]
        done = [
            outcome for outcome in told.outcomes if outcome.status in (Status.DONE, Status.ALREADY)
        ]
        if bad:
            assert told.text != report(Plan(steps=steps), fine, layout, ENGLISH).text
        for outcome in bad:
            assert outcome.status is Status.AWAITING or outcome.message in told.text
        if not done:
            assert "Turned on" not in told.text
            assert "Done" not in told.text
            assert "done" not in told.text

    def is_kept(self, outcomes: list[Outcome], before: Snapshot) -> None:
        """The journal has what was done, and how it was before and is now."""
        if not self.reached:
            return
        authority = Authority(conversation_id="one")
        [last] = self.runner.run(Journal(self.store).last(1, authority))
        changed = [
            outcome for outcome in outcomes if outcome.status in (Status.DONE, Status.PENDING)
        ]
        assert sorted(entry.entity_id for entry in last.entries) == sorted(
            outcome.entity_id or "" for outcome in changed
        )
        first: dict[str, State] = {}
        for entry in last.entries:
            if entry.before is not None and entry.entity_id not in self.unsure:
                first.setdefault(entry.entity_id, before.states[entry.entity_id])
        for entry in reversed(last.entries):
            if entry.before is None or entry.entity_id in self.unsure:
                continue
            of_it = [outcome for outcome in last.entries if outcome.entity_id == entry.entity_id]
            assert essence(of_it[0].before) == essence(first[entry.entity_id])
            assert essence(of_it[-1].after) == essence(self.states()[entry.entity_id])
        self.history.append(first)

    @rule(count=st.integers(1, 3))
    def second_thoughts(self, count: int) -> None:
        """What is still as we left it is as it was before; the rest is left alone."""
        undone = self.history[-count:]
        others = {id_: self.states()[id_] for id_ in IDS}
        ended = self.carry_out((UndoStep(count=count),), confirmed=True)
        outcomes = {outcome.entity_id: outcome for some in ended for outcome in some}
        assert all(outcome.status is not Status.AWAITING for outcome in outcomes.values())
        goal: dict[str, State] = {}
        for command in reversed(undone):
            goal |= command
        for entity_id, state in goal.items():
            if entity_id not in self.unsure:
                assert essence(self.states()[entity_id]) == essence(state), entity_id
        for entity_id, state in others.items():
            if entity_id not in outcomes and entity_id not in self.unsure:
                assert self.states()[entity_id] == state, f"{entity_id} was not to be undone"
        if any(outcome.status is Status.FAILED for outcome in outcomes.values()):
            # what failed stays in the journal, and its count with it
            self.unsure |= set(IDS)
            self.history.clear()
        else:
            del self.history[-count:]

    @invariant()
    def nobody_listens(self) -> None:
        """Nothing is left behind."""
        assert not self.home._live._listeners


LivedIn.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestLivedIn = LivedIn.TestCase
