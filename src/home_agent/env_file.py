"""A `.env` file in the current folder, for whoever keeps addresses and tokens in one."""

import os
import re
from collections.abc import MutableMapping
from pathlib import Path

from .terminal.bounded_input import read_bounded

_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*")
# Only what is ours: the file may belong to another program that lives in the same folder.
_OURS = ("HOME_AGENT_", "HOME_ASSISTANT_")
# Keys go to the server that they are for and nowhere else, so that they may stand here, too.
_KEYS = frozenset({"OPENAI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"})
# What would lead such a key elsewhere.
_SERVERS = frozenset({"OPENAI_BASE_URL", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"})

# A folder that somebody happens to stand in does not decide what is allowed in the house.
_NOT_FROM_HERE = ("HOME_AGENT_CONFIG", "HOME_AGENT_SAFETY")

TAKEN: set[str] = set()
"""The variables of this process that came out of such a file."""

IGNORED: list[str] = []
"""What else stands in it: names of others, and lines that nobody can read."""


def read_env_file(
    file: Path = Path(".env"), environment: MutableMapping[str, str] = os.environ
) -> tuple[str, ...]:
    """Take over our variables from the file, if there is one; those that are set already stay.

    Return the names that are left out, because they belong elsewhere. What is not ours is noted.
    """
    try:
        lines = read_bounded(file).decode("utf-8", "replace").splitlines()
    except OSError:
        return ()
    left = []
    IGNORED.clear()
    for number, line in enumerate(lines, 1):
        found = _LINE.fullmatch(line)
        if found is None:
            if line.strip() and not line.lstrip().startswith("#"):
                IGNORED.append(f"line {number}")
            continue
        name, written = found.groups()
        if not name.startswith(_OURS) and name not in _KEYS | _SERVERS:
            IGNORED.append(name)
            continue
        if name in environment:
            continue
        if name.startswith(_NOT_FROM_HERE) or name in _SERVERS:
            left.append(name)
            continue
        environment[name] = _value(written)
        TAKEN.add(name)
    return tuple(left)


def _value(written: str) -> str:
    """What stands behind the =, without quotes and without a comment."""
    if quoted := re.match(r"""(["'])(.*?)\1(?:\s+#.*)?$""", written):
        return quoted[2]
    return re.split(r"\s+#", f" {written}", maxsplit=1)[0].strip()
