"""Secrets are spoken, typed, sent and told, and then looked for wherever anything is kept or shown.

One house, everything written down: the store on disk, every event with all that is in it, the log,
what the model's server was sent, and what the agent answered.
"""

import dataclasses
import logging
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.events import Event
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.storage.store import SqliteStore
from home_agent.engine.tools.custom import CustomTools, FetchResult, Request, read_custom_tools
from home_agent.simulated import SimulatedHome
from tests.attacks.engine.secrets.told_secrets import (
    CODES,
    PAIRS,
    PASSWORDS,
    SECRET_TEXTS,
    SPOKEN,
)
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

KEY = "sk-canary-key-0123456789"
HEADER = "canary-header-0123456789"
OLD_PASSWORD = "canary-old-password"
HOUSE: dict[str, Any] = {
    "areas": [{"name": "Hall", "id": "hall"}],
    "entities": [
        {
            "name": "Alarm",
            "id": "alarm_control_panel.alarm",
            "area": "hall",
            "state": "armed_away",
            "attributes": {"code_format": "number", "supported_features": 3},
        },
        {"name": "Front door", "id": "lock.front_door", "area": "hall", "state": "locked"},
        {
            "name": "Guest network",
            "id": "input_text.guest_network",
            "state": OLD_PASSWORD,
            "attributes": {"mode": "password"},
        },
        {
            "name": "Ceiling light",
            "id": "light.ceiling",
            "area": "hall",
            "state": "off",
            "attributes": {"supported_color_modes": ["onoff"], "color_mode": "onoff"},
        },
    ],
}


class Everything:
    """A house in which whatever is said, kept or sent is written down."""

    def __init__(self, server: ScriptedServer, folder: Path, **safety: Any) -> None:
        self.server = server
        self.file = folder / "store.db"
        self.home = SimulatedHome.from_inventory(HOUSE)
        self.store = SqliteStore(self.file)
        self.events: list[Event] = []
        self.said: list[Any] = []
        web = {
            "name": "look_up",
            "description": "Look something up.",
            "parameters": {"type": "object", "properties": {"q": {"type": "string"}}},
            "handler": {
                "type": "rest",
                "url": "http://localhost/find",
                "headers": {"X-Canary": HEADER},
                "query_params": {"appid": KEY, "q": "{{ q }}"},
            },
        }
        model = ModelSettings(base_url=server.url, model="m", api_key=KEY)
        self.agent = build_agent(
            self.home,
            store=self.store,
            settings=Settings(llm=(model,), patience=0.2, safety=Safety(**safety)),
            custom=CustomTools(tools=read_custom_tools([web]), fetch=self._fetch),
        )

    async def _fetch(self, request: Request, /) -> FetchResult:
        echo = f"{request.url} {dict(request.headers)}"
        return FetchResult(status=403, body=echo.encode())

    async def say(self, text: str, language: str = "en", *, is_pin: bool = False) -> None:
        turn = Turn(text=text, is_pin=is_pin, language=language, conversation_id="talk")
        self.said.append(await self.agent.hear(turn, self.events.append))

    async def close(self) -> None:
        await self.agent.close()
        self.home.close()

    def all(self, log: str) -> str:
        """Everything that is kept or shown, but not the headers that keys belong in."""
        kept = b"".join(item.read_bytes() for item in self.file.parent.iterdir())
        sent = "".join(request.body.decode() for request in self.server.requests)
        told = " ".join(_texts((self.events, self.said, self.agent.api.health())))
        return f"{kept.decode('utf-8', 'replace')} {sent} {told} {log}"


def _texts(value: Any) -> Iterator[str]:
    """Every text within a value, however deep, whatever its repr would leave out."""
    match value:
        case str():
            yield str(value)
        case Mapping():
            for key, part in value.items():
                yield from _texts((key, part))
        case list() | tuple() | set() | frozenset():
            for item in value:
                yield from _texts(item)
        case _ if dataclasses.is_dataclass(value):
            for field in dataclasses.fields(value):
                yield from _texts(getattr(value, field.name, None))


