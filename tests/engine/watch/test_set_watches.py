"""The watches of the settings, in a whole agent: told once, across restarts and changes."""

import logging
from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine.agent_api import AgentApi
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.errors import InSettingsError
from home_agent.engine.events import JobEnded, WatchImpaired
from home_agent.engine.jobs import Job
from home_agent.engine.llm.messages import ToolCall

FREEZER = {"name": "Freezer", "entity": "sensor.freezer", "above": -15, "message": "It thaws."}
DOOR = {"name": "Door", "entity": "binary_sensor.front_door", "state": "on", "message": "Hello?"}


def _api(house: Any) -> AgentApi:
    assert house.agent is not None
    api: AgentApi = house.agent.api
    return api


def _watches(house: Any) -> list[str]:
    planned = _api(house).planned()
    return sorted(
        item.notice.name for item in planned if isinstance(item, Job) and item.notice is not None
    )


async def test_it_is_told_each_time(house: Any) -> None:
    await house.start(watches=[FREEZER])
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]
    assert await house.becomes("sensor.freezer", "-9") == []
    assert await house.becomes("sensor.freezer", "-18") == []
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]


async def test_a_figure_that_hovers_is_told_once(house: Any) -> None:
    await house.start(watches=[FREEZER])
    assert await house.becomes("sensor.freezer", "-14.9") == ["It thaws."]
    for hovering in ("-15.1", "-14.9", "-15.2", "-14"):
        assert await house.becomes("sensor.freezer", hovering) == []
    assert await house.becomes("sensor.freezer", "-15.5") == []
    assert await house.becomes("sensor.freezer", "-14.9") == ["It thaws."]


async def test_only_once_means_once_across_restarts(house: Any) -> None:
    once = {**FREEZER, "again": False}
    await house.start(watches=[once])
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]
    for _restart in range(2):
        await house.becomes("sensor.freezer", "-18")
        await house.start(watches=[once])
        assert await house.becomes("sensor.freezer", "-10") == []
    assert await house.after(86_400) == []
    assert _watches(house) == []
    assert (await house.say("what are you watching?")).text == "I am not watching anything."
    await house.start(watches=[{**once, "above": -14}])
    assert _watches(house) == ["Freezer"]


async def test_a_restart_does_not_tell_again(house: Any) -> None:
    await house.start(watches=[FREEZER])
    await house.becomes("sensor.freezer", "-10")
    said = len(house.told)
    await house.start(watches=[FREEZER])
    assert await house.after(600) == []
    assert len(house.told) == said


async def test_what_happened_while_nobody_was_there_is_told(house: Any) -> None:
    await house.start(watches=[FREEZER])
    await house.stop()
    house.simulated.apply("sensor.freezer", state="-10")
    await house.start(watches=[FREEZER])
    assert house.told == ["It thaws."]


async def test_a_pause_outlives_a_restart(house: Any) -> None:
    watch = {**FREEZER, "pause": "30 min"}
    await house.start(watches=[watch])
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]
    await house.becomes("sensor.freezer", "-18")
    await house.start(watches=[watch])
    assert await house.becomes("sensor.freezer", "-10") == []
    await house.becomes("sensor.freezer", "-18")
    await house.after(1900)
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]


async def test_one_that_changed_begins_anew(house: Any) -> None:
    """What was told of the old one says nothing of the new."""
    await house.start(watches=[{**FREEZER, "pause": "1 h"}])
    await house.becomes("sensor.freezer", "-10")
    await house.becomes("sensor.freezer", "-18")
    await house.start(watches=[{**FREEZER, "above": -12}])
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]
    assert _watches(house) == ["Freezer"]


async def test_a_new_name_of_a_thing_is_no_change(house: Any) -> None:
    on = {"service": "switch.turn_on", "entity": "switch.compressor"}
    watch = {**FREEZER, "pause": "1 h", "action": on}
    await house.start(watches=[watch])
    await house.becomes("sensor.freezer", "-10")
    await house.becomes("sensor.freezer", "-18")
    entity = house.home.snapshot().layout.entities["switch.compressor"]
    house.home.rearrange({"switch.compressor": replace(entity, name="Cooling")})
    await house.start(watches=[watch])
    assert await house.becomes("sensor.freezer", "-10") == []


async def test_one_that_is_gone_from_the_settings_goes(house: Any) -> None:
    await house.start(watches=[FREEZER, DOOR])
    assert _watches(house) == ["Door", "Freezer"]
    await house.start(watches=[DOOR])
    assert _watches(house) == ["Door"]
    assert await house.becomes("sensor.freezer", "-10") == []
    assert await house.becomes("binary_sensor.front_door", "on") == ["Hello?"]


async def test_what_somebody_planned_stays(house: Any) -> None:
    await house.start()
    await house.say("turn on the hall light in ten minutes")
    await house.start(watches=[FREEZER])
    await house.start()
    assert len(_api(house).planned()) == 1


