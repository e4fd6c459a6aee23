"""What a migration makes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedPart:
    """Something that is not carried over."""

    what: str
    why: str
    """A sentence; what to do instead, where something can be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """What was found, in our form."""

    settings: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """By section, as `Settings.from_mapping` takes them. May hold a key."""

    tools: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    """As they are written under `custom_tools`."""

    carried: tuple[str, ...] = ()
    """A line for each thing that is carried over, without secrets."""

    left_out: tuple[SkippedPart, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be written."""
        return not self.settings and not self.tools
