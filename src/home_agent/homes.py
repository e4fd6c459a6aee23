"""The home that a command is about: the built-in one, one in a file, or a real one elsewhere."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from home_agent.engine.errors import SettingsError
from home_agent.engine.home import Home
from home_agent.engine.home.simulated import SimulatedHome

from .options import Options, RemoteChoice

if TYPE_CHECKING:
    # Costs a noticeable part of a second, which only a home elsewhere is worth.
    from .remote import Access, RemoteHome

URL, TOKEN = "HOME_ASSISTANT_URL", "HOME_ASSISTANT_TOKEN"

_NO_TOKEN = (
    "There is no token to get into Home Assistant with. Make one there: your profile, Security,"
    f" Long-lived access tokens; and put it into {TOKEN}, or into a file for --token-file."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHome:
    """A home that can be looked at and asked."""

    home: Home
    name: str
    language: str = ""
    """The language that its people set, if they did."""

    remote: RemoteHome | None = None
    """The same home, where it is elsewhere."""


@asynccontextmanager
async def open_home(options: Options) -> AsyncIterator[OpenHome]:
    """Open the home that was chosen, and close it in the end.

    Raises `InventoryError`, `SettingsError` or a `RemoteError`.
    """
    if access := chosen_access(options):
        from .remote import RemoteHome  # noqa: PLC0415

        remote = RemoteHome(access)
        try:
            await remote.open()
            name = f"{remote.name or 'Home Assistant'} at {access.address.shown}"
            yield OpenHome(home=remote, name=name, language=remote.language, remote=remote)
        finally:
            await remote.close()
        return
    file = options.home
    with closing(SimulatedHome.demo() if file is None else SimulatedHome.from_file(file)) as home:
        name = "The built-in home" if file is None else f"The home in {file.name}"
        yield OpenHome(home=home, name=name)


def home_key(options: Options) -> str:
    """What tells this home from others in what we keep; nothing for one that is only simulated."""
    access = chosen_access(options)
    return access.address.shown if access else ""


def chosen_access(options: Options, environment: Mapping[str, str] = os.environ) -> Access | None:
    """The way into the Home Assistant that was chosen; nothing if another home was.

    What is typed counts more than what is set, and an inventory more than a set address.
    """
    choice = options.remote
    url = choice.url or ("" if options.home else environment.get(URL, "").strip())
    if not url:
        if choice.token or choice.token_file:
            raise SettingsError((f"--url: say where Home Assistant is, too, or set {URL}.",))
        return None
    from .remote import Access, read_address  # noqa: PLC0415
    from .remote.errors import AddressError  # noqa: PLC0415

    try:
        address = read_address(url)
    except AddressError as error:
        raise SettingsError((f"{'--url' if choice.url else URL}: {error}",)) from error
    return Access(address=address, token=_token(choice, environment), verify=not choice.insecure)


def _token(choice: RemoteChoice, environment: Mapping[str, str]) -> str:
    """The token, from where only its owner reads; never repeated, whatever is wrong with it."""
    if choice.token_file is not None:
        token = _read(choice.token_file)
    else:
        token = choice.token or environment.get(TOKEN, "")
    token = token.strip()
    if not token:
        raise SettingsError((_NO_TOKEN,))
    if not token.isascii() or not token.isprintable() or " " in token:
        raise SettingsError(
            ("What was given as a token is none: it is one long word. Copy it again.",)
        )
    return token


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise SettingsError((f"--token-file: {file} is not text in UTF-8.",)) from error
    except OSError as error:
        why = error.strerror or error
        raise SettingsError((f"--token-file: {file} cannot be read: {why}.",)) from error
