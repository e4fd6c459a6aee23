"""The same dialogues in every language that we have a lexicon of, and what must come of each.

`situations.txt` numbers them and says what the last sentence comes to; a file for each language
puts them into words, in a house that is the same but for its names. Run as a program, it prints
how many of them each language has:

    python -m tests.engine.dialogues.runner [language]
"""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.home import ServiceCall, State
from home_agent.engine.language import load_language
from home_agent.engine.speak import phrase
from home_agent.engine.storage.store import MemoryStore
from home_agent.simulated import SimulatedHome

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "de", "nl", "it", "es", "fr")

AREAS = ("kitchen", "bedroom", "living", "office")
DIMS = {"supported_color_modes": ["brightness"]}
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
}
# By what a call says how much: the attribute that tells how much there was, and what one of it is.
AMOUNTS = {
    "brightness_pct": ("brightness", 2.55),
    "temperature": ("temperature", 1.0),
    "volume_level": ("volume_level", 1.0),
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


def house_of(language: str) -> SimulatedHome:
    """The house in which this language is spoken."""
    rooms, names = _names(language)
    return SimulatedHome.from_inventory(
        {
            "areas": [{"id": id_, "name": name} for id_, name in zip(AREAS, rooms, strict=True)],
            "entities": [
                {"id": id_, "name": names[at], "area": area, "state": state, "attributes": more}
                for id_, (at, area, state, more) in THINGS.items()
            ],
        }
    )


@cache
def _names(language: str) -> tuple[list[str], list[str]]:
    """What rooms and things are called in a language."""
    listed = dict(_lines(FOLDER / f"{language}.txt"))
    return listed["rooms"].split(", "), listed["things"].split(", ")


async def hold(dialogue: Dialogue) -> str:
    """What is wrong with what comes of a dialogue; nothing where it is as it must be."""
    home = house_of(dialogue.language)
    agent = build_agent(
        home,
        store=MemoryStore(durable=True),
        settings=Settings(patience=0.05, safety=NOTHING_ASKED),
    )
    replies: list[Reply] = []
    for text in dialogue.sentences:
        before = home.snapshot().states
        turn = Turn(text=text, conversation_id="1", language=dialogue.language)
        replies.append(await agent.hear(turn))
    home.close()
    if _fits(dialogue, replies, before):
        return ""
    last = replies[-1]
    calls = ", ".join(
        f"{call.full_name} {' '.join(call.targets)} {dict(call.data)}" for call in last.calls
    )
    return f"expected {dialogue.expected}, but: {last.text!r} {calls}"


def _fits(dialogue: Dialogue, replies: list[Reply], before: Mapping[str, State]) -> bool:
    reply = replies[-1]
    kind, _, more = dialogue.expected.partition(" ")
    match kind:
        case "asks":
            return reply.expects_answer and not reply.calls
        case "tells":
            told = {outcome.entity_id for outcome in reply.outcomes}
            return not reply.calls and told == {more}
        case "says":
            language = load_language(dialogue.language)
            return not reply.calls and reply.text in {phrase(language, key) for key in more.split()}
        case "again":
            return not reply.calls and reply.text == replies[-2].text
        case "undoes":
            return [call.targets for call in reply.calls] == [(more,)]
        case "corrects":
            mistaken, name, *expected = more.split()
            undone = [call.targets for call in reply.calls[:1]] == [(mistaken,)]
            return undone and _are_called(reply.calls[1:], name, expected, before)
        case _:
            return _are_called(reply.calls, kind, more.split(), before)


def _are_called(
    calls: tuple[ServiceCall, ...], name: str, expected: list[str], before: Mapping[str, State]
) -> bool:
    """Whether these are called, and set to what is expected: a figure, more or less."""
    targets = sorted(one for one in expected if "." in one)
    figures = [one for one in expected if "." not in one]
    called = sorted(target for call in calls for target in call.targets)
    if name == "volume":
        return called == targets and all(_is_volume(call, figures[0], before) for call in calls)
    if called != targets or {call.full_name for call in calls} != {name}:
        return False
    return all(_is_set(call, figure, before) for call in calls for figure in figures)


def _is_volume(call: ServiceCall, figure: str, before: Mapping[str, State]) -> bool:
    if call.full_name == "media_player.volume_set":
        return _is_set(call, figure, before)
    return call.full_name == f"media_player.volume_{'up' if figure == '+' else 'down'}"


def _is_set(call: ServiceCall, figure: str, before: Mapping[str, State]) -> bool:
    """Whether something is set to a figure, or to more or less than it was."""
    for key, (attribute, whole) in AMOUNTS.items():
        if key in call.data:
            value = float(call.data[key])
            was = float(before[call.targets[0]].attributes.get(attribute) or 0) / whole
            wanted = {"+": value > was, "-": value < was}
            return wanted[figure] if figure in wanted else value == float(figure)
    return False


def _lines(path: Path) -> list[tuple[str, str]]:
    lines = path.read_text("utf-8").splitlines()
    parted = (line.partition(":") for line in lines if line and not line.startswith("#"))
    return [(key.strip(), text.strip()) for key, _, text in parted]


async def main(languages: tuple[str, ...]) -> None:
    """Print what goes wrong, and how many dialogues of each language go well."""
    for language in languages:
        listed = dialogues(language)
        wrong = {one: told for one in listed if (told := await hold(one))}
        for dialogue, told in wrong.items():
            said = " | ".join(dialogue.sentences)
            sys.stdout.write(f"{language} {dialogue.number}: {said}\n    {told}\n")
        sys.stdout.write(f"{language}: {len(listed) - len(wrong)} of {len(listed)}\n")


if __name__ == "__main__":
    asyncio.run(main(tuple(sys.argv[1:]) or LANGUAGES))
