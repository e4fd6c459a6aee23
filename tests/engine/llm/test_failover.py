"""When a model does not answer, another does, or the same one a little later."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import override

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.events import Event, ModelFailed
from home_agent.engine.llm.errors import (
    AllFailedError,
    BadRequestError,
    GarbledError,
    KeyRefusedError,
    ModelError,
    ModelMissingError,
    PromptTooLongError,
    RateLimitedError,
    ServerFailedError,
    TooSlowError,
    UnreachableError,
)
from home_agent.engine.llm.failover import Failover, RetrySettings, Timing
from home_agent.engine.llm.messages import (
    Delta,
    Finished,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCallDelta,
    Usage,
    UserMessage,
)

from .queued import QueuedProvider, Scripted, says

QUESTION = Request(messages=(UserMessage(text="Why is the sky blue?"),))
WELL: Scripted = says("well")
SECOND: Scripted = says("second")
DOWN: Scripted = [UnreachableError("Nobody is there. Start it.")]


class Time:
    """Stands still but for naps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.naps: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.now += seconds

    @property
    def timing(self) -> Timing:
        return Timing(clock=lambda: self.now, sleep=self.sleep, chance=lambda: 1.0)


@pytest.fixture
def time() -> Time:
    return Time()


class Asked:
    """Several models behind one failover, and what is heard of them."""

    def __init__(self, time: Time, *providers: QueuedProvider, **retries: float) -> None:
        self.time = time
        self.providers = providers
        self.events: list[Event] = []
        self.failover = Failover(
            providers, retries=RetrySettings.from_mapping(retries), timing=time.timing
        )

    async def deltas(self) -> list[Delta]:
        return [item async for item in self.failover.stream(QUESTION, self.events.append)]

    async def text(self) -> str:
        deltas = await self.deltas()
        return "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))

    @property
    def counts(self) -> list[int]:
        return [len(item.requests) for item in self.providers]


def provider(*scripts: Scripted, name: str = "first") -> QueuedProvider:
    return QueuedProvider(*scripts, name=name)


async def test_first_answers_and_nobody_else_is_asked(time: Time) -> None:
    asked = Asked(time, provider(WELL), provider(SECOND, name="second"))
    assert await asked.text() == "well"
    assert asked.counts == [1, 0]
    assert not asked.events


@pytest.mark.parametrize(
    "error",
    [
        UnreachableError("gone"),
        ServerFailedError("broken"),
        RateLimitedError("busy"),
        TooSlowError("slow"),
        GarbledError("noise"),
    ],
)
async def test_what_may_pass_is_tried_again(time: Time, error: ModelError) -> None:
    asked = Asked(time, provider([error], [error], WELL), provider(SECOND))
    assert await asked.text() == "well"
    assert asked.counts == [3, 0]
    assert time.naps == [0.5, 1.0]
    assert [event.error for event in asked.events if isinstance(event, ModelFailed)] == [
        str(error)
    ] * 2


@pytest.mark.parametrize(
    "error",
    [KeyRefusedError("no"), ModelMissingError("no"), BadRequestError("no"), PromptTooLongError("")],
)
async def test_what_will_not_pass_is_not_tried_again(time: Time, error: ModelError) -> None:
    asked = Asked(time, provider([error]), provider(SECOND))
    assert await asked.text() == "second"
    assert asked.counts == [1, 1]
    assert time.naps == []


async def test_pauses_grow_up_to_the_longest_and_vary(time: Time) -> None:
    asked = Asked(time, provider(DOWN), provider(SECOND), attempts=6, longest_pause=2, failures=9)
    await asked.text()
    assert time.naps == [0.5, 1.0, 2.0, 2.0, 2.0]
    half = Timing(clock=time.timing.clock, sleep=time.sleep, chance=lambda: 0.0)
    time.naps.clear()
    failover = Failover([provider(DOWN, WELL)], timing=half)
    assert [item async for item in failover.stream(QUESTION)] == WELL
    assert time.naps == [0.25]


async def test_waits_as_long_as_the_server_asks(time: Time) -> None:
    busy = [RateLimitedError("busy", retry_after=5)]
    asked = Asked(time, provider(busy, WELL), provider(SECOND))
    assert await asked.text() == "well"
    assert time.naps == [5]


