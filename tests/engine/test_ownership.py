"""Whose something is, and the chain on which it is done."""

from typing import Any

import pytest

from home_agent.engine.act.schedule.settings import ScheduleSettings
from home_agent.engine.authority import (
    Authority,
    Origin,
    Ownership,
    conversation_id_in,
    conversation_key,
    conversation_owner,
    trim_fairly,
)
from home_agent.engine.errors import SettingsError


@pytest.mark.parametrize(
    ("ownership", "authority", "owner", "permitted"),
    [
        (Ownership(), Authority(user_id="anna"), "anna", True),
        (Ownership(), Authority(user_id="anna"), None, True),
        (Ownership(), Authority(user_id="anna"), "ben", False),
        (Ownership(), Authority(), "ben", False),
        (Ownership(), Authority(), None, True),
        (Ownership(), Authority(is_admin=True), "ben", True),
        (Ownership(shared=True), Authority(), "ben", True),
        (Ownership(managers=frozenset({"anna"})), Authority(user_id="anna"), "ben", True),
        (Ownership(managers=frozenset({"anna"})), Authority(user_id="carl"), "ben", False),
        (Ownership(managers=frozenset({"anna"})), Authority(), "ben", False),
    ],
)
def test_who_may_see_and_end_it(
    ownership: Ownership, authority: Authority, owner: str | None, *, permitted: bool
) -> None:
    """One's own, the household's, and with the right to it everybody's."""
    assert ownership.permits(authority, owner) is permitted


@pytest.mark.parametrize(
    ("authority", "chain", "asker"),
    [
        (Authority(), "chat", "way chat"),
        (Authority(user_id="anna"), "chat", "user anna"),
        (Authority(origin=Origin.VOICE).through(Origin.MODEL), "voice>model", "way voice"),
        (
            Authority(satellite_id="s").through(Origin.MODEL).through(Origin.SCHEDULE),
            "chat>model>schedule",
            "satellite s",
        ),
        (
            Authority(possible_origins=(Origin.VOICE,)).through(Origin.SCHEDULE),
            "chat|voice>schedule",
            "way chat|voice",
        ),
        (Authority(origin=Origin.MCP).through(Origin.MCP), "mcp", "way mcp"),
        (Authority().through(Origin.MODEL, Origin.MODEL), "chat>model", "way chat"),
    ],
)
def test_a_chain(authority: Authority, chain: str, asker: str) -> None:
    """How it was asked, how else it may have been, and who decided since."""
    assert (authority.chain, authority.asker) == (chain, asker)


@pytest.mark.parametrize("user_id", [None, "anna"])
@pytest.mark.parametrize("called", ["one", "@one", "a/b"])
def test_a_conversation_is_found_again(called: str, user_id: str | None) -> None:
    """By whoever began it, under the name that they gave it."""
    key = conversation_key(called, user_id)
    assert (conversation_id_in(key), conversation_owner(key)) == (called, user_id)


def test_conversations_of_nobody_keep_the_name_that_they_always_had() -> None:
    """What was kept before is still there."""
    assert conversation_key("evening", None) == "evening"


def test_nothing_goes_where_there_is_room() -> None:
    """And of one owner alone, the oldest."""
    assert trim_fairly("abc", 3, str) == (["a", "b", "c"], [])
    assert trim_fairly("abc", 2, lambda _one: None) == (["b", "c"], ["a"])


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"share_plans": "yes"}, "share_plans: must be true or false."),
        ({"managers": "anna"}, "managers: must be a list."),
        ({"manager": []}, "manager: there is no such setting. Did you mean managers?"),
    ],
)
def test_settings_that_make_no_sense(given: dict[str, Any], problem: str) -> None:
    """They are told."""
    with pytest.raises(SettingsError) as caught:
        ScheduleSettings.from_mapping(given)
    assert str(caught.value.problems[0]).startswith(problem)
