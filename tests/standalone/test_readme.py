"""The README's transcript is a real one."""

import re
from pathlib import Path

from tests.standalone.program import Run

README = Path(__file__).parents[2] / "README.md"


def test_transcript_is_what_the_program_prints(run: Run) -> None:
    """Say what the README says was said, and compare."""
    block = r"^```transcript\n(.*?)^```$"
    [transcript] = re.findall(block, README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    said = re.findall(r"^> (.*)$", transcript, re.MULTILINE)
    assert len(said) > 5
    assert run("chat", "--transcript", said="\n".join(said)).stdout == transcript
