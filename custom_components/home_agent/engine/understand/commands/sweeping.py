"""Commands for everything: asked about before they sweep through several rooms or kinds."""

from ...home import Entity, Snapshot
from ...plan import CallStep, LaterStep, Plan, RefusalStep, calls_in
from ..evidence import Evidence, How
from ..grammar.targets import Scene
from ..understanding import Proposal

_SWITCHED_TO = {
    "turn_on": "on",
    "turn_off": "off",
    "open_cover": "open",
    "close_cover": "closed",
}


def ask_before_sweep(plan: Plan, scene: Scene, evidence: Evidence) -> Proposal | None:
    """The question whether everything is meant; nothing if it is not everything, or too little."""
    matches = (match for clause in evidence.clauses for match in clause.matches)
    if not any(match.how is How.EVERYTHING for match in matches):
        return None
    if not all(isinstance(step, CallStep | LaterStep | RefusalStep) for step in plan.steps):
        return None
    changing = _changing(plan, scene.home)
    kinds = {entity.domain for entity in changing}
    rooms = {entity.area_id for entity in changing}
    if len(kinds) <= 1 and len(rooms) <= 1:
        return None
    return Proposal(
        heard=scene.heard,
        calls=tuple(calls_in(plan)),
        changing=tuple(entity.entity_id for entity in changing),
        area_id=scene.area.area_id if scene.area else None,
        sweeps=True,
        plan=plan,
        evidence=evidence,
    )


def _changing(plan: Plan, home: Snapshot) -> list[Entity]:
    """What would be otherwise than it is now; by another time, anything may be."""
    later = any(isinstance(step, LaterStep) for step in plan.steps)
    return [
        home.layout.entities[target]
        for call in calls_in(plan)
        for target in call.targets
        if later or home.states[target].value != _SWITCHED_TO.get(call.service)
    ]