@pytest.fixture
async def everything(
    server: ScriptedServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Everything]:
    caplog.set_level(logging.DEBUG)
    server.otherwise(lambda _: Says(text="I am not sure what you mean."))
    house = Everything(server, tmp_path)
    yield house
    await house.close()


def _spelt(text: str) -> re.Pattern[str]:
    """A text, however it is spaced."""
    return re.compile(r"[\W_]*".join(map(re.escape, text.split())), re.IGNORECASE)


@pytest.mark.parametrize(("language", "sentence"), CODES)
async def test_a_code_is_found_nowhere(
    language: str, sentence: str, everything: Everything, caplog: pytest.LogCaptureFixture
) -> None:
    await everything.say(sentence, language)
    # What follows may refer to it, and shows what is kept to a model.
    await everything.say("what do you make of that, dear house?", language)
    await everything.say("why did you do that?")
    await everything.agent.close()
    found = everything.all(caplog.text)
    for spelling in ("4711", "4 7 1 1", "４７１１", SPOKEN[language], PAIRS[language], "47 11"):  # noqa: RUF001
        at = _spelt(spelling).search(found)
        assert at is None or not _stands_alone(found, at), found[at.start() - 80 : at.end() + 80]


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Whether these are figures of their own, not those of a time or of an id."""
    before, after = text[: found.start()][-1:], text[found.end() :][:1]
    return not (before.isalnum() or after.isalnum() or "." in found[0] or before in ".:-")


@pytest.mark.parametrize("secret", SECRET_TEXTS)
@pytest.mark.parametrize(("language", "sentence"), PASSWORDS)
async def test_a_password_is_found_nowhere(
    language: str,
    sentence: str,
    secret: str,
    everything: Everything,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await everything.say(sentence.format(secret), language)
    await everything.say("what do you make of that, dear house?", language)
    await everything.agent.close()
    found = everything.all(caplog.text).replace(KEY, "").replace(HEADER, "").replace("x-canary", "")
    assert "canary" not in found.casefold()


@pytest.mark.parametrize(
    "sentence",
    [
        "what is the guest network?",
        "what do you know of the guest network, dear house?",
        "which texts are there in my house and what do they say?",
        "undo that",
    ],
)
async def test_a_password_that_is_set_is_told_to_nobody(
    sentence: str, everything: Everything, caplog: pytest.LogCaptureFixture
) -> None:
    everything.server.call_tool("ha_query", {"entity_id": "input_text.*"})
    everything.server.call_tool(
        "ha_query", {"entity_id": "input_text.guest_network", "history": {"duration": "1d"}}
    )
    await everything.say("set the guest network to canary-new-password")
    await everything.say(sentence)
    await everything.agent.close()
    found = everything.all(caplog.text)
    assert OLD_PASSWORD not in found
    assert "canary-new-password" not in found


async def test_keys_are_found_nowhere(
    everything: Everything, caplog: pytest.LogCaptureFixture
) -> None:
    """The model's own, and those of a tool that a server says again."""
    everything.server.call_tool("look_up", {"q": "rain"})
    await everything.say("who invented the umbrella, do you think?")
    await everything.agent.close()
    found = everything.all(caplog.text)
    assert "look_up" in found, "the tool was used"
    assert KEY not in found
    assert HEADER not in found


