"""A simulated home with what Home Assistant has besides entities: ways to tell people."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home import RecordedState, Service, ServiceCall, Snapshot
from home_agent.engine.home.protocol import Listener
from home_agent.simulated import SimulatedHome

WAYS = ("persistent_notification.create", "notify.mobile_app_anna")


class Outlet:
    """The simulated home, with what Home Assistant has besides entities: ways to tell people."""

    def __init__(self, home: SimulatedHome) -> None:
        self._home = home
        self.sent: list[ServiceCall] = []
        self.down = False

    def snapshot(self) -> Snapshot:
        home = self._home.snapshot()
        more = {name: Service(domain=name.split(".")[0], name=name) for name in WAYS}
        services = MappingProxyType({**home.layout.services, **more})
        return replace(home, layout=replace(home.layout, services=services))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self._home.subscribe(listener)

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        if self.down:
            raise CallRefusedError("Nobody is there.")
        self.sent.append(call)
        return {} if call.full_name in WAYS else await self._home.call(call)

    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        return await self._home.history(entity_ids, start, end)

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        return await self._home.render(template, variables)
