"""What is done in a sequence, as Home Assistant writes it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..reading import HandlerReader
from ..templates import iterate_texts
from .conditions import GroupCondition, read_conditions, templates_of
from .device_actions import read_device_action
from .triggers import Trigger, read_triggers, trigger_templates

_TARGETS = ("entity_id", "area_id", "device_id", "floor_id", "label_id")
_DEEPEST = 6
_MOST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAction:
    """Call a service."""

    service: str
    target: Mapping[str, Any]
    data: Mapping[str, Any]
    response_variable: str = ""
    goes_on: bool = False
    """Whether what comes after is done though it goes wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DelayAction:
    """Let some time pass: seconds, a clock, units, or a template that makes one."""

    duration: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitAction:
    """Wait until a template says so."""

    source: str
    timeout: Any = None
    goes_on: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerAction:
    """Wait until something happens."""

    triggers: tuple[Trigger, ...]
    timeout: Any = None
    goes_on: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionAction:
    """End here unless something is so."""

    condition: GroupCondition


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseAction:
    """Do the first of several of which the condition is so, or else something."""

    options: tuple[tuple[GroupCondition, tuple[Action, ...]], ...]
    default: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatAction:
    """Do something several times."""

    actions: tuple[Action, ...]
    count: Any = None
    for_each: Any = None
    while_met: GroupCondition | None = None
    until_met: GroupCondition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VariablesAction:
    """Give names to values."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAction:
    """End here, and tell something."""

    reason: str
    response_variable: str = ""
    is_error: bool = False


type Action = (
    CallAction
    | DelayAction
    | WaitAction
    | TriggerAction
    | ConditionAction
    | ChooseAction
    | RepeatAction
    | VariablesAction
    | StopAction
)


class SequenceReader:
    """Reads sequences; what is wrong is noted with where it stands."""

    def __init__(self, reader: HandlerReader) -> None:
        """Note there what is wrong."""
        self._reader = reader
        self._count = 0

    def read(self, written: Any, where: str, depth: int = 0) -> tuple[Action, ...]:  # noqa: ANN401 - as written
        """Read a list of actions, or one."""
        listed = [written] if isinstance(written, Mapping) else written
        if not isinstance(listed, list) or not listed:
            self._reader.note(where, "must be a list of actions.")
            return ()
        if depth > _DEEPEST:
            self._reader.note(where, "is nested too deeply.")
            return ()
        self._count += len(listed)
        if self._count > _MOST:
            self._reader.note(where, f"must not have more than {_MOST} actions.")
            return ()
        found: list[Action] = []
        for number, action in enumerate(listed, 1):
            found += self._action(action, f"{where}.{number}", depth)
        return tuple(found)

    def _action(self, written: Any, where: str, depth: int) -> tuple[Action, ...]:  # noqa: ANN401 - as written
        if isinstance(written, str):
            written = {"condition": "template", "value_template": written}
        if not isinstance(written, Mapping):
            self._reader.note(where, "must be an action.")
            return ()
        if written.get("enabled") is False:
            return ()
        key = next((key for key in _READERS if key in written), None)
        if key is None:
            if told := next((_NOT_RUN[name] for name in _NOT_RUN if name in written), ""):
                self._reader.note(where, told)
                return ()
            known = ", ".join(_READERS)
            self._reader.note(where, f"must have one of {known}. Others are not run here.")
            return ()
        return _READERS[key](self, written, where, depth)

    def _call(self, written: Mapping[str, Any], where: str, _depth: int) -> tuple[Action, ...]:
        key = "action" if "action" in written else "service"
        service = self._reader.service(f"{where}.{key}", written[key])
        if not service:
            return ()
        data = {
            **self._table(written, "data_template", where),
            **self._table(written, "data", where),
        }
        target = dict(self._table(written, "target", where))
        for name in _TARGETS:
            if name in data:
                target[name] = data.pop(name)
        if "entity_id" in written:
            target["entity_id"] = written["entity_id"]
        for name in target:
            if name not in _TARGETS:
                self._reader.note(
                    f"{where}.target.{name}", f"must be one of {', '.join(_TARGETS)}."
                )
        goes_on = bool(written.get("continue_on_error"))
        response = self._name(written, where)
        call = CallAction(
            service=service, target=target, data=data, response_variable=response, goes_on=goes_on
        )
        return (call,)

    def _scene(self, written: Mapping[str, Any], _where: str, _depth: int) -> tuple[Action, ...]:
        target = {"entity_id": written["scene"]}
        return (CallAction(service="scene.turn_on", target=target, data={}),)

    def _delay(self, written: Mapping[str, Any], _where: str, _depth: int) -> tuple[Action, ...]:
        return (DelayAction(duration=written["delay"]),)

    def _wait(self, written: Mapping[str, Any], _where: str, _depth: int) -> tuple[Action, ...]:
        goes_on = written.get("continue_on_timeout") is not False
        source, timeout = str(written["wait_template"]), written.get("timeout")
        return (WaitAction(source=source, timeout=timeout, goes_on=goes_on),)

    def _trigger(self, written: Mapping[str, Any], where: str, _depth: int) -> tuple[Action, ...]:
        at = f"{where}.wait_for_trigger"
        triggers = read_triggers(written["wait_for_trigger"], at, self._reader)
        goes_on = written.get("continue_on_timeout") is not False
        return (TriggerAction(triggers=triggers, timeout=written.get("timeout"), goes_on=goes_on),)

    def _device(self, written: Mapping[str, Any], where: str, _depth: int) -> tuple[Action, ...]:
        service = read_device_action(written, where, self._reader)
        if not service:
            return ()
        target = {"entity_id": written["entity_id"]}
        return (CallAction(service=service, target=target, data={}),)

    def _condition(self, written: Mapping[str, Any], where: str, _depth: int) -> tuple[Action, ...]:
        return (ConditionAction(condition=read_conditions(written, where, self._reader)),)

    def _choose(self, written: Mapping[str, Any], where: str, depth: int) -> tuple[Action, ...]:
        listed = written["choose"]
        options = []
        for number, option in enumerate(listed if isinstance(listed, list) else [listed], 1):
            at = f"{where}.choose.{number}"
            if not isinstance(option, Mapping) or "sequence" not in option:
                self._reader.note(at, "must have conditions and sequence.")
                continue
            conditions = read_conditions(
                option.get("conditions", []), f"{at}.conditions", self._reader
            )
            options.append((conditions, self.read(option["sequence"], f"{at}.sequence", depth + 1)))
        default = written.get("default")
        otherwise = self.read(default, f"{where}.default", depth + 1) if default else ()
        return (ChooseAction(options=tuple(options), default=otherwise),)

    def _if(self, written: Mapping[str, Any], where: str, depth: int) -> tuple[Action, ...]:
        conditions = read_conditions(written["if"], f"{where}.if", self._reader)
        then = self.read(written.get("then"), f"{where}.then", depth + 1)
        other = written.get("else")
        otherwise = self.read(other, f"{where}.else", depth + 1) if other else ()
        return (ChooseAction(options=((conditions, then),), default=otherwise),)

    def _repeat(self, written: Mapping[str, Any], where: str, depth: int) -> tuple[Action, ...]:
        at, inner = f"{where}.repeat", written["repeat"]
        kinds = ("count", "for_each", "while", "until")
        if not isinstance(inner, Mapping) or sum(kind in inner for kind in kinds) != 1:
            self._reader.note(at, f"must have sequence and one of {', '.join(kinds)}.")
            return ()
        actions = self.read(inner.get("sequence"), f"{at}.sequence", depth + 1)
        met = {
            kind: read_conditions(inner[kind], f"{at}.{kind}", self._reader)
            for kind in ("while", "until")
            if kind in inner
        }
        return (
            RepeatAction(
                actions=actions,
                count=inner.get("count"),
                for_each=inner.get("for_each"),
                while_met=met.get("while"),
                until_met=met.get("until"),
            ),
        )

    def _variables(self, written: Mapping[str, Any], where: str, _depth: int) -> tuple[Action, ...]:
        return (VariablesAction(values=self._table(written, "variables", where)),)

    def _stop(self, written: Mapping[str, Any], where: str, _depth: int) -> tuple[Action, ...]:
        reason, is_error = str(written["stop"] or ""), written.get("error") is True
        response = self._name(written, where)
        return (StopAction(reason=reason, response_variable=response, is_error=is_error),)

    def _nested(self, written: Mapping[str, Any], where: str, depth: int) -> tuple[Action, ...]:
        """One after the other, also what could run at once: what comes of it is the same."""
        key = "sequence" if "sequence" in written else "parallel"
        return self.read(written[key], f"{where}.{key}", depth + 1)

    def _table(self, written: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
        value = written.get(name) or {}
        if isinstance(value, Mapping):
            return dict(value)
        self._reader.note(f"{where}.{name}", "must be a table.")
        return {}

    def _name(self, written: Mapping[str, Any], where: str) -> str:
        name = written.get("response_variable", "")
        if name and (not isinstance(name, str) or not name.isidentifier()):
            self._reader.note(f"{where}.response_variable", "must be a name such as found.")
            return ""
        return str(name)


type _Read = Callable[[SequenceReader, Mapping[str, Any], str, int], tuple[Action, ...]]

_READERS: Mapping[str, _Read] = {
    "action": SequenceReader._call,  # noqa: SLF001 - they are one
    "service": SequenceReader._call,  # noqa: SLF001
    "scene": SequenceReader._scene,  # noqa: SLF001
    "delay": SequenceReader._delay,  # noqa: SLF001
    "wait_template": SequenceReader._wait,  # noqa: SLF001
    "wait_for_trigger": SequenceReader._trigger,  # noqa: SLF001
    "choose": SequenceReader._choose,  # noqa: SLF001
    "if": SequenceReader._if,  # noqa: SLF001
    "repeat": SequenceReader._repeat,  # noqa: SLF001
    "variables": SequenceReader._variables,  # noqa: SLF001
    "stop": SequenceReader._stop,  # noqa: SLF001
    "sequence": SequenceReader._nested,  # noqa: SLF001
    "parallel": SequenceReader._nested,  # noqa: SLF001
    "condition": SequenceReader._condition,  # noqa: SLF001
    "and": SequenceReader._condition,  # noqa: SLF001
    "or": SequenceReader._condition,  # noqa: SLF001
    "not": SequenceReader._condition,  # noqa: SLF001
    "device_id": SequenceReader._device,  # noqa: SLF001
}
_NOT_RUN: Mapping[str, str] = {
    "event": (
        "no events are fired here, since nobody could tell what they set off. Put it into a script"
        " of Home Assistant, expose that, and call it: action: script.NAME."
    ),
    "set_conversation_response": "what is told is said by stop, or the tool's result.",
}


def names_in(actions: tuple[Action, ...]) -> Iterator[str]:
    """The names that a sequence gives to values."""
    for action in actions:
        match action:
            case CallAction(response_variable=name) if name:
                yield name
            case VariablesAction(values=values):
                yield from map(str, values)
            case RepeatAction():
                yield "repeat"
            case WaitAction() | TriggerAction():
                yield "wait"
        for inner in inner_sequences(action):
            yield from names_in(inner)


def texts_in(actions: tuple[Action, ...]) -> Iterator[str]:
    """Every template of a sequence."""
    for action in actions:
        yield from (text for _where, text in iterate_texts(_templates(action), ""))
        for inner in inner_sequences(action):
            yield from texts_in(inner)


def inner_sequences(action: Action) -> Iterator[tuple[Action, ...]]:
    """The sequences within an action."""
    match action:
        case ChooseAction(options=options, default=default):
            yield from (actions for _condition, actions in options)
            yield default
        case RepeatAction(actions=actions):
            yield actions


def _templates(action: Action) -> list[Any]:
    match action:
        case CallAction():
            return [action.target, action.data]
        case DelayAction():
            return [action.duration]
        case WaitAction():
            return [action.source, action.timeout]
        case TriggerAction(triggers=triggers):
            return [*trigger_templates(triggers), action.timeout]
        case ConditionAction(condition=condition):
            return [*templates_of(condition)]
        case ChooseAction(options=options):
            return [text for condition, _ in options for text in templates_of(condition)]
        case RepeatAction():
            met = (action.while_met, action.until_met)
            texts = [text for each in met if each is not None for text in templates_of(each)]
            return [action.count, action.for_each, *texts]
        case VariablesAction(values=values):
            return [values]
        case StopAction(reason=reason):
            return [reason]
