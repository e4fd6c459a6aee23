"""The prompt of one turn.

In this order: instructions, when to use the tools, what there is in the home, what a family adds;
then what was said before; then, last, what changes, and the sentence. Everything before the last
message is the same, byte for byte, whatever happens in the home meanwhile, so that a provider
reads it from its cache.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from ..conversation import Conversation
from ..home import Snapshot
from ..language import Language
from ..llm.messages import Message, SystemMessage, ToolSpec, UserMessage
from ..understand.lexicon import Lexicon
from ..understand.names import Names
from .settings import ContextSettings
from .tokens import tokens_of

type WordsOf = Callable[[Snapshot, Language], tuple[Lexicon, Names]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A sentence, and all that a model may be told with it."""

    text: str
    """As it may be shown: without a PIN or a code."""

    home: Snapshot
    language: Language
    conversation: Conversation = field(default_factory=Conversation)
    """Without this sentence."""

    area_id: str | None = None
    speaker: str = ""
    """What the person is called, if that is known."""

    memories: tuple[str, ...] = ()
    tools: tuple[ToolSpec, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a model is asked."""

    messages: tuple[Message, ...]
    entity_ids: tuple[str, ...]
    """Whose states it is told."""

    tokens: int
    """About how many it has, the tools included."""


class Briefing:
    """Tells a model of one home; keeps what it works out of the home's names."""

    def __init__(self, settings: ContextSettings, words_of: WordsOf) -> None:
        """Look for what a sentence speaks of with `Understander.words_of`."""
        self._settings = settings
        self._words_of = words_of

    def build(self, moment: Moment) -> Prompt:
        """Make the prompt. Pure, and best done in a thread: a large home takes a while at first."""
        messages = (SystemMessage(text=""), UserMessage(text=moment.text))
        tokens = tokens_of(messages, moment.tools)
        return Prompt(messages=messages, entity_ids=(), tokens=tokens)
