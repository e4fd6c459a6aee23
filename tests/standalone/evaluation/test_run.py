"""Running tasks: the agent, in a home that is new for each of them."""

from datetime import datetime
from typing import Any

import pytest

from home_agent.engine import Agent, Reply, Turn
from home_agent.engine.turn import Tier, Verdict
from home_agent.evaluation import Result, by_category, run, tally

from .conftest import IGNORED, Folder, Score, on

LAMP: dict[str, Any] = {
    "sentences": ["turn on the lamp"],
    "expect_changes": on("light.lamp"),
    "ignore_changes": IGNORED,
}


async def test_passes(score: Score) -> None:
    (result,) = await score(LAMP)
    assert result.passed
    assert result.failures == ()
    assert result.tier is Tier.FAST
    assert result.reply is not None
    assert [call.targets for call in result.reply.calls] == [("light.lamp",)]


async def test_fails_with_the_reason(score: Score) -> None:
    (result,) = await score({**LAMP, "sentences": ["turn on the spot"]})
    assert not result.passed
    assert "light.lamp: state: expected on, is off" in result.failures
    assert "light.spot: state: expected off, is on" in result.failures


async def test_every_task_has_a_home_of_its_own(score: Score) -> None:
    """What one task changed is as before in the next."""
    off = {"sentences": ["turn on the lamp please"], "expect_changes": on("light.lamp")}
    results = await score(LAMP, {**off, "ignore_changes": IGNORED})
    assert [result.passed for result in results] == [True, True]


async def test_setup_is_laid_over_the_home(score: Score) -> None:
    (result,) = await score(
        {
            "sentences": ["turn off the pump"],
            "setup": {"switch.PUMP": {"state": "on"}},
            "expect_changes": {"switch.pump": {"state": "off"}},
        }
    )
    assert result.passed


async def test_setup_gives_attributes(score: Score) -> None:
    (result,) = await score(
        {
            "sentences": ["set the lamp to 50%"],
            "setup": {
                "light.lamp": {
                    "state": "on",
                    "attributes": {"brightness": 255, "supported_color_modes": ["brightness"]},
                }
            },
            "expect_changes": {"light.lamp": {"attributes": {"brightness": 128}}},
        }
    )
    assert result.failures == ()


@pytest.mark.parametrize(
    ("device", "lamp"), [("kitchen_speaker", "lamp"), ("hall_speaker", "spot")]
)
async def test_device_gives_the_room(score: Score, device: str, lamp: str) -> None:
    (result,) = await score(
        {
            "sentences": ["turn on the lights"],
            "context_device": device,
            "expect_changes": on(f"light.{lamp}"),
            "ignore_changes": IGNORED,
        }
    )
    assert result.failures == ()


async def test_time_of_the_task(score: Score) -> None:
    (result,) = await score(
        {
            "sentences": ["what time is it"],
            "context_now": datetime(2025, 3, 1, 18, 42),  # noqa: DTZ001 - as YAML has it
            "expect_response": ["6:42", "18:42"],
        }
    )
    assert result.failures == ()


async def test_language_of_the_home(folder: Folder, score: Score) -> None:
    folder.write(
        "house/_fixtures.yaml",
        {
            "language": "de",
            "entities": [{"id": "switch.pumpe", "name": "Pumpe", "state": "off"}],
        },
    )
    (result,) = await score(
        {"sentences": ["Schalte die Pumpe ein"], "expect_changes": on("switch.pumpe")}
    )
    assert result.failures == ()


async def test_device_that_does_nothing_does_not_hold_up(score: Score) -> None:
    (result,) = await score(
        {"sentences": ["turn on the dead lamp"], "expect_changes": on("light.dead")}
    )
    assert not result.passed
    assert result.reply is not None
    assert result.reply.latency_ms < 2000


async def test_language_is_loaded_before_the_sentence(
    score: Score, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Latency is the sentence's own, from the first one on."""
    happened: list[str] = []
    prepare, hear = Agent.prepare, Agent.hear

    async def note_prepare(self: Agent, language: str) -> None:
        happened.append(language)
        await prepare(self, language)

    async def note_hear(self: Agent, turn: Turn, *others: Any) -> Reply:
        happened.append(turn.text)
        return await hear(self, turn, *others)

    monkeypatch.setattr(Agent, "prepare", note_prepare)
    monkeypatch.setattr(Agent, "hear", note_hear)
    await score(LAMP)
    assert happened == ["en", "turn on the lamp"]


async def test_trouble_in_one_task(score: Score) -> None:
    broken = {**LAMP, "sentences": ["lamp on"], "setup": {"light.nobody": {"state": "on"}}}
    trouble, result = await score(broken, LAMP)
    assert trouble.reply is None
    assert trouble.tier is Tier.NONE
    assert "light.nobody" in trouble.failures[0]
    assert result.passed


async def test_surprise_in_one_task(score: Score, monkeypatch: pytest.MonkeyPatch) -> None:
    hear = Agent.hear

    async def stumble(self: Agent, turn: Turn, *others: Any) -> Reply:
        if "bad" in turn.text:
            raise RuntimeError("a stone")
        return await hear(self, turn, *others)

    monkeypatch.setattr(Agent, "hear", stumble)
    trouble, result = await score({**LAMP, "sentences": ["bad lamp"]}, LAMP)
    assert trouble.failures == ("RuntimeError: a stone",)
    assert result.passed


async def test_unreadable_is_a_failure(folder: Folder) -> None:
    folder.write("house/broken.yaml", "tests: [")
    (result,) = [result async for result in run(folder.read().entries)]
    assert not result.passed
    assert result.category == "broken"


def made(category: str, latency_ms: float | None, *wrong: str) -> Result:
    """A result that never was."""
    reply = None
    if latency_ms is not None:
        reply = Reply(
            text="", tier=Tier.FAST, language="en", verdict=Verdict.OK, latency_ms=latency_ms
        )
    return Result(task_id="", category=category, sentence="", failures=wrong, reply=reply)


def test_figures() -> None:
    results = [made("b", float(number)) for number in range(100, 0, -1)]
    results += [made("a", None, "broken")]
    figures = tally(results)
    assert (figures.passed, figures.total) == (100, 101)
    assert (figures.latency(0.50), figures.latency(0.95)) == (50, 95)
    assert figures.tiers == {Tier.FAST: 100, Tier.NONE: 1}
    categories = by_category(results)
    assert list(categories) == ["a", "b"]
    assert categories["a"].latency(0.5) is None
    assert categories["b"].passed == 100


async def test_what_a_setup_gets_wrong_is_mended_and_told(score: Score) -> None:
    setup = {"light.lamp": {"state": "off", "attributes": {"brightness": "very"}}}
    (result,) = await score({**LAMP, "sentences": ["turn on the lamp"], "setup": setup})
    assert result.passed
    (told,) = result.mended
    assert "setup: light.lamp: brightness must be a number, not 'very'" in told
