"""What looks after the home: alarm panels, locks, sirens and cameras."""

from ..model import UNAVAILABLE
from .action import REPORT, Action, reach_other_than, switching, to
from .domain import PRESSED_SWITCH, RUNNING, SWITCHED, Domain, Trait, states
from .restoring import restore_by_state, restore_switch
from .setting import Options, Setting, SettingCheck, Switch

OPENS_LATCH = 1
"""Whether a lock can open its latch, as a bit of its features."""

# The features, in the order in which switching an alarm on is tried.
_ARMING = {"away": 2, "home": 1, "night": 4, "vacation": 32, "custom_bypass": 16}
_ARMED = " ".join(f"armed_{mode}" for mode in _ARMING)

# How much is watched: who arms less than is armed now disarms the rest.
_WATCHED = {"away": 3, "vacation": 3, "home": 2, "night": 2, "custom_bypass": 1}
_SOUNDING = frozenset({"pending", "triggered"})


def _armed_further(mode: str) -> frozenset[str]:
    """The states in which more is watched, or that arming silences."""
    further = {f"armed_{other}" for other in _WATCHED if _WATCHED[other] > _WATCHED[mode]}
    return _SOUNDING | further


ALARM_CONTROL_PANEL = Domain(
    name="alarm_control_panel",
    actions=(
        *(
            Action(
                f"alarm_arm_{mode}",
                to(f"armed_{mode}"),
                verbs=(f"arm_{mode}",),
                models_say=("arm",) if mode == "away" else (),
                feature=feature,
                passes="arming",
                opens=False,
                lessens=_armed_further(mode),
                device_action=f"arm_{mode}",
            )
            for mode, feature in _ARMING.items()
        ),
        Action(
            "alarm_disarm",
            to("disarmed"),
            verbs=("disarm",),
            passes="disarming",
            opposite="alarm_arm_away",
            device_action="disarm",
        ),
        Action("alarm_trigger", REPORT, feature=8, opens=False, device_action="trigger"),
    ),
    restore=restore_by_state(
        {**{f"armed_{mode}": f"alarm_arm_{mode}" for mode in _ARMING}, "disarmed": "alarm_disarm"}
    ),
    meant_by=(*(f"arm_{mode}" for mode in _ARMING), "disarm"),
    conditions=states(
        armed=_ARMED,
        armed_away="armed_away",
        armed_home="armed_home",
        armed_night="armed_night",
        disarmed="disarmed",
        triggered="triggered",
    ),
    loose_conditions=states(on=_ARMED, off="disarmed"),
    measures={"hvac_mode": ("",)},
    changes="alarm",
    answers_within=8.0,
    risk="disarm",
    traits=frozenset({Trait.CODED_STATE, Trait.SECURITY, Trait.TAKES_CODE}),
)

LOCK = Domain(
    name="lock",
    actions=(
        Action(
            "lock",
            to("locked"),
            verbs=("lock",),
            models_say=("turn_on",),
            passes="locking",
            opposite="unlock",
            opens=False,
        ),
        Action(
            "unlock",
            to("unlocked"),
            verbs=("unlock",),
            models_say=("turn_off",),
            passes="unlocking",
            opposite="lock",
        ),
        Action(
            "open",
            to("open"),
            verbs=("open", "unlatch"),
            feature=OPENS_LATCH,
            # Who has a lock opened that holds no latch wants to get in.
            otherwise="unlock",
            passes="opening",
        ),
    ),
    restore=restore_by_state({"locked": "lock", "unlocked": "unlock", "open": "unlock"}),
    meant_by=("lock", "unlock"),
    conditions=states(
        opening="opening",
        locked="locked",
        unlocked="unlocked open unlocking opening",
        locking="locking",
        unlocking="unlocking",
        jammed="jammed",
    ),
    # It tells no more than whether one could get in, which is what most people want to know.
    loose_conditions=states(open="unlocked open unlocking opening", closed="locked"),
    pressed={"locked": "unlock", "unlocked": "lock", "open": "lock"},
    changes="entry",
    answers_within=8.0,
    risk="unlock",
    traits=frozenset({Trait.SECURITY, Trait.TAKES_CODE}),
)

SIREN = Domain(
    name="siren",
    actions=(
        Action(
            "turn_on",
            to("on"),
            verbs=("turn_on",),
            feature=1,
            opens=False,
            # Sounded anew, for a second or without a sound.
            lessens=frozenset({"on"}),
            lessens_by=frozenset({"duration", "tone", "volume_level"}),
        ),
        Action("turn_off", to("off"), verbs=("turn_off", "stop", "mute"), feature=2),
        Action("toggle", REPORT, verbs=("toggle",)),
    ),
    settings=(
        # Who chooses a tone sounds it: nothing that a model should do by the way.
        Setting(
            "tone",
            "turn_on",
            "",
            options=Options("available_tones"),
            check=SettingCheck.NOWHERE,
            feature=4,
            restored=False,
            offered=False,
        ),
    ),
    restore=restore_switch,
    conditions=SWITCHED,
    loose_conditions=RUNNING,
    pressed=PRESSED_SWITCH,
    changes="alarm",
    answers_within=3.0,
    risk="security_off",
    traits=frozenset({Trait.SECURITY}),
)

CAMERA = Domain(
    name="camera",
    actions=switching(on_reaches=reach_other_than("off", UNAVAILABLE)),
    settings=(
        Setting(
            "",
            "enable_motion_detection",
            "motion_detection",
            switch=Switch(name="motion_detection", off_service="disable_motion_detection"),
            restored=False,
            meant=True,
        ),
    ),
    restore=None,
    conditions=states(idle="idle", recording="recording", streaming="streaming"),
    loose_conditions=states(on="idle recording streaming", off="off"),
    traits=frozenset({Trait.NEEDS_PERSON}),
)
