"""How many tokens a text is about, without any model's tokenizer."""

import re
from collections.abc import Iterable
from functools import lru_cache
from json import dumps

from ..llm.messages import AssistantMessage, Message, ToolMessage, ToolSpec

# What tokenizers never join: letters, figures and signs, each with the space before it.
_PIECE = re.compile(r" ?[^\W\d_]+|\d| ?[^\w\s]|_|\s+")


def tokens_in(text: str) -> int:
    """About how many tokens a text has."""
    return sum(map(_tokens_of, _PIECE.findall(text)))


def tokens_of(messages: Iterable[Message], tools: Iterable[ToolSpec] = ()) -> int:
    """About how many tokens a prompt has, with what keeps its messages apart."""
    return sum(_of_message(one) for one in messages) + sum(_of_tool(one) for one in tools)


@lru_cache(maxsize=4096)
def _tokens_of(piece: str) -> int:
    word = piece.strip()
    return max(1, -(-len(word.encode()) // 5))


def _of_message(message: Message) -> int:
    text = message.content if isinstance(message, ToolMessage) else message.text
    calls = message.calls if isinstance(message, AssistantMessage) else ()
    asked = sum(tokens_in(one.name) + tokens_in(one.raw) + 10 for one in calls)
    return tokens_in(text) + asked + 5


def _of_tool(tool: ToolSpec) -> int:
    return tokens_in(tool.name) + tokens_in(tool.description) + tokens_in(dumps(tool.parameters))
