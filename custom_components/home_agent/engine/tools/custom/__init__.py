"""Tools that a person defines: a service of the home, or an address that is asked."""

from .fetch import Fetch, Fetched, FetchFailedError, Request
from .settings import CustomToolSettings, read_custom_tools, split_custom_tools
from .tools import CustomTools, build_custom_tools

__all__ = [
    "CustomToolSettings",
    "CustomTools",
    "Fetch",
    "FetchFailedError",
    "Fetched",
    "Request",
    "build_custom_tools",
    "read_custom_tools",
    "split_custom_tools",
]
