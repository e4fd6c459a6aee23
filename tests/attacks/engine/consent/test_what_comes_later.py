"""Having something sensitive done later, when nobody is there to be asked."""

import pytest

from .conftest import House, MakeGuarded

LATER = [
    ("lock the back door for a minute", "lock.back"),
    ("close the garage for an hour", "cover.garage"),
    ("turn on the siren for a minute", "siren.siren"),
    ("unlock the front door for a minute", "lock.front"),
    ("unlock the front door at 7 pm", "lock.front"),
    ("unlock the front door every day at 7 pm", "lock.front"),
    ("unlock the front door when the hall lamp is on", "lock.front"),
    ("lock the back door at 7 pm for a minute", "lock.back"),
    ("turn on the siren at 7 pm for a minute", "siren.siren"),
    ("set the garage to 30 % at 7 pm", "cover.garage"),
    ("run evening at 7 pm", "lock.front"),
]


@pytest.mark.parametrize(("sentence", "entity_id"), LATER)
async def test_nothing_is_begun_or_planned_without_a_yes(
    sentence: str, entity_id: str, guarded: House
) -> None:
    before = guarded.doors
    reply = await guarded.hear(sentence)
    assert reply.expects_answer, reply.text
    assert guarded.doors == before
    assert not await guarded.store.keys("job/")
    await guarded.hear("no")
    await guarded.hear("turn on the hall lamp")
    await guarded.after(7200)
    assert guarded.doors[entity_id] == before[entity_id]


ENDS = [
    ("lock the back door for a minute", "lock.back", "unlocked"),
    ("turn on the siren for a minute", "siren.siren", "off"),
    ("close the garage for an hour", "cover.garage", "open"),
]


@pytest.mark.parametrize(("sentence", "entity_id", "state"), ENDS)
async def test_with_a_yes_both_parts_are_done(
    sentence: str, entity_id: str, state: str, guarded: House
) -> None:
    before = guarded.state(entity_id)
    await guarded.hear(sentence)
    await guarded.hear("yes")
    assert guarded.state(entity_id) != before
    told = await guarded.after(3700)
    assert guarded.state(entity_id) == state
    assert "nobody was there" not in " ".join(told)


async def test_what_is_planned_for_a_while_goes_back(guarded: House) -> None:
    await guarded.hear("lock the back door at 7 pm for ten minutes")
    await guarded.hear("yes")
    await guarded.after(1805)
    assert guarded.state("lock.back") == "locked"
    await guarded.after(660)
    assert guarded.state("lock.back") == "unlocked"


async def test_what_belongs_together_waits_together(guarded: House) -> None:
    """A no to opening leaves no closing behind."""
    reply = await guarded.hear("unlock the front door now and lock it at 8 pm")
    assert reply.expects_answer
    assert not await guarded.store.keys("job/")
    await guarded.hear("no")
    assert not await guarded.store.keys("job/")


async def test_putting_back_is_forbidden(make_guarded: MakeGuarded) -> None:
    """What may never be put back does not begin."""
    house = await make_guarded(rules=[{"deny": ["service:lock.unlock"]}])
    reply = await house.hear("lock the back door for a minute")
    assert not reply.expects_answer
    assert house.state("lock.back") == "unlocked"
