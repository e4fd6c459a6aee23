"""What a kind of thing can do: the values in which every domain of Home Assistant is described.

Each is written once: they are compared by identity, which also keeps the start short.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import Literal

from ..model import NOTHING, State
from .action import Action, ServiceAndData
from .setting import Setting

type Restore = Callable[[State, State], Iterable[ServiceAndData] | None]
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

    PLUG = "plug"
    """It switches whatever hangs on it: only a name tells what that is."""

    READ_ONLY = "read_only"
    """It only tells something: nothing can be asked of it."""

    ROBOT = "robot"
    """It drives about the home or the garden by itself."""

    ROUTINE = "routine"
    """It asks other things to do what is in it."""

    SECURITY = "security"
    """It looks after the home."""

    SENSOR = "sensor"
    """It tells what is measured or noticed, often of another thing."""

    SPEAKS = "speaks"
    """What is asked of it is said to people, and cannot be unsaid."""

    TAKES_CODE = "takes_code"
    """It may want a code with a call."""

    TEXT = "text"
    """It holds what people type, passwords too."""

    TRACKED = "tracked"
    """It tells where somebody is."""


@dataclass(frozen=True, slots=True, eq=False)
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
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
    """What it tells besides its settings, or in another way than they do.

    By measure, the attributes that tell it, the first that is there; "" is the state.
    """

    told: tuple[str, ...] = ()
    """The measures that a model is told beside the state."""

    told_aloud: tuple[str, ...] = ()
    """The measures that people are told beside the state."""

    pressed: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """What pressing it on the page does: by its state, the service; "" is any other state.

    None if nothing is obvious enough. The page has a word for each in `page.toml` ("press_…").
    """

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
    def told_by(self) -> Mapping[str, tuple[str, ...]]:
        """Every measure that it tells, by the attributes that tell it."""
        set_to = {} if self.usual is None else {"set_to": (self.usual.attribute,)}
        settings = {
            setting.measure: (setting.attribute,) for setting in self.settings if setting.measure
        }
        return {**set_to, **settings, **self.measures}

    @property
    def usual(self) -> Setting | None:
        """What a figure sets where nothing more is said; `None` if nothing is set to figures."""
        return next((setting for setting in self.settings if setting.level is not None), None)


def states(**words: str) -> Conditions:
    """Conditions, each with its states in one text."""
    return {word: frozenset(meant.split()) for word, meant in words.items()}


SWITCHED = states(on="on", off="off")
"""What is properly said of what is on or off."""

RUNNING = states(running="on", active="on", powered="on", stopped="off")
"""What is said of it in a loose way."""

PRESSED_SWITCH: Mapping[str, str] = {"on": "turn_off", "off": "turn_on"}
"""What pressing it does, of what is on or off."""

ENABLED = states(active="on")
"""What is properly said of what is enabled or not."""
