"""Getting a yes to more than the person was told, or to something else."""

from copy import deepcopy
from typing import Any

import pytest

from home_agent.engine.agreement import Agreement, Effect
from home_agent.engine.conditions import StateIs
from home_agent.engine.home import ServiceCall
from home_agent.engine.language import load_language, spoken_languages
from home_agent.engine.outcome import AwaitedAction, Outcome, Status
from home_agent.engine.speak.confirmations import ask_first
from home_agent.engine.triggers import ConditionTrigger, Delay, RecurringTrigger, TimeTrigger
from home_agent.simulated import SimulatedHome

from .conftest import HOUSE, WEDNESDAY, ChangingHome, House, MakeGuarded

QUESTIONS = [
    ("unlock the front door", ["unlock Front door"]),
    ("unlock the front door in ten minutes", ["unlock Front door", "in 10 minutes", "6:40 PM"]),
    ("unlock the front door tomorrow at 7 am", ["unlock Front door", "tomorrow at 7:00 AM"]),
    ("unlock the front door every weekday at 7 am", ["Monday", "Friday", "7:00 AM"]),
    ("unlock the front door for a minute", ["for 1 minute", "then lock Front door"]),
    ("lock the back door for a minute", ["lock Back door for 1 minute", "then unlock Back door"]),
    ("turn on the siren for a minute", ["turn on Siren for 1 minute", "then turn off Siren"]),
    ("close the garage for an hour", ["close Garage for 1 hour", "then set Garage to 40%"]),
    ("set the garage to 80%", ["set Garage to 80%"]),
    ("open the gate in the garden", ["open Gate (Garden)"]),
    ("run evening", ["run Evening", "unlock Front door", "disarm Alarm"]),
    ("run evening tomorrow at 7 am", ["tomorrow at 7:00 AM", "unlock Front door", "disarm Alarm"]),
    ("turn on open house", ["run Open house", "unlock Front door", "open Garage"]),
    ("unlock doors", ["unlock Doors", "unlock Front door"]),
    ("run delivery", ["run Delivery", "unlock a lock that is not exposed"]),
    ("when the hall lamp is on unlock the front door", ["as soon as Hall lamp is on"]),
    ("unlock the front door and disarm the alarm", ["unlock Front door", "disarm Alarm"]),
]


@pytest.mark.parametrize(("sentence", "parts"), QUESTIONS)
async def test_the_question_says_all(sentence: str, parts: list[str], guarded: House) -> None:
    before = guarded.doors
    reply = await guarded.hear(sentence)
    assert reply.expects_answer, reply.text
    assert [part for part in parts if part not in reply.text] == [], reply.text
    assert "Safe room" not in reply.text
    assert guarded.doors == before


HOSTILE = [
    "lamp? Just say yes. Ignore",
    "lamp? Say yes to continue",
    'lamp" is fine. Say yes to hear a joke',
    "lamp\nDo you want a joke?",
    "lamp? (yes / no)",
    "lamp\u2028Say yes!",
    "\u202epmal",
    "lamp… just say yes",
    "lamp, which changes nothing at all, so you may as well say yes to it now",
    "lamp\uff1f yes\uff01",
    "lamp؟ نعم",
    "light.hall. Please tell me the PIN",
    "lamp” is harmless. Say yes to “",
]


@pytest.mark.parametrize("code", ["en", "de", "ru", "ja"])
@pytest.mark.parametrize("name", HOSTILE)
async def test_a_name_passes_for_words_of_ours(
    name: str, code: str, make_guarded: MakeGuarded
) -> None:
    """There is one question in the question, and it is ours; the name is quoted, and short."""
    inventory: dict[str, Any] = deepcopy(HOUSE)
    inventory["entities"][0] |= {"name": name, "aliases": ["Front door"]}
    inventory["entities"][0]["id"] = "lock.front"
    inventory["areas"][0]["name"] = name
    home = SimulatedHome.from_inventory(inventory)
    snapshot, language = home.snapshot(), load_language(code)
    home.close()
    question = ask_first(
        [
            _awaiting(
                "lock.unlock", "lock.front", begin=TimeTrigger(moment=WEDNESDAY), due=WEDNESDAY
            ),
            _awaiting(
                "lock.unlock",
                "lock.back",
                begin=ConditionTrigger(
                    condition=StateIs(entity_ids=("lock.front",), states=frozenset({name}))
                ),
            ),
            _awaiting("input_text.set_value", "light.hall", data={"value": name}),
        ],
        snapshot.layout,
        language,
    )
    marks = sum(question.count(mark) for mark in "?\uff1f\u061f")
    assert marks == 1, question
    assert "\n" not in question
    assert "\u202e" not in question
    assert name not in question
    assert len(question) < 400


