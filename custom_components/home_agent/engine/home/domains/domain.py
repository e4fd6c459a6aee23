"""What a kind of thing can do: the values in which every domain of Home Assistant is described."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import Any, Literal

from ..model import NOTHING, State

type Call = tuple[str, Mapping[str, Any]]
"""A service of the domain, and its data."""

type Restore = Callable[[State, State], Iterable[Call] | None]
"""From how a thing was and how it is now to the calls that put it back; `None` if none do."""

type Conditions = Mapping[str, frozenset[str]]
"""By the word for how a thing is, such as "open", the states that it means."""


class Trait(StrEnum):
    """What is true of every thing of a domain."""

    BY_HAND = "by_hand"
    """People switch it by hand: it is part of "everything"."""

    CALLED_BY_NAME = "called_by_name"
    """Saying its name alone sets it going."""

    CODED_STATE = "coded_state"
    """Its state is a word of Home Assistant's own, which every language has a word for."""

    FIGURE = "figure"
    """Its state is a figure."""

    HAPPENS = "happens"
    """Its state is when it last happened, or was last used."""

    MOMENT = "moment"
    """Its state is a moment, a day or a time of day."""

    NEEDS_PERSON = "needs_person"
    """Nothing but a person may act on it: nobody has thought about what else could go wrong."""

    NOT_A_THING = "not_a_thing"
    """Nobody counts it among the things of a room, or looks for it there."""

    OWN_WORDS = "own_words"
    """Its state is a name or a word of the home's own, the same in every language."""

    READ_ONLY = "read_only"
    """It only tells something: nothing can be asked of it."""

    ROUTINE = "routine"
    """It asks other things to do what is in it."""

    SECURITY = "security"
    """It looks after the home."""

    SPEAKS = "speaks"
    """What is asked of it is said to people, and cannot be unsaid."""

    TAKES_CODE = "takes_code"
    """It may want a code with a call."""

    TRACKED = "tracked"
    """It tells where somebody is."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The states in which an action has done its work."""

    states: frozenset[str] = frozenset()
    _: KW_ONLY
    excluded: bool = False
    """Whether it is any state but these."""

    seen: bool = True
    """Whether there is anything to see: where not, that the home accepted the call is all."""


REPORT = Reached()
"""Nothing can be said of the state beforehand: any new report is the evidence."""

UNSEEN = Reached(seen=False)
"""It leaves no trace in any state."""


def to(*states: str) -> Reached:
    """Any of these states."""
    return Reached(frozenset(states))


def out_of(*states: str) -> Reached:
    """Any state but these."""
    return Reached(frozenset(states), excluded=True)


@dataclass(frozen=True, slots=True)
class Action:
    """A service that does one thing, and what becomes of it."""

    service: str
    reaches: Reached
    _: KW_ONLY
    verbs: tuple[str, ...] = ()
    """The acts of the lexicons that ask for it."""

    models_say: tuple[str, ...] = ()
    """What models call it besides."""

    part: str = ""
    """The part that it is about, where not the whole thing: "tilt"."""

    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    needs: tuple[str, ...] = ()
    """The data without which it makes no sense."""

    sets: str = ""
    """The datum that a bare value is given as."""

    synonyms: tuple[str, ...] = ()
    """What models call that datum besides."""

    feature: int = 0
    """The ability that it takes, as a bit of the features; none if anything can do it."""

    otherwise: str | None = None
    """What is asked of things without the feature instead; empty if nothing is."""

    passes: str = ""
    """The state in which a thing is seen on its way."""

    opposite: str = ""
    """The service that does the opposite."""

    opens: bool = True
    """Whether it may open, unlock, disarm or silence something."""

    device_action: str = ""
    """What the device actions of automations call it, where they have another word."""

    unmake: Callable[[Mapping[str, Any]], Call | None] | None = None
    """From its data to what takes it back, where no state shows what was done."""


class Shows(StrEnum):
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


