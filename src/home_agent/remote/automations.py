"""Automations written into a Home Assistant elsewhere, as its own editor writes them.

Its configuration API takes them, of an administrator's token; what it refuses is told in its own
words.
"""

import asyncio
import json
import ssl
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import quote, urlsplit

from home_agent.engine.errors import AutomationsUnavailableError, CallRefusedError
from home_agent.engine.home import Snapshot
from home_agent.engine.home.protocol import StoredAutomation

from .access import Access
from .connection import Connection
from .errors import RemoteError

_PATH = "/api/config/automation/config/"
_ICON = "mdi:robot-happy-outline"
_OK, _BAD, _UNAUTHORIZED, _FORBIDDEN, _MISSING = 200, 400, 401, 403, 404

# How long Home Assistant may take to load what it was given.
_LOADED_WITHIN = 10.0
_LOOKS_EVERY = 0.1
_ANSWERS_WITHIN = 10.0
_MOST_BYTES = 2**20

_NO_ADMIN = (
    "The token is not an administrator's. Make one as an administrator, or paste the automation"
    " into Home Assistant's editor."
)

type ConnectionSource = Callable[[], Connection | None]


class RemoteAutomations:
    """The engine's `AutomationStore`, over a wire."""

    def __init__(
        self, access: Access, connect: ConnectionSource, look: Callable[[], Snapshot]
    ) -> None:
        """Get in with this; `connect` has the connection, if there is one."""
        self._access = access
        self._connect = connect
        self._look = look

    async def list(self) -> tuple[StoredAutomation, ...]:
        """Those that have an id, whoever wrote them."""
        states = self._look().states
        found = [
            (entity_id, state)
            for entity_id, state in states.items()
            if entity_id.startswith("automation.") and "id" in state.attributes
        ]
        return tuple(
            StoredAutomation(
                automation_id=str(state.attributes["id"]),
                alias=str(state.attributes.get("friendly_name") or entity_id),
                entity_id=entity_id,
                is_on=state.value == "on",
            )
            for entity_id, state in found
        )

    async def read(self, automation_id: str) -> Mapping[str, Any] | None:
        """What its editor has of it, without its id; None if there is none."""
        answer = await self._request("GET", automation_id)
        try:
            config = json.loads(answer)
        except ValueError:
            return None
        if not isinstance(config, dict):
            return None
        return {key: value for key, value in config.items() if key != "id"}

    async def check(self, automation_id: str, config: Mapping[str, Any]) -> None:  # noqa: ARG002 - for homes that look
        """Have Home Assistant's own validation look at it."""
        user = await self._command("auth/current_user")
        if not user.get("is_admin"):
            raise AutomationsUnavailableError(_NO_ADMIN)
        parts = {key: config[key] for key in ("triggers", "conditions", "actions")}
        answer = await self._command("validate_config", **parts)
        wrong = [str(told["error"]) for told in answer.values() if not told["valid"]]
        if wrong:
            raise CallRefusedError(" ".join(wrong))

    async def write(self, automation_id: str, config: Mapping[str, Any], label: str) -> str:
        """Write it, wait until it is there, and label it."""
        await self._request("POST", automation_id, dict(config))
        entity_id = await self._wait(automation_id, there=True)
        if not entity_id:
            await self._request("DELETE", automation_id)
            raise AutomationsUnavailableError(
                "Home Assistant does not read automations.yaml. Add 'automation: !include"
                " automations.yaml' to its configuration.yaml and restart it."
            )
        await self._label(entity_id, label)
        return entity_id

    async def delete(self, automation_id: str) -> None:
        """Remove it, with its entity."""
        await self._request("DELETE", automation_id)
        await self._wait(automation_id, there=False)

    async def _label(self, entity_id: str, label: str) -> None:
        known = await self._command("config/label_registry/list")
        name = label.replace("_", " ").title()
        found = next((item["label_id"] for item in known if item["name"] == name), None)
        if found is None:
            made = await self._command("config/label_registry/create", name=name, icon=_ICON)
            found = made["label_id"]
        entry = await self._command("config/entity_registry/get", entity_id=entity_id)
        labels = sorted({*entry.get("labels", ()), found})
        await self._command("config/entity_registry/update", entity_id=entity_id, labels=labels)

    async def _wait(self, automation_id: str, *, there: bool) -> str:
        """Its entity, once it has come; empty if it has gone, or does not come."""
        for _ in range(int(_LOADED_WITHIN / _LOOKS_EVERY)):
            kept = [item for item in await self.list() if item.automation_id == automation_id]
            if bool(kept) is there:
                return kept[0].entity_id if kept else ""
            await asyncio.sleep(_LOOKS_EVERY)
        return ""

    async def _command(self, kind: str, **fields: Any) -> Any:  # noqa: ANN401 - JSON
        connection = self._connect()
        if connection is None:
            raise AutomationsUnavailableError("There is no connection to Home Assistant.")
        try:
            return await connection.command(kind, **fields)
        except RemoteError as error:
            raise CallRefusedError(str(error)) from error

    async def _request(
        self, method: str, automation_id: str, body: dict[str, Any] | None = None
    ) -> bytes:
        """Ask the configuration API, which follows no redirect: the token is for nobody else."""
        try:
            status, answer = await asyncio.to_thread(self._ask, method, automation_id, body)
        except (OSError, HTTPException) as error:
            raise CallRefusedError(
                f"Home Assistant did not answer ({type(error).__name__})."
            ) from error
        if status == _OK or (method == "DELETE" and status == _BAD):
            # What is not there any more is removed.
            return answer
        if status in (_UNAUTHORIZED, _FORBIDDEN):
            raise AutomationsUnavailableError(_NO_ADMIN)
        if status == _MISSING and method == "GET":
            return b""
        if status == _MISSING:
            raise AutomationsUnavailableError(
                "Its editor of automations is off: add 'config:' to configuration.yaml."
            )
        raise CallRefusedError(_message(answer) or f"Home Assistant answered {status}.")

    def _ask(
        self, method: str, automation_id: str, body: dict[str, Any] | None
    ) -> tuple[int, bytes]:
        parts = urlsplit(self._access.address.shown)
        host = parts.hostname or ""
        connection: HTTPConnection
        if self._access.address.secure:
            context = ssl.create_default_context()
            if not self._access.verify:
                context.check_hostname = False
                context.verify_mode = ssl.CERT_NONE
            connection = HTTPSConnection(host, parts.port, timeout=_ANSWERS_WITHIN, context=context)
        else:
            connection = HTTPConnection(host, parts.port, timeout=_ANSWERS_WITHIN)
        try:
            connection.request(
                method,
                f"{parts.path}{_PATH}{quote(automation_id, safe='')}",
                body=None if body is None else json.dumps(body),
                headers={
                    "Authorization": f"Bearer {self._access.token}",
                    "Content-Type": "application/json",
                },
            )
            response = connection.getresponse()
            return response.status, response.read(_MOST_BYTES)
        finally:
            connection.close()


def _message(answer: bytes) -> str:
    try:
        told = json.loads(answer)
    except ValueError:
        return ""
    return str(told.get("message", "")) if isinstance(told, dict) else ""
