"""What Python compiles anew at every start is kept beside its bytecode: the methods of dataclasses.

A sentence takes a few hundred of them along, `dataclasses` writes the source of each as they are
loaded, and compiling it takes as long as all the rest of the loading. Code is found by the very
source that it was compiled from, so that it cannot be out of date; the file is trusted as the
bytecode beside it is, and made anew where it is missing, damaged or of another Python. Run as a
program, it is made before anybody asks.
"""

import contextlib
import dataclasses
import marshal
import os
import sys
import zlib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any

_HEADER = sys.version.encode()


@contextlib.contextmanager
def kept_code() -> Iterator[None]:
    """Load modules with the code that is kept, and keep what they needed besides."""
    path = _path()
    kept = {} if path is None else _read(path)
    new: dict[str, CodeType] = {}

    def run_source(source: str, global_names: dict[str, Any], names: dict[str, Any]) -> None:
        code = kept.get(source)
        if code is None:
            code = new[source] = compile(source, "<string>", "exec", dont_inherit=True)
        exec(code, global_names, names)  # noqa: S102 - as `dataclasses` does it

    # Found before the one that is built in. Should a later Python not look for it, nothing is kept.
    names_of_dataclasses = vars(dataclasses)
    names_of_dataclasses["exec"] = run_source
    try:
        yield
    finally:
        del names_of_dataclasses["exec"]
    if new and path is not None and not sys.dont_write_bytecode:
        _write(path, kept | new)


def _path() -> Path | None:
    """Beside the bytecode of this module; None where there is no place for that."""
    cached: str | None = getattr(__spec__, "cached", None)
    return None if cached is None else Path(cached).with_suffix(".dataclasses")


def _read(path: Path) -> dict[str, CodeType]:
    try:
        whole = path.read_bytes()
        start = len(_HEADER)
        checksum, content = whole[start : start + 4], memoryview(whole)[start + 4 :]
        if whole[:start] == _HEADER and checksum == _checksum(content):
            kept: dict[str, CodeType] = marshal.loads(content)  # noqa: S302 - trusted as bytecode is
            return kept
    except OSError, ValueError, EOFError, TypeError:
        pass
    return {}


def _write(path: Path, kept: dict[str, CodeType]) -> None:
    """Replace the file in one step. Who cannot write here compiles again."""
    content = marshal.dumps(kept)
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(_HEADER + _checksum(content) + content)
        partial.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


def _checksum(content: bytes | memoryview) -> bytes:
    return zlib.crc32(content).to_bytes(4)


if __name__ == "__main__":
    with kept_code():
        import_module("home_agent.commands.ask")
