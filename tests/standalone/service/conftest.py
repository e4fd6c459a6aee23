"""The service, ended whatever happens."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.standalone.program import PROGRAM
from tests.standalone.service.running_service import RunningService


@pytest.fixture
def service(environment: dict[str, str], tmp_path: Path) -> Callable[..., RunningService]:
    """The service, to be started with arguments and variables."""

    def service(*arguments: str, **variables: str) -> RunningService:
        return RunningService(PROGRAM, environment | variables, *arguments, cwd=tmp_path)

    return service
