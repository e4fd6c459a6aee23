"""What a sequence can wait for: that a state changes, a figure passes, a template comes true."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from ....context.home_functions import States
from ....home import Snapshot, State, StateChanged
from ..reading import HandlerReader
from .conditions import (
    NumericCondition,
    ScriptCondition,
    StateCondition,
    TemplateCondition,
    is_met,
    read_condition,
    templates_of,
)
from .durations import read_duration

_KINDS = ("state", "numeric_state", "template")
_INSTEAD = (
    "is not waited for here, only state, numeric_state and template are. For a time use delay; for"
    " anything else make an automation in Home Assistant that switches a helper (input_boolean),"
    " and wait for its state."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """Something that happens to one entity, or that a template comes true."""

    kind: str
    condition: ScriptCondition | None
    """What must come to be so; `None`: any other state."""

    entity_id: str = ""
    sources: tuple[str, ...] = ()
    """The states that it must come from; none: any."""

    lasting: timedelta = field(default_factory=timedelta)

    def is_fired(
        self, change: StateChanged, *, was: bool, variables: Mapping[str, Any], home: Snapshot
    ) -> bool:
        """Whether this change is it; `was` tells whether its condition was so before."""
        if self.kind == "template":
            return not was and self.holds(variables, home)
        before, after = change.before, change.after
        if change.entity_id != self.entity_id or before is None or after is None:
            return False
        if States(home).find(self.entity_id) is None:
            return False
        # By what is told of this change: there may have been others since.
        if not self._fits(after) or (self._fits(before) and self.condition is not None):
            return False
        if self.condition is None and before.value == after.value:
            return False
        return not self.sources or before.value in self.sources

    def _fits(self, state: State) -> bool:
        match self.condition:
            case StateCondition(attribute=attribute, states=states):
                value = state.attributes.get(attribute) if attribute else state.value
                return _text(value) in states
            case NumericCondition(attribute=attribute, above=above, below=below):
                value = state.attributes.get(attribute) if attribute else state.value
                try:
                    figure = float(str(value))
                except ValueError:
                    return False
                return (above is None or figure > above) and (below is None or figure < below)
        return True

    def holds(self, variables: Mapping[str, Any], home: Snapshot) -> bool:
        """Whether what it waits for is so now."""
        return self.condition is None or is_met(self.condition, variables, home)

    def as_variable(self, home: Snapshot) -> dict[str, Any]:
        """What templates find under `wait.trigger`."""
        view = States(home).find(self.entity_id) if self.entity_id else None
        state = {"entity_id": self.entity_id, "state": view.state} if view else None
        return {"platform": self.kind, "entity_id": self.entity_id or None, "to_state": state}


def read_triggers(written: Any, where: str, reader: HandlerReader) -> tuple[Trigger, ...]:  # noqa: ANN401 - as written
    """Read a list of triggers, one for each entity; what is wrong is noted."""
    listed = written if isinstance(written, list) else [written]
    if not listed:
        reader.note(where, "must be a list of triggers.")
    found: list[Trigger] = []
    for number, trigger in enumerate(listed, 1):
        found += _read_trigger(trigger, f"{where}.{number}", reader)
    return tuple(found)


def trigger_templates(triggers: tuple[Trigger, ...]) -> Iterator[str]:
    """The templates in them."""
    for trigger in triggers:
        if trigger.condition is not None:
            yield from templates_of(trigger.condition)


def _read_trigger(written: Any, where: str, reader: HandlerReader) -> Iterator[Trigger]:  # noqa: ANN401 - as written
    if not isinstance(written, Mapping):
        reader.note(where, "must be a trigger.")
        return
    kind = written.get("trigger", written.get("platform"))
    if kind not in _KINDS:
        reader.note(where, f"{kind or 'this'} {_INSTEAD}")
        return
    lasting = read_duration(written.get("for", 0))
    if lasting is None:
        reader.note(f"{where}.for", "must be a time such as 00:05:00.")
        return
    if kind == "template":
        source = str(written.get("value_template", ""))
        yield Trigger(kind=kind, condition=TemplateCondition(source=source), lasting=lasting)
        return
    given = {key: value for key, value in written.items() if key not in ("for", "to")}
    if kind == "numeric_state":
        read = read_condition({**given, "condition": kind}, where, reader)
        yield from _each(kind, read, lasting)
        return
    sources = _states(written.get("from"))
    if written.get("to") is not None:
        condition = {**given, "condition": "state", "state": written["to"]}
        read = read_condition(condition, where, reader)
        yield from _each(kind, read, lasting, sources)
        return
    entity_ids = _states(written.get("entity_id"))
    if not entity_ids:
        reader.note(where, "must say entity_id.")
    for entity_id in entity_ids:
        yield Trigger(
            kind=kind, condition=None, entity_id=entity_id, sources=sources, lasting=lasting
        )


def _each(
    kind: str, read: ScriptCondition | None, lasting: timedelta, sources: tuple[str, ...] = ()
) -> Iterator[Trigger]:
    """One for each entity that a condition speaks of."""
    if not isinstance(read, StateCondition | NumericCondition):
        return
    for entity_id in read.entity_ids:
        condition: ScriptCondition
        if isinstance(read, StateCondition):
            condition = StateCondition(
                entity_ids=(entity_id,), states=read.states, attribute=read.attribute
            )
        else:
            condition = NumericCondition(
                entity_ids=(entity_id,),
                attribute=read.attribute,
                above=read.above,
                below=read.below,
            )
        yield Trigger(
            kind=kind,
            condition=condition,
            entity_id=entity_id,
            sources=sources,
            lasting=lasting,
        )


def _states(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - one or several
    if value is None:
        return ()
    listed = value if isinstance(value, list | tuple) else [value]
    return tuple(map(_text, listed))


def _text(value: object) -> str:
    """YAML reads a bare on as true."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
