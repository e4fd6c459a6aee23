"""A token for an MCP server, got with a client's credentials from the issuer that they are for.

The MCP server is not asked who gives out its tokens: it could name anybody. The issuer's own word
counts, and its token endpoint must be on its own host.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit, urlunsplit

from ..fetch import Fetch, FetchFailedError, Request
from ..oauth import OAuthSettings, TokenSource
from ..web import ask_server, decode, read_json
from .server_settings import ClientCredentials
from .session import McpFailedError

_WELL_KNOWN = ("oauth-authorization-server", "openid-configuration")
_OK = 200


async def find_token_source(
    credentials: ClientCredentials, fetch: Fetch, seconds: float
) -> TokenSource:
    """Who gives out the tokens. Raises `McpFailedError`, to end "the server …"."""
    settings = OAuthSettings(
        token_url=await _token_url(credentials.issuer, fetch, seconds),
        client_id=credentials.client_id,
        client_secret=credentials.client_secret,
        scope=credentials.scope,
    )
    return TokenSource(settings, fetch, seconds)


async def get_token(source: TokenSource) -> str:
    """A token that holds. Raises `McpFailedError`."""
    try:
        return await source.get()
    except FetchFailedError as error:
        raise McpFailedError(f"cannot be entered: the issuer {error}") from error


async def _token_url(issuer: str, fetch: Fetch, seconds: float) -> str:
    """The address that the issuer names itself."""
    for name in _WELL_KNOWN:
        request = Request(
            method="GET",
            url=_metadata_url(issuer, name),
            headers={"Accept": "application/json"},
            seconds=seconds,
        )
        try:
            fetched = await ask_server(request, fetch)
        except FetchFailedError as error:
            raise McpFailedError(f"cannot be entered: the issuer {error}") from error
        if fetched.status == _OK:
            return _read(read_json(decode(fetched)), issuer)
    raise McpFailedError("cannot be entered: its issuer does not say where tokens are had")


def _metadata_url(issuer: str, name: str) -> str:
    """Where an issuer says what it does: before its own path, as RFC 8414 has it."""
    parts = urlsplit(issuer)
    path = parts.path.rstrip("/")
    if name == "openid-configuration":
        return urlunsplit(parts._replace(path=f"{path}/.well-known/{name}", query="", fragment=""))
    return urlunsplit(parts._replace(path=f"/.well-known/{name}{path}", query="", fragment=""))


def _read(told: object, issuer: str) -> str:
    named_so = str(told.get("issuer", "")) if isinstance(told, Mapping) else ""
    if not isinstance(told, Mapping) or named_so.rstrip("/") != issuer.rstrip("/"):
        raise McpFailedError("cannot be entered: its issuer calls itself by another address")
    endpoint = str(told.get("token_endpoint") or "")
    named, wanted = urlsplit(endpoint), urlsplit(issuer)
    if (named.scheme, named.netloc) != (wanted.scheme, wanted.netloc):
        raise McpFailedError("cannot be entered: its issuer has tokens given out elsewhere")
    return endpoint
