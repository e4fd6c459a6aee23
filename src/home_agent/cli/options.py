"""The options that several commands share, as they are typed and as they are told by --help.

Each function is a group of them, and tells what was typed as fields of `Options`.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from ..options import ModelChoice, Options, RemoteChoice
from ..terminal.streams import decode_argument


class Provider(StrEnum):
    """Who speaks to a model."""

    OPENAI = "openai"
    GOOGLE = "google"


class Protocol(StrEnum):
    """How a model asks for something to be done."""

    TOOLS = "tools"
    INLINE = "inline"
    SCHEMA = "schema"


_Config = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        envvar="HOME_AGENT_CONFIG",
        help="Another settings file than ~/.config/home-agent/settings.toml.",
    ),
]
_Home = Annotated[
    Path | None,
    typer.Option(
        "--home",
        metavar="FILE",
        help="The inventory of another home than the built-in one, or than the one that is set.",
    ),
]
_Url = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        help="A real home: where its Home Assistant is, such as http://homeassistant.local:8123. "
        "Without this option it is where the settings or HOME_ASSISTANT_URL say.",
    ),
]
_TokenFile = Annotated[
    Path | None,
    typer.Option(
        "--token-file",
        metavar="FILE",
        help="A file with a long-lived access token of that Home Assistant. Without it the token "
        "is taken from the settings or HOME_ASSISTANT_TOKEN.",
    ),
]
_Token = Annotated[
    str | None,
    typer.Option(
        "--token",
        metavar="TOKEN",
        help="The token itself. Others may read it on this machine: better use one of the above.",
    ),
]
_Insecure = Annotated[
    bool,
    typer.Option(
        "--insecure",
        help="Do not check its certificate, because it is your own.",
    ),
]
_Language = Annotated[
    str | None,
    typer.Option("--language", metavar="CODE", help="The language you speak, such as de."),
]
_Room = Annotated[
    str | None,
    typer.Option("--room", metavar="NAME", help="The room you are in, such as Kitchen."),
]
_Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        envvar="HOME_AGENT_MODEL",
        help="The language model to ask where words are not enough, such as gpt-4o-mini. Its key "
        "comes from HOME_AGENT_API_KEY, OPENAI_API_KEY or GOOGLE_API_KEY.",
    ),
]
_BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        envvar="HOME_AGENT_BASE_URL",
        help="Where the model is, such as http://localhost:11434/v1; without it, OpenAI.",
    ),
]
_Provider = Annotated[
    Provider | None,
    typer.Option("--provider", help="Who speaks to the model: anything like OpenAI, or Google."),
]
_Protocol = Annotated[
    Protocol | None,
    typer.Option(
        "--protocol",
        help="How the model acts: by tools; in its words (inline), for small models without "
        "tools; or by a schema that its server holds it to.",
    ),
]


type Typed = dict[str, Any]
"""Fields of `Options`."""


def settings(*, config: _Config = None) -> Typed:
    """Which settings count."""
    return {"config": config}


def house(
    *,
    home: _Home = None,
    url: _Url = None,
    token_file: _TokenFile = None,
    token: _Token = None,
    insecure: _Insecure = False,
) -> Typed:
    """Which home it is about: in a file, or a real one."""
    if url and home:
        raise typer.TyperException("A home is either in a file (--home) or elsewhere (--url).")
    remote = RemoteChoice(url=url, token=token, token_file=token_file, insecure=insecure)
    return {"home": home, "remote": remote}


def language(*, language: _Language = None) -> Typed:
    """What the person speaks."""
    return {"language": language}


def room(*, room: _Room = None) -> Typed:
    """Where the person is."""
    return {"room": room}


def model(
    *,
    model: _Model = None,
    base_url: _BaseUrl = None,
    provider: _Provider = None,
    protocol: _Protocol = None,
) -> Typed:
    """Which model may be asked."""
    choice = ModelChoice(
        model=None if model is None else decode_argument(model),
        base_url=None if base_url is None else decode_argument(base_url),
        provider=None if provider is None else provider.value,
        protocol=None if protocol is None else protocol.value,
    )
    return {"model": choice}


type Group = Callable[..., Typed]
type Command = Callable[..., int]


def with_options(*groups: Group) -> Callable[[Command], Command]:
    """Let a command take these options, too; it gets what they come to as its first argument."""
    shared = {group: tuple(signature(group).parameters.values()) for group in groups}

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(**given: object) -> int:
            typed: Typed = {}
            for group, options in shared.items():
                typed |= group(**{option.name: given.pop(option.name) for option in options})
            return command(Options(**typed), **given)

        _options, *own = signature(command).parameters.values()
        parameters = [*(option for options in shared.values() for option in options), *own]
        # Arguments first, whatever belongs to an option after them.
        parameters.sort(key=lambda parameter: parameter.kind is Parameter.KEYWORD_ONLY)
        # Whoever reads what a command takes looks at both.
        run.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate
