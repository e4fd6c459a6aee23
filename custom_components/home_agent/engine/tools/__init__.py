"""What a model may use: it looks and it acts, always through the same gate as everyone."""

from .default import default_tools
from .settings import ToolSettings
from .tool import Acted, Surroundings, Tool, ToolResult, Touches, failed
from .toolbox import Toolbox
from .used import Ended, Used

__all__ = [
    "Acted",
    "Ended",
    "Surroundings",
    "Tool",
    "ToolResult",
    "ToolSettings",
    "Toolbox",
    "Touches",
    "Used",
    "default_tools",
    "failed",
]
