"""Killed 200 times in the middle of remembering: nothing is lost, and nothing is doubled."""

import asyncio
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.engine.memory.crashing import THINGS, open_memories, open_store

PROGRAM = Path(__file__).with_name("crashing.py")
LIVES = 200


def test_killed_again_and_again(tmp_path: Path) -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    subprocess.run(
        [sys.executable, PROGRAM, tmp_path, str(LIVES)],
        env=os.environ | {"PYTHONPATH": paths},
        check=True,
        timeout=300,
    )
    lines = (tmp_path / "promised").read_text().splitlines()
    memories = asyncio.run(open_memories(open_store(tmp_path)).everything())
    remembered = [memory.content for memory in memories]

    facts = {line.removeprefix("kept ") for line in lines if line.startswith("kept life")}
    assert len(facts) > 10, "nothing was remembered"
    assert facts <= set(remembered), "something was remembered and forgotten"
    assert max(Counter(remembered).values()) == 1, "something is remembered twice"
    for thing in THINGS:
        told = [line for line in lines if f"the {thing} is" in line]
        kept = [at for at, line in enumerate(told) if line.startswith("kept")]
        assert kept, "nothing was remembered"
        places = [content for content in remembered if f"the {thing} is" in content]
        assert len(places) == 1, f"{thing} is in several places, or in none"
        # Where it was said to be last; or somebody who moved it was killed before they said so.
        assert _room(places[0]) in {*map(_room, told[kept[-1] :])}


def _room(line: str) -> str:
    found = re.search(r"room (\d+)", line)
    assert found is not None
    return found[1]
