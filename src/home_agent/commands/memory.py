"""`home-agent memory`: what is remembered, to be looked at, forgotten, taken away and brought back.

Works on what is kept on this machine for the chosen home, also while memory is off or another
program is running: that one notices within seconds.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from home_agent.engine.conversation.conversations import hide_in_conversations
from home_agent.engine.errors import PersonError, StoreError
from home_agent.engine.memory.memories import Memories
from home_agent.engine.memory.memory import Memory
from home_agent.engine.privacy.sanitize import one_line

from ..configuration import load_configuration
from ..homes import home_key
from ..options import Options
from ..storage.home_store import HomeStore
from ..storage.local import open_local_storage
from ..terminal.bounded_input import read_bounded
from ..terminal.screen import make_console, styled
from ..terminal.streams import print_error, supports_unicode

_MOST_IMPORTED = 100_000_000
_LONGEST_SHOWN = 1000
_MOST_FOUND = 50

_NOTHING = "Nothing is remembered here."
_OFF = " Memory is off: set enabled = true under [memory] to turn it on."


class MemoryCommandError(PersonError):
    """What was typed or brought in cannot be used."""


def list_memories(options: Options, *, person: str | None, as_json: bool) -> None:
    """Print what is remembered: everything, or what one person may have."""

    async def find(memories: Memories) -> tuple[Memory, ...]:
        return await (memories.all_for(person) if person else memories.everything())

    memories, enabled = _run(options, find)
    _show(memories, as_json=as_json)
    if not memories and not as_json:
        _say(_NOTHING + ("" if enabled else _OFF))


def search_memories(options: Options, words: str, *, as_json: bool) -> None:
    """Print the memories that have some of these words, the best first."""

    async def find(memories: Memories) -> tuple[Memory, ...]:
        return await memories.find(words, _MOST_FOUND)

    memories, _ = _run(options, find)
    _show(memories, as_json=as_json)
    if not memories and not as_json:
        _say("Nothing that is remembered has these words.")


def forget_memories(options: Options, ids: tuple[str, ...], *, everything: bool) -> None:
    """Forget some memories by their ids, or all of them."""

    async def forget(memories: Memories) -> tuple[Memory, ...]:
        if everything:
            known = await memories.everything()
            await memories.clear(everybodys=True)
            return known
        known = await memories.everything()
        if missing := set(ids) - {memory.id for memory in known}:
            raise MemoryCommandError(
                f"There is no memory {', '.join(sorted(missing))}, so nothing was forgotten."
                " home-agent memory list shows them."
            )
        return await memories.forget(ids)

    if not everything and not ids:
        raise MemoryCommandError("Say which to forget, by its id, or --all.")
    forgotten, _ = _run(options, forget)
    _say(f"{len(forgotten)} forgotten.")


def export_memories(options: Options, file: Path | None) -> None:
    """Write all memories as JSON, one on each line, into a new file or to standard output."""
    memories, _ = _run(options, Memories.everything)
    lines = "".join(f"{json.dumps(memory.as_document())}\n" for memory in memories)
    if file is None:
        sys.stdout.write(lines)
        sys.stdout.flush()
        return
    try:
        # What people say at home is nobody else's business.
        file.touch(mode=0o600, exist_ok=False)
        file.write_text(lines, "utf-8")
    except OSError as error:
        raise MemoryCommandError(f"{file}: {error.strerror or error}.") from error
    _say(f"{len(memories)} written to {file}.")


def import_memories(options: Options, file: Path) -> None:
    """Take in memories that were exported; those that are there already stay as they are."""
    try:
        content = read_bounded(file, _MOST_IMPORTED).decode()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise MemoryCommandError(f"{file}: {why or error}.") from error
    brought = list(_read_lines(file, content))

    async def restore(memories: Memories) -> int:
        return await memories.restore(brought)

    new, enabled = _run(options, restore)
    _say(f"{new} of {len(brought)} are new; the others are known already, or hold a secret.")
    if not enabled:
        _say(_OFF.strip())


def _read_lines(file: Path, content: str) -> Iterator[Memory]:
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        try:
            yield Memory.from_document(json.loads(line))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise MemoryCommandError(
                f"{file}, line {number}: this is no memory as home-agent memory export writes"
                " them. Nothing was taken in."
            ) from error


def _run[T](options: Options, use: Callable[[Memories], Awaitable[T]]) -> tuple[T, bool]:
    """Do something with what is remembered in the chosen home; also tell whether it is on."""
    return asyncio.run(_with_memories(options, use))


async def _with_memories[T](
    options: Options, use: Callable[[Memories], Awaitable[T]]
) -> tuple[T, bool]:
    configuration = load_configuration(options.config)
    storage = await open_local_storage()
    if not storage.store.durable:
        raise StoreError(storage.trouble)
    if storage.trouble:
        print_error(storage.trouble)
    store = HomeStore(storage.store, home_key(options, configuration))

    async def hide(hide_text: Callable[[str], str], of: Callable[[str], bool]) -> None:
        await hide_in_conversations(store, hide_text, of)

    settings = configuration.settings.memory
    memories = Memories(store, settings, lambda: datetime.now(UTC), hide=hide)
    return await use(memories), settings.enabled


def _show(memories: Iterable[Memory], *, as_json: bool) -> None:
    console = make_console()
    for memory in memories:
        text = (
            json.dumps(_shown(memory), ensure_ascii=not supports_unicode())
            if as_json
            else memory_line(memory)
        )
        console.print(styled(text), soft_wrap=True)


def _shown(memory: Memory) -> dict[str, Any]:
    return memory.as_document()


def memory_line(memory: Memory) -> str:
    """One memory in one line."""
    whose = f"of {memory.owner}" if memory.owner else "of the household"
    parts = (
        memory.id,
        f"{memory.extracted_at.astimezone():%Y-%m-%d}",
        f"{memory.type.value:10}",
        f"{memory.importance:.1f}",
        whose,
        one_line(memory.content, _LONGEST_SHOWN),
    )
    return "  ".join(parts)


def _say(text: str) -> None:
    make_console().print(styled(text, "dim"), soft_wrap=True)
