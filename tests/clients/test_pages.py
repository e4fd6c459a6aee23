"""What the pages of docs/clients/ say to paste, pasted."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.standalone.program import PATIENCE
from tests.standalone.server.running_server import RunningServer

PAGES = Path(__file__).parents[2] / "docs" / "clients"
BLOCK = re.compile(r"^```(python|bash)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(kind, block, id=f"{page.stem}-{at}")
    for page in sorted(PAGES.glob("*.md"))
    for at, (kind, block) in enumerate(BLOCK.findall(page.read_text("utf-8")))
]
LINE = {"python": [sys.executable, "-W", "ignore", "-c"], "bash": ["bash", "-euc"]}


@pytest.mark.parametrize(("kind", "block"), BLOCKS)
def test_it_works_as_it_stands(server: RunningServer, kind: str, block: str) -> None:
    """With an address and a key in it, and nothing else changed."""
    pasted = block.replace("ADDRESS", server.address).replace("KEY", server.keys["phone"])
    ended = subprocess.run(
        [*LINE[kind], pasted], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip()
    assert "invalid_request_error" not in ended.stdout


def test_each_program_has_a_page() -> None:
    listed = (PAGES.parent / "clients.md").read_text("utf-8")
    assert all(f"clients/{page.name}" in listed for page in PAGES.glob("*.md"))
    programs = {"curl", "home-assistant", "langchain", "llm", "mcp", "openai", "pydantic-ai"}
    assert {page.stem for page in PAGES.glob("*.md")} == programs
