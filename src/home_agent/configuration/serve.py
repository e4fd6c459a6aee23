"""What `home-agent serve` listens on and whom it lets in: settings, checked at the border."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Self

from home_agent.engine.validation.fields import FieldReader

_HOST, _PORT = "127.0.0.1", 8124
_HIGHEST_PORT = 65535


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeSettings:
    """The server."""

    enabled: bool = False
    """Whether `home-agent run` serves, too."""

    host: str = _HOST
    port: int = _PORT
    keyless: bool = False
    """Whether programs on this machine need no key. Others always do."""

    certificate: Path | None = None
    """With its key: for https."""

    certificate_key: Path | None = None
    cors_origins: tuple[str, ...] = ()
    """Web pages that may ask from a browser, by scheme, host and port."""

    page: bool = True
    """Whether there is a page for people."""

    requests_a_minute: int = 120
    """Of one key."""

    tokens_a_day: int = 0
    """Of models, by one key; 0: as many as it wants."""

    max_request_kb: int = 1024
    timeout: float = 120.0
    """After so many seconds a caller is told that there is no answer."""

    @property
    def is_local(self) -> bool:
        """Whether only programs on this machine get through."""
        return is_loopback(self.host)

    def below(self, file: Path | None) -> Self:
        """The same, with paths from the folder of a settings file."""
        if file is None:
            return self
        folder = file.absolute().parent
        return replace(
            self,
            certificate=self.certificate and folder / self.certificate,
            certificate_key=self.certificate_key and folder / self.certificate_key,
        )

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known={field.name for field in fields(cls)})
        settings = cls(
            enabled=reader.flag("enabled", default=False),
            host=reader.text("host", _HOST),
            port=reader.whole("port", _PORT, least=0, most=_HIGHEST_PORT),
            keyless=reader.flag("keyless", default=False),
            certificate=_path(reader, "certificate"),
            certificate_key=_path(reader, "certificate_key"),
            cors_origins=tuple(sorted(reader.words("cors_origins"))),
            page=reader.flag("page", default=True),
            requests_a_minute=reader.whole("requests_a_minute", 120),
            tokens_a_day=reader.whole("tokens_a_day", 0, least=0),
            max_request_kb=reader.whole("max_request_kb", 1024, most=65536),
            timeout=reader.number("timeout", 120.0, least=1, most=3600),
        )
        reader.problems += settings.contradictions()
        reader.check()
        return settings

    def contradictions(self) -> list[str]:
        """What does not go together."""
        found = []
        if self.keyless and not self.is_local:
            found.append(
                "keyless: only a server on loopback, such as 127.0.0.1, goes without keys."
            )
        if (self.certificate is None) != (self.certificate_key is None):
            found.append("certificate: needs certificate_key beside it, and the other way round.")
        return found


def is_loopback(host: str) -> bool:
    """Whether an address is only reached from this machine."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def _path(reader: FieldReader, name: str) -> Path | None:
    written = reader.text(name)
    if not written:
        return None
    try:
        return Path(written).expanduser()
    except RuntimeError:
        reader.problems.append(f"{name}: nobody here is called {Path(written).parts[0][1:]}.")
        return None
