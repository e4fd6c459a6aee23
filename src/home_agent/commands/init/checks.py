"""Whether what was answered is so: by getting in, and by asking."""

import os
from dataclasses import dataclass
from ssl import SSLCertVerificationError

from rich.console import Console

from home_agent.checks.model_check import Level, check_model
from home_agent.commands.doctor import line_of
from home_agent.commands.home import home_summary
from home_agent.engine.llm.settings import ModelSettings
from home_agent.remote import Access, RemoteHome
from home_agent.remote.errors import RemoteError


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundHome:
    """What there is behind an address."""

    name: str
    language: str
    in_short: str
    notify: tuple[str, ...]
    """Its services that send something to people."""


async def inspect_home(access: Access) -> FoundHome:
    """Get in and look around; raise a `RemoteError`."""
    home = RemoteHome(access)
    try:
        await home.open()
        layout = home.snapshot().layout
        return FoundHome(
            name=home.name or "Home Assistant",
            language=home.language,
            in_short=home_summary(layout),
            notify=tuple(
                sorted(service for service in layout.services if service.startswith("notify."))
            ),
        )
    finally:
        await home.close()


def about_certificate(error: RemoteError) -> bool:
    """Whether it is only the certificate that keeps us out."""
    return isinstance(error.__cause__, SSLCertVerificationError)


async def show_model_check(model: ModelSettings, console: Console) -> tuple[str, ...]:
    """Ask the model as the doctor does, show what is found, and return what is wrong."""
    wrong = []
    async for finding in check_model(model, os.environ):
        if finding.level is Level.FIX:
            wrong.append(finding.what)
        console.print(line_of(finding), soft_wrap=True)
    return tuple(wrong)
