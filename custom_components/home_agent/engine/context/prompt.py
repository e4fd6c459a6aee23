"""The prompt of one turn.

In this order: instructions, when to use the tools, what there is in the home, what a family adds;
then what was said before; then, last, what changes, in the words of the family too, and the
sentence. Everything before the last message is the same, byte for byte, whatever happens in the
home meanwhile, so that a provider reads it from its cache.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from ..home import Layout
from ..llm.messages import AssistantMessage, Message, SystemMessage, UserMessage
from ..llm.tokens import count_prompt_tokens
from ..understand.resolve.names import WordsLookup
from .all_entities import add_all
from .custom_prompt import CustomPrompt, PromptRenderer
from .escape import block, one_line
from .history import build_history
from .instructions import write_instructions, write_tool_hints
from .inventory import list_inventory
from .prompt_input import PromptInput
from .relevance import RelevanceQuery, find_relevant
from .settings import ContextMode, ContextSettings
from .states import EntityContext, listed_entities, read_entities, write_states
from .template import TemplateRenderer

__all__ = ["Prompt", "PromptBuilder", "PromptInput"]

# A line of a conversation, where a template has it as text.
_LONGEST_SAID = 1000

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a model is asked."""

    messages: tuple[Message, ...]
    entity_ids: tuple[str, ...]
    """Whose states are in it."""

    tokens: int
    """About how many it has, the tools included."""

    problems: tuple[str, ...] = ()
    """What is wrong with the owner's templates that could not be used, by setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Detail:
    """How much of what could be told is told."""

    entities: tuple[EntityContext, ...]
    brief: bool = False
    """Whether only states are told, without other facts."""

    found: int | None = None
    """The most that is told of memories and documents; `None`: all."""

    history: int | None = None
    """The most tokens of history; `None`: as many as are set."""


class PromptBuilder:
    """Builds the prompts about one home; remembers the list of what there is."""

    def __init__(self, settings: ContextSettings, words_of: WordsLookup) -> None:
        """`words_of` is `Understander.words_of`: what relevant entities are found by."""
        self._settings = settings
        self._words_of = words_of
        own = settings.prompt
        self._custom = CustomPrompt(own.custom, "custom") if own.custom else None
        self._additions = CustomPrompt(own.custom_additions, "custom_additions")
        self._owners = f"{own.custom}\n{own.custom_additions}".strip()
        self._warned: tuple[str, ...] = ()
        self._listed: tuple[Layout, str] | None = None

    def build(self, prompt_input: PromptInput, by_home: TemplateRenderer | None = None) -> Prompt:
        """Make the prompt; `by_home` renders the owner's templates where the home can.

        For a thread: a large home takes a while at first.
        """
        renderer = PromptRenderer(by_home)
        for detail in self._details(prompt_input, renderer):
            messages = self._messages(prompt_input, detail, renderer)
            tokens = count_prompt_tokens(messages, prompt_input.tools)
            if tokens <= self._settings.max_tokens:
                break
        ids = tuple(context.entity.entity_id for context in detail.entities)
        problems = tuple(renderer.problems)
        if problems and problems != self._warned:
            _LOGGER.warning("Your own prompt cannot be used as it is: %s", "; ".join(problems))
        self._warned = problems
        return Prompt(messages=messages, entity_ids=ids, tokens=tokens, problems=problems)

    def _details(self, prompt_input: PromptInput, renderer: PromptRenderer) -> Iterator[_Detail]:
        """Less and less, until it fits: without facts, then what was found, history, states."""
        entities = self._entities(prompt_input)
        yield _Detail(entities=entities)
        yield _Detail(entities=entities, brief=True)
        found = len(prompt_input.found)
        while found:
            found //= 2
            yield _Detail(entities=entities, brief=True, found=found)
        least = self._messages(
            prompt_input, _Detail(entities=entities, brief=True, found=0, history=0), renderer
        )
        left = self._settings.max_tokens - count_prompt_tokens(least, prompt_input.tools)
        yield _Detail(entities=entities, brief=True, found=0, history=max(0, left))
        while entities:
            entities = entities[: len(entities) // 2]
            yield _Detail(entities=entities, brief=True, found=0, history=0)

    def _entities(self, prompt_input: PromptInput) -> tuple[EntityContext, ...]:
        settings, home = self._settings, prompt_input.home
        if prompt_input.entity_ids is not None:
            return read_entities(prompt_input.entity_ids, home)
        if settings.mode is ContextMode.OFF:
            return ()
        always = listed_entities(settings.entities, home)
        if settings.mode is ContextMode.DIRECT:
            return always
        lexicon, names = self._words_of(home, prompt_input.language)
        query = RelevanceQuery(
            text=prompt_input.text,
            home=home,
            lexicon=lexicon,
            names=names,
            area_id=prompt_input.area_id,
            topic=prompt_input.conversation.topic,
            similar=prompt_input.similar,
        )
        most = settings.relevant
        if settings.mode is ContextMode.VECTOR_DB:
            most = settings.vector_db.top_k
        known = {context.entity.entity_id for context in always}
        found = [id_ for id_ in find_relevant(query, most) if id_ not in known]
        told = (*always, *read_entities(found, home))
        # However much there is, half of the room is left for the rest of the prompt.
        return add_all(told, home, settings.max_tokens // 2) if self._tells_all else told

    @property
    def _tells_all(self) -> bool:
        return self._settings.mode is ContextMode.ALL

    def _messages(
        self, prompt_input: PromptInput, detail: _Detail, renderer: PromptRenderer
    ) -> tuple[Message, ...]:
        if detail.found is not None:
            prompt_input = prompt_input.with_found(detail.found)
        said = build_history(
            prompt_input.conversation, self._settings.history, limit=detail.history
        )
        states = write_states(
            detail.entities, self._settings.format, brief=detail.brief, short=self._tells_all
        )
        variables = self._variables(prompt_input, states, said)
        custom = renderer.render(self._custom, variables) if self._custom else None
        done = self._custom.uses if self._custom and custom is not None else frozenset()
        added = renderer.render(self._additions, variables) or ""
        # What may change comes last, so that all before it stays as it was.
        before, last = ("", added) if self._additions.is_volatile else (added, "")
        system = (custom,) if custom is not None else self._system(prompt_input)
        return (
            SystemMessage(text="\n\n".join(filter(None, (*system, before))), owners=self._owners),
            *(() if "conversation_history" in done else said),
            UserMessage(
                text="\n".join(filter(None, (last, prompt_input.as_message(states, done))))
            ),
        )

    def _system(self, prompt_input: PromptInput) -> tuple[str, ...]:
        """Our own part of the system message, the same from turn to turn."""
        return (
            write_instructions(one_line(self._settings.home_name)),
            write_tool_hints([tool.name for tool in prompt_input.tools]),
            self._home(prompt_input.home.layout),
        )

    def _variables(
        self, prompt_input: PromptInput, states: str, said: tuple[Message, ...]
    ) -> dict[str, object]:
        """The variables of templates."""
        return {
            **prompt_input.variables(),
            "conversation_history": "\n".join(filter(None, map(_spoken, said))),
            "entity_context": block("now", states) if states else "",
            "home_name": self._settings.home_name,
            "instructions": write_instructions(one_line(self._settings.home_name)),
            "inventory": self._home(prompt_input.home.layout),
            "tool_use": write_tool_hints([tool.name for tool in prompt_input.tools]),
            "tools": tuple(
                {"name": tool.name, "description": tool.description} for tool in prompt_input.tools
            ),
        }

    def _home(self, layout: Layout) -> str:
        """The list of what there is, marked as data; empty if there is none."""
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
