"""What a model may use in a caller's home: to list its devices, and to have services executed.

Nothing is guessed here: the id must be an id, and the service one of the entity's own kind. What
is wrong fails the whole call and is told to the model; the caller never hears of it.
"""

from collections.abc import Mapping
from typing import Any, override

from ..home import Entity, Snapshot
from ..tools.entity_finder import EntityFinder
from ..tools.execute_services import ExecuteServicesTool
from ..tools.list_ha_services import ListHaServicesTool
from ..tools.services import targets_of
from ..tools.text import clean
from ..tools.tool import InvalidRequestError, Tool, ToolContext, ToolResult
from ..understand import Understander
from .device_table import ENTITY_ID


class StrictExecuteServicesTool(ExecuteServicesTool):
    """Executes services, each on an entity of its own domain."""

    @override
    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Hand them all over, or none where one of them is wrong."""
        home = context.home.snapshot()
        wanted = [_check(entry, home) for entry in arguments["list"]]
        return await super().run({**arguments, "list": wanted}, context)


def build_strict_tools(home: Snapshot) -> tuple[Tool, ...]:
    """The tools of a caller's home; none while it has no devices."""
    if not home.layout.entities:
        return ()
    return (StrictExecuteServicesTool(EntityFinder(Understander().words_of)), ListHaServicesTool())


def _check(entry: Mapping[str, Any], home: Snapshot) -> dict[str, Any]:
    """A service call with its aliases resolved. Raises `InvalidRequestError`."""
    data = entry.get("service_data", {})
    domain = str(entry["domain"]).strip()
    named = targets_of(entry, data)
    names = [named] if isinstance(named, str) else named
    ids = [_find_entity(name, home).entity_id for name in names]
    for entity_id in ids:
        if entity_id.partition(".")[0] != domain:
            raise InvalidRequestError(
                f"{entity_id} is not of the domain '{clean(domain)}'. Nothing was done."
            )
    rest = {key: value for key, value in data.items() if key not in ("entity_id", "target")}
    service = str(entry["service"])
    return {"domain": domain, "service": service, "service_data": {**rest, "entity_id": ids}}


def _find_entity(name: str, home: Snapshot) -> Entity:
    """The entity that has this id, or this name or alias alone. Raises `InvalidRequestError`."""
    asked = name.strip()
    if entity := home.layout.entities.get(asked):
        return entity
    called = [
        entity
        for entity in home.layout.entities.values()
        if asked.casefold() in map(str.casefold, entity.names)
    ]
    if len(called) == 1:
        return called[0]
    if called:
        ids = ", ".join(entity.entity_id for entity in called[:8])
        raise InvalidRequestError(f"'{clean(asked)}' may be: {ids}. Nothing was done.")
    why = "is none of the devices" if ENTITY_ID.match(asked) else "is not the id of an entity"
    raise InvalidRequestError(f"'{clean(asked)}' {why}. Nothing was done.")
