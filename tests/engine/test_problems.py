"""What is wrong with a setting: English as a text, and by its kind for other languages."""

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.settings import Settings
from home_agent.engine.validation.problems import Problem, prefix_problem


def test_a_problem_is_its_line() -> None:
    """Whoever shows it need not know that it is more than a text."""
    problem = Problem("top_p", "number", least="0", most="1")
    assert problem == "top_p: must be a number from 0 to 1."
    assert problem.placeholders == {"least": "0", "most": "1"}
    assert Problem("", "settings") == "must be a table of settings."


def test_where_it_belongs() -> None:
    """It stays what it is under another name; so does what is only a text."""
    inner = Problem("top_p", "text").under("llm 2")
    assert inner == "llm 2, top_p: must be a text."
    assert (inner.where, inner.kind) == ("llm 2, top_p", "text")
    assert prefix_problem("llm", Problem("", "settings")) == "llm: must be a table of settings."
    assert prefix_problem("tools", "name: is taken.") == "tools, name: is taken."


def test_every_problem_of_settings_has_a_kind() -> None:
    """Also where settings are within settings."""
    wrong = {
        "colour": 1,
        "language": "",
        "patience": 600,
        "tier": "best",
        "llm": [{"base_url": "ftp://x", "api_key": "ü", "headers": {"A": 1}}, 3],
        "external_llm": {"enabled": 1, "vertex": True},
        "safety": {"pin": 42, "deny": ["somewhere"], "rules": [{"users": "me"}]},
        "context": {"entities": [{"entity_id": "x"}], "mode": 1},
        "prompt": {"custom": "{{ nobody }}"},
        "history": 4,
        "tools": {"enabled": ["rm"], "max_rounds": 0},
        "retries": {"attempts": 0.5},
        "budget": {"tokens_per_day": -1},
    }
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping(wrong)
    kinds = {
        problem.where: problem.kind
        for problem in caught.value.problems
        if isinstance(problem, Problem)
    }
    assert len(kinds) == len(caught.value.problems)
    assert kinds == {
        "colour": "unknown",
        "language": "language",
        "patience": "seconds_most",
        "tier": "choice",
        "llm 1, base_url": "address_scheme",
        "llm 1, api_key": "key_signs",
        "llm 1, headers, A": "header",
        "llm 2": "settings",
        "external_llm, enabled": "flag",
        "external_llm, project": "project",
        "safety, pin": "pin",
        "safety, deny": "selector_name",
        "safety, rules, number 1, users": "list",
        "context, entities, number 1": "entity_id",
        "context, mode": "choice",
        "prompt, custom": "variable",
        "history": "settings",
        "tools, enabled": "some_of",
        "tools, max_rounds": "whole",
        "retries, attempts": "whole_least",
        "budget, tokens_per_day": "whole_least",
    }
