"""What is in deploy/ fits the program: units, container file, and a wheel in an empty place."""

import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from home_agent.commands import run as running
from home_agent.configuration import read_configuration

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = ("home-agent.service", "home-agent-user.service")
PATIENCE = 90


def _settings(unit: str) -> list[tuple[str, str]]:
    lines = (DEPLOY / unit).read_text().splitlines()
    return [
        (name, value) for name, found, value in (line.partition("=") for line in lines) if found
    ]


@pytest.mark.parametrize("unit", UNITS)
def test_unit(unit: str, tmp_path: Path) -> None:
    """Systemd finds nothing to complain of."""
    if (analyze := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd is not installed")
    # What is to be started need not be installed here.
    text = re.sub(r"ExecStart=\S+", f"ExecStart={sys.executable}", (DEPLOY / unit).read_text())
    (tmp_path / "home-agent.service").write_text(text)
    finished = subprocess.run(
        [analyze, "verify", tmp_path / "home-agent.service"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (finished.returncode, finished.stdout + finished.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS)
def test_what_trying_again_does_not_help_is_not_tried_again(unit: str) -> None:
    statuses = f"{running.WRONG_SETTINGS} {running.TOKEN_REFUSED}"
    assert ("RestartPreventExitStatus", statuses) in _settings(unit)


def test_settings_handed_over_by_systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lets the service read them in a way that looks like more than that, and is not."""
    settings = tmp_path / "settings.toml"
    settings.write_text('[safety]\npin = "4711"\n')
    settings.chmod(0o440)
    assert "others on this machine may read it" in read_configuration(settings, {}).warning
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert read_configuration(settings, {}).warning == ""


def test_container_file_copies_what_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE)
    paths = [path for item in copied for path in item.split()]
    assert "src" in paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_compose_file_sets_what_there_is(tmp_path: Path) -> None:
    """The variables are settings of ours, and the files are where they are looked for."""
    (service,) = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"].values()
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    configuration = read_configuration(Path(os.devnull), service["environment"])
    assert configuration.log.format == "json"
    assert configuration.home_set.url is not None
    assert configuration.home_set.token_file == Path("/run/secrets/token")


def test_the_wheel_runs_in_an_empty_place(tmp_path: Path) -> None:
    """Without a home folder, in a folder that cannot be written to, as in a container."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    (tmp_path / "read-only").mkdir(mode=0o555)
    program = [sys.executable, "-m", "home_agent"]
    cwd = tmp_path / "read-only"
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(tmp_path / "installed"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_DATA_HOME": str(tmp_path / "state"),
        "XDG_CONFIG_HOME": str(tmp_path / "etc"),
    }
    before = set(tmp_path.rglob("*"))
    with subprocess.Popen(
        [*program, "run"], stderr=subprocess.PIPE, text=True, cwd=cwd, env=env
    ) as service:
        try:
            assert service.stderr is not None
            assert "Connected to The built-in home" in service.stderr.readline()
            health = [*program, "health"]
            subprocess.run(health, check=True, timeout=PATIENCE, cwd=cwd, env=env)
            service.send_signal(signal.SIGTERM)
            assert service.wait(PATIENCE) == 0
        finally:
            service.kill()
    new = {str(path.relative_to(tmp_path)) for path in set(tmp_path.rglob("*")) - before}
    assert {item.partition("/")[0] for item in new} == {"state"}
