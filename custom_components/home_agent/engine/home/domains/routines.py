"""What sets other things off: automations, scenes, scripts and buttons."""

from .action import REPORT, Action, to
from .domain import ENABLED, PRESSED_SWITCH, SWITCHED, Domain, Trait, states
from .restoring import restore_switch

AUTOMATION = Domain(
    name="automation",
    actions=(
        Action("turn_on", to("on"), verbs=("turn_on",), opens=False),
        Action("turn_off", to("off"), verbs=("turn_off",)),
        Action("toggle", REPORT, verbs=("toggle",)),
        Action("trigger", REPORT, verbs=("trigger",), models_say=("run", "activate"), opens=False),
        Action("reload", REPORT, opens=False),
    ),
    restore=restore_switch,
    conditions=ENABLED,
    loose_conditions={**SWITCHED, **states(running="on")},
    pressed=PRESSED_SWITCH,
    answers_within=2.0,
    sets_off_by=("toggle", "trigger", "turn_on"),
    risk="security_off",
    risk_told_by="routine",
    traits=frozenset({Trait.NOT_A_THING, Trait.ROUTINE}),
)

SCENE = Domain(
    name="scene",
    actions=(
        Action("turn_on", REPORT, verbs=("turn_on", "start", "activate"), models_say=("run",)),
    ),
    restore=None,
    pressed={"": "turn_on"},
    sets_off_by=("toggle", "turn_on"),
    traits=frozenset({Trait.CALLED_BY_NAME, Trait.HAPPENS, Trait.NOT_A_THING, Trait.ROUTINE}),
)

SCRIPT = Domain(
    name="script",
    actions=(
        Action("turn_on", REPORT, verbs=("turn_on", "start", "activate"), models_say=("run",)),
        Action("turn_off", REPORT, verbs=("turn_off", "stop")),
    ),
    restore=None,
    conditions=ENABLED,
    loose_conditions={**SWITCHED, **states(running="on")},
    pressed={"on": "turn_off", "": "turn_on"},
    sets_off_by=("toggle", "turn_on"),
    traits=frozenset({Trait.CALLED_BY_NAME, Trait.NOT_A_THING, Trait.ROUTINE}),
)


def _button(name: str, *, answers_within: float = 5.0) -> Domain:
    return Domain(
        name=name,
        actions=(Action("press", REPORT, verbs=("press",), models_say=("turn_on", "activate")),),
        restore=None,
        pressed={"": "press"},
        answers_within=answers_within,
        sets_off_by=("press",),
        risk="entrance",
        risk_told_by="name",
        traits=frozenset({Trait.CALLED_BY_NAME, Trait.HAPPENS}),
    )


BUTTON = _button("button")
INPUT_BUTTON = _button("input_button", answers_within=2.0)
