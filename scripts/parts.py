"""Runs the parts of a check one by one or side by side, each with its output in one piece."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# Nothing here takes that long; a part that does hangs.
LIMIT_S = 900


@dataclass(frozen=True)
class Part:
    """One command of a check."""

    title: str
    command: Sequence[str]


@dataclass(frozen=True)
class Result:
    """How a part went."""

    part: Part
    status: int


def run_side_by_side(parts: Sequence[Part], *, at_once: int = 2) -> list[Result]:
    """Run all parts, whatever becomes of the others; return how each went, in their order."""
    started: set[subprocess.Popen[str]] = set()
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        running = {pool.submit(_run, part, started): part for part in parts}
        try:
            for done in as_completed(running):
                status, seconds, output = done.result()
                _show(running[done], status, seconds, output)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in started:
                _signal(process, signal.SIGINT)
            raise
        return [Result(part, future.result()[0]) for future, part in running.items()]


def _run(part: Part, started: set[subprocess.Popen[str]]) -> tuple[int, float, str]:
    print(f"... {part.title}", flush=True)
    began = time.monotonic()
    process = subprocess.Popen(
        part.command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        # its own group, so that whatever it has started can be ended with it
        start_new_session=True,
    )
    started.add(process)
    try:
        output, _ = process.communicate(timeout=LIMIT_S)
        status = process.returncode
    except subprocess.TimeoutExpired:
        _signal(process, signal.SIGKILL)
        output, _ = process.communicate()
        output += f"\nended: not finished within {LIMIT_S} s\n"
        status = 124
    return status, time.monotonic() - began, output


def _signal(process: subprocess.Popen[str], number: signal.Signals) -> None:
    """Signal a part and whatever it has started."""
    if process.poll() is None:
        os.killpg(process.pid, number)


def _show(part: Part, status: int, seconds: float, output: str) -> None:
    verdict = "ok" if status == 0 else "FAILED"
    print(f"\n=== {part.title}: {verdict} ({seconds:.1f} s)", flush=True)
    sys.stdout.write(output)
    sys.stdout.flush()
