"""The questions about the home: where it is, how to get in, in which language, how to tell."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from home_agent.configuration.home import token_problem
from home_agent.engine.errors import LanguageError, SettingsError
from home_agent.engine.language import match_language
from home_agent.homes import read_token_file
from home_agent.remote import Access, Address, RemoteError, TokenRefusedError, read_address
from home_agent.remote.errors import AddressError

from .asking import Asker
from .checking import FoundHome, about_certificate, look_into

_VARIABLE = "HOME_ASSISTANT_TOKEN"
_NOT_FOR_PEOPLE = frozenset({"notify.notify", "notify.persistent_notification"})
_SENDS = "notify.send_message"


@dataclass(slots=True)
class _Way:
    """How to get in, as far as it is known by now."""

    token: str = ""
    told: str = ""
    """The setting that holds it: nothing where the environment does."""

    written: str = ""
    """What that setting says."""

    insecure: bool = False


async def ask_home(
    asker: Asker, known: Mapping[str, Any]
) -> tuple[dict[str, Any], FoundHome | None]:
    """What to write about the home, and the home; nothing of either for the built-in one."""
    asker.say("\nWhere is your Home Assistant? Such as http://homeassistant.local:8123.")
    asker.say("Leave it empty for the built-in home, to try things in.", "dim")
    written = str(known.get("url") or os.environ.get("HOME_ASSISTANT_URL", ""))
    way = _Way(insecure=known.get("insecure") is True)
    while written := await asker.ask("address", written=written):
        try:
            address = read_address(written)
            found = await _get_in(asker, address, way, known)
        except AddressError as error:
            asker.say(str(error), "yellow")
        except RemoteError as error:
            asker.say(str(error), "yellow")
            asker.say("Press Enter to try again, or correct the address.", "dim")
        else:
            values: dict[str, Any] = {"url": address.shown}
            values |= {way.told: way.written} if way.told else {}
            values |= {"insecure": True} if way.insecure and address.secure else {}
            return values, found
    return {}, None


async def _get_in(asker: Asker, address: Address, way: _Way, known: Mapping[str, Any]) -> FoundHome:
    """Ask for what it takes, until we are in; raise a `RemoteError` if nobody is there."""
    while True:
        if not way.token:
            await _ask_token(asker, address, way, known)
        try:
            found = await look_into(
                Access(address=address, token=way.token, verify=not way.insecure)
            )
        except TokenRefusedError:
            asker.say(f"{address.shown} is there, but does not accept this token.", "yellow")
            way.token = ""
        except RemoteError as error:
            if way.insecure or not about_certificate(error):
                raise
            asker.say(f"The certificate of {address.shown} is not one that this machine trusts.")
            if not await asker.agree("Is it your own? Then any will be taken.", usually=False):
                raise
            way.insecure = True
        else:
            asker.say(f"Connected to {found.name}: {found.in_short}.", "green")
            return found


async def _ask_token(asker: Asker, address: Address, way: _Way, known: Mapping[str, Any]) -> None:
    asker.say("\nA token lets us in. Make one there: your profile, Security, Long-lived access")
    asker.say(f"tokens ({address.shown}/profile/security), and paste it here.")
    other, hint = _other_token(address, known)
    if hint:
        asker.say(hint, "dim")
    while not way.token:
        token = await asker.ask("token", secret=True)
        if not token and other is not None:
            way.token, way.told, way.written = other.token, other.told, other.written
        elif problem := token_problem(token):
            asker.say(problem, "yellow")
        else:
            way.token, way.told, way.written = token, "token", token


def _other_token(address: Address, known: Mapping[str, Any]) -> tuple[_Way | None, str]:
    """The token that is there already, and what to tell of it."""
    if token := os.environ.get(_VARIABLE, "").strip():
        return _Way(token=token), f"Press Enter to take the one in {_VARIABLE}, and leave it there."
    if not known.get("url") or read_address(str(known["url"])) != address:
        return None, ""
    if token := str(known.get("token") or ""):
        kept = _Way(token=token, told="token", written=token)
        return kept, "Press Enter to keep the one that is set."
    if file := str(known.get("token_file") or ""):
        try:
            token = read_token_file(Path(file), "token_file").strip()
        except SettingsError as error:
            return None, str(error)
        kept = _Way(token=token, told="token_file", written=file)
        return kept, f"Press Enter to keep the one in {file}."
    return None, ""


async def ask_language(asker: Asker, known: Mapping[str, Any], home: FoundHome | None) -> str:
    """The language to write; nothing for the home's own."""
    usual = f"the home's own, {home.language}" if home and home.language else "English"
    asker.say("\nWhich language do you speak? Its code, such as de.")
    asker.say(f"Leave it empty for {usual}.", "dim")
    written = str(known.get("language") or "")
    while written := await asker.ask("language", written=written):
        try:
            return match_language(written)
        except LanguageError as error:
            asker.say(str(error), "yellow")
    return ""


async def ask_ways(
    asker: Asker, known: Mapping[str, Any], home: FoundHome | None
) -> tuple[str, ...] | None:
    """How to tell people something; nothing where there is no choice."""
    services = tuple(
        one for one in (home.notify if home else ()) if one not in {*_NOT_FOR_PEOPLE, _SENDS}
    )
    if not services or known:
        return None
    asker.say("\nHow are you told of something that you have us watch, when no chat is open?")
    choices = ("on Home Assistant's own page", *services)
    chosen = await asker.choose("way", choices)
    return (choices[chosen],) if chosen else ()
