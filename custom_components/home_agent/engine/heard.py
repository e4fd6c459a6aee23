"""One sentence, and all that answering it takes."""

from dataclasses import dataclass

from .conversation import Conversation
from .events import EventListener
from .language import Language
from .tools.tool import MoreTools, none_more
from .turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What was said, in which language, after what."""

    turn: Turn
    shown: str
    """The sentence as others may see it, and as a model may: without a PIN or a code."""

    secret: bool = False
    """Whether it was nothing but a PIN, which is no business of a model."""

    language: Language
    conversation: Conversation
    listener: EventListener
    more_tools: MoreTools = none_more
    """What a model may use in this turn besides ours."""
