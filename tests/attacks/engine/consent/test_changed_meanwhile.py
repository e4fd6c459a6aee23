"""A yes to what was asked, used for what the home has become since."""

from typing import Any

import pytest

from home_agent.engine.home import ServiceCall
from home_agent.engine.home.routine import UNKNOWN

from .conftest import ChangingHome, House, MakeGuarded, unlocks

OPENS = ServiceCall(domain="cover", service="open_cover", targets=("cover.gate_hall",))


@pytest.fixture
async def changing(make_guarded: MakeGuarded) -> House:
    return await make_guarded(changing=True)


def edit(guarded: House, script: str, *calls: ServiceCall) -> None:
    assert isinstance(guarded.home, ChangingHome)
    guarded.home.routines[script] = calls


EDITS: list[tuple[str, tuple[ServiceCall, ...]]] = [
    ("more", (*(unlocks("lock.front"), unlocks("lock.back")),)),
    ("another", (unlocks("lock.back"),)),
    ("hidden", (unlocks("lock.front"), unlocks("lock.safe"))),
    ("kind", (unlocks("lock.front"), OPENS)),
    ("unknown", (UNKNOWN,)),
]


@pytest.mark.parametrize("calls", [calls for _, calls in EDITS], ids=[name for name, _ in EDITS])
async def test_a_script_is_edited_between_question_and_yes(
    calls: tuple[ServiceCall, ...], changing: House
) -> None:
    edit(changing, "script.evening", unlocks("lock.front"))
    asked = await changing.hear("run evening")
    assert asked.text == "Shall I run Evening? That would unlock Front door."
    edit(changing, "script.evening", *calls)
    again = await changing.hear("yes")
    assert again.expects_answer
    assert again.text != asked.text
    assert not again.calls


async def test_a_script_that_does_less_needs_no_further_yes(changing: House) -> None:
    edit(changing, "script.evening", unlocks("lock.front"), unlocks("lock.back"))
    await changing.hear("run evening")
    edit(changing, "script.evening", unlocks("lock.front"))
    assert (await changing.hear("yes")).calls


async def test_a_group_grows(changing: House) -> None:
    assert isinstance(changing.home, ChangingHome)
    await changing.hear("unlock doors")
    changing.home.members["lock.doors"] = ["lock.front", "lock.safe"]
    again = await changing.hear("yes")
    assert again.expects_answer
    assert "a lock that is not exposed" in again.text
    assert not again.calls


@pytest.mark.parametrize("calls", [calls for _, calls in EDITS], ids=[name for name, _ in EDITS])
async def test_a_script_is_edited_before_its_time_comes(
    calls: tuple[ServiceCall, ...], changing: House
) -> None:
    """Nobody is there to be asked, so it is not done, and that is told."""
    edit(changing, "script.evening", unlocks("lock.front"))
    await changing.hear("run evening in ten minutes")
    planned = await changing.hear("yes")
    assert planned.text.startswith("I will run Evening in 10 minutes")
    edit(changing, "script.evening", *calls)
    before = changing.doors
    told = await changing.after(660)
    assert changing.doors == before
    assert told == ["As planned: Evening: nobody was there to say yes, so I did not do it."]


async def test_a_script_that_stayed_the_same_is_run(changing: House) -> None:
    edit(changing, "script.evening", unlocks("lock.front"))
    await changing.hear("run evening in ten minutes")
    await changing.hear("yes")
    assert "not do it" not in " ".join(await changing.after(660))


async def test_more_was_done_before_the_yes_to_undoing(guarded: House) -> None:
    """What "undo that" was asked about is not what was done last by the time of the yes."""
    await guarded.hear("lock the back door", user="anna")
    asked = await guarded.hear("undo that", user="anna", conversation="two")
    assert asked.text == "Shall I unlock Back door?"
    await guarded.hear("turn on the hall lamp", user="anna", conversation="three")
    again = await guarded.hear("yes", user="anna", conversation="two")
    assert again.expects_answer
    assert guarded.state("light.hall") == "on"
    assert guarded.state("lock.back") == "locked"


async def test_a_yes_is_no_yes_to_the_next_time(guarded: House) -> None:
    await guarded.hear("unlock the front door")
    await guarded.hear("yes")
    await guarded.hear("lock the front door")
    assert (await guarded.hear("unlock the front door")).expects_answer
    assert guarded.state("lock.front") == "locked"


async def test_a_job_carries_a_yes_to_nothing_else(guarded: House) -> None:
    """Two things asked in one go, planned as two: each has a yes to itself alone."""
    asked = await guarded.hear("unlock the front door in ten minutes and disarm the alarm")
    assert asked.expects_answer
    await guarded.hear("yes")
    documents: list[Any] = [
        await guarded.store.get(key) for key in await guarded.store.keys("job/")
    ]
    for document in documents:
        agreed = document["authority"]["agreed"]["of"]
        targets = {
            item for step in document["steps"]["of"] for item in step["call"]["targets"]["of"]
        }
        assert {item["entity_id"] for item in agreed} <= targets
