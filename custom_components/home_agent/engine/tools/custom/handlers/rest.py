"""An address that is asked: what comes back is data, like all from outside."""

import asyncio
import base64
import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from ....privacy.masking import Mask
from ....timed_cache import CacheFigures, TimedCache
from ...arguments import cut
from ...tool import ToolContext, ToolEffect, ToolResult
from ..fetch import Fetch, FetchFailedError, FetchResult, Request
from ..handler import (
    HandlerError,
    HandlerFactory,
    HandlerParts,
    HandlerType,
    RunnerFactory,
    WrittenTemplate,
    templates_in,
)
from ..oauth import OAuthSettings, TokenSource, read_oauth
from ..reading import HandlerReader
from ..templates import fill_in
from ..web import WrittenRequest, ask_server, build_mask, decode, read_json

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_KNOWN = ("url", "method", "headers", "query_params", "body", "timeout")
# What Home Assistant's own rest integration, and so Extended OpenAI Conversation, call the same.
_ALSO = ("resource", "resource_template", "params", "payload", "username", "password")
_MORE = ("value_template", "ttl", "oauth", "acts")
_SECONDS = 10.0
_MOST_TTL = 86_400
_MOST_CACHED = 50
_WRONG = 400
_UNAUTHORIZED = 401
_LONGEST_ERROR = 300
_VALUES = ("value", "value_json")


@dataclass(frozen=True, slots=True, kw_only=True)
class RestHandler:
    """What to ask, and what of the answer is told."""

    request: WrittenRequest
    value_template: str = ""
    """Makes what is told of `value`, or of `value_json`; empty: all of it is."""

    ttl: float = 0.0
    """For how many seconds an answer to the same question is told again."""

    oauth: OAuthSettings | None = None
    acts: bool = False
    """Whether the server does something with it: whatever is not asked with GET, and what is if its
    owner says so."""

    def templates(self) -> Iterable[WrittenTemplate]:
        """The templates in address, headers, body and answer."""
        request = self.request
        yield from templates_in(
            {
                "url": request.url,
                "headers": request.headers,
                "query_params": request.query,
                "body": request.body,
            }
        )
        if self.value_template:
            yield from templates_in({"value_template": self.value_template}, _VALUES)


def read_rest(values: Mapping[str, Any], _read: HandlerFactory) -> RestHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, (*_KNOWN, *_ALSO, *_MORE))
    request = read_request(reader)
    body_name = reader.first("body", "payload")
    body = values.get(body_name)
    if not isinstance(body, str | Mapping | None):
        reader.note(body_name, "must be a text, or a table that is sent as JSON.")
        body = None
    ttl = reader.number("ttl", 0, least=0, most=_MOST_TTL)
    acts = reader.flag("acts", default=False) or request.method != "GET"
    if ttl and acts:
        reader.note("ttl", "must be left out, since only what is looked at with GET is kept.")
    written = reader.table("oauth")
    oauth = read_oauth(written, reader, "oauth") if written else None
    value_template = reader.text("value_template", default="")
    reader.check()
    return RestHandler(
        request=replace(request, body=body),
        value_template=value_template,
        ttl=ttl,
        oauth=oauth,
        acts=acts,
    )


def read_request(reader: HandlerReader) -> WrittenRequest:
    """What is asked, by our names or by Home Assistant's; what is wrong is noted."""
    method = str(reader.values.get("method", METHODS[0])).upper()
    if method not in METHODS:
        reader.note("method", f"must be one of {', '.join(METHODS)}.")
    headers = dict(reader.headers())
    user, password = reader.text("username", default=""), reader.text("password", default="")
    if user or password:
        pair = base64.b64encode(f"{user}:{password}".encode()).decode()
        headers["Authorization"] = f"Basic {pair}"
    return WrittenRequest(
        method=method,
        url=reader.address(reader.first("url", "resource", "resource_template")),
        headers=headers,
        query=reader.texts(reader.first("query_params", "params")),
        seconds=reader.seconds("timeout", _SECONDS),
    )


class RestRunner:
    """Asks the address that a person chose."""

    def __init__(
        self,
        handler: RestHandler,
        fetch: Fetch,
        clock: Callable[[], float] = monotonic,
        figures: CacheFigures | None = None,
    ) -> None:
        """Ask this, by way of that; what is kept is counted there."""
        self._handler = handler
        self._fetch = fetch
        self._kept: TimedCache[tuple[Any]] = TimedCache(
            handler.ttl, most=_MOST_CACHED, figures=figures, clock=clock
        )
        self.effect = ToolEffect.ELSEWHERE if handler.acts else ToolEffect.OUTSIDE
        oauth, seconds = handler.oauth, handler.request.seconds
        self._tokens = TokenSource(oauth, fetch, seconds) if oauth else None

    async def run(self, arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        """Send the request, and return the answer as data."""
        request = self._handler.request.fill_in(arguments)
        asked = _question(request, arguments)
        if (kept := self._kept.get(asked)) is not None:
            return ToolResult(success=True, result=kept[0], from_outside=True)
        try:
            sent, fetched = await self._ask(request)
        except FetchFailedError as error:
            raise HandlerError(f"the server {error}.") from error
        secrets = self._tokens.secrets if self._tokens else ()
        mask = build_mask(sent, arguments, secrets)
        if fetched.status >= _WRONG:
            raise HandlerError(await asyncio.to_thread(_describe_error, fetched, mask))
        said = decode(fetched)
        told = await asyncio.to_thread(self._told, said, arguments, mask)
        self._kept.put(asked, (told,))
        return ToolResult(
            success=True, result=told, elsewhere=self._handler.acts, from_outside=True
        )

    async def _ask(self, request: Request) -> tuple[Request, FetchResult]:
        """What was sent in the end, and what came back. Raises `FetchFailedError`."""
        if self._tokens is None:
            return request, await ask_server(request, self._fetch)
        for is_last in (False, True):
            bearer = {"Authorization": f"Bearer {await self._tokens.get()}"}
            sent = replace(request, headers={**request.headers, **bearer})
            fetched = await ask_server(sent, self._fetch)
            if is_last or fetched.status != _UNAUTHORIZED:
                break
            self._tokens.forget()
        return sent, fetched

    def _told(self, said: str, arguments: Mapping[str, Any], mask: Mask) -> Any:  # noqa: ANN401 - any JSON
        """All of an answer, or what the template makes of it. Raises `TemplateFailedError`."""
        told = read_json(said)
        if self._handler.value_template:
            known = {**arguments, "value": said, "value_json": told}
            told = fill_in(self._handler.value_template, known)
        return mask.mask_values(told)


def _question(request: Request, arguments: Mapping[str, Any]) -> Hashable:
    """All that an answer depends on: what is sent, and what its template is filled in with."""
    given = json.dumps(arguments, sort_keys=True, default=repr)
    return request.url, repr(sorted(request.headers.items())), repr(request.body), given


def _describe_error(fetched: FetchResult, mask: Mask) -> str:
    said = mask.mask_values(read_json(decode(fetched)))
    answer = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
    answer = f": {cut(answer, _LONGEST_ERROR)}" if answer else "."
    return f"the server answered with error {fetched.status}{answer}"


def _build(handler: RestHandler, parts: HandlerParts, _build: RunnerFactory) -> RestRunner | None:
    if parts.fetch is None:
        return None
    return RestRunner(handler, parts.fetch, figures=parts.results)


TYPE = HandlerType(handler=RestHandler, read=read_rest, build=_build)
