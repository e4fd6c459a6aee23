"""Vacuum cleaners and lawn mowers."""

from .action import REPORT, UNSEEN, Action, to
from .domain import Conditions, Domain, Trait, states
from .restoring import restore_by_state, with_settings
from .setting import Options, Setting

CLEANS_ROOMS = 16384
"""Whether a vacuum cleaner can clean single rooms, as a bit of its features."""

_SPEED = Setting(
    "fan_speed",
    "set_fan_speed",
    "fan_speed",
    options=Options("fan_speed_list", graded="speed"),
    measure="speed",
    coded=True,
    feature=32,
)


def _loose_conditions(working: str, still: str) -> Conditions:
    return states(
        on=working,
        off=still,
        running=working,
        active=working,
        powered=working,
        stopped=still,
        charging="docked",
    )


VACUUM = Domain(
    name="vacuum",
    actions=(
        Action(
            "start",
            to("cleaning"),
            verbs=("start", "turn_on", "play"),
            models_say=("clean",),
            feature=8192,
            device_action="clean",
        ),
        Action("pause", to("paused"), verbs=("pause",), feature=4),
        Action("stop", to("idle", "docked"), verbs=("stop",), feature=8),
        Action(
            "return_to_base",
            to("docked"),
            verbs=("return", "turn_off"),
            models_say=("return_home", "dock"),
            feature=16,
            passes="returning",
            device_action="dock",
        ),
        Action("clean_spot", to("cleaning"), verbs=("spot",), feature=1024),
        Action("clean_area", to("cleaning"), feature=CLEANS_ROOMS),
        Action("locate", UNSEEN, verbs=("locate",), feature=512),
        Action("send_command", REPORT, feature=256),
    ),
    settings=(_SPEED,),
    restore=with_settings(
        restore_by_state(
            {
                "docked": "return_to_base",
                "returning": "return_to_base",
                "cleaning": "start",
                "paused": "pause",
                "idle": "stop",
            }
        ),
        _SPEED,
    ),
    meant_by=("spot",),
    conditions=states(
        paused="paused",
        idle="idle",
        cleaning="cleaning",
        docked="docked",
        returning="returning",
        stuck="error",
        home="docked",
        away="cleaning returning paused idle error",
    ),
    loose_conditions=_loose_conditions("cleaning", "docked idle paused"),
    finished=frozenset({"docked"}),
    measures={"hvac_mode": ("fan_speed",)},
    told=("battery", "speed"),
    told_aloud=("battery",),
    pressed={"cleaning": "return_to_base", "": "start"},
    changes="appliance",
    answers_within=8.0,
    traits=frozenset({Trait.ROBOT}),
)

LAWN_MOWER = Domain(
    name="lawn_mower",
    actions=(
        Action(
            "start_mowing",
            to("mowing"),
            verbs=("start", "turn_on", "play"),
            models_say=("mow",),
            feature=1,
            device_action="mow",
        ),
        Action("pause", to("paused", "docked"), verbs=("pause", "stop"), feature=2),
        Action("dock", to("docked"), verbs=("return", "turn_off"), feature=4, passes="returning"),
    ),
    restore=restore_by_state(
        {"docked": "dock", "returning": "dock", "mowing": "start_mowing", "paused": "pause"}
    ),
    conditions=states(
        paused="paused",
        mowing="mowing",
        docked="docked",
        returning="returning",
        stuck="error",
        home="docked",
        away="mowing returning paused error",
    ),
    loose_conditions=_loose_conditions("mowing", "docked paused"),
    finished=frozenset({"docked"}),
    told_aloud=("battery",),
    pressed={"mowing": "dock", "": "start_mowing"},
    changes="appliance",
    answers_within=8.0,
    traits=frozenset({Trait.ROBOT}),
)
