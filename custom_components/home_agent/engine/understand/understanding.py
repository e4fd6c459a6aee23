"""What a sentence turned out to mean."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal, Self

from ..home import ServiceCall
from ..home.model import NOTHING
from ..plan import Plan
from .evidence import Evidence

_NO_EVIDENCE = Evidence()


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A piece of the sentence that the grammar gave a meaning to."""

    value: Any
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the grammar read a sentence: the evidence that a plan rests on."""

    intent: str
    response: str
    slots: Mapping[str, Slot] = field(default_factory=lambda: NOTHING)
    unmatched: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """Words that stand where a name should, but name nothing in this home."""

    def value(self, name: str) -> Any:  # noqa: ANN401 - a slot holds what the grammar says
        """The meaning of a slot; None if it has none."""
        slot = self.slots.get(name)
        return None if slot is None else slot.value

    def values(self, name: str) -> frozenset[str]:
        """The meanings of a slot that may hold one or several."""
        value = self.value(name)
        if value is None:
            return frozenset()
        return frozenset(value if isinstance(value, list | tuple | set) else (str(value),))

    def spoken(self) -> dict[str, Any]:
        """The slots as they were said, for the answer to repeat."""
        return {name: slot.text or slot.value for name, slot in self.slots.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """We are sure: here is what to do."""

    plan: Plan
    reading: Reading | None = None
    """How the grammar read it; None if the lexicon did."""

    heard: str = ""
    """The whole sentence that a few words stood for: "and the bedroom?"; else nothing."""

    moved: int = 0
    """For "more" and "less", which go on with the last command: up or down."""

    asks: Question | None = None
    """What to ask about the one part of the sentence that is not sure."""

    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The sentence fits several things: ask which."""

    heard: str
    """The sentence, to be taken up again once we know."""

    name: str
    """What they are all called."""

    candidates: tuple[str, ...]
    """Entity ids."""

    mistaken: tuple[str, ...] = ()
    """What the last command did something to by mistake: taken back once we know."""

    again: bool = False
    """Whether we ask a second time. There is no third."""

    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)

    def redacted(self, hide: Callable[[str], str]) -> Self:
        """The question without what is secret in the person's words."""
        return replace(self, heard=hide(self.heard))


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What would help with what the person said: ask whether to do it, and do nothing yet."""

    heard: str
    """What the person said, to be understood anew once they agree."""

    calls: tuple[ServiceCall, ...]
    """What they agree to: if it turns out otherwise then, we ask again."""

    way: int = 0
    """Whether it is more or less of something; 0 if it is neither."""

    area_id: str | None = None
    """The room that they were in."""

    again: bool = False
    """Whether we ask a second time. There is no third."""

    unclear: str = ""
    """What of their words we did not understand, where that is why we ask."""

    sweeps: bool = False
    """Whether we ask since it is about everything, in several rooms or of several kinds."""

    learned: bool = False
    """Whether we ask since only the trained model made anything of their words."""

    changing: tuple[str, ...] = ()
    """What of all that would change, if that is told apart; the rest is so already."""

    plan: Plan | None = field(default=None, compare=False)
    """What is done once they agree, as long as the sentence still means it; never kept."""

    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)

    def redacted(self, hide: Callable[[str], str]) -> Self:
        """The proposal without what is secret in the person's words."""
        return replace(self, heard=hide(self.heard), unclear=hide(self.unclear))


