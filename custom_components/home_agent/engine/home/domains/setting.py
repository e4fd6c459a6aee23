"""What can be set of things: levels, options and switches."""

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Any


class SettingCheck(StrEnum):
    """How the state of a thing tells that something was set."""

    EQUAL = "equal"
    """The attribute is what was set."""

    NEAR = "near"
    """The attribute is within the tolerance."""

    AT_REST = "at_rest"
    """The attribute is within the tolerance, and the thing has stopped moving."""

    BRIGHTNESS = "brightness"
    """The attribute is within the tolerance; at zero the thing is off."""

    SPEED = "speed"
    """The attribute is at the next of the few speeds; at zero the thing is off."""

    COLOUR = "colour"
    HUE = "hue"
    ON_OFF = "on_off"
    """The attribute is "on" for true and "off" for false."""

    STATE = "state"
    """The state is what was set."""

    FIGURE = "figure"
    """The state is the figure that was set, or the text."""

    STATE_END = "state_end"
    """The state ends with what was set: a clock may show its date before its time."""

    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Level:
    """How something is set that goes from little to much."""

    steps: tuple[float, float, float] | None = None
    """How much is "a bit", no word at all, and "much"; `None` if the thing tells its step."""

    digits: int = 0
    """How many decimals it is set with."""

    least: float | None = None
    """The least that people mean, where the limit means off."""

    clamped: bool = True
    """Whether a step beyond the limits ends there; else the home is left to judge."""

    zero_when_off: bool = False
    """Whether a thing that is off has none of it."""

    unset_when_off: bool = False
    """Whether a thing that is off cannot be given more or less of it."""

    up_and_down: tuple[str, str] = ("", "")
    """The services for a step of the thing's own, where it has them."""

    ends: tuple[str, str] = ("", "")
    """The services that bring it to its ends, where "up" means all the way."""

    step_datum: str = ""
    """What its service takes for so much more or less, of a thing that does not tell where it
    stands, nor, by `stepped_unless`, whether it has the level at all."""

    stepped_unless: str = ""
    slider_step: float = 1
    """The step of the slider that sets it on the page, in the unit of the data."""

    step_attribute: str = ""
    """The attribute that tells the thing's own step, where it has one."""

    hottest_celsius: float = 0
    """The most that a thing goes to that measures in Celsius."""


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """How one of several options is chosen."""

    listed: str
    """The attribute that lists them; a thing without it has none."""

    _: KW_ONLY
    fixed: tuple[str, ...] = ()
    """The options, where they are the same for every thing."""

    said: bool = True
    """Whether people choose by the option alone: "set the AC to eco"."""

    graded: str = ""
    """What the lexicons call it, among the attributes, where the options go from little to much."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Switch:
    """How something is set that is on or off."""

    name: str
    """What the lexicons call it, among the features."""

    on: tuple[Any, ...] = (True,)
    """The values that mean on, the likeliest first; of options, those that are offered."""

    off: tuple[Any, ...] = (False,)
    off_service: str = ""
    """The service that switches it off, where not the same does both."""

    flips: bool = False
    """Whether it only ever becomes the other of the two."""

    only_shown: bool = False
    """Whether only things that show the attribute have it."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Something that can be set, and where a state tells how it is."""

    datum: str
    """The name in the data of the service; empty if the service alone says all."""

    service: str
    attribute: str
    """Empty if it is the state itself."""

    _: KW_ONLY
    name: str = ""
    """What the lexicons call it, among the attributes; empty if people have no word for it."""

    part: str = ""
    """The part of which this is the amount: "tilt"."""

    level: Level | None = None
    options: Options | None = None
    switch: Switch | None = None
    check: SettingCheck = SettingCheck.EQUAL
    tolerance: float = 0
    """How far from what was set a device may report: devices round."""

    low: float | None = None
    high: float | None = None
    lowest: str = ""
    """The attribute that tells the lower limit, where things differ."""

    highest: str = ""
    lenient: bool = False
    """Whether the home takes the nearest, where a figure is beyond the limits."""

    unit: str = ""
    whole: float = 100
    """The figure in the data for all of it, of what people say in percent."""

    shown_whole: float = 0
    """The same for the attribute, where that is another."""

    measure: str = ""
    """The measure that people ask for to hear it."""

    coded: bool = False
    """Whether its values are words of Home Assistant's own."""

    feature: int = 0
    """The ability that it takes, as a bit of the features."""

    restored: bool = True
    """Whether it is put back with the thing."""

    offered: bool = True
    """Whether a model may set it by its name alone."""

    opens: bool = False
    """Whether more of it opens the thing further."""

    device_action: str = ""
    """What the device actions of automations call it, where they have another word."""

    meant: bool = False
    """Whether such a thing is meant where none is named, only this."""

    synonyms: tuple[str, ...] = ()
    """What models call the datum besides."""

    read_as: str = ""
    """The name under which those are read, where their values need a change."""

    @property
    def feature_name(self) -> str:
        """What the lexicons call it, among the features; empty if they do not."""
        return self.part or (self.switch.name if self.switch is not None else "")

    @property
    def is_figure(self) -> bool:
        """Whether it is set to a figure."""
        return self.level is not None or self.tolerance > 0

    @property
    def is_flag(self) -> bool:
        """Whether it is set to true or false."""
        return self.switch is not None and self.switch.on == (True,)


def humidity(*, meant: bool = False, feature: int = 0, synonyms: tuple[str, ...] = ()) -> Setting:
    """The humidity that a thing is to bring about."""
    return Setting(
        "humidity",
        "set_humidity",
        "humidity",
        name="humidity",
        level=Level(steps=(5, 5, 15)),
        check=SettingCheck.NEAR,
        tolerance=0.51,
        low=0,
        high=100,
        lowest="min_humidity",
        highest="max_humidity",
        unit="%",
        measure="target_humidity",
        feature=feature,
        meant=meant,
        synonyms=("target_humidity", *synonyms),
    )