async def test_does_not_wait_longer_than_a_person_would(time: Time) -> None:
    """And leaves the server alone for as long as it wants, whatever is asked meanwhile."""
    busy = [RateLimitedError("busy", retry_after=120)]
    asked = Asked(time, provider(busy, WELL), provider(SECOND))
    assert await asked.text() == "second"
    assert time.naps == []
    time.now += 119
    assert await asked.text() == "second"
    assert asked.counts == [1, 2]
    time.now += 1
    assert await asked.text() == "well"


async def test_patience_ends_repetition_but_not_the_search(time: Time) -> None:
    """Whoever took half a minute to fail is not asked again, but the next one still is."""

    class Slow(QueuedProvider):
        @override
        async def stream(self, request: Request) -> AsyncGenerator[Delta]:
            time.now += 30
            async for item in super().stream(request):
                yield item

    asked = Asked(time, Slow([TooSlowError("slow")]), provider(SECOND))
    assert await asked.text() == "second"
    assert asked.counts == [1, 1]


async def test_nobody_answers(time: Time) -> None:
    """Every reason is told, in the order in which they were asked."""
    asked = Asked(time, provider([KeyRefusedError("Bad key.")]), provider(DOWN, name="second"))
    with pytest.raises(AllFailedError, match=r"Bad key\. Nobody is there") as raised:
        await asked.text()
    assert [type(cause) for cause in raised.value.causes] == [KeyRefusedError, UnreachableError]
    assert [event.provider for event in asked.events if isinstance(event, ModelFailed)] == [
        "first",
        *["second"] * 3,
    ]


async def test_no_model_is_set(time: Time) -> None:
    with pytest.raises(AllFailedError, match="No model is set"):
        await Asked(time).text()


CALL = ToolCallDelta(index=0, id="1", name="ha_control", arguments="{")
THOUGHT = ReasoningDelta(text="Hm.")


@pytest.mark.parametrize(
    "before", [[THOUGHT], [TextDelta(text="\n ")], [THOUGHT, CALL], [CALL, CALL]]
)
async def test_what_nobody_heard_leaves_no_trace(time: Time, before: list[Delta]) -> None:
    """A broken attempt is forgotten as long as no words of it went out."""
    asked = Asked(time, provider([*before, *DOWN], [CALL, *WELL]))
    assert await asked.deltas() == [CALL, *WELL]


async def test_words_cannot_be_taken_back(time: Time) -> None:
    """Once something was said, nobody else goes on with it: the error is told."""
    asked = Asked(time, provider([THOUGHT, TextDelta(text="The sky"), *DOWN]), provider(SECOND))
    async with aclosing(asked.failover.stream(QUESTION, asked.events.append)) as deltas:
        assert [await anext(deltas) for _ in range(2)] == [THOUGHT, TextDelta(text="The sky")]
        with pytest.raises(UnreachableError):
            await anext(deltas)
    assert asked.counts == [1, 0]
    assert len(asked.events) == 1


async def test_words_come_as_they_are_said(time: Time) -> None:
    """Nothing is held back once it counts."""
    first = provider([THOUGHT, TextDelta(text="a"), CALL, TextDelta(text="b"), *DOWN])
    stream = Failover([first], timing=time.timing).stream(QUESTION)
    async with aclosing(stream) as deltas:
        assert [await anext(deltas) for _ in range(4)] == [
            THOUGHT,
            TextDelta(text="a"),
            CALL,
            TextDelta(text="b"),
        ]
    assert first.listened_to == 0


async def test_stopping_without_an_end_is_a_failure(time: Time) -> None:
    asked = Asked(time, provider([THOUGHT], WELL))
    assert await asked.text() == "well"
    assert "stopped in the middle" in str(asked.events[0])


