"""A real MCP server, in a process of its own."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("library_server.py")


@contextmanager
def running(kind: str, folder: Path, port: str = "0") -> Iterator[str]:
    """The address of a server of this kind."""
    port_file = folder / "port"
    port_file.unlink(missing_ok=True)
    process = subprocess.Popen([sys.executable, PROGRAM, kind, port_file, port])
    try:
        for _ in range(300):
            if port_file.exists() and (heard := port_file.read_text(encoding="ascii")):
                break
            time.sleep(0.1)
        else:
            pytest.fail("the MCP server does not start")
        yield f"http://127.0.0.1:{heard}/{'mcp' if kind == 'http' else 'sse'}"
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Over streamable HTTP."""
    with running("http", tmp_path_factory.mktemp("library")) as address:
        yield address


@pytest.fixture(scope="module")
def old_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """By event streams, as older servers are."""
    with running("sse", tmp_path_factory.mktemp("old_library")) as address:
        yield address
