"""What a caller reports of the calls that it was handed → words, which claim no more than that."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..act.forwarding import with_colour_named
from ..agreement import Agreement
from ..home import Layout, ServiceCall
from ..language import Language
from ..outcome import AwaitedAction
from ..privacy.sanitize import sanitize_text
from ..speak import phrase
from ..speak.confirmations import describe_awaited
from ..speak.safe_names import make_safe, safe_layout
from .assist_timers import describe_timer
from .assist_tools import read_assist_call
from .caller_tools import LIVE_CONTEXT, SERVICES, read_service_calls
from .messages import Exchange, MadeCall, read_json

_LONGEST_TOLD = 300
_MOST_DEEP = 8
_GOOD = frozenset({"action_done", "partial_action_done", "query_answer"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedResult:
    """What a result says."""

    worked: bool | None
    """None if it does not say."""

    detail: str = ""
    """The caller's own words: data, shown as such and never obeyed."""


def read_result(content: str) -> ReportedResult:
    """What the result of a call says of how it went."""
    value = read_json(content)
    worked = _worked(value)
    told = _find_words(value) if isinstance(value, dict | list) else content
    return ReportedResult(worked=worked, detail=make_safe(sanitize_text(told), _LONGEST_TOLD))


def tell_results(exchange: Exchange, layout: Layout, language: Language) -> str:
    """What the caller reports of all calls that it was handed, in words; empty if of none."""
    named = safe_layout(layout, language)
    done: list[str] = []
    failed: list[str] = []
    said: list[str] = []
    for call in exchange.calls:
        content = exchange.results.get(call.call_id)
        if content is None or call.bare_name == LIVE_CONTEXT:
            continue
        result, what = read_result(content), _in_words(call, named, language)
        if result.worked is None:
            said.append(phrase(language, "reported", detail=result.detail))
        elif result.worked:
            done.append(what)
        else:
            failed.append(f"{what} ({result.detail})" if result.detail else what)
    told = [
        phrase(language, key, what=phrase(language, "and_word").join(dict.fromkeys(whats)))
        for key, whats in (("reported_done", done), ("reported_failed", failed))
        if whats
    ]
    return " ".join((*told, *dict.fromkeys(said)))


def _worked(value: Any, deep: int = 0) -> bool | None:  # noqa: ANN401 - any JSON
    """Whether all of it went well; `None` where nothing says so."""
    if deep > _MOST_DEEP:
        return None
    if isinstance(value, list):
        return _all(_worked(item, deep + 1) for item in value)
    if not isinstance(value, Mapping):
        return None
    if value.get("error") or value.get("success") is False or value.get("response_type") == "error":
        return False
    if isinstance(data := value.get("data"), Mapping) and data.get("failed"):
        return False
    if value.get("success") is True or value.get("response_type") in _GOOD:
        return True
    return _all(_worked(inner, deep + 1) for inner in value.values())


def _all(parts: Iterable[bool | None]) -> bool | None:
    known = [part for part in parts if part is not None]
    return all(known) if known else None


def _find_words(value: Any, deep: int = 0) -> str:  # noqa: ANN401 - any JSON
    """The first thing that a result says in words: why it failed, or what came of it."""
    if deep > _MOST_DEEP:
        return ""
    if isinstance(value, list):
        return next(filter(None, (_find_words(item, deep + 1) for item in value)), "")
    if not isinstance(value, Mapping):
        return ""
    for name in ("error_text", "error", "message", "result", "speech", "plain"):
        inner = value.get(name)
        if isinstance(inner, str) and inner:
            return inner
        if found := _find_words(inner, deep + 1):
            return found
    return ""


def _in_words(call: MadeCall, layout: Layout, language: Language) -> str:
    """What a call was to do."""
    services = read_made_call(call, layout)
    wanted = [
        AwaitedAction(action=Agreement.on(with_colour_named(service), target), at=datetime.min)  # noqa: DTZ901 - not told
        for service in services
        for target in service.targets
    ]
    if wanted:
        return describe_awaited(wanted, layout, language)
    if timer := describe_timer(call.bare_name, call.arguments, language):
        return make_safe(timer, _LONGEST_TOLD)
    return make_safe(sanitize_text(call.name), _LONGEST_TOLD)


def read_made_call(call: MadeCall, layout: Layout) -> tuple[ServiceCall, ...]:
    """The services that a call stood for, as far as it can be read."""
    if call.bare_name == SERVICES:
        return read_service_calls(call.arguments)
    return _read_assist_call(call, layout)


def _read_assist_call(call: MadeCall, layout: Layout) -> tuple[ServiceCall, ...]:
    """The service that a tool of Home Assistant stands for, on what it names."""
    name = str(call.arguments.get("name", "")).casefold()
    kinds = call.arguments.get("domain")
    for entity in layout.entities.values():
        if name in map(str.casefold, entity.names) and (not kinds or entity.domain in kinds):
            read = read_assist_call(call.bare_name, call.arguments, entity)
            return (read,) if read is not None else ()
    return ()
