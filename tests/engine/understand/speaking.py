"""What the tests of every language share: its house, what is said there, and what is asked."""

from pathlib import Path

from home_agent.engine.home import ServiceCall
from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.understand import (
    Before,
    Proposal,
    Topic,
    Understander,
    Understanding,
    Understood,
)
from home_agent.simulated import Clock, SimulatedHome

HOUSES = Path(__file__).parent / "houses"


def house_of(language: str, *, clock: Clock | None = None) -> SimulatedHome:
    """The house of a family that speaks this language; nothing in a test changes it."""
    return SimulatedHome.from_file(HOUSES / f"{language}.yaml", clock=clock)


def hear(
    language: str,
    house: SimulatedHome,
    text: str,
    room: str | None = None,
    mentioned: tuple[str, ...] = (),
) -> Understanding:
    """What a sentence means there, perhaps from a room, or after something was spoken of."""
    before = Before(topic=Topic(mentioned=mentioned))
    return Understander().understand(
        text, house.snapshot(), load_language(language), area_id=room, before=before
    )


def calls_of(understanding: Understanding) -> list[ServiceCall]:
    """What would be called, in order; the sentence must have been understood."""
    if isinstance(understanding, Proposal) and understanding.sweeps:
        # Asked about before it is done: a yes is to these.
        return [*understanding.calls]
    assert isinstance(understanding, Understood), understanding
    return [step.call for step in understanding.plan.steps if isinstance(step, CallStep)]