MAYBE_NO_COMMAND = frozenset(
    {"no_area", "no_entity", "no_entity_in_area", "no_floor", "no_here", "no_intent"}
)
"""Keys of refusals whose words may as well be no part of a command at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """It cannot be done here; the key is one of the intents project's errors, or ours."""

    key: str
    arguments: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    instead: tuple[str, ...] = ()
    """Names of what there is: of another kind, or of the kind in other places."""

    excluded: frozenset[str] = frozenset()
    """The ids of what is there but of another kind than was said, so that nothing takes it."""

    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUnderstood:
    """Not a sentence for the fast tier; `nearest` is what it could have meant."""

    nearest: Refusal | Proposal | None = None

    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Nothing to do, only to answer kindly: the key is one of our phrases."""

    key: str
    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpRequest:
    """The person wants to know what can be said to us."""

    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """The person wants something worked out; None if it is divided by zero."""

    value: Fraction | None
    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyRequest:
    """The person wants to know what our last turn rests on."""

    deed: bool = False
    """Whether it is asked why we did something: "why did you do that?"."""

    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatRequest:
    """The person wants to hear our last reply once more."""

    evidence: Evidence = field(default=_NO_EVIDENCE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What was last spoken of: what a few words may refer to, or go on with."""

    heard: str = ""
    """The last command or question, as a whole sentence."""

    asked: bool = False
    """Whether that was a question."""

    mentioned: tuple[str, ...] = ()
    """The entities that it was about: what "it" means."""

    together: tuple[str, ...] = ()
    """These, and those before them, where one was added to the other: what "both" means."""

    offered: tuple[str, ...] = ()
    """The entities among which the person chose, if we asked: "the other one" is among them."""

    place: str = ""
    """The room or floor last spoken of, by name: where "there" is."""

    here: str = ""
    """The room that the speaker was in; empty if nobody knew."""

    moved: int = 0
    """The way that "more" or "less" went last: up or down."""

    age: int = 0
    """How many sentences ago that was."""

    listed: tuple[str, ...] = ()
    """The plans or timers that we listed, by id: among them is "the first one"."""

    lists_timers: bool = False
    """Whether those are timers."""

    memories: tuple[str, ...] = ()
    """The memories that the last sentence was about, by id."""

    items: tuple[str, ...] = ()
    """What was last put on a list, ticked off, or taken off it."""

    items_act: str = ""
    """Which of these it was."""

    planned: bool = False
    """Whether the last sentence was for later: a figure after it may be another time."""

    timer: str = ""
    """The timer that the last sentence was about, by id: what "it" means of timers."""

    has_end: bool = False
    """Whether what was planned has a beginning and an end: a length may be of either."""

    movable: Literal["", "plan", "plan_with_amount"] = ""
    """What another time may be for; a bare figure may then be another amount as well."""


NOTHING_SAID = Topic()


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueState:
    """What a sentence may answer, and what it may refer to."""

    open: Question | Proposal | None = None
    """What we asked last, if it is still open."""

    topic: Topic = NOTHING_SAID


type Understanding = (
    Understood
    | Question
    | Proposal
    | Refusal
    | NotUnderstood
    | Remark
    | HelpRequest
    | Sum
    | RepeatRequest
    | WhyRequest
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnd:
    """How a sentence ended: what it meant, and the entities that it turned out to be about."""

    understanding: Understanding
    mentioned: tuple[str, ...] = ()
    here: str = ""
    """The room that it was said in; empty if nobody knows."""

    listed: tuple[str, ...] = ()
    """The plans or timers that were listed, by id."""

    lists_timers: bool = False
    timer: str = ""
    """The timer that it was about, by id, if it was one and is still there."""

    memories: tuple[str, ...] = ()
    """The memories that were told or changed, by id."""


type Result = Plan | Question | Refusal | None
"""What the reader of one subject makes of a sentence; None if it is not about that."""

type SentenceReading = Understood | Question | Refusal | None
"""What the lexicon makes of a sentence, with its evidence; None if it cannot be read by it."""


def with_evidence(found: Plan | Question | Refusal, evidence: Evidence) -> SentenceReading:
    """What was read, with what that rests on."""
    if isinstance(found, Plan):
        return Understood(plan=found, evidence=evidence)
    return replace(found, evidence=evidence)


class UnresolvedError(Exception):
    """Raised inside this room when no plan can be made; carries what to tell instead."""

    def __init__(self, instead: Question | Refusal) -> None:
        """Keep the understanding that takes the plan's place."""
        super().__init__(instead)
        self.instead = instead
