"""The devices of a request, wherever its messages list them."""

import logging
import re
from collections.abc import Sequence
from dataclasses import replace

from .assist_context import find_assist_context
from .device_table import DeviceTable, find_device_table
from .messages import Exchange, RequestMessage, find_instructions, read_json

_LOGGER = logging.getLogger(__name__)

_LISTS = re.compile(
    r"available[ \t]+devices[ \t]*:|^static context: ", re.IGNORECASE | re.MULTILINE
)
_LONGEST_TOLD = 4000


def read_devices(messages: Sequence[RequestMessage]) -> DeviceTable | None:
    """The devices that the system messages list; `None` if the request is about no such home.

    Rows that are none are skipped, counted and logged. Where several messages list devices, the
    last one counts.
    """
    found: DeviceTable | None = None
    for text in find_instructions(messages):
        found = find_device_table(text) or find_assist_context(text) or found
    if found is not None and found.skipped:
        _LOGGER.warning(
            "Of the devices in a request, %d were read and %d skipped",
            len(found.devices),
            found.skipped,
        )
    return found


def lists_devices(messages: Sequence[RequestMessage]) -> bool:
    """Whether the system messages list devices at all, which is quickly told."""
    return any(_LISTS.search(text) for text in find_instructions(messages))


def find_other_instructions(messages: Sequence[RequestMessage]) -> str:
    """What the caller tells whoever answers, before its devices: data, never authority."""
    told = (_LISTS.split(text, maxsplit=1)[0].strip() for text in find_instructions(messages))
    return "\n\n".join(filter(None, told))[:_LONGEST_TOLD]


def find_live_states(table: DeviceTable, exchange: Exchange) -> DeviceTable | None:
    """The table with the states that the caller told since; `None` if it told none."""
    live = [
        told
        for content in exchange.results.values()
        if (told := find_assist_context(_inner_text(content))) is not None and told.has_states
    ]
    return replace(live[-1], area=table.area) if live else None


def _inner_text(content: str) -> str:
    """The text in what a tool of Home Assistant returns, which is JSON around it.

    Some of its integrations put an envelope with `data` and `error` around that.
    """
    value = read_json(content)
    if isinstance(value, dict) and isinstance(value.get("data"), dict):
        value = value["data"]
    inner = value.get("result") if isinstance(value, dict) else None
    return inner if isinstance(inner, str) else content
