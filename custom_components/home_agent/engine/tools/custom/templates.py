"""Templates in what a person wrote, filled in with the arguments of a call."""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...context.home_template import render_home_template
from ...context.template import TemplateRenderer, render_template
from ...home import Snapshot

_ALONE = re.compile(r"\s*\{\{((?:(?!\}\}|\{\{).)*)\}\}\s*", re.DOTALL)
_LONGEST_LITERAL = 10_000


def build_renderer(home: Snapshot) -> TemplateRenderer:
    """Return a renderer for templates, which see what is exposed of this home."""
    return lambda source, arguments: render_home_template(source, arguments, home)


def fill_in(
    written: Any,  # noqa: ANN401 - any JSON
    arguments: Mapping[str, Any],
    render: TemplateRenderer = render_template,
) -> Any:  # noqa: ANN401 - likewise
    """All texts in it rendered. An expression that stands alone keeps its kind: 50 stays a number.

    Raises `TemplateFailedError`.
    """
    match written:
        case str():
            return _value(written, arguments, render)
        case Mapping():
            return {str(key): fill_in(item, arguments, render) for key, item in written.items()}
        case list() | tuple():
            return [fill_in(item, arguments, render) for item in written]
    return written


def text(written: str, arguments: Mapping[str, Any]) -> str:
    """A text that stays one. Raises `TemplateFailedError`."""
    return render_template(written, arguments)


def iterate_texts(written: Any, where: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any JSON
    """Every text in a value, with its path."""
    match written:
        case str():
            yield where, written
        case Mapping():
            for key, item in written.items():
                yield from iterate_texts(item, f"{where}.{key}")
        case list() | tuple():
            for at, item in enumerate(written, 1):
                yield from iterate_texts(item, f"{where}.{at}")


def _value(written: str, arguments: Mapping[str, Any], render: TemplateRenderer) -> Any:  # noqa: ANN401 - any JSON
    alone = _ALONE.fullmatch(written)
    if alone is None:
        return render(written, arguments)
    name = alone[1].strip(" \t\n-")
    if name in arguments:
        return arguments[name]
    return parse_literal(render(written, arguments))


def parse_literal(said: str) -> Any:  # noqa: ANN401 - any JSON
    """What a text stands for: a figure, a list or a table; itself where it is none."""
    said = said.strip()
    try:
        read = ast.literal_eval(said) if len(said) <= _LONGEST_LITERAL else said
    except ValueError, SyntaxError, MemoryError, RecursionError:
        return said
    # Bytes, sets and so on are no JSON, and a text in quotes is a text with quotes.
    return read if isinstance(read, bool | int | float | list | dict) else said
