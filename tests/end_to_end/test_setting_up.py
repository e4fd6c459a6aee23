"""`home-agent init` and a real Home Assistant: what is checked and written, and then works."""

import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from scripts.real_hass import Client, RealHass

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".venv" / "bin" / "home-agent"
PATIENCE = 120


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A person's environment, in which nothing is set."""
    kept = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src")}
    return kept | {"HOME": str(tmp_path), "LANG": "C.UTF-8"}


def run(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """The app, run to its end."""
    return subprocess.run(
        [PROGRAM, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


async def test_init(
    hass_process: RealHass, client: Client, environment: dict[str, str], tmp_path: Path
) -> None:
    """A wrong token is refused and nothing written; with the right one everything works."""
    file = tmp_path / ".config/home-agent/settings.toml"
    token = tmp_path / "token"
    url = ("init", "--url", f"{hass_process.address}/lovelace/0", "--token-file", str(token))
    token.write_text("eyJ.wrong.token")
    wrong = run(*url, "--yes", environment=environment)
    assert wrong.returncode == 1
    assert "does not accept the token" in wrong.stderr
    assert not file.exists()
    token.write_text(hass_process.token)
    done = run(*url, "--language", "en", "--yes", environment=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Connected to " in done.stdout
    assert hass_process.token not in done.stdout
    home = {"url": hass_process.address, "token_file": str(token)}
    assert tomllib.loads(file.read_text()) == {"language": "en", "home": home}
    assert file.stat().st_mode & 0o777 == 0o600
    await client.post("/api/services/light/turn_off", {"entity_id": "light.bed_light"})
    asked = run("ask", "turn on the bed light", environment=environment)
    assert (asked.stdout, asked.stderr) == ("Turned on the light\n", "")
    assert await client.state("light.bed_light") == "on"
