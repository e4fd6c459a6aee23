"""What things can be asked to do: actions, and the states that they lead to."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from ..model import NOTHING

type ServiceAndData = tuple[str, Mapping[str, Any]]
"""A service of the domain, and its data."""


@dataclass(frozen=True, slots=True, eq=False)
class ReachedStates:
    """The states in which an action has done its work."""

    states: frozenset[str] = frozenset()
    _: KW_ONLY
    excluded: bool = False
    """Whether it is any state but these."""

    seen: bool = True
    """Whether there is anything to see: where not, that the home accepted the call is all."""

    full: tuple[str, float] | None = None
    """An attribute, and the figure from which there is no further to go: a cover that stands
    open half way is open, and still opens when it is asked to."""


REPORT = ReachedStates()
"""Nothing can be said of the state beforehand: any new report is the evidence."""

UNSEEN = ReachedStates(seen=False)
"""It leaves no trace in any state."""


def to(*states: str, full: tuple[str, float] | None = None) -> ReachedStates:
    """Any of these states."""
    return ReachedStates(frozenset(states), full=full)


def reach_other_than(*states: str) -> ReachedStates:
    """Any state but these."""
    return ReachedStates(frozenset(states), excluded=True)


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """A service that does one thing, and what becomes of it."""

    service: str
    reaches: ReachedStates
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

    lessens: frozenset[str] = frozenset()
    """The states from which it silences or disarms in part, though it opens nothing else."""

    lessens_by: frozenset[str] = frozenset()
    """The data with which alone it does; empty if it does with any."""

    device_action: str = ""
    """What the device actions of automations call it, where they have another word."""

    reverse: Callable[[Mapping[str, Any]], ServiceAndData | None] | None = None
    """From its data to what takes it back, where no state shows what was done."""


def switching(
    *,
    on: tuple[str, ...] = (),
    off: tuple[str, ...] = (),
    on_reaches: ReachedStates = to("on"),  # noqa: B008 - frozen
    features: tuple[int, int] = (0, 0),
) -> tuple[Action, ...]:
    """On, off and the other way round, with the verbs that ask for it besides."""
    return (
        Action("turn_on", on_reaches, verbs=("turn_on", *on), feature=features[0]),
        Action("turn_off", to("off"), verbs=("turn_off", *off), feature=features[1]),
        Action("toggle", REPORT, verbs=("toggle",)),
    )
