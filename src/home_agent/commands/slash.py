"""The chat's own small commands, which start with a slash."""

from collections.abc import Awaitable, Callable, Mapping

from rich.console import Console

from home_agent.engine.errors import HomeAgentError
from home_agent.engine.llm.budget import Spending
from home_agent.engine.llm.circuit_breaker import Health

from ..session import Session
from ..terminal.screen import styled
from .home import home_tree

HELP = """\
Say what you want, as you would to a person. When a question comes back, the next line answers it.
  /home           what is in this home, and how it is
  /room NAME      the room you are in, for "turn on the light"
  /language CODE  the language you speak: en, de, fr, ...
  /model          which language model is asked, how it is, and what it took today
  /verbose        show, or no longer show, what tools the model uses, and with what
  /forget         forget what was said in this chat, and begin anew
  /help           this
  /quit           leave; so do "exit", "quit" and Ctrl-D
Ctrl-C clears the line, or stops waiting for what is being done."""


async def obey(line: str, session: Session, console: Console) -> None:
    """Do what a slash command asks for."""
    name, _, argument = line.strip().partition(" ")
    command = _COMMANDS.get(name.lower())
    if command is None:
        _print(console, f"There is no command {name}; /help shows those there are.")
        return
    try:
        await command(argument.strip(), session, console)
    except HomeAgentError as error:
        _print(console, str(error))


async def _help(_argument: str, _session: Session, console: Console) -> None:
    _print(console, HELP)


async def _home(_argument: str, session: Session, console: Console) -> None:
    tree = home_tree(session.snapshot, session.home_name)
    console.print(tree, soft_wrap=not console.is_terminal)


async def _room(argument: str, session: Session, console: Console) -> None:
    if argument:
        session.enter(argument)
    where = f"in the room {session.room.name}" if session.room else "in no room in particular"
    _print(console, f"You are {where}.")


async def _language(argument: str, session: Session, console: Console) -> None:
    if argument:
        session.speak(argument)
    _print(console, f"You speak {session.language}.{_names_stay(session) if argument else ''}")


def _names_stay(session: Session) -> str:
    """That things keep their names, where there is a house in which they have others."""
    code = session.language.partition("-")[0]
    if not session.named_in or code == session.named_in:
        return ""
    return f" Things keep their names; 'home-agent --language {code}' has others for them."


async def _model(_argument: str, session: Session, console: Console) -> None:
    models = session.models()
    if not models:
        _print(console, "No language model is set; 'home-agent doctor' says how to set one.")
        return
    for number, health in enumerate(models):
        order = "Asked where words are not enough" if not number else "Then"
        _print(console, f"{order}: {health.name}. {_health(health)}")
    _print(console, f"Today: {_spent(await session.spent_today())}.")
    for name, figures in session.agent.api.caches().items():
        if asked := figures.hits + figures.misses:
            told = f"{figures.hits} of {asked} were still known"
            _print(console, f"Kept {name.replace('_', ' ')}: {told}.")


async def _forget(_argument: str, session: Session, console: Console) -> None:
    forgotten = await session.forget()
    _print(console, "It is forgotten." if forgotten else "There is nothing to forget.")


def _health(health: Health) -> str:
    if health.resting:
        return f"Left alone for {health.back_in:.0f} more seconds: {health.error}"
    if health.failures:
        return f"The last time it did not answer: {health.error}"
    return "No trouble so far." if health.error is None else "It is well again."


def _spent(today: Spending) -> str:
    if not today.responses:
        return "not asked yet"
    answers = "1 answer" if today.responses == 1 else f"{today.responses} answers"
    cost = f", cost {today.cost:.4f}" if today.cost else ""
    return f"{answers}, {today.tokens} tokens, {today.cached} of them from a cache{cost}"


def _print(console: Console, text: str) -> None:
    console.print(styled(text), soft_wrap=not console.is_terminal)


_COMMANDS: Mapping[str, Callable[[str, Session, Console], Awaitable[None]]] = {
    "/help": _help,
    "/home": _home,
    "/room": _room,
    "/language": _language,
    "/model": _model,
    "/forget": _forget,
}
