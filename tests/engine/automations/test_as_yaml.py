"""`add_automation`, as people have it who come from Extended OpenAI Conversation."""

from collections.abc import AsyncIterator

import pytest

from home_agent.engine.authority import Authority, Origin
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.tools.custom import CustomTools, read_custom_tools
from home_agent.engine.tools.tool import ToolResult

from .conftest import House, open_house

MODEL = Authority(conversation_id="one", decided_by=(Origin.MODEL,))
DECLARED = {
    "spec": {
        "name": "add_automation",
        "description": "Use this function to add an automation.",
        "parameters": {
            "type": "object",
            "properties": {"automation_config": {"type": "string"}},
            "required": ["automation_config"],
        },
    },
    "function": {"type": "native", "name": "add_automation"},
}
LIGHT = """\
alias: Light on a door
trigger:
  - platform: state
    entity_id: binary_sensor.back_door
    to: "on"
    for: "00:10:00"
condition:
  - condition: time
    after: "08:00:00"
action:
  - service: light.turn_on
    target:
      entity_id: light.hall
mode: single
"""


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """One whose owner declared the tool."""
    custom = CustomTools(tools=read_custom_tools([DECLARED]))
    async with open_house(custom=custom) as house:
        yield house


async def add(house: House, config: str) -> ToolResult:
    call = ToolCall(id="1", name="add_automation", arguments={"automation_config": config})
    return await house.agent.api.use_tool(call, MODEL, attended=True)


async def test_it_is_asked_about_and_made(house: House) -> None:
    result = await add(house, LIGHT)
    assert await house.kept() == []
    found = await house.agent.api.find_question(result, "en")
    assert found is not None
    await house.agent.api.carry_out_confirmed(found[1], MODEL)
    assert await house.kept() == ["Light on a door"]
    await house.change("binary_sensor.back_door", "on")
    await house.settle(601)
    assert house.state("light.hall") == "on"


WRONG = [
    "[",
    "just words",
    "- a\n- b",
    "alias: x",
    "trigger: [[]]\naction: []",
    "trigger: &a {entity_id: x}\naction: [*a]",
    "use_blueprint: {path: x.yaml}",
    LIGHT.replace("light.hall", "light.hidden"),
    LIGHT.replace("light.turn_on", "{{ 'lock.unlock' }}"),
    LIGHT + "variables: {x: 1}\n",
    LIGHT.replace("  - service: light.turn_on", "  - if: x\n    service: light.turn_on"),
    "!!python/object/apply:os.system [ls]",
    "a" * 30_000,
]


@pytest.mark.parametrize("wrong", WRONG)
async def test_what_is_none_is_told(house: House, wrong: str) -> None:
    result = await add(house, wrong)
    assert not result.success
    assert result.error
    assert await house.agent.api.find_question(result, "en") is None
    assert await house.kept() == []
