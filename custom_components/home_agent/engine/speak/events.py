"""Telling that an appointment was added: as it is found in the calendar then."""

from collections.abc import Sequence
from datetime import date, datetime

from ..home import Layout
from ..language import Language
from ..outcome import FAILURES, Outcome, Status
from ..plan import Wording
from .moments import DASH, clock, when
from .phrases import phrase

_WRONG = FAILURES | {Status.AWAITING}


def tell_added(
    wording: Wording, outcomes: Sequence[Outcome], layout: Layout, language: Language
) -> str:
    """What was added and when it is; that it is not seen there, where it is not."""
    wrong = [one for one in outcomes if one.status in _WRONG and one.service != _LOOKS]
    if wrong:
        return " ".join(one.message for one in wrong)
    calendar = layout.entities.get(outcomes[0].entity_id or "")
    words = {
        "name": calendar.name if calendar else "",
        "item": wording.slots["item"],
        "when": _window(wording, outcomes, language),
    }
    if any(one.entries for one in outcomes):
        return phrase(language, "event_added", **words)
    return phrase(language, "event_unseen", **words)


_LOOKS = "calendar.get_events"


def _window(wording: Wording, outcomes: Sequence[Outcome], language: Language) -> str:
    start: date = wording.slots["start"]
    end: date = wording.slots["end"]
    now = next((one.seen for one in outcomes if one.seen is not None), None)
    if now is None:
        return str(start)
    told = when(start, now, language)
    if isinstance(start, datetime) and isinstance(end, datetime):
        return f"{told} {DASH} {clock(end, language)}"
    return told
