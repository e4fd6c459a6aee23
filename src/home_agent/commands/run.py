"""`home-agent run`: until it is told to stop, or until going on is of no use; and how that ends."""

import asyncio
import logging
import os
from collections.abc import Mapping
from dataclasses import asdict

from home_agent.engine.errors import HomeAgentError, InventoryError, SettingsError

from ..configuration import Configuration, read_configuration
from ..logs.formats import make_fields
from ..logs.log_file import start_service_log
from ..logs.settings import LogSettings
from ..options import Options
from ..remote import TokenRefusedError
from ..service.runner import ServiceRunner
from ..service.signals import run_until_signal

_LOGGER = logging.getLogger(__name__)

OK, ERROR, WRONG_SETTINGS, TOKEN_REFUSED = 0, 1, 2, 4


def run(options: Options, log: Mapping[str, str]) -> int:
    """Run until told to stop; return the exit status. What was typed of the log counts more."""
    configuration = read_configuration(options.config)
    serve = configuration.serve if configuration.serve.enabled else None
    return run_service(ServiceRunner(options, configuration, serve=serve), configuration, log)


def run_service(runner: ServiceRunner, configuration: Configuration, log: Mapping[str, str]) -> int:
    """Run a service until told to stop; return the exit status."""
    # What is kept here is nobody else's business.
    os.umask(0o077)
    start_service_log(LogSettings.from_mapping(asdict(configuration.log) | dict(log)))
    if configuration.warning:
        _LOGGER.warning("%s", configuration.warning)
    try:
        asyncio.run(_run(runner))
    except HomeAgentError as error:
        status = _status_of(error)
        _LOGGER.error("%s", error, extra=make_fields("ended", exit_status=status))  # noqa: TRY400 - said
        return status
    except Exception:
        _LOGGER.exception("Something went wrong inside Home Agent.", extra=make_fields("broken"))
        return ERROR
    _LOGGER.info("Stopped.", extra=make_fields("stopped"))
    return OK


async def _run(runner: ServiceRunner) -> None:
    await run_until_signal(runner.run())


def _status_of(error: HomeAgentError) -> int:
    match error:
        case InventoryError() | SettingsError():
            return WRONG_SETTINGS
        case TokenRefusedError():
            return TOKEN_REFUSED
    return ERROR
