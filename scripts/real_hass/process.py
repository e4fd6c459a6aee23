"""Starting Home Assistant, waiting for it, and ending it."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .client import Client
from .folder import DEMO, INTEGRATION, furnish, let_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Any, Self

# A slow machine needs a minute when nothing has been compiled yet.
STARTED_WITHIN = 180
STOPPED_WITHIN = 30


class StartError(Exception):
    """Home Assistant did not start; the message ends with the tail of its log."""


class RealHass:
    """A Home Assistant that runs inside a `with`, and leaves nothing behind after it."""

    def __init__(
        self,
        *,
        link: bool = False,
        configuration: str = DEMO,
        components: Sequence[Path] = (),
        another_person: bool = False,
        storage: Mapping[str, Any] | None = None,
    ) -> None:
        """Give it a copy of our integration, or a link to it, so that a restart sees changes.

        The configuration has a `{port}` in it; the components are further integrations' folders.
        Another person is somebody who is no administrator. The storage is what another Home
        Assistant has kept before, by the names of files.
        """
        self._storage = storage or {}
        self._link = link
        self._configuration = configuration
        self._components = components
        self._another_person = another_person
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Start it, and wait until it runs."""
        self._folder = Path(tempfile.mkdtemp(prefix="home-agent-hass-"))
        try:
            port = _free_port()
            self.address = f"http://127.0.0.1:{port}"
            furnish(
                self._folder,
                port,
                configuration=self._configuration,
                components=(INTEGRATION, *self._components),
                link=self._link,
                storage=self._storage,
            )
            # In a thread, because whoever calls us may have an event loop of their own in this one.
            with ThreadPoolExecutor(max_workers=1) as thread:
                letting_in = let_in(self._folder, another=self._another_person)
                self.token, self.user_token = thread.submit(asyncio.run, letting_in).result()
            self._start()
            self._wait_until_running()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End it, and remove its folder."""
        self._stop()

    @property
    def folder(self) -> Path:
        """Its configuration folder."""
        return self._folder

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return (self._folder / "output.log").read_text(encoding="utf-8", errors="replace")

    @property
    def log_tail(self) -> str:
        """The last lines of what it has printed."""
        return "\n".join(self.log.splitlines()[-40:])

    @property
    def memory(self) -> float:
        """What it has of the machine's memory, in MiB; only Linux tells."""
        assert self._process is not None
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text("ascii").split()[1])
        return pages * resource.getpagesize() / 2**20

    def keeps(self, name: str, text: str) -> bool:
        """Tell whether a file of its storage has a text in it."""
        file = self._folder / ".storage" / name
        return file.exists() and text in file.read_text(encoding="utf-8")

    def file(self, name: str) -> str:
        """What is in a file of its configuration folder; nothing where there is none."""
        file = self._folder / name
        return file.read_text(encoding="utf-8") if file.exists() else ""

    def client(self) -> Client:
        """Return a client of its API; enter it to connect."""
        return Client(self.address, self.token)

    def wait(self) -> int:
        """Wait until it ends by itself; return its exit status."""
        assert self._process is not None
        return self._process.wait()

    def kill_and_start_again(self) -> None:
        """Take its power away, as it were, and wait until it runs again."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._start()
        self._wait_until_running()

    def restart(self, *, kill: bool = False) -> None:
        """End it, in good order or not, start it again, and wait until it runs."""
        self._end(kill=kill)
        self._start()
        self._wait_until_running()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Kill it, and start it again when the block is over."""
        self._end(kill=True)
        yield
        self._start()
        self._wait_until_running()

    def _start(self) -> None:
        program = Path(sys.executable).with_name("hass")
        with (self._folder / "output.log").open("ab") as output:
            self._process = subprocess.Popen(
                [program, "--config", self._folder, "--skip-pip"],
                cwd=self._folder,
                # Of us it has the folder that was copied, and nothing else.
                env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Ctrl-C in the terminal is for us, and we then end it in good order.
                start_new_session=True,
            )

    def _wait_until_running(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + STARTED_WITHIN
        while not self._is_running():
            if self._process.poll() is not None:
                raise StartError(f"Home Assistant ended while starting.\n{self.log_tail}")
            if time.monotonic() > deadline:
                raise StartError(
                    f"Home Assistant did not start within {STARTED_WITHIN} s.\n{self.log_tail}"
                )
            time.sleep(0.2)

    def _is_running(self) -> bool:
        request = urllib.request.Request(  # noqa: S310 - our own address
            f"{self.address}/api/core/state", headers={"Authorization": f"Bearer {self.token}"}
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310 - likewise
                return bool(json.load(response)["state"] == "RUNNING")
        except OSError, urllib.error.HTTPError:
            return False

    def _stop(self) -> None:
        if self._process is not None:
            self._end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _end(self, *, kill: bool = False) -> None:
        assert self._process is not None
        if not kill:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(STOPPED_WITHIN)
                return
        self._process.kill()
        self._process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
