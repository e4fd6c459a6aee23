"""Commands of the service."""

from typing import Annotated

import typer

from ..options import Options
from .app import app
from .options import (
    BaseUrlOption,
    ConfigOption,
    HomeOption,
    InsecureOption,
    LogFormatOption,
    LogLevelOption,
    ModelOption,
    ProtocolOption,
    ProviderOption,
    TokenFileOption,
    TokenOption,
    UrlOption,
    model_choice,
    remote_choice,
)

_OF_RUN = """\b
Exit status:
  0    it was told to stop, by SIGTERM or Ctrl-C, and did so in order
  1    an error: the trouble is ours, or with the disk; starting it again may help
  2    wrong usage: an option, a setting or a file that cannot be used
  4    Home Assistant does not accept the token
"""
_OF_HEALTH = """\b
Exit status:
  0    it is well
  1    it is not: it has no connection to the home, hangs or cannot write
  2    no service runs
"""


@app.command(epilog=_OF_RUN)
def run(  # noqa: PLR0913 - one for each option
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
    log_level: LogLevelOption = None,
    log_format: LogFormatOption = None,
) -> int:
    """See to what is planned and watched, without a chat, until told to stop: as a service."""
    from ..service.running import run as run_service  # noqa: PLC0415

    chosen = model_choice(model, base_url, provider, protocol)
    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    typed = {"level": log_level, "format": log_format}
    options = Options(config=config, home=home, remote=remote, model=chosen)
    return run_service(options, {name: one.value for name, one in typed.items() if one})


@app.command(epilog=_OF_HEALTH)
def health(
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all that is known of it as JSON.")
    ] = False,
) -> int:
    """Tell in one line how the service is that `home-agent run` started."""
    from ..service.health import check_health  # noqa: PLC0415

    told, verdict = check_health(as_json=as_json)
    typer.echo(told)
    return verdict