async def test_its_action_passes_the_gate(house: Any) -> None:
    """Whoever wrote it has said yes to it; what the house forbids stays forbidden."""
    unlock = {"service": "lock.unlock", "entity": "lock.door"}
    watch = {**DOOR, "action": unlock}
    await house.start(watches=[watch], safety={"deny": ["domain:lock"]})
    await house.becomes("binary_sensor.front_door", "on")
    assert house.state("lock.door") == "locked"
    await house.becomes("binary_sensor.front_door", "off")
    await house.start(watches=[watch])
    await house.becomes("binary_sensor.front_door", "on")
    assert house.state("lock.door") == "unlocked"


async def test_it_is_told_in_our_words_where_there_is_no_message(house: Any) -> None:
    await house.start(watches=[{"name": "F", "entity": "sensor.freezer", "above": -15}])
    (told,) = await house.becomes("sensor.freezer", "-10")
    assert "Freezer" in told


async def test_it_is_sent_by_the_ways_that_are_set(house: Any) -> None:
    """Its own, else those of the home."""
    own = {**DOOR, "notify": "persistent_notification"}
    await house.start(
        watch={"notify": ["notify.mobile_app_anna", "persistent_notification"]},
        watches=[FREEZER, own],
    )
    sent = house.home.sent
    await house.becomes("binary_sensor.front_door", "on")
    assert [call.full_name for call in sent] == ["persistent_notification.create"]
    await house.becomes("sensor.freezer", "-10")
    assert {call.full_name for call in sent[1:]} == {
        "notify.mobile_app_anna",
        "persistent_notification.create",
    }


async def test_it_is_not_called_off_by_talking(house: Any) -> None:
    await house.start(watches=[FREEZER])
    await house.say("turn on the hall light in ten minutes")
    reply = await house.say("cancel everything you have planned")
    assert "Cancelled: turn on Hall Light" in reply.text
    assert "“Freezer” is in the settings" in reply.text
    assert len(_api(house).planned()) == 1
    with pytest.raises(InSettingsError, match="“Freezer” is in the settings"):
        await _api(house).call_off(_id_of(house), Authority())
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]


def _id_of(house: Any) -> str:
    (job,) = (item for item in _api(house).planned() if isinstance(item, Job) and item.is_set)
    return job.job_id


async def test_what_is_not_there_is_told_and_works_when_it_comes(
    house: Any, caplog: pytest.LogCaptureFixture
) -> None:
    house.home.rearrange({"sensor.freezer": None})
    with caplog.at_level(logging.INFO, "home_agent"):
        await house.start(watches=[FREEZER, DOOR])
    assert "'Freezer' of the settings is about sensor.freezer" in caplog.text
    assert _blind(house) == [("Freezer", ("sensor.freezer",))]
    house.home.rearrange({})
    assert _blind(house)[1:] == [("Freezer", ())]
    assert await house.becomes("sensor.freezer", "-10") == ["It thaws."]


def _blind(house: Any) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (event.name, event.entity_ids) for event in house.events if isinstance(event, WatchImpaired)
    ]


async def test_a_home_that_is_not_there_yet_is_no_reason_to_complain(house: Any) -> None:
    house.home.rearrange(dict.fromkeys(house.home.snapshot().layout.entities))
    await house.start(watches=[FREEZER])
    assert _blind(house) == []
    house.home.rearrange({})
    assert _blind(house) == []


async def test_whoever_watches_hears_which_it_was(house: Any) -> None:
    await house.start(watches=[FREEZER])
    await house.becomes("sensor.freezer", "-10")
    (ended,) = (event for event in house.events if isinstance(event, JobEnded))
    assert ended.job.is_set
    assert ended.job.job_id == _id_of(house)


async def test_what_we_did_is_known_to_whoever_asks_what_happened(house: Any) -> None:
    """From the start of the agent until its end, by the very tool that a model has."""
    await house.start(tools={"enabled": ["check_for_recent_ha_events"]})
    await house.say("turn on the hall light")
    await house.becomes("binary_sensor.front_door", "on")
    await house.becomes("binary_sensor.secret", "on")
    call = ToolCall(id="1", name="check_for_recent_ha_events", arguments={})
    result = await _api(house).use_tool(call, Authority(origin=Origin.MCP))
    told = [
        (event["name"], event["what"], event.get("by_you")) for event in result.result["events"]
    ]
    assert told == [("Front Door", "closed → open", None), ("Hall Light", "off → on", True)]


async def test_a_password_is_never_looked_at(house: Any) -> None:
    """Or it would be told what it is."""
    wifi = {"name": "Wifi", "entity": "input_text.wifi"}
    changes, other = {**wifi, "changes": True}, {**wifi, "name": "Other", "not_state": "opensesame"}
    await house.start(watches=[changes, other])
    assert await house.becomes("input_text.wifi", "abracadabra") == []
