"""Whole conversations with the built-in house: what a few words mean after what was said before."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn, Verdict, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

# what is asked of the house: "service target target", with data after a bar
type Calls = list[str]


class House:
    """The built-in house, and somebody who talks to it."""

    def __init__(self) -> None:
        self.home = SimulatedHome.demo()
        self.store = InMemoryStore(durable=True)
        self.agent = self._agent()

    def _agent(self) -> Agent:
        return build_agent(
            self.home, store=self.store, settings=Settings(patience=0.05, safety=NOTHING_ASKED)
        )

    def restart(self) -> None:
        """The program starts anew; what was kept is in the store."""
        self.agent = self._agent()

    async def hear(self, text: str, room: str | None = None) -> Reply:
        return await self.agent.hear(Turn(text=text, conversation_id="one", area_id=room))


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    yield house
    house.home.close()


def asked(reply: Reply) -> Calls:
    """What a reply's turn asked of the house."""
    return sorted(_told(call.full_name, call.targets, dict(call.data)) for call in reply.calls)


def _told(service: str, targets: tuple[str, ...], data: dict[str, Any]) -> str:
    names = " ".join(sorted(target.partition(".")[2] for target in targets))
    figures = " ".join(f"{value}" for value in data.values())
    return f"{service} {names}" + (f" | {figures}" if figures else "")


