"""A `.env` file in the current folder, for whoever keeps addresses and tokens in one."""

import os
import re
from collections.abc import MutableMapping
from pathlib import Path

_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*")
# Only what is ours: the file may belong to another program that lives in the same folder.
_OURS = ("HOME_AGENT_", "HOME_ASSISTANT_")

TAKEN: set[str] = set()
"""The variables of this process that came out of such a file."""


def read_env_file(
    file: Path = Path(".env"), environment: MutableMapping[str, str] = os.environ
) -> None:
    """Take over our variables from the file, if there is one; those that are set already stay."""
    try:
        lines = file.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        found = _LINE.fullmatch(line)
        if found and found[1].startswith(_OURS) and found[1] not in environment:
            environment[found[1]] = _value(found[2])
            TAKEN.add(found[1])


def _value(written: str) -> str:
    """What stands behind the =, without quotes and without a comment."""
    if quoted := re.match(r"""(["'])(.*?)\1(?:\s+#.*)?$""", written):
        return quoted[2]
    return re.split(r"\s+#", f" {written}", maxsplit=1)[0].strip()
