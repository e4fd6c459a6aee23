"""What version 1 wrote is read by every version after it, whatever its classes are called."""

import json
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest

from home_agent.engine.act.schedule import documents
from home_agent.engine.act.schedule.documents import UnknownKindError, as_document, from_document
from home_agent.engine.agreement import Agreement, Effect
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.conditions import AllOf, AnyOf, Changes, Measures, StateIs, TimeIs
from home_agent.engine.events import Announcement, JobEnded, TimerEnded
from home_agent.engine.home import ServiceCall, State
from home_agent.engine.jobs import Job, Phase, Timer
from home_agent.engine.outcome import AllowedValues, AwaitedAction, Entry, Outcome, Reason, Status
from home_agent.engine.plan import (
    BackStep,
    CallStep,
    LaterStep,
    Plan,
    PlayStep,
    ScheduleStep,
    TimerStep,
    Wording,
)
from home_agent.engine.triggers import (
    ConditionTrigger,
    Delay,
    Notice,
    RecurringTrigger,
    SunTrigger,
    TimeTrigger,
)

VERSION_1 = Path(__file__).parent / "documents_of_version_1.json"
NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
WORDING = Wording(intent="HassTurnOn", response="default", slots={"name": "Chandelier"})
CALL = CallStep(
    call=ServiceCall(
        domain="light", service="turn_on", targets=("light.hall",), data={"brightness_pct": 40}
    ),
    wording=WORDING,
)
PLAY = PlayStep(player="media_player.radio", query="jazz", kind="music", wording=WORDING)
STATE = State(value="on", attributes={"brightness": 102}, changed=NOON, updated=NOON)
AGREED = Agreement(
    service="lock.unlock",
    entity_id="lock.front",
    data={"speed": [1, 2]},
    effects=(Effect(service="light.turn_on", entity_id="light.hall"),),
)
AUTHORITY = Authority(
    origin=Origin.VOICE,
    possible_origins=(Origin.CHAT,),
    decided_by=(Origin.MODEL,),
    user_id="anna",
    is_admin=True,
    satellite_id="assist_satellite.hall",
    conversation_id="conversation",
    confirmed=True,
    agreed=(AGREED,),
    language="de",
    area_id="hall",
)
CONDITION = AllOf(
    conditions=(
        AnyOf(
            conditions=(
                StateIs(entity_ids=("lock.front",), states=frozenset({"locked"}), every=True),
                Measures(entity_id="sensor.cellar", above=3.5, margin=0.5),
            )
        ),
        Changes(entity_ids=("sensor.cellar",), attribute="battery"),
        TimeIs(after=time(7, 30), before=time(22, 0), days=frozenset({0, 6})),
    )
)
SUNSET = SunTrigger(event="sunset", offset=-600.0, day=date(2026, 3, 5))
JOB = Job(
    job_id="job",
    steps=(CALL, PLAY),
    before={"light.hall": STATE},
    switches_off=True,
    trigger=ConditionTrigger(condition=CONDITION, again=True, lasting=60.0, pause=300.0),
    due=NOON,
    end=RecurringTrigger(days=frozenset({5}), at=SUNSET),
    condition=CONDITION,
    notice=Notice(message="The cellar is wet", ways=("notify.anna",), name="cellar"),
    was_so=True,
    seen={"lock.front": "locked"},
    last=NOON,
    authority=AUTHORITY,
    made=NOON,
    phase=Phase.BEGUN,
)
TIMER = Timer(
    timer_id="timer", name="pasta", length=480, ends=NOON, left=12.5, authority=AUTHORITY, made=NOON
)
OUTCOME = Outcome(
    status=Status.REFUSED,
    entity_id="lock.front",
    service="lock.unlock",
    before=STATE,
    after=STATE,
    reason=Reason.NOT_ALLOWED,
    detail="detail",
    because="rule",
    allowed=AllowedValues(low=5.0, high=30.0, unit="°C", options=("heat", "off")),
    matched=False,
    attribute="temperature",
    entries=(Entry(text="dentist", start=date(2026, 3, 4), end=NOON, details={"where": "town"}),),
    awaited=AwaitedAction(
        action=AGREED,
        begin=TimeTrigger(moment=NOON),
        due=NOON,
        condition=CONDITION,
        end=Delay(seconds=60.0),
        back=(AGREED,),
        at=NOON,
    ),
    jobs=(JOB,),
    timers=(TIMER,),
    others=True,
    seen=NOON,
    message="message",
)
LATER = LaterStep(
    steps=(CALL,),
    begin=TimeTrigger(moment=NOON),
    end=Delay(seconds=60.0),
    condition=CONDITION,
    notice=JOB.notice,
    wording=WORDING,
)
PLAN = Plan(
    steps=(
        LATER,
        BackStep(
            entity_ids=("light.hall",),
            off=("light.hall",),
            at=TimeTrigger(moment=NOON),
            wording=WORDING,
        ),
        TimerStep(
            action="start",
            seconds=480,
            name="pasta",
            start_seconds=600,
            area_id="hall",
            wording=WORDING,
        ),
        ScheduleStep(action="cancel", entity_ids=("light.hall",), at=time(7, 0), job_ids=("job",)),
    ),
    decided_by=(Origin.MODEL,),
)
WRITTEN = {
    "job": JOB,
    "timer": TIMER,
    "told": Announcement(
        text="Wet", language="en", about=JobEnded(job=JOB, plan=PLAN, outcomes=((OUTCOME,),))
    ),
    "timer_told": TimerEnded(timer=TIMER, late=True),
}


def test_what_version_1_wrote_means_the_same_today() -> None:
    """The file was written once, and is never written again."""
    stored = json.loads(VERSION_1.read_text("utf-8"))
    assert {name: from_document(document) for name, document in stored.items()} == WRITTEN


def test_what_is_written_today_is_read_back() -> None:
    """Through JSON, as a store or a socket has it."""
    for value in WRITTEN.values():
        assert from_document(json.loads(json.dumps(as_document(value)))) == value


def test_every_kind_is_in_what_version_1_wrote() -> None:
    """A kind that was added since needs no file of version 1: it is named here."""
    added_since = {"AccessKey"}
    tags = set(_tags(json.loads(VERSION_1.read_text("utf-8"))))
    assert documents._KINDS.keys() - tags == added_since


def test_every_field_of_version_1_is_known() -> None:
    """A field that is renamed must still be read by its former name."""
    for document in _documents(json.loads(VERSION_1.read_text("utf-8"))):
        kind = documents._VALUES.get(document["is"])
        if kind is not None:
            assert is_dataclass(kind)
            stored = documents._STORED_NAMES.get(kind, {})
            known = {stored.get(field.name, field.name) for field in fields(kind)}
            assert document.keys() - {"is"} <= known


def test_an_unknown_kind_is_of_a_newer_version() -> None:
    """And no damage."""
    with pytest.raises(UnknownKindError, match="Hovercraft"):
        from_document({"is": "Hovercraft"})


def _documents(value: object) -> list[dict[str, Any]]:
    match value:
        case dict():
            inner = [found for item in value.values() for found in _documents(item)]
            return [value, *inner] if "is" in value else inner
        case list():
            return [found for item in value for found in _documents(item)]
    return []


def _tags(value: object) -> list[str]:
    return [document["is"] for document in _documents(value)]
