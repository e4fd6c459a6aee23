"""What is simply on or off: switches, helpers, remotes and groups."""

from .action import switching
from .domain import ENABLED, PRESSED_SWITCH, RUNNING, SWITCHED, Domain, Trait
from .restoring import restore_switch

SWITCH = Domain(
    name="switch",
    actions=switching(on=("start",), off=("stop",)),
    restore=restore_switch,
    conditions=SWITCHED,
    loose_conditions=RUNNING,
    pressed=PRESSED_SWITCH,
    changes="switched",
    answers_within=3.0,
    risk="entrance",
    risk_told_by="name",
    traits=frozenset({Trait.BY_HAND, Trait.PLUG}),
)

INPUT_BOOLEAN = Domain(
    name="input_boolean",
    actions=switching(on=("start",), off=("stop",)),
    restore=restore_switch,
    conditions=ENABLED,
    loose_conditions=SWITCHED,
    pressed=PRESSED_SWITCH,
    changes="switched",
    answers_within=2.0,
    risk="entrance",
    risk_told_by="name",
    traits=frozenset({Trait.PLUG}),
)

REMOTE = Domain(
    name="remote",
    actions=switching(),
    restore=restore_switch,
    conditions=ENABLED,
    loose_conditions=SWITCHED,
    pressed=PRESSED_SWITCH,
    risk="entrance",
    risk_told_by="name",
    traits=frozenset({Trait.NEEDS_PERSON}),
)

GROUP = Domain(name="group", restore=None, conditions=ENABLED, loose_conditions=SWITCHED)
