"""A cache on disk of what is derived from the files that come with us, for the next start.

Only where a shell has a folder for it (`set_cache_folder`). It is plain JSON under a name that
tells what it was made of, so that whatever changes is made anew. Nothing depends on it: what is
damaged, missing or somebody else's is not used, and what cannot be written is not kept.
"""

import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


class _Cache:
    """Where the files are; `None` until a shell sets it."""

    folder: Path | None = None


def set_cache_folder(folder: Path | None) -> None:
    """Cache in this folder, if it can be made and only we can write there."""
    _Cache.folder = None
    if folder is None:
        return
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_ours(folder.stat()):
            _Cache.folder = folder


def cached_json(name: str, made_of: Iterable[bytes], make: Callable[[], Any]) -> Any:  # noqa: ANN401 - JSON
    """What `make` makes of these contents, cached: anything that JSON keeps as it is."""
    if _Cache.folder is None:
        return make()
    digest = hashlib.sha256()
    for part in made_of:
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    file = _Cache.folder / f"{name}-{digest.hexdigest()[:32]}.json"
    with suppress(OSError, ValueError, RecursionError):
        return _read(file)
    value = make()
    with suppress(OSError):
        _write(file, value)
        _remove_older(file, name)
    return value


def _read(file: Path) -> Any:  # noqa: ANN401 - JSON
    with os.fdopen(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as stream:
        if not _is_ours(os.fstat(stream.fileno())):
            raise PermissionError(f"{file} may have been written by somebody else.")
        return json.loads(stream.read())


def _write(file: Path, value: Any) -> None:  # noqa: ANN401 - JSON
    """Put it there whole or not at all, whoever else does the same."""
    import tempfile  # noqa: PLC0415 - seldom needed

    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".new-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            json.dump(value, stream, ensure_ascii=False, separators=(",", ":"))
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _remove_older(kept: Path, name: str) -> None:
    for file in kept.parent.glob(f"{name}-*.json"):
        if file != kept:
            file.unlink(missing_ok=True)


def _is_ours(found: os.stat_result) -> bool:
    return found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_MAY_WRITE
