"""A person at a terminal: line editing, and the history of earlier chats."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import override

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.history import DummyHistory, FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from .input_lines import InputInterrupted


class _ForgivingHistory(FileHistory):
    """A history file that may become unreadable or full without ending the chat."""

    def __init__(self, file: Path, shown: Callable[[str], str]) -> None:
        """Keep in this file what was typed, as it may be shown."""
        super().__init__(file)
        self._shown = shown

    @override
    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    @override
    def store_string(self, string: str) -> None:
        try:
            super().store_string(self._shown(string))
        except OSError:
            return


class TerminalLines:
    """Lines that a person types."""

    def __init__(self, folder: Path | None, *, colours: bool, shown: Callable[[str], str]) -> None:
        """Keep the history in this folder, as `shown`, or only as long as the chat lasts."""
        # Asking the terminal where its cursor is serves menus, which we have none of; terminals
        # that cannot tell would get a warning in the middle of the conversation.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        history: History = InMemoryHistory()
        if folder:
            history = _ForgivingHistory(folder / "history", shown)
        self._style = "bold ansigreen" if colours else ""
        self._session = PromptSession[str](history=history, key_bindings=_keys())
        self._secrets = PromptSession[str](
            history=DummyHistory(), key_bindings=_keys(), is_password=True
        )

    async def read(self, *, answering: bool, secret: bool = False) -> str | None:
        """The next line, or None after Ctrl-D; a secret shows as stars and is not kept."""
        prompt = "answer> " if answering else "> "
        session = self._secrets if secret else self._session
        try:
            # Its own handler would stop the chat and wait for a key when a device misbehaves.
            line = await session.prompt_async([(self._style, prompt)], set_exception_handler=False)
        except EOFError:
            return None
        # A pasted paragraph is one sentence.
        return " ".join(line.splitlines())

    def interrupt(self, show: Callable[[], None]) -> None:
        """Show something above the line that is being typed."""
        if any(session.app.is_running for session in (self._session, self._secrets)):
            run_in_terminal(show)
        else:
            show()


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("c-c")
    @keys.add("<sigint>")
    def _clear(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=InputInterrupted())

    return keys
