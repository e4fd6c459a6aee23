"""The home that a command is about: the built-in one, one in a file, or a real one elsewhere."""

import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from home_agent.engine.errors import SettingsError
from home_agent.engine.home import Home
from home_agent.engine.language import english_name, match_language
from home_agent.engine.storage.cache import set_cache_folder
from home_agent.simulated import SimulatedHome
from home_agent.simulated.corrections import describe_warnings
from home_agent.simulated.demo import demo_languages

from .configuration import Configuration, HomeSettings
from .configuration.home import token_problem
from .logs.redaction import SECRETS
from .options import Options
from .paths import cache_folder
from .terminal.bounded_input import read_bounded
from .terminal.streams import print_error

if TYPE_CHECKING:
    # Costs a noticeable part of a second, which only a home elsewhere is worth.
    from .remote import Access, Address, RemoteHome

_LOCKED_OUT = (
    "There is no token to get into Home Assistant with. Make one there: your profile, Security,"
    " Long-lived access tokens; and give it to 'home-agent init', or put it into"
    " HOME_ASSISTANT_TOKEN, or into a file for --token-file."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHome:
    """A home that can be looked at and asked."""

    home: Home
    name: str
    key: str = ""
    """What tells it from others in what we keep; empty for one that is only simulated."""

    language: str = ""
    """The language that its people set, if they did."""

    named_in: str = ""
    """The language that its things have names in, where there are others to choose from."""

    note: str = ""
    """What somebody should know who wonders why things are not called as they call them."""

    remote: RemoteHome | None = None
    """The same home, where it is elsewhere."""


@asynccontextmanager
async def open_home(options: Options, configuration: Configuration) -> AsyncIterator[OpenHome]:
    """Open the home that was chosen, and close it in the end.

    Raises `InventoryError`, `SettingsError` or a `RemoteError`.
    """
    set_cache_folder(cache_folder())
    if access := chosen_access(options, configuration):
        from .remote import RemoteHome  # noqa: PLC0415

        remote = RemoteHome(access)
        try:
            await remote.open()
            name = f"{remote.name or 'Home Assistant'} at {access.address.shown}"
            yield OpenHome(
                home=remote,
                name=name,
                key=access.address.shown,
                language=remote.language,
                remote=remote,
            )
        finally:
            await remote.close()
        return
    file = _chosen(options, configuration).file
    if file is not None:
        with closing(SimulatedHome.from_file(file)) as home:
            for mistake in describe_warnings(file, home.warnings):
                print_error(f"warning: {mistake}")
            yield OpenHome(home=home, name=f"The home in {file.name}", language=home.language)
        return
    wanted = match_language(options.language or configuration.settings.language)
    is_chosen = bool(options.language) or "language" in configuration.values
    with closing(SimulatedHome.demo(wanted)) as home:
        note = _about_names(home.language, wanted) or ("" if is_chosen else _other_language())
        name = "The built-in home"
        yield OpenHome(home=home, name=name, named_in=home.language, note=note)


def _about_names(named_in: str, spoken: str) -> str:
    """That things have names in another language than is spoken, if that is so."""
    if named_in == spoken.partition("-")[0]:
        return ""
    known = ", ".join(demo_languages())
    return f"Things in the built-in home have English names here; there are names in {known}."


def _other_language() -> str:
    """How to speak the language of this machine, where nobody chose one and it is another."""
    variables = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = re.split(r"[_.@]", next(filter(None, variables), ""))[0]
    if code not in demo_languages() or code == demo_languages()[0]:
        return ""
    return f"To speak {english_name(code)}, use --language {code}."


def home_key(options: Options, configuration: Configuration) -> str:
    """What tells this home from others in what we keep; empty for one that is only simulated."""
    access = chosen_access(options, configuration)
    return access.address.shown if access else ""


def chosen_access(options: Options, configuration: Configuration) -> Access | None:
    """The way into the Home Assistant that was chosen; None if another home was."""
    address = _chosen(options, configuration).url
    choice = options.remote
    if address is None:
        if choice.token or choice.token_file:
            where = "say where Home Assistant is, too, or set HOME_ASSISTANT_URL."
            raise SettingsError((f"--url: {where}",))
        return None
    from .remote import Access  # noqa: PLC0415

    typed = HomeSettings(token=choice.token or "", token_file=choice.token_file)
    layers = [("--token-file", typed), (_named(configuration), configuration.home_set)]
    insecure = choice.insecure or configuration.home_set.insecure
    # A token in the file is for the address beside it, whatever else was typed or set.
    if configuration.home.url in {None, address}:
        layers.append((_named(configuration), configuration.home))
        insecure = insecure or configuration.home.insecure
    return Access(address=address, token=_token(layers), verify=not insecure)


def _chosen(options: Options, configuration: Configuration) -> HomeSettings:
    """Which home: the typed one, else the one that is set, else the one in the file.

    An inventory counts more than an address beside it.
    """
    choice = options.remote
    if choice.url:
        return HomeSettings(url=_address(choice.url))
    for home in (HomeSettings(file=options.home), configuration.home_set, configuration.home):
        if home.file:
            return HomeSettings(file=home.file)
        if home.url:
            return HomeSettings(url=home.url)
    return HomeSettings()


def _address(typed: str) -> Address:
    from .remote import read_address  # noqa: PLC0415
    from .remote.errors import AddressError  # noqa: PLC0415

    try:
        return read_address(typed)
    except AddressError as error:
        raise SettingsError((f"--url: {error}",)) from error


def _named(configuration: Configuration) -> str:
    return configuration.sources.named(("home", "token_file"))


def _token(layers: list[tuple[str, HomeSettings]]) -> str:
    """The token, from where only its owner reads; never repeated, whatever is wrong with it."""
    for named, home in layers:
        token = home.token if home.token_file is None else read_token_file(home.token_file, named)
        if token := token.strip():
            if problem := token_problem(token):
                raise SettingsError((problem,))
            SECRETS.learn(token)
            return token
    raise SettingsError((_LOCKED_OUT,))


def read_token_file(file: Path, named: str) -> str:
    """What a file with a token holds; raise `SettingsError`, which tells how the file was named."""
    try:
        return read_bounded(file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise SettingsError((f"{named}: {file} is not text in UTF-8.",)) from error
    except OSError as error:
        why = error.strerror or error
        raise SettingsError((f"{named}: {file} cannot be read: {why}.",)) from error
