"""Sentences travel the whole path: heard, understood, acted upon, verified, answered."""

import asyncio
from collections.abc import Mapping
from typing import Any, NoReturn, override

import pytest

from home_agent.engine import Settings, Tier, Turn, Verdict, build_agent
from home_agent.engine.errors import LanguageError, StoreError
from home_agent.engine.events import (
    CallEnded,
    CallSent,
    CommandKept,
    Event,
    OutcomeSeen,
    PlanMade,
    TurnFinished,
    TurnStarted,
)
from home_agent.engine.outcome import Reason, Status
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

# sentence, reply, and what the house shows afterwards: a state, or an attribute after a comma
COMMANDS: list[tuple[str, str, Mapping[str, Any]]] = [
    (
        "turn on the kitchen lights",
        "Turned on the lights",
        {"light.ceiling": "on", "light.counter": "on"},
    ),
    ("switch the big light on please", "Turned on the light", {"light.ceiling": "on"}),
    ("set ceiling light to 50%", "Brightness set", {"light.ceiling,brightness": 128}),
    ("set the ceiling light to red", "Color set", {"light.ceiling,rgb_color": (255, 0, 0)}),
    ("unlock the front door", "Unlocking", {"lock.front_door": "unlocked"}),
    ("open the left blind", "Opening", {"cover.left_blind": "open"}),
    ("set left blind position to 30%", "Position set", {"cover.left_blind,current_position": 30}),
    ("open the garage door", "Opening", {"cover.garage_door": "opening"}),
    ("turn on the heater", "Turned on the switch", {"switch.heater": "on"}),
    ("turn off the thermostat", "Turned off the thermostat", {"climate.thermostat": "off"}),
    ("set the fan speed to 40%", "Speed set", {"fan.office,percentage": 40}),
    ("pause the radio", "Paused", {"media_player.radio": "paused"}),
    ("next track", "Playing next", {"media_player.radio": "playing"}),
    ("set radio volume to 70%", "Volume set", {"media_player.radio,volume_level": 0.7}),
    ("start robby", "Started", {"vacuum.robby": "cleaning"}),
    ("add milk to my shopping list", "Added milk", {"todo.shopping_list": "2"}),
]

# where it was said, for what only makes sense in a room
ROOMS = {"set the fan speed to 40%": "office", "next track": "kitchen"}


@pytest.mark.parametrize(("sentence", "reply", "shown"), COMMANDS)
async def test_command_is_carried_out_and_reported(
    house: SimulatedHome, ask: Any, sentence: str, reply: str, shown: Mapping[str, Any]
) -> None:
    """The reply is what the house shows."""
    answer = await ask(sentence, room=ROOMS.get(sentence))
    assert answer.text.startswith(reply)
    assert answer.verdict is Verdict.OK
    assert answer.tier is Tier.FAST
    states = house.snapshot().states
    for place, wanted in shown.items():
        entity_id, _, attribute = place.partition(",")
        state = states[entity_id]
        assert (state.attributes.get(attribute) if attribute else state.value) == wanted


QUESTIONS = [
    ("is the front door locked?", "Yes, Front door is locked"),
    ("is the ceiling light on", "No, Ceiling light is off"),
    ("which lights are on?", "None. Porch is unavailable right now"),
    ("how many lights are off?", "5"),
    ("is any window open?", "Yes, Office window is open"),
    ("what is the office temperature", "Office temperature is 21.5 °C"),
    ("what is the temperature in the living room", "Thermostat temperature is 19.5°"),
    ("what is the temperature in the office", "Office temperature is 21.5 °C"),
    ("what's the weather", "18 °C and sunny"),
    ("where is anna", "Anna is at home"),
    ("where is ben", "Ben is away"),
    ("what's on the shopping list", "Shopping list: Bread"),
]


@pytest.mark.parametrize(("sentence", "reply"), QUESTIONS)
async def test_question_is_answered_and_touches_nothing(
    house: SimulatedHome, ask: Any, sentence: str, reply: str
) -> None:
    """A question looks; it never acts."""
    before = house.snapshot().states
    answer = await ask(sentence)
    assert answer.text.startswith(reply)
    assert answer.verdict is Verdict.OK
    assert answer.calls == ()
    assert house.snapshot().states == before


async def test_time_and_date_are_the_homes(house: SimulatedHome, ask: Any) -> None:
    """They come from the home's clock and need no device."""
    now = house.snapshot().now
    assert str(now.year) in (await ask("what is today's date")).text
    assert f":{now.minute:02d}" in (await ask("what is the current time")).text


async def test_device_that_does_not_answer_is_reported_as_such(ask: Any) -> None:
    """Accepted is not done."""
    answer = await ask("turn on workbench")
    assert answer.text == "Workbench did not respond."
    assert answer.verdict is Verdict.FAILED
    [outcome] = answer.outcomes
    assert (outcome.status, outcome.reason) == (Status.FAILED, Reason.NO_RESPONSE)
    assert len(answer.calls) == 1


