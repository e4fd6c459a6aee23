"""How many tokens something is about."""

import pytest

from home_agent.engine.llm.messages import (
    AssistantMessage,
    ToolCall,
    ToolMessage,
    ToolSpec,
    UserMessage,
)
from home_agent.engine.llm.tokens import count_prompt_tokens, count_tokens

# Counted with SmolLM2's own tokenizer.
COUNTED = {
    "light.kitchen_ceiling, counter 123": 13,
    "light.kitchen_{ceiling, counter 'Worktop', island}; 12 sensors (3 temperature)": 23,
    "climate.a 'Thermostat' (Living Room) = heat; temperature 19.5 °; target_temperature 20 °": 30,
    "If it is unclear what is meant, ask one short question rather than guess.": 16,
    "# Kitchen: 5 cover; 1 fan; 9 light; 2 lock; 2 media_player; 4 sensors": 28,
    '{"type": "object", "properties": {"entity_id": {"type": "string"}}}': 22,
    "Monday 2026-03-02 12:00": 18,
    "Küchenlicht im Wohnzimmer und in der Küche ausschalten, bitte.": 24,
    "Выключи свет на кухне, пожалуйста.": 27,
}


@pytest.mark.parametrize(("text", "real"), COUNTED.items())
def test_estimate_is_not_far_off(text: str, real: int) -> None:
    assert 0.9 * real <= count_tokens(text) <= 1.6 * real


def test_nothing_is_nothing() -> None:
    assert count_tokens("") == 0


def test_everything_in_a_prompt_counts() -> None:
    call = ToolCall(id="1", name="ha_query", arguments={}, raw='{"entity_id": "light.*"}')
    tool = ToolSpec(name="ha_query", description="Look.", parameters={"type": "object"})
    parts = (
        UserMessage(text="Is it on?"),
        AssistantMessage(calls=(call,)),
        ToolMessage(call_id="1", name="ha_query", content='{"success": true}'),
    )
    sizes = [count_prompt_tokens(parts[:count]) for count in range(4)]
    assert sizes == sorted(set(sizes))
    assert count_prompt_tokens(parts, (tool,)) > sizes[-1]