# (room, sentences, what the last of them asks of the house)
CONVERSATIONS: list[tuple[str | None, list[str], Calls]] = [
    # it, them, those, there
    (None, ["is the mirror light on?", "turn it on"], ["light.turn_on mirror"]),
    (None, ["which lights are on in the living room?", "turn them off"],
     ["light.turn_off chandelier mood"]),
    (None, ["are all the lights in the living room on?", "turn it on"],
     ["light.turn_on living_room_reading_lamp"]),
    (None, ["turn on the living room lights", "turn off those lights"],
     ["light.turn_off chandelier living_room_reading_lamp mood"]),
    (None, ["turn on the chandelier", "close the blinds there"], ["cover.close_cover blinds"]),
    (None, ["what's the humidity in the living room?", "close the curtains in there"],
     ["cover.close_cover curtains"]),
    (None, ["turn on the mood light and make it red"],
     ["light.turn_on mood", "light.turn_on mood | [255, 0, 0]"]),
    (None, ["turn on the chandelier", "turn on the mood light and make it red"],
     ["light.turn_on mood", "light.turn_on mood | [255, 0, 0]"]),
    (None, ["turn on the night light", "turn them all off"], ["light.turn_off night_light"]),
    # both, and them, where one was added to the other
    (None, ["turn on the mirror light", "the towel rail too", "turn them off"],
     ["light.turn_off mirror", "switch.turn_off towel_rail"]),
    (None, ["turn on the bathroom light", "and the fan", "turn both off"],
     ["fan.turn_off extractor", "light.turn_off mirror"]),
    (None, ["turn on the mirror light", "turn on the towel rail", "turn them off"],
     ["switch.turn_off towel_rail"]),
    (None, ["turn on the mirror light", "and the towel rail", "turn those off"],
     ["light.turn_off mirror", "switch.turn_off towel_rail"]),
    # the other one, the others
    (None, ["turn on the bedside lamp", "and the other one"],
     ["light.turn_on bedroom_reading_lamp"]),
    (None, ["turn on the chandelier", "turn off the other lights"],
     ["light.turn_off living_room_reading_lamp mood"]),
    (None, ["turn on the chandelier", "turn the others off"],
     ["light.turn_off living_room_reading_lamp mood"]),
    # and the bedroom?
    (None, ["turn on the kitchen lights", "and the bedroom?"],
     ["light.turn_on bedroom_reading_lamp bedside"]),
    (None, ["turn on the kitchen lights", "what about the bathroom"], ["light.turn_on mirror"]),
    (None, ["turn on the kitchen lights", "the same in the bathroom"], ["light.turn_on mirror"]),
    (None, ["turn on the kitchen lights", "do that in the bathroom too"],
     ["light.turn_on mirror"]),
    (None, ["turn on the kitchen lights", "also the bathroom"], ["light.turn_on mirror"]),
    (None, ["turn on the kitchen lights", "the bathroom as well"], ["light.turn_on mirror"]),
    ("kitchen", ["turn on the lights", "and the bathroom?"], ["light.turn_on mirror"]),
    (None, ["turn on the lights in the kitchen and the hall", "also the bathroom"],
     ["light.turn_on mirror"]),
    (None, ["close the blinds in the living room", "and the curtains"],
     ["cover.close_cover curtains"]),
    (None, ["close the blinds in the living room", "open the bedroom ones"],
     ["cover.open_cover shutters"]),
    (None, ["turn on the chandelier", "turn it off", "and the mood light?"],
     ["light.turn_off mood"]),
    (None, ["is the front door locked?", "and unlock it"], ["lock.unlock front_door"]),
    # more and less
    (None, ["set the chandelier to 30 percent", "more"], ["light.turn_on chandelier | 50"]),
    (None, ["dim the chandelier", "a bit more"], ["light.turn_on chandelier | 20"]),
    (None, ["dim the chandelier", "a bit less"], ["light.turn_on chandelier | 40"]),
    (None, ["dim the chandelier", "that's too much"], ["light.turn_on chandelier | 50"]),
    (None, ["turn on the chandelier", "brighter"], ["light.turn_on chandelier | 70"]),
    (None, ["turn on the chandelier", "too bright"], ["light.turn_on chandelier | 30"]),
    (None, ["turn up the heating", "more"], ["climate.set_temperature thermostat | 23.0"]),
    (None, ["turn up the heating", "again"], ["climate.set_temperature thermostat | 23.0"]),
    (None, ["set the thermostat to 20", "warmer", "that's too warm"],
     ["climate.set_temperature thermostat | 20.0"]),
    (None, ["turn down the kitchen radio", "too quiet"], ["media_player.volume_up kitchen_radio"]),
    (None, ["turn on the chandelier", "to 40 percent"], ["light.turn_on chandelier | 40"]),
    (None, ["turn on the chandelier", "make that 40"], ["light.turn_on chandelier | 40"]),
    (None, ["make the mood light red", "blue instead"], ["light.turn_on mood | [0, 0, 255]"]),
    (None, ["turn on the mood light", "red"], ["light.turn_on mood | [255, 0, 0]"]),
    (None, ["open the shutters", "halfway"], ["cover.set_cover_position shutters | 50"]),
    (None, ["make it warmer in the living room", "and in the bedroom"],
     ["climate.set_hvac_mode bedroom_radiator | heat"]),
    (None, ["raise the shutters to 40 percent", "a bit higher"],
     ["cover.set_cover_position shutters | 50"]),
    (None, ["raise the shutters to 40 percent", "lower"],
     ["cover.set_cover_position shutters | 20"]),
    (None, ["set the thermostat to 20", "two degrees more"],
     ["climate.set_temperature thermostat | 22.0"]),
    (None, ["open the garage door", "stop"], ["cover.stop_cover garage_door"]),
    (None, ["is the kitchen radio playing?", "pause"], ["media_player.media_pause kitchen_radio"]),
    (None, ["turn up the kitchen radio", "louder"], ["media_player.volume_up kitchen_radio"]),
    # corrections after a turn
    (None, ["turn on the mirror light", "no, I meant the bedside lamp"],
     ["light.turn_off mirror", "light.turn_on bedside"]),
    (None, ["turn on the kitchen lights", "I said the bathroom"],
     ["light.turn_off dining_table", "light.turn_on mirror"]),
    (None, ["turn on the kitchen lights", "no, the bathroom"],
     ["light.turn_off dining_table", "light.turn_on mirror"]),
    (None, ["turn on the bedside lamp", "not that one, the other one"],
     ["light.turn_on bedroom_reading_lamp"]),
    (None, ["turn on the kitchen lights", "not the kitchen, the bathroom"],
     ["light.turn_off dining_table", "light.turn_on mirror"]),
    (None, ["turn on the sauna", "I meant the towel rail"], ["switch.turn_on towel_rail"]),
    (None, ["turn on the ceiling fan", "no, off"], ["fan.turn_off ceiling"]),
    (None, ["set the thermostat to 20 degrees", "no, 22"],
     ["climate.set_temperature thermostat | 22.0"]),
    (None, ["turn on the mirror light", "no, turn it off"], ["light.turn_off mirror"]),
    # corrections inside a sentence
    (None, ["turn on the bedside lamp, no, the mirror light"], ["light.turn_on mirror"]),
    (None, ["turn on the bedside lamp no the mirror light"], ["light.turn_on mirror"]),
    ("living_room", ["set it to 20, no wait, 22 degrees"],
     ["climate.set_temperature thermostat | 22.0"]),
    (None, ["turn off the kitchen, I mean the bathroom lights"], ["light.turn_off mirror"]),
    (None, ["turn the ceiling fan on, sorry, off"], ["fan.turn_off ceiling"]),
    (None, ["set the thermostat to 19, no, 20, no wait, 21 degrees"],
     ["climate.set_temperature thermostat | 21.0"]),
    (None, ["open, no, close the shutters"], ["cover.close_cover shutters"]),
    (None, ["turn on the chandelier, no, turn it off"], ["light.turn_off chandelier"]),
    (None, ["set the bedroom to 19 degrees, sorry, the living room"],
     ["climate.set_temperature thermostat | 19.0"]),
    (None, ["turn the worktop, no, the mirror light off"], ["light.turn_off mirror"]),
    # answers to our questions
    (None, ["turn on the reading lamp", "the first"], ["light.turn_on bedroom_reading_lamp"]),
    (None, ["turn on the reading lamp", "the second one"],
     ["light.turn_on living_room_reading_lamp"]),
    (None, ["turn on the reading lamp", "the last one"],
     ["light.turn_on living_room_reading_lamp"]),
    (None, ["turn on the reading lamp", "the one in the bedroom"],
     ["light.turn_on bedroom_reading_lamp"]),
    (None, ["turn on the reading lamp", "I mean the one upstairs"],
     ["light.turn_on bedroom_reading_lamp"]),
    (None, ["turn on the reading lamp", "turn on the bedroom one"],
     ["light.turn_on bedroom_reading_lamp"]),
    (None, ["turn on the reading lamp", "both"],
     ["light.turn_on bedroom_reading_lamp living_room_reading_lamp"]),
    (None, ["turn on the reading lamp", "hm", "bedroom please"],
     ["light.turn_on bedroom_reading_lamp"]),
    (None, ["turn on the reading lamp", "the bedroom one", "do that again"],
     ["light.turn_on bedroom_reading_lamp"]),
    (None, ["turn on the reading lamp", "the bedroom one", "and the other one"],
     ["light.turn_on living_room_reading_lamp"]),
    (None, ["turn on the reading lamp", "the bedroom one", "no, the other one"],
     ["light.turn_off bedroom_reading_lamp", "light.turn_on living_room_reading_lamp"]),
    (None, ["turn on the lamp", "the bedroom one", "the bedside lamp"], ["light.turn_on bedside"]),
    (None, ["set the lamp to 20 percent", "the bedside lamp", "no, 30"],
     ["light.turn_on bedside | 30"]),
    (None, ["turn on the lamp", "the kitchen", "and the living room"],
     ["light.turn_on living_room_reading_lamp"]),
    (None, ["turn on the reading lamp", "open the garage door"], ["cover.open_cover garage_door"]),
    # what was in doubt, once agreed to
    (None, ["turn off the chandelier, hocus pocus", "yes"], ["light.turn_off chandelier"]),
    (None, ["hocus pocus, turn off the chandelier", "yes please"], ["light.turn_off chandelier"]),
    (None, ["turn off the chandelier, hocus pocus", "yes?"], []),
    (None, ["turn off the chandelier, hocus pocus", "no"], []),
    (None, ["turn off the chandelier, hocus pocus"], []),
    # needs, once agreed to
    ("kitchen", ["it's dark in here", "yes please"], ["light.turn_on dining_table"]),
    ("living_room", ["I'm cold", "yes, go ahead"], ["climate.set_temperature thermostat | 22.0"]),
    ("living_room", ["I'm cold", "sure"], ["climate.set_temperature thermostat | 22.0"]),
    ("living_room", ["I'm freezing", "yes", "too much"],
     ["climate.set_temperature thermostat | 21.0"]),
    ("bedroom", ["I'm cold", "go ahead"], ["climate.turn_on bedroom_radiator"]),
    (None, ["it's too warm in the bedroom", "ok"], ["fan.turn_on ceiling"]),
    ("bedroom", ["it's stuffy", "yeah"], ["fan.turn_on ceiling"]),
    (None, ["the bathroom is too humid", "yes"], ["fan.turn_on extractor"]),
    ("living_room", ["it's too bright", "do it"],
     ["light.turn_on chandelier | 30", "light.turn_on mood | 15"]),
    ("kitchen", ["it's too loud", "yes"], ["media_player.volume_down kitchen_radio"]),
    ("kitchen", ["I can't see anything", "what?", "yes"], ["light.turn_on dining_table"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("room", "sentences", "calls"),
    CONVERSATIONS,
    ids=[" / ".join(conversation[1]) for conversation in CONVERSATIONS],
)
async def test_last_sentence_means(
    house: House, room: str | None, sentences: list[str], calls: Calls
) -> None:
    """What it means after those before it: this is asked of the house, and nothing else."""
    *before, last = sentences
    for sentence in before:
        await house.hear(sentence, room)
    assert asked(await house.hear(last, room)) == calls


# (room, sentences): the last asks nothing of the house
WITHOUT_ACTION: list[tuple[str | None, list[str]]] = [
    (None, ["yes"]),
    (None, ["both"]),
    (None, ["the other one"]),
    (None, ["brighter"]),
    (None, ["more"]),
    (None, ["again"]),
    (None, ["red"]),
    (None, ["and the bedroom?"]),
    (None, ["no, the kitchen"]),
    (None, ["open the blinds there"]),
    (None, ["turn on the bedroom one"]),
    # two rooms: nobody guesses
    (None, ["turn on the lights in the kitchen and the bedroom", "close the shutters there"]),
    # only named, as nothing says that it goes on
    (None, ["turn on the kitchen lights", "the bedroom"]),
    (None, ["turn on the kitchen lights", "the bedroom is nice"]),
    (None, ["turn on the kitchen lights", "and the bedroom is a mess"]),
    (None, ["turn off the chandelier", "more"]),
    (None, ["turn on the chandelier", "off"]),
    (None, ["turn on the chandelier", "turn off"]),
    (None, ["turn on the chandelier", "nice and warm today", "brighter"]),
    # what is not there is not "it"
    (None, ["turn on the chandelier", "turn off the sauna", "turn it on"]),
    # our question is closed
    (None, ["turn on the reading lamp", "never mind", "the bedroom one"]),
    (None, ["turn on the reading lamp", "neither", "bedroom"]),
    (None, ["turn on the reading lamp", "what's the weather?", "bedroom"]),
    (None, ["turn on the reading lamp", "hm", "dunno", "bedroom"]),
    (None, ["turn on the reading lamp", "it is so cosy in the bedroom these days"]),
    (None, ["turn on the reading lamp", "yes"]),
    # needs never act by themselves
    ("kitchen", ["it's dark in here"]),
    ("living_room", ["I'm cold"]),
    ("living_room", ["I'm cold", "no"]),
    ("living_room", ["I'm cold", "no thanks", "yes"]),
    ("living_room", ["I'm cold", "what's the weather?", "yes"]),
    ("living_room", ["is the thermostat on?", "it's too warm"]),
    ("kitchen", ["turn on the coffee machine", "good morning", "it's too loud"]),
    (None, ["I'm cold"]),
    (None, ["the coffee is cold"]),
    ("kitchen", ["it was dark"]),
    ("kitchen", ["it is not dark"]),
    ("kitchen", ["is it dark in here?"]),
    # a "no" that corrects nothing
    (None, ["turn on no lights"]),
    (None, ["turn on the ceiling fan but no lights"]),
    (None, ["turn on the ceiling fan, no lights"]),
    (None, ["turn off the siren, no, don't"]),
    (None, ["turn off the kitchen radio, I mean the"]),
    (None, ["turn on the chandelier", "no"]),
    (None, ["turn on the chandelier", "undo that"]),
    (None, ["turn on the chandelier", "thanks"]),
]


@pytest.mark.parametrize(
    ("room", "sentences"), WITHOUT_ACTION, ids=[" / ".join(item[1]) for item in WITHOUT_ACTION]
)
async def test_last_sentence_does_nothing(
    house: House, room: str | None, sentences: list[str]
) -> None:
    """In doubt nothing is done."""
    *before, last = sentences
    for sentence in before:
        await house.hear(sentence, room)
    states = house.home.snapshot().states
    reply = await house.hear(last, room)
    assert reply.calls == ()
    assert house.home.snapshot().states == states


# (room, sentences, the last reply)
REPLIES: list[tuple[str | None, list[str], str]] = [
    (None, ["is the bedroom window open?", "and the garage door?"], "No, Garage door is closed"),
    (None, ["is the chandelier on?", "and the mirror light?"], "No, Mirror light is off"),
    (None, ["turn on the mirror light", "is it on?"], "Yes, Mirror light is on"),
    (None, ["how warm is it in the bedroom?", "and the living room?"],
     "Living room temperature is 20.5 °C"),
    (None, ["how warm is it in the living room?", "and the humidity?"],
     "Living room humidity is 47%, Humidifier humidity is 38%"),
    (None, ["where is Anna?", "and Ben?"], "Ben is away"),
    (None, ["is the kitchen, I mean the bedroom window open?"], "Yes, Bedroom window is open"),
    (None, ["is the chandelier on?", "say that again"], "Yes, Chandelier is on"),
    (None, ["is the chandelier on?", "what did you say?"], "Yes, Chandelier is on"),
    (None, ["turn on the reading lamp"], "Which one: Bedroom or Living Room?"),
    (None, ["turn on the reading lamp", "the purple one"],
     "I did not get that. Which one: Bedroom or Living Room?"),
    (None, ["turn on the lamp", "the bedroom one"], "Which one: Reading lamp or Bedside lamp?"),
    (None, ["turn on the reading lamp", "forget it"], "All right."),
    (None, ["thank you very much"], "You are welcome."),
    (None, ["turn off the chandelier", "put it back"], "Chandelier is as it was before."),
    (None, ["turn on the chandelier", "put it back"], "There is nothing to undo."),
    (None, ["undo the last three commands"], "There is nothing to undo."),
    ("kitchen", ["it's dark in here"], "Shall I turn on Dining table lamp?"),
    ("living_room", ["I'm cold"], "Shall I set Thermostat to 22°?"),
    ("living_room", ["it's too bright in here"], "Shall I dim Chandelier and Mood light?"),
    ("living_room", ["I'm cold", "no"], "All right."),
    ("kitchen", ["it's too loud"], "Shall I turn down Kitchen radio?"),
    ("kitchen", ["I'm cold"], "Sorry, I couldn't understand that"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("room", "sentences", "text"), REPLIES, ids=[" / ".join(reply[1]) for reply in REPLIES]
)
async def test_last_reply_is(
    house: House, room: str | None, sentences: list[str], text: str
) -> None:
    """What is said, when it is words that matter."""
    *before, last = sentences
    for sentence in before:
        await house.hear(sentence, room)
    assert (await house.hear(last, room)).text == text


@pytest.mark.parametrize(
    ("room", "opening", "answer", "calls"),
    [
        (None, "turn on the reading lamp", "the bedroom one",
         ["light.turn_on bedroom_reading_lamp"]),
        ("living_room", "I'm cold", "yes", ["climate.set_temperature thermostat | 22.0"]),
        (None, "turn on the kitchen lights", "and the bathroom?", ["light.turn_on mirror"]),
    ],
)  # fmt: skip
async def test_conversation_goes_on_after_a_restart(
    house: House, room: str | None, opening: str, answer: str, calls: Calls
) -> None:
    """What is open, and what was spoken of, is kept in the store."""
    await house.hear(opening, room)
    house.restart()
    assert asked(await house.hear(answer, room)) == calls


async def test_what_was_agreed_to_is_looked_at_again(house: House) -> None:
    """The house goes on living while somebody makes up their mind."""
    assert (await house.hear("I'm cold", "living_room")).text == "Shall I set Thermostat to 22°?"
    house.agent, other = house._agent(), house.agent
    await other.hear(Turn(text="set the thermostat to 25 degrees", conversation_id="two"))
    changed = await house.hear("yes", "living_room")
    assert (changed.text, changed.calls) == ("Shall I set Thermostat to 26°?", ())
    assert asked(await house.hear("yes", "living_room")) == [
        "climate.set_temperature thermostat | 26.0"
    ]


async def test_undoing_is_a_plan_that_says_how_much(house: House) -> None:
    """Where nothing was done yet, that is said."""
    reply = await house.hear("undo the last three")
    assert reply.verdict is Verdict.REFUSED
    assert [outcome.reason for outcome in reply.outcomes] == ["nothing_to_undo"]


async def test_a_part_that_is_asked_about_is_done_once_it_is_known(house: House) -> None:
    """The others are done, the reply names both, and the answer is for that part alone."""
    reply = await house.hear("turn on the hall light and the reading lamp")
    assert asked(reply) == ["light.turn_on hall"]
    assert reply.expects_answer
    assert not reply.text.startswith("Which")
    assert reply.text.endswith("Reading lamp (Bedroom) or Reading lamp (Living Room)?")
    reply = await house.hear("the one in the bedroom")
    assert asked(reply) == ["light.turn_on bedroom_reading_lamp"]
