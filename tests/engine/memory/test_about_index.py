"""What memories are about is found by an index as it would be by looking at each."""

import random
from datetime import UTC, datetime, timedelta

from home_agent.engine.memory.about_index import DescriptionIndex
from home_agent.engine.memory.memory import Memory, MemoryType
from home_agent.engine.memory.statements import plain_words, read_statement, telling_words

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
THINGS = ("the spare key", "the keys of the shed", "my ladder", "the old ladder", "the boat")
STATED = (" is in the garage", " is in the attic", " was expensive", " belongs to the shed")


def begin(words: tuple[str, ...]) -> set[str]:
    return {word.rstrip("s")[:6] for word in words}


def is_about(memory: Memory, words: str, *, place: bool) -> bool:
    asked = begin(telling_words(words))
    if place:
        thing = begin(read_statement(memory.content).placed)
        return bool(thing and asked) and (asked <= thing or thing <= asked)
    return bool(asked) and asked <= begin(plain_words(memory.content))


def test_it_finds_what_looking_at_each_finds() -> None:
    dice = random.Random(5)
    index, known = DescriptionIndex(), dict[str, Memory]()
    for number in range(400):
        memory = Memory(
            id=f"m{dice.randrange(30)}",
            type=MemoryType.FACT,
            content=dice.choice(THINGS) + dice.choice(STATED),
            owner=dice.choice((None, "anna", "ben")),
            extracted_at=NOW + timedelta(minutes=number),
            last_accessed=NOW,
        )
        if dice.random() < 0.3:
            index.remove(memory.id)
            known.pop(memory.id, None)
        else:
            index.put(memory)
            known[memory.id] = memory
        for words in ("the key", "spare keys", "old ladder", "ladder", "shed", "the", "yacht"):
            person, place = dice.choice((None, "anna")), dice.random() < 0.5
            expected = {
                memory.id
                for memory in known.values()
                if memory.is_told_to(person) and is_about(memory, words, place=place)
            }
            found = index.find(words, person, place=place)
            assert {memory.id for memory in found} == expected
            assert list(found) == sorted(found, key=lambda memory: memory.extracted_at)
