"""Having a door shut before the yes that opens it, so that it stays open."""

import pytest

from .conftest import House

IN_ORDER = [
    ("unlock the front door and then lock it again", "lock.front", "locked"),
    ("open the front door and lock it", "lock.front", "locked"),
    ("unlock the front door, then lock the back door and the front door", "lock.front", "locked"),
    ("unlock the front door and then lock the doors", "lock.front", "locked"),
    ("open the garage and then close it", "cover.garage", "closed"),
    ("disarm the alarm and then arm it", "alarm_control_panel.alarm", "armed_away"),
]


@pytest.mark.parametrize(("sentence", "entity_id", "state"), IN_ORDER)
async def test_what_was_said_last_is_so_in_the_end(
    sentence: str, entity_id: str, state: str, guarded: House
) -> None:
    before = guarded.state(entity_id)
    reply = await guarded.hear(sentence)
    assert reply.expects_answer, reply.text
    assert guarded.state(entity_id) == before
    assert "already" not in reply.text
    reply = await guarded.hear("yes")
    await guarded.after(60)
    assert guarded.state(entity_id) == state, reply.text


async def test_a_no_is_one_to_all_that_was_said_of_it(guarded: House) -> None:
    before = guarded.doors
    await guarded.hear("unlock the front door and then lock it again")
    await guarded.hear("no")
    assert guarded.doors == before


async def test_what_has_no_part_in_it_does_not_wait(guarded: House) -> None:
    """Of a call on several things, only those wait that the question is about."""
    await guarded.hear("unlock the front door, then lock the back door and turn on the hall lamp")
    assert guarded.state("lock.back") == "locked"
    assert guarded.state("light.hall") == "on"
    assert guarded.state("lock.front") == "locked"


async def test_both_are_in_the_question(guarded: House) -> None:
    reply = await guarded.hear("unlock the front door and then lock it again")
    assert reply.text == "Shall I unlock Front door and lock Front door?"


async def test_what_is_said_twice_is_done_twice(guarded: House) -> None:
    """The last is not joined with the first, past what comes between them."""
    await guarded.hear("lock the front door, unlock it and lock it again")
    await guarded.hear("yes")
    await guarded.after(60)
    assert guarded.state("lock.front") == "locked"