async def test_unavailable_device_is_not_asked(ask: Any) -> None:
    """There is nobody to ask."""
    answer = await ask("turn on porch")
    assert answer.text == "I cannot reach Porch."
    assert answer.verdict is Verdict.FAILED
    assert answer.calls == ()


async def test_refusal_of_the_device_is_passed_on(ask: Any) -> None:
    """The device's own words reach the person."""
    answer = await ask("turn on the coffee machine")
    assert answer.text == "Coffee machine did not do it: The water tank is empty."
    assert answer.outcomes[0].reason is Reason.REJECTED


async def test_out_of_range_says_what_the_range_is(ask: Any) -> None:
    """The home need not be asked, and the person knows what to say next."""
    answer = await ask("set the temperature in the living room to 90 degrees")
    assert answer.verdict is Verdict.REFUSED
    assert (answer.text, answer.calls) == ("Thermostat can be set from 7 to 30°.", ())


async def test_light_without_colours_says_so(ask: Any) -> None:
    """Home Assistant would drop the colour silently and switch the lamp on."""
    answer = await ask("set the counter light to red")
    assert answer.text == "Counter light cannot do that."
    assert answer.calls == ()


async def test_already_so_is_not_called_done(ask: Any) -> None:
    """Said of the state, not of a change that nobody saw."""
    answer = await ask("lock the front door")
    assert answer.text == "Front door: already locked."
    assert answer.outcomes[0].status is Status.ALREADY


async def test_some_done_and_some_not(ask: Any) -> None:
    """Nobody hears "all" of what was some."""
    answer = await ask("turn on the lights on the ground floor")
    assert answer.text == "2 of 3 done. Workbench did not respond."
    assert answer.verdict is Verdict.FAILED


async def test_what_can_be_done_is_done_and_the_rest_is_named(
    house: SimulatedHome, ask: Any
) -> None:
    """A sentence of two commands, one of them for something that is not there."""
    answer = await ask("turn on the ceiling light and the disco ball")
    missing = "Sorry, I am not aware of any device called disco ball"
    assert answer.text == f"Turned on the light. {missing}"
    assert answer.verdict is Verdict.FAILED
    assert house.snapshot().states["light.ceiling"].value == "on"


async def test_unexposed_is_neither_touched_nor_shown(house: SimulatedHome, ask: Any) -> None:
    """The person who set the home up decides what the assistant may use."""
    answer = await ask("turn off the server rack")
    assert answer.text == "Sorry, Server rack is not exposed"
    assert answer.verdict is Verdict.REFUSED
    assert answer.calls == ()
    assert house.snapshot().states["switch.rack"].value == "on"
    assert "rack" not in (await ask("which switches are on?")).text


@pytest.mark.parametrize(
    ("sentence", "reply"),
    [
        ("turn on the piano", "Sorry, I am not aware of any device called piano"),
        ("turn on the lights in the cellar", "Sorry, I am not aware of any area called cellar"),
        ("start a timer for five minutes", "I cannot wait here, so I did nothing."),
        ("asdf qwer", "Sorry, I couldn't understand that"),
        ("", "Sorry, I couldn't understand that"),
        ("x" * 10_000, "That was too long for me. Please say it in fewer words."),
        ("turn on the lights " * 60, "That was too long for me. Please say it in fewer words."),
    ],
)
async def test_what_cannot_be_done_is_said(ask: Any, sentence: str, reply: str) -> None:
    """It is named, and nothing is done."""
    answer = await ask(sentence)
    assert answer.text == reply
    assert answer.verdict is Verdict.REFUSED
    assert answer.calls == ()


@pytest.mark.parametrize("reply", ["the bedroom one", "Bedroom.", "upstairs, in the bedroom"])
async def test_name_that_fits_two_is_asked_about(
    house: SimulatedHome, ask: Any, reply: str
) -> None:
    """The next sentence is the answer."""
    question = await ask("turn on the reading lamp")
    assert question.text == "Which one: Bedroom or Office?"
    assert question.expects_answer
    assert question.calls == ()
    answer = await ask(reply)
    assert answer.text == "Turned on the light"
    states = house.snapshot().states
    assert states["light.bedroom_reading"].value == "on"
    assert states["light.office_reading"].value == "off"


async def test_speakers_room_settles_which_one(house: SimulatedHome, ask: Any) -> None:
    """Who stands in the office means the lamp there."""
    answer = await ask("turn on the reading lamp", room="office")
    assert answer.text == "Turned on the light"
    assert house.snapshot().states["light.office_reading"].value == "on"


async def test_open_question_does_not_swallow_the_next_command(
    house: SimulatedHome, ask: Any
) -> None:
    """People change their minds."""
    await ask("turn on the reading lamp")
    answer = await ask("turn on the kitchen lights")
    assert answer.text == "Turned on the lights"
    await ask("the bedroom one")
    assert house.snapshot().states["light.bedroom_reading"].value == "off"


