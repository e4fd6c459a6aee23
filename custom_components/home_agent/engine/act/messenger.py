"""Telling people what they asked to be told, by the ways that the owner of the house has set.

It goes by no sentence and no model which ways there are, so that no leave is needed for them. But
what a rule denies is not told, and what is sent does not become a flood.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..authority import Authority
from ..errors import CallRefusedError
from ..home import Home, ServiceCall, Snapshot
from ..outcome import Outcome, Reason, Status
from .audit import Audit
from .gate import Gate
from .plain_messages import escape_call

_LOGGER = logging.getLogger(__name__)

NOTIFICATION = "persistent_notification"
"""On the page of the home itself, for everyone."""

SPEAK = "speak"
"""By the satellites of the room in which it was asked for."""

NOTIFY = "notify"
"""`notify.` and the name of a service or an entity: usually somebody's phone."""

_SATELLITE = "assist_satellite"
_PHONE = "mobile_app_"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalMessage:
    """What to tell, and on whose behalf."""

    message_id: str
    """Where the same is told twice, it is shown once."""

    title: str
    text: str
    authority: Authority


class Messenger:
    """Sends messages in one home."""

    def __init__(self, home: Home, gate: Gate, audit: Audit, *, patience: float) -> None:
        """Send them here, and wait so many seconds for the home to take one."""
        self._home = home
        self._gate = gate
        self._audit = audit
        self._patience = patience

    async def send(self, message: PersonalMessage, ways: Iterable[str]) -> tuple[Outcome, ...]:
        """Send it by each way that there is, all at once; tell what became of each."""
        home = self._home.snapshot()
        wanted = [call for way in dict.fromkeys(ways) for call in message_calls(way, message, home)]
        calls = [escape_call(call) for call in wanted]
        outcomes = await asyncio.gather(*(self._send(call, message.authority) for call in calls))
        await self._audit.write()
        return tuple(outcomes)

    async def _send(self, call: ServiceCall, authority: Authority) -> Outcome:
        outcome = await self._call(call, authority)
        sent = outcome.status is Status.ASKED
        # For logs that programs read, too.
        fields = {"event": "delivered" if sent else "not_delivered", "way": call.full_name}
        if sent:
            _LOGGER.info("A message was sent by %s.", call.full_name, extra={"fields": fields})
        else:
            why = outcome.detail or str(outcome.reason)
            said = "A message could not be sent by %s: %s"
            _LOGGER.warning(said, call.full_name, why, extra={"fields": fields})
        self._audit.note(call, authority, [outcome])
        return outcome

    async def _call(self, call: ServiceCall, authority: Authority) -> Outcome:
        refused = Outcome(status=Status.REFUSED, service=call.full_name)
        if call.full_name not in self._home.snapshot().layout.services:
            return replace(refused, reason=Reason.UNSUPPORTED)
        if self._gate.denies(call, authority, self._home.snapshot()):
            return replace(refused, reason=Reason.NOT_ALLOWED)
        if reason := self._gate.held_back(authority):
            return replace(refused, reason=reason)
        self._gate.count(authority)
        failed = replace(refused, status=Status.FAILED)
        try:
            async with asyncio.timeout(self._patience):
                await self._home.call(call)
        except CallRefusedError as refusal:
            return replace(failed, reason=Reason.REJECTED, detail=str(refusal))
        except TimeoutError:
            return replace(failed, reason=Reason.NO_RESPONSE)
        return replace(refused, status=Status.ASKED)


def message_calls(way: str, message: PersonalMessage, home: Snapshot) -> Iterator[ServiceCall]:
    """What to ask of the home; empty if it has no such way."""
    domain, _, name = way.partition(".")
    told = {"message": message.text, "title": message.title}
    shown_as = f"home_agent_{message.message_id}"
    if way == NOTIFICATION:
        data = told | {"notification_id": shown_as}
        yield ServiceCall(domain=NOTIFICATION, service="create", data=data)
    elif way == SPEAK:
        if satellites := _satellites(message.authority.area_id, home):
            said = {"message": message.text}
            yield ServiceCall(domain=_SATELLITE, service="announce", targets=satellites, data=said)
    elif domain == NOTIFY and way in home.layout.entities:
        yield ServiceCall(domain=NOTIFY, service="send_message", targets=(way,), data=told)
    elif domain == NOTIFY:
        # The same message twice is one on a phone that knows it by its tag; others may refuse it.
        tag = {"data": {"tag": shown_as}} if name.startswith(_PHONE) else {}
        yield ServiceCall(domain=NOTIFY, service=name, data=told | tag)


def _satellites(area_id: str | None, home: Snapshot) -> tuple[str, ...]:
    """What can speak in a room, exposed or not: nobody controls it by being spoken to."""
    return tuple(
        entity.entity_id
        for entity in home.layout.entities.values()
        if entity.domain == _SATELLITE
        and entity.area_id == area_id is not None
        and (state := home.states.get(entity.entity_id)) is not None
        and state.available
    )
