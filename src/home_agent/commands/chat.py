"""The chat: read a sentence, show what happens, show the reply, until the person leaves."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from home_agent.engine.errors import HomeAgentError
from home_agent.engine.events import Announcement, Event, WatchImpaired
from home_agent.engine.turn import Reply, Verdict

from ..logs.log_file import record
from ..options import Options
from ..session import Session, open_session
from ..storage.local import LocalStorage, open_local_storage
from ..terminal.bounded_input import TOO_LONG
from ..terminal.changes import change_lines
from ..terminal.input_lines import InputInterrupted, Lines, PipedLines, TooLongError
from ..terminal.progress import Progress
from ..terminal.screen import is_interactive, make_console, styled
from ..terminal.status_line import StatusLine
from ..terminal.streams import print_error
from .greeting import greeting
from .slash import obey

if TYPE_CHECKING:
    from ..remote import ConnectionStatus

_LEAVING = frozenset({"exit", "quit", "/exit", "/quit"})
_FORGETTING = "/forget"
_VERBOSE = "/verbose"
_SHOWN_NOW = "The tools that a model uses are shown from now on, with what it gives them."
_NO_LONGER_SHOWN = "The tools that a model uses are no longer shown."
_BESIDE_CHAT = (
    "Another chat is open, and sees to what is for later. This one can tell what is planned, but"
    " not plan, change or call off anything."
)
_DAMAGED = "{key} is damaged. It is set aside, and everything else works."
_DAMAGED_PLAN = (
    "{key} is damaged, and what was planned there will not happen. It is set aside, and everything"
    " else works."
)
_BESIDE_SERVICE = "The service sees to what is for later, and tells of it here too."
_SERVICE_NOT_READY = "The service that sees to what is for later is not ready yet."
_LOOKS = {Verdict.OK: "", Verdict.REFUSED: "yellow", Verdict.FAILED: "red"}


def chat(options: Options, *, transcript: bool) -> None:
    """Chat on standard input and output until the person leaves."""
    asyncio.run(_chat(options, transcript=transcript))


async def _chat(options: Options, *, transcript: bool) -> None:
    console = make_console()
    storage = await open_local_storage()
    async with open_session(options, storage.store) as session:
        if storage.trouble:
            print_error(storage.trouble)
        chat = Chat(session, _lines(storage, console, session), console, transcript=transcript)
        session.watch_connection(chat.show_connection)
        holder = storage.lock(session.home_key)
        if holder is None:
            await session.start(session.remembering(chat.announce))
        elif holder.role == "chat":
            print_error(_BESIDE_CHAT)
        await _complain_of_damage(session)
        if holder is not None and holder.role == "service" and storage.folder is not None:
            await _run_beside_service(chat, session, storage.folder)
            return
        await chat.run()


async def _complain_of_damage(session: Session) -> None:
    """Name every document that was lately found damaged; a whole file is told where it is found."""
    for damage in await session.damages():
        if not damage.is_file:
            print_error((_DAMAGED_PLAN if damage.hides_plans else _DAMAGED).format(key=damage.key))


async def _run_beside_service(chat: Chat, session: Session, folder: Path) -> None:
    """Chat while the service of this home sees to what is for later, this chat's too."""
    from ..service.schedule_client import ScheduleClient  # noqa: PLC0415 - seldom needed

    announce = session.remembering(chat.announce)
    client = ScheduleClient(
        folder, session.home_key, announce, note=chat.tell, otherwise=session.schedule_backend
    )
    try:
        ready = await client.open()
        session.delegate(client)
        await chat.run(_BESIDE_SERVICE if ready else _SERVICE_NOT_READY)
    finally:
        await client.close()


def _lines(storage: LocalStorage, console: Console, session: Session) -> Lines:
    if not is_interactive(console):
        return PipedLines()
    # Costs a noticeable part of a second to import, which a pipe need not wait for.
    from ..terminal.line_editing import TerminalLines  # noqa: PLC0415

    colours = console.color_system is not None
    return TerminalLines(storage.folder, colours=colours, shown=session.shown)


