"""A model has things watched: what it may say, what it may not, and what is kept of it."""

from typing import Any

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.conditions import AllOf, Measures, StateIs, TimeIs
from home_agent.engine.jobs import Job
from home_agent.engine.outcome import Status
from home_agent.engine.plan import LaterStep, Plan, Wording
from home_agent.engine.triggers import ConditionTrigger, Notice
from home_agent.simulated import SimulatedHome
from tests.engine.tools.conftest import Hands, MakeHands

GARAGE = {"entity": "cover.garage_door", "state": "open"}


async def _watch(hands: Hands, **arguments: Any) -> Job:
    """The job that a watch made."""
    result = await hands.use("watch", **arguments)
    assert result.success, result.error
    assert result.watching
    ((outcome,),) = result.executed[0].outcomes
    assert outcome.status is Status.SCHEDULED
    return outcome.jobs[0]


async def _ids(hands: Hands) -> list[str]:
    result = await hands.use("list_watches")
    return [watch["id"] for watch in result.result["watches"]]


def _when(job: Job) -> ConditionTrigger:
    assert isinstance(job.trigger, ConditionTrigger)
    return job.trigger


@pytest.mark.parametrize(
    ("arguments", "condition"),
    [
        (GARAGE, StateIs(entity_ids=("cover.garage_door",), states=frozenset({"open"}))),
        (
            {"entity_id": "Garage door", "to": "open, opening"},
            StateIs(entity_ids=("cover.garage_door",), states=frozenset({"open", "opening"})),
        ),
        (
            {"entity": "cover.garage_door", "state": ["open"], "above": None},
            StateIs(entity_ids=("cover.garage_door",), states=frozenset({"open"})),
        ),
        (
            {"entity": "climate.thermostat", "attribute": "current_temperature", "below": "15"},
            Measures(
                entity_id="climate.thermostat",
                attribute="current_temperature",
                below=15,
                margin=0.3,
            ),
        ),
        (
            {"all": [{"entity": "Garage door", "not_state": "closed"}, {"after": "23:00"}]},
            None,
        ),
    ],
)
async def test_what_it_waits_for(
    arguments: dict[str, Any], condition: object, hands: Hands
) -> None:
    job = await _watch(hands, **arguments)
    found = _when(job).condition
    if condition is not None:
        assert found == condition
    else:
        assert isinstance(found, AllOf)
        assert [type(condition) for condition in found.conditions] == [StateIs, TimeIs]
        assert found.entity_ids == ("cover.garage_door",)


async def test_what_it_says_besides(hands: Hands) -> None:
    job = await _watch(
        hands,
        **{**GARAGE, "for": "10 min", "again": True, "pause": "1 h", "message": "It is open!"},
    )
    assert (_when(job).lasting, _when(job).again, _when(job).pause) == (600, True, 3600)
    assert job.notice is not None
    assert job.notice.message == "It is open!"
    assert not _when(await _watch(hands, **GARAGE)).again


async def test_the_model_is_told_the_id_and_little_else(hands: Hands) -> None:
    result = await hands.use("watch", **GARAGE, message="It is open!")
    ((outcome,),) = result.executed[0].outcomes
    assert result.result == [
        {
            "status": "scheduled",
            "jobs": [
                {
                    "id": outcome.jobs[0].job_id,
                    "when": {"entity": "cover.garage_door", "state": "open"},
                    "message": "It is open!",
                }
            ],
        }
    ]


async def test_what_is_so_already_is_told_the_next_time(hands: Hands) -> None:
    """The model must not promise what the person has before their eyes."""
    result = await hands.use("watch", entity="cover.garage_door", state="closed")
    assert "is so already" in result.result[0]["jobs"][0]["note"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "must say what to watch for"),
        ({"entity": "cover.garage_door"}, "entity: says nothing without"),
        ({"entity": "cover.gate", "state": "open"}, "There is no 'cover.gate' in this home"),
        ({"entity": "Reading lamp", "state": "on"}, "may be several: light.bedroom_reading"),
        ({"entity": "switch.rack", "state": "on"}, "There is no 'switch.rack' in this home"),
        ({"all": [{"entity": "switch.rack", "state": "on"}]}, "There is no 'switch.rack'"),
        ({**GARAGE, "for": "long"}, "for: must be a number of seconds, or a length"),
        ({**GARAGE, "colour": "red"}, "colour: there is no such setting"),
        ({**GARAGE, "notify": ["notify.mallory"]}, "notify: there is no notify.mallory here"),
        ({**GARAGE, "action": {"service": "turn_on"}}, "action: must have a service and an entity"),
        ({**GARAGE, "action": ["turn_on"]}, "action: expected object"),
        (
            {**GARAGE, "action": {"service": "turn_on", "entity": "plug", "data": 3}},
            "action, data: must be an object",
        ),
        (
            {**GARAGE, "action": {"service": "turn_on", "entity": "switch.rack"}},
            "There is no 'switch.rack' in this home",
        ),
        (
            {**GARAGE, "action": {"service": "explode", "entity": "switch.plug"}},
            "switch.plug has no action 'explode'",
        ),
        (
            {
                **GARAGE,
                "action": {
                    "service": "turn_on",
                    "entity": "switch.plug",
                    "data": {"entity_id": "switch.rack"},
                },
            },
            "Say what to control in entity_id",
        ),
    ],
)
async def test_what_is_wrong_is_told_and_nothing_kept(
    arguments: dict[str, Any], error: str, hands: Hands
) -> None:
    assert error in await hands.error("watch", **arguments)
    assert await _ids(hands) == []


