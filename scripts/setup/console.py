"""What the person sees while things are installed, and how they are told what is missing."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

Found = TypeVar("Found")

_TICK = 0.2
_UNREACHABLE = re.compile(
    r"connection (broken|failed|refused|reset|timed out)|could not (connect|resolve)|"
    r"name or service not known|temporary failure|unreachable",
    re.IGNORECASE,
)


class StepError(Exception):
    """One way of getting something did not work; another may."""


class SetupError(Exception):
    """Something needed cannot be had; carries all that the person needs to know."""

    def __init__(self, missing: str, tried: Sequence[tuple[str, StepError]], remedy: str) -> None:
        """Say what is missing, what was tried for it, and how to get it."""
        attempts = "".join(f"  - {attempt}: {reason}\n" for attempt, reason in tried)
        super().__init__(f"{missing}\n\nTried:\n{attempts}\n{remedy}")


def first_that_works(
    missing: str, ways: Sequence[tuple[str, Callable[[], Found]]], remedy: str
) -> Found:
    """Try the ways of getting something in turn; what failed is told only if all do."""
    tried = []
    for title, way in ways:
        try:
            return way()
        except StepError as reason:
            tried.append((title, reason))
    raise SetupError(missing, tried, remedy)


def run(
    title: str,
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> str:
    """Run a command that takes a while, showing that it runs; return what it printed.

    Its own output is shown to nobody unless it fails: then its last line is the reason.
    """
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            [str(part) for part in command],
            env=env,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise StepError(f"{command[0]} cannot be started ({error.strerror})") from error
    with process, _Progress(title, started) as progress:
        while True:
            try:
                output, _ = process.communicate(timeout=_TICK)
                break
            except subprocess.TimeoutExpired:
                progress.tick()
            except KeyboardInterrupt:
                process.terminate()
                raise
        if process.returncode:
            raise StepError(_reason(output, process.returncode))
    return output


def quietly(command: Sequence[str | Path], *, env: Mapping[str, str] | None = None) -> str | None:
    """Return what a quick command prints, or None where it cannot be started or fails."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout.strip()


class _Progress:
    """One line for one step: counts the seconds on a terminal, stays plain in a log."""

    def __init__(self, title: str, started: float) -> None:
        self._title = title
        self._started = started
        self._live = sys.stderr.isatty()

    def __enter__(self) -> _Progress:  # noqa: PYI034 - Self came with Python 3.11
        self._write(f"  {self._title} ...", end="" if self._live else "\n")
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        ending = f"{'failed' if kind else 'done'} ({self._seconds()} s)"
        if self._live:
            self._write(f"\r  {self._title} ... {ending}")
        elif self._seconds() or kind:
            self._write(f"    {ending}")

    def tick(self) -> None:
        if self._live:
            self._write(f"\r  {self._title} ... {self._seconds()} s", end="")

    def _seconds(self) -> int:
        return round(time.monotonic() - self._started)

    @staticmethod
    def _write(text: str, end: str = "\n") -> None:
        print(text, end=end, file=sys.stderr, flush=True)


def _reason(output: str, code: int) -> str:
    """Return the line that says why: tools put the cause last, after one of these words."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    marked = [line for line in lines if line.lower().startswith(("error:", "cause:", "e: "))]
    reason = (marked or lines or [f"exit status {code}"])[-1][:300]
    # pip and apt end with what followed from it, such as "no matching distribution"
    if _UNREACHABLE.search(output) and not _UNREACHABLE.search(reason):
        reason += " (the network, or a server on it, cannot be reached)"
    return reason
