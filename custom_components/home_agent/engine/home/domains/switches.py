"""What is simply on or off: switches, helpers, remotes and groups."""

from .action import Action, switching, to
from .domain import ENABLED, RUNNING, SWITCHED, Domain, Trait
from .restoring import restore_switch

SWITCH = Domain(
    name="switch",
    actions=switching(on=("start",), off=("stop",)),
    restore=restore_switch,
    conditions=SWITCHED,
    loose_conditions=RUNNING,
    changes="switched",
    answers_within=3.0,
    risk="entrance",
    risk_told_by="name",
    traits=frozenset({Trait.BY_HAND}),
)

INPUT_BOOLEAN = Domain(
    name="input_boolean",
    actions=switching(on=("start",), off=("stop",)),
    restore=restore_switch,
    conditions=ENABLED,
    loose_conditions=SWITCHED,
    changes="switched",
    answers_within=2.0,
    risk="entrance",
    risk_told_by="name",
)

REMOTE = Domain(
    name="remote",
    actions=(
        Action("turn_on", to("on"), verbs=("turn_on",)),
        Action("turn_off", to("off"), verbs=("turn_off",)),
    ),
    restore=restore_switch,
    conditions=ENABLED,
    loose_conditions=SWITCHED,
    traits=frozenset({Trait.NEEDS_PERSON}),
)

GROUP = Domain(name="group", restore=None, conditions=ENABLED, loose_conditions=SWITCHED)
