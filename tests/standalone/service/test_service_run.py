"""`home-agent run` in a home that is simulated: beside chats, through signals, and after death."""

import json
import signal
import socket
import stat
from collections.abc import Callable
from pathlib import Path

from tests.standalone.program import Open, Run
from tests.standalone.service.running_service import RunningService

type Start = Callable[..., RunningService]


def test_from_its_start_to_its_end(
    service: Start, run: Run, open_terminal: Open, data: Path, small_home: str
) -> None:
    """It is seen to be well, does what chats plan, tells them, and leaves nothing behind."""
    with service("--home", small_home) as running:
        running.wait_for("Connected to The home in small_home.yaml")
        health = running.health()
        assert (health.returncode, health.stderr) == (0, "")
        assert health.stdout.startswith("Well: The home in small_home.yaml connected since ")
        assert health.stdout.endswith(f", process {running.pid}.\n")
        for file in data.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file

        said = run("ask", "--home", small_home, "turn on the ceiling lamp in 1 second")
        assert said.stdout.startswith("I will turn on Ceiling lamp in 1 second")
        assert running.wait_for("As planned").endswith("As planned: Turned on the light")

        terminal = open_terminal("chat", "--home", small_home)
        terminal.wait_for("The service sees to what is for later, and tells of it here too.")
        terminal.say("set an egg timer for 1 second")
        terminal.wait_for("* The egg timer is up!")
        assert running.stop() == 0
        terminal.wait_for("* The service has ended. What is planned waits until it runs again.")
        terminal.say("set an egg timer for 1 second")
        terminal.wait_for("I cannot wait here, so I did nothing.")
    assert {path.name for path in data.iterdir()} <= {
        *("home-agent.db", "home-agent.db-shm", "home-agent.db-wal", "home-agent.users"),
        *("history", "later.lock"),
    }
    gone = run("health")
    assert (gone.returncode, gone.stdout) == (
        2,
        "No service runs. 'home-agent run' starts one.\n",
    )


def test_one_at_a_time(service: Start, open_terminal: Open, small_home: str) -> None:
    """A chat that was there first is waited for; another service is one too many."""
    terminal = open_terminal("chat", "--home", small_home)
    terminal.wait_for_prompt()
    with service("--home", small_home) as running:
        running.wait_for("sees to what is for later until it ends.")
        assert running.health().returncode == 1
        terminal.type("/quit\r")
        running.wait_for("Connected to")
        with service("--home", small_home) as second:
            assert second.wait() == 1
            assert f"runs already, as process {running.pid}." in second.log


def test_after_its_death(service: Start, run: Run, small_home: str) -> None:
    """It is told, and what was planned is there again."""
    with service("--home", small_home) as running:
        running.wait_for("Connected to")
        run("ask", "--home", small_home, "turn on the ceiling lamp tomorrow at 6 am")
        running.send(signal.SIGKILL)
        running.wait()
        died = running.health()
        assert died.returncode == 2
        assert f"the one with process {running.pid} died" in died.stdout
    with service("--home", small_home) as again:
        again.wait_for("Connected to")
        asked = run("ask", "--home", small_home, "what have you scheduled?")
        assert asked.stdout == "Planned: turn on Ceiling lamp, tomorrow at 6:00 AM.\n"


def test_what_nobody_hears_is_sent(
    service: Start, run: Run, settings: Path, tmp_path: Path
) -> None:
    """By the ways that are set; to whoever listens it is only said."""
    settings.write_text('[watch]\nnotify = ["notify.anna"]\n')
    home = tmp_path / "home.yaml"
    home.write_text("entities:\n  - {name: Anna, id: notify.anna}\n")
    with service("--home", str(home), "--log-format", "json") as running:
        running.wait_for('"event": "connected"')
        assert run("ask", "--home", str(home), "set a timer for 1 second").returncode == 0
        running.wait_for('"event": "timer_up"')
        assert '"way": "notify.send_message"' in running.wait_for('"event": "delivered"')
        status = json.loads(running.health("--json").stdout)
        assert (status["verdict"], status["pid"], status["planned"]) == ("well", running.pid, 0)
        running.send(signal.SIGINT)
        assert running.wait() == 0
    events = [json.loads(line)["event"] for line in running.lines]
    assert events == ["connected", "timer_up", "delivered", "stopping", "stopped"]


def test_what_systemd_hears(service: Start, tmp_path: Path) -> None:
    """That it is ready, alive, how it is, and that it stops."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        told: list[str] = []

        def wait_for(line: str) -> None:
            while line not in told:
                told.extend(systemd.recv(4096).decode().splitlines())

        wanted = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "300000"}
        with service(**wanted) as running:
            wait_for("READY=1")
            wait_for("STATUS=The built-in home: 0 planned, 0 watched.")
            told.clear()
            wait_for("WATCHDOG=1")
            assert running.stop() == 0
            wait_for("STOPPING=1")


def test_wrong_settings(service: Start) -> None:
    with service("--home", "nowhere.yaml") as running:
        assert running.wait() == 2
        assert "nowhere.yaml" in running.log


def test_no_place_to_keep_things(service: Start, tmp_path: Path) -> None:
    """Promising what the next power cut forgets would be a lie."""
    (tmp_path / "file").write_text("")
    with service(XDG_DATA_HOME=str(tmp_path / "file")) as running:
        assert running.wait() == 1
        assert "cannot be made" in running.log
