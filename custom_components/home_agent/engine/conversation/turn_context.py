"""The context that a turn is answered in."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from ..authority import Authority
from ..events import EventListener
from ..language import Language
from ..tools.tool import MoreTools, no_more_tools
from ..turn import Turn
from .conversation import Conversation
from .explanation import Explanation


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """A sentence, and all that answering it takes."""

    turn: Turn
    shown: str
    """The sentence as others may see it, without a PIN or a code."""

    for_model: str = ""
    """The sentence as a model may see it: also without what may be a PIN or a code."""

    is_secret: bool = False
    """Whether it is nothing but digits, as a PIN would be: no business of a model."""

    language: Language
    conversation: Conversation
    listener: EventListener
    explain: Callable[..., Awaitable[Explanation]]
    """Finds what the person means who asks why."""

    more_tools: MoreTools = no_more_tools
    """What a model may use in this turn besides ours."""

    said: str = ""
    """The sentence as it may be kept with what is planned; empty where none is kept."""

    @property
    def authority(self) -> Authority:
        """On whose behalf the turn acts, and by which sentence."""
        return replace(self.turn.authority, said=self.said)
