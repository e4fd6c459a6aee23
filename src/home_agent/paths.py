"""Where things live: the XDG folders, as far as this machine lets us use them."""

import hashlib
import os
from pathlib import Path

_OURS = "home-agent"


def data_folder() -> Path | None:
    """Where the chat keeps its history and conversations; None where there is no home."""
    return _folder("XDG_DATA_HOME", ".local/share")


def config_folder() -> Path | None:
    """Where the settings are looked for."""
    return _folder("XDG_CONFIG_HOME", ".config")


def cache_folder() -> Path | None:
    """Where what was worked out is kept for the next start."""
    return _folder("XDG_CACHE_HOME", ".cache")


def own_file(folder: Path, home: str, name: str) -> Path:
    """A file that each home has of its own; those that are only simulated share one."""
    if not home:
        return folder / name
    mark = hashlib.sha256(home.encode()).hexdigest()[:12]
    stem, dot, ending = name.partition(".")
    return folder / f"{stem}-{mark}{dot}{ending}"


def _folder(variable: str, below_home: str) -> Path | None:
    base = Path(os.environ.get(variable) or "")
    # The XDG specification has us ignore relative paths.
    if base.is_absolute():
        return base / _OURS
    if os.environ.get("HOME") == "":
        # Python takes this for the root of the file system, which is nobody's home.
        return None
    try:
        return Path.home() / below_home / _OURS
    except RuntimeError:
        return None
