"""The prompt of one turn.

In this order: instructions, when to use the tools, what there is in the home, what a family adds;
then what was said before; then, last, what changes, in the words of the family too, and the
sentence. Everything before the last message is the same, byte for byte, whatever happens in the
home meanwhile, so that a provider reads it from its cache.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..home import Layout, Snapshot
from ..language import Language
from ..llm.messages import AssistantMessage, Message, SystemMessage, UserMessage
from ..llm.tokens import tokens_of
from ..understand.lexicon.lexicon import Lexicon
from ..understand.resolve.names import Names
from .custom_prompt import CustomPrompt, PromptRenderer, Render
from .escape import block, one_line
from .history import history
from .instructions import instructions, when_to_use
from .inventory import list_inventory
from .prompt_input import PromptInput
from .relevance import RelevanceQuery, find_relevant
from .settings import ContextMode, ContextSettings
from .states import EntityContext, listed_entities, read_entities, write_states

type WordsOf = Callable[[Snapshot, Language], tuple[Lexicon, Names]]

__all__ = ["Prompt", "PromptBuilder", "PromptInput"]

# A line of a conversation, where a template has it as text.
_LONGEST_SAID = 1000

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a model is asked."""

    messages: tuple[Message, ...]
    entity_ids: tuple[str, ...]
    """Whose states it is told."""

    tokens: int
    """About how many it has, the tools included."""

    problems: tuple[str, ...] = ()
    """What is wrong with the owner's templates that could not be used, by setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measure:
    """How much of what could be told is told."""

    told: tuple[EntityContext, ...]
    brief: bool = False
    """Whether only states are told, without what else there is to say of a thing."""

    history: int | None = None
    """How many tokens of what was said; nothing: as many as are set."""


class PromptBuilder:
    """Tells a model of one home; keeps what it works out of the home's names."""

    def __init__(self, settings: ContextSettings, words_of: WordsOf) -> None:
        """Look for what a sentence speaks of with `Understander.words_of`."""
        self._settings = settings
        self._words_of = words_of
        own = settings.prompt
        self._custom = CustomPrompt(own.custom, "custom") if own.custom else None
        self._additions = CustomPrompt(own.custom_additions, "custom_additions")
        self._owners = f"{own.custom}\n{own.custom_additions}".strip()
        self._warned: tuple[str, ...] = ()
        self._listed: tuple[Layout, str] | None = None

    def build(self, moment: PromptInput, by_home: Render | None = None) -> Prompt:
        """Make the prompt, with the owner's templates read by the home where it can.

        Pure but for that, and best done in a thread: a large home takes a while at first.
        """
        own = PromptRenderer(by_home)
        for measure in self._measures(moment, own):
            messages = self._messages(moment, measure, own)
            tokens = tokens_of(messages, moment.tools)
            if tokens <= self._settings.max_tokens:
                break
        ids = tuple(one.entity.entity_id for one in measure.told)
        problems = tuple(own.problems)
        if problems and problems != self._warned:
            _LOGGER.warning("Your own prompt cannot be used as it is: %s", "; ".join(problems))
        self._warned = problems
        return Prompt(messages=messages, entity_ids=ids, tokens=tokens, problems=problems)

    def _measures(self, moment: PromptInput, own: PromptRenderer) -> Iterator[_Measure]:
        """Less and less, until it fits: details, then what was said, then states."""
        told = self._told(moment)
        yield _Measure(told=told)
        yield _Measure(told=told, brief=True)
        least = self._messages(moment, _Measure(told=told, brief=True, history=0), own)
        left = self._settings.max_tokens - tokens_of(least, moment.tools)
        yield _Measure(told=told, brief=True, history=max(0, left))
        while told:
            told = told[: len(told) // 2]
            yield _Measure(told=told, brief=True, history=0)

    def _told(self, moment: PromptInput) -> tuple[EntityContext, ...]:
        settings, home = self._settings, moment.home
        if moment.entity_ids is not None:
            return read_entities(moment.entity_ids, home)
        if settings.mode is ContextMode.OFF:
            return ()
        always = listed_entities(settings.entities, home)
        if settings.mode is ContextMode.DIRECT:
            return always
        lexicon, names = self._words_of(home, moment.language)
        asking = RelevanceQuery(
            text=moment.text,
            home=home,
            lexicon=lexicon,
            names=names,
            area_id=moment.area_id,
            topic=moment.conversation.topic,
        )
        known = {one.entity.entity_id for one in always}
        found = (one for one in find_relevant(asking, settings.relevant) if one not in known)
        return (*always, *read_entities(found, home))

    def _messages(
        self, moment: PromptInput, measure: _Measure, own: PromptRenderer
    ) -> tuple[Message, ...]:
        said = history(moment.conversation, self._settings.history, limit=measure.history)
        states = write_states(measure.told, self._settings.format, brief=measure.brief)
        variables = self._variables(moment, states, said)
        custom = own.of(self._custom, variables) if self._custom else None
        done = self._custom.uses if self._custom and custom is not None else frozenset()
        added = own.of(self._additions, variables) or ""
        # What may change comes last, so that all before it stays as it was.
        before, last = ("", added) if self._additions.changes else (added, "")
        system = (custom,) if custom is not None else self._system(moment)
        return (
            SystemMessage(text="\n\n".join(filter(None, (*system, before))), owners=self._owners),
            *(() if "conversation_history" in done else said),
            UserMessage(text="\n".join(filter(None, (last, moment.with_sentence(states, done))))),
        )

    def _system(self, moment: PromptInput) -> tuple[str, ...]:
        """All of ours that stays the same."""
        return (
            instructions(one_line(self._settings.home_name)),
            when_to_use([one.name for one in moment.tools]),
            self._home(moment.home.layout),
        )

    def _variables(
        self, moment: PromptInput, states: str, said: tuple[Message, ...]
    ) -> dict[str, object]:
        """What a template may have."""
        return {
            **moment.changing(),
            "conversation_history": "\n".join(filter(None, map(_spoken, said))),
            "entity_context": block("now", states) if states else "",
            "home_name": self._settings.home_name,
            "instructions": instructions(one_line(self._settings.home_name)),
            "inventory": self._home(moment.home.layout),
            "tool_use": when_to_use([one.name for one in moment.tools]),
            "tools": tuple(
                {"name": one.name, "description": one.description} for one in moment.tools
            ),
        }

    def _home(self, layout: Layout) -> str:
        """What there is, marked as data."""
        known = self._listed
        if known is None or known[0] is not layout:
            # However little a model can read, the list leaves room for what is said.
            limit = min(self._settings.inventory_tokens, self._settings.max_tokens // 3)
            listed = list_inventory(layout, limit)
            # Meanwhile another thread may list what another person may see.
            self._listed = known = layout, block("home", listed) if listed else ""
        return known[1]


def _spoken(message: Message) -> str:
    match message:
        case UserMessage(text=text):
            return f"User: {one_line(text, longest=_LONGEST_SAID)}"
        case AssistantMessage(text=text):
            return f"Assistant: {one_line(text, longest=_LONGEST_SAID)}"
        case _:
            return ""
