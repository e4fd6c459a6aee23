"""A yes to what an `ask` before this one asked: the sentence is asked again first.

What waits for a yes is written down nowhere, so that nobody finds it later. So the sentence is read
anew, by the home as it is now, and the yes counts only where the very same question comes of it.
"""

from datetime import UTC, datetime, timedelta

from home_agent.engine.conversation.conversations import trace_of
from home_agent.engine.conversation.trace import Trace
from home_agent.engine.errors import StoreError
from home_agent.engine.language import load_language
from home_agent.engine.outcome import Status
from home_agent.engine.storage.store import Store
from home_agent.engine.turn import Reply, Tier
from home_agent.engine.understand.dialogue.consent import agrees, declines, has_only_digits

from ..session import Session

# As long as a chat waits for an answer.
_WAITS = timedelta(seconds=60)


async def ask_again(session: Session, store: Store, conversation: str, answer: str) -> Reply | None:
    """What came of the sentence, where that is not the question which the answer is for.

    `conversation` is the one that is gone on with; `answer` is what somebody says in it.
    """
    try:
        trace = await trace_of(store, conversation)
    except StoreError:
        return None
    if trace is None or not _waits(trace) or not _may_be_yes(answer, session.language):
        return None
    reply = await session.hear(trace.heard)
    same = reply.text == trace.said and reply.expects_answer
    return None if same else reply


def _waits(trace: Trace) -> bool:
    statuses = {outcome.status for outcome in trace.ended}
    fresh = trace.at is not None and datetime.now(UTC) - trace.at < _WAITS
    return fresh and trace.tier == Tier.FAST.value and statuses == {Status.AWAITING.value}


def _may_be_yes(answer: str, code: str) -> bool:
    language = load_language(code)
    is_pin = has_only_digits(answer, language) and not declines(answer, language)
    return agrees(answer, language) is True or is_pin