async def test_the_owner_sets_the_ways(house: SimulatedHome, make_hands: MakeHands) -> None:
    """A model chooses among them, and adds none; where there is one there is nothing to choose."""
    ways = ("persistent_notification", "notify.mobile_app_anna")
    hands = await make_hands(house, ways=ways)
    (spec,) = (spec for spec in hands.box.specs() if spec.name == "watch")
    assert spec.parameters["properties"]["notify"]["items"]["enum"] == [*ways]
    job = await _watch(hands, **GARAGE, notify=["notify.mobile_app_anna"])
    assert job.notice is not None
    assert job.notice.ways == ("notify.mobile_app_anna",)
    assert "expected one of" in await hands.error("watch", **GARAGE, notify=["notify.mallory"])
    one = await make_hands(house, ways=ways[:1])
    (spec,) = (tool for tool in one.box.specs() if tool.name == "watch")
    assert "notify" not in spec.parameters["properties"]


async def test_a_name_of_the_settings_cannot_be_taken(hands: Hands) -> None:
    """What has one could not be called off by talking."""
    job = await _watch(hands, **GARAGE, name="Freezer")
    assert not job.is_set


async def test_an_action_passes_the_gate_when_it_is_kept(
    house: SimulatedHome, make_hands: MakeHands
) -> None:
    on = {"service": "turn_on", "entity": "plug"}
    job = await _watch(await make_hands(house), **GARAGE, action=on)
    assert [step.call.full_name for step in job.steps if hasattr(step, "call")] == [
        "switch.turn_on"
    ]
    denying = Safety.from_mapping({"deny": ["switch.plug"]})
    careful = await make_hands(house, safety=denying)
    assert "forbids it" in await careful.error("watch", **GARAGE, action=on)
    assert await _ids(careful) == []


async def test_the_person_is_asked_before_what_is_sensitive_is_kept(hands: Hands) -> None:
    result = await hands.use(
        "watch", **GARAGE, action={"service": "lock.unlock", "entity_id": "lock.front_door"}
    )
    assert not result.success
    assert not result.watching
    assert "being asked to confirm" in str(result.error)
    ((outcome,),) = result.executed[0].outcomes
    assert outcome.status is Status.AWAITING
    assert await _ids(hands) == []


async def test_a_code_is_never_kept(hands: Hands) -> None:
    unlock = {"service": "lock.unlock", "entity": "lock.front_door", "data": {"code": "1234"}}
    assert "never kept" in await hands.error("watch", **GARAGE, action=unlock)


async def test_listing(hands: Hands) -> None:
    result = await hands.use("list_watches")
    assert result.result == {"watches": []}
    assert not result.watching
    job = await _watch(hands, **GARAGE, again=True)
    result = await hands.use("list_watches")
    assert result.watching
    assert result.executed == ()
    assert result.result == {
        "watches": [
            {
                "id": job.job_id,
                "when": {"entity": "cover.garage_door", "state": "open"},
                "again": True,
            }
        ]
    }


async def test_what_is_only_planned_is_no_watch(hands: Hands) -> None:
    await hands.use("schedule", action="turn_on", entity_id="plug", delay={"minutes": 5})
    assert await _ids(hands) == []
    assert not (await hands.use("cancel_watch", all=True)).success


async def test_cancelling_one(hands: Hands) -> None:
    first, second = await _watch(hands, **GARAGE), await _watch(hands, entity="plug", state="on")
    result = await hands.use("cancel_watch", id=first.job_id)
    assert result.success
    assert await _ids(hands) == [second.job_id]
    assert "Nothing that fits" in await hands.error("cancel_watch", id=first.job_id)


async def test_cancelling_all_of_this_conversation(hands: Hands) -> None:
    other = hands.of(conversation_id="two")
    theirs = await _watch(other, **GARAGE)
    await _watch(hands, **GARAGE)
    await _watch(hands, entity="plug", state="on")
    assert (await hands.use("cancel_watch", all=True)).success
    assert await _ids(hands) == [theirs.job_id]


@pytest.mark.parametrize("arguments", [{}, {"all": False}, {"id": "x", "all": True}])
async def test_cancelling_must_say_which(arguments: dict[str, Any], hands: Hands) -> None:
    await _watch(hands, **GARAGE)
    assert "Say which" in await hands.error("cancel_watch", **arguments)
    assert len(await _ids(hands)) == 1


async def test_a_password_is_not_watched(make_hands: MakeHands) -> None:
    """Who is told whether it is this or that soon knows it."""
    secret = {
        "name": "Wifi",
        "id": "input_text.wifi",
        "state": "opensesame",
        "attributes": {"mode": "password"},
    }
    hands = await make_hands(SimulatedHome.from_inventory({"entities": [secret]}))
    for what in ({"state": "opensesame"}, {"not_state": "x"}, {"changes": True}):
        assert "a secret" in await hands.error("watch", entity="input_text.wifi", **what)


async def test_a_message_is_short(hands: Hands) -> None:
    job = await _watch(hands, **GARAGE, message="far too much\n" * 100)
    assert job.notice is not None
    assert len(job.notice.message) <= 500
    assert "\n" not in job.notice.message


async def test_what_may_not_be_seen_is_not_told(
    house: SimulatedHome, make_hands: MakeHands
) -> None:
    """A watch on something hidden, which only the owner can have set."""
    hands = await make_hands(house)
    step = LaterStep(
        steps=(),
        begin=ConditionTrigger(
            condition=StateIs(entity_ids=("switch.rack",), states=frozenset({"off"}))
        ),
        notice=Notice(message="The server is down!", name="Server"),
        wording=Wording(intent="later"),
    )
    plan = Plan(steps=(step,))
    await hands.context.carry_out(plan, hands.context.authority, hands.context.listener)
    assert (await hands.use("list_watches")).result == {"watches": []}
    await hands.use("schedule", action="list")
    for word in ("rack", "server", "Server"):
        assert word not in "".join(hands.heard)
