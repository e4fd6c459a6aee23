"""A service of the home, through the gate."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ....errors import TemplateFailedError
from ....events import CallEnded, Event
from ....home import Snapshot
from ....home.service_kinds import OWN_KIND
from ....outcome import Outcome, Reason, Status
from ....plan import CallStep, Step, Wording
from ...calls import find_target_ids
from ...entity_finder import EntityFinder
from ...outcomes import explain_outcome
from ...plans import build_steps, run_steps
from ...tool import ToolContext, ToolEffect, ToolResult
from ..calls import resolve_calls
from ..handler import (
    HandlerFactory,
    HandlerParts,
    HandlerType,
    RunnerFactory,
    WrittenTemplate,
    templates_in,
)
from ..reading import HandlerReader
from ..templates import build_renderer, fill_in

_TARGETS = ("entity_id", "area_id", "device_id", "floor_id", "label_id")
_UNSUPPORTED = explain_outcome(Outcome(status=Status.REFUSED, reason=Reason.UNSUPPORTED))
_DONE = Wording(intent="", response="done")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceHandler:
    """The service, and what it is called with."""

    name: str
    target: Mapping[str, Any]
    """Empty where it acts on nothing: then the owner must have allowed it, in `safety`."""

    data: Mapping[str, Any]

    def templates(self) -> Iterable[WrittenTemplate]:
        """The templates in its targets and data."""
        return templates_in({"target": self.target, "data": self.data}, looks=True)


def read_service(values: Mapping[str, Any], _read: HandlerFactory) -> ServiceHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, ("service", "target", "data"))
    name = reader.service("service", values.get("service"))
    target, data = dict(reader.table("target")), dict(reader.table("data"))
    for key in target:
        if key not in _TARGETS:
            reader.note(f"target.{key}", f"must be one of {', '.join(_TARGETS)}.")
    target |= {key: data.pop(key) for key in ("entity_id", "area_id") if key in data}
    domain = name.partition(".")[0]
    if domain in OWN_KIND - {"script"} and not target:
        reader.note("target", "must say in entity_id or area_id what the service acts on.")
    reader.check()
    return ServiceHandler(name=name, target=target, data=data)


class ServiceRunner:
    """Calls the service that a person chose."""

    effect = ToolEffect.HOME

    def __init__(self, handler: ServiceHandler, finder: EntityFinder) -> None:
        """Call this, and find with that what is meant."""
        self._handler = handler
        self._finder = finder

    def target_ids(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """What the ids and patterns mean."""
        try:
            target = fill_in(self._handler.target, arguments, build_renderer(home))
        except TemplateFailedError:
            return None
        named = target.get("entity_id")
        return find_target_ids(named, home) if named and len(target) == 1 else None

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call it, and tell how each entity ended, and what the home answered."""
        handler, home = self._handler, context.home.snapshot()
        render = build_renderer(home)
        target, data = (fill_in(part, arguments, render) for part in (handler.target, handler.data))
        calls = await resolve_calls(handler.name, target, data, context, self._finder)
        steps: tuple[Step, ...]
        if calls and not calls[0].targets:
            steps = tuple(CallStep(call=call, wording=_DONE) for call in calls)
        else:
            steps = build_steps(calls, home.layout)
        answers: list[Mapping[str, Any]] = []

        def note(event: Event) -> None:
            if isinstance(event, CallEnded) and event.response:
                answers.append(event.response)
            context.listener(event)

        result = await run_steps(steps, replace(context, listener=note))
        if not result.success and not target and not any(call.targets for call in calls):
            return replace(result, error=_describe_refusal(handler.name, result, home))
        if not answers:
            return result
        response = dict(answers[0]) if len(answers) == 1 else [dict(answer) for answer in answers]
        return replace(result, result={"outcomes": result.result, "response": response})


def _describe_refusal(name: str, result: ToolResult, home: Snapshot) -> str:
    """Why a service that acts on nothing was not called."""
    told = result.error or ""
    if _UNSUPPORTED in told and name not in home.layout.services:
        return f"Not done: this home has no service {name}."
    if "entity_id is missing" not in told:
        return told
    return (
        f"Not done: {name} acts on no entity, and the owner has not allowed it."
        " They can, by its name: services under safety."
    )


def _build(handler: ServiceHandler, parts: HandlerParts, _build: RunnerFactory) -> ServiceRunner:
    return ServiceRunner(handler, parts.finder)


TYPE = HandlerType(handler=ServiceHandler, read=read_service, build=_build)
