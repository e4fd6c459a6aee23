"""The real server, started as a person starts it, with data of its own."""

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx2


PROGRAM = Path(sys.executable).with_name("home-agent")
PATIENCE = 90
"""Seconds: far more than anything takes, so that a slow machine does not fail a test."""


@dataclass(slots=True)
class RunningServer:
    """A server in a process of its own."""

    program: Path
    process: subprocess.Popen[str]
    address: str
    environment: dict[str, str]
    log: Path
    keys: dict[str, str] = field(default_factory=dict)
    clients: list[httpx2.Client] = field(default_factory=list)

    def add_key(self, name: str, *options: str) -> str:
        """Make a key while the server runs."""
        self.keys[name] = self.run("keys", "add", name, *options).stdout.strip()
        return self.keys[name]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another command with the same data."""
        return subprocess.run(
            [self.program, *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )

    def client(self, key: str = "") -> httpx2.Client:
        """A plain client that comes with a key."""
        import httpx2  # noqa: PLC0415 - not in every environment that starts a server

        headers = {"Authorization": f"Bearer {key}"} if key else {}
        client = httpx2.Client(base_url=self.address, headers=headers, timeout=PATIENCE)
        self.clients.append(client)
        return client

    def stop(self) -> int:
        """Stop it in order; return its exit status."""
        for client in self.clients:
            client.close()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status


def start(
    folder: Path,
    *options: str,
    settings: str = "",
    command: str = "serve",
    program: Path = PROGRAM,
) -> RunningServer:
    """Start a server on any port that is free, and wait until it says where it is."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("HOME_A")},
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    config = folder / "config" / "home-agent"
    config.mkdir(parents=True, exist_ok=True)
    (config / "settings.toml").write_text(settings)
    log = folder / f"{command}.log"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [str(program), command, *options],
            env=environment,
            stdout=subprocess.PIPE,
            # A service writes to its log alone.
            stderr=errors if command == "serve" else subprocess.STDOUT,
            text=True,
        )
    return RunningServer(program, process, _address(process, log), environment, log)


def _address(process: subprocess.Popen[str], log: Path) -> str:
    """Where it listens, as soon as it says so."""
    assert process.stdout is not None
    while line := process.stdout.readline():
        if found := re.search(r"Listening on (\S+?)\.?$", line):
            return found[1]
    raise AssertionError(log.read_text())


def said(*messages: str, model: str = "home-agent", **more: Any) -> dict[str, Any]:
    """A request: a user's words and ours by turns, the user's first."""
    roles = ("user", "assistant")
    listed = [{"role": roles[at % 2], "content": text} for at, text in enumerate(messages)]
    return {"model": model, "messages": listed, **more}