@pytest.mark.parametrize("told", ["4711", "four seven one one", "it is 4711", "47 11"])
async def test_a_pin_is_found_nowhere(
    told: str, server: ScriptedServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.otherwise(lambda _: Says(text="I am not sure what you mean."))
    house = Everything(server, tmp_path, pin="4711")
    await house.say("unlock the front door")
    await house.say(told)
    await house.say("what do you make of that, dear house?")
    await house.close()
    assert house.home.snapshot().states["lock.front_door"].value == "unlocked"
    found = house.all(caplog.text)
    for spelling in ("4711", "4 7 1 1", SPOKEN["en"], "47 11"):
        at = _spelt(spelling).search(found)
        assert at is None or not _stands_alone(found, at)


GIVEN = [
    *("swordfish", "correct horse battery", "Tr0ub4dor&3", "yes swordfish", "swordfish?"),
    *("turn on the ceiling light for the swordfish", "remember that swordfish is in the sea"),
    *("swordfish 4711", "what is swordfish?", "no, swordfish", "4711 swordfish " * 20),
]


@pytest.mark.parametrize("asked", ["for a pin", "for a yes", "for nothing"])
@pytest.mark.parametrize("given", GIVEN)
async def test_what_is_given_as_a_pin_is_found_nowhere(
    given: str,
    asked: str,
    server: ScriptedServer,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Whatever it looks like: a password of words, a command, a question."""
    caplog.set_level(logging.DEBUG)
    server.otherwise(lambda _: Says(text="I am not sure what you mean."))
    house = Everything(server, tmp_path, pin="2468" if asked == "for a pin" else None)
    if asked != "for nothing":
        await house.say("unlock the front door")
    await house.say(given, is_pin=True)
    await house.say("why?")
    await house.say("what do you make of that, dear house?")
    await house.close()
    states = house.home.snapshot().states
    assert (states["lock.front_door"].value, states["light.ceiling"].value) == ("locked", "off")
    found = house.all(caplog.text).casefold()
    for word in ("swordfish", "battery", "tr0ub4dor", "ceiling light for"):
        assert word not in found
    assert not any(_stands_alone(found, at) for at in _spelt("4711").finditer(found))


async def test_words_given_as_a_pin_are_counted(server: ScriptedServer, tmp_path: Path) -> None:
    house = Everything(server, tmp_path, pin="2468")
    await house.say("unlock the front door")
    for _ in range(5):
        await house.say("swordfish", is_pin=True)
    await house.say("unlock the front door")
    await house.say("2468", is_pin=True)
    await house.close()
    assert house.home.snapshot().states["lock.front_door"].value == "locked"


async def test_a_pin_that_is_given_as_one_still_opens(
    server: ScriptedServer, tmp_path: Path
) -> None:
    house = Everything(server, tmp_path, pin="2468")
    await house.say("unlock the front door")
    await house.say("swordfish", is_pin=True)
    await house.say("2468", is_pin=True)
    await house.close()
    assert house.home.snapshot().states["lock.front_door"].value == "unlocked"


@pytest.mark.parametrize("code", ["4711", "815"])
async def test_a_code_that_a_device_says_again_is_not_passed_on(
    code: str, server: ScriptedServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.otherwise(lambda _: Says(text="I am not sure what you mean."))
    house = Everything(server, tmp_path, confirm=frozenset())
    house.home.behave("alarm_control_panel.alarm", {"refuses": f"Code {code} is wrong"})
    await house.say(f"disarm the alarm with code {code}")
    assert "is wrong" in house.said[0].text
    await house.close()
    at = _spelt(code).search(found := house.all(caplog.text))
    assert at is None or not _stands_alone(found, at)


@pytest.mark.parametrize("answer", ["the one in the shed", "the second one", "both"])
async def test_a_code_waits_for_an_answer_and_is_not_written_down(
    answer: str, server: ScriptedServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is in mind while we ask which alarm is meant, and used then."""
    caplog.set_level(logging.DEBUG)
    house = Everything(server, tmp_path, confirm=frozenset())
    shed = {"name": "Alarm", "id": "alarm_control_panel.shed", "area": "shed"}
    house.home.close()
    used: list[Any] = []
    areas = [*HOUSE["areas"], {"name": "Shed", "id": "shed"}]
    alarm = HOUSE["entities"][0]
    house.home = SimulatedHome.from_inventory(
        {"areas": areas, "entities": [alarm, {**alarm, **shed}]}
    )
    house.agent = build_agent(
        house.home,
        store=house.store,
        settings=Settings(patience=0.2, safety=Safety(confirm=frozenset())),
    )
    asked = house.home.call

    async def call(wanted: Any) -> Any:
        used.append(wanted.data.get("code"))
        return await asked(wanted)

    house.home.call = call  # type: ignore[method-assign, assignment]  # to see what a home is told
    await house.say("disarm the alarm with code 4711")
    assert house.said[0].expects_answer
    await house.say(answer)
    await house.close()
    assert used == ["4711"]
    at = _spelt("4711").search(found := house.all(caplog.text))
    assert at is None or not _stands_alone(found, at)
