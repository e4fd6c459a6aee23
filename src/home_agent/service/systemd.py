"""What systemd wants to hear of a service: that it is ready, alive, how it is, and stopping."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Systemd:
    """Tells systemd, where it started us; else nobody."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Find out where it listens, and how often it wants a sign of life."""
        where = environment.get("NOTIFY_SOCKET", "")
        # An @ stands for a name that is in no folder.
        self._where = f"\0{where[1:]}" if where.startswith("@") else where
        self.patience = _patience(environment)
        """After how many seconds without a sign of life it gives us up; nothing: never."""

    def tell(self, *lines: str) -> None:
        """Tell something, such as READY=1. Nobody waits for it to be heard."""
        if not self._where:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.settimeout(0)
            out.connect(self._where)
            out.send("\n".join(" ".join(line.split()) for line in lines).encode())


def _patience(environment: Mapping[str, str]) -> float | None:
    wanted, for_whom = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not wanted.isdigit() or for_whom not in ("", str(os.getpid())):
        return None
    return int(wanted) / 1e6
