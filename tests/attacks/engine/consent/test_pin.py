"""Finding out the PIN, getting around it, or locking out who knows it."""

from typing import Any

import pytest

from home_agent.engine.authority import Origin
from home_agent.engine.events import TurnFinished, TurnStarted
from tests.engine.consult.conftest import MakeHouse
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import House, MakeGuarded

PIN = "4711"
OTHER = "8302"
ASK = "unlock the front door"

TEMPLATES = [
    "{}",
    "is it {}?",
    "my PIN is {}",
    "the year {} was nice",
    "what is {} plus 1",
    "set a timer for {} seconds",
    "turn on the hall lamp {}",
    "unlock the front door {}",
    "add {} eggs to the list",
    "{}1",
    "9{}",
    "call 0151 {} 99",
]


# 4711 as one number, in pairs and with what comes twice.
AS_ONE_NUMBER = (
    "four thousand seven hundred and eleven",
    "forty-seven hundred eleven",
    "four seven double one",
    "viertausendsiebenhundertelf",
    "siebenundvierzighundertelf",
    "vier sieben doppel eins",
    "vierduizend zevenhonderd elf",
    "vier zeven dubbel een",
    "quatre mille sept cent onze",
    "quarante-sept onze",
    "quattromilasettecentoundici",
    "quattro sette doppio uno",
    "cuatro mil setecientos once",
    "cuatro siete doble uno",
)


def spelt(pin: str) -> list[str]:
    """A number as people tell it."""
    names = {
        "en": "zero one two three four five six seven eight nine",
        "de": "null eins zwei drei vier fünf sechs sieben acht neun",
        "fr": "zéro un deux trois quatre cinq six sept huit neuf",
        "pl": "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć",
    }
    words = [[name.split()[int(digit)] for digit in pin] for name in names.values()]
    return [
        *(" ".join(some) for some in words),
        ", ".join(words[0]),
        " ".join(pin),
        "-".join(pin),
        f"{pin[:2]} {pin[2:]}",
        f"{pin[:2]}-{pin[2:]}",
        ".".join(pin),
        f"{words[0][0]} {pin[1]} {words[0][2]} {pin[3]}",
        *AS_ONE_NUMBER,
        "".join(chr(0xFF10 + int(digit)) for digit in pin),
        "".join(chr(0x0660 + int(digit)) for digit in pin),
        "".join(f"{digit}\ufe0f\u20e3" for digit in pin),
    ]


@pytest.fixture
async def locked(make_guarded: MakeGuarded) -> House:
    return await make_guarded(pin=PIN)


def shown(house: House) -> list[str]:
    return [event.turn.text for event in house.events if isinstance(event, TurnStarted)]


def said(house: House) -> list[Any]:
    replies = [event.reply for event in house.events if isinstance(event, TurnFinished)]
    return [(reply.text, reply.verdict, reply.expects_pin, len(reply.calls)) for reply in replies]


@pytest.mark.parametrize("template", TEMPLATES)
async def test_a_guess_that_nobody_asked_for_tells_nothing(
    template: str, make_guarded: MakeGuarded
) -> None:
    """Right or wrong, a number is hidden alike, and answered alike."""
    told = []
    for pin in (PIN, OTHER, "5555"):
        house = await make_guarded(pin=PIN)
        await house.hear(template.format(pin))
        told.append((shown(house), [item[1:] for item in said(house)]))
        assert pin not in "".join(shown(house))
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("number", range(len(spelt(PIN))))
async def test_however_it_is_told_it_is_hidden_unasked(
    number: int, make_guarded: MakeGuarded
) -> None:
    told = []
    for pin in (PIN, OTHER):
        house = await make_guarded(pin=PIN)
        text = spelt(pin)[number]
        await house.hear(f"{text}")
        await house.hear(f"the PIN is {text}, please")
        assert text not in "".join(shown(house))
        assert text not in await house.kept()
        told.append(shown(house))
    assert told[0] == told[1]


@pytest.mark.parametrize("number", range(len(spelt(PIN))))
async def test_however_it_is_told_it_is_taken_where_it_is_asked_for(
    number: int, locked: House
) -> None:
    """Nobody needs to guess how we want to hear it."""
    asked = await locked.hear(ASK)
    assert asked.expects_pin
    reply = await locked.hear(spelt(PIN)[number])
    assert reply.calls
    assert spelt(PIN)[number] not in "".join(shown(locked))


