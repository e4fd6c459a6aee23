"""Asking before something sensitive is done: a yes, a no, a PIN, and everything else."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from home_agent.engine import Reply, Settings, Turn, Verdict, build_agent, languages
from home_agent.engine.act.audit import is_security_event, read_audit
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.confirmation import ConfirmationAnswer, Confirmations, PendingConfirmation
from home_agent.engine.events import Event, PinRefused
from home_agent.engine.language import load_language
from home_agent.engine.plan import Plan
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.understand.dialogue.consent import agrees
from home_agent.engine.understand.text.digits import read_digits
from home_agent.simulated import SimulatedHome

PIN = "47110815"
SPOKEN = "four seven one one zero eight fifteen"
NOTHING = PendingConfirmation(plan=Plan(steps=()))


@dataclass
class House:
    """The built-in house, and somebody who talks to it."""

    safety: Safety = field(default_factory=Safety)
    home: SimulatedHome = field(default_factory=SimulatedHome.demo)
    store: InMemoryStore = field(default_factory=lambda: InMemoryStore(durable=True))
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        settings = Settings(patience=0.05, safety=self.safety)
        self.agent = build_agent(self.home, store=self.store, settings=settings)

    async def hear(self, text: str, conversation: str = "one", language: str = "en") -> Reply:
        turn = Turn(text=text, conversation_id=conversation, language=language)
        return await self.agent.hear(turn, self.events.append)

    def state(self, entity_id: str) -> str:
        return self.home.snapshot().states[entity_id].value


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    yield house
    house.home.close()


@pytest.fixture
async def guarded() -> AsyncIterator[House]:
    house = House(safety=Safety.from_mapping({"pin": PIN}))
    yield house
    house.home.close()


@pytest.mark.parametrize("yes", ["yes", "Yes, please.", "sure, go ahead", "yes, unlock it"])
async def test_a_yes_does_it(house: House, yes: str) -> None:
    """And nothing before that."""
    asked = await house.hear("unlock the front door")
    assert asked.text == "Shall I unlock Front door?"
    assert asked.expects_answer
    assert asked.verdict is Verdict.REFUSED
    assert not asked.calls
    assert house.state("lock.front_door") == "locked"
    done = await house.hear(yes)
    assert done.verdict is Verdict.OK
    assert [call.full_name for call in done.calls] == ["lock.unlock"]
    assert house.state("lock.front_door") in ("unlocking", "unlocked")


@pytest.mark.parametrize(
    "answer",
    [
        "no",
        "never mind",
        "lock the back door",
        "yes, and open the garage door",
        "yes, unlock the terrace door",
        "what time is it?",
        "yesterday",
        "",
    ],
)
async def test_anything_else_does_not(house: House, answer: str) -> None:
    """And a yes after it comes too late."""
    await house.hear("unlock the front door")
    await house.hear(answer)
    await house.hear("yes")
    assert house.state("lock.front_door") == "locked"


async def test_a_yes_counts_where_it_was_asked_for(house: House) -> None:
    """Not in another conversation, and not after a restart."""
    await house.hear("unlock the front door")
    await house.hear("yes", conversation="two")
    assert house.state("lock.front_door") == "locked"
    house.restart()
    await house.hear("yes")
    assert house.state("lock.front_door") == "locked"


async def test_the_rest_of_the_sentence_is_done_at_once(house: House) -> None:
    """Only what is sensitive waits."""
    reply = await house.hear("turn on the kitchen lights and unlock the front door")
    assert reply.text == "Turned on the lights. Shall I unlock Front door?"
    assert reply.verdict is Verdict.REFUSED
    assert reply.expects_answer
    reply = await house.hear("yes")
    assert [call.targets for call in reply.calls] == [("lock.front_door",)]


async def test_it_is_asked_in_the_language_of_the_speaker(house: House) -> None:
    """And answered in it."""
    asked = await house.hear("schließ Front door auf", language="de")
    assert asked.text == "Soll ich Front door aufschließen?"
    done = await house.hear("ja, bitte", language="de")
    assert done.calls


async def test_a_pin_instead_of_a_yes(guarded: House) -> None:
    """Spoken or typed; a yes is not enough."""
    asked = await guarded.hear("unlock the front door")
    assert asked.text == "Shall I unlock Front door? Please tell me the PIN."
    assert (await guarded.hear("yes")).text == "That takes the PIN. What is it?"
    assert not (await guarded.hear("it is four seven one one zero eight one six")).calls
    assert (await guarded.hear("it's four seven one one zero eight fifteen")).calls
    assert guarded.state("lock.front_door") != "locked"


async def test_a_pin_is_found_nowhere(guarded: House) -> None:
    """Neither in what is kept nor in what others see, even where it comes unasked or too late."""
    for said in ("unlock the front door", PIN, "4711 0815", f"my pin is {PIN}", SPOKEN):
        await guarded.hear(said)
    kept = [await guarded.store.get(key) for key in await guarded.store.keys("")]
    assert kept
    shown = repr(kept) + repr(guarded.events)
    for trace in (PIN, "4711 0815", SPOKEN):
        assert trace not in shown


async def test_wrong_pins_are_limited(guarded: House) -> None:
    """In however many conversations; then even the right one is not taken."""
    for number in range(5):
        await guarded.hear("unlock the front door", conversation=str(number))
        reply = await guarded.hear("1234", conversation=str(number))
    assert reply.text == "Too many wrong PINs. Try again in 10 minutes."
    await guarded.hear("unlock the front door")
    assert not (await guarded.hear(PIN)).calls
    assert guarded.state("lock.front_door") == "locked"


async def test_wrong_pins_and_lockouts_are_in_the_audit(guarded: House) -> None:
    """And whoever listens is told; the figures are nowhere."""
    for number in range(5):
        await guarded.hear("unlock the front door", conversation=str(number))
        await guarded.hear("9876", conversation=str(number))
    refused = [event.reason for event in guarded.events if isinstance(event, PinRefused)]
    assert refused == ["wrong_pin"] * 4 + ["locked_out"]
    records = [item for item in await read_audit(guarded.store) if is_security_event(item)]
    assert [(record.service, record.status, record.reason) for record in records] == [
        ("pin", "refused", reason) for reason in refused
    ]
    kept = [await guarded.store.get(key) for key in await guarded.store.keys("")]
    assert "9876" not in repr(kept)


def test_time_passes() -> None:
    """A yes is for now, and being locked out ends."""
    now = [0.0]
    waiting, english = Confirmations(PIN, clock=lambda: now[0]), load_language("en")
    waiting.keep("one", NOTHING)
    now[0] = 59.0
    assert waiting.take("one") == NOTHING
    assert waiting.take("one") is None
    waiting.keep("one", NOTHING)
    now[0] = 120.0
    assert waiting.take("one") is None
    answers = [waiting.read("0000", english, NOTHING, Authority()) for _ in range(5)]
    assert answers == [ConfirmationAnswer.WRONG_PIN] * 4 + [ConfirmationAnswer.LOCKED_OUT]
    now[0] = 719.0
    assert waiting.read(PIN, english, NOTHING, Authority()) is ConfirmationAnswer.LOCKED_OUT
    now[0] = 721.0
    assert waiting.read(PIN, english, NOTHING, Authority()) is ConfirmationAnswer.YES


def test_only_so_much_waits() -> None:
    """Whoever opens a thousand conversations fills nobody's memory."""
    waiting = Confirmations(None)
    for number in range(1000):
        waiting.keep(str(number), NOTHING)
    assert waiting.take("0") is None
    assert waiting.take("999") is not None


