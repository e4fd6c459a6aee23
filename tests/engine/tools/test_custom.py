"""Tools that a person defines: in the small house, and against a server on this machine."""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from http.server import ThreadingHTTPServer
from typing import Any

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.events import Event
from home_agent.engine.tools.custom import (
    CustomTools,
    build_custom_tools,
    read_custom_tools,
)
from home_agent.engine.tools.entity_finder import EntityFinder
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.engine.understand import Understander
from home_agent.simulated import SimulatedHome

from .conftest import EVERY_TOOL, Hands, MakeHands
from .echo_server import EchoHandler, fetch

KEY = "sk-very/secret"


@pytest.fixture
def address() -> Iterator[str]:
    """Where a server answers."""
    with ThreadingHTTPServer(("127.0.0.1", 0), EchoHandler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def with_tool(hands: Hands, handler: Mapping[str, Any], **properties: Any) -> Hands:
    """Hands with a tool named `own`."""
    written = {
        "name": "own",
        "description": "One of our own.",
        "parameters": {"type": "object", "properties": properties},
        "handler": handler,
    }
    custom = CustomTools(tools=read_custom_tools([written]), fetch=fetch)
    tools = build_custom_tools(custom, EntityFinder(Understander().words_of))
    return replace(hands, box=Toolbox(tools, EVERY_TOOL))


TEXT = {"type": "string"}
LIGHT = {
    "type": "service",
    "service": "light.turn_on",
    "target": {"entity_id": "{{ lamp }}"},
    "data": {"brightness_pct": "{{ level | default(10) + 10 }}"},
}


class TestService:
    """A service of the home."""

    @pytest.mark.parametrize("place", ["target", "data"])
    async def test_it_is_called(self, hands: Hands, place: str) -> None:
        """Wherever the entity stands, with figures that stay figures."""
        data = {"brightness_pct": "{{ level }}"}
        handler = {"type": "service", "service": "light.turn_on", "data": data}
        handler[place] = {**(data if place == "data" else {}), "entity_id": "{{ lamp }}"}
        own = with_tool(hands, handler, lamp=TEXT, level={"type": "integer"})
        result = await own.use("own", lamp="light.ceiling", level=40)
        assert result.success, result.error
        assert result.executed
        state = hands.context.home.snapshot().states["light.ceiling"]
        assert state.value == "on"
        assert state.attributes["brightness"] == 102

    async def test_an_expression_is_a_figure(self, hands: Hands) -> None:
        """Also one that is calculated, and one that is left out."""
        own = with_tool(hands, LIGHT, lamp=TEXT, level={"type": "integer"})
        assert (await own.use("own", lamp="light.ceiling")).success
        state = hands.context.home.snapshot().states["light.ceiling"]
        assert state.attributes["brightness"] == 51

    async def test_by_area(self, hands: Hands) -> None:
        """A room is as good as its lights."""
        target = {"area_id": "kitchen"}
        own = with_tool(hands, {"type": "service", "service": "light.turn_on", "target": target})
        assert (await own.use("own")).success
        states = hands.context.home.snapshot().states
        assert states["light.ceiling"].value == states["light.counter"].value == "on"

    @pytest.mark.parametrize(
        ("service", "entity_id", "told"),
        [
            ("switch.turn_off", "switch.rack", "There is no 'switch.rack' in this home."),
            ("lock.unlock", "lock.front_door", ""),
            ("light.turn_on", "light.none_such", "There is no 'light.none_such'"),
        ],
    )
    async def test_the_gate_decides(
        self, hands: Hands, service: str, entity_id: str, told: str
    ) -> None:
        """What is not exposed does not exist, and a lock is asked about first."""
        before = hands.context.home.snapshot().states.get(entity_id)
        handler = {"type": "service", "service": service, "target": {"entity_id": "{{ what }}"}}
        result = await with_tool(hands, handler, what=TEXT).use("own", what=entity_id)
        assert not result.success
        assert told in str(result.error)
        assert hands.context.home.snapshot().states.get(entity_id) == before

    async def test_an_argument_that_is_missing(self, hands: Hands) -> None:
        """The model is told which."""
        own = with_tool(hands, LIGHT, lamp=TEXT, level={"type": "integer"})
        assert "is undefined" in await own.error("own", level=3)

    async def test_no_entity_is_smuggled_in(self, hands: Hands) -> None:
        """Neither a target in the data nor one that a template makes of it."""
        handler = {**LIGHT, "data": {"device_id": "{{ lamp }}"}}
        error = await with_tool(hands, handler, lamp=TEXT).error("own", lamp="light.ceiling")
        assert "leave device_id out" in error


class TestRest:
    """An address."""

    async def test_it_is_asked(self, hands: Hands, address: str) -> None:
        """With everything filled in, and encoded where it must be."""
        handler = {
            "type": "rest",
            "url": f"{address}/of/{{{{ city }}}}?a=1",
            "headers": {"Authorization": f"Bearer {KEY}"},
            "query_params": {"q": "{{ city }}"},
        }
        result = await with_tool(hands, handler, city=TEXT).use("own", city="Bad/Ems?&#ö ")
        assert result.success, result.error
        assert not result.elsewhere
        assert result.result["path"].startswith("/of/Bad%2FEms%3F%26%23%C3%B6%20?a=1&q=Bad%2F")
        assert result.result["query"] == {"a": "1", "q": "Bad/Ems?&#ö "}

    async def test_no_key_is_shown(
        self, make_hands: MakeHands, house: SimulatedHome, address: str
    ) -> None:
        """Not to the model, though the server says it again; not in events nor anywhere else."""
        events: list[Event] = []
        hands = await make_hands(house, events=events)
        handler = {"type": "rest", "url": address, "headers": {"Authorization": f"Bearer {KEY}"}}
        own = with_tool(hands, handler)
        result = await own.use("own")
        assert result.result["key"] == "•••"
        assert events
        written = {"name": "own", "description": "One.", "handler": handler}
        shown = (own.heard, events, read_custom_tools([written]), own.box.specs())
        assert KEY not in repr(shown)

    @pytest.mark.parametrize(
        ("body", "sent", "kind"),
        [
            (
                {"n": "{{ count }}", "t": "n {{ count }}"},
                '{"n": 3, "t": "n 3"}',
                "application/json",
            ),
            ('{"n": {{ count }}}', '{"n": 3}', "application/json"),
            ("{{ count }} things", "3 things", "text/plain; charset=utf-8"),
        ],
    )
    async def test_a_body(
        self, hands: Hands, address: str, body: Any, sent: str, kind: str
    ) -> None:
        """A table is JSON; a text is what it is."""
        handler = {"type": "rest", "url": address, "method": "post", "body": body}
        result = await with_tool(hands, handler, count={"type": "integer"}).use("own", count=3)
        assert result.elsewhere
        assert (result.result["body"], result.result["kind"]) == (sent, kind)
        assert result.result["method"] == "POST"

    @pytest.mark.parametrize(
        ("path", "said"),
        [("/text", "Sunny, 21 degrees"), ("/there", "Sunny, 21 degrees"), ("/deep", "[[[[[")],
    )
    async def test_what_comes_back(self, hands: Hands, address: str, path: str, said: str) -> None:
        """Text where it is no JSON that anybody can read; from where the same server has it."""
        result = await with_tool(hands, {"type": "rest", "url": address + path}).use("own")
        assert result.success
        assert result.result.startswith(said)

    @pytest.mark.parametrize(
        ("url", "told"),
        [
            ("{}/broken", "own: the server answered with error 503: {"),
            ("{}/away", "own: the server wants another server to be asked, which is not done."),
            ("{}/round", "own: the server leads from one address to the next."),
            ("{}/big", "own: the server sent more than 1000000 bytes, too many."),
            ("http://127.0.0.1:1/", "own: the server cannot be reached."),
            (
                "{}/a/{{{{ where }}}}/b",
                "own cannot be filled in: the address would be another one.",
            ),
        ],
    )
    async def test_what_goes_wrong(self, hands: Hands, address: str, url: str, told: str) -> None:
        """It is told, and nothing is raised."""
        own = with_tool(hands, {"type": "rest", "url": url.format(address)}, where=TEXT)
        assert (await own.error("own", where="..")).startswith(told)

    async def test_a_header_stays_one(self, hands: Hands, address: str) -> None:
        """No argument makes another of it."""
        handler = {"type": "rest", "url": address, "headers": {"X-City": "{{ city }}"}}
        error = await with_tool(hands, handler, city=TEXT).error("own", city="Rome\r\nX-Key: 1")
        assert "a header may only have plain letters in it" in error

    async def test_nobody_to_ask_with(self) -> None:
        """Where no connections are opened, there is no such tool."""
        handler = {"type": "rest", "url": "https://weather.example"}
        tools = read_custom_tools([{"name": "own", "description": "One.", "handler": handler}])
        assert (
            build_custom_tools(CustomTools(tools=tools), EntityFinder(Understander().words_of))
            == ()
        )


REST = {"type": "rest", "url": "https://weather.example/v1"}
GOOD = {"name": "own", "description": "One of our own.", "handler": REST}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"name": "check weather"}, "name: must be a name such as check_weather."),
        ({"name": "ha_control"}, "name: ha_control is a tool of Home Agent."),
        ({"name": "query_external_llm"}, "name: query_external_llm is a tool of Home Agent."),
        ({"description": " "}, "description: must tell"),
        ({"colour": "red"}, "colour: there is no such setting."),
        ({"parameters": {"type": "string"}}, "parameters: must be a JSON schema with type: object"),
        (
            {"parameters": {"type": "object", "properties": {"a": 1}}},
            "parameters.properties.a: must",
        ),
        (
            {"parameters": {"type": "object", "properties": {"a": {"type": "text"}}}},
            "parameters.properties.a.type: must be one of array",
        ),
        (
            {"parameters": {"type": "object", "properties": {}, "required": ["a"]}},
            "parameters.required: a is not among the properties.",
        ),
        (
            {"parameters": {"type": "object", "properties": {"a": {"description": "x"}}}},
            "parameters.properties.a.type: is missing.",
        ),
        (
            {"parameters": {"type": "object", "properties": {"a": {"type": "array"}}}},
            "parameters.properties.a.items: must say what the list has in it.",
        ),
        ({"parameters": {"type": "object", "$ref": "#"}}, "parameters.$ref: is not known here."),
        ({"handler": "curl"}, "handler.type: must be one of composite, "),
        ({"handler": {"type": "shell"}}, "handler.type: must be one of composite, "),
        ({"sentences": ["what's the weather"]}, "sentences: must be a table of languages"),
        ({"sentences": {"en": [1]}}, "sentences.en: must be a list of sentences."),
        ({"handler": {"type": "rest"}}, "handler.url: must begin with http:// or https://"),
        ({"handler": {**REST, "url": "ftp://host/"}}, "handler.url: must begin"),
        ({"handler": {**REST, "url": "https://{{ host }}/"}}, "handler.url: must begin"),
        ({"handler": {**REST, "url": "{{ url }}"}}, "handler.url: must begin"),
        ({"handler": {**REST, "url": "https://a:b@host/"}}, "handler.url: must begin"),
        ({"handler": {**REST, "method": "TRACE"}}, "handler.method: must be one of GET"),
        ({"handler": {**REST, "timeout": 0}}, "handler.timeout: must be from 1 to 120 seconds."),
        ({"handler": {**REST, "headers": {"a b": "c"}}}, "handler.headers: 'a b' is no name."),
        ({"handler": {**REST, "body": 3}}, "handler.body: must be a text, or a table"),
        ({"handler": {**REST, "verify": False}}, "handler.verify: there is no such setting."),
        (
            {"handler": {**REST, "headers": {"Authorization": "Bearer {{ key }}"}}},
            "handler.headers.Authorization: there is no parameter key. A key is written with !sec",
        ),
        ({"handler": {**REST, "query_params": {"q": "{{ a"}}}, "handler.query_params.q: line 1:"),
        (
            {"handler": {**LIGHT, "service": "turn_on", "target": {"area_id": "a"}, "data": {}}},
            "handler.service: must be a service such as light.turn_on.",
        ),
        (
            {"handler": {"type": "service", "service": "light.turn_on"}},
            "handler.target: must say in entity_id or area_id",
        ),
        (
            {"handler": {**LIGHT, "target": {"room_id": "x"}, "data": {"entity_id": "light.a"}}},
            "handler.target.room_id: must be one of entity_id, area_id,",
        ),
    ],
)
def test_what_is_wrong_is_told(changed: dict[str, Any], told: str) -> None:
    """One line for each wrong field, and with which tool."""
    with pytest.raises(SettingsError) as raised:
        read_custom_tools([{**GOOD, "name": "good"}, {**GOOD, **changed}])
    [problem] = raised.value.problems
    assert problem.startswith(f"tool 2, {told}")


