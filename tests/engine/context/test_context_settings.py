"""What a family may set of what a model is shown."""

import pytest

from home_agent.engine.context.settings import (
    ContextMode,
    ContextSettings,
    HistorySettings,
    ListedEntity,
    PromptSettings,
    StateFormat,
)
from home_agent.engine.errors import SettingsError


def test_nothing_set_is_the_default() -> None:
    assert ContextSettings.from_mapping({}) == ContextSettings()


def test_everything_can_be_set() -> None:
    settings = ContextSettings.from_mapping(
        {
            "mode": "direct",
            "entities": [
                "light.hall",
                {"entity_id": "Climate.*", "attributes": ["state", "hvac_mode"]},
            ],
            "format": "json",
            "relevant": 3,
            "inventory_tokens": 0,
            "max_tokens": 2000,
            "home_name": "Villa",
            "history": {
                "enabled": False,
                "max_messages": 4,
                "max_tokens": 100,
                "persist": False,
                "expire": 0.5,
                "summary": True,
            },
            "prompt": {
                "custom_additions": "Be kind.",
                "custom": "{{ area }}",
                "use_default": False,
            },
        }
    )
    assert settings == ContextSettings(
        mode=ContextMode.DIRECT,
        entities=(
            ListedEntity(entity_id="light.hall"),
            ListedEntity(entity_id="climate.*", attributes=("state", "hvac_mode")),
        ),
        format=StateFormat.JSON,
        relevant=3,
        inventory_tokens=0,
        max_tokens=2000,
        home_name="Villa",
        history=HistorySettings(
            enabled=False, max_messages=4, max_tokens=100, persist=False, expire=0.5, summary=True
        ),
        prompt=PromptSettings(custom_additions="Be kind.", custom="{{ area }}"),
    )


def test_own_prompt_may_be_set_aside() -> None:
    prompt = PromptSettings.from_mapping({"use_default": True, "custom": "{{ area }}"})
    assert prompt == PromptSettings()


WRONG: dict[str, tuple[object, list[str]]] = {
    "no table": (["mode"], ["must be a table"]),
    "unknown": ({"vector": 1}, ["vector: there is no such setting"]),
    "words": (
        {"mode": "everything", "format": 3},
        ["mode: must be one of relevance, direct, vector_db, all, off.", "format: must be"],
    ),
    "numbers": (
        {"relevant": -1, "max_tokens": 10, "inventory_tokens": True},
        ["relevant: ", "inventory_tokens: ", "max_tokens: must be a whole number from 500"],
    ),
    "entities": ({"entities": "light.*"}, ["entities: must be a list"]),
    "one entity": (
        {"entities": [3, {"entity_id": "hall"}, {"entity_id": "a.b", "attributes": "x"}]},
        ["entities, number 1", "entities, number 2: entity_id", "entities, number 3: attributes"],
    ),
    "history": (
        {"history": {"enabled": "yes", "expire": -1, "extra": 1}},
        ["history, extra", "history, enabled", "history, expire"],
    ),
    "no history": ({"history": "ten"}, ["history: must be a table of settings."]),
    "prompt": ({"prompt": {"custom_additions": 3}}, ["prompt, custom_additions: must be a text"]),
    "no prompt": ({"prompt": {"use_default": False}}, ["prompt, custom: must be a prompt"]),
    "a wrong template": (
        {"prompt": {"custom": "One\n{{ area"}},
        ["prompt, custom: line 2"],
    ),
}


@pytest.mark.parametrize(("values", "told"), WRONG.values(), ids=WRONG)
def test_each_wrong_field_has_a_line(values: object, told: list[str]) -> None:
    with pytest.raises(SettingsError) as caught:
        ContextSettings.from_mapping(values)
    problems = caught.value.problems
    assert len(problems) == len(told)
    for item in told:
        assert any(problem.startswith(item) for problem in problems), (item, problems)
