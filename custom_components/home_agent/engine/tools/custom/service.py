"""A tool of one's own that calls a service of the home, through the gate like every call."""

from collections.abc import Mapping
from typing import Any

from ...errors import TemplateFailedError
from ...home import Snapshot
from ..data import MisaskedError
from ..entity_finder import Finder
from ..plans import act, steps_for
from ..services import aims_of, service_calls
from ..tool import Surroundings, ToolResult, Touches, failed
from .handlers import ServiceHandler
from .settings import CustomToolSettings
from .templates import filled


class ServiceTool:
    """Calls the service that a person chose for it."""

    touches = Touches.HOME

    def __init__(
        self, settings: CustomToolSettings, handler: ServiceHandler, finder: Finder
    ) -> None:
        """Call this, and find with that what is meant."""
        self.name = settings.name
        self.description = settings.description
        self.parameters = settings.parameters
        self._handler = handler
        self._finder = finder

    def aims_at(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """What the ids and patterns mean."""
        try:
            return aims_of(self._wanted(arguments), home)
        except TemplateFailedError:
            return None

    async def run(self, arguments: Mapping[str, Any], around: Surroundings) -> ToolResult:
        """Call it, and tell how each entity ended."""
        try:
            calls = await service_calls(self._wanted(arguments), around, self._finder)
        except TemplateFailedError as error:
            return failed(f"{self.name} cannot be filled in: {error}.")
        except MisaskedError as wrong:
            return failed(str(wrong))
        return await act(steps_for(calls, around.home.snapshot().layout), around)

    def _wanted(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The call, its targets where the gate looks for them. Raises `TemplateFailedError`."""
        handler = self._handler
        data = {**filled(handler.data, arguments), **filled(handler.target, arguments)}
        wanted = {"domain": handler.domain, "service": handler.service}
        if entity_id := data.pop("entity_id", None):
            wanted["entity_id"] = entity_id
        return {**wanted, "service_data": data}
