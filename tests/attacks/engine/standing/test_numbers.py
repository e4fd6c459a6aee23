"""Numbers of any size and form, in words and in the arguments of tools: refused, never an error."""

import asyncio
import logging
import re
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.authority import Authority
from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.outcome import Status
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.settings import ORDER, ToolSettings
from home_agent.simulated import SimulatedHome

NUMBERS = (
    *("999999999999999", "99999999999", "9" * 20, "9" * 400, "-999999999999999", "1e400"),
    *("nan", "inf", "1/0", "9" * 300 + "." + "9" * 300, "9" * 300 + "/" + "9" * 300, "0.0000001"),
    *("nine hundred ninety nine thousand nine hundred ninety nine", "1,000,000,000,000,000"),
)
SENTENCES = (
    *("a timer for {} hours", "set a timer for {} weeks", "add {} hours to the timer"),
    *("turn on the chandelier in {} hours", "turn on the chandelier for {} minutes"),
    *("turn on the chandelier at {}", "turn on the chandelier at {}:{}", "every {} days lights on"),
    *("turn on the chandelier {} hours before sunset", "turn off the lights in {} weeks"),
    *("set the thermostat to {}", "set the thermostat between {} and {}", "warmer by {} degrees"),
    *("set the chandelier to {} percent", "dim the chandelier by {}", "open the blinds to {}"),
    *("set the chandelier to {} kelvin", "set the volume to {}", "skip forward {} seconds"),
    *("undo the last {} actions", "disarm the alarm code {}", "is it above {} degrees"),
    *("tell me when the temperature drops below {}", "if it is above {} turn on the fan"),
    *("tell me when the front door is open for {} hours", "what is the forecast in {} days"),
    *("what is on my calendar in {} days", "what happened {} days ago", "the {}th one", "{}"),
)
TIMERS = {
    "de": "stelle einen Timer auf {} Stunden",
    "en": "set a timer for {} hours",
    "es": "pon un temporizador de {} horas",
    "fr": "mets un minuteur de {} heures",
    "it": "imposta un timer di {} ore",
    "nl": "zet een timer voor {} uur",
}
FAR = {
    "de": "schalte den Chandelier in {} Stunden ein",
    "en": "turn on the chandelier in {} hours",
    "es": "enciende el Chandelier en {} horas",
    "fr": "allume le Chandelier dans {} heures",
    "it": "accendi il Chandelier tra {} ore",
    "nl": "doe de Chandelier over {} uur aan",
}


class Talk:
    """Somebody in the built-in house, with an agent that plans and has every tool."""

    def __init__(self) -> None:
        self.home = SimulatedHome.demo()
        settings = Settings(tools=ToolSettings(enabled=ORDER))
        self.agent = build_agent(self.home, store=InMemoryStore(durable=True), settings=settings)
        self.said = 0

    async def __call__(self, text: str, code: str = "en") -> Any:
        self.said += 1
        turn = Turn(text=text, conversation_id=f"c{self.said}", language=code)
        return await self.agent.hear(turn)

    async def use(self, tool: str, **arguments: Any) -> Any:
        call = ToolCall(id="1", name=tool, arguments=arguments)
        return await self.agent.api.use_tool(call, Authority(user_id="mallory"))


@pytest.fixture
async def talk() -> Any:
    talk = Talk()
    await talk.agent.start()
    yield talk
    await talk.agent.close()
    talk.home.close()


@pytest.mark.parametrize("sentence", SENTENCES)
async def test_no_number_in_a_sentence_raises(sentence: str, talk: Talk) -> None:
    for number in NUMBERS:
        reply = await talk(sentence.replace("{}", number))
        assert reply.text


@pytest.mark.parametrize(
    "number", ["999999999999999", "9" * 400, "8785"], ids=["many", "400 digits", "a year"]
)
@pytest.mark.parametrize(("code", "sentence"), [*TIMERS.items(), *FAR.items()])
async def test_more_than_a_year_is_refused(
    code: str, sentence: str, number: str, talk: Talk
) -> None:
    before = talk.agent.api.planned()
    reply = await talk(sentence.replace("{}", number), code)
    assert not [outcome for outcome in reply.outcomes if outcome.status is Status.SCHEDULED]
    assert talk.agent.api.planned() == before


