"""The `home-agent` command, and the one spot where errors become words and an exit status.

Whatever a command needs is imported when it runs, so that `--help` is there at once.
"""

import errno
import sys
from pathlib import Path
from typing import Annotated

import typer

from .cli_options import (
    BaseUrlOption,
    ConfigOption,
    HomeOption,
    InsecureOption,
    LanguageOption,
    LogFormatOption,
    LogLevelOption,
    ModelOption,
    ProtocolOption,
    ProviderOption,
    RoomOption,
    Tier,
    TokenFileOption,
    TokenOption,
    UrlOption,
    model_choice,
    remote_choice,
)
from .env_file import read_env_file
from .log import record, start_log
from .options import Options
from .paths import data_folder
from .streams import abandon_stdout, be_lenient, complain, read_stdin, readable

_EXIT_STATUS = """\b
Exit status:
  0    it went well
  1    an error: a device did not do what it was asked, or the trouble is ours
  2    wrong usage: a command, an option or a file that cannot be used
  3    refused: nothing was done, because it was not understood, is not there,
       is not allowed, or a question came back
  130  stopped by Ctrl-C
"""
_EXIT_STATUS_OF_EVAL = """\b
Exit status:
  0    the tasks were run, whatever their score
  1    an error: no task could be run, or the trouble is ours
  2    wrong usage: an option, a dataset or a home that cannot be used
  130  stopped by Ctrl-C
"""
_EXIT_STATUS_OF_RUN = """\b
Exit status:
  0    it was told to stop, by SIGTERM or Ctrl-C, and did so in order
  1    an error: the trouble is ours, or with the disk; starting it again may help
  2    wrong usage: an option, a setting or a file that cannot be used
  4    Home Assistant does not accept the token
"""
_EXIT_STATUS_OF_HEALTH = """\b
Exit status:
  0    it is well
  1    it is not: it has no connection to the home, hangs or cannot write
  2    no service runs
"""
_OK, _ERROR, _USAGE, _REFUSED, _INTERRUPTED = 0, 1, 2, 3, 130
_PIPE_CLOSED = 141
"""What a shell reports of a program that wrote into a closed pipe."""

app = typer.Typer(
    name="home-agent",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True, epilog=_EXIT_STATUS)
def root(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> int:
    """Talk to your home."""
    if version:
        from importlib.metadata import version as version_of  # noqa: PLC0415

        typer.echo(f"home-agent {version_of('home-agent')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        return _USAGE
    start_log(data_folder())
    return _OK


@app.command(epilog=_EXIT_STATUS)
def chat(  # noqa: PLR0913 - one for each option
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
    language: LanguageOption = None,
    room: RoomOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="Print what was said and what changed, too.")
    ] = False,
) -> int:
    """Chat with the home. Sentences may also be piped in, one on each line."""
    from .chat import chat as run  # noqa: PLC0415

    chosen = model_choice(model, base_url, provider, protocol)
    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    options = Options(
        config=config, home=home, remote=remote, language=language, room=room, model=chosen
    )
    run(options, transcript=transcript)
    return _OK


@app.command(epilog=_EXIT_STATUS)
def ask(  # noqa: PLR0913 - one for each option
    text: Annotated[list[str], typer.Argument(metavar="TEXT", hidden=True)],
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
    language: LanguageOption = None,
    room: RoomOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the reply and what it rests on as JSON.")
    ] = False,
) -> int:
    """Say one sentence, and print the reply.

    When TEXT is -, the sentence is read from standard input.
    """
    sentence = _sentence(text)
    from .ask import ask as run  # noqa: PLC0415

    chosen = model_choice(model, base_url, provider, protocol)
    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    options = Options(
        config=config, home=home, remote=remote, language=language, room=room, model=chosen
    )
    verdict = run(options, sentence, as_json=as_json)
    return {"ok": _OK, "refused": _REFUSED, "failed": _ERROR}[verdict]


