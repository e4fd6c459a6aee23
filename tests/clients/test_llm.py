"""`llm`, the command line tool, with an extra-openai-models.yaml as its page has it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.standalone.program import PATIENCE
from tests.standalone.server.running_server import RunningServer

LLM = Path(sys.executable).with_name("llm")


@pytest.fixture
def folder(server: RunningServer, tmp_path: Path) -> Path:
    """What a person has in the folder of `llm`."""
    models = f"""\
- model_id: home
  model_name: home-agent
  api_base: "{server.address}/v1"
  api_key_name: home
"""
    (tmp_path / "extra-openai-models.yaml").write_text(models)
    return tmp_path


def llm(folder: Path, *arguments: str) -> str:
    """What it prints."""
    ended = subprocess.run(
        [LLM, *arguments],
        env={"HOME": str(folder), "LLM_USER_PATH": str(folder), "PATH": ""},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("more", [[], ["--no-stream"]])
def test_a_question(server: RunningServer, folder: Path, more: list[str]) -> None:
    llm(folder, "keys", "set", "home", "--value", server.keys["phone"])
    assert "ocked" in llm(folder, "-m", "home", *more, "is the front door locked?")


def test_it_goes_on(server: RunningServer, folder: Path) -> None:
    """A question of ours is answered by `llm -c`."""
    llm(folder, "keys", "set", "home", "--value", server.keys["phone"])
    llm(folder, "-m", "home", "lock the front door")
    asked = llm(folder, "-m", "home", "unlock the front door")
    assert asked.strip().endswith("?")
    llm(folder, "-c", "yes")
    assert "unlocked" in llm(folder, "-m", "home", "is the front door locked?").lower()
