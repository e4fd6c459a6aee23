"""On whose behalf something is done, and how they asked for it."""

from dataclasses import dataclass
from enum import StrEnum


class Origin(StrEnum):
    """How a wish reached us."""

    CHAT = "chat"
    VOICE = "voice"
    MODEL = "model"
    SCHEDULE = "schedule"
    AUTOMATION = "automation"
    MCP = "mcp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """Who wants it, and whether they were asked again."""

    origin: Origin = Origin.CHAT
    user_id: str | None = None
    conversation_id: str | None = None
    confirmed: bool = False
    """Whether the person said yes to exactly this, or gave the PIN for it."""

    language: str = "en"
    """What they speak, for what they are told when it is done."""

    area_id: str | None = None
    """The room that they were in."""
