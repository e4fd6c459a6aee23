"""Conversations on the page: every tab of a viewer shows the same.

A sentence is answered in a task of its own, even if the page is closed meanwhile. Its details are
kept in memory; its words are stored by the agent, like those of any other conversation.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from weakref import WeakValueDictionary

from ..agent import Agent
from ..errors import HomeAgentError
from ..events import (
    CommandKept,
    CommandUndone,
    Event,
    EventListener,
    ReplyDelta,
    TurnStarted,
)
from ..home import Home
from ..language import Language
from ..plan import Plan, UndoStep
from ..turn import Reply, Turn
from .home_documents import load_language_and_lexicon
from .messages import PageMessage, reply_document, why_document
from .progress import Progress
from .streams import Streams
from .viewer import Viewer

_LOGGER = logging.getLogger(__name__)

_MOST_CONVERSATIONS, _MOST_MESSAGES = 100, 60
_HIDDEN = "•••"

type UsageCounter = Callable[[Viewer, Reply | None], Awaitable[bool]]
"""Called without a reply before a turn, returns whether models may be asked; called after it."""


type AddListener = Callable[[Turn, EventListener], EventListener]
"""Returns the listener of a turn, joined with those of the shell."""


def add_no_listener(_turn: Turn, listener: EventListener) -> EventListener:
    """Return the listener alone."""
    return listener


async def count_no_usage(_viewer: Viewer, _reply: Reply | None) -> bool:
    """Allow models, and count nothing."""
    return True


class PageChat:
    """Answers sentences of viewers, one at a time in each conversation."""

    def __init__(
        self,
        agent: Agent,
        home: Home,
        streams: Streams,
        *,
        count_usage: UsageCounter,
        add_listener: AddListener,
    ) -> None:
        """Answer with this agent, and send the progress to the streams."""
        self._agent = agent
        self._home = home
        self._streams = streams
        self._count_usage = count_usage
        self._add_listener = add_listener
        self._conversations: OrderedDict[str, list[PageMessage]] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    def say(self, viewer: Viewer, turn: Turn, conversation: str, message_id: str) -> PageMessage:
        """Begin to answer a sentence; one with a known id is not answered again."""
        messages = self._messages(turn.conversation_key)
        for known in messages:
            if known.id == message_id:
                return known
        message = PageMessage(
            id=message_id, at=datetime.now(UTC), heard=_HIDDEN if turn.is_pin else ""
        )
        messages.append(message)
        del messages[:-_MOST_MESSAGES]
        task = asyncio.create_task(self._answer(viewer, turn, conversation, message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return message

    async def act(self, viewer: Viewer, plan: Plan, turn: Turn) -> dict[str, Any]:
        """Carry out a plan; return the reply as a document."""
        language = await self._language(turn)
        reply = await self._agent.act(plan, turn, self._add_listener(turn, self._mark_undone))
        self._tell(viewer, {"type": "acted"})
        return reply_document(reply, self._home.snapshot(), language)

    async def undo(self, viewer: Viewer, turn: Turn, message_id: str) -> dict[str, Any]:
        """Undo what a sentence did, and what the conversation did since.

        Nothing is undone if the sentence did nothing, or was undone before.
        """
        done = self._done_since(turn.conversation_key, message_id)
        step = UndoStep(commands=done, only_here=True)
        return await self.act(viewer, Plan(steps=(step,)), turn)

    def _done_since(self, key: str, message_id: str) -> tuple[int, ...]:
        """The commands of a sentence and of those after it that were not undone."""
        messages = self._conversations.get(key, [])
        at = next((at for at, message in enumerate(messages) if message.id == message_id), None)
        if at is None or not messages[at].can_be_undone:
            return ()
        since = (message for message in messages[at:] if message.can_be_undone)
        return tuple(number for message in since for number in message.commands)

    def _mark_undone(self, event: Event) -> None:
        """Mark the message whose command was undone."""
        if not isinstance(event, CommandUndone):
            return
        for messages in self._conversations.values():
            for message in messages:
                if event.number in message.commands:
                    message.commands.remove(event.number)
                    message.undone = not message.commands

    async def history(self, viewer: Viewer, conversation: str) -> list[dict[str, Any]]:
        """The messages of a conversation; those no longer in memory by their words alone."""
        key = viewer.conversation_key(conversation)
        kept = (await self._agent.recall(key)).exchanges
        known = self._conversations.get(key, [])
        answered = sum(message.state == "done" for message in known)
        earlier = kept[: max(len(kept) - answered, 0)] if known else kept
        return [
            *(
                {"id": f"kept-{at}", "heard": said.heard, "state": "done", "words": said.said}
                for at, said in enumerate(earlier)
            ),
            *(message.as_document() for message in known),
        ]

    async def conversations(self, viewer: Viewer, search: str = "") -> list[dict[str, Any]]:
        """The conversations of a viewer, newest first, titled by their first sentence."""
        keys = await self._agent.conversation_keys(viewer.authority("en"))
        found = []
        for key in reversed(keys):
            conversation = viewer.own_conversation(key)
            if not conversation:
                continue
            kept = await self._agent.recall(key)
            words = [f"{exchange.heard} {exchange.said}" for exchange in kept.exchanges]
            if not words or not any(search.casefold() in text.casefold() for text in words):
                continue
            title = next((exchange.heard for exchange in kept.exchanges if exchange.heard), "")
            found.append(
                {
                    "id": conversation,
                    "title": title or kept.exchanges[0].said,
                    "last": kept.last.isoformat() if kept.last else None,
                    "count": kept.count,
                }
            )
        return found

    async def forget(self, viewer: Viewer, conversation: str) -> None:
        """Forget a conversation. Raises `StoreError`."""
        await self._agent.forget(viewer.conversation_id(conversation), viewer.authority("en"))
        self._conversations.pop(viewer.conversation_key(conversation), None)
        self._tell(viewer, {"type": "conversations"})

    async def close(self) -> None:
        """Wait for answers in progress; the caller limits how long."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _answer(
        self, viewer: Viewer, turn: Turn, conversation: str, message: PageMessage
    ) -> None:
        lock = self._locks.setdefault(turn.conversation_key, asyncio.Lock())
        try:
            async with lock:
                follow = self._follow(viewer, conversation, message)
                listener = self._add_listener(turn, follow)
                if not await self._count_usage(viewer, None):
                    turn = replace(turn, asks_models=False)
                reply = await self._agent.hear(turn, listener)
                await self._count_usage(viewer, reply)
                message.reply = await self._document(reply, turn, message)
                message.words, message.state = reply.text, "done"
                # What takes something back is not taken back itself.
                message.reply["changed"] = message.reply["changed"] and bool(message.commands)
        except HomeAgentError as error:
            message.words, message.state = str(error), "failed"
        except Exception:
            _LOGGER.exception("A sentence of the page could not be answered.")
            message.state = "failed"
        finally:
            message.doing = {}
            self._show(viewer, conversation, message)

    def _follow(self, viewer: Viewer, conversation: str, message: PageMessage) -> EventListener:
        progress = Progress(self._home.snapshot().layout)

        def follow(event: Event) -> None:
            if isinstance(event, ReplyDelta):
                message.words += event.text
                told = {"type": "words", "id": message.id, "text": event.text}
                self._tell(viewer, {**told, "conversation": conversation})
                return
            if isinstance(event, CommandKept):
                message.commands.append(event.number)
                return
            if isinstance(event, CommandUndone):
                self._mark_undone(event)
                self._tell(viewer, {"type": "acted"})
                return
            if isinstance(event, TurnStarted) and message.heard != _HIDDEN:
                message.heard = event.turn.text
            elif not progress.follow(event):
                return
            message.doing = progress.as_document()
            self._show(viewer, conversation, message)

        return follow

    async def _document(self, reply: Reply, turn: Turn, message: PageMessage) -> dict[str, Any]:
        language = await self._language(turn)
        conversation = await self._agent.recall(turn.conversation_key)
        trace = conversation.trace
        is_ours = trace is not None and trace.at is not None and trace.at >= message.at
        home = self._home.snapshot()
        question = conversation.open if reply.expects_answer else None
        return {
            **reply_document(reply, home, language, question=question),
            "why": why_document(trace if is_ours else None, home.layout),
        }

    async def _language(self, turn: Turn) -> Language:
        return await asyncio.to_thread(load_language_and_lexicon, turn.language)

    def _messages(self, key: str) -> list[PageMessage]:
        messages = self._conversations.setdefault(key, [])
        self._conversations.move_to_end(key)
        while len(self._conversations) > _MOST_CONVERSATIONS:
            self._conversations.popitem(last=False)
        return messages

    def _show(self, viewer: Viewer, conversation: str, message: PageMessage) -> None:
        told = {"type": "message", "conversation": conversation, "message": message.as_document()}
        self._tell(viewer, told)

    def _tell(self, viewer: Viewer, event: dict[str, Any]) -> None:
        self._streams.send(event, lambda other: other.name == viewer.name)
