"""As much of Home Assistant's API as it takes to add an agent, talk to it and look around."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from itertools import batched
from typing import TYPE_CHECKING, Any

import aiohttp

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from types import TracebackType
    from typing import Self

ANSWERED_WITHIN = 60
AGENT = "conversation.home_agent"

# A tenth of a second.
_PIECE = 3_200

_WITHOUT_SPEECH = (
    "stt_engine",
    "stt_language",
    "tts_engine",
    "tts_language",
    "tts_voice",
    "wake_word_entity",
    "wake_word_id",
)


class Client:
    """Speaks REST, and WebSocket for what REST has not."""

    def __init__(self, address: str, token: str) -> None:
        """Speak to this address, as the token's owner."""
        self._address = address
        self._token = token

    async def __aenter__(self) -> Self:
        """Get ready."""
        self._session = aiohttp.ClientSession(
            self._address,
            headers={"Authorization": f"Bearer {self._token}"},
            timeout=aiohttp.ClientTimeout(total=ANSWERED_WITHIN),
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Disconnect."""
        await self._session.close()

    async def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """Return what is at a path."""
        async with self._session.get(path) as response:
            response.raise_for_status()
            return await response.json()

    async def post(self, path: str, body: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
        """Send something to a path; return the answer."""
        async with self._session.post(path, json=body) as response:
            response.raise_for_status()
            return await response.json()

    async def delete(self, path: str) -> None:
        """Delete what is at a path."""
        async with self._session.delete(path) as response:
            response.raise_for_status()

    async def state(self, entity_id: str) -> str:
        """Return an entity's state."""
        return str((await self.get(f"/api/states/{entity_id}"))["state"])

    async def states(self, domain: str) -> dict[str, str]:
        """Return the states of all entities of a domain."""
        everything = await self.get("/api/states")
        return {
            state["entity_id"]: state["state"]
            for state in everything
            if state["entity_id"].startswith(f"{domain}.")
        }

    async def add_agent(self, *steps: dict[str, Any], name: str = "Home Agent") -> dict[str, Any]:
        """Add our integration through its forms, as a person would; return the flow's result.

        The steps are answered in their order, the last of them with the name of the agent;
        without any there is no model.
        """
        path = "/api/config/config_entries/flow"
        begun = {"handler": "home_agent", "show_advanced_options": False}
        result: dict[str, Any] = await self.post(path, begun)
        *first, last = steps or ({"next_step_id": "no_model"}, {})
        for given in (*first, {"name": name, **last}):
            result = await self.post(f"{path}/{result['flow_id']}", given)
        return result

    async def add_under(self, entry_id: str, kind: str, **given: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """Add an agent or an AI task to a connection, as a person would; return the result."""
        path = "/api/config/config_entries/subentries/flow"
        begun = await self.post(path, {"handler": [entry_id, kind]})
        added: dict[str, Any] = await self.post(f"{path}/{begun['flow_id']}", given)
        return added

    async def subentries(self, entry_id: str) -> dict[str, str]:
        """Return what is under a connection: titles, and their ids."""
        (listed,) = await self.commands(
            {"type": "config_entries/subentries/list", "entry_id": entry_id}
        )
        return {subentry["title"]: subentry["subentry_id"] for subentry in listed}

    async def make_preferred(self, agent: str = AGENT) -> None:
        """Have the Assist window talk to our agent."""
        (pipelines,) = await self.commands({"type": "assist_pipeline/pipeline/list"})
        preferred = next(
            pipeline
            for pipeline in pipelines["pipelines"]
            if pipeline["id"] == pipelines["preferred_pipeline"]
        )
        pipeline_id = preferred.pop("id")
        changed = {**preferred, "pipeline_id": pipeline_id, "conversation_engine": agent}
        await self.commands({"type": "assist_pipeline/pipeline/update", **changed})

    async def act(self, service: str, **data: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """Use one of our actions; return its response."""
        path = f"/api/services/home_agent/{service}?return_response"
        answer: dict[str, Any] = await self.post(path, data)
        return dict(answer["service_response"])

    async def run_pipeline(
        self,
        said: str | bytes,
        *,
        agent: str = AGENT,
        assistant: Mapping[str, str | bool] | None = None,
        **details: str | None,
    ) -> list[dict[str, Any]]:
        """Put a text or a recording through a voice assistant of ours; return its events.

        `assistant` is what is set of it besides: a recording (16 bits, 16 kHz, mono) takes the
        names of who hears and who speaks.
        """
        made_so = {
            "type": "assist_pipeline/pipeline/create",
            "name": agent,
            "language": "en",
            "conversation_engine": agent,
            "conversation_language": "en",
            **dict.fromkeys(_WITHOUT_SPEECH),
            **(assistant or {}),
        }
        async with asyncio.timeout(ANSWERED_WITHIN):
            async with self._session.ws_connect("/api/websocket") as socket:
                await self._log_in(socket)
                made = await _command(socket, 1, made_so)
                run = {"type": "assist_pipeline/run", "pipeline": made["id"], **details}
                await _command(socket, 2, {**run, **_stages(said)})
                events: list[dict[str, Any]] = []
                while not events or events[-1]["type"] != "run-end":
                    events.append((await socket.receive_json())["event"])
                    if events[-1]["type"] == "stt-start" and isinstance(said, bytes):
                        await _send_recording(socket, events[0]["data"]["runner_data"], said)
                removed = {"type": "assist_pipeline/pipeline/delete", "pipeline_id": made["id"]}
                await _command(socket, 3, removed)
                return events

    async def say(self, text: str, **details: str) -> dict[str, Any]:
        """Say something to our agent; return the whole result."""
        message = {"type": "conversation/process", "agent_id": AGENT, "text": text, **details}
        (result,) = await self.commands(message)
        return dict(result)

    async def commands(self, *messages: dict[str, Any]) -> list[Any]:
        """Send WebSocket commands one after the other; return their results."""
        async with asyncio.timeout(ANSWERED_WITHIN):
            async with self._session.ws_connect("/api/websocket") as socket:
                await self._log_in(socket)
                return [
                    await _command(socket, number, message)
                    for number, message in enumerate(messages, start=1)
                ]

    async def at_once(self, *messages: dict[str, Any]) -> list[Any]:
        """Send WebSocket commands without waiting for an answer; return their results in order."""
        results: dict[int, Any] = {}
        async with asyncio.timeout(ANSWERED_WITHIN):
            async with self._session.ws_connect("/api/websocket") as socket:
                await self._log_in(socket)
                for number, message in enumerate(messages, start=1):
                    await socket.send_json({"id": number, **message})
                while len(results) < len(messages):
                    answer = await socket.receive_json()
                    results[answer["id"]] = answer["result"]
        return [results[number] for number in sorted(results)]

    @asynccontextmanager
    async def calls(self, domain: str, service: str) -> AsyncIterator[list[dict[str, Any]]]:
        """Collect the data of every call of a service, by whomever, as they come."""
        seen: list[dict[str, Any]] = []

        def take(data: dict[str, Any]) -> None:
            if (data["domain"], data["service"]) == (domain, service):
                seen.append(data["service_data"])

        async with self.hear_calls(take):
            yield seen

    @asynccontextmanager
    async def hear_calls(self, take: Callable[[dict[str, Any]], None]) -> AsyncIterator[None]:
        """Hand over every call of any service, by whomever, in their order."""

        async def collect(socket: aiohttp.ClientWebSocketResponse) -> None:
            async for message in socket:
                take(message.json()["event"]["data"])

        async with self._session.ws_connect("/api/websocket") as socket:
            await self._log_in(socket)
            await _command(socket, 1, {"type": "subscribe_events", "event_type": "call_service"})
            collecting = asyncio.create_task(collect(socket))
            try:
                yield
            finally:
                collecting.cancel()
                with suppress(asyncio.CancelledError):
                    await collecting

    async def _log_in(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        await socket.receive_json()
        await socket.send_json({"type": "auth", "access_token": self._token})
        await socket.receive_json()


def _stages(said: str | bytes) -> dict[str, Any]:
    if isinstance(said, str):
        return {"start_stage": "intent", "end_stage": "intent", "input": {"text": said}}
    # Whether somebody speaks is told by a package that has none of its versions for Python 3.14.
    recording = {"sample_rate": 16_000, "no_vad": True}
    return {"start_stage": "stt", "end_stage": "tts", "input": recording}


async def _send_recording(
    socket: aiohttp.ClientWebSocketResponse, runner: Mapping[str, Any], recording: bytes
) -> None:
    """Send it in pieces, as a microphone does; a piece without a sound is the end."""
    mark = bytes([runner["stt_binary_handler_id"]])
    for piece in batched(recording, _PIECE, strict=False):
        await socket.send_bytes(mark + bytes(piece))
    await socket.send_bytes(mark)


async def _command(
    socket: aiohttp.ClientWebSocketResponse, number: int, message: dict[str, Any]
) -> Any:  # noqa: ANN401 - JSON
    await socket.send_json({"id": number, **message})
    answer = await socket.receive_json()
    if not answer["success"]:
        raise RuntimeError(f"{message['type']}: {answer['error']['message']}")
    return answer["result"]
