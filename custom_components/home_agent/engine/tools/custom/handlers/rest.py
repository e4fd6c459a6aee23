"""A tool of one's own that asks an address: what comes back is data, like all from outside."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urljoin, urlsplit

from ....context.template import render_template
from ....errors import TemplateFailedError
from ....privacy.masking import Mask, find_secrets, is_like_key
from ....validation.fields import is_header_value
from ...arguments import cut
from ...tool import ToolContext, ToolResult, Touches
from ..fetch import Fetch, Fetched, FetchFailedError, Request
from ..handler import (
    BuildRunner,
    HandlerError,
    HandlerParts,
    HandlerType,
    ReadHandler,
    WrittenTemplate,
    templates_in,
)
from ..reading import HandlerReader, origin
from ..templates import fill_in, text

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_SECONDS = 10.0
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_REDIRECTS = 3
_WRONG = 400
_LONGEST_ERROR = 300
_DEEPEST = 50
# What nobody need hide, and what answers may well say too.
_PLAIN = frozenset(
    {
        *("accept", "accept-encoding", "accept-language", "cache-control", "connection"),
        *("content-type", "user-agent"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestHandler:
    """What to ask. Keys may be anywhere in it, so that none of it is shown."""

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    query: Mapping[str, str] = field(repr=False)
    body: str | Mapping[str, Any] | None = field(repr=False)
    seconds: float

    def templates(self) -> Iterable[WrittenTemplate]:
        """All that is filled in."""
        return templates_in(
            {
                "url": self.url,
                "headers": self.headers,
                "query_params": self.query,
                "body": self.body,
            }
        )


def read_rest(values: Mapping[str, Any], _read: ReadHandler) -> RestHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    known = ("url", "method", "headers", "query_params", "body", "timeout")
    reader = HandlerReader(values, known)
    url, method = reader.address("url"), str(values.get("method", METHODS[0])).upper()
    if method not in METHODS:
        reader.note("method", f"must be one of {', '.join(METHODS)}.")
    headers, query = reader.headers(), reader.texts("query_params")
    body = values.get("body")
    if not isinstance(body, str | Mapping | None):
        reader.note("body", "must be a text, or a table that is sent as JSON.")
    seconds = reader.seconds("timeout", _SECONDS)
    reader.check()
    return RestHandler(
        method=method, url=url, headers=headers, query=query, body=body, seconds=seconds
    )


class RestRunner:
    """Asks the address that a person chose."""

    touches = Touches.OUTSIDE

    def __init__(self, handler: RestHandler, fetch: Fetch) -> None:
        """Ask this, by way of that."""
        self._handler = handler
        self._fetch = fetch

    async def run(self, arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        """Ask, and bring back what it says."""
        request = self._request(arguments)
        try:
            fetched = await self._answer(request)
        except FetchFailedError as error:
            raise HandlerError(f"the server {error}.") from error
        mask = _mask(request, arguments)
        said = await asyncio.to_thread(_read, fetched, mask)
        if fetched.status >= _WRONG:
            answer = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
            answer = f": {cut(answer, _LONGEST_ERROR)}" if answer else "."
            raise HandlerError(f"the server answered with error {fetched.status}{answer}")
        return ToolResult(
            success=True, result=said, elsewhere=request.method != "GET", from_outside=True
        )

    async def _answer(self, request: Request) -> Fetched:
        """What comes back in the end, from the same server. Raises `FetchFailedError`."""
        for _ in range(_MOST_REDIRECTS + 1):
            fetched = await self._fetch(request)
            if len(fetched.body) > request.most_bytes:
                raise FetchFailedError(f"sent more than {request.most_bytes} bytes, too many")
            if fetched.status not in _REDIRECTS:
                return fetched
            url = urljoin(request.url, fetched.location)
            if not fetched.location or not _same_server(url, request.url):
                raise FetchFailedError("wants another server to be asked, which is not done")
            if request.method != "GET":
                raise FetchFailedError("wants another address to be asked, which is not done")
            request = replace(request, url=url)
        raise FetchFailedError("leads from one address to the next")

    def _request(self, arguments: Mapping[str, Any]) -> Request:
        """Raises `TemplateFailedError`."""
        handler = self._handler
        headers = {key: text(value, arguments) for key, value in handler.headers.items()}
        if not all(map(is_header_value, headers.values())):
            raise TemplateFailedError("a header may only have plain letters in it")
        body, kind = self._body(arguments)
        if body is not None and "content-type" not in map(str.casefold, headers):
            headers["Content-Type"] = kind
        return Request(
            method=handler.method,
            url=self._url(arguments),
            headers=headers,
            body=body,
            seconds=handler.seconds,
        )

    def _url(self, arguments: Mapping[str, Any]) -> str:
        url = render_template(self._handler.url, arguments, for_address=True).partition("#")[0]
        query = {key: text(value, arguments) for key, value in self._handler.query.items()}
        # No argument leads to another server, nor out of the folder that it stands in.
        if not _same_server(url, self._handler.url) or {".", ".."} & {
            *urlsplit(url).path.split("/")
        }:
            raise TemplateFailedError("the address would be another one")
        if not url.isascii() or not url.isprintable() or " " in url:
            raise TemplateFailedError("the address has letters in it that must be encoded")
        if query:
            url += f"{'&' if '?' in url else '?'}{urlencode(query)}"
        return url

    def _body(self, arguments: Mapping[str, Any]) -> tuple[bytes | None, str]:
        written = self._handler.body
        if written is None:
            return None, ""
        if isinstance(written, Mapping):
            return json.dumps(fill_in(written, arguments)).encode(), "application/json"
        said = text(written, arguments)
        is_json = isinstance(_json(said), dict | list)
        return said.encode(), "application/json" if is_json else "text/plain; charset=utf-8"


def _same_server(url: str, other_url: str) -> bool:
    try:
        return origin(url) == origin(other_url)
    except ValueError:
        return False


def _mask(request: Request, arguments: Mapping[str, Any]) -> Mask:
    """What a person wrote down for the server alone. What the model itself said is no secret."""
    known = str([*arguments.values()])
    parts = urlsplit(request.url)
    sent = (request.body or b"").decode("utf-8", "replace")
    secrets = [
        *((key, value) for key, value in request.headers.items() if key.casefold() not in _PLAIN),
        *find_secrets(dict(parse_qsl(parts.query))),
        *(("", unquote(part)) for part in parts.path.split("/") if is_like_key(part)),
        *find_secrets(_json(sent)),
        *find_secrets(dict(parse_qsl(sent))),
    ]
    return Mask((key, value) for key, value in secrets if value not in known)


def _read(fetched: Fetched, mask: Mask) -> Any:  # noqa: ANN401 - any JSON
    """JSON where it is some, else text; no secret in it."""
    said = fetched.body.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    return mask.mask_values(_json(said))


def _json(said: str) -> Any:  # noqa: ANN401 - any JSON
    """What a text stands for; itself where it is no JSON, or such that nobody can read it."""
    try:
        read = json.loads(said)
    except ValueError, RecursionError:
        return said
    return said if _is_deep(read) else read


def _is_deep(value: Any) -> bool:  # noqa: ANN401 - any JSON
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:  # noqa: ANN401 - any JSON
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _build(handler: RestHandler, parts: HandlerParts, _build: BuildRunner) -> RestRunner | None:
    return None if parts.fetch is None else RestRunner(handler, parts.fetch)


TYPE = HandlerType(handler=RestHandler, read=read_rest, build=_build)
