"""What becomes a line of the log, and what is sent to the home because nobody was there."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from home_agent.engine.authority import Authority
from home_agent.engine.events import Announcement, JobEnded, TimerEnded, WatchImpaired
from home_agent.engine.home import ServiceCall
from home_agent.engine.jobs import Job, Phase, Timer
from home_agent.engine.outcome import Outcome, Status
from home_agent.engine.plan import CallStep, Wording
from home_agent.engine.triggers import Delay, Notice
from home_agent.remote import ConnectionStatus
from home_agent.service.event_log import EventLog
from home_agent.service.notifier import Notifier

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
LAMP = ServiceCall(domain="light", service="turn_on", targets=("light.lamp",))
JOB = Job(
    job_id="1",
    steps=(CallStep(call=LAMP, wording=Wording(intent="")),),
    trigger=Delay(seconds=1),
    authority=Authority(),
    made=NOW,
)
TIMER = Timer(timer_id="2", length=60, ends=NOW, authority=Authority(), made=NOW)
FAILED = ((Outcome(status=Status.FAILED, entity_id="light.lamp"),),)
DONE = ((Outcome(status=Status.DONE, entity_id="light.lamp"),),)

CASES = [
    (JobEnded(job=JOB, outcomes=DONE), "job_done", "INFO", False),
    (JobEnded(job=JOB, outcomes=FAILED), "job_failed", "WARNING", True),
    (JobEnded(job=JOB, held=False), "job_not_needed", "INFO", False),
    (JobEnded(job=replace(JOB, phase=Phase.MISSED)), "job_missed", "WARNING", True),
    (JobEnded(job=replace(JOB, phase=Phase.INTERRUPTED)), "job_interrupted", "WARNING", True),
    # A watch sends its own message.
    (JobEnded(job=replace(JOB, notice=Notice())), "watch_fired", "INFO", False),
    (TimerEnded(timer=TIMER), "timer_up", "INFO", True),
]


def _fields(record: logging.LogRecord) -> Mapping[str, Any]:
    fields: Mapping[str, Any] = record.__dict__["fields"]
    return fields


@pytest.mark.parametrize(("about", "event", "level", "sent"), CASES)
async def test_what_is_written_and_sent(
    caplog: pytest.LogCaptureFixture,
    about: JobEnded | TimerEnded,
    event: str,
    level: str,
    sent: bool,
) -> None:
    told = Announcement(text="Words.", language="en", about=about)
    posted: list[Announcement] = []

    async def send(event: Announcement) -> tuple[Outcome, ...]:
        await asyncio.sleep(0)
        posted.append(event)
        return ()

    outbox = Notifier(send)
    with caplog.at_level(logging.DEBUG, "home_agent.service"):
        EventLog("http://home:8123").hear(told)
        outbox.put(told)
        await outbox.close()
    (record,) = caplog.records
    assert (record.getMessage(), record.levelname) == ("Words.", level)
    assert (_fields(record)["event"], _fields(record)["home"]) == (event, "http://home:8123")
    assert posted == ([told] if sent else [])


def test_a_watch_that_sees_nothing(caplog: pytest.LogCaptureFixture) -> None:
    logbook = EventLog("")
    with caplog.at_level(logging.DEBUG, "home_agent.service"):
        logbook.hear(WatchImpaired(name="Freezer", entity_ids=("sensor.freezer",)))
        logbook.hear(WatchImpaired(name="Freezer", entity_ids=()))
    (record,) = caplog.records
    assert (_fields(record)["event"], record.levelname) == ("watch_blind", "WARNING")
    assert "“Freezer” looks at sensor.freezer" in record.getMessage()


def test_a_gap_is_measured_once(caplog: pytest.LogCaptureFixture) -> None:
    """However often it is tried in between."""
    logbook = EventLog("")
    with caplog.at_level(logging.DEBUG, "home_agent.service"):
        for link in (
            ConnectionStatus(up=True),
            ConnectionStatus(up=False, why="Lost."),
            ConnectionStatus(up=True),
            ConnectionStatus(up=True),
            ConnectionStatus(up=False, why="Token.", final=True),
        ):
            logbook.follow(link)
    assert [_fields(record)["event"] for record in caplog.records] == ["lost", "resynced", "lost"]
    assert [record.getMessage() for record in caplog.records][::2] == [
        "Lost. Trying to get it back.",
        "Token.",
    ]