@app.command(epilog=_EXIT_STATUS_OF_RUN)
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
    from .service.running import run as run_service  # noqa: PLC0415

    chosen = model_choice(model, base_url, provider, protocol)
    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    typed = {"level": log_level, "format": log_format}
    options = Options(config=config, home=home, remote=remote, model=chosen)
    return run_service(options, {name: one.value for name, one in typed.items() if one})


@app.command(epilog=_EXIT_STATUS_OF_HEALTH)
def health(
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all that is known of it as JSON.")
    ] = False,
) -> int:
    """Tell in one line how the service is that `home-agent run` started."""
    from .service.health import check_health  # noqa: PLC0415

    told, verdict = check_health(as_json=as_json)
    typer.echo(told)
    return verdict


@app.command(epilog=_EXIT_STATUS)
def explain(  # noqa: PLR0913 - one for each option
    text: Annotated[list[str], typer.Argument(metavar="TEXT", hidden=True)],
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
    language: LanguageOption = None,
    room: RoomOption = None,
) -> int:
    """Show how a sentence is read, and why: clauses, matches, what was dropped, the plan.

    Nothing is done. When TEXT is -, the sentence is read from standard input.
    """
    sentence = _sentence(text)
    from .explain import explain as run  # noqa: PLC0415

    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    run(Options(config=config, home=home, remote=remote, language=language, room=room), sentence)
    return _OK


@app.command(epilog=_EXIT_STATUS)
def home(  # noqa: PLR0913 - one for each option
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
) -> int:
    """Show the house: its floors, rooms and devices, and how they are."""
    from .house import show_house  # noqa: PLC0415

    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    show_house(Options(config=config, home=home, remote=remote))
    return _OK


@app.command(epilog=_EXIT_STATUS)
def why() -> int:
    """Explain the last thing that was said in a chat: how it was read, and what came of it."""
    from .why import show_why  # noqa: PLC0415

    show_why()
    return _OK


@app.command(epilog=_EXIT_STATUS)
def audit(
    *,
    last: Annotated[
        int, typer.Option("--last", metavar="N", min=1, help="Only the last N records.")
    ] = 50,
    about: Annotated[
        str,
        typer.Option("--about", metavar="TEXT", help="Only entities or services with TEXT."),
    ] = "",
    who: Annotated[
        str, typer.Option("--who", metavar="TEXT", help="Only what this user or origin asked for.")
    ] = "",
    status: Annotated[
        str, typer.Option("--status", metavar="WORD", help="Only what ended so, such as refused.")
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the records as JSON, one on each line.")
    ] = False,
) -> int:
    """Show what was done, for whom and on what authority, and how it ended."""
    from .audit import Wanted, show_audit  # noqa: PLC0415

    wanted = Wanted(last=last, about=readable(about), who=readable(who), status=readable(status))
    show_audit(wanted, as_json=as_json)
    return _OK


@app.command("eval", epilog=_EXIT_STATUS_OF_EVAL)
def evaluate(  # noqa: PLR0913 - one for each option
    datasets: Annotated[list[Path], typer.Argument(metavar="DATASET", hidden=True)],
    *,
    tier: Annotated[
        list[Tier] | None,
        typer.Option(
            help="Who may answer: fast is Home Agent without a model, llm only the model, and "
            "auto (the default) a model where words are not enough, if one is set. "
            "Give it several times to see them side by side."
        ),
    ] = None,
    only: Annotated[
        str,
        typer.Option("--filter", metavar="TEXT", help="Only tasks with TEXT in id or sentence."),
    ] = "",
    failures: Annotated[
        bool, typer.Option("--failures", help="After the table, show what failed, and why.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print every task and its result as JSON.")
    ] = False,
    home: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The inventory of the home that the tasks are about."),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="The language of the tasks, if not that of their home."),
    ] = None,
    confirm: Annotated[
        bool,
        typer.Option("--confirm", help="Ask before unlocking and the like, as in a real home."),
    ] = False,
    config: ConfigOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
) -> int:
    """Score the agent on sentences with known results.

    A DATASET is a folder in the assist format, or a single task file. Every task runs in a
    simulated home of its own: the nearest _fixtures.yaml upwards, or the one given by --home.
    """
    from .evaluation import Evaluation, run_and_show  # noqa: PLC0415

    wish = Evaluation(
        paths=tuple(datasets),
        config=config,
        home=home,
        language=language,
        only=readable(only),
        failures=failures,
        confirm=confirm,
        tiers=tuple(dict.fromkeys(one.value for one in tier or [Tier.AUTO])),
        model=model_choice(model, base_url, provider, protocol),
    )
    return _OK if run_and_show(wish, as_json=as_json) else _ERROR


