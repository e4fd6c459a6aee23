"""Calls → a plan, worded as everyone's, and carried out by the gate."""

from collections.abc import Iterable
from dataclasses import replace

from ..home import Layout, ServiceCall
from ..plan import CallStep, Plan, Step
from ..understand.grammar.wordings import wording_of
from .outcomes import told
from .tool import Acted, Surroundings, ToolResult


def steps_for(calls: Iterable[ServiceCall], layout: Layout) -> tuple[CallStep, ...]:
    """The calls as steps, those that ask the same of several things as one."""
    return tuple(
        CallStep(call=call, wording=wording_of([call], _name(call, layout), _room(call, layout)))
        for call in _joined(calls)
    )


async def act(steps: tuple[Step, ...], around: Surroundings) -> ToolResult:
    """Have some steps carried out, and tell how each entity ended."""
    plan = Plan(steps=steps)
    ended = await around.carry_out(plan, around.authority, around.listener)
    return told(Acted(plan=plan, ended=ended), around.home.snapshot())


def _joined(calls: Iterable[ServiceCall]) -> list[ServiceCall]:
    """Calls that ask the same of different targets, as one, if they come one after the other."""
    joined: list[ServiceCall] = []
    for call in calls:
        last = joined[-1] if joined else None
        if last is not None and replace(last, targets=call.targets) == call:
            both = dict.fromkeys((*last.targets, *call.targets))
            joined[-1] = replace(last, targets=tuple(both))
        else:
            joined.append(call)
    return joined


def _name(call: ServiceCall, layout: Layout) -> str:
    return layout.entities[call.targets[0]].name


def _room(call: ServiceCall, layout: Layout) -> str:
    """The one room that all targets are in; else nothing."""
    entities = [layout.entities[one] for one in call.targets]
    rooms = {one.area_id for one in entities}
    room = layout.area_of(entities[0]) if len(rooms) == 1 else None
    return room.name if room else ""
