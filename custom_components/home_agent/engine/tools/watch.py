"""`watch`: tell the person when something comes true, and perhaps do something then."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..act.disclosure import is_secret
from ..errors import SettingsError
from ..home import ServiceCall
from ..outcome import Status
from ..plan import LaterStep
from ..watch import Watch
from ..watch.reading import read_watch
from .calls import Ask, calls_for
from .data import MisaskedError
from .entity_finder import Finder, Wish
from .plans import act, steps_for
from .schedule import LATER
from .text import clean
from .tool import Surroundings, ToolResult, Touches, failed

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "entity": {"type": "string"},
        "state": {"type": "string"},
        "above": {"type": "number"},
        "below": {"type": "number"},
        "for": {"type": "string", "description": "So long it must be so: 10 min"},
        "again": {"type": "boolean", "description": "Every time"},
        "message": {"type": "string"},
        "action": {"type": "object", "description": "Also do: service, entity, data"},
    },
}
"""What is seldom needed is only named in the description: every turn pays for what is here."""

_LONGEST_MESSAGE = 500

# What models write that know the other tools.
_SAME: Mapping[str, str] = {
    "entity_id": "entity",
    "parameters": "data",
    "service_data": "data",
    "to": "state",
}


class WatchTool:
    """Keep an eye on something."""

    name = "watch"
    description = (
        "Tell the person a message when something becomes so. Takes also not_state, attribute,"
        " changes (true), after, before (HH:MM), days, pause, all or any (lists of conditions)."
    )
    touches = Touches.HOME

    def __init__(self, finder: Finder, ways: tuple[str, ...] = ()) -> None:
        """Find with this what is meant; these are the ways to tell people that it may choose."""
        self._finder = finder
        self._ways = ways
        self.parameters = _SCHEMA if len(ways) < 2 else _with_ways(ways)  # noqa: PLR2004

    async def run(self, arguments: Mapping[str, Any], around: Surroundings) -> ToolResult:
        """Keep it, through the gate if it acts."""
        table = _renamed(arguments)
        action = table.pop("action", None)
        try:
            calls = await self._calls(action, around) if action else []
            watch = await self._read(table, around)
        except MisaskedError as wrong:
            return failed(str(wrong))
        home = around.home.snapshot()
        step = LaterStep(
            steps=steps_for(calls, home.layout),
            begin=watch.when,
            notice=watch.notice,
            wording=LATER,
        )
        result = await act((step,), around)
        outcomes = (one for acted in result.acted for some in acted.ended for one in some)
        return replace(result, watching=any(one.status is Status.SCHEDULED for one in outcomes))

    async def _read(self, table: dict[str, Any], around: Surroundings) -> Watch:
        """The watch that is described. Raises `MisaskedError`."""
        # A name is what the settings call theirs: nobody could call it off by talking.
        table.pop("name", None)
        for one in _tables(table):
            one["entity"] = await self._entities(one["entity"], around)
            one |= {name: _split(one[name]) for name in ("state", "not_state") if name in one}
        try:
            watch = read_watch(table, again=False)
        except SettingsError as error:
            raise MisaskedError(" ".join(("Nothing is watched.", *error.problems))) from error
        if unknown := {*watch.ways} - {*self._ways}:
            known = ", ".join(self._ways) or "nothing: leave it out"
            raise MisaskedError(f"notify: there is no {min(unknown)} here. It can be {known}.")
        return replace(watch, message=clean(watch.message, _LONGEST_MESSAGE))

    async def _entities(self, asked: object, around: Surroundings) -> list[str]:
        listed = [str(one) for one in asked] if isinstance(asked, list) else str(asked)
        wish = Wish(suits=lambda _entity: True)
        home = around.home.snapshot()
        found = await self._finder.find(listed, home, around.authority, wish)
        if found.problems or not found.entities:
            said = found.problems or ("entity: say what to watch.",)
            raise MisaskedError(" ".join(("Nothing is watched.", *said)))
        ids = [one.entity_id for one in found.entities]
        states = around.home.snapshot().states
        if any(is_secret(states[one]) for one in ids if one in states):
            raise MisaskedError("Nothing is watched. That is a secret, and not looked at.")
        return ids

    async def _calls(self, action: Mapping[str, Any], around: Surroundings) -> list[ServiceCall]:
        """What is to be done then. Raises `MisaskedError`."""
        service = action.get("service") or action.get("action")
        on, data = action.get("entity"), action.get("data", {})
        if not isinstance(service, str) or not isinstance(on, str | list) or not on:
            raise MisaskedError("action: must have a service and an entity.")
        if not isinstance(data, Mapping):
            raise MisaskedError("action, data: must be an object.")
        ask = Ask(action=service, on=on if isinstance(on, str) else [*map(str, on)], data=data)
        return await calls_for(ask, around, self._finder)


def _with_ways(ways: tuple[str, ...]) -> Mapping[str, Any]:
    notify = {
        "type": "array",
        "items": {"type": "string", "enum": [*ways]},
        "description": "How to tell it (optional)",
    }
    return {**_SCHEMA, "properties": {**_SCHEMA["properties"], "notify": notify}}


def _renamed(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The same with our names for the fields, at every depth but in the data of an action."""
    if isinstance(value, list):
        return [_renamed(one) for one in value]
    if not isinstance(value, Mapping):
        return value
    named = {_SAME.get(key, key): one for key, one in value.items() if one is not None}
    return {key: one if key == "data" else _renamed(one) for key, one in named.items()}


def _split(states: object) -> object:
    """Several states between commas, each by itself."""
    return [one.strip() for one in states.split(",")] if isinstance(states, str) else states


def _tables(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every table that names what to watch: itself, and its further conditions."""
    if table.get("entity"):
        yield table
    for name in ("all", "any"):
        further = table.get(name)
        for one in further if isinstance(further, list) else ():
            if isinstance(one, dict):
                yield from _tables(one)
