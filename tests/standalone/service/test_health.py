"""What is made of a service's last words."""

import json
import os
import subprocess
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from home_agent.commands.health import STALE, HealthStatus, check_health, judge
from home_agent.service.status import ModelStatus, Status, StatusFile, read_all

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
WELL = Status(
    version="1.2.3",
    pid=os.getpid(),
    started=NOW - timedelta(hours=3),
    alive=NOW - timedelta(seconds=5),
    home="Villa at http://home:8123",
    connected=True,
    since=NOW - timedelta(hours=2),
    entities=31,
    last_event=NOW - timedelta(minutes=3),
    planned=2,
    watched=1,
    models=(ModelStatus(name="small"), ModelStatus(name="large", trouble="No credit.")),
    store="/data",
)


def _dead_pid() -> int:
    with subprocess.Popen(["true"]) as process:
        process.wait()
        return process.pid


@pytest.mark.parametrize(
    ("status", "verdict", "words"),
    [
        (WELL, HealthStatus.WELL, "31 entities, last change 3 min ago, 2 planned, 1 watched"),
        (WELL, HealthStatus.WELL, "models: small (well) and large (No credit.), version 1.2.3"),
        (replace(WELL, last_event=None, models=()), HealthStatus.WELL, "31 entities, 2 planned"),
        (
            replace(WELL, connected=False, trouble="Gone."),
            HealthStatus.UNWELL,
            "not connected since",
        ),
        (
            replace(WELL, store_trouble="The disk is full."),
            HealthStatus.UNWELL,
            "The disk is full.",
        ),
        (replace(WELL, alive=NOW - STALE * 2), HealthStatus.UNWELL, "hangs"),
        (
            replace(WELL, alive=NOW - timedelta(days=2), pid=_dead_pid()),
            HealthStatus.NOT_RUNNING,
            "2 d",
        ),
    ],
)
def test_verdicts(status: Status, verdict: HealthStatus, words: str) -> None:
    health = judge(status, NOW)
    assert (health.verdict, words in health.sentence) == (verdict, True), health.sentence
    assert json.loads(health.as_json())["verdict"] == verdict.name.lower()


def test_the_file_keeps_it_all(tmp_path: Path) -> None:
    file = StatusFile(tmp_path, "http://home:8123")
    file.write(WELL)
    assert list(read_all(tmp_path)) == [WELL]
    file.remove()
    assert list(tmp_path.iterdir()) == []


def test_several_services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worst counts; one that died matters only where none runs; nonsense is none."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "home-agent"
    folder.mkdir()
    (folder / "service-0.json").write_text("{")
    assert check_health(as_json=False)[1] is HealthStatus.NOT_RUNNING
    now = datetime.now(UTC)
    StatusFile(folder, "a").write(replace(WELL, alive=now))
    StatusFile(folder, "b").write(replace(WELL, alive=now, pid=_dead_pid()))
    told, verdict = check_health(as_json=False)
    assert (told.count("\n"), verdict) == (0, HealthStatus.WELL)
    StatusFile(folder, "c").write(replace(WELL, alive=now, connected=False))
    told, verdict = check_health(as_json=True)
    assert (told.count("\n"), verdict) == (1, HealthStatus.UNWELL)
