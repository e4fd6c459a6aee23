"""Parts of a check all run, and nothing of them stays behind."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts import parts
from scripts.parts import Part, run_side_by_side


def _part(title: str, code: str) -> Part:
    return Part(title, [sys.executable, "-c", code])


def test_every_part_runs_and_is_shown_in_one_piece(capsys: pytest.CaptureFixture[str]) -> None:
    results = run_side_by_side(
        [_part("bad", "print('x'); print('y'); raise SystemExit(3)"), _part("good", "print('z')")]
    )
    assert [(result.part.title, result.status) for result in results] == [("bad", 3), ("good", 0)]
    shown = capsys.readouterr().out
    assert "=== bad: FAILED" in shown
    assert "s)\nx\ny\n" in shown
    assert "=== good: ok" in shown


def test_part_that_hangs_is_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(parts, "LIMIT_S", 0.2)
    (result,) = run_side_by_side([_part("hangs", "import time; time.sleep(60)")])
    assert result.status == 124
    assert "not finished within" in capsys.readouterr().out


def test_interruption_ends_what_was_started(tmp_path: Path) -> None:
    started, ended = tmp_path / "started", tmp_path / "ended"
    child = (
        "import pathlib, time\n"
        f"pathlib.Path({str(started)!r}).touch()\n"
        "try:\n    time.sleep(60)\n"
        f"except KeyboardInterrupt:\n    pathlib.Path({str(ended)!r}).touch()"
    )
    script = (
        "import sys\nfrom scripts.parts import Part, run_side_by_side\n"
        f"run_side_by_side([Part('child', [sys.executable, '-c', {child!r}])])"
    )
    root = Path(__file__).parents[2]
    # the default handler: a shell may have had interrupts ignored
    reset = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    command = [sys.executable, "-c", reset + script]
    with subprocess.Popen(command, cwd=root, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 10
        while not started.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.1)  # the child goes from its first statement into its sleep
        process.send_signal(signal.SIGINT)
        process.wait(timeout=10)
    assert ended.exists()
