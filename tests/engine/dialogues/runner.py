"""The same dialogues in every language that we have a lexicon of, and what must come of each.

`situations.txt` numbers them and says what the last sentence comes to; a file for each language
puts them into words, in a house that is the same but for its names. Run as a program, it prints
how many of them each language has:

    python -m tests.engine.dialogues.runner [language]
"""

import asyncio
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from home_agent.simulated.clock import Clock, ManualClock

from .expectations import Ended, comes_to

FOLDER = Path(__file__).parent
# A Wednesday.
MORNING = datetime(2026, 11, 18, 10, 0, tzinfo=UTC)
LANGUAGES = ("en", "de", "nl", "it", "es", "fr")

AREAS = ("kitchen", "bedroom", "living", "office", "hall")
DIMS = {"supported_color_modes": ["brightness"]}
ONLY_SWITCHES = {"supported_color_modes": ["onoff"]}
MOVES = {"device_class": "blind", "current_position": 100}
FORECAST = [
    {"in_days": day, "condition": "rainy", "temperature": 10 + day, "templow": 5}
    for day in range(8)
]
WEATHER = {"temperature": 12, "temperature_unit": "°C", "forecast": {"daily": FORECAST}}
HEATS = {"temperature": 20, "hvac_modes": ["off", "heat"], "min_temp": 7, "max_temp": 30}
# By entity: which of a language's names it has, the room, the state and the attributes.
THINGS = {
    "light.kitchen": (0, "kitchen", "off", DIMS),
    "light.bedroom": (0, "bedroom", "off", DIMS),
    "light.living": (0, "living", "off", DIMS),
    "light.left": (1, "office", "off", DIMS),
    "light.right": (2, "office", "off", DIMS),
    "fan.bedroom": (3, "bedroom", "off", {"percentage": 0}),
    "climate.living": (4, "living", "heat", HEATS),
    "media_player.kitchen": (5, "kitchen", "playing", {"volume_level": 0.4}),
    "cover.bedroom": (6, "bedroom", "open", MOVES),
    "todo.shopping": (7, None, "0", {}),
    "light.hall": (8, "hall", "on", ONLY_SWITCHES),
    "weather.home": (9, None, "partlycloudy", WEATHER),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """One situation in one language."""

    number: int
    language: str
    sentences: tuple[str, ...]
    expected: str


@cache
def expectations() -> dict[int, str]:
    """What must come of each situation, by its number."""
    return {int(number): text for number, text in _lines(FOLDER / "situations.txt")}


@cache
def dialogues(language: str) -> tuple[Dialogue, ...]:
    """What is said in a language, in the order of its file."""
    return tuple(
        Dialogue(
            number=int(number),
            language=language,
            sentences=tuple(sentence.strip() for sentence in text.split("|")),
            expected=expectations()[int(number)],
        )
        for number, text in _lines(FOLDER / f"{language}.txt")
        if number.isdigit()
    )


def house_of(language: str, clock: Clock | None = None) -> SimulatedHome:
    """The house in which this language is spoken."""
    rooms, names = _names(language)
    return SimulatedHome.from_inventory(
        {
            "areas": [{"id": id_, "name": name} for id_, name in zip(AREAS, rooms, strict=True)],
            "entities": [
                {"id": id_, "name": names[at], "area": area, "state": state, "attributes": more}
                for id_, (at, area, state, more) in THINGS.items()
            ],
        },
        clock=clock,
    )


@cache
def _names(language: str) -> tuple[list[str], list[str]]:
    """What rooms and things are called in a language."""
    listed = dict(_lines(FOLDER / f"{language}.txt"))
    return listed["rooms"].split(", "), listed["things"].split(", ")


async def hold(dialogue: Dialogue) -> str:
    """What is wrong with what comes of a dialogue; nothing where it is as it must be."""
    clock = ManualClock(MORNING)
    home = house_of(dialogue.language, clock)
    agent = build_agent(
        home,
        store=InMemoryStore(durable=True),
        settings=Settings(patience=0.05, safety=NOTHING_ASKED),
    )
    await agent.start()
    replies: list[Reply] = []
    for text in dialogue.sentences:
        before = home.snapshot().states
        turn = Turn(text=text, conversation_id="1", language=dialogue.language)
        replies.append(await agent.hear(turn))
    ended = Ended(
        language=dialogue.language,
        replies=tuple(replies),
        before=before,
        planned=agent.api.planned(),
        now=clock.now(),
    )
    await agent.close()
    home.close()
    if comes_to(ended, dialogue.expected):
        return ""
    last = replies[-1]
    calls = ", ".join(
        f"{call.full_name} {' '.join(call.targets)} {dict(call.data)}" for call in last.calls
    )
    return f"expected {dialogue.expected}, but: {last.text!r} {calls}"


def _lines(path: Path) -> list[tuple[str, str]]:
    lines = path.read_text("utf-8").splitlines()
    parted = (line.partition(":") for line in lines if line and not line.startswith("#"))
    return [(key.strip(), text.strip()) for key, _, text in parted]


async def main(languages: tuple[str, ...]) -> None:
    """Print what goes wrong, and how many dialogues of each language go well."""
    for language in languages:
        listed = dialogues(language)
        wrong = {item: told for item in listed if (told := await hold(item))}
        for dialogue, told in wrong.items():
            said = " | ".join(dialogue.sentences)
            sys.stdout.write(f"{language} {dialogue.number}: {said}\n    {told}\n")
        sys.stdout.write(f"{language}: {len(listed) - len(wrong)} of {len(listed)}\n")


if __name__ == "__main__":
    asyncio.run(main(tuple(sys.argv[1:]) or LANGUAGES))
