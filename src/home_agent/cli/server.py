"""Commands of the server, and of the keys to it."""

from pathlib import Path
from typing import Annotated

import typer

from ..options import Options
from .app import app
from .options import house, language, model, settings, with_options
from .service import OF_RUN, LogFormat, LogFormatOption, LogLevel, LogLevelOption
from .statuses import EXIT_STATUSES, OK

_Host = Annotated[
    str | None,
    typer.Option("--host", metavar="ADDRESS", help="Where to listen; 127.0.0.1 if not set."),
]
_Port = Annotated[
    int | None,
    typer.Option("--port", metavar="NUMBER", help="Its port; 8124 if not set, 0 for any."),
]
_Keyless = Annotated[
    bool, typer.Option("--keyless", help="Let programs on this machine in without a key.")
]
_Certificate = Annotated[
    Path | None,
    typer.Option("--certificate", metavar="FILE", help="For https: a certificate (PEM),"),
]
_CertificateKey = Annotated[
    Path | None, typer.Option("--certificate-key", metavar="FILE", help="and its private key.")
]


@app.command(epilog=OF_RUN)
@with_options(settings, house, language, model)
def serve(  # noqa: PLR0913 - an argument for each option
    options: Options,
    *,
    host: _Host = None,
    port: _Port = None,
    keyless: _Keyless = False,
    certificate: _Certificate = None,
    certificate_key: _CertificateKey = None,
    log_level: LogLevelOption = None,
    log_format: LogFormatOption = None,
) -> int:
    """Serve the home to programs that speak OpenAI's API, until told to stop.

    Prints the address when it is ready. Programs come in with a key of `home-agent keys`.
    """
    from ..commands.serve import serve as run  # noqa: PLC0415

    typed = {
        "host": host,
        "port": port,
        "keyless": keyless or None,
        "certificate": None if certificate is None else str(certificate),
        "certificate_key": None if certificate_key is None else str(certificate_key),
    }
    log: dict[str, LogLevel | LogFormat | None] = {"level": log_level, "format": log_format}
    return run(
        options,
        {name: value for name, value in typed.items() if value is not None},
        {name: option.value for name, option in log.items() if option},
    )


@app.command("open", epilog=EXIT_STATUSES)
def open_page(
    *,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open a browser.")
    ] = True,
) -> int:
    """Print a link to the page of `home-agent serve` that lets you in, once; and open it."""
    from ..commands.open import open_page as run  # noqa: PLC0415

    run(browser=browser)
    return OK


_Tools = Annotated[
    list[str] | None,
    typer.Option(
        "--tools",
        metavar="SET",
        help="A set of tools: talk, look, control, plan or automations. May be given more than"
        " once; if not typed or set, talk and look.",
    ),
]


@app.command("mcp", epilog=EXIT_STATUSES)
@with_options(settings, house, language, model)
def serve_mcp(options: Options, *, tools: _Tools = None) -> int:
    """Serve the home to an MCP client that starts this program, until it leaves.

    Speaks the protocol on standard input and output; `home-agent serve` has it on its port.
    """
    from ..commands.mcp import serve_mcp as run  # noqa: PLC0415

    run(options, tuple(tools or ()))
    return OK


_keys = typer.Typer(
    help="Who may come in through `home-agent serve`, and how far.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(_keys, name="keys")


@_keys.command(epilog=EXIT_STATUSES)
def add(  # noqa: PLR0913 - an argument for each option
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the audit calls it.")],
    *,
    user: Annotated[
        str | None,
        typer.Option("--user", metavar="ID", help="Whose safety rules hold for it."),
    ] = None,
    area: Annotated[
        list[str] | None,
        typer.Option(
            "--area",
            metavar="NAME",
            help="An area that it is for; others are not there"
            " for it. May be given more than once.",
        ),
    ] = None,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="It may look, and change nothing.")
    ] = False,
    requests_a_minute: Annotated[
        int | None, typer.Option("--requests-a-minute", metavar="NUMBER", min=1)
    ] = None,
    tokens_a_day: Annotated[
        int | None, typer.Option("--tokens-a-day", metavar="NUMBER", min=1)
    ] = None,
) -> int:
    """Make a key, and print it, this once, alone on standard output."""
    from ..commands.keys import add_key  # noqa: PLC0415

    add_key(
        name=name,
        user=user,
        areas=tuple(area or ()),
        read_only=read_only,
        requests_a_minute=requests_a_minute,
        tokens_a_day=tokens_a_day,
    )
    return OK


@_keys.command("list", epilog=EXIT_STATUSES)
def list_keys(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on each line.")] = False,
) -> int:
    """List the keys, and what each may."""
    from ..commands.keys import list_keys as run  # noqa: PLC0415

    run(as_json=as_json)
    return OK


@_keys.command(epilog=EXIT_STATUSES)
def remove(name: Annotated[str, typer.Argument(metavar="NAME")]) -> int:
    """Have a key open nothing any more, at once."""
    from ..commands.keys import remove_key  # noqa: PLC0415

    remove_key(name)
    return OK
