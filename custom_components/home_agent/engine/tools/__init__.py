"""What a model may use: it looks and it acts, always through the same gate as everyone.

Loaded name by name, since an agent without a model needs next to nothing of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .call_history import Ended, Used
    from .default import default_tools
    from .settings import ToolSettings
    from .tool import Acted, Surroundings, Tool, ToolResult, Touches, failed
    from .toolbox import Toolbox

_WHERE = {
    "Acted": "tool",
    "Ended": "call_history",
    "Surroundings": "tool",
    "Tool": "tool",
    "ToolResult": "tool",
    "ToolSettings": "settings",
    "Toolbox": "toolbox",
    "Touches": "tool",
    "Used": "call_history",
    "default_tools": "default",
    "failed": "tool",
}

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


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
