"""A Chromium without a screen, driven by its own protocol: for what needs no more than a look."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("chromium", "chromium-browser", "google-chrome")
_PATIENCE = 60.0
_BETWEEN_LOOKS = 0.05


def find_chromium() -> str | None:
    """Return where this machine has one; None if it has none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Tab:
    """One page of the browser."""

    def __init__(self, socket: ClientConnection) -> None:
        """Drive it through this socket."""
        self._socket = socket
        self._ids = itertools.count(1)

    def open(self, address: str) -> None:
        """Go there."""
        self.send("Page.navigate", url=address)

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - JSON
        """Return what an expression is worth there, awaited if it is a promise."""
        told = self.send(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in told:
            raise RuntimeError(json.dumps(told["exceptionDetails"]))
        return told["result"].get("value")

    def wait_for(self, expression: str) -> Any:  # noqa: ANN401 - JSON
        """Wait until an expression is true there, and return it. Raises `TimeoutError`."""
        ends = time.monotonic() + _PATIENCE
        while time.monotonic() < ends:
            if found := self.evaluate(expression):
                return found
            time.sleep(_BETWEEN_LOOKS)
        raise TimeoutError(expression)

    def send(self, method: str, **params: object) -> dict[str, Any]:
        """Ask the browser for something."""
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=_PATIENCE))
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(json.dumps(answer["error"]))
                return dict(answer["result"])


@contextmanager
def open_tab(program: str) -> Iterator[Tab]:
    """Open a browser with nothing in it meanwhile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = subprocess.Popen(
            [
                *(program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
                *(f"--user-data-dir={folder}", "--remote-debugging-port=0", "--lang=en"),
                *("--window-size=1280,800", "about:blank"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            port = _wait_for_port(Path(folder) / "DevToolsActivePort")
            with _connect(port) as socket:
                yield Tab(socket)
        finally:
            browser.terminate()
            browser.wait()


def _wait_for_port(file: Path) -> str:
    ends = time.monotonic() + _PATIENCE
    while time.monotonic() < ends:
        if file.exists() and (lines := file.read_text().splitlines()):
            return lines[0]
        time.sleep(_BETWEEN_LOOKS)
    raise TimeoutError(file)


def _connect(port: str) -> ClientConnection:
    import urllib.request  # noqa: PLC0415 - here alone

    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as told:
        pages = [page for page in json.load(told) if page["type"] == "page"]
    return connect(pages[0]["webSocketDebuggerUrl"], max_size=None, proxy=None)
