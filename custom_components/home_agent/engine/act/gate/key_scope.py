"""How far a key reaches: what a program that came in with it may have done, and have set off."""

from dataclasses import replace

from ...authority import AccessKey, Authority
from ...home import Area, Entity, Layout, ServiceCall, Snapshot
from ...home.places import Places
from ...home.service_kinds import only_reads
from ...plan import (
    AutomationStep,
    CallStep,
    IfStep,
    MemoryStep,
    PastStep,
    PlayStep,
    ProgramStep,
    QueryStep,
    ReadStep,
    RefusalStep,
    ReplyStep,
    ScheduleStep,
    SequenceStep,
    Step,
    TimerStep,
)
from .reach import find_touches

_AUTOMATION, _TRIGGER = "automation", "trigger"


def exceeds_key(
    key: AccessKey, call: ServiceCall, entity: Entity, home: Snapshot, places: Places
) -> bool:
    """Whether a call on an entity is beyond a key, with all that it could touch in turn.

    Unlike what a rule allows, a group or a routine opens no way out of the areas of a key.
    """
    if only_reads(call):
        return not is_in_areas(key, entity, home.layout)
    if key.read_only:
        return True
    if not key.areas:
        return False
    if entity.domain == _AUTOMATION:
        # Whoever switches one off decides about the same things as whoever sets it off.
        call = replace(call, service=_TRIGGER, data={})
    touches = find_touches(call, entity.entity_id, home, places)
    return any(
        touch.entity is None or not is_in_areas(key, touch.entity, home.layout) for touch in touches
    )


def exceeds_looking(step: Step, authority: Authority) -> bool:
    """Whether a step is beyond a read-only key: all that is not known to look, or to be judged.

    What asks things of the home is judged call by call.
    """
    return authority.only_looks and not _only_looks(step)


def _only_looks(step: Step) -> bool:
    match step:
        case QueryStep() | PastStep() | ReadStep() | ReplyStep() | RefusalStep():
            return True
        case CallStep() | PlayStep() | IfStep() | SequenceStep() | ProgramStep():
            return True
        case TimerStep(action=action):
            return action == "status"
        case ScheduleStep(action=action) | AutomationStep(action=action):
            return action == "list"
        case MemoryStep(action=action):
            return action in ("list", "recall")
    return False


def is_in_areas(key: AccessKey, entity: Entity, layout: Layout) -> bool:
    """Whether an entity is in an area that the key is for; what is in none is not."""
    if not key.areas:
        return True
    area = layout.area_of(entity)
    return area is not None and is_area_of(key, area)


def is_area_of(key: AccessKey, area: Area) -> bool:
    """Whether an area is one that a key for some areas is for."""
    names = {name.casefold() for name in (area.area_id, area.name, *area.aliases)}
    return not names.isdisjoint(area_name.strip().casefold() for area_name in key.areas)
