"""Changes of automations that are taken back by voice, and what that takes."""

from .conftest import House, open_house

LIGHT = "whenever the back door opens, turn on the hall light as an automation"


async def test_a_change_is_undone(house: House) -> None:
    """The old one is back, under its id; and a second "undo" is about something else."""
    await house.say(LIGHT)
    await house.say("yes")
    (before,) = await house.home.automations.list()
    config = await house.home.automations.read(before.automation_id)
    await house.say("change the automation hall light: every day at 8 turn on the bath fan")
    await house.say("yes")
    assert await house.home.automations.read(before.automation_id) != config
    reply = await house.say("undo that")
    assert "as it was before" in reply.text
    assert await house.home.automations.read(before.automation_id) == config
    assert (await house.home.automations.list()) == (before,)
    await house.change("binary_sensor.back_door", "on")
    assert house.state("light.hall") == "on"


async def test_a_removal_and_a_switch_are_undone(house: House) -> None:
    """One that was off stays off."""
    await house.say(LIGHT)
    await house.say("yes")
    await house.say("turn off the automation hall light")
    assert "on" in (await house.say("undo that")).text
    (kept,) = await house.home.automations.list()
    assert kept.is_on
    await house.say("turn off the automation hall light")
    await house.say("delete the automation hall light")
    await house.say("yes")
    assert await house.kept() == []
    await house.say("undo that")
    (kept,) = await house.home.automations.list()
    assert not kept.is_on
    await house.change("binary_sensor.back_door", "on")
    assert house.state("light.hall") == "off"


UNLOCK = "whenever the back door opens unlock the front lock as an automation"


async def test_putting_back_takes_what_making_takes() -> None:
    """Who undoes a change does not unlock a door for all time without being asked."""
    async with open_house(pin="4711") as house:
        await house.say(UNLOCK)
        await house.say("4711")
        (before,) = await house.home.automations.list()
        await house.say("change the automation front lock: every day at 8 turn on the bath fan")
        await house.say("4711")
        assert (await house.home.automations.list()) != (before,)
        changed = await house.home.automations.read(before.automation_id)
        reply = await house.say("undo that")
        assert reply.expects_answer
        assert await house.home.automations.read(before.automation_id) == changed
        await house.say("no")
        assert await house.home.automations.read(before.automation_id) == changed
        reply = await house.say("undo that")
        await house.say("4711")
        (kept,) = await house.home.automations.list()
        assert kept.alias == before.alias
        await house.say("turn off the automation front lock")
        await house.say("4711")
        reply = await house.say("undo that")
        assert reply.expects_answer
        (kept,) = await house.home.automations.list()
        assert not kept.is_on
        await house.say("4711")
        (kept,) = await house.home.automations.list()
        assert kept.is_on


async def test_what_others_wrote_into_it_is_not_put_back(house: House) -> None:
    """What nobody can judge may be anything."""
    await house.say(LIGHT)
    await house.say("yes")
    keeper = house.home.automations
    (before,) = await keeper.list()
    config = await keeper.read(before.automation_id)
    assert config is not None
    wild = {"action": "{{ 'lock.unlock' }}", "target": {"entity_id": "lock.front"}}
    # As an editor would.
    keeper._configs[before.automation_id] = {**config, "actions": [wild]}
    await house.say("change the automation hall light: every day at 8 turn on the bath fan")
    await house.say("yes")
    changed = await keeper.read(before.automation_id)
    reply = await house.say("undo that")
    assert "do not know how to put that back" in reply.text
    assert await keeper.read(before.automation_id) == changed