async def test_failing_too_often_is_left_alone_and_comes_back(time: Time) -> None:
    first = provider(*[DOWN] * 6, WELL)
    asked = Asked(time, first, provider(SECOND, name="second"), failures=3, attempts=2, rest=60)
    assert await asked.text() == "second"
    assert len(first.requests) == 2
    assert await asked.text() == "second"
    assert len(first.requests) == 3, "the third failure in a row is the last"
    assert [item.resting for item in asked.failover.health()] == [True, False]
    assert await asked.text() == "second"
    assert len(first.requests) == 3

    for _ in range(3):
        time.now += 60
        assert await asked.text() == "second"
        assert await asked.text() == "second"
    assert len(first.requests) == 6, "one trial after each rest"

    time.now += 60
    assert await asked.text() == "well"
    assert await asked.text() == "well"
    health = asked.failover.health()[0]
    assert (health.resting, health.failures) == (False, 0)


async def test_one_success_in_between_counts(time: Time) -> None:
    asked = Asked(time, provider(DOWN, WELL, DOWN, WELL, DOWN, WELL), failures=2)
    assert [await asked.text() for _ in range(3)] == ["well"] * 3


@pytest.mark.parametrize("error", [KeyRefusedError("Bad key."), ModelMissingError("No model.")])
async def test_wrong_settings_are_not_tried_at_every_turn(time: Time, error: ModelError) -> None:
    asked = Asked(time, provider([error]), provider(SECOND), rest=60)
    await asked.text()
    await asked.text()
    assert asked.counts == [1, 2]
    health = asked.failover.health()[0]
    assert (health.name, health.resting, health.error) == ("first", True, str(error))
    assert (health.seconds_ago, health.back_in) == (0, 60)


async def test_question_too_long_says_nothing_of_the_provider(time: Time) -> None:
    asked = Asked(time, provider([PromptTooLongError("Too long.")], WELL), provider(SECOND))
    assert [await asked.text(), await asked.text()] == ["second", "well"]


async def test_all_are_resting(time: Time) -> None:
    """The answer is at once, and says what was wrong with each."""
    asked = Asked(time, provider([KeyRefusedError("Bad key.")]))
    for _ in range(2):
        with pytest.raises(AllFailedError, match="Bad key"):
            await asked.text()
    assert asked.counts == [1]


async def test_one_trial_at_a_time(time: Time) -> None:
    """While one question finds out how it is, others go elsewhere."""
    asked = Asked(time, provider([KeyRefusedError("no")], WELL), provider(SECOND), rest=60)
    await asked.text()
    time.now += 60
    async with aclosing(asked.failover.stream(QUESTION)) as trial:
        assert await anext(trial) == TextDelta(text="well")
        assert await asked.text() == "second"
    # Nobody listened to the end: the next one tries.
    assert await asked.text() == "well"


async def test_listening_no_longer_closes_the_connection(time: Time) -> None:
    first = provider([TextDelta(text="a"), TextDelta(text="b"), *WELL])
    async with aclosing(Failover([first]).stream(QUESTION)) as deltas:
        await anext(deltas)
        assert first.listened_to == 1
    assert first.listened_to == 0


async def test_closing_closes_all() -> None:
    class Stuck(QueuedProvider):
        @override
        async def close(self) -> None:
            raise UnreachableError("stuck")

    last = provider(WELL)
    with pytest.raises(UnreachableError):
        await Failover([Stuck(WELL), last]).close()
    assert last.closed


def test_its_name_is_theirs() -> None:
    assert Failover([provider(WELL, name="a"), provider(WELL, name="b")]).name == "a, b"


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"attempts": 0}, "attempts: must be a whole number of at least 1."),
        ({"pause": -1}, "pause: must be a number from 0 to 3600."),
        ({"rest": "long"}, "rest: must be a number from 0 to 3600."),
        ({"tries": 3}, "tries: there is no such setting."),
    ],
)
def test_wrong_settings_are_told(values: dict[str, object], problem: str) -> None:
    with pytest.raises(SettingsError) as raised:
        RetrySettings.from_mapping(values)
    assert raised.value.problems == (problem,)


def test_default_settings() -> None:
    assert RetrySettings.from_mapping({}) == RetrySettings()


async def test_usage_is_that_of_the_answer(time: Time) -> None:
    end = Finished(usage=Usage(prompt=5, completion=1), provider="b", model="m")
    asked = Asked(time, provider(DOWN), provider([TextDelta(text="hi"), end]))
    assert (await asked.deltas())[-1] == end
