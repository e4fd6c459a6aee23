"""The questions about the home: where it is, how to get in, in which language, how to tell."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from home_agent.configuration.home import token_problem
from home_agent.engine.errors import LanguageError, SettingsError
from home_agent.engine.language import match_language
from home_agent.homes import read_token_file
from home_agent.remote import Access, Address, RemoteError, TokenRefusedError, read_address
from home_agent.remote.errors import AddressError

from .checks import FoundHome, about_certificate, inspect_home
from .prompter import Prompter

_VARIABLE = "HOME_ASSISTANT_TOKEN"
_NOT_FOR_PEOPLE = frozenset({"notify.notify", "notify.persistent_notification"})
_SENDS = "notify.send_message"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    """A token, and how it is to be written."""

    text: str = field(repr=False)
    written: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The setting that holds it, with what it says; nothing where the environment does."""

    typed: bool = False


async def ask_home(
    prompter: Prompter, known: Mapping[str, Any], file: Path
) -> tuple[dict[str, Any], FoundHome | None]:
    """What to write about the home, and the home; empty and None for the built-in one.

    `known` is what the file says now.
    """
    return await _HomeLogin(prompter, known, file).ask()


class _HomeLogin:
    """Asks until we are in."""

    def __init__(self, prompter: Prompter, known: Mapping[str, Any], file: Path) -> None:
        self._prompter = prompter
        self._known = known
        self._folder = file.absolute().parent
        self._token: _Token | None = None
        self._insecure = known.get("insecure") is True

    async def ask(self) -> tuple[dict[str, Any], FoundHome | None]:
        self._prompter.say(
            "\nWhere is your Home Assistant? Such as http://homeassistant.local:8123."
        )
        self._prompter.say("Leave it empty for the built-in home, to try things in.", "dim")
        written = str(self._known.get("url") or os.environ.get("HOME_ASSISTANT_URL", ""))
        while written := await self._prompter.ask("address", written=written):
            try:
                address = read_address(written)
                token, found = await self._get_in(address)
            except AddressError as error:
                self._prompter.say(str(error), "yellow")
            except RemoteError as error:
                self._prompter.say(str(error), "yellow")
                self._prompter.say("Press Enter to try again, or correct the address.", "dim")
                if self._token and not self._token.typed:
                    # It is for this address, and may not be for the next one.
                    self._token = None
            else:
                insecure = {"insecure": True} if self._insecure and address.secure else {}
                return {"url": address.shown, **token.written, **insecure}, found
        return {}, None

    async def _get_in(self, address: Address) -> tuple[_Token, FoundHome]:
        """Ask for what it takes; raise a `RemoteError` if nobody is there."""
        while True:
            token = self._token = self._token or await self._ask_token(address)
            access = Access(address=address, token=token.text, verify=not self._insecure)
            try:
                found = await inspect_home(access)
            except TokenRefusedError:
                told = f"{address.shown} is there, but does not accept this token."
                self._prompter.say(told, "yellow")
                self._token = None
            except RemoteError as error:
                if self._insecure or not about_certificate(error):
                    raise
                told = f"The certificate of {address.shown} is not one that this machine trusts."
                self._prompter.say(told, "yellow")
                own = "Is it your own? Then any will be taken."
                if not await self._prompter.agree(own, usually=False):
                    raise
                self._insecure = True
            else:
                self._prompter.say(f"Connected to {found.name}: {found.in_short}.", "green")
                return token, found

    async def _ask_token(self, address: Address) -> _Token:
        self._prompter.say(
            "\nA token lets us in. Make one there: your profile, Security, Long-lived"
        )
        self._prompter.say(f"access tokens ({address.shown}/profile/security), and paste it here.")
        kept, hint = self._kept_token(address)
        if hint:
            self._prompter.say(hint, "dim")
        while True:
            text = await self._prompter.ask("token", secret=True)
            if problem := token_problem(text):
                self._prompter.say(problem, "yellow")
            elif text:
                return _Token(text=text, written={"token": text}, typed=True)
            elif kept:
                return kept

    def _kept_token(self, address: Address) -> tuple[_Token | None, str]:
        """The token that is there already, and what to tell of it."""
        if text := os.environ.get(_VARIABLE, "").strip():
            hint = f"Press Enter to take the one in {_VARIABLE}, and leave it there."
            return _Token(text=text), hint
        if not self._is_known(address):
            return None, ""
        if text := str(self._known.get("token") or "").strip():
            kept = _Token(text=text, written={"token": text})
            return kept, "Press Enter to keep the one that is set."
        if file := str(self._known.get("token_file") or ""):
            try:
                text = read_token_file(self._folder / Path(file).expanduser(), "token_file")
            except SettingsError as error:
                return None, str(error)
            kept = _Token(text=text.strip(), written={"token_file": file})
            return kept, f"Press Enter to keep the one in {file}."
        return None, ""

    def _is_known(self, address: Address) -> bool:
        """Whether this is the address beside which the token in the file stands."""
        try:
            return read_address(str(self._known.get("url") or "")) == address
        except AddressError:
            return False


async def ask_language(prompter: Prompter, known: Mapping[str, Any], home: FoundHome | None) -> str:
    """The language to write; empty for the home's own."""
    usual = f"the home's own, {home.language}" if home and home.language else "English"
    prompter.say("\nWhich language do you speak? Its code, such as de.")
    prompter.say(f"Leave it empty for {usual}.", "dim")
    written = str(known.get("language") or "")
    while written := await prompter.ask("language", written=written):
        try:
            return match_language(written)
        except LanguageError as error:
            prompter.say(str(error), "yellow")
    return ""


async def ask_notify_services(
    prompter: Prompter, known: Mapping[str, Any], home: FoundHome | None
) -> tuple[str, ...] | None:
    """How to tell people something; None where there is no choice."""
    services = tuple(
        item for item in (home.notify if home else ()) if item not in {*_NOT_FOR_PEOPLE, _SENDS}
    )
    if not services or known:
        return None
    prompter.say("\nHow are you told of something that you have us watch, when no chat is open?")
    choices = ("on Home Assistant's own page", *services)
    chosen = await prompter.choose("way", choices)
    return (choices[chosen],) if chosen else ()
