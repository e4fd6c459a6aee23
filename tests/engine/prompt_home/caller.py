"""A program that lists its devices in a prompt, and carries out what it is handed."""

import json
from dataclasses import dataclass
from typing import Any

from home_agent.engine import Settings, Turn
from home_agent.engine.prompt_home import (
    CallerTool,
    MadeCall,
    PromptHomeAnswerer,
    PromptReply,
    PromptRequest,
    RequestMessage,
    read_arguments,
    read_devices,
)

DEVICES = """You keep house.

Available Devices:
```csv
entity_id,name,state,aliases
light.living_room,Living Room Light,on,main light/lamp
light.kitchen,Kitchen Light,off,
switch.kitchen,Kitchen Switch,off,light switch
sensor.temperature,Temperature Sensor,22.5,thermometer
lock.front_door,Front Door,locked,
cover.garage,Garage Door,closed,
```
Be brief.
"""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that came back, with its arguments read."""

    id: str
    name: str
    arguments: Any

    @property
    def services(self) -> list[tuple[str, dict[str, Any]]]:
        """Of the usual tool: each service with its data."""
        return [
            (f"{entry['domain']}.{entry['service']}", entry["service_data"])
            for entry in self.arguments["list"]
        ]


class Caller:
    """Keeps the conversation, as callers do."""

    def __init__(
        self,
        prompt: str = DEVICES,
        *,
        tools: tuple[CallerTool, ...] | None = None,
        settings: Settings | None = None,
        language: str = "en",
    ) -> None:
        self.messages = [RequestMessage(role="system", text=prompt)]
        self._tools = tools
        self._settings = settings or Settings()
        self._language = language
        self.answerer = PromptHomeAnswerer()

    async def say(self, text: str) -> tuple[str, list[Call]]:
        """Say something, and hear what is answered and what is to be called."""
        self.messages.append(RequestMessage(role="user", text=text))
        return await self.ask()

    async def report(self, *results: object) -> tuple[str, list[Call]]:
        """Send back what came of the last calls."""
        calls = self.messages[-1].calls
        for call, result in zip(calls, results, strict=True):
            text = result if isinstance(result, str) else json.dumps(result)
            self.messages.append(RequestMessage(role="tool", call_id=call.call_id, text=text))
        return await self.ask()

    async def ask(self) -> tuple[str, list[Call]]:
        reply = await self._answer()
        made = tuple(
            MadeCall(call_id=call.call_id, name=call.name, arguments=read_arguments(call.arguments))
            for call in reply.calls
        )
        self.messages.append(RequestMessage(role="assistant", text=reply.text, calls=made))
        return reply.text, [Call(call.call_id, call.name, call.arguments) for call in made]

    async def _answer(self) -> PromptReply:
        table = read_devices(self.messages)
        assert table is not None
        return await self.answerer.answer(
            PromptRequest(
                table=table,
                messages=tuple(self.messages),
                turn=Turn(text="", conversation_id="", language=self._language),
                settings=self._settings,
                tools=self._tools,
            )
        )
