"""A yes that is kept with what is planned, and what is asked by another process."""

import json
from typing import Any

import pytest

from home_agent.engine.act.schedule.documents import as_document, from_document
from home_agent.engine.agreement import Agreement, Effect
from home_agent.engine.authority import Authority
from home_agent.engine.call_data import AnswerReference
from home_agent.engine.home import ServiceCall

from .conftest import House

UNLOCK = ServiceCall(domain="lock", service="unlock", targets=("lock.front_door",))
EFFECT = Effect(service="lock.unlock", entity_id="lock.front_door")
AGREED = Agreement.on(UNLOCK, "lock.front_door", (EFFECT,))


def through_a_store(value: Any) -> Any:
    return from_document(json.loads(json.dumps(as_document(value))))


def test_an_authority_is_read_as_it_was_kept() -> None:
    authority = Authority(user_id="anna", agreed=(AGREED,))
    assert through_a_store(authority) == authority


def test_one_of_the_version_before_is_read() -> None:
    document = as_document(Authority(user_id="anna", confirmed=True))
    del document["agreed"]
    assert from_document(document).allows(AGREED)


async def test_what_is_asked_travels_to_another_process(house: House) -> None:
    reply = await house.say("unlock the front door tomorrow at 7 for a minute")
    (outcome,) = reply.outcomes
    assert outcome.awaited is not None
    assert through_a_store(outcome).awaited == outcome.awaited


async def test_a_yes_outlives_a_restart(house: House) -> None:
    await house.say("unlock the front door in five minutes")
    await house.say("yes")
    await house.stop()
    await house.start()
    assert await house.after(301) == ["As planned: Unlocking"]


@pytest.mark.parametrize(
    ("wanted", "covered"),
    [
        (Agreement.on(UNLOCK, "lock.front_door", (EFFECT,)), True),
        (Agreement.on(UNLOCK, "lock.front_door"), True),
        (Agreement.on(UNLOCK, "lock.back_door", (EFFECT,)), False),
        (Agreement.on(UNLOCK, "lock.front_door", (EFFECT, Effect())), False),
        (Agreement(service="lock.open", entity_id="lock.front_door", data={}), False),
        (Agreement(service="lock.unlock", entity_id="lock.front_door", data={"x": 1}), False),
    ],
)
def test_a_yes_covers_the_same_and_less(wanted: Agreement, covered: bool) -> None:
    assert AGREED.covers(wanted) is covered


def test_a_code_is_no_part_of_it_and_what_is_to_come_is_left_open() -> None:
    coded = ServiceCall(domain="lock", service="unlock", data={"code": "1234"})
    assert Agreement.on(coded, "lock.front_door").data == {}
    open_ended = ServiceCall(
        domain="cover", service="set_cover_position", data={"position": AnswerReference("x")}
    )
    agreed = Agreement.on(open_ended, "cover.garage")
    assert agreed.data is None
    filled = ServiceCall(domain="cover", service="set_cover_position", data={"position": 3})
    assert agreed.covers(Agreement.on(filled, "cover.garage"))
