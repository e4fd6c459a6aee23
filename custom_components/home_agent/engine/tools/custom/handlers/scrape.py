"""A page that is looked at: what CSS selectors find there, as data."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...tool import ToolContext, ToolEffect, ToolResult
from ..fetch import Fetch, FetchFailedError
from ..handler import (
    HandlerError,
    HandlerFactory,
    HandlerParts,
    HandlerType,
    RunnerFactory,
    WrittenTemplate,
    templates_in,
)
from ..reading import HandlerReader
from ..templates import fill_in
from ..web import WrittenRequest, ask_server, build_mask, decode
from .rest import read_request

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_KNOWN = ("resource", "resource_template", "url", "method", "headers", "params", "query_params")
_MORE = ("timeout", "username", "password", "sensor", "value_template")
_OF_SENSOR = ("name", "select", "attribute", "index", "value_template")
_MOST_SENSORS = 50
_WRONG = 400
_LONGEST = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Selector:
    """What to take from the page: a CSS selector, and which part of what it finds."""

    name: str
    select: str
    attribute: str = ""
    """Not its text, but this of it."""

    index: int = 0
    """Which of several."""

    value_template: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrapeHandler:
    """The page, and what of it is told."""

    request: WrittenRequest
    selectors: tuple[Selector, ...]
    value_template: str = ""
    """Makes what is told of all that was found, by its names."""

    def templates(self) -> Iterable[WrittenTemplate]:
        """The templates in its request and its answer."""
        request = self.request
        yield from templates_in(
            {"resource": request.url, "headers": request.headers, "params": request.query}
        )
        for number, selector in enumerate(self.selectors, 1):
            if selector.value_template:
                where = f"sensor.{number}.value_template"
                yield WrittenTemplate(
                    where=where, source=selector.value_template, names=frozenset({"value"})
                )
        if self.value_template:
            names = (selector.name for selector in self.selectors)
            yield from templates_in({"value_template": self.value_template}, names)


def read_scrape(values: Mapping[str, Any], _read: HandlerFactory) -> ScrapeHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, (*_KNOWN, *_MORE))
    request = read_request(reader)
    if request.method != "GET":
        reader.note("method", "must be GET, or be left out.")
    listed = reader.listed("sensor")
    if len(listed) > _MOST_SENSORS:
        reader.note("sensor", f"must be {_MOST_SENSORS} at most.")
        listed = []
    selectors = [
        _read_selector(written, number, reader) for number, written in enumerate(listed, 1)
    ]
    value_template = reader.text("value_template", default="")
    reader.check()
    return ScrapeHandler(request=request, selectors=tuple(selectors), value_template=value_template)


def _read_selector(written: Any, number: int, reader: HandlerReader) -> Selector:  # noqa: ANN401 - as written
    where = f"sensor.{number}"
    if not isinstance(written, Mapping):
        reader.note(where, "must be a table with name and select.")
        return Selector(name="", select="")
    inner = HandlerReader(written, _OF_SENSOR)
    name = inner.text("name", "must be a name such as headline.")
    if name and not name.isidentifier():
        inner.note("name", "must be a name such as headline.")
    selector = Selector(
        name=name,
        select=inner.text("select", "must be a CSS selector such as .news h1."),
        attribute=inner.text("attribute", default=""),
        index=int(inner.number("index", 0, least=0, most=1000)),
        value_template=inner.text("value_template", default=""),
    )
    reader.problems += [f"{where}.{problem}" for problem in inner.problems]
    return selector


class ScrapeRunner:
    """Fetches the page, and looks for what is wanted, in a thread of its own."""

    effect = ToolEffect.OUTSIDE

    def __init__(self, handler: ScrapeHandler, fetch: Fetch) -> None:
        """Look at this, by way of that."""
        self._handler = handler
        self._fetch = fetch

    async def run(self, arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        """Fetch the page, and return what the selectors find."""
        request = self._handler.request.fill_in(arguments)
        try:
            fetched = await ask_server(request, self._fetch)
        except FetchFailedError as error:
            raise HandlerError(f"the server {error}.") from error
        if fetched.status >= _WRONG:
            raise HandlerError(f"the server answered with error {fetched.status}.")
        found = await asyncio.to_thread(self._find, decode(fetched), arguments)
        told = build_mask(request, arguments).mask_values(found)
        return ToolResult(success=True, result=told, from_outside=True)

    def _find(self, page: str, arguments: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        """What is wanted. Raises `HandlerError` and `TemplateFailedError`."""
        soup = _parse(page)
        found: dict[str, Any] = {}
        for selector in self._handler.selectors:
            value: Any = _select(soup, selector)
            if selector.value_template and value is not None:
                value = fill_in(selector.value_template, {**arguments, "value": value})
            found[selector.name] = value
        if all(value is None for value in found.values()):
            raise HandlerError("nothing that is looked for stands on the page any more.")
        if self._handler.value_template:
            return fill_in(self._handler.value_template, {**arguments, **found})
        return found


def _parse(page: str) -> BeautifulSoup:
    try:
        from bs4 import BeautifulSoup  # noqa: PLC0415 - only those who look at pages pay
    except ImportError as error:
        raise HandlerError("the package beautifulsoup4 is missing: install it.") from error
    try:
        return BeautifulSoup(page, "html.parser")
    except (RecursionError, ValueError, AssertionError) as error:
        raise HandlerError("the page cannot be read.") from error


def _select(soup: BeautifulSoup, selector: Selector) -> str | None:
    """What one selector finds, None if nothing."""
    from soupsieve import SelectorSyntaxError  # noqa: PLC0415 - likewise

    try:
        tags = soup.select(selector.select, limit=selector.index + 1)
    except (SelectorSyntaxError, NotImplementedError) as error:
        raise HandlerError(f"{selector.name}: '{selector.select}' is no selector.") from error
    except RecursionError as error:
        raise HandlerError("the page is nested too deeply.") from error
    if len(tags) <= selector.index:
        return None
    tag = tags[selector.index]
    if selector.attribute:
        value = tag.get(selector.attribute)
        return " ".join(value) if isinstance(value, list) else value and str(value)
    return tag.get_text(" ", strip=True)[:_LONGEST]


def _build(
    handler: ScrapeHandler, parts: HandlerParts, _build: RunnerFactory
) -> ScrapeRunner | None:
    return None if parts.fetch is None else ScrapeRunner(handler, parts.fetch)


TYPE = HandlerType(handler=ScrapeHandler, read=read_scrape, build=_build)
