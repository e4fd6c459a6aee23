"""The real server, once for all clients."""

from collections.abc import Iterator

import pytest

from tests.standalone.server.running_server import RunningServer, start


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The server, with a key called phone that may do anything."""
    running = start(tmp_path_factory.mktemp("server"), "--port", "0")
    running.add_key("phone", "--requests-a-minute", "100000")
    yield running
    running.stop()