@pytest.mark.parametrize(("code", "sentence"), TIMERS.items())
async def test_what_people_plan_is_planned(code: str, sentence: str, talk: Talk) -> None:
    reply = await talk(sentence.replace("{}", "23"), code)
    assert [outcome.status for outcome in reply.outcomes] == [Status.SCHEDULED]


HUGE = (
    *(10**400, 10**20, -(10**20), float("inf"), float("nan"), 1e300, "9" * 5000, "1e400", "nan"),
    # What a pattern would go over again and again.
    *("9" * 90_000, "1" + " " * 90_000 + "x", "1s" * 45_000 + "!"),
)
LAMP = {"entity_id": "light.chandelier", "action": "turn_on"}


@pytest.mark.parametrize(
    "sentence",
    ["what day is it in 999999999999 days", "what date is it in 20000 days", "date in 10001 days"],
)
async def test_no_day_is_told_that_is_another(sentence: str, talk: Talk) -> None:
    """What is too far away is not told as the last day that we can count to."""
    assert re.search(r"\b2\d{3}\b", (await talk(sentence)).text) is None


@pytest.mark.parametrize("huge", HUGE, ids=lambda huge: repr(huge)[:8])
async def test_no_number_in_an_argument_breaks_a_tool(
    huge: Any, talk: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    await talk.use("schedule", **LAMP, delay={"hours": huge})
    await talk.use("schedule", **LAMP, delay={"seconds": huge, "minutes": huge})
    await talk.use("schedule", **LAMP, at=str(huge))
    for name in ("brightness", "brightness_pct", "color_temp_kelvin", "color_temp", "transition"):
        await talk.use("ha_control", **LAMP, parameters={name: huge})
    await talk.use("ha_control", **LAMP, parameters={"hs_color": [huge, huge]})
    await talk.use("ha_control", **LAMP, parameters={"rgb_color": [huge, huge, huge]})
    warm = {"entity_id": "climate.thermostat", "action": "set_temperature"}
    await talk.use("ha_control", **warm, parameters={"temperature": huge})
    await talk.use("ha_query", entity_id="light.chandelier", history={"duration": f"{huge}d"})
    await talk.use("ha_query", entity_id="light.chandelier", limit=huge)
    watch = {"entity": "light.chandelier", "state": "on"}
    await talk.use("watch", **watch, **{"for": huge}, message="m")
    await talk.use("watch", entity="sensor.living_room_temperature", above=huge, pause=huge)
    await talk.use("check_for_recent_ha_events", minutes=huge, limit=huge)
    await talk.use("undo", count=huge)
    assert not [record.getMessage() for record in caplog.records if "broke" in record.getMessage()]
    assert not talk.agent.api.planned()


@pytest.mark.parametrize(
    "at", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "9999-12-31", "2126-01-01"]
)
async def test_no_moment_is_too_far(at: str, talk: Talk, caplog: pytest.LogCaptureFixture) -> None:
    assert not (await talk.use("schedule", **LAMP, at=at)).success
    assert not (await talk.use("check_for_recent_ha_events", since=at)).success or at[0] == "0"
    assert "broke" not in caplog.text


@pytest.mark.parametrize("depth", [17, 500, 100_000])
async def test_no_argument_goes_too_deep(depth: int, talk: Talk) -> None:
    nested: Any = 1
    for _ in range(min(depth, 900)):
        nested = {"a": nested}
    assert not (await talk.use("ha_control", **LAMP, parameters=nested)).success
    text = "[" * depth + "]" * depth
    assert not (await talk.use("ha_control", **LAMP, parameters=text)).success


@pytest.mark.parametrize(
    "names",
    [",".join(["lamp"] * 20_000), "lamp " * 20_000, "*" * 5_000],
    ids=["many", "long", "stars"],
)
async def test_no_list_of_names_is_too_long(names: str, talk: Talk) -> None:
    async with asyncio.timeout(30):
        await talk.use("ha_query", entity_id=names)


@pytest.mark.parametrize("huge", [10**400, float("inf"), float("nan"), -(10**400)])
@pytest.mark.parametrize("name", ["patience"])
def test_no_setting_is_too_large(name: str, huge: float) -> None:
    with pytest.raises(SettingsError):
        Settings.from_mapping({name: huge})