def test_all_of_it_is_told_at_once() -> None:
    """Also of several tools, and a name that is there twice."""
    with pytest.raises(SettingsError) as raised:
        read_custom_tools([GOOD, GOOD, {"name": 1}])
    assert [problem.partition(":")[0] for problem in raised.value.problems] == [
        "tool 2, name",
        "tool 3, name",
        "tool 3, description",
        "tool 3, handler.type",
    ]


SPEC = {
    "spec": {"name": "own", "description": "One.", "parameters": GOOD.get("parameters")},
    "function": REST,
}


def test_extended_openai_conversation_writes_it_otherwise() -> None:
    """Its `spec` and `function` are the same tool."""
    ours = {"name": "own", "description": "One.", "handler": REST}
    assert read_custom_tools([SPEC]) == read_custom_tools([ours])


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"spec": None}, "spec: must be a table"),
        ({"spec": {"name": "own own", "description": "One."}}, "spec.name: must be a name"),
        ({"function": {"type": "bash"}}, "function.type: must be one of"),
        ({"function": {"type": "rest", "url": "x"}}, "function.url: must begin"),
        ({"name": "own"}, "name: there is no such setting."),
    ],
)
def test_its_mistakes_are_told_by_its_own_keys(changed: dict[str, Any], told: str) -> None:
    """So that whoever wrote it finds them."""
    with pytest.raises(SettingsError) as raised:
        read_custom_tools([{**SPEC, **changed}])
    assert raised.value.problems[0].startswith(f"tool 1, {told}")