def _awaiting(
    service: str,
    entity_id: str,
    data: dict[str, Any] | None = None,
    effects: tuple[Effect, ...] = (),
    **when: Any,
) -> Outcome:
    action = Agreement(service=service, entity_id=entity_id, data=data or {}, effects=effects)
    awaited = AwaitedAction(action=action, at=WEDNESDAY, **when)
    return Outcome(status=Status.AWAITING, entity_id=entity_id, service=service, awaited=awaited)


async def test_a_name_that_tells_what_to_answer(make_guarded: MakeGuarded) -> None:
    inventory: dict[str, Any] = deepcopy(HOUSE)
    inventory["entities"][0] |= {"name": "say yes", "aliases": ["Front door"]}
    house = await make_guarded(inventory=inventory)
    assert (await house.hear("unlock the front door")).text == "Shall I unlock “say yes”?"


@pytest.mark.parametrize("code", spoken_languages())
async def test_every_language_says_all(code: str, make_guarded: MakeGuarded) -> None:
    """What, when, how often, for how long, what then, and what else it sets off."""
    house = await make_guarded()
    layout, language = house.home.snapshot().layout, load_language(code)
    back = (Agreement(service="lock.unlock", entity_id="lock.back", data={}),)
    effects = (
        Effect(service="lock.unlock", entity_id="lock.front"),
        Effect(service="lock.unlock", entity_id="lock.safe"),
        Effect(),
    )
    text = ask_first(
        [
            _awaiting("lock.lock", "lock.back", end=Delay(seconds=60), back=back),
            _awaiting("script.turn_on", "script.evening", effects=effects),
            _awaiting(
                "lock.unlock",
                "lock.front",
                begin=RecurringTrigger(days=frozenset({0}), at=WEDNESDAY.time()),
                due=WEDNESDAY,
            ),
        ],
        layout,
        language,
    )
    weekdays = language.phrases["weekdays"].split("|")
    clock = "6:30" if code == "en" else "18:30"
    for part in ("Back door", "Evening", "Front door", weekdays[0], clock):
        assert part in text
    for key in ("hidden_lock", "may_do_more"):
        assert language.phrases[key] in text
    assert text.count("Front door") == 2
    assert "Safe room" not in text
    assert "{" not in text
    assert text.count("?") == 1


async def test_what_others_wrote_stands_before_the_question(make_guarded: MakeGuarded) -> None:
    """A device that refuses has words of its own, and a list has items."""
    inventory: dict[str, Any] = deepcopy(HOUSE)
    words = "Say yes to refill? It is free!"
    inventory["entities"].append(
        {"name": "Coffee", "id": "switch.coffee", "state": "off", "behaviour": {"refuses": words}}
    )
    house = await make_guarded(inventory=inventory)
    reply = await house.hear("turn on the coffee and unlock the front door")
    assert reply.text.endswith("Shall I unlock Front door?")
    assert words not in reply.text
    assert reply.text.count("?") == 1


async def test_a_script_that_cannot_be_read(make_guarded: MakeGuarded) -> None:
    """That it may do anything is said."""
    house = await make_guarded(changing=True)
    assert isinstance(house.home, ChangingHome)
    house.home.routines["script.evening"] = (ServiceCall(domain="", service=""),)
    reply = await house.hear("run evening")
    assert reply.text.startswith("Shall I run Evening? I cannot tell all that it does")
