"""The chat's own small commands, which start with a slash."""

from collections.abc import Callable, Mapping

from rich.console import Console

from home_agent.engine.errors import PersonError

from .house import house_tree
from .screen import styled
from .session import Session

HELP = """\
Say what you want, as you would to a person. When a question comes back, the next line answers it.
  /home           what is in this home, and how it is
  /room NAME      the room you are in, for "turn on the light"
  /language CODE  the language you speak: en, de, fr, ...
  /help           this
  /quit           leave; so do "exit", "quit" and Ctrl-D
Ctrl-C clears the line, or stops waiting for what is being done."""


def obey(line: str, session: Session, console: Console) -> None:
    """Do what a slash command asks for."""
    name, _, argument = line.strip().partition(" ")
    command = _COMMANDS.get(name.lower())
    if command is None:
        _print(console, f"There is no command {name}; /help shows those there are.")
        return
    try:
        command(argument.strip(), session, console)
    except PersonError as error:
        _print(console, str(error))


def _help(_argument: str, _session: Session, console: Console) -> None:
    _print(console, HELP)


def _home(_argument: str, session: Session, console: Console) -> None:
    tree = house_tree(session.snapshot, session.home_name)
    console.print(tree, soft_wrap=not console.is_terminal)


def _room(argument: str, session: Session, console: Console) -> None:
    if argument:
        session.enter(argument)
    where = f"in the room {session.room.name}" if session.room else "in no room in particular"
    _print(console, f"You are {where}.")


def _language(argument: str, session: Session, console: Console) -> None:
    if argument:
        session.speak(argument)
    _print(console, f"You speak {session.language}.")


def _print(console: Console, text: str) -> None:
    console.print(styled(text), soft_wrap=not console.is_terminal)


_COMMANDS: Mapping[str, Callable[[str, Session, Console], None]] = {
    "/help": _help,
    "/home": _home,
    "/room": _room,
    "/language": _language,
}
