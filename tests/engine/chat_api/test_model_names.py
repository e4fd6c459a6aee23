"""Names that choose among several agents."""

import pytest

from home_agent.engine.chat_api.model_names import AgentNames, ModelNames


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("home-agent", (0, "home-agent")),
        ("home-agent-fast", (0, "home-agent-fast")),
        ("home-agent/kids", (0, "home-agent/kids")),
        ("kids/home-agent", (1, "home-agent")),
        ("kids/home-agent/qwen3:8b", (1, "home-agent/qwen3:8b")),
        ("kids-2/home-agent-fast", (2, "home-agent-fast")),
        ("home-agent-2/home-agent", (3, "home-agent")),
        ("agent/home-agent", (4, "home-agent")),
        ("kids", (1, "")),
        ("küche/home-agent", (5, "home-agent")),
        ("gpt-5", (0, "gpt-5")),
        ("openai/gpt-5", (0, "openai/gpt-5")),
    ],
)
def test_who_is_asked(name: str, found: tuple[int, str]) -> None:
    """By a title, however it is written; two of one title are told apart by their order."""
    agents = AgentNames(["Home Agent", "Kids", "Kids!", "Home Agent", "???", "Küche"])
    assert agents.find(name) == found


def test_each_name_leads_to_whom_it_is_listed_for() -> None:
    models = [ModelNames(["small"]), ModelNames([])]
    for titles in (["Jeeves", "Home Agent"], ["Home Agent", "Jeeves"], ["Kids", "Kids"]):
        agents = AgentNames(titles)
        listed = [*agents.all(models)]
        assert len(set(listed)) == len(listed)
        for name in listed:
            at, bare = agents.find(name)
            models[at].choose(bare)
        assert {at for name in listed for at, _bare in [agents.find(name)]} == {0, 1}


def test_one_agent_has_plain_names() -> None:
    assert [*AgentNames(["Jeeves"]).all([ModelNames([])])] == ["home-agent", "home-agent-fast"]