class Chat:
    """A conversation on the screen."""

    def __init__(
        self, session: Session, lines: Lines, console: Console, *, transcript: bool = False
    ) -> None:
        """Talk in this session; a transcript repeats what was said, for reading it later."""
        self._session = session
        self._lines = lines
        self._console = console
        self._transcript = transcript
        self._interactive = is_interactive(console)
        self._answering = False
        self._secret = False
        self._verbose = False

    async def run(self, circumstances: str = "") -> None:
        """Talk until there is nothing more to say, after telling what is special here."""
        self._session.prepare()
        if self._interactive:
            # What is piped in may be over before that is loaded, and would wait for it in the end.
            self._session.prepare_models()
        if self._interactive or self._transcript:
            self._note("\n".join(filter(None, (greeting(self._session), circumstances))))
        while (line := await self._next()) is not None:
            sentence = line.strip()
            if sentence.lower() in _LEAVING:
                return
            if self._transcript and sentence:
                shown = "••••" if self._secret else self._session.shown(sentence)
                self._print(f"\n> {shown}")
            if sentence.startswith("/"):
                await self._obey(sentence)
            elif sentence:
                await self._turn(sentence)
            if self._interactive and sentence:
                self._print("")

    async def _obey(self, sentence: str) -> None:
        """Do what a slash command asks for."""
        if sentence.lower() == _VERBOSE:
            self._verbose = not self._verbose
            self._note(_SHOWN_NOW if self._verbose else _NO_LONGER_SHOWN)
            return
        await obey(sentence, self._session, self._console)
        if sentence.lower() == _FORGETTING:
            self._answering = self._secret = False

    def announce(self, event: Event) -> None:
        """Show what happened without anybody asking."""
        if isinstance(event, Announcement):
            self.tell(event.text)
        elif isinstance(event, WatchImpaired) and event.entity_ids:
            missing = ", ".join(event.entity_ids)
            self.tell(f"The watch “{event.name}” looks at {missing}, which is not in this home.")

    def tell(self, text: str) -> None:
        """Show something that nobody asked for, above the line that is being typed."""
        self._lines.interrupt(lambda: self._print(f"* {text}", "magenta"))

    def show_connection(self, status: ConnectionStatus) -> None:
        """Show that the home cannot be reached any more, or can again."""
        if status.up:
            text = "Connected to Home Assistant again."
        else:
            text = status.why if status.final else f"{status.why} Trying to get it back."
        if self._interactive:
            self.tell(text)
        else:
            print_error(text)

    async def _next(self) -> str | None:
        try:
            return await self._lines.read(answering=self._answering, secret=self._secret)
        except InputInterrupted:
            self._note("Ctrl-D or /quit leaves.")
        except TooLongError:
            print_error(TOO_LONG)
        return ""

    async def _turn(self, sentence: str) -> None:
        """Hear one sentence out; whatever goes wrong, the chat goes on."""
        # What was typed unseen is the PIN, or meant to be.
        is_pin = self._secret and self._interactive
        self._answering = self._secret = False
        progress = Progress(self._session.snapshot.layout)
        try:
            reply, shown = await self._heard(sentence, progress, is_pin=is_pin)
        except HomeAgentError as error:
            print_error(str(error))
        except Exception as error:  # noqa: BLE001 - a surprise must not end the conversation
            print_error(record(error))
        else:
            if reply is None:
                self._print(_stopped(progress), "yellow")
            else:
                self._show(reply, said=shown)
                for line in progress.tools if self._verbose else ():
                    self._note(f"  {line}")
                self._mention(progress.trouble)

    async def _heard(
        self, sentence: str, progress: Progress, *, is_pin: bool
    ) -> tuple[Reply | None, bool]:
        """The reply, or None when Ctrl-C came first; and whether it is on the screen."""
        with StatusLine(self._console, progress, shown=self._interactive) as status:
            hearing = asyncio.create_task(
                self._session.hear(sentence, status.follow, is_pin=is_pin)
            )
            with self._cancelled_by_ctrl_c(hearing):
                try:
                    await asyncio.wait({hearing})
                finally:
                    hearing.cancel()
        return None if hearing.cancelled() else hearing.result(), status.words_shown

    @contextmanager
    def _cancelled_by_ctrl_c(self, task: asyncio.Task[Reply]) -> Iterator[None]:
        if not self._interactive:
            # Nobody is there to go on talking: Ctrl-C ends the program.
            yield
            return
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, task.cancel)
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGINT)

    def _show(self, reply: Reply, *, said: bool) -> None:
        self._answering, self._secret = reply.expects_answer, reply.expects_pin
        if not said:
            self._print(reply.text, "cyan" if reply.expects_answer else _LOOKS[reply.verdict])
        if not self._interactive and not self._transcript:
            return
        for line in change_lines(reply.outcomes, self._session.snapshot.layout):
            self._note(f"  {line}")
        if self._interactive:
            self._note(f"  {_effort(reply)}")

    def _mention(self, trouble: str) -> None:
        """Tell whoever runs the house why no model answered: the reply only tells that."""
        if trouble and self._interactive:
            self._note(f"  {trouble}")
        elif trouble:
            print_error(trouble)

    def _note(self, text: str) -> None:
        self._print(text, "dim")

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(styled(text, style), soft_wrap=not self._interactive)


def _effort(reply: Reply) -> str:
    """What a reply took."""
    time = f"{reply.latency_ms:.0f} ms"
    used = reply.consumption
    return f"{time}, {used.model}, {used.tokens} tokens" if used and used.tokens else time


def _stopped(progress: Progress) -> str:
    if progress.sent:
        return "Stopped waiting. What was already sent to the home may still happen."
    if progress.planned:
        return "Stopped waiting. What is planned already stays planned."
    return "Stopped. Nothing was done."
