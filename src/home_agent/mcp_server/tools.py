"""Our tools as MCP has them: what each can do is told beforehand, and all of it passes the gate."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import mcp_types as types

from home_agent.configuration.mcp import McpSettings, ToolSet
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.confirmation import PendingConfirmation
from home_agent.engine.errors import HomeAgentError
from home_agent.engine.llm.messages import ToolCall, ToolSpec
from home_agent.engine.outcome import FAILURES
from home_agent.engine.tools.tool import Tool, ToolEffect
from home_agent.server.caller import Caller
from home_agent.server.limits import TokenLimits
from home_agent.session import Session

from . import talk
from .asking import (
    Context,
    OpenQuestion,
    OpenQuestions,
    ask,
    calls_again,
    can_ask,
    input_required,
    is_yes_in,
)
from .shielded_tasks import ShieldedTasks
from .tool_sets import TALK, is_on, tools_besides

type Answer = types.CallToolResult | types.InputRequiredResult

_NO = "The person said no, so that was not done."
_TOO_LATE = "Nobody waits for that answer any more, so that was not done."
_REFUSED = (
    "That takes a person's yes, and nobody can be asked through this client. Nothing was done."
    " Tell the person to say it themselves: in 'home-agent chat', or to the voice assistant."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """A call of a client."""

    context: Context
    params: types.CallToolRequestParams
    caller: Caller

    @property
    def arguments(self) -> dict[str, Any]:
        return self.params.arguments or {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _ConfirmedCall:
    """What a yes would be to, and what came of the rest of the call."""

    action: PendingConfirmation | talk.SentenceResult
    so_far: str

    def declined(self, why: str) -> types.CallToolResult:
        """What a client is told where it is not done."""
        return _error(f"{self.so_far} {why}".strip())


class McpTools:
    """The tools of one home that are on."""

    def __init__(self, session: Session, settings: McpSettings, tokens: TokenLimits) -> None:
        """Use them in this session, within what keys may use of models."""
        self._session = session
        self._settings = settings
        self._talk = talk.TalkTool(session, tokens)
        self._shielded = ShieldedTasks()
        self._questions: OpenQuestions[_ConfirmedCall] = OpenQuestions()
        self._besides = tools_besides(settings.tools)

    def all(self, caller: Caller) -> list[types.Tool]:
        """What a caller may use."""
        tools = [_talk(caller)] if ToolSet.TALK in self._settings.tools else []
        for spec, changes in self._specs():
            if is_on(spec.name, self._settings.tools) and not (changes and caller.key.read_only):
                tools.append(
                    types.Tool(
                        name=spec.name,
                        description=spec.description,
                        input_schema=dict(spec.parameters),
                        annotations=_hints(read_only=not changes),
                    )
                )
        return tools

    def _specs(self) -> Iterator[tuple[ToolSpec | Tool, bool]]:
        """All tools but the one that takes a sentence, and whether each changes something."""
        api, known = self._session.api, set()
        for spec in api.tools():
            known.add(spec.name)
            yield spec, api.effect_of(spec.name) is not ToolEffect.NOTHING
        for tool in self._besides:
            if tool.name not in known:
                yield tool, tool.effect is not ToolEffect.NOTHING

    async def call(
        self, context: Context, params: types.CallToolRequestParams, caller: Caller
    ) -> Answer:
        """Use a tool, and ask the client's person where that takes a yes."""
        call = _Call(context=context, params=params, caller=caller)
        if params.name not in {tool.name for tool in self.all(caller)}:
            return _error(f"There is no tool '{params.name[:80]}' here.")
        try:
            if params.request_state is not None:
                return await self._go_on(call, params.request_state)
            return await (self._say(call) if params.name == TALK else self._use(call))
        except HomeAgentError as error:
            # A home that is not there, a disk that is full: told, and no surprise.
            return _error(str(error))

    async def _use(self, call: _Call) -> Answer:
        authority = self._authority(call.caller)
        wanted = ToolCall(id="mcp", name=call.params.name, arguments=call.arguments)
        attended = self._may_ask(call.context)
        result = await self._shielded.run(
            self._session.use_tool(wanted, authority, attended=attended, more=self._besides)
        )
        found = await self._session.api.find_question(result, authority.language)
        if found is None:
            return _result(result.as_json(), is_error=not result.success)
        question, pending = found
        done = [entry for entry in result.result or () if not _is_waiting(entry)]
        so_far = json.dumps(done, ensure_ascii=False, default=str) if done else ""
        return await self._ask(call, question, _ConfirmedCall(action=pending, so_far=so_far))

    async def _say(self, call: _Call) -> Answer:
        try:
            said = await self._shielded.run(self._talk.say(call.caller, call.arguments))
        except talk.TalkError as error:
            return _error(str(error))
        if not said.needs_yes:
            return _spoken(said)
        if not self._may_ask(call.context):
            return _error(f"{said.reply.text} {_REFUSED}")
        return await self._ask(
            call, said.reply.text, _ConfirmedCall(action=said, so_far=said.reply.text)
        )

    async def _ask(self, call: _Call, question: str, wanted: _ConfirmedCall) -> Answer:
        """Have the person decide, in the way that the protocol has for it."""
        if calls_again(call.context):
            word = self._questions.keep(
                OpenQuestion(
                    question=question,
                    wanted=wanted,
                    asker=_asker(call.caller),
                    tool=call.params.name,
                    arguments=call.arguments,
                )
            )
            return input_required(question, word)
        if not await ask(call.context, question):
            return wanted.declined(_NO)
        return await self._confirmed(wanted, call.caller)

    async def _go_on(self, call: _Call, word: str) -> Answer:
        found = self._questions.take(
            word, asker=_asker(call.caller), tool=call.params.name, arguments=call.arguments
        )
        if found is None:
            return _error(_TOO_LATE)
        if not is_yes_in(call.params):
            return found.wanted.declined(_NO)
        return await self._confirmed(found.wanted, call.caller)

    async def _confirmed(self, wanted: _ConfirmedCall, caller: Caller) -> Answer:
        if isinstance(wanted.action, talk.SentenceResult):
            said = await self._shielded.run(self._talk.confirm(wanted.action))
            return wanted.declined(_TOO_LATE) if said is None else _spoken(said)
        report = await self._shielded.run(
            self._session.carry_out_confirmed(wanted.action, self._authority(caller))
        )
        well = all(outcome.status not in FAILURES for outcome in report.outcomes)
        told = f"{wanted.so_far} {report.text}".strip()
        document = {
            "success": well,
            "result": told if well else None,
            "error": None if well else told,
        }
        return _result(document, is_error=not well)

    def _may_ask(self, context: Context) -> bool:
        """Whether a yes through this client counts. A PIN is not for a form of others."""
        is_wanted = self._settings.confirm and self._session.settings.safety.pin is None
        return is_wanted and can_ask(context)

    def _authority(self, caller: Caller) -> Authority:
        name = f"mcp-{caller.key.name}"
        return caller.authority(Origin.MCP, conversation_id=name, language=self._session.language)


def _talk(caller: Caller) -> types.Tool:
    return types.Tool(
        name=TALK,
        description=talk.DESCRIPTION,
        input_schema=talk.SCHEMA,
        annotations=_hints(read_only=caller.key.read_only),
    )


def _hints(*, read_only: bool) -> types.ToolAnnotations:
    return types.ToolAnnotations(
        read_only_hint=read_only, destructive_hint=not read_only, open_world_hint=False
    )


def _is_waiting(entry: object) -> bool:
    return isinstance(entry, dict) and entry.get("status") == "awaiting_confirmation"


def _asker(caller: Caller) -> str:
    return f"{caller.key.name} {caller.user_id or ''}"


def _spoken(said: talk.SentenceResult) -> types.CallToolResult:
    content = types.TextContent(text=said.reply.text)
    return types.CallToolResult(content=[content], structured_content=said.as_document())


def _result(document: dict[str, Any], *, is_error: bool) -> types.CallToolResult:
    text = json.dumps(document, ensure_ascii=False, default=str)
    return types.CallToolResult(
        content=[types.TextContent(text=text)],
        structured_content=json.loads(text),
        is_error=is_error,
    )


def _error(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=message)], is_error=True)
