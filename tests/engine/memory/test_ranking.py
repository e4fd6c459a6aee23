"""What is given up first is known without looking at all memories."""

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from home_agent.engine.memory.memory import Memory, MemoryType
from home_agent.engine.memory.ranking import ValueRanking
from home_agent.engine.memory.value import value_of

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def made_up(number: int, dice: random.Random) -> Memory:
    said = NOW - timedelta(minutes=dice.randrange(1_000_000))
    return Memory(
        id=f"m{number}",
        type=dice.choice(list(MemoryType)),
        content=f"thing {number}",
        owner=dice.choice((None, None, "anna", "ben")),
        extracted_at=said,
        last_accessed=said + (NOW - said) * dice.random(),
        importance=dice.choice((0.0, 0.3, 0.5, 0.8, 1.0)),
    )


def worked_out(memories: list[Memory], most: int, spared: str) -> list[str]:
    """The same by looking at all of them."""
    left = [memory for memory in memories if memory.id != spared]
    room = most - (len(memories) - len(left))
    given_up = []
    while left and len(left) > room:
        owned = Counter(memory.owner for memory in left)
        crowd = [memory for memory in left if owned[memory.owner] == max(owned.values())]
        least = min(crowd, key=lambda memory: (value_of(memory, NOW), memory.extracted_at))
        left.remove(least)
        given_up.append(least.id)
    return given_up


def test_it_is_what_looking_at_all_of_them_gives() -> None:
    dice = random.Random(3)
    ranking, known = ValueRanking(), dict[str, Memory]()
    for number in range(300):
        memory = made_up(number, dice)
        ranking.put(memory)
        known[memory.id] = memory
        if dice.random() < 0.4:
            # Asked for, corrected, or forgotten.
            other = dice.choice(list(known.values()))
            if dice.random() < 0.5:
                known[other.id] = replace(other, last_accessed=NOW, owner=memory.owner)
                ranking.put(known[other.id])
            else:
                del known[other.id]
                ranking.remove(other.id)
        most, spared = len(known) - dice.randrange(5), dice.choice((memory.id, ""))
        given_up = ranking.least_valuable(most, NOW, spared)
        assert [item.id for item in given_up] == worked_out(list(known.values()), most, spared)
        if dice.random() < 0.3:
            for item in given_up:
                ranking.remove(item.id)
                del known[item.id]


def test_nothing_is_given_up_where_there_is_room() -> None:
    ranking = ValueRanking()
    assert ranking.least_valuable(0, NOW) == ()
    ranking.put(made_up(1, random.Random(1)))
    assert ranking.least_valuable(1, NOW) == ()
    assert ranking.least_valuable(0, NOW, "m1") == ()
