"""Asking the server that a person chose, and no other: for every type that asks one."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urljoin, urlsplit

from ...context.template import Within, render_template
from ...errors import TemplateFailedError
from ...privacy.masking import Mask, find_secrets, is_like_key
from ...validation.fields import is_header_value
from .fetch import Fetch, FetchFailedError, FetchResult, Request
from .reading import origin
from .templates import fill_in, text

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_REDIRECTS = 3
_DEEPEST = 50
_MOST_LAYERS = 3
_FORM = "application/x-www-form-urlencoded"
_BEGINS_JSON = re.compile(r"\s*(?:\{(?![{%#])|\[)")
# What nobody need hide, and what answers may well say too.
_PLAIN = frozenset(
    {
        *("accept", "accept-encoding", "accept-language", "cache-control", "connection"),
        *("content-type", "user-agent"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRequest:
    """What is asked, as it was written. Keys may be anywhere in it, so that none of it is shown."""

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    query: Mapping[str, str] = field(repr=False)
    body: str | Mapping[str, Any] | None = field(default=None, repr=False)
    seconds: float

    def fill_in(self, arguments: Mapping[str, Any]) -> Request:
        """Return the request with its templates rendered. Raises `TemplateFailedError`."""
        headers = {key: text(value, arguments) for key, value in self.headers.items()}
        if not all(map(is_header_value, headers.values())):
            raise TemplateFailedError("a header may only have plain letters in it")
        body, kind = self._body(arguments)
        if body is not None and "content-type" not in map(str.casefold, headers):
            headers["Content-Type"] = kind
        return Request(
            method=self.method,
            url=self._url(arguments),
            headers=headers,
            body=body,
            seconds=self.seconds,
        )

    def _url(self, arguments: Mapping[str, Any]) -> str:
        url = render_template(self.url, arguments, Within.ADDRESS).partition("#")[0]
        query = {key: text(value, arguments) for key, value in self.query.items()}
        # No argument leads to another server, nor out of the folder that it stands in.
        if not is_same_server(url, self.url) or _leads_elsewhere(urlsplit(url).path):
            raise TemplateFailedError("the address would be another one")
        if not url.isascii() or not url.isprintable() or " " in url:
            raise TemplateFailedError("the address has letters in it that must be encoded")
        if query:
            url += f"{'&' if '?' in url else '?'}{urlencode(query)}"
        return url

    def _body(self, arguments: Mapping[str, Any]) -> tuple[bytes | None, str]:
        if self.body is None:
            return None, ""
        if isinstance(self.body, Mapping):
            return json.dumps(fill_in(self.body, arguments)).encode(), "application/json"
        said = self._filled_in(self.body, arguments)
        is_json = isinstance(read_json(said), dict | list)
        return said.encode(), "application/json" if is_json else "text/plain; charset=utf-8"

    def _filled_in(self, body: str, arguments: Mapping[str, Any]) -> str:
        """A body with its templates rendered: no argument becomes another field of it."""
        if _BEGINS_JSON.match(body):
            said = render_template(body, arguments, Within.JSON)
            if not isinstance(read_json(said), dict | list):
                raise TemplateFailedError("the body would be no JSON")
            return said
        kind = next((k for n, k in self.headers.items() if n.casefold() == "content-type"), "")
        is_form = kind.casefold().startswith(_FORM)
        return render_template(body, arguments, Within.ADDRESS if is_form else Within.TEXT)


def _leads_elsewhere(path: str) -> bool:
    """Whether a path goes up, however a server reads it: "..%2F", "%252e", "..;x", a backslash."""
    for _ in range(_MOST_LAYERS):
        path = unquote(path)
    folders = re.split(r"[/\\]", unicodedata.normalize("NFKC", path))
    return any(folder.partition(";")[0].strip() in (".", "..") for folder in folders)


async def ask_server(request: Request, fetch: Fetch) -> FetchResult:
    """What comes back in the end, from the same server. Raises `FetchFailedError`."""
    for _ in range(_MOST_REDIRECTS + 1):
        fetched = await fetch(request)
        if len(fetched.body) > request.most_bytes:
            raise FetchFailedError(f"sent more than {request.most_bytes} bytes, too many")
        if fetched.status not in _REDIRECTS:
            return fetched
        url = urljoin(request.url, fetched.location)
        if not fetched.location or not is_same_server(url, request.url):
            raise FetchFailedError("wants another server to be asked, which is not done")
        if request.method != "GET":
            raise FetchFailedError("wants another address to be asked, which is not done")
        request = replace(request, url=url)
    raise FetchFailedError("leads from one address to the next")


def is_same_server(url: str, other_url: str) -> bool:
    """Whether both are at the same scheme, host and port."""
    try:
        return origin(url) == origin(other_url)
    except ValueError:
        return False


def build_mask(
    request: Request, arguments: Mapping[str, Any], more: Iterable[tuple[str, str]] = ()
) -> Mask:
    """What a person wrote down for the server alone. What the model itself said is no secret."""
    known = str([*arguments.values()])
    parts = urlsplit(request.url)
    sent = (request.body or b"").decode("utf-8", "replace")
    secrets = [
        *((key, value) for key, value in request.headers.items() if key.casefold() not in _PLAIN),
        *find_secrets(dict(parse_qsl(parts.query))),
        *(("", unquote(part)) for part in parts.path.split("/") if is_like_key(part)),
        *find_secrets(read_json(sent)),
        *find_secrets(dict(parse_qsl(sent))),
        *more,
    ]
    return Mask((key, value) for key, value in secrets if value not in known)


def decode(fetched: FetchResult) -> str:
    """Decode the body of an answer."""
    return fetched.body.decode("utf-8", "replace").removeprefix("\ufeff").strip()


def read_json(said: str) -> Any:  # noqa: ANN401 - any JSON
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
