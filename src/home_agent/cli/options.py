"""The options that several commands share, as they are typed and as they are told by --help."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..options import ModelChoice, RemoteChoice
from ..streams import readable


class Tier(StrEnum):
    """Who may answer."""

    FAST = "fast"
    AUTO = "auto"
    LLM = "llm"


class Provider(StrEnum):
    """Who speaks to a model."""

    OPENAI = "openai"
    GOOGLE = "google"


class Protocol(StrEnum):
    """How a model asks for something to be done."""

    TOOLS = "tools"
    INLINE = "inline"
    SCHEMA = "schema"


class LogLevel(StrEnum):
    """What is worth a line in the log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """For whom the log is written."""

    TEXT = "text"
    JSON = "json"


ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        envvar="HOME_AGENT_CONFIG",
        help="Another settings file than ~/.config/home-agent/settings.toml.",
    ),
]
HomeOption = Annotated[
    Path | None,
    typer.Option(
        "--home",
        metavar="FILE",
        help="The inventory of another home than the built-in one, or than the one that is set.",
    ),
]
UrlOption = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        help="A real home: where its Home Assistant is, such as http://homeassistant.local:8123. "
        "Without this option it is where the settings or HOME_ASSISTANT_URL say.",
    ),
]
TokenFileOption = Annotated[
    Path | None,
    typer.Option(
        "--token-file",
        metavar="FILE",
        help="A file with a long-lived access token of that Home Assistant. Without it the token "
        "is taken from the settings or HOME_ASSISTANT_TOKEN.",
    ),
]
TokenOption = Annotated[
    str | None,
    typer.Option(
        "--token",
        metavar="TOKEN",
        help="The token itself. Others may read it on this machine: better use one of the above.",
    ),
]
InsecureOption = Annotated[
    bool,
    typer.Option(
        "--insecure",
        help="Do not check its certificate, because it is your own.",
    ),
]
LanguageOption = Annotated[
    str | None,
    typer.Option("--language", metavar="CODE", help="The language you speak, such as de."),
]
RoomOption = Annotated[
    str | None,
    typer.Option("--room", metavar="NAME", help="The room you are in, such as Kitchen."),
]
ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        envvar="HOME_AGENT_MODEL",
        help="The language model to ask where words are not enough, such as gpt-4o-mini. Its key "
        "comes from HOME_AGENT_API_KEY, OPENAI_API_KEY or GOOGLE_API_KEY.",
    ),
]
BaseUrlOption = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        envvar="HOME_AGENT_BASE_URL",
        help="Where the model is, such as http://localhost:11434/v1; without it, OpenAI.",
    ),
]
ProviderOption = Annotated[
    Provider | None,
    typer.Option("--provider", help="Who speaks to the model: anything like OpenAI, or Google."),
]
ProtocolOption = Annotated[
    Protocol | None,
    typer.Option(
        "--protocol",
        help="How the model acts: by tools; in its words (inline), for small models without "
        "tools; or by a schema that its server holds it to.",
    ),
]


LogLevelOption = Annotated[
    LogLevel | None,
    typer.Option(
        "--log-level",
        help="What is less important than this is left out of the log; if not typed or set, info.",
    ),
]
LogFormatOption = Annotated[
    LogFormat | None,
    typer.Option(
        "--log-format",
        help="Lines for people (text), or one JSON object on each; if not typed or set, text.",
    ),
]


def remote_choice(
    home: Path | None,
    url: str | None,
    token_file: Path | None,
    token: str | None,
    *,
    insecure: bool,
) -> RemoteChoice:
    """The real home that was typed, if one was."""
    if url and home:
        raise typer.TyperException("A home is either in a file (--home) or elsewhere (--url).")
    return RemoteChoice(url=url, token=token, token_file=token_file, insecure=insecure)


def model_choice(
    model: str | None, base_url: str | None, provider: Provider | None, protocol: Protocol | None
) -> ModelChoice:
    """The model that was typed, if one was."""
    return ModelChoice(
        model=None if model is None else readable(model),
        base_url=None if base_url is None else readable(base_url),
        provider=None if provider is None else provider.value,
        protocol=None if protocol is None else protocol.value,
    )
