"""Where Debian's packages are no way to Python 3.14, the script says why."""

import shutil
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "install-python3.14"


def test_not_on_debian(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("bash", "env", "realpath"):
        (tools / name).symlink_to(shutil.which(name) or "/nonexistent")
    done = subprocess.run(
        [SCRIPT, tmp_path / "python"],
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "not a Debian machine: apt-get is missing\n"
    assert not (tmp_path / "python").exists()


def test_whole_installation_is_kept(tmp_path: Path) -> None:
    python = tmp_path / "bin" / "python3.14"
    python.parent.mkdir()
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    (tmp_path / ".complete").write_text(f"{tmp_path}\n")
    done = subprocess.run([SCRIPT, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == f"{python}\n"
