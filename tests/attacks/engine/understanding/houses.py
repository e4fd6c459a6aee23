"""The house of a family for each language, and what is done there when something is said."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import override

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.events import Event, PlanMade
from home_agent.engine.plan import QueryStep, ReadStep, RefusalStep, ReplyStep, Step
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome, SystemClock
from tests.engine.understand.speaking import house_of

ROOMS = {
    "en": "living_room",
    "de": "wohnzimmer",
    "nl": "woonkamer",
    "it": "soggiorno",
    "es": "salon",
    "fr": "sejour",
}
"""Where the speaker is: more could be meant there than from nowhere."""


_WEDNESDAY_MORNING = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)


class _WednesdayClock(SystemClock):
    """Goes on from one Wednesday morning: which of two times is the earlier depends on the hour."""

    def __init__(self) -> None:
        super().__init__(UTC)
        self._started = monotonic()

    @override
    def now(self) -> datetime:
        """The time it would be."""
        return _WEDNESDAY_MORNING + timedelta(seconds=monotonic() - self._started)


class Family:
    """People who talk to the agent of their house. Nothing is asked that only safety asks for."""

    def __init__(self, language: str, *, room: bool = False) -> None:
        """Speak a language, from the living room or from nowhere."""
        self._language = language
        self._area_id = ROOMS[language] if room else None
        clock = _WednesdayClock()
        home = (
            SimulatedHome.demo(clock=clock) if language == "en" else house_of(language, clock=clock)
        )
        settings = Settings(patience=0.05, safety=NOTHING_ASKED)
        self._agent = build_agent(home, store=InMemoryStore(), settings=settings)

    async def say(self, text: str) -> Heard:
        """Say something, and hear what comes of it."""
        steps: list[Step] = []

        def note(event: Event) -> None:
            if isinstance(event, PlanMade):
                steps.extend(event.plan.steps)

        turn = Turn(
            text=text, language=self._language, area_id=self._area_id, conversation_id="family"
        )
        return Heard(reply=await self._agent.hear(turn, note), steps=tuple(steps))


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What came of a sentence."""

    reply: Reply
    steps: tuple[Step, ...]
    """What was to be done, now or later, whether or not it was so already."""

    @property
    def acted(self) -> bool:
        """Whether anything was to be done."""
        only_told = (QueryStep, ReadStep, ReplyStep, RefusalStep)
        return any(not isinstance(step, only_told) for step in self.steps)
