"""What takes a person's yes: asked through a client that can ask, and refused through others.

A question is ours, in our words; a client shows it, and only an explicit yes counts. Where the
protocol has the client call once more with the answer, what waits is kept here, for a minute, and
the client has no more of it than a random word.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

import mcp_types as types
from mcp.server import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

_SECONDS = 60.0
_MOST = 100
_FIELD = "confirm"
_KEY = "confirmation"
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        _FIELD: {"type": "boolean", "title": "Yes, do it", "default": False},
    },
    "required": [_FIELD],
}

type Context = ServerRequestContext[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion[Wanted]:
    """What a yes would be to, and whose it must be."""

    question: str
    wanted: Wanted
    asker: str
    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Kept[Wanted]:
    question: OpenQuestion[Wanted]
    since: float


class OpenQuestions[Wanted]:
    """What waits for clients that call once more with the answer."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Wait for nothing yet."""
        self._clock = clock
        self._kept: dict[str, _Kept[Wanted]] = {}

    def keep(self, question: OpenQuestion[Wanted]) -> str:
        """Have this wait; return the word by which it is found."""
        while len(self._kept) >= _MOST:
            self._kept.pop(next(iter(self._kept)))
        word = secrets.token_urlsafe(24)
        self._kept[word] = _Kept(question, self._clock())
        return word

    def take(
        self, word: str, *, asker: str, tool: str, arguments: Mapping[str, Any]
    ) -> OpenQuestion[Wanted] | None:
        """What waits under a word, which then waits no longer; `None` if it is somebody else's."""
        kept = self._kept.pop(word, None)
        if kept is None or self._clock() - kept.since >= _SECONDS:
            return None
        question = kept.question
        is_same = (question.asker, question.tool, question.arguments) == (asker, tool, arguments)
        return question if is_same else None


def can_ask(context: Context) -> bool:
    """Whether the client can put a question to its person."""
    capabilities = context.session.client_capabilities
    elicitation = capabilities.elicitation if capabilities else None
    if elicitation is None:
        return False
    # A client that names its ways must have forms among them; one that names none has.
    return elicitation.form is not None or elicitation.url is None


def calls_again(context: Context) -> bool:
    """Whether the protocol has the client call once more with the answer."""
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


def input_required(question: str, word: str) -> types.InputRequiredResult:
    """The answer to a call that is made again once the person has decided."""
    request = types.ElicitRequest(params=_form(question))
    return types.InputRequiredResult(input_requests={_KEY: request}, request_state=word)


def is_yes_in(params: types.CallToolRequestParams) -> bool:
    """Whether a call that is made again brings a yes."""
    response = (params.input_responses or {}).get(_KEY)
    return isinstance(response, types.ElicitResult) and _is_yes(response)


async def ask(context: Context, question: str, *, patience: float = _SECONDS) -> bool:
    """Whether the person says yes in time, on a connection by which the client can be asked."""
    try:
        async with asyncio.timeout(patience):
            answer = await context.session.elicit_form(
                message=question, requested_schema=_SCHEMA, related_request_id=context.request_id
            )
    except MCPError, TimeoutError:
        return False
    return _is_yes(answer)


def _form(question: str) -> types.ElicitRequestFormParams:
    return types.ElicitRequestFormParams(message=question, requested_schema=_SCHEMA)


def _is_yes(answer: types.ElicitResult) -> bool:
    return answer.action == "accept" and (answer.content or {}).get(_FIELD) is True
