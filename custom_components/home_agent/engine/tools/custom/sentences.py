"""Sentences that run a tool without a model, in the intents project's format.

`what is the weather in {city}` fills the parameter `city`: with one of its `enum`, with a figure
where it is one, and else with any words. A sentence must fit as a whole.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .declaration import ToolDeclaration

if TYPE_CHECKING:
    from hassil import Intents

_LONGEST = 300
_LOWEST, _HIGHEST = -100, 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenCall:
    """A tool that a sentence asks for."""

    name: str
    arguments: Mapping[str, Any]


class ToolSentences:
    """The sentences of all tools, prepared by language when one is first spoken."""

    def __init__(self, tools: Iterable[ToolDeclaration]) -> None:
        """Know the sentences of these."""
        self._tools = {tool.name: tool for tool in tools if tool.sentences}
        self._prepared: dict[str, Intents | None] = {}

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._tools)

    def find(self, text: str, language: str) -> SpokenCall | None:
        """The tool that a sentence asks for; `None` if it asks for none, or for several."""
        grammar = self._grammar(language) if len(text) <= _LONGEST else None
        if grammar is None:
            return None
        from hassil import recognize_all  # noqa: PLC0415 - only those with such sentences pay

        found: dict[str, SpokenCall] = {}
        for result in recognize_all(text, grammar, language=language):
            name = result.intent.name
            given = {slot: _plain(entity.value) for slot, entity in result.entities.items()}
            call = SpokenCall(name=name, arguments=given)
            # Of one tool, the reading that leaves least to any words.
            if name not in found or len(str(call.arguments)) < len(str(found[name].arguments)):
                found[name] = call
        return next(iter(found.values())) if len(found) == 1 else None

    def _grammar(self, language: str) -> Intents | None:
        if language not in self._prepared:
            self._prepared[language] = self._prepare(language)
        return self._prepared[language]

    def _prepare(self, language: str) -> Intents | None:
        codes = (language, language.partition("-")[0])
        intents = {
            tool.name: {"data": [{"sentences": [*sentences], "lists": dict(_lists(tool))}]}
            for tool in self._tools.values()
            if (
                sentences := next(
                    (tool.sentences[code] for code in codes if code in tool.sentences), ()
                )
            )
        }
        if not intents:
            return None
        from hassil import Intents  # noqa: PLC0415 - likewise

        return Intents.from_dict({"language": language, "intents": intents})


def _lists(tool: ToolDeclaration) -> Iterator[tuple[str, dict[str, Any]]]:
    """What may stand for each parameter."""
    for name, schema in tool.parameters.get("properties", {}).items():
        kind = schema.get("type")
        if choices := schema.get("enum"):
            values = [{"in": str(choice), "out": choice} for choice in choices]
            yield name, {"values": values}
        elif kind in ("integer", "number"):
            low, high = schema.get("minimum", _LOWEST), schema.get("maximum", _HIGHEST)
            yield name, {"range": {"from": int(low), "to": int(high)}}
        else:
            yield name, {"wildcard": True}


def _plain(value: Any) -> Any:  # noqa: ANN401 - as it was said
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value.strip() if isinstance(value, str) else value


def find_sentence_problems(sentence: str, parameters: frozenset[str]) -> Iterator[str]:
    """What is wrong with a sentence: its brackets, or a name that no parameter has."""
    from hassil import Intents  # noqa: PLC0415 - only those with such sentences pay
    from hassil.errors import HassilError  # noqa: PLC0415
    from hassil.parser import ParseError  # noqa: PLC0415

    try:
        intents = Intents.from_dict(
            {"language": "en", "intents": {"tool": {"data": [{"sentences": [sentence]}]}}}
        )
        (data,) = intents.intents["tool"].data
        (parsed,) = data.sentences
        names = {*_names_in(parsed.expression)}
    except HassilError, ParseError, ValueError:
        yield f"'{sentence[:80]}' cannot be read. Brackets must be closed: (this|that) [maybe]."
        return
    for name in sorted(names - parameters):
        yield f"there is no parameter {name}."


def _names_in(expression: Any) -> Iterator[str]:  # noqa: ANN401 - hassil's own parts
    """The lists that a sentence names."""
    if hasattr(expression, "list_name"):
        yield expression.list_name
    for item in getattr(expression, "items", ()) or ():
        yield from _names_in(item)
