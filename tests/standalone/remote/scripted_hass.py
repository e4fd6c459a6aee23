"""A small Home Assistant that speaks the true messages of its WebSocket API on the loopback.

What it says was taken from a real one; tests/end_to_end hold the same client to that.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from ssl import SSLContext
from typing import Any, Self

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

TOKEN = "a-token-that-nobody-may-see"
START = 1_790_000_000.0


class RefusedCommandError(Exception):
    """What the server says no with."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(eq=False)
class _Client:
    socket: ServerConnection
    coalesce: bool = False
    entities: int | None = None
    events: dict[str, int] = field(default_factory=dict)

    async def send(self, *messages: Mapping[str, Any]) -> None:
        if self.coalesce and len(messages) > 1:
            await self.socket.send(json.dumps(messages))
        else:
            for message in messages:
                await self.socket.send(json.dumps(message))


class ScriptedHass:
    """Keeps a home and tells its clients of it."""

    def __init__(self, security: SSLContext | None = None) -> None:
        self._security = security
        self.clock = START
        self.states: dict[str, dict[str, Any]] = {}
        self.calls: list[dict[str, Any]] = []
        self.entries: dict[str, dict[str, Any]] = {}
        self.devices: list[dict[str, Any]] = []
        self.areas: list[dict[str, Any]] = []
        self.exposed: set[str] = set()
        self.admin = True
        self.silent: set[str] = set()
        """Commands that are never answered."""
        self.refuse: dict[str, str] = {}
        """Services that are refused, with what is said."""
        self.history: dict[str, list[dict[str, Any]]] = {}
        self.statistics: dict[str, list[dict[str, Any]]] = {}
        self.rendered: dict[str, tuple[dict[str, Any], ...]] = {}
        """Templates, with the events that they lead to."""
        self.templates: list[dict[str, Any]] = []
        """As they were asked for."""
        self.subscriptions: set[int] = set()
        """Of templates, as long as somebody listens."""
        self.token = TOKEN
        self.logins = 0
        self._clients: set[_Client] = set()
        self._server: Server | None = None
        self.port = 0
        self._furnish()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Serve, on the same port as before if it was served before."""
        self._server = await serve(
            self._serve, "127.0.0.1", self.port, ping_interval=None, ssl=self._security
        )
        self.port = next(iter(self._server.sockets)).getsockname()[1]

    async def stop(self) -> None:
        """End it, as a restart does."""
        if self._server is not None:
            for client in self._clients:
                client.socket.transport.abort()
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    async def set(self, entity_id: str, value: str, **attributes: Any) -> None:
        """Change a state, or bring a new thing; its attributes become these, if there are any."""
        self.clock += 1
        before = self.states.get(entity_id)
        if before is None:
            new = {"s": value, "a": attributes, "c": "ctx", "lc": self.clock}
            self.states[entity_id] = new
            await self.tell({"a": {entity_id: new}})
            return
        added: dict[str, Any] = {"c": {"id": "ctx2"}}
        change: dict[str, Any] = {"+": added}
        after = {**before, "a": attributes or before["a"]}
        if value != before["s"]:
            added |= {"s": value, "lc": self.clock}
            after |= {"s": value, "lc": self.clock}
            after.pop("lu", None)
        else:
            added["lu"] = after["lu"] = self.clock
        old, now = before["a"], after["a"]
        if news := {name: item for name, item in now.items() if old.get(name) != item}:
            added["a"] = news
        if gone := [name for name in old if name not in now]:
            change["-"] = {"a": gone}
        self.states[entity_id] = after
        await self.tell({"c": {entity_id: change}})

    async def remove(self, entity_id: str) -> None:
        """Take a thing away."""
        del self.states[entity_id]
        await self.tell({"r": [entity_id]})

    async def fire(self, event_type: str, **data: Any) -> None:
        """Tell whoever listens that something of this kind happened."""
        for client in tuple(self._clients):
            if (number := client.events.get(event_type)) is not None:
                event = {"event_type": event_type, "data": data, "origin": "LOCAL"}
                await _quietly(client.send({"id": number, "type": "event", "event": event}))

    async def tell(self, event: Mapping[str, Any]) -> None:
        """Tell every client what came, changed or went."""
        for client in tuple(self._clients):
            if client.entities is not None:
                message = {"type": "event", "event": event, "id": client.entities}
                await _quietly(client.send(message))

    async def _serve(self, socket: ServerConnection) -> None:
        client = _Client(socket)
        try:
            await client.send({"type": "auth_required", "ha_version": "2026.10.1"})
            given = json.loads(await socket.recv())
            self.logins += 1
            if given != {"type": "auth", "access_token": self.token}:
                await client.send({"type": "auth_invalid", "message": "Invalid access token"})
                return
            await client.send({"type": "auth_ok", "ha_version": "2026.10.1"})
            self._clients.add(client)
            async for text in socket:
                await self._answer(client, json.loads(text))
        except ConnectionClosed:
            pass
        finally:
            self._clients.discard(client)

    async def _answer(self, client: _Client, asked: dict[str, Any]) -> None:
        number, kind = asked["id"], asked["type"]
        if kind in self.silent:
            return
        if kind == "subscribe_entities":
            client.entities = number
            every = {"type": "event", "event": {"a": self.states}, "id": number}
            await client.send(_result(number, None), every)
            return
        if kind == "render_template" and asked["template"] in self.rendered:
            await self._render(client, asked)
            return
        try:
            answer = _result(number, await self._do(client, kind, asked))
        except RefusedCommandError as error:
            told = {"code": error.code, "message": str(error)}
            answer = {"id": number, "type": "result", "success": False, "error": told}
        await client.send(answer)

    async def _render(self, client: _Client, asked: dict[str, Any]) -> None:
        """As Home Assistant does: what is wrong comes before the command is answered."""
        number = asked["id"]
        self.subscriptions.add(number)
        self.templates.append(asked)
        events = self.rendered[asked["template"]]
        early = [item for item in events if "error" in item]
        late = [item for item in events if "error" not in item]
        for item in (*early, None, *late):
            event = {"type": "event", "event": item, "id": number}
            await client.send(_result(number, None) if item is None else event)

    async def _do(self, client: _Client, kind: str, asked: dict[str, Any]) -> Any:
        if kind == "supported_features":
            client.coalesce = "coalesce_messages" in asked["features"]
            return None
        if kind == "subscribe_events":
            client.events[asked["event_type"]] = asked["id"]
            return None
        if kind == "unsubscribe_events":
            self.subscriptions.remove(asked["subscription"])
            return None
        if kind == "render_template":
            raise RefusedCommandError("template_error", "Exceeded maximum execution time of 2.0s")
        if kind == "call_service":
            return await self._call(asked)
        answers: dict[str, Callable[[], Any]] = {
            "get_config": lambda: {
                "time_zone": "Europe/Berlin",
                "language": "de",
                "location_name": "Villa",
                "version": "2026.10.1",
            },
            "config/floor_registry/list": lambda: [
                {"floor_id": "ground", "name": "Ground floor", "aliases": ["below"], "level": 0}
            ],
            "config/area_registry/list": lambda: self.areas,
            "config/label_registry/list": lambda: [{"label_id": "night", "name": "Night"}],
            "config/device_registry/list": lambda: self.devices,
            "config/entity_registry/get_entries": lambda: {
                entity_id: self.entries.get(entity_id) for entity_id in asked["entity_ids"]
            },
            "get_services": lambda: SERVICES,
            "homeassistant/expose_entity/list": self._exposed,
            "script/config": lambda: self._for_admins({"config": SCRIPT}),
            "history/history_during_period": lambda: self._kept(self.history, asked["entity_ids"]),
            "recorder/statistics_during_period": lambda: self._kept(
                self.statistics, asked["statistic_ids"]
            ),
        }
        if kind not in answers:
            raise RefusedCommandError("unknown_command", "Unknown command.")
        return answers[kind]()

    def _kept(self, kept: Mapping[str, Any], wanted: list[str]) -> dict[str, Any]:
        if not self.history:
            raise RefusedCommandError("unknown_command", "Unknown command.")
        return {item: kept[item] for item in wanted if item in kept}

    def _exposed(self) -> dict[str, Any]:
        listed = {item: {"conversation": True} for item in self.exposed}
        return self._for_admins({"exposed_entities": listed})

    def _for_admins(self, answer: dict[str, Any]) -> dict[str, Any]:
        if not self.admin:
            raise RefusedCommandError("unauthorized", "Unauthorized")
        return answer

    async def _call(self, asked: dict[str, Any]) -> dict[str, Any]:
        self.calls.append(asked)
        name = f"{asked['domain']}.{asked['service']}"
        if name in self.refuse:
            raise RefusedCommandError("home_assistant_error", self.refuse[name])
        result: dict[str, Any] = {"context": {"id": "ctx3"}}
        if asked.get("return_response"):
            result["response"] = {"items": ["milk"]}
        for entity_id in asked.get("target", {}).get("entity_id", ()):
            if asked["service"] in {"turn_on", "turn_off"}:
                await self.set(entity_id, asked["service"].removeprefix("turn_"))
        return result

    def _furnish(self) -> None:
        self.areas = [
            {"area_id": "kitchen", "name": "Kitchen", "floor_id": "ground", "aliases": ["galley"]},
            {"area_id": "hall", "name": "Hall", "floor_id": None, "aliases": []},
        ]
        self.devices = [
            {"id": "d1", "name": "Strip", "area_id": "kitchen", "manufacturer": "Acme"},
            {"id": "d2", "name": "Socket", "area_id": None, "parent_device_id": "d1"},
        ]
        self.entries = {
            "light.ceiling": _entry(area_id="kitchen", aliases=[None, "big light"]),
            "switch.socket": _entry(device_id="d2", aliases=[None]),
            "lock.door": _entry(area_id="hall", exposed=False),
            "script.leave": _entry(),
        }
        for entity_id, value, attributes in (
            ("light.ceiling", "off", {"friendly_name": "Ceiling lamp", "supported_features": 0}),
            ("switch.socket", "off", {"friendly_name": "Coffee machine"}),
            ("lock.door", "locked", {"friendly_name": "Front door"}),
            ("script.leave", "off", {"friendly_name": "Leave"}),
            ("sensor.outside", "3.5", {"device_class": "temperature"}),
        ):
            self.states[entity_id] = {"s": value, "a": attributes, "c": "ctx", "lc": START}
        self.exposed = {"sensor.outside"}


def _entry(*, exposed: bool = True, **fields: Any) -> dict[str, Any]:
    options = {"conversation": {"should_expose": exposed}}
    defaults = {"area_id": None, "device_id": None, "labels": [], "aliases": [None]}
    return {**defaults, "options": options, **fields}


def _result(number: int, result: Any) -> dict[str, Any]:
    return {"id": number, "type": "result", "success": True, "result": result}


async def _quietly(sending: Any) -> None:
    with suppress(ConnectionClosed, TimeoutError):
        await asyncio.wait_for(sending, 1)


SERVICES = {
    "light": {
        "turn_on": {
            "fields": {"brightness_pct": {"selector": {"number": {"min": 0, "max": 100}}}},
            "target": {"entity": [{"domain": ["light"]}]},
        },
        "turn_off": {"fields": {}, "target": {"entity": [{"domain": ["light"]}]}},
    },
    "switch": {"turn_on": {"fields": {}}, "turn_off": {"fields": {}}},
    "todo": {"get_items": {"fields": {}, "response": {"optional": False}}},
}
SCRIPT = {"sequence": [{"action": "lock.unlock", "target": {"entity_id": "lock.door"}}]}
