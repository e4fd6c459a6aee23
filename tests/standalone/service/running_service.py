"""The real service in a process of its own, and what it writes into its log."""

import queue
import signal
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from typing import Self

PATIENCE = 120
"""Seconds: far more than anything takes, so that a slow machine does not fail a test."""


class RunningService:
    """`home-agent run`, inside a `with`."""

    def __init__(
        self, program: Path, environment: dict[str, str], *arguments: str, cwd: Path
    ) -> None:
        self._program = program
        self._environment = environment
        self.lines: list[str] = []
        self._new: queue.Queue[str | None] = queue.Queue()
        self._process = subprocess.Popen(
            [program, "run", *arguments],
            env=environment,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def log(self) -> str:
        """All that was waited for so far."""
        return "\n".join(self.lines)

    def wait_for(self, text: str) -> str:
        """Wait until a line of the log has this in it; return it."""
        while (line := self._new.get(timeout=PATIENCE)) is not None:
            self.lines.append(line)
            if text in line:
                return line
        raise AssertionError(f"{text!r} is not in the log:\n{self.log}")

    def send(self, number: signal.Signals = signal.SIGTERM) -> None:
        self._process.send_signal(number)

    def wait(self) -> int:
        """Wait until it ends; return its exit status."""
        status = self._process.wait(PATIENCE)
        while (line := self._new.get(timeout=PATIENCE)) is not None:
            self.lines.append(line)
        self._new.put(None)
        assert "Traceback" not in self.log
        return status

    def stop(self) -> int:
        self.send()
        return self.wait()

    def health(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self._program, "health", *arguments],
            env=self._environment,
            capture_output=True,
            timeout=PATIENCE,
            text=True,
            check=False,
        )

    def _read(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as stream, suppress(ValueError):
            for line in stream:
                self._new.put(line.removesuffix("\n"))
        self._new.put(None)
