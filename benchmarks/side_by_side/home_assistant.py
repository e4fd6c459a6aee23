"""The row of Home Assistant's own agent, in a real core of the newest version we support.

Home Assistant gets the floors, areas, names, exposure and states of each home, its agent hears the
sentences and calls services by itself. The services are carried out by the simulated home, so that
states are compared by the same rules as ours, and every change is told to Home Assistant.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from homeassistant.components import conversation
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.components.todo.const import DATA_COMPONENT
from homeassistant.core import Context, HomeAssistant
from homeassistant.core import ServiceCall as HassCall
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import floor_registry as fr
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_test_home_assistant

from home_agent.engine.home import Layout, ServiceCall
from home_agent.evaluation.expectation import find_failures, read_states
from home_agent.evaluation.task import Task
from home_agent.simulated import ManualClock, SimulatedHome
from side_by_side.row import Row, homes, idle_sentences, memory, tasks

DOMAINS = (
    *("button", "calendar", "camera", "climate", "cover", "event", "fan", "humidifier"),
    *("input_boolean", "input_button", "input_number", "input_select", "lawn_mower", "light"),
    *("lock", "media_player", "number", "scene", "script", "select", "sensor", "siren", "switch"),
    *("todo", "vacuum", "valve", "water_heater", "weather", "alarm_control_panel", "automation"),
    *("binary_sensor", "person", "timer"),
)


class House:
    """One home in Home Assistant, with the simulated home behind its services."""

    def __init__(self, hass: HomeAssistant, layout: Layout) -> None:
        """Write down what seldom changes."""
        self._hass = hass
        self._devices: dict[str, str] = {}
        self._simulated: SimulatedHome | None = None
        self._items: dict[str, list[SimpleNamespace]] = {}
        self._stand_in_for_lists()
        self._register_places(layout)
        self._register_entities(layout)
        for domain, services in hass.services.async_services().items():
            if domain in DOMAINS:
                for service in services:
                    hass.services.async_register(domain, service, self._call)

    def _register_places(self, layout: Layout) -> None:
        hass = self._hass
        entry = MockConfigEntry(domain="sight")
        entry.add_to_hass(hass)
        floors = {
            floor.floor_id: fr.async_get(hass)
            .async_create(floor.name, aliases={*floor.aliases}, level=floor.level)
            .floor_id
            for floor in layout.floors.values()
        }
        self._areas = {
            area.area_id: ar.async_get(hass)
            .async_create(
                area.name, aliases={*area.aliases}, floor_id=floors.get(area.floor_id or "")
            )
            .id
            for area in layout.areas.values()
        }
        for area_id, known in self._areas.items():
            device = dr.async_get(hass).async_get_or_create(
                config_entry_id=entry.entry_id, identifiers={("sight", area_id)}
            )
            dr.async_get(hass).async_update_device(device.id, area_id=known)
            self._devices[area_id] = device.id

    def _register_entities(self, layout: Layout) -> None:
        registry = er.async_get(self._hass)
        for entity in layout.entities.values():
            domain, _, object_id = entity.entity_id.partition(".")
            registry.async_get_or_create(
                domain, "sight", entity.entity_id, suggested_object_id=object_id
            )
            registry.async_update_entity(
                entity.entity_id,
                name=entity.name,
                aliases=[
                    er.COMPUTED_NAME,
                    *(name for name in entity.names if name != entity.name),
                ],
                area_id=self._areas.get(entity.area_id or ""),
                device_class=entity.device_class,
            )
            async_expose_entity(self._hass, "conversation", entity.entity_id, entity.exposed)

    def _stand_in_for_lists(self) -> None:
        """The agent asks lists themselves, not their services: let these do as they would."""

        def find(entity_id: str) -> SimpleNamespace:
            async def add(item: SimpleNamespace) -> None:
                await self._perform("todo", "add_item", entity_id, {"item": item.summary})

            async def update(item: SimpleNamespace) -> None:
                data = {"item": item.uid, "status": item.status}
                await self._perform("todo", "update_item", entity_id, data)

            async def remove(uids: list[str]) -> None:
                for uid in uids:
                    await self._perform("todo", "remove_item", entity_id, {"item": uid})

            return SimpleNamespace(
                entity_id=entity_id,
                todo_items=self._items.get(entity_id, ()),
                async_create_todo_item=add,
                async_update_todo_item=update,
                async_delete_todo_items=remove,
            )

        lists: Any = self._hass.data[DATA_COMPONENT]
        lists.get_entity = find

    @asynccontextmanager
    async def living(self, simulated: SimulatedHome) -> AsyncIterator[None]:
        """Let a simulated home stand behind the services, and show its states."""
        self._simulated = simulated
        self._show()
        await self._read_lists()
        try:
            yield
        finally:
            simulated.close()

    async def _read_lists(self) -> None:
        assert self._simulated is not None
        lists = tuple(
            entity_id
            for entity_id in self._simulated.snapshot().states
            if entity_id.startswith("todo.")
        )
        if not lists:
            return
        call = ServiceCall(domain="todo", service="get_items", targets=lists, wants_response=True)
        for entity_id, held in (await self._simulated.call(call)).items():
            self._items[entity_id] = [
                SimpleNamespace(
                    uid=item["summary"], summary=item["summary"], status=item.get("status")
                )
                for item in held["items"]
            ]

    def _show(self) -> None:
        assert self._simulated is not None
        home = self._simulated.snapshot()
        for entity_id, state in home.states.items():
            attributes = {"friendly_name": home.layout.entities[entity_id].name}
            self._hass.states.async_set(
                entity_id, str(state.value), attributes | dict(state.attributes)
            )

    async def _call(self, call: HassCall) -> None:
        data = dict(call.data)
        targets = data.pop("entity_id", ())
        await self._perform(call.domain, call.service, targets, data)

    async def _perform(self, domain: str, service: str, targets: Any, data: Any) -> None:  # noqa: ANN401 - as Home Assistant has it
        assert self._simulated is not None
        listed = (targets,) if isinstance(targets, str) else tuple(targets)
        call = ServiceCall(domain=domain, service=service, targets=listed, data=data)
        try:
            await self._simulated.call(call)
        finally:
            self._show()

    async def hear(
        self, text: str, language: str, area_id: str | None = None
    ) -> tuple[str, bool, float]:
        """What its agent says, whether it asks back, and how many milliseconds that took."""
        started = perf_counter()
        result = await conversation.async_converse(
            self._hass,
            text,
            None,
            Context(),
            language=language,
            agent_id=conversation.HOME_ASSISTANT_AGENT,
            device_id=self._devices.get(area_id or ""),
        )
        taken = (perf_counter() - started) * 1000
        speech = result.response.speech.get("plain", {}).get("speech", "")
        return speech, result.continue_conversation, taken


async def count_task(row: Row, house: House, task: Task) -> None:
    """Say a task, and compare the home before and after it."""
    clock = None if task.now is None else ManualClock(task.now)
    simulated = SimulatedHome(task.house.inventory, clock=clock)
    for entity_id, overlay in task.setup.items():
        simulated.apply(entity_id, state=overlay.state, attributes=overlay.attributes)
    async with house.living(simulated):
        before = read_states(simulated.snapshot())
        said, asks, taken = await house.hear(task.sentence, task.house.language, task.area_id)
        after = read_states(simulated.snapshot())
    passed = not find_failures(task.expected, before, after, said)
    row.tasks += 1
    row.passed += passed
    row.asked += asks and not passed
    row.taken.append(taken)


async def count_home(row: Row, folder: Path, empty: float | None) -> float:
    """All that is said in one home; what memory held before the first was heard of."""
    fixtures = folder / "_fixtures.yaml"
    simulated = SimulatedHome.from_file(fixtures)
    with tempfile.TemporaryDirectory() as config:
        async with async_test_home_assistant(config_dir=config) as hass:
            for domain in ("homeassistant", "conversation", "intent", *DOMAINS):
                assert await async_setup_component(hass, domain, {}), domain
            house = House(hass, simulated.snapshot().layout)
            before = memory() if empty is None else empty
            async with house.living(simulated):
                language = simulated.language
                # What it builds once is not the sentence's time.
                await house.hear("hello", language)
                for sentence in idle_sentences(folder):
                    states = simulated.snapshot().states
                    await house.hear(sentence, language)
                    row.idle += 1
                    row.acted += simulated.snapshot().states != states
            for task in tasks(folder):
                await count_task(row, house, task)
            row.memory = max(row.memory, memory() - before)
            await hass.async_stop(force=True)
    return before


async def main() -> None:
    """Count all of it, and print it."""
    row = Row()
    empty: float | None = None
    for folder in homes():
        empty = await count_home(row, folder, empty)
    row.print()


if __name__ == "__main__":
    asyncio.run(main())
