"""What only tells something, or is only spoken through."""

from collections.abc import Mapping

from .action import REPORT, Action
from .domain import ENABLED, SWITCHED, DeviceClass, Domain, Trait, states

_READ_ONLY = frozenset({Trait.READ_ONLY})


def _sensed(name: str, on: str, off: str, *, changes: str = "", entry: bool = False) -> DeviceClass:
    said = tuple(on.split()), tuple(off.split())
    return DeviceClass(name, on=said[0], off=said[1], changes=changes, entry=entry)


def _opening(name: str) -> DeviceClass:
    return _sensed(name, "open", "closed", changes="entry", entry=True)


def _detector(name: str, changes: str) -> DeviceClass:
    return _sensed(name, "detected triggered", "clear", changes=changes)


BINARY_SENSOR = Domain(
    name="binary_sensor",
    restore=None,
    classes=(
        _sensed("battery", "low", "normal ok", changes="battery"),
        _sensed("battery_charging", "charging", "not_charging"),
        _detector("carbon_monoxide", "alarm"),
        _sensed("cold", "cold", "normal"),
        _sensed("connectivity", "connected", "disconnected", changes="trouble"),
        _opening("door"),
        _opening("garage_door"),
        _detector("gas", "alarm"),
        _sensed("heat", "hot", "normal"),
        _detector("light", "switched"),
        _sensed("lock", "unlocked", "locked", changes="entry", entry=True),
        _sensed("moisture", "wet triggered detected", "dry clear", changes="alarm"),
        _sensed(
            "motion", "detected triggered occupied moving", "clear vacant still", changes="motion"
        ),
        _sensed("moving", "moving", "still", changes="motion"),
        _sensed("occupancy", "detected triggered occupied", "clear vacant", changes="motion"),
        _opening("opening"),
        _sensed("plug", "plugged_in", "unplugged", changes="switched"),
        _sensed("power", "powered triggered detected", "unpowered clear", changes="switched"),
        _sensed(
            "presence", "home triggered occupied detected", "away vacant clear", changes="motion"
        ),
        _sensed("problem", "problem", "ok clear", changes="trouble"),
        _sensed("running", "running", "stopped", changes="appliance"),
        _sensed("safety", "unsafe", "safe ok", changes="alarm"),
        _detector("smoke", "alarm"),
        _detector("sound", "motion"),
        _sensed("tamper", "detected triggered tampered", "clear ok", changes="alarm"),
        _sensed("update", "available", "up_to_date"),
        _sensed(
            "vibration", "detected triggered moving vibrating", "clear still", changes="motion"
        ),
        _opening("window"),
    ),
    loose_conditions=states(
        on="on", off="off", active="on", detected="on", triggered="on", clear="off", ok="off"
    ),
    changes="switched",
    traits=frozenset({Trait.READ_ONLY, Trait.SENSOR}),
)

SENSOR = Domain(
    name="sensor",
    restore=None,
    classes=(DeviceClass("battery", changes="battery"), DeviceClass("enum", changes="appliance")),
    traits=frozenset(
        {Trait.FIGURE, Trait.NOT_A_THING, Trait.OWN_WORDS, Trait.READ_ONLY, Trait.SENSOR}
    ),
)


def _tracked(name: str) -> Domain:
    return Domain(
        name=name,
        restore=None,
        conditions=states(home="home", away="not_home"),
        changes="person",
        traits=frozenset({Trait.OWN_WORDS, Trait.READ_ONLY, Trait.TRACKED}),
    )


PERSON, DEVICE_TRACKER = _tracked("person"), _tracked("device_tracker")

EVENT = Domain(
    name="event",
    restore=None,
    classes=(DeviceClass("doorbell", changes="bell"),),
    traits=frozenset({Trait.HAPPENS, Trait.NOT_A_THING, Trait.OWN_WORDS, Trait.READ_ONLY}),
)

SUN = Domain(
    name="sun",
    restore=None,
    measures={"next_rising": ("next_rising",), "next_setting": ("next_setting",)},
    told=("next_rising", "next_setting"),
    traits=_READ_ONLY,
)

FORECASTS = {"daily": 1, "twice_daily": 4, "hourly": 2}
"""The forecasts that a station may have, as bits of its features, the usual one first."""

WEATHER_CONDITIONS: Mapping[str, frozenset[str]] = {
    "rain": frozenset({"rainy", "pouring", "lightning-rainy", "snowy-rainy"}),
    "snow": frozenset({"snowy", "snowy-rainy"}),
    "sun": frozenset({"sunny", "clear", "clear-night"}),
    "cloud": frozenset({"cloudy", "partlycloudy"}),
    "wind": frozenset({"windy", "windy-variant"}),
    "fog": frozenset({"fog"}),
    "thunder": frozenset({"lightning", "lightning-rainy"}),
    "hail": frozenset({"hail"}),
}
"""Kinds of weather, as people tell them apart, by Home Assistant's conditions for each."""

WEATHER = Domain(
    name="weather",
    restore=None,
    measures={
        "humidity": ("humidity",),
        "pressure": ("pressure",),
        "temperature": ("temperature",),
        "uv_index": ("uv_index",),
        "visibility": ("visibility",),
        "wind_speed": ("wind_speed",),
    },
    told=("temperature", "humidity", "wind_speed"),
    traits=frozenset({Trait.NOT_A_THING, Trait.READ_ONLY}),
)

SCHEDULE = Domain(
    name="schedule", restore=None, conditions=ENABLED, loose_conditions=SWITCHED, traits=_READ_ONLY
)

ZONE = Domain(name="zone", restore=None, traits=frozenset({Trait.NOT_A_THING, Trait.READ_ONLY}))

PLAIN_READINGS = tuple(
    Domain(name=name, restore=None, traits=_READ_ONLY)
    for name in ("air_quality", "image", "plant", "tag")
)

UPDATE = Domain(
    name="update",
    actions=(Action("install", REPORT, feature=1), Action("skip", REPORT)),
    restore=None,
    conditions=states(active="on", available="on", up_to_date="off"),
    loose_conditions=SWITCHED,
    traits=frozenset({Trait.NEEDS_PERSON}),
)

ASSIST_SATELLITE = Domain(
    name="assist_satellite",
    actions=(
        Action("announce", REPORT, feature=1),
        Action("start_conversation", REPORT, feature=2),
    ),
    restore=None,
    traits=frozenset({Trait.SPEAKS}),
)

VOICES = (
    *(
        Domain(name=name, restore=None, traits=frozenset({Trait.SPEAKS}))
        for name in ("conversation", "notify", "tts")
    ),
    *(Domain(name=name, restore=None) for name in ("stt", "wake_word")),
)
