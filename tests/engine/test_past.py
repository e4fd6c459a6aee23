"""How things were, by words and without a model: figures, how long, how often, and the span."""

from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from typing import override
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.errors import HistoryUnavailableError
from home_agent.engine.home import RecordedState
from home_agent.engine.speak.times import DASH
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome

ZONE = ZoneInfo("Europe/Lisbon")
HOUSE = {
    "areas": [{"name": "Cellar", "id": "cellar"}, {"name": "Study", "id": "study"}],
    "entities": [
        {
            "name": "Shelf",
            "id": "sensor.rack",
            "area": "cellar",
            "state": "12.0",
            "attributes": {"device_class": "temperature", "unit_of_measurement": "°C"},
        },
        {
            "name": "Meter",
            "id": "sensor.meter",
            "state": "100",
            "attributes": {"device_class": "energy", "unit_of_measurement": "kWh"},
        },
        {"name": "Printer", "id": "switch.printer", "area": "study", "state": "off"},
        {
            "name": "Radiator",
            "id": "climate.study",
            "area": "study",
            "state": "heat",
            "attributes": {"hvac_modes": ["heat", "off"], "current_temperature": 19},
        },
        {
            "name": "Cellar door",
            "id": "binary_sensor.door",
            "area": "cellar",
            "state": "off",
            "attributes": {"device_class": "door"},
        },
        {"name": "Cellar door lock", "id": "lock.door", "area": "cellar", "state": "locked"},
        {"name": "Attic hatch", "id": "lock.hatch", "state": "locked"},
    ],
}


@pytest.fixture
async def house() -> AsyncIterator[SimulatedHome]:
    """A house on Wednesday at 14:20, that remembers two days."""
    clock = ManualClock(datetime(2026, 3, 2, 0, 0, tzinfo=ZONE))
    home = SimulatedHome.from_inventory(HOUSE, clock=clock)

    def set_at(day: int, hour: int, **states: str) -> None:
        clock.advance((datetime(2026, 3, day, hour, tzinfo=ZONE) - clock.now()).total_seconds())
        for name, state in states.items():
            entity_id = name.replace("__", ".")
            home.behave(entity_id, "unavailable" if state == "unavailable" else None)
            if state != "unavailable":
                home.apply(entity_id, state=state)

    set_at(3, 6, sensor__rack="11.0", switch__printer="on")
    set_at(3, 9, binary_sensor__door="on", switch__printer="off", sensor__meter="103.5")
    set_at(3, 12, sensor__rack="14.0", binary_sensor__door="off")
    set_at(4, 8, binary_sensor__door="on", lock__door="unlocked")
    set_at(4, 9, binary_sensor__door="unavailable")
    set_at(4, 10, binary_sensor__door="on", sensor__meter="104.5")
    set_at(4, 11, binary_sensor__door="off", lock__door="locked")
    set_at(4, 13, binary_sensor__door="on")
    set_at(4, 14, binary_sensor__door="off")
    clock.advance(20 * 60)
    yield home
    home.close()


async def ask(home: SimulatedHome, text: str, language: str = "en") -> str:
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.3))
    reply = await agent.hear(Turn(text=text, conversation_id="one", language=language))
    assert reply.calls == ()
    return reply.text


ASKED = [
    ("how warm was it in the cellar yesterday", "Shelf was 12.8 °C on average, 11 °C to 14 °C"),
    ("how warm was it in the cellar yesterday", "(yesterday)"),
    ("how warm did it get in the cellar yesterday", "The highest of Shelf was 14 °C"),
    ("what was the lowest temperature of the shelf on Tuesday", "was 11 °C (yesterday)"),
    ("how long was the printer on yesterday", "Printer was on for 3 hours (yesterday)"),
    ("for how long was the printer on yesterday morning", "for 3 hours (yesterday at 5:00 AM"),
    ("how long was the printer on today", "Printer was never on (today)"),
    ("was the printer on yesterday", "Yes, Printer was on for 3 hours (yesterday)"),
    ("was the printer on last night", f"(yesterday at 8:00 PM {DASH} today at 6:00 AM)"),
    ("was the printer on last night", "No, Printer was never on"),
    # what could not be reached for a while did not open again
    ("how often did the cellar door open today", "was open 2 times: 8:00 AM, 1:00 PM (today)"),
    ("how many times was the cellar door opened yesterday", "was open once: 9:00 AM (yesterday)"),
    ("how often did the cellar door open", "2 times: 8:00 AM, 1:00 PM (today)"),
    ("how often was the cellar door unlocked today", "was unlocked once: 8:00 AM (today)"),
    ("when was the cellar door opened yesterday", "9:00 AM (yesterday)"),
    ("did the cellar door open in the last 2 hours", "Yes, Cellar door was open for 1 hour"),
    # the door, and not its lock
    ("when was the cellar door last opened", "was last open today at 1:00 PM. Now it is closed"),
    ("how much energy did we use yesterday", "Meter came to 3.5 kWh (yesterday)"),
    ("how much energy have we used this week", "Meter came to 4.5 kWh (Monday"),
    ("energy used in the past 24 hours", "Meter came to 1 kWh (yesterday at 2:20 PM"),
    ("how much energy did the meter use last week", "I do not know how Meter was then"),
]


