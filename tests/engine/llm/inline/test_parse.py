"""Whatever a small model writes, the person hears words, and the home gets whole calls."""

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from home_agent.engine.llm.inline.loose_json import NotJsonError, read_loosely
from home_agent.engine.llm.inline.offer import Offer
from home_agent.engine.llm.inline.parse import WordStream, parse

type Arguments = dict[str, Any]


def on(entity_id: str | list[str] = "light.ceiling", **parameters: object) -> Arguments:
    """Something is turned on."""
    kind = entity_id[0] if isinstance(entity_id, list) else entity_id
    found: Arguments = {"action": f"{kind.partition('.')[0]}.turn_on", "entity_id": entity_id}
    return found | ({"parameters": parameters} if parameters else {})


ON = '{"service": "light.turn_on", "target_device": "light.ceiling"}'

READ: list[tuple[str, str, list[Arguments]]] = [
    # nothing to do
    ("The sky is blue.", "The sky is blue.", []),
    ("", "", []),
    ("It is < 5 € and [maybe] more, `really`.", "It is < 5 € and [maybe] more, `really`.", []),
    ("Say {name} to me.", "Say {name} to me.", []),
    ("```\nRoses are red\n```", "Roses are red", []),
    # blocks
    (f"```homeassistant\n{ON}\n```", "", [on()]),
    (f"Sure!\n```homeassistant\n{ON}\n```\nDone.", "Sure!\nDone.", [on()]),
    (f"```JSON\n{ON}\n```", "", [on()]),
    (f"```\n{ON}\n```", "", [on()]),
    (f"```homeassistant\n{ON}", "", [on()]),
    (f"```homeassistant\n{ON}\nThe light is on.", "The light is on.", [on()]),
    (f"```homeassistant\n{ON}\n```\n```homeassistant\n{ON}\n```", "", [on(), on()]),
    (f"```homeassistant\n{ON}\n\n```homeassistant\n{ON}\n```", "", [on(), on()]),
    (f"```homeassistant\n{ON}\n{ON}\n```", "", [on(), on()]),
    (f"```homeassistant\n[{ON}, {ON}]\n```", "", [on(), on()]),
    # tags
    (f"<tool_call>{ON}</tool_call>", "", [on()]),
    (f"Yes.\n<tool_call>\n{ON}\n</tool_call> There.", "Yes.\nThere.", [on()]),
    (f"<tool_call>{ON}", "", [on()]),
    (f"<tool_call>{ON}<tool_call>{ON}", "", [on(), on()]),
    (f"<tool_call>\n```json\n{ON}\n```\n</tool_call>", "", [on()]),
    (f"```xml\n<tool_call>{ON}</tool_call>\n```", "", [on()]),
    (f"<functioncall>{ON}</functioncall>", "", [on()]),
    (f"<functioncall> {ON} <|endoftext|>", "", [on()]),
    (f"<function_call>{ON}</function_call>", "", [on()]),
    (f"<|tool_call|>[{ON}]<|/tool_call|>", "", [on()]),
    (f"[TOOL_CALLS] [{ON}]", "", [on()]),
    # bare
    (ON, "", [on()]),
    (f"[{ON}, {ON}]", "", [on(), on()]),
    (ON[:-1], "", [on()]),
    ('{"temperature": 21} is what I read.', "is what I read.", []),
    # how it is written
    (ON.replace('"', "'"), "", [on()]),
    ("{service: light.turn_on, target_device: light.ceiling}", "", [on()]),
    (ON.replace("}", ",}"), "", [on()]),
    (
        ('{\n  // the lamp\n  "service": "light.turn_on", # on\n'
        '  "target_device": "light.ceiling" /* here */\n}'),
        "",
        [on()],
    ),
    (
        '{"service": "light.turn_on"\n "target_device": "light.ceiling"\n "transition": None}',
        "",
        [on(transition=None)],
    ),
    (
        "{'service': 'light.turn_on', 'target_device': 'light.ceiling', 'flash': True}",
        "",
        [on(flash=True)],
    ),
    # where the call is
    ('{"name": "light.turn_on", "arguments": {"entity_id": "light.ceiling"}}', "", [on()]),
    (
        '{"name": "light.turn_on", "arguments": "{\\"target_device\\": \\"light.ceiling\\"}"}',
        "",
        [on()],
    ),
    (
        '{"function": {"name": "light.turn_on", "parameters": {"target_device": "ceiling"}}}',
        "",
        [on()],
    ),
    ('{"tool_calls": [{"type": "function", "function": ' + ON + "}]}", "", [on()]),
    (
        ('{"service": "light.turn_on", "target": {"entity_id": ["light.ceiling"]},'
        ' "data": {"brightness_pct": 50}}'),
        "",
        [on(brightness_pct=50)],
    ),
    ('{"domain": "light", "service": "turn_on", "entity_id": "light.ceiling"}', "", [on()]),
    (
        ('{"domain": "light", "service": "turn_on",'
        ' "service_data": {"entity_id": "light.ceiling", "brightness_pct": 5}}'),
        "",
        [on(brightness_pct=5)],
    ),
    (
        ('{"name": "ha_control", "arguments": {"action": "turn_on", "entity_id": "light.ceiling",'
        ' "parameters": {"brightness_pct": 5}}}'),
        "",
        [on(brightness_pct=5)],
    ),
    ('{"tool": "ha_control", "action": "turn_on", "entity_id": "light.ceiling"}', "", [on()]),
    ('{"say": "At once.", "calls": [' + ON + "]}", "At once.", [on()]),
    (ON.replace("}", ', "to_say": "On it."}'), "On it.", [on()]),
    # which service
    ('{"service": "turn_on", "target_device": "light.ceiling"}', "", [on()]),
    ('{"service": "Light.Turn_On", "target_device": "light.ceiling"}', "", [on()]),
    ('{"service": "homeassistant.turn_on", "target_device": "light.ceiling"}', "", [on()]),
    ('{"service": "light.turn_on", "target_device": "switch.plug"}', "", [on("switch.plug")]),
    (
        '{"service": "turn_on", "target_device": ["light.ceiling", "switch.plug"]}',
        "",
        [{"action": "turn_on", "entity_id": ["light.ceiling", "switch.plug"]}],
    ),
    # which device
    ('{"service": "light.turn_on", "target_device": "ceiling"}', "", [on()]),
    ('{"service": "light.turn_on", "target_device": "Ceiling light"}', "", [on()]),
    ('{"service": "light.turn_on", "target_device": "big light"}', "", [on()]),
    ('{"service": "light.turn_on", "target_device": "light.Ceiling Light"}', "", [on()]),
    ('{"service": "light.turn_on", "name": "Ceiling light"}', "", [on()]),
    (
        '{"service": "light.turn_on", "target_device": ["ceiling", "Counter light"]}',
        "",
        [on(["light.ceiling", "light.counter"])],
    ),
    (
        '{"service": "light.turn_on", "target_device": "light.ceiling, light.counter"}',
        "",
        [on(["light.ceiling", "light.counter"])],
    ),
    ('{"service": "light.turn_on", "target_device": "light.*"}', "", [on("light.*")]),
    # what it is set to
    (ON.replace("}", ', "brightness": "50%"}'), "", [on(brightness_pct=50.0)]),
    (ON.replace("}", ', "rgb_color": "(255, 0, 0)"}'), "", [on(rgb_color=[255, 0, 0])]),
    (ON.replace("}", ', "rgb_color": (255, 0, 0)}'), "", [on(rgb_color=[255, 0, 0])]),
    (
        '{"service": "volume_set", "target_device": "radio", "volume_level": "40%"}',
        "",
        [
            {
                "action": "media_player.volume_set",
                "entity_id": "media_player.radio",
                "parameters": {"volume_level": 0.4},
            }
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words", "calls"), READ)
def test_answers_are_read(text: str, words: str, calls: list[Arguments], offer: Offer) -> None:
    parsed = parse(text, offer)
    assert parsed.problems == ()
    assert parsed.words == words
    assert [call.arguments for call in parsed.calls] == calls
    assert {call.name for call in parsed.calls} <= {"ha_control"}


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ('{"tool": "get_time", "arguments": {"zone": "UTC"}}', "get_time", {"zone": "UTC"}),
        ('{"name": "get_time", "parameters": {}}', "get_time", {}),
        ('<tool_call>{"name": "get_time"}</tool_call>', "get_time", {}),
        ('{"tool": "get_time", "zone": "UTC"}', "get_time", {"zone": "UTC"}),
        (
            '{"tool": "schedule", "what": "tea", "data": {"a": 1}}',
            "schedule",
            {"what": "tea", "data": {"a": 1}},
        ),
    ],
)
def test_other_tools_are_called(text: str, name: str, arguments: Arguments, offer: Offer) -> None:
    parsed = parse(text, offer)
    assert not parsed.problems
    assert [(call.name, call.arguments) for call in parsed.calls] == [(name, arguments)]


@pytest.mark.parametrize(
    ("text", "words", "problem"),
    [
        ("Yes.\n```homeassistant\nturn it on\n```", "Yes.", "has no JSON object"),
        ("<tool_call>light.turn_on(ceiling)</tool_call> Well.", "Well.", "has no JSON object"),
        ('```homeassistant\n{"service" "light.turn_on"}\n```', "", "no ':' after \"service\""),
        ('{"service": "light.turn_on", "target_device": "light.cei', "", '"light.cei" has no end'),
        ('{"service": "light.turn_on", "brightness_pct": 5', "", 'breaks off at "5"'),
        ('{"service": @@@ } Done.', "Done.", "no device|missing"),
        ('```json\n{"target_device": "light.ceiling"}\n```', "", '"service" is missing'),
        ('{"service": "light.turn_on"}', "", '"target_device" is missing for "light.turn_on"'),
        ("```json\n[1, 2]\n```", "", "must be a JSON object"),
        (
            '{"service": "light.explode", "target_device": "light.ceiling"}',
            "",
            'no service "light.explode"; there are light.toggle, light.turn_off, light.turn_on',
        ),
        (
            '{"service": "light.turn_on", "target_device": "light.cieling"}',
            "",
            r'no device "light.cieling"; did you mean light.ceiling\?',
        ),
        (
            '{"service": "light.turn_on", "target_device": "reading lamp"}',
            "",
            "could be several devices: light.bedroom_reading, light.office_reading; use an id",
        ),
        ('{"service": "switch.turn_on", "target_device": "switch.rack"}', "", "no device"),
        ('{"service": "lock.lock", "target_device": "light.ceiling"}', "", "is not for light"),
        ("```json\n[" + ON + (f",{ON}" * 40) + "]\n```", "", "more than 20 calls"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(text: str, words: str, problem: str, offer: Offer) -> None:
    """In so many words that the model can put it right; the person hears none of it."""
    parsed = parse(text, offer)
    assert parsed.words == words
    assert re.search(problem, parsed.problems[0]), parsed.problems


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"Sure! ```json {ON}``` Done.", "Sure!\nDone."),
        (f"Sure! ```homeassistant\n{ON}\n```", "Sure!"),
        (f"- ```homeassistant\n{ON}\n```", "-"),
        (f"> ```homeassistant\n{ON}\n```", ">"),
        (f"Yes.<tool_call>\n{ON}\n</tool_call> There.", "Yes.\nThere."),
        (f"All right: {ON} It is on.", "All right:\nIt is on."),
        (f"All right.\n{ON}", "All right."),
        (f"All right.\n```json\n{ON}\n```", "All right."),
        (f'"{ON}"', '"\n"'),
        (f"1. {ON}\n2. eggs", "1.\n2. eggs"),
    ],
)
def test_a_call_beside_words_has_the_agreed_form_or_is_none(
    text: str, words: str, offer: Offer
) -> None:
    parsed = parse(text, offer)
    assert parsed.words == words
    assert not parsed.calls
    assert "on lines of its own" in parsed.problems[0]


def test_unknown_devices_are_passed_on_as_they_are_called(offer: Offer) -> None:
    """So that, if the model insists, the tool says honestly that there is no such thing."""
    parsed = parse('{"service": "light.turn_on", "target_device": "disco ball"}', offer)
    assert parsed.problems
    assert [call.arguments for call in parsed.calls] == [
        {"action": "light.turn_on", "entity_id": "disco ball"}
    ]


def test_nothing_is_evaluated(offer: Offer) -> None:
    parsed = parse('```json\n{"service": __import__("os").system("true")}\n```', offer)
    assert not parsed.calls
    assert parsed.problems


PIECES = st.sampled_from(
    [
        "```", "```json\n", "```homeassistant\n", "`", "<tool_call>", "</tool_call>", "<tool", "<",
        "<functioncall>", "[TOOL_CALLS]", "[", "]", "{", "}", '"', "'", ":", ",", "(", "//", "#",
        '"service"', '"light.turn_on"', '"target_device"', '"light.ceiling"', "service", "true",
        "None", "1", "-", "\\", "\\u00", "\n", " ", ON, ON[:-1], ON.replace('"', "'"), "Hello.",
        "é", "name", "arguments", "“", "”", "\x00", "\ud800",
    ]
)  # fmt: skip
ANSWERS = st.one_of(st.lists(PIECES, max_size=25).map("".join), st.text(max_size=80))
_MARKS = re.compile(r"```|</?tool_call>|</?functioncall>|\[TOOL_CALLS\]")
SLOW = settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


@SLOW
@given(text=ANSWERS)
def test_nothing_makes_it_raise_and_no_block_is_said(text: str, offer: Offer) -> None:
    parsed = parse(text, offer)
    assert not _MARKS.search(parsed.words)
    again = parse(parsed.words, offer)
    assert again.words == parsed.words
    assert not again.calls
    for call in parsed.calls:
        assert call.name == "ha_control" or call.name in offer.tools
        json.dumps(call.arguments)


@SLOW
@given(text=ANSWERS, cuts=st.lists(st.integers(min_value=1, max_value=7), max_size=60))
def test_what_is_said_on_the_way_is_what_is_said_in_the_end(
    text: str, cuts: list[int], offer: Offer
) -> None:
    """However an answer is cut: nothing of a block goes out, and nothing of the words is lost."""
    stream = WordStream()
    said: list[str] = []
    at = 0
    for size in cuts:
        said.append(stream.feed(text[at : at + size]))
        at += size
    said.append(stream.feed(text[at:]))
    rest, parsed = stream.finish(offer)
    assert parsed == parse(text, offer)
    assert "".join([*said, rest]) == parsed.words


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(value=st.dictionaries(st.text(max_size=9), JSON), indent=st.sampled_from([None, 2]))
def test_true_json_is_read_as_what_it_is(value: dict[str, Any], indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    assert read_loosely(text) == (value, len(text))


HOSTILE = ["{", '{"a":', '{"a', "[", "<", "`", '"', "{'a': '", "{a:/*", "<tool_call>{", "``` {"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_lengths_come_to_an_end(piece: str, offer: Offer) -> None:
    parse(piece * 20_000, offer)


def test_numbers_have_an_end() -> None:
    for text in ('{"a": ' + "9" * 5000 + "}", '{"a": 1e999}'):
        with pytest.raises(NotJsonError):
            read_loosely(text)
