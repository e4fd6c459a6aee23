"""What MCP clients may use: settings, checked at the border."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Self

from home_agent.engine.validation.fields import FieldReader


class ToolSet(StrEnum):
    """Tools that are switched on together."""

    TALK = "talk"
    """To say something in plain words."""

    LOOK = "look"
    """To look at states, and at what happened."""

    CONTROL = "control"
    """To change something, and take it back."""

    PLAN = "plan"
    """To have something done later, and to be told of something."""

    AUTOMATIONS = "automations"
    """To write automations into the home, switch and remove them, each after a person's yes."""


_USUAL = (ToolSet.TALK, ToolSet.LOOK)


@dataclass(frozen=True, slots=True, kw_only=True)
class McpSettings:
    """The home for MCP clients."""

    tools: tuple[ToolSet, ...] = _USUAL
    """The sets that are on. Empty: there is nothing for MCP clients on the port of the server."""

    confirm: bool = True
    """Whether a client that can may ask its person; else what takes a yes is refused."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known={field.name for field in fields(cls)})
        listed = reader.values.get("tools", _USUAL)
        known = {str(choice) for choice in ToolSet}
        if not isinstance(listed, list | tuple) or set(map(str, listed)) - known:
            reader.note("tools", "some_of", choices=", ".join(ToolSet))
            listed = ()
        wanted = set(map(str, listed))
        settings = cls(
            tools=tuple(choice for choice in ToolSet if choice in wanted),
            confirm=reader.flag("confirm", default=True),
        )
        reader.check()
        return settings