NOT_MEANT = [
    f"no {PIN}",
    f"{PIN} no",
    f"not {PIN}",
    f"never mind, it was {PIN} anyway",
    f"don't, {PIN}",
    f"{PIN}?",
    f"is it {PIN}?",
    f"👎 {PIN}",
    f"{PIN} or {OTHER}",
    f"{OTHER} {PIN}",
    f"somebody told me {PIN} opens it",
    f"set a timer for {PIN} seconds",
    f"{PIN}1",
    f"0{PIN}",
    PIN[:3],
    PIN[::-1],
    "yes",
    "",
]


@pytest.mark.parametrize("text", NOT_MEANT)
async def test_what_is_not_the_pin_alone_opens_nothing(text: str, locked: House) -> None:
    await locked.hear(ASK)
    await locked.hear(text)
    assert locked.doors["lock.front"] == "locked"


async def test_a_guest_does_not_lock_out_the_owner(locked: House) -> None:
    for number in range(40):
        await locked.hear(ASK, user="guest", conversation=f"guest {number}")
        await locked.hear("0000", user="guest", conversation=f"guest {number}")
    await locked.hear(ASK, user="owner", conversation="owner")
    assert (await locked.hear(PIN, user="owner", conversation="owner")).calls


async def test_conversations_and_days_do_not_multiply_tries(locked: House) -> None:
    """However often one person begins anew, the right number comes too late."""
    for number in range(5):
        await locked.hear(ASK, user="guest", conversation=f"guest {number}")
        reply = await locked.hear("0000", user="guest", conversation=f"guest {number}")
    assert "Too many wrong PINs" in reply.text
    await locked.hear(ASK, user="guest", conversation="another")
    assert not (await locked.hear(PIN, user="guest", conversation="another")).calls
    assert locked.doors["lock.front"] == "locked"


async def test_nobody_in_particular_is_one(locked: House) -> None:
    """Whoever is not known by name shares their tries with all of those."""
    for number in range(5):
        await locked.hear(ASK, conversation=f"voice {number}")
        await locked.hear("0000", conversation=f"voice {number}")
    await locked.hear(ASK, conversation="voice 9")
    assert not (await locked.hear(PIN, conversation="voice 9")).calls


async def test_who_may_not_do_it_locks_out_nobody(make_guarded: MakeGuarded) -> None:
    """Wrong PINs of somebody who is not allowed to unlock are neither compared nor counted."""
    house = await make_guarded(pin=PIN, rules=[{"origins": ["voice"], "deny": ["domain:lock"]}])
    replies = []
    for pin in (PIN, OTHER, *["0000"] * 30):
        await house.hear(ASK)
        replies.append(await house.hear(pin, origin=Origin.VOICE))
    assert len({(reply.text, reply.verdict) for reply in replies}) == 1
    assert "not allowed" in replies[0].text
    assert house.doors["lock.front"] == "locked"
    await house.hear(ASK)
    assert (await house.hear(PIN)).calls


async def test_a_pin_that_comes_too_late_is_kept_nowhere(make_guarded: MakeGuarded) -> None:
    """Neither in what is kept nor in what others see."""
    # As long as no figure of a clock is.
    pin, spoken = "47110815", "four seven one one zero eight fifteen"
    house = await make_guarded(pin=pin)
    await house.hear(ASK)
    await house.hear("never mind")
    for text in (pin, "4711 0815", spoken, f"it is {pin}", f"{ASK} {pin}", f"{ASK}, {pin}"):
        await house.hear(text)
    everything = await house.kept() + repr(house.events)
    for trace in (pin, "4711 0815", spoken):
        assert trace not in everything


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (PIN, False),
        (f"it is {PIN}", False),
        (f"open sesame {PIN}", False),
        (f"please let me in with {PIN}", False),
        (f"take {PIN} for the thing we spoke of", False),
        (f"let us say {PIN} now", False),
        (f"my lucky sequence {PIN} to the world", False),
        (f"I said {PIN} on Monday", False),
        ("make the ceiling light cosy at 2700 kelvin", True),
        ("who won in 1974?", True),
    ],
)
async def test_a_model_does_not_learn_it(
    text: str, kept: bool, make_house: MakeHouse, server: ScriptedServer
) -> None:
    """A number that may be a PIN is hidden from it; one that cannot be is not."""
    house = make_house(safety={"pin": PIN})
    server.say("Hm?")
    await house.say(text)
    sent = "".join(str(request.json["messages"][-1]) for request in server.requests)
    figures = next(digit for digit in (PIN, "2700", "1974") if digit in text)
    assert (figures in sent) is kept
