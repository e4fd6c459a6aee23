"""Finds what is not meant for the person in what a small model says.

A block is a fence (```homeassistant, ```json), a tag (`<tool_call>`) or bare JSON. `split` takes a
whole answer apart; `sayable` tells, while an answer still comes in, how much of it is certainly
words. Both look for the same beginnings, so that nothing is said that would be no word later.
"""

import re
from dataclasses import dataclass, replace
from typing import Any

from .loose_json import NotJsonError, read_loosely

_TAG = (
    r"<[|/]{0,2}(?:tool_?calls?|tool_?response|tools?|function_?calls?|functions?|homeassistant"
    r"|python_tag)(?![\w-])(?:[^<>{}\[\]]{0,80}?>|\|)?|<\|\w{1,20}\|>|</s>"
)
_OPENING = re.compile(
    rf"(?P<fence>```)|(?P<tag>{_TAG}|\[/?TOOL_CALLS\])|(?P<bare>\{{|\[(?=\s*[\[{{]))", re.IGNORECASE
)
# What could still become one of these when more of the answer is there.
_UNDECIDED = re.compile(r"(?:`{1,2}|<[|/]{0,2}\w{0,20}\|?|\[\s*|\[/?[a-z_]{0,10})\Z", re.IGNORECASE)

_CALL_FENCE = "homeassistant|home_assistant|tool_call|tool_code|function_call|function|tool"
_INFO = re.compile(
    rf"[ \t]*(?:(?P<call>{_CALL_FENCE})|json[c5]?|python|xml|yaml|text|plaintext)?(?![\w.])[ \t]*",
    re.IGNORECASE,
)
_FENCE_END = re.compile(rf"```(?!\s*(?:{_CALL_FENCE}|json)?\s*[\[{{])", re.IGNORECASE)
_FENCE = re.compile("```")
_TAG_OR_FENCE = re.compile(rf"{_TAG}|\[/?TOOL_CALLS\]|```", re.IGNORECASE)
_TAG_ALONE = re.compile(rf"{_TAG}|\[/?TOOL_CALLS\]", re.IGNORECASE)
_QUOTE = r"[\"'\u2018-\u201f\u00ab\u00bb]?"
_CALL_KEY = re.compile(
    rf"\{{\s*{_QUOTE}(?:service|target_device|tool|tool_calls|action|function|arguments|name"
    rf"|entity_id|calls|domain){_QUOTE}\s*[:=]",
    re.IGNORECASE,
)
_FILLER = re.compile(r"[\s,;]*")
_MOST_ATTEMPTS = 25
_LONGEST_BLOCK = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A part of an answer that is not for the person."""

    values: tuple[Any, ...] = ()
    """The JSON in it; none in a mark that stands alone."""

    is_marked: bool = True
    """Whether it has a fence or a tag. Bare JSON may be anything."""

    is_call: bool = False
    """Whether it has a mark that only calls have, and something in it."""

    is_well_formed: bool = False
    """Whether it has the form of a call: such a mark, on a line of its own."""

    problem: str = ""
    """Why it cannot be read."""

    end: int


def split_blocks(text: str) -> tuple[str, tuple[Block, ...]]:
    """The words of a whole answer, and its blocks."""
    words, blocks = _take_apart(text)
    # What stood around a block may look like one, once it is gone.
    for _ in range(_MOST_ATTEMPTS):
        again, more = _take_apart(words)
        if not more:
            return words, blocks
        words = again
    return words[: _first_opening(words)].strip(), blocks


def count_sayable(text: str) -> int:
    """How many letters of an unfinished answer are words, whatever comes next."""
    end = _first_opening(text)
    if end == len(text) and (undecided := _UNDECIDED.search(text)) is not None:
        end = undecided.start()
    return len(text[:end].rstrip())


def strip_tags(text: str) -> str:
    """A text without the marks of a model's own making."""
    return _TAG_ALONE.sub("", text)


def _first_opening(text: str) -> int:
    opening = _OPENING.search(text)
    return len(text) if opening is None else opening.start()


def _take_apart(text: str) -> tuple[str, tuple[Block, ...]]:
    pieces: list[str] = []
    blocks: list[Block] = []
    start = at = attempts = 0
    while (opening := _OPENING.search(text, at)) is not None:
        block = _block(text, opening)
        if block is None:
            attempts += 1
            at = opening.end()
            if attempts < _MOST_ATTEMPTS:
                continue
            # Whoever writes so many brackets does not talk to a person.
            block = Block(end=len(text), is_marked=False)
        pieces.append(text[start : opening.start()])
        blocks.append(block)
        start = at = block.end
    pieces.append(text[start:])
    return "\n".join(stripped for piece in pieces if (stripped := piece.strip())), tuple(blocks)


def _block(text: str, opening: re.Match[str]) -> Block | None:
    """The block that begins here; `None` if these are words."""
    if opening["bare"]:
        return _bare(text, opening.start())
    at, is_call = opening.end(), True
    if opening["fence"] and (info := _INFO.match(text, at)):
        at, is_call = info.end(), info["call"] is not None
    elif "/" in opening[0]:
        return Block(end=at)
    begin = _past(_FILLER, text, at)
    mark = _FENCE if opening["fence"] else _TAG_OR_FENCE
    if text[begin : begin + 1] in ("{", "["):
        is_well_formed = is_call and _begins_line(text, opening.start())
        return replace(_marked(text, begin, mark), is_call=is_call, is_well_formed=is_well_formed)
    inner = _OPENING.match(text, begin)
    if not is_call or begin == len(text) or inner is not None:
        return Block(end=at)
    end = mark.search(text, begin)
    problem = "the block has no JSON object in it"
    return Block(is_call=True, problem=problem, end=len(text) if end is None else end.end())


def _marked(text: str, begin: int, mark: re.Pattern[str]) -> Block:
    """The values between two marks; the second may be missing."""
    values: list[Any] = []
    at, problem = begin, ""
    try:
        while text[at : at + 1] in ("{", "["):
            value, at = _read(text, at)
            values.append(value)
            at = _past(_FILLER, text, at)
    except NotJsonError as error:
        problem = str(error)
    end = mark.search(text, at)
    if end is not None and _closes(text, end):
        return Block(values=tuple(values), problem=problem, end=end.end())
    after = len(text) if end is None else end.start()
    return Block(values=tuple(values), problem=problem, end=after if problem else at)


def _begins_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()


def _closes(text: str, mark: re.Match[str]) -> bool:
    """Whether a mark ends a block, rather than beginning the next."""
    return "/" in mark[0] or _FENCE_END.match(text, mark.start()) is not None


def _bare(text: str, begin: int) -> Block | None:
    try:
        value, end = _read(text, begin)
    except NotJsonError as error:
        if _CALL_KEY.match(text, text.find("{", begin)) is None:
            return None
        return Block(is_call=True, problem=str(error), end=_balanced(text, begin))
    entries = value if isinstance(value, list) else [value]
    if not entries or not all(isinstance(entry, dict) and entry for entry in entries):
        return None
    return Block(values=(value,), is_marked=False, end=end)


def _read(text: str, at: int) -> tuple[Any, int]:
    value, length = read_loosely(text[at : at + _LONGEST_BLOCK])
    return value, at + length


def _balanced(text: str, begin: int) -> int:
    """Where as many brackets are closed as were opened, whatever is between them."""
    depth = 0
    for at in range(begin, len(text)):
        depth += (text[at] in "{[") - (text[at] in "}]")
        if depth == 0:
            return at + 1
    return len(text)


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return at if found is None else found.end()