@dataclass(frozen=True, slots=True, kw_only=True)
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

    hottest_celsius: float = 0
    """The most that a thing goes to that measures in Celsius."""


@dataclass(frozen=True, slots=True)
class Options:
    """How one of several options is chosen."""

    listed: str
    """The attribute that lists them; a thing without it has none."""

    _: KW_ONLY
    fixed: tuple[str, ...] = ()
    """The options, where they are the same for every thing."""

    said: bool = True
    """Whether people choose by the option alone: "set the AC to eco"."""


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True)
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
    shows: Shows = Shows.EQUAL
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


@dataclass(frozen=True, slots=True)
class DeviceClass:
    """What some things of a domain are to people."""

    name: str
    _: KW_ONLY
    entrance: bool = False
    """Whether people come in by it: opening it is asked about first."""

    entry: bool = False
    """Whether somebody could get in where it stands open."""

    window_covering: bool = False
    changes: str = ""
    """The kind of event that its changes are."""

    on: tuple[str, ...] = ()
    """What is said of a sensor that is on, and of one that is off; first, what we say of it."""

    off: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """What things of one kind can do, and what they are to people."""

    name: str
    actions: tuple[Action, ...] = ()
    settings: tuple[Setting, ...] = ()
    """The usual one first; options are looked for in this order."""

    restore: Restore | None
    """How a thing is put back; `None` if it cannot be."""

    kept: tuple[str, ...] = ()
    """The attributes that putting it back takes, besides those of its settings."""

    meant_by: tuple[str, ...] = ()
    """The acts that mean such a thing where none is named."""

    classes: tuple[DeviceClass, ...] = ()
    conditions: Conditions = field(default_factory=lambda: NOTHING)
    loose_conditions: Conditions = field(default_factory=lambda: NOTHING)
    """What is said of it for want of a better word."""

    finished: frozenset[str] = frozenset()
    """The states in which it is through with its work."""

    measures: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)
    """What it tells, by the attributes that tell it, the first that is there; "" is the state."""

    told: tuple[str, ...] = ()
    """The measures that a model is told beside the state."""

    told_aloud: tuple[str, ...] = ()
    """The measures that people are told beside the state."""

    changes: str = ""
    """The kind of event that its changes are; empty if nobody wants to hear of them."""

    answers_within: float = 5.0
    """Seconds within which a sound device shows that it did what it was asked."""

    sets_off_by: tuple[str, ...] = ()
    """The services that set off more than its own state shows, now or later."""

    risk: Literal["", "disarm", "entrance", "security_off", "unlock", "valve"] = ""
    """Why opening it, or switching it off, is asked about first."""

    risk_told_by: Literal["domain", "class", "name", "routine"] = "domain"
    """What tells whether one of them is a risk at all."""

    traits: frozenset[Trait] = frozenset()

    @property
    def usual(self) -> Setting | None:
        """What a figure sets where nothing more is said; `None` if nothing is set to figures."""
        return next((setting for setting in self.settings if setting.level is not None), None)


def states(**words: str) -> Conditions:
    """Conditions, each with its states in one text."""
    return {word: frozenset(meant.split()) for word, meant in words.items()}


SWITCHED = states(on="on", off="off")
"""What is properly said of what is on or off."""

AT_WORK = states(running="on", active="on", powered="on", stopped="off")
"""What is said of it in a loose way."""

ENABLED = states(active="on")
"""What is properly said of what is enabled or not."""


def switching(
    *,
    on: tuple[str, ...] = (),
    off: tuple[str, ...] = (),
    on_reaches: Reached = to("on"),  # noqa: B008 - frozen
    features: tuple[int, int] = (0, 0),
) -> tuple[Action, ...]:
    """On, off and the other way round, with the verbs that ask for it besides."""
    return (
        Action("turn_on", on_reaches, verbs=("turn_on", *on), feature=features[0]),
        Action("turn_off", to("off"), verbs=("turn_off", *off), feature=features[1]),
        Action("toggle", REPORT, verbs=("toggle",)),
    )
