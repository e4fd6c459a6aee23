"""Who sees to what is for later in a home: one program at a time, since two would do it twice."""

import fcntl
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..paths import own_file

type Role = Literal["chat", "service"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LockHolder:
    """The program that sees to a home."""

    role: Role
    pid: int


def take_lock(folder: Path, home: str, role: Role) -> LockHolder | None:
    """Nothing if it is we from now on, until this program ends, however it ends; else who it is."""
    path = own_file(folder, home, "later.lock")
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = _read(descriptor)
        os.close(descriptor)
        return holder
    except OSError:
        # Some file systems know no locks; then nobody can tell, and one program is the rule.
        os.close(descriptor)
        return None
    told = f"{role} {os.getpid()}\n".encode()
    with suppress(OSError):
        # On a full disk nobody can read who has it, and it is ours all the same.
        os.pwrite(descriptor, told, 0)
        os.ftruncate(descriptor, len(told))
    return None


def _read(descriptor: int) -> LockHolder:
    """Who has it; a chat that is just opening has not said so yet."""
    match os.pread(descriptor, 100, 0).split():
        case [b"service", number] if number.isdigit():
            return LockHolder(role="service", pid=int(number))
        case [b"chat", number] if number.isdigit():
            return LockHolder(role="chat", pid=int(number))
    return LockHolder(role="chat", pid=0)
