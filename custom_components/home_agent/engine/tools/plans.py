"""Builds a plan from calls, and carries it out through the gate."""

from collections.abc import Iterable
from itertools import groupby

from ..home import Layout, ServiceCall
from ..home.service import join_calls, request_key
from ..plan import CallStep, Plan, Step
from ..understand.grammar.wordings import wording_of
from .outcomes import build_result
from .tool import ExecutedPlan, ToolContext, ToolResult


def build_steps(calls: Iterable[ServiceCall], layout: Layout) -> tuple[CallStep, ...]:
    """The calls as steps, joined if they do the same to several entities."""
    return tuple(
        CallStep(call=call, wording=wording_of([call], _name(call, layout), _room(call, layout)))
        # Only those that come one after the other: the order is the model's.
        for _, same in groupby(calls, request_key)
        for call in join_calls(same)
    )


async def run_steps(steps: tuple[Step, ...], context: ToolContext) -> ToolResult:
    """Carry out steps; return the result for each entity."""
    plan = Plan(steps=steps)
    ended = await context.carry_out(plan, context.authority, context.listener)
    return build_result(ExecutedPlan(plan=plan, outcomes=ended), context.home.snapshot())


def _name(call: ServiceCall, layout: Layout) -> str:
    return layout.entities[call.targets[0]].name


def _room(call: ServiceCall, layout: Layout) -> str:
    """The area that all targets share; empty if there is none."""
    entities = [layout.entities[entity_id] for entity_id in call.targets]
    rooms = {entity.area_id for entity in entities}
    room = layout.area_of(entities[0]) if len(rooms) == 1 else None
    return room.name if room else ""
