"""Tools that a person defines: a service of the home, or an address that is asked."""

from .fetch import Fetch, Fetched, FetchFailedError, Request
from .settings import CustomToolSettings, read_custom_tools, usable_custom_tools
from .setup import Custom, custom_tools

__all__ = [
    "Custom",
    "CustomToolSettings",
    "Fetch",
    "FetchFailedError",
    "Fetched",
    "Request",
    "custom_tools",
    "read_custom_tools",
    "usable_custom_tools",
]
