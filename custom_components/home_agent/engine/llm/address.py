"""Addresses of servers, in the forms that people paste."""

from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from ..validation.problems import MisreadError

OPENAI = "https://api.openai.com/v1"

# Where a server keeps OpenAI's protocol, if it is not under /v1.
_ELSEWHERE = {
    "api.groq.com": "/openai/v1",
    "generativelanguage.googleapis.com": "/v1beta/openai",
    "openrouter.ai": "/api/v1",
}
# What people copy along with the address, from an example of a request.
_REQUESTS = ("/chat/completions", "/completions", "/models", "/api/chat", "/api/generate")
_OLLAMA_PORT = 11434
_HIGHEST_PORT = 65535


def read_address(text: str) -> str:
    """The address under which `/chat/completions` is found; `MisreadError` says what is wrong."""
    parts = _split(text)
    return f"{parts.scheme}://{parts.netloc}{_path(parts)}"


def read_server(text: str) -> str:
    """The address of a server that knows its own paths; `MisreadError` says what is wrong."""
    parts = _split(text)
    return f"{parts.scheme}://{parts.netloc}{parts.path}"


def origin_of(url: str) -> str:
    """Scheme, host and port of an address; empty if it has none."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if parts.scheme not in {"http", "https", "ws", "wss"} or not host.isprintable() or not host:
        return ""
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + ("" if port is None else f":{port}")


def is_near(host: str) -> bool:
    """Whether it is a machine of the local network, or this one."""
    try:
        address = ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(
            (".local", ".lan", ".home", ".internal", ".home.arpa")
        )
    return address.is_private or address.is_loopback or address.is_link_local


def _split(text: str) -> SplitResult:
    plain = text.strip().strip("\"'").rstrip("/")
    try:
        parts = urlsplit(plain if "://" in plain else f"//{plain}")
        port = parts.port
    except ValueError:
        parts, port = SplitResult("", "", "", "", ""), None
    host = parts.hostname or ""
    if not host or any(sign.isspace() for sign in plain) or not 0 <= (port or 0) <= _HIGHEST_PORT:
        raise MisreadError("address")
    if not parts.scheme:
        parts = parts._replace(scheme="http" if is_near(host) else "https")
    if parts.scheme not in {"http", "https"}:
        raise MisreadError("address_scheme")
    if parts.username or parts.password:
        raise MisreadError("address_secret")
    if parts.query:
        raise MisreadError("address_query")
    return parts


def _path(parts: SplitResult) -> str:
    path = parts.path.rstrip("/")
    for request in _REQUESTS:
        path = path.removesuffix(request)
    own = _ELSEWHERE.get(parts.hostname or "", "/v1")
    if not path or own.startswith(f"{path}/") or (parts.port == _OLLAMA_PORT and path == "/api"):
        return own
    return path
