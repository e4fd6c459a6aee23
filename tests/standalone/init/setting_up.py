"""What the tests of `home-agent init` share: a model that does well, and a look at the file."""

import tomllib
from pathlib import Path
from typing import Any

from tests.engine.llm.scripted_answers import Called, Says

KEY = "sk-init-secret-key"
COUNTED = Says(text="One, two, three, four, five, six, seven, eight, nine, ten.")
SWITCHES = Says(
    calls=(Called(name="ha_control", arguments={"action": "turn_on", "entity_id": "x"}, id="1"),)
)


def held_in(file: Path) -> dict[str, Any]:
    """What a settings file says."""
    return tomllib.loads(file.read_text("utf-8"))


def text_of(file: Path) -> str:
    """A file, letter by letter."""
    return file.read_text("utf-8")


def put(file: Path, text: str) -> None:
    """Write a settings file, as a person does."""
    file.write_text(text, "utf-8")


def is_there(file: Path) -> bool:
    """Whether there is such a file or folder."""
    return file.exists()


def modes(*files: Path) -> set[int]:
    """Who may do what with these."""
    return {file.stat().st_mode & 0o777 for file in files}
