"""`home-agent serve`: the home behind an API, until told to stop."""

import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..configuration import read_configuration
from ..configuration.serve import ServeSettings
from ..options import Options
from ..service.runner import ServiceRunner
from .run import run_service


def serve(options: Options, typed: Mapping[str, Any], log: Mapping[str, str]) -> int:
    """Serve until told to stop; return the exit status. What was typed counts more."""
    configuration = read_configuration(options.config)
    set_before = {
        name: str(value) if name.startswith("certificate") else value
        for name, value in asdict(configuration.serve).items()
        if value is not None
    }
    settings = ServeSettings.from_mapping({**set_before, **typed})
    runner = ServiceRunner(options, configuration, serve=settings, beside=True, ready=_tell)
    return run_service(runner, configuration, log)


def _tell(address: str) -> None:
    """On standard output, for whoever waits for it: a person, or a program that started us."""
    if sys.stdout is not None:
        sys.stdout.write(f"Listening on {address}\n")
        sys.stdout.flush()
