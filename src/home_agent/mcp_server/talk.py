"""A sentence of a client, said to the agent as it stands."""

import asyncio
import json
import uuid
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from home_agent.engine.authority import Origin
from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.reply_document import describe_reply, plain_value
from home_agent.engine.conversation.conversation import CALLERS
from home_agent.engine.errors import LanguageError
from home_agent.engine.language import load_language, match_language
from home_agent.engine.outcome import Status
from home_agent.engine.turn import Reply, Turn
from home_agent.rooms import RoomError, find_room
from home_agent.server.caller import Caller
from home_agent.server.limits import TokenLimits
from home_agent.session import Session

DESCRIPTION = (
    "Say something to the home in plain words, as a person would: 'turn off the kitchen lights',"
    " 'is the front door locked?', 'warmer in the office'. It understands many languages, acts"
    " only when it is sure, and answers with what was really seen to happen. Where it asks back,"
    " answer with the same conversation. Pass on what the person said rather than your own plan."
)
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "What is said."},
        "conversation": {
            "type": "string",
            "description": "Optional: the conversation of an earlier answer, to go on with it.",
        },
        "language": {"type": "string", "description": "Optional: its language, such as 'de'."},
        "room": {"type": "string", "description": "Optional: the room that the person is in."},
    },
    "required": ["text"],
}
_LONGEST_ID = 64
_MOST_WAITING = 100


class TalkError(Exception):
    """Raised inside this room: what is said cannot be heard; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceResult:
    """A sentence, and what came of it."""

    turn: Turn
    reply: Reply
    conversation: str
    """What the client calls the conversation."""

    @property
    def needs_yes(self) -> bool:
        """Whether something waits for a person's yes."""
        return any(outcome.status is Status.AWAITING for outcome in self.reply.outcomes)

    def as_document(self) -> dict[str, Any]:
        """For a client: the words, and what they rest on."""
        shown = replace(self.reply, calls=tuple(call.shown for call in self.reply.calls))
        document: dict[str, Any] = json.loads(
            json.dumps(describe_reply(shown), default=plain_value)
        )
        return {**document, "conversation": self.conversation}


class TalkTool:
    """Says sentences of clients, one after the other in each conversation.

    A yes is to what was asked: where something else was said in the conversation since, it is to
    nothing.
    """

    def __init__(self, session: Session, tokens: TokenLimits) -> None:
        """Say them in this session, within what keys may use of models."""
        self._session = session
        self._tokens = tokens
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._last: dict[str, SentenceResult] = {}

    async def say(self, caller: Caller, arguments: dict[str, Any]) -> SentenceResult:
        """Say what a client wants said. Raises `TalkError`, and what the engine raises."""
        conversation = str(arguments.get("conversation") or uuid.uuid4().hex)[:_LONGEST_ID]
        turn = _turn(self._session, caller, arguments, conversation)
        async with self._lock(turn.conversation_id):
            self._last.pop(turn.conversation_id, None)
            reply = await self._answer(turn, caller)
            said = SentenceResult(turn=turn, reply=reply, conversation=conversation)
            if said.needs_yes:
                self._keep(said)
        return said

    async def confirm(self, said: SentenceResult) -> SentenceResult | None:
        """Say yes for a person who was asked, and did; `None` if it is too late for that.

        The yes is a person's, given through a program: what is forbidden to programs stays so.
        """
        asked = said.turn
        yes = load_language(match_language(asked.language)).yes[0]
        turn = replace(
            asked, text=yes, origin=Origin.API, possible_origins=(*asked.authority.origins,)
        )
        async with self._lock(asked.conversation_id):
            if self._last.pop(asked.conversation_id, None) is not said:
                return None
            return replace(said, reply=await self._session.answer(turn))

    async def _answer(self, turn: Turn, caller: Caller) -> Reply:
        """The reply; without a model for a key that has used up what it may."""
        try:
            await self._tokens.check(caller)
        except ApiError:
            turn = replace(turn, asks_models=False)
        reply = await self._session.answer(turn)
        await self._tokens.note(caller, reply.consumption.tokens if reply.consumption else 0)
        return reply

    def _lock(self, conversation_id: str) -> asyncio.Lock:
        return self._locks.setdefault(conversation_id, asyncio.Lock())

    def _keep(self, said: SentenceResult) -> None:
        while len(self._last) >= _MOST_WAITING:
            self._last.pop(next(iter(self._last)))
        self._last[said.turn.conversation_id] = said


def _turn(session: Session, caller: Caller, arguments: dict[str, Any], conversation: str) -> Turn:
    try:
        language = match_language(str(arguments.get("language") or session.language))
        room = str(arguments.get("room") or "")
        area = find_room(session.snapshot_for(caller.key).layout, room) if room else None
    except LanguageError as error:
        raise TalkError(str(error)) from error
    except RoomError as error:
        # Not the error's own words: they list rooms that the key may not be for.
        raise TalkError("There is no room of that name here.") from error
    turn = caller.turn(
        str(arguments.get("text") or ""),
        # Whatever a client calls it, it is no conversation of anybody else: no key has a slash.
        conversation_id=f"{CALLERS}mcp/{caller.key.name}/{conversation}",
        language=language,
    )
    return replace(turn, origin=Origin.MCP, area_id=area.area_id if area else None)
