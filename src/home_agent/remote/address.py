"""Where a Home Assistant is, in whichever of its forms somebody copied it."""

from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from .errors import AddressError

_SECURE = {"http": False, "ws": False, "https": True, "wss": True}
_USUAL_PORT = 8123
_API = "/api/websocket"
# What a browser shows behind the address: pages of Home Assistant, not a folder that it is under.
_PAGES = frozenset(
    {
        *("api", "auth", "calendar", "config", "developer-tools", "energy", "history", "home"),
        *("lovelace", "logbook", "map", "media-browser", "onboarding.html", "profile", "todo"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A Home Assistant's address."""

    websocket: str
    """Where its WebSocket API is."""

    shown: str
    """The address as people write it, with nothing secret in it."""

    secure: bool


def read_address(text: str) -> Address:
    """Understand an address; raise `AddressError`.

    Without a scheme it is a host in the house, on Home Assistant's usual port.
    """
    given = text.strip().strip("\"'")
    bare = "://" not in given
    try:
        parts = urlsplit(f"http://{given}" if bare else given)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise AddressError(_wrong(given)) from error
    if parts.scheme.lower() not in _SECURE or not host or any(map(str.isspace, given)):
        raise AddressError(_wrong(given))
    if parts.username is not None or parts.password is not None:
        raise AddressError(
            "A Home Assistant's address has no user or password in it. Give it without, and a"
            " token in HOME_ASSISTANT_TOKEN."
        )
    secure = _SECURE[parts.scheme.lower()]
    if port is None and bare:
        port = _USUAL_PORT
    where = f"[{host}]" if ":" in host else host
    where = where if port is None else f"{where}:{port}"
    folder = _folder(parts)
    return Address(
        websocket=f"{'wss' if secure else 'ws'}://{where}{folder}{_API}",
        shown=f"{'https' if secure else 'http'}://{where}{folder}",
        secure=secure,
    )


def _folder(parts: SplitResult) -> str:
    """What a reverse proxy has Home Assistant under; the page that somebody looked at is not it."""
    steps = [step for step in parts.path.split("/") if step]
    for number, step in enumerate(steps):
        if step in _PAGES or step.startswith(("lovelace-", "dashboard-")):
            steps = steps[:number]
            break
    return "".join(f"/{step}" for step in steps)


def _wrong(given: str) -> str:
    # Whatever is in front of an @ may be a password.
    shown = given.rpartition("@")[2]
    return (
        f"'{shown}' is not an address of a Home Assistant."
        " Write it like http://homeassistant.local:8123."
    )
