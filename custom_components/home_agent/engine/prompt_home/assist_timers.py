"""Timers of the caller: what is asked of a timer → a call of Home Assistant's tools for them."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from ..home import Layout
from ..language import Language
from ..plan import TimerStep
from ..privacy.sanitize import sanitize_text
from ..speak import phrase
from ..speak.times import tell_length
from .caller_tools import CallerTool, CallerToolCall

_MINUTE, _HOUR = 60, 3600
_TOO_LONG = 100 * 24 * _HOUR
"""Whatever runs for so long is no timer, but something that a caller made up."""

# By what is asked of a timer. The home tells itself what came of it.
_TOOLS: Mapping[str, str] = {
    "start": "HassStartTimer",
    "increase": "HassIncreaseTimer",
    "decrease": "HassDecreaseTimer",
    "pause": "HassPauseTimer",
    "unpause": "HassUnpauseTimer",
    "cancel": "HassCancelTimer",
    "cancel_all": "HassCancelAllTimers",
    "status": "HassTimerStatus",
}


def find_timer_call(
    step: TimerStep, tools: Sequence[CallerTool], layout: Layout
) -> CallerToolCall | None:
    """The call that does what is asked of a timer; None if the caller has no such tool."""
    wanted = _TOOLS.get(step.action)
    tool = next((tool for tool in tools if tool.bare_name == wanted), None)
    if tool is None:
        return None
    arguments: dict[str, Any] = _told(step.seconds) | _told(step.start_seconds, "start_")
    if step.name:
        arguments["name"] = step.name
    area = layout.areas.get(step.area_id) if step.area_id else None
    if area is not None and step.action != "start":
        arguments["area"] = area.name
    if not arguments.keys() <= tool.properties.keys():
        return None
    return CallerToolCall(name=tool.name, arguments=arguments)


def _told(seconds: int, prefix: str = "") -> dict[str, int]:
    parts = {
        "hours": seconds // _HOUR,
        "minutes": seconds % _HOUR // _MINUTE,
        "seconds": seconds % _MINUTE,
    }
    return {f"{prefix}{name}": count for name, count in parts.items() if count}


def describe_timer(tool: str, arguments: Mapping[str, Any], language: Language) -> str:
    """The timer that a call was about, in words; empty if it was about none that is told."""
    if tool not in _TOOLS.values():
        return ""
    prefix = "" if tool == _TOOLS["start"] else "start_"
    seconds = sum(
        count * unit
        for name, unit in (("hours", _HOUR), ("minutes", _MINUTE), ("seconds", 1))
        if isinstance(count := arguments.get(f"{prefix}{name}"), int)
    )
    if name := sanitize_text(str(arguments.get("name") or "")):
        return phrase(language, "timer_called", name=name)
    if not 0 < seconds < _TOO_LONG:
        return ""
    return phrase(language, "timer_of", duration=tell_length(timedelta(seconds=seconds), language))
