"""The engine of Home Agent: plain Python, imports nothing of Home Assistant."""

from .agent import Agent
from .agent_builder import build_agent
from .authority import Origin
from .errors import HomeAgentError
from .language import languages, match_language
from .settings import Settings
from .turn import Reply, Tier, Turn, Verdict

__all__ = [
    "Agent",
    "HomeAgentError",
    "Origin",
    "Reply",
    "Settings",
    "Tier",
    "Turn",
    "Verdict",
    "build_agent",
    "languages",
    "match_language",
]
