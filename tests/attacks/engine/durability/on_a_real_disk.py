"""Plays the scenarios on a disk that is really full: in a small file system, or under a limit.

Run as a program, in a process that it may spoil: `python -m … MODE FOLDER`. It prints what went
wrong in each, as JSON.
"""

import asyncio
import json
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exc
from typing import Literal

from home_agent.engine.storage.store import SqliteStore
from home_agent.simulated import ManualClock, SimulatedHome
from tests.attacks.engine.durability.conftest import DiskHouse
from tests.attacks.engine.durability.scenarios import SCENARIOS, Disk
from tests.engine.act.schedule.conftest import WEDNESDAY

type Mode = Literal["mounted", "limited"]

_ROOT = Path(__file__).parents[4]
_SIZE = "8m"
_PATIENCE = 300


class Mounted:
    """A file system of its own, filled by another file."""

    def __init__(self, folder: Path) -> None:
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no room."""
        for size in (4096, 1):
            with suppress(OSError), self._filler.open("ab", buffering=0) as file:
                while file.write(b"0" * size):
                    pass

    def free(self) -> None:
        """Make room."""
        self._filler.unlink(missing_ok=True)


class Limited:
    """A limit on the length of files, which every file is beyond."""

    def __init__(self, _folder: Path) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        self._before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(self) -> None:
        """Leave no room."""
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, self._before[1]))

    def free(self) -> None:
        """Make room."""
        resource.setrlimit(resource.RLIMIT_FSIZE, self._before)


def modes() -> tuple[Mode, ...]:
    """What can be tried on this machine; the limit always can."""
    return ("mounted", "limited") if _mounts() else ("limited",)


@cache
def played(mode: Mode) -> Mapping[str, str]:
    """What went wrong in each scenario."""
    program = [sys.executable, "-m", "tests.attacks.engine.durability.on_a_real_disk"]
    with TemporaryDirectory() as folder:
        command = [*program, mode, folder]
        if mode == "mounted":
            mount = f'mount -t tmpfs -o size={_SIZE} none "$0" && exec "$@"'
            command = [*_unshare(), "sh", "-c", mount, folder, *command]
        done = subprocess.run(
            command, cwd=_ROOT, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    try:
        wrong: dict[str, str] = json.loads(done.stdout)
    except ValueError:
        return dict.fromkeys(SCENARIOS, f"{done.stdout}{done.stderr}")
    return wrong


@cache
def _mounts() -> bool:
    if shutil.which("unshare") is None:
        return False
    mount = 'mount -t tmpfs -o size=64k none "$0"'
    command = [*_unshare(), "sh", "-c", mount, str(_ROOT / "tests")]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _unshare() -> list[str]:
    # Whoever is no super-user is one in a space of their own, where that is allowed.
    return ["unshare", "--map-root-user", "--mount"]


async def _play(scenario: str, disk: Disk, folder: Path) -> str:
    clock = ManualClock(WEDNESDAY)
    home, store = SimulatedHome.demo(clock=clock), SqliteStore(folder / "a.db")
    house = DiskHouse(clock=clock, home=home, store=store)
    await house.start()
    try:
        await SCENARIOS[scenario](house, disk)
    except Exception:  # noqa: BLE001 - told to whoever started us
        return format_exc()
    finally:
        disk.free()
        await house.stop()
        home.close()
    return ""


async def _play_all(mode: str, folder: Path) -> dict[str, str]:
    disk: Disk = Mounted(folder) if mode == "mounted" else Limited(folder)
    wrong = {}
    for scenario in SCENARIOS:
        wrong[scenario] = await _play(scenario, disk, folder / scenario)
        shutil.rmtree(folder / scenario)
    return wrong


if __name__ == "__main__":
    _mode, _folder = sys.argv[1:]
    sys.stdout.write(json.dumps(asyncio.run(_play_all(_mode, Path(_folder)))))
