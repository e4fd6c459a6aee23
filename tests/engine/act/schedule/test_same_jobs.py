"""The same plan, asked for twice: kept once, unless once more is further on."""

import pytest

from .conftest import House


@pytest.mark.parametrize(
    "sentence",
    [
        "every weekday at 7 turn on the towel rail",
        "tomorrow at 6 set the chandelier to 40 percent",
        "tomorrow at 6 turn on the towel rail for an hour",
        "when the bedroom window opens, turn off the towel rail",
    ],
)
async def test_the_same_plan_is_kept_once(house: House, sentence: str) -> None:
    """Who says it twice gets the same answer, and one plan."""
    first = await house.say(sentence)
    assert (await house.say(sentence)).text == first.text
    assert len(await house.jobs()) == 1


@pytest.mark.parametrize(
    "sentences",
    [
        ["tomorrow at 6 turn on the towel rail", "tomorrow at 7 turn on the towel rail"],
        ["tomorrow at 6 turn on the towel rail", "tomorrow at 6 turn off the towel rail"],
        ["every day at 6 turn on the towel rail", "tomorrow at 6 turn on the towel rail"],
        # Once more is further on.
        ["tomorrow at 6 turn the kitchen radio up"] * 2,
        ["tomorrow at 6 toggle the towel rail"] * 2,
    ],
)
async def test_another_plan_is_kept_beside_it(house: House, sentences: list[str]) -> None:
    """Another moment or another deed, or one that does more the second time."""
    for sentence in sentences:
        await house.say(sentence)
    assert len(await house.jobs()) == len(sentences)
