"""What is watched, and what has become so, in words."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.authority import Authority
from home_agent.engine.conditions import (
    AllOf,
    AnyOf,
    Changes,
    Condition,
    Measures,
    StateIs,
    TimeIs,
)
from home_agent.engine.events import JobEnded
from home_agent.engine.home import Snapshot
from home_agent.engine.home.domains.readings import WEATHER_CONDITIONS
from home_agent.engine.jobs import Job
from home_agent.engine.language import load_language
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.plan import Plan
from home_agent.engine.speak import announce
from home_agent.engine.speak.conditions import watched_in_words
from home_agent.engine.speak.jobs import tell_jobs
from home_agent.engine.triggers import ConditionTrigger, Notice, TimeTrigger
from home_agent.simulated import ManualClock, SimulatedHome

EVENING = datetime(2026, 3, 4, 21, 0, tzinfo=ZoneInfo("Europe/Berlin"))
LANGUAGES = (
    *("ca", "cs", "da", "de", "en", "es", "fr", "it", "nb", "nl", "pl", "pt", "pt-BR"),
    *("ro", "ru", "sv", "uk"),
)


def sensor(name: str, entity_id: str, value: str, device_class: str, unit: str) -> dict[str, Any]:
    """A reading."""
    more = {"device_class": device_class, "unit_of_measurement": unit}
    return {"name": name, "id": entity_id, "state": value, "attributes": more}


@pytest.fixture(scope="module")
def home() -> Snapshot:
    """A house in which some of it is so."""
    inventory = {
        "devices": [{"id": "washer", "name": "Washer"}],
        "entities": [
            {
                **sensor("Washer power", "sensor.power", "1.2", "power", "W"),
                "device": "washer",
            },
            sensor("Freezer", "sensor.freezer", "-12.4", "temperature", "°C"),
            sensor("Car", "sensor.car", "82", "battery", "%"),
            {
                "name": "Washer state",
                "id": "sensor.state",
                "device": "washer",
                "state": "finished",
                "attributes": {"options": ["idle", "run", "finished"]},
            },
            *(
                {
                    "name": f"{name} window",
                    "id": f"binary_sensor.{name.lower()}",
                    "state": value,
                    "attributes": {"device_class": "window"},
                }
                for name, value in (("Kitchen", "off"), ("Attic", "on"))
            ),
            {
                "name": "Garage",
                "id": "cover.garage",
                "state": "open",
                "attributes": {"device_class": "garage"},
            },
            {"name": "Anna", "id": "person.anna", "state": "not_home"},
            {"name": "Weather", "id": "weather.home", "state": "rainy"},
            {"name": "Bell", "id": "event.bell", "state": "2026-03-04T20:00:00+00:00"},
            {"name": "Heating", "id": "climate.heating", "state": "off"},
            {"name": "Sun", "id": "sun.sun"},
        ],
    }
    return SimulatedHome.from_inventory(inventory, clock=ManualClock(EVENING)).snapshot()


def state(entity_id: str, *states: str) -> StateIs:
    """One thing in one of some states."""
    return StateIs(entity_ids=(entity_id,), states=frozenset(states))


FREEZER = Measures(entity_id="sensor.freezer", attribute="temperature", above=-15)
CAR = Measures(entity_id="sensor.car", attribute="battery", below=80, negated=True)
WINDOWS = StateIs(
    entity_ids=("binary_sensor.kitchen", "binary_sensor.attic"), states=frozenset({"on"})
)
GARAGE = state("cover.garage", "open", "opening", "closing")
NIGHT = TimeIs(after=time(22), before=time(6))
RAIN = StateIs(entity_ids=("weather.home",), states=WEATHER_CONDITIONS["rain"])
IDLE = Measures(entity_id="sensor.power", attribute="power", below=5.0)

# The condition, for how many seconds, what is promised, and what is told.
TOLD: list[tuple[Condition, float, str, str]] = [
    (FREEZER, 0, "Freezer is above -15°", "Freezer is above -15 °C: it is at -12.4 °C now."),
    (
        FREEZER,
        600,
        "Freezer is above -15° for 10 minutes",
        "Freezer has been above -15 °C for 10 minutes: it is at -12.4 °C now.",
    ),
    (CAR, 0, "Car is at 80% or more", "Car is at 80% or more: it is at 82% now."),
    (IDLE, 180, "Washer is done", "Washer is done."),
    (state("sensor.state", "idle", "finished"), 0, "Washer is done", "Washer is done."),
    (GARAGE, 0, "Garage is open", "Garage is open."),
    (GARAGE, 3600, "Garage is open for 1 hour", "Garage has been open for 1 hour."),
    (
        AllOf(conditions=(GARAGE, NIGHT)),
        0,
        "Garage is open between 10:00 PM and 6:00 AM",
        "Garage is open.",
    ),
    (
        AllOf(conditions=(GARAGE, TimeIs(before=time(7), days=frozenset({5, 6})))),
        0,
        "Garage is open on Saturday and Sunday before 7:00 AM",
        "Garage is open.",
    ),
    (WINDOWS, 0, "Kitchen window or Attic window is open", "Attic window is open."),
    (
        AnyOf(conditions=(GARAGE, replace(FREEZER, above=0))),
        0,
        "Garage is open or Freezer is above 0°",
        "Garage is open.",
    ),
    (
        AllOf(conditions=(GARAGE, RAIN)),
        0,
        "Garage is open and Weather is rain",
        "Garage is open and Weather is rain.",
    ),
    (
        replace(state("person.anna", "home"), negated=True),
        0,
        "Anna is not home",
        "Anna is not home.",
    ),
    (
        AllOf(conditions=(GARAGE, state("sun.sun", "below_horizon"))),
        0,
        "Garage is open and the sun is down",
        "Garage is open and the sun is down.",
    ),
    (
        Changes(entity_ids=("climate.heating",)),
        0,
        "Heating changes",
        "Heating has changed: off.",
    ),
    (Changes(entity_ids=("event.bell",)), 0, "Bell goes off", "Bell goes off."),
]


def watch(condition: Condition, lasting: float = 0, **more: Any) -> Job:
    """A job that tells."""
    given: dict[str, Any] = {
        "job_id": "1",
        "trigger": ConditionTrigger(condition=condition, lasting=lasting),
        "notice": Notice(),
        "authority": Authority(),
        "made": EVENING,
        "due": EVENING,
    }
    return Job(**(given | more))


@pytest.mark.parametrize(("condition", "lasting", "promised", "told"), TOLD)
def test_in_english(
    home: Snapshot, condition: Condition, lasting: float, promised: str, told: str
) -> None:
    """What must become so, and what has."""
    english = load_language("en")
    when = ConditionTrigger(condition=condition, lasting=lasting)
    assert watched_in_words(when, home.layout, english) == promised
    ended = JobEnded(job=watch(condition, lasting), plan=Plan(steps=()))
    assert announce(ended, home, english) == told


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_every_language(home: Snapshot, code: str) -> None:
    """Nothing is left open, and every thing is called by its name."""
    language = load_language(code)
    for condition, lasting, _, _ in TOLD:
        job = watch(condition, lasting)
        for again in (False, True):
            occasion = ConditionTrigger(condition=condition, lasting=lasting, again=again)
            kept = Outcome(
                status=Status.SCHEDULED, jobs=(replace(job, trigger=occasion),), seen=EVENING
            )
            promise = tell_jobs(kept, home.layout, language)
            told = announce(JobEnded(job=job, plan=Plan(steps=())), home, language)
            for text in (promise, told):
                assert "{" not in text
                assert "None" not in text
                assert text.endswith(".")
            names = [home.layout.entities[id_].name.split()[0] for id_ in condition.entity_ids]
            assert any(name in promise or name == "Sun" for name in names)


def test_ways_to_promise(home: Snapshot) -> None:
    """Once, every time, as a warning; and that it is so already."""
    english = load_language("en")

    def promised(**more: Any) -> str:
        was_so = more.pop("was_so", False)
        job = watch(GARAGE, trigger=ConditionTrigger(condition=GARAGE, **more), was_so=was_so)
        kept = Outcome(status=Status.SCHEDULED, jobs=(job,), seen=EVENING)
        return tell_jobs(kept, home.layout, english)

    assert promised() == "I will tell you when Garage is open."
    assert promised(again=True) == "I will tell you whenever Garage is open."
    assert promised(again=True, pause=1800) == "I will warn you whenever Garage is open."
    assert promised(was_so=True).endswith("That is so already, so you will hear the next time.")


def test_what_is_listed(home: Snapshot) -> None:
    """A watch of the settings goes by its name."""
    english = load_language("en")
    named = watch(FREEZER, notice=Notice(name="Freezer too warm"))
    found = Outcome(status=Status.ANSWERED, jobs=(watch(GARAGE), named), seen=EVENING)
    told = tell_jobs(found, home.layout, english, watches=True)
    assert told == "I am watching for this: Garage is open; Freezer too warm."
    nothing = Outcome(status=Status.ANSWERED, seen=EVENING)
    assert tell_jobs(nothing, home.layout, english, watches=True) == "I am not watching anything."


def test_late_and_in_own_words(home: Snapshot) -> None:
    """With since when; a message of one's own is said as it is."""
    english = load_language("en")
    late = watch(GARAGE, 600, due=EVENING - timedelta(hours=1))
    told = announce(JobEnded(job=late, plan=Plan(steps=())), home, english)
    assert told == "Garage has been open for 10 minutes (since today at 7:50 PM)."
    own = watch(GARAGE, notice=Notice(message="Shut it, {name}!"))
    assert announce(JobEnded(job=own, plan=Plan(steps=())), home, english) == "Shut it, {name}!"


def test_what_is_not_so_is_not_told(home: Snapshot) -> None:
    """Who wanted to hear at ten whether it is open does not hear that it is closed."""
    job = replace(watch(GARAGE, trigger=TimeTrigger(moment=EVENING)), condition=GARAGE)
    assert announce(JobEnded(job=job, held=False), home, load_language("en")) == ""


def test_several_fit(home: Snapshot) -> None:
    """Several watches that fit are told, with how to go on."""
    several = Outcome(
        status=Status.REFUSED,
        reason=Reason.WHICH_JOB,
        jobs=(watch(GARAGE), watch(FREEZER)),
        seen=EVENING,
    )
    told = tell_jobs(several, home.layout, load_language("en"))
    assert "tell you, as soon as Garage is open" in told
