"""What was said, and what we answer."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from .authority import AccessKey, Authority, Origin, conversation_key
from .home import ServiceCall
from .outcome import Outcome


class Tier(StrEnum):
    """Who understood the sentence."""

    FAST = "fast"
    LLM = "llm"
    """A language model."""

    NONE = "none"


class Verdict(StrEnum):
    """How a turn went, in one word."""

    OK = "ok"
    REFUSED = "refused"
    """Nothing was done: not understood, not there, not allowed; or something is not done before a
    question of ours is answered."""

    FAILED = "failed"
    """We tried, and at least one thing did not happen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One sentence, by whom and where."""

    text: str
    is_pin: bool = False
    """Whether it was given where nothing but the PIN belongs: it is compared with that, read as
    nothing else, and neither shown nor kept, whatever it looks like."""

    language: str = "en"
    conversation_id: str
    origin: Origin = Origin.CHAT
    possible_origins: tuple[Origin, ...] = ()
    """How else it may have been said, where that cannot be told apart."""

    user_id: str | None = None
    is_admin: bool = False
    """Whether the speaker may see and end what others planned and said."""

    satellite_id: str | None = None
    """The voice satellite that heard it, where that is certain."""

    key: AccessKey | None = None
    """The key that a program passed the sentence on with."""

    area_id: str | None = None
    """The room that the speaker is in."""

    speaker: str = ""
    """What the speaker is called, if that is known."""

    extra_prompt: str = ""
    """What whoever passed the sentence on wants a model to know with it: data, not a command."""

    attached: str = ""
    """A text that came along, for a model to look at: data, and never read as a command."""

    entity_ids: tuple[str, ...] | None = None
    """The entities whose states a model is told, instead of those that we would choose."""

    asks_models: bool = True
    """Whether a model may be asked at all, where one is set."""

    model: str = ""
    """The one model that answers, by its title. Empty: whoever is set to."""

    @property
    def conversation_key(self) -> str:
        """The name under which this person's conversation is kept."""
        return conversation_key(self.conversation_id, self.user_id)

    @property
    def asker(self) -> str:
        """Who is speaking, as far as that can be told."""
        return self.authority.asker

    @property
    def authority(self) -> Authority:
        """On whose behalf the turn acts."""
        return Authority(
            origin=self.origin,
            possible_origins=self.possible_origins,
            user_id=self.user_id,
            is_admin=self.is_admin,
            satellite_id=self.satellite_id,
            key=self.key,
            conversation_id=self.conversation_id,
            language=self.language,
            area_id=self.area_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Consumption:
    """What a model took for a reply."""

    model: str
    tokens: int
    """Of the prompts and the answers of all rounds, other models' that it asked included."""

    cached: int
    """How many of the prompts' came from a provider's cache."""

    cost: float
    rounds: int
    tools: tuple[str, ...] = ()
    """The tools that it used, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What we say, and what it rests on."""

    text: str
    tier: Tier
    language: str
    verdict: Verdict
    expects_answer: bool = False
    expects_pin: bool = False
    """Whether the answer is a secret: neither show it nor keep it."""

    outcomes: tuple[Outcome, ...] = ()
    calls: tuple[ServiceCall, ...] = ()
    consumption: Consumption | None = None
    """`None` if no model was asked."""

    latency_ms: float = 0.0

    def redacted(self, redact: Callable[[str], str]) -> Self:
        """The reply without what is secret in the sentence: it is not said again."""
        outcomes = (
            replace(outcome, message=redact(outcome.message), detail=redact(outcome.detail))
            for outcome in self.outcomes
        )
        return replace(self, text=redact(self.text), outcomes=tuple(outcomes))