@app.command(epilog=_EXIT_STATUS)
def doctor(
    *,
    config: ConfigOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
) -> int:
    """Check the language models: connection, key, model, streaming, tools, how fast they are.

    Says what to fix. Each model is asked two short questions, which may cost something.
    """
    from .doctor import examine  # noqa: PLC0415

    return _OK if examine(model_choice(model, base_url, provider, protocol), config) else _ERROR


@app.command(epilog=_EXIT_STATUS)
def init(  # noqa: PLR0913 - one for each option
    *,
    config: ConfigOption = None,
    home: HomeOption = None,
    url: UrlOption = None,
    token_file: TokenFileOption = None,
    token: TokenOption = None,
    insecure: InsecureOption = False,
    language: LanguageOption = None,
    model: ModelOption = None,
    base_url: BaseUrlOption = None,
    provider: ProviderOption = None,
    protocol: ProtocolOption = None,
    sure: Annotated[
        bool, typer.Option("--yes", help="Write it without asking first; needs no terminal.")
    ] = False,
) -> int:
    """Write the settings file: asks for the home and a model, and checks both.

    With options, those are checked and written, and nothing else is asked.
    """
    from .init import init as run  # noqa: PLC0415

    chosen = model_choice(model, base_url, provider, protocol)
    remote = remote_choice(home, url, token_file, token, insecure=insecure)
    run(
        Options(config=config, home=home, remote=remote, language=language, model=chosen),
        sure=sure,
    )
    return _OK


@app.command("config", epilog=_EXIT_STATUS)
def show_config(*, config: ConfigOption = None) -> int:
    """Show the settings in force, and where each comes from. Secrets are hidden."""
    from .configuration.show import show_configuration  # noqa: PLC0415

    show_configuration(config)
    return _OK


def _sentence(text: list[str]) -> str:
    """What is said, from the arguments or from standard input."""
    sentence = read_stdin() if text == ["-"] else readable(" ".join(text))
    if not sentence.strip():
        raise typer.TyperException("There is nothing to say.")
    return sentence


def main() -> int:
    """Run the command line, and return its exit status."""
    be_lenient()
    if left := read_env_file():
        complain(
            f"Left out of .env: {', '.join(left)}. What is allowed in your home is set in the"
            " settings file, or in the environment itself."
        )
    try:
        status: int = app(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        abandon_stdout()
        return _PIPE_CLOSED
    except typer.TyperException as error:
        complain(f"{error.format_message().rstrip('.')} (see 'home-agent --help').")
        return _USAGE
    except Exception as error:  # noqa: BLE001 - nobody should have to read a traceback
        abandon_stdout()
        return _explain(error)
    return status


def _explain(error: Exception) -> int:
    """Put an error into words on standard error, and into an exit status."""
    from home_agent.engine.errors import (  # noqa: PLC0415
        HomeAgentError,
        InventoryError,
        PersonError,
        SettingsError,
    )

    match error:
        case HomeAgentError():
            complain(str(error))
        case OSError(errno=errno.ENOSPC):
            complain("There is no space left to write to.")
        case _:
            complain(record(error))
    return _USAGE if isinstance(error, PersonError | InventoryError | SettingsError) else _ERROR
