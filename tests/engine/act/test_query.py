"""Looking and reading: nothing is called that changes anything, and the gate holds here too."""

import pytest

from home_agent.engine.act import StepExecutor
from home_agent.engine.authority import Authority
from home_agent.engine.events import CallSent, Event, ignore
from home_agent.engine.home import ServiceCall
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.plan import Bound, Plan, QueryStep, ReadStep, Wording
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

WORDING = Wording(intent="HassGetState")
HOUSE = {
    "entities": [
        {"name": "Groceries", "id": "todo.groceries", "items": ["Oat milk", "Berries"]},
        {"name": "Secrets", "id": "todo.secrets", "items": ["Diamonds"], "exposed": False},
        {"name": "Broken", "id": "todo.broken", "items": [], "behaviour": "unavailable"},
        {"name": "Weather", "id": "weather.home", "state": "sunny"},
        {"name": "Hall", "id": "sensor.hall", "state": "19.5",
         "attributes": {"device_class": "temperature"}},
        {"name": "Bath", "id": "sensor.bath", "state": "23",
         "attributes": {"device_class": "temperature"}},
        {"name": "Attic", "id": "sensor.attic", "state": "unavailable",
         "attributes": {"device_class": "temperature"}},
        {"name": "Lamp", "id": "light.lamp", "state": "on"},
        {"name": "Spot", "id": "light.spot", "state": "off", "behaviour": "unavailable"},
    ]
}  # fmt: skip


@pytest.fixture
def step_executor() -> StepExecutor:
    return StepExecutor(SimulatedHome.from_inventory(HOUSE), store=InMemoryStore(), patience=0.3)


async def outcomes(step_executor: StepExecutor, step: QueryStep | ReadStep) -> list[Outcome]:
    [ended] = await step_executor.carry_out(Plan(steps=(step,)), Authority(), ignore)
    return list(ended)


def items(*targets: str, search: tuple[str, ...] = ()) -> ReadStep:
    call = ServiceCall(domain="todo", service="get_items", targets=targets)
    forms = tuple(frozenset({word}) for word in search)
    return ReadStep(call=call, search=forms, wording=WORDING)


async def test_reading_is_no_action(step_executor: StepExecutor) -> None:
    """What is read is told as an answer, and no call is reported."""
    events: list[Event] = []
    [ended] = await step_executor.carry_out(
        Plan(steps=(items("todo.groceries"),)), Authority(), events.append
    )
    [outcome] = ended
    assert (outcome.status, [entry.text for entry in outcome.entries]) == (
        Status.ANSWERED,
        ["Oat milk", "Berries"],
    )
    assert not any(isinstance(event, CallSent) for event in events)


async def test_entries_are_found_by_their_words(step_executor: StepExecutor) -> None:
    """Whatever else an entry says."""
    [found] = await outcomes(step_executor, items("todo.groceries", search=("milk",)))
    [missing] = await outcomes(step_executor, items("todo.groceries", search=("milk", "soy")))
    assert [entry.text for entry in found.entries] == ["Oat milk"]
    assert not missing.matched


async def test_the_gate_holds_for_reading_too(step_executor: StepExecutor) -> None:
    """What is hidden is not read, and what cannot be reached is told as such."""
    ended = await outcomes(step_executor, items("todo.secrets", "todo.broken", "todo.gone"))
    assert {outcome.entity_id: outcome.reason for outcome in ended} == {
        "todo.secrets": Reason.NOT_EXPOSED,
        "todo.broken": Reason.UNAVAILABLE,
        "todo.gone": Reason.GONE,
    }
    assert not any(item.entries for item in ended)


async def test_a_home_that_refuses_to_tell(step_executor: StepExecutor) -> None:
    """Its own words are kept."""
    call = ServiceCall(
        domain="weather", service="get_forecasts", targets=("weather.home",), data={"type": "daily"}
    )
    [outcome] = await outcomes(step_executor, ReadStep(call=call, wording=WORDING))
    assert (outcome.status, outcome.reason) == (Status.FAILED, Reason.REJECTED)
    assert outcome.detail


@pytest.mark.parametrize(
    ("step", "matched"),
    [
        ({"bound": Bound(value=20, above=True)}, {"sensor.bath"}),
        ({"bound": Bound(value=20, above=False)}, {"sensor.hall"}),
        ({"bound": Bound(value=23, above=None)}, {"sensor.bath"}),
        ({"extreme": "highest"}, {"sensor.bath"}),
        ({"extreme": "lowest"}, {"sensor.hall"}),
    ],
)
async def test_readings_are_held_against_each_other(
    step_executor: StepExecutor, step: dict[str, object], matched: set[str]
) -> None:
    """What does not say is never more or less."""
    ids = ("sensor.hall", "sensor.bath", "sensor.attic")
    query = QueryStep(entity_ids=ids, attribute="temperature", wording=WORDING, **step)  # type: ignore[arg-type]
    assert {
        outcome.entity_id for outcome in await outcomes(step_executor, query) if outcome.matched
    } == matched


async def test_what_cannot_be_reached_is_neither_on_nor_off(step_executor: StepExecutor) -> None:
    """Also where the opposite is asked for."""
    for negated in (False, True):
        query = QueryStep(
            entity_ids=("light.lamp", "light.spot"),
            wanted=frozenset({"on"}),
            negated=negated,
            wording=WORDING,
        )
        lamp, spot = await outcomes(step_executor, query)
        assert (lamp.matched, spot.matched) == (not negated, False)