async def test_a_rehearsal_does_nothing() -> None:
    """It tells what would be done."""
    house = House(safety=Safety.from_mapping({"dry_run": True, "confirm": False}))
    before = house.home.snapshot().states
    reply = await house.hear("set the worktop lights to 40 %")
    assert "light.turn_on (brightness_pct 40)" in reply.text
    assert reply.verdict is Verdict.REFUSED
    assert not reply.calls
    assert house.home.snapshot().states == before
    house.home.close()


async def test_an_automation_is_asked_too(house: House) -> None:
    """Whoever wrote it can answer in the same conversation, or trust the door."""
    turn = Turn(text="unlock the front door", conversation_id="a", origin=Origin.AUTOMATION)
    assert (await house.agent.hear(turn)).expects_answer


@pytest.mark.parametrize("code", languages())
def test_every_language_can_say_yes_and_no(code: str) -> None:
    """A door that is asked about can be opened, and stay closed, in all of them."""
    language = load_language(code)
    assert all(agrees(answer, language) is True for answer in language.yes)
    assert all(agrees(item, language) is False for item in language.no)
    assert not set(language.yes) & set(language.no)
    assert read_digits(f"PIN {PIN}!", language) == PIN


@pytest.mark.parametrize(
    ("code", "text", "figures"),
    [
        ("en", "zero zero four two", "0042"),
        ("en", "it's twelve thirty-four", "1234"),
        ("de", "vierunddreißig zwölf", "3412"),
        ("it", "uno due tre quattro", "1234"),
        ("fr", "un, deux, trois, quatre", "1234"),
        ("ar", "١٢٣٤", "1234"),
        ("en", "12-34", "1234"),
        ("en", "open sesame", ""),
    ],
)
def test_figures_as_they_are_spoken(code: str, text: str, figures: str) -> None:
    """One by one, or two at a time."""
    assert read_digits(text, load_language(code)) == figures
