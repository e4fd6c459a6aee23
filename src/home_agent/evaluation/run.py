"""Running tasks: each in a home of its own, one after another, since time is measured."""

import logging
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from home_agent.engine.act.gate.safety import NOTHING_ASKED, Safety
from home_agent.engine.agent_builder import build_agent
from home_agent.engine.errors import HomeAgentError
from home_agent.engine.events import Event, ModelsGivenUp
from home_agent.engine.settings import Settings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Reply, Tier, Turn

from ..simulated import ManualClock, SimulatedHome
from .action import ActionScore, score_action
from .expectation import find_failures, read_states
from .task import Entry, Task, UnreadableTask

_LOGGER = logging.getLogger(__name__)

# What changes in a simulated home changes at once, so that there is nothing to wait for.
_PATIENCE = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a task went."""

    task_id: str
    category: str
    sentence: str
    failures: tuple[str, ...]
    """What is wrong, one line for each thing."""

    reply: Reply | None = None
    """None when the task could not be run."""

    home: str = ""
    """The folder of the home that it was said in."""

    action: ActionScore | None = None
    """How it went, if the task names the one entity that it is about."""

    mended: tuple[str, ...] = ()
    """What is wrong with the setup of the task and was read as far as it could be."""

    @property
    def passed(self) -> bool:
        """Whether all was as it should be."""
        return not self.failures

    @property
    def tier(self) -> Tier:
        """Who answered."""
        return Tier.NONE if self.reply is None else self.reply.tier


def for_scoring(settings: Settings, *, confirm: bool = False) -> Settings:
    """The models of these settings, in a home where all else is the same for everyone.

    Understanding is measured, so that nothing waits for a yes, unless `confirm` says so.
    """
    safety = Safety() if confirm else NOTHING_ASKED
    return replace(settings, patience=_PATIENCE, safety=safety, language=Settings().language)


async def run(entries: Iterable[Entry], settings: Settings | None = None) -> AsyncIterator[Result]:
    """Run the tasks in order; trouble with one of them is its result."""
    settings = settings or for_scoring(Settings())
    for entry in entries:
        match entry:
            case Task():
                yield await _attempt(entry, settings)
            case UnreadableTask(problem=problem):
                yield _result(entry, (problem,))


async def _attempt(task: Task, settings: Settings) -> Result:
    try:
        return await _perform(task, settings)
    except HomeAgentError as error:
        return _result(task, (str(error),))
    except Exception as error:
        _LOGGER.exception("Task %s", task.task_id)
        return _result(task, (f"{type(error).__name__}: {error}",))


async def _perform(task: Task, settings: Settings) -> Result:
    inventory, language = task.house.inventory, task.house.language
    clock = None if task.now is None else ManualClock(task.now)
    with closing(SimulatedHome(inventory, clock=clock)) as home:
        known = len(home.warnings)
        for entity_id, overlay in task.setup.items():
            home.apply(entity_id, state=overlay.state, attributes=overlay.attributes)
        mended = tuple(
            f"{task.task_id}: setup: {warning.place}: {warning.problem}."
            for warning in home.warnings[known:]
        )
        agent = build_agent(home, store=InMemoryStore(), settings=settings)
        # An agent lives in its home for months: what it works out once is not the sentence's time.
        await agent.prepare(language)
        await agent.prepare_models()
        await agent.start()
        trouble: list[str] = []
        turn = Turn(
            text=task.sentence,
            language=language,
            conversation_id=task.task_id,
            area_id=task.area_id,
        )
        try:
            for sentence in task.said_before:
                await agent.hear(replace(turn, text=sentence))
            before = read_states(home.snapshot())
            reply = await agent.hear(turn, lambda event: trouble.extend(_trouble(event)))
        finally:
            await agent.close()
        layout = home.snapshot().layout
        after = read_states(home.snapshot())
    if task.expected.entity_id is not None:
        action = score_action(task.expected.entity_id, reply, layout)
        wrong = f"{action}: meant {task.expected.entity_id}"
        found = () if action is ActionScore.RIGHT else (*trouble, wrong)
        return replace(_result(task, found, reply), mended=mended, action=action)
    found = find_failures(task.expected, before, after, reply.text)
    if task.said_before and task.expected.changes and not reply.calls:
        # What was said before it may have failed, so that all is as it should be by chance.
        found = (*found, "nothing was asked of any device")
    # Where it went well without the model, nobody need know that there was none.
    return replace(_result(task, (*trouble, *found) if found else (), reply), mended=mended)


def _trouble(event: Event) -> Iterator[str]:
    if isinstance(event, ModelsGivenUp):
        yield f"the model did not answer: {event.error}"


def _result(entry: Entry, found: tuple[str, ...], reply: Reply | None = None) -> Result:
    return Result(
        task_id=entry.task_id,
        category=entry.category,
        sentence=entry.sentence,
        home=Path(entry.house.inventory.source).parent.name if isinstance(entry, Task) else "",
        failures=found,
        reply=reply,
    )
