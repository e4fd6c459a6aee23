"""A template that looks at the home: read only, and only at what is exposed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ....context.home_template import render_home_template
from ...tool import ToolContext, ToolEffect, ToolResult
from ..handler import HandlerFactory, HandlerParts, HandlerType, RunnerFactory, WrittenTemplate
from ..reading import HandlerReader
from ..templates import parse_literal


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateHandler:
    """The template to render."""

    source: str
    parse_result: bool
    """Whether a list, a table or a figure that it writes is told as one."""

    def templates(self) -> Iterable[WrittenTemplate]:
        """The one template."""
        return (WrittenTemplate(where="value_template", source=self.source, looks=True),)


def read_template(values: Mapping[str, Any], _read: HandlerFactory) -> TemplateHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, ("value_template", "parse_result"))
    source = reader.text("value_template", "must be a template, such as {{ states('sun.sun') }}.")
    parse_result = reader.flag("parse_result", default=False)
    reader.check()
    return TemplateHandler(source=source, parse_result=parse_result)


class TemplateRunner:
    """Renders the template with the arguments of a call."""

    effect = ToolEffect.NOTHING

    def __init__(self, handler: TemplateHandler) -> None:
        """Render this."""
        self._handler = handler

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Return the rendered text. Raises `TemplateFailedError`."""
        said = render_home_template(self._handler.source, arguments, context.home.snapshot())
        result = parse_literal(said) if self._handler.parse_result else said.strip()
        return ToolResult(success=True, result=result)


def _build(handler: TemplateHandler, _parts: HandlerParts, _build: RunnerFactory) -> TemplateRunner:
    return TemplateRunner(handler)


TYPE = HandlerType(handler=TemplateHandler, read=read_template, build=_build)
