"""What every command lets a person choose."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """What was typed about the model, not yet checked."""

    model: str | None = None
    base_url: str | None = None
    provider: str | None = None
    protocol: str | None = None

    @property
    def typed(self) -> dict[str, str]:
        """The settings that were typed; an empty one is none."""
        return {
            name: value
            for name, value in (
                ("model", self.model),
                ("base_url", self.base_url),
                ("kind", self.provider),
                ("protocol", self.protocol),
            )
            if value
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteChoice:
    """What was typed about a Home Assistant elsewhere, not yet checked."""

    url: str | None = None
    token: str | None = field(default=None, repr=False)
    token_file: Path | None = None
    insecure: bool = False
    """Whether any certificate will do, because it is the person's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices, as they were typed and not yet checked."""

    config: Path | None = None
    """Another settings file than the usual one."""

    home: Path | None = None
    """An inventory; without one, the built-in home."""

    remote: RemoteChoice = field(default_factory=RemoteChoice)
    """A real home instead."""

    language: str | None = None
    room: str | None = None
    model: ModelChoice = field(default_factory=ModelChoice)