async def test_conversations_do_not_hear_each_other(house: SimulatedHome, ask: Any) -> None:
    """An answer belongs to the question that was asked in the same conversation."""
    await ask("turn on the reading lamp", conversation="hers")
    await ask("bedroom", conversation="his")
    assert house.snapshot().states["light.bedroom_reading"].value == "off"


async def test_it_is_what_was_last_spoken_of(house: SimulatedHome, ask: Any) -> None:
    """In commands, after commands and after questions; and only in the same conversation."""
    await ask("is the ceiling light on?")
    assert (await ask("turn it on")).text == "Turned on the light"
    await ask("set it to 40 percent")
    assert house.snapshot().states["light.ceiling"].attributes["brightness"] == 102
    await ask("turn on the kitchen lights")
    assert (await ask("turn them off")).text == "Turned off the lights"
    assert house.snapshot().states["light.counter"].value == "off"
    elsewhere = await ask("turn it on", conversation="another")
    assert elsewhere.verdict is Verdict.REFUSED
    assert elsewhere.calls == ()
    assert (await ask("lock it")).verdict is Verdict.REFUSED


async def test_never_mind_is_answered(ask: Any) -> None:
    """Silence would leave open whether we heard it."""
    answer = await ask("never mind")
    assert (answer.text, answer.verdict) == ("All right.", Verdict.OK)


@pytest.mark.parametrize(
    ("language", "sentence", "reply"),
    [
        ("de", "schalte das Licht in der Küche ein", "Licht eingeschaltet"),
        ("it", "accendi le luci in cucina", "Ho acceso le luci in cucina"),
        ("de", "schalte Workbench ein", "Keine Antwort von Workbench."),
        ("it", "accendi Workbench", "Nessuna risposta da Workbench."),
        ("fr", "allume Workbench", "Pas de réponse de Workbench."),
        ("es", "enciende Workbench", "No hay respuesta de Workbench."),
        ("nl", "zet Workbench aan", "Geen reactie van Workbench."),
        ("de-AT", "schalte die Heizung Klavier ein", None),
    ],
)
async def test_other_languages_are_understood_and_spoken(
    ask: Any, language: str, sentence: str, reply: str | None
) -> None:
    """In the speaker's language, good news and bad."""
    answer = await ask(sentence, language=language)
    assert answer.language == language.partition("-")[0]
    if reply is None:
        assert answer.verdict is Verdict.REFUSED
    else:
        assert answer.text == reply


async def test_unknown_language_is_the_shells_to_explain(ask: Any) -> None:
    """It says which ones there are."""
    with pytest.raises(LanguageError, match=r"tlh.*de, .*en"):
        await ask("nuqneH", language="tlh")


async def test_events_tell_the_story_in_order(ask: Any) -> None:
    """Whoever watches sees each step as it happens."""
    events: list[Event] = []
    reply = await ask("turn on the ceiling light", listener=events.append)
    kinds = [type(event) for event in events]
    done = [CallSent, CallEnded, OutcomeSeen, CommandKept]
    assert kinds == [TurnStarted, PlanMade, *done, TurnFinished]
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].reply == reply
    assert reply.latency_ms > 0


class BrokenStore(InMemoryStore):
    """A disk that is full."""

    @override
    async def get(self, key: str) -> NoReturn:
        """Fail."""
        raise StoreError(key)

    @override
    async def put(self, key: str, document: Mapping[str, Any]) -> NoReturn:
        """Fail."""
        raise StoreError(key)


async def test_full_disk_does_not_keep_the_lights_off(
    house: SimulatedHome, caplog: pytest.LogCaptureFixture
) -> None:
    """The lamp matters more than the memory of it."""
    agent = build_agent(house, store=BrokenStore(), settings=Settings(patience=0.3))
    reply = await agent.hear(Turn(text="turn on the ceiling light", conversation_id="1"))
    assert reply.text == "Turned on the light"
    assert "not kept" in caplog.text


async def test_prepared_language_answers_the_same(house: SimulatedHome) -> None:
    """Preparing only saves time."""
    agent = build_agent(house, store=InMemoryStore())
    await agent.prepare("en-GB")
    reply = await agent.hear(Turn(text="is the front door locked?", conversation_id="1"))
    assert reply.text == "Yes, Front door is locked"


async def test_who_is_closed_while_beginning_does_not_begin(house: SimulatedHome) -> None:
    """Home Assistant may stop at any moment; nothing goes on by itself after that."""
    agent = build_agent(house, store=InMemoryStore())
    beginning = asyncio.create_task(agent.start())
    await asyncio.sleep(0)
    await agent.close()
    await beginning
    await agent.start()
    assert not [task for task in asyncio.all_tasks() if "schedule" in task.get_name()]
