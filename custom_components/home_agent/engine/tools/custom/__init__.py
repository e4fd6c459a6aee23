"""Tools that a person declares: a name, a description, a schema, and a handler of some type.

`ToolDeclaration` is one of them as it was written, read alike from Home Assistant's
configuration.yaml and from the app's settings.toml. `handler.py` says how a type is added.
"""

from .declaration import ToolDeclaration, WrongTool, read_custom_tools, split_custom_tools
from .fetch import Fetch, FetchFailedError, FetchResult, Request
from .tools import CustomTools, build_custom_tools, build_offered_tools

__all__ = [
    "CustomTools",
    "Fetch",
    "FetchFailedError",
    "FetchResult",
    "Request",
    "ToolDeclaration",
    "WrongTool",
    "build_custom_tools",
    "build_offered_tools",
    "read_custom_tools",
    "split_custom_tools",
]