@pytest.mark.parametrize(("text", "told"), ASKED)
async def test_the_past_is_told_with_its_span(house: SimulatedHome, text: str, told: str) -> None:
    """What was asked, and of what time it is."""
    assert told in await ask(house, text)


ELSEWHERE = [
    ("de", "wie warm war es gestern im Cellar", "12,8 °C, 11 °C bis 14 °C (gestern)"),
    ("de", "wie lange war der Printer gestern an", "3 Stunden lang an (gestern)"),
    ("de", "wie oft wurde die Cellar door heute geöffnet", "2-mal offen: 8:00, 13:00 (heute)"),
    ("de", "wie viel Strom haben wir gestern verbraucht", "insgesamt 3,5 kWh (gestern)"),
    ("nl", "hoe warm was het gisteren in de Cellar", "12,8 °C"),
    ("nl", "hoe lang stond de Printer gisteren aan", "3 uur aan (gisteren)"),
    ("nl", "hoe vaak ging de Cellar door vandaag open", "2 keer open"),
    ("nl", "hoeveel energie hebben we gisteren verbruikt", "3,5 kWh (gisteren)"),
    ("fr", "quelle était la température hier dans la Cellar", "12,8 °C en moyenne"),
    ("fr", "combien de temps la Printer a été allumée hier", "pendant 3 heures (hier)"),
    ("fr", "combien de fois la Cellar door a été ouverte aujourd'hui", "2 fois"),
    ("fr", "combien d'énergie avons-nous consommé hier", "3,5 kWh au total (hier)"),
    ("it", "che temperatura c'era ieri in Cellar", "in media 12,8 °C"),
    ("it", "per quanto tempo è stata accesa la Printer ieri", "per 3 ore (ieri)"),
    ("it", "quante volte è stata aperta la Cellar door oggi", "2 volte"),
    ("it", "quanta energia abbiamo consumato ieri", "in totale 3,5 kWh (ieri)"),
    ("es", "qué temperatura hizo ayer en la Cellar", "12,8 °C de media"),
    ("es", "cuánto tiempo estuvo encendida la Printer ayer", "durante 3 horas (ayer)"),
    ("es", "cuántas veces se abrió la Cellar door hoy", "2 veces"),
    ("es", "cuánta energía hemos consumido ayer", "3,5 kWh en total (ayer)"),
]


@pytest.mark.parametrize(("language", "text", "told"), ELSEWHERE)
async def test_the_past_is_told_elsewhere(
    house: SimulatedHome, language: str, text: str, told: str
) -> None:
    """The same holds in every language that has a lexicon."""
    assert told in await ask(house, text, language)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # a lock tells nothing of its door, and a thermostat keeps no temperatures
        ("how often did the attic hatch open today", "Attic hatch does not tell that"),
        ("how warm was it in the study yesterday", "Radiator does not tell that"),
        # what is asked of now, or of what is to come, is no past
        ("is the cellar door open today", "No, Cellar door is closed"),
        ("how warm is it in the cellar", "Shelf is 14 °C"),
    ],
)
async def test_what_is_no_past(house: SimulatedHome, text: str, told: str) -> None:
    """Nothing is made up of what was not kept."""
    assert told in await ask(house, text)


class _Forgetful(SimulatedHome):
    """A home that keeps nothing."""

    @override
    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        raise HistoryUnavailableError("There is no recorder.")


async def test_a_home_without_a_past_says_so() -> None:
    """Neither a no nor a zero."""
    home = _Forgetful.from_inventory(HOUSE)
    told = await ask(home, "was the printer on yesterday")
    assert told == "I do not know how Printer was then: nothing is recorded (yesterday)"
    home.close()
