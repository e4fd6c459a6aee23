"""The rules of the assist datasets, one by one."""

from typing import Any

import pytest

from home_agent.evaluation import Expectation, find_failures

BEFORE: dict[str, dict[str, Any]] = {
    "light.a": {"state": "off", "brightness": None, "friendly_name": "A"},
    "cover.b": {"state": "open", "current_position": 100, "is_closed": False},
}


def differences(
    changes: dict[str, Any],
    after: dict[str, dict[str, Any]],
    *,
    before: dict[str, dict[str, Any]] | None = None,
    ignored: dict[str, frozenset[str]] | None = None,
    reply: str = "Done",
) -> tuple[str, ...]:
    """Score a home in which only these things look different."""
    before = before or BEFORE
    seen = {key: {**look, **after.get(key, {})} for key, look in before.items()}
    return find_failures(Expectation(changes=changes, ignored=ignored or {}), before, seen, reply)


def test_what_was_asked_happened() -> None:
    assert differences({"light.a": {"state": "on"}}, {"light.a": {"state": "on"}}) == ()


def test_what_was_asked_did_not_happen() -> None:
    assert differences({"light.a": {"state": "on"}}, {}) == ("light.a: state: expected on, is off",)


def test_nothing_else_may_change() -> None:
    after: dict[str, dict[str, Any]] = {
        "light.a": {"state": "on"},
        "cover.b": {"current_position": 20},
    }
    assert differences({"light.a": {"state": "on"}}, after) == (
        "cover.b: current_position: expected 100, is 20",
    )


@pytest.mark.parametrize("key", ["is_closed", "is_opening", "is_closing"])
def test_never_compared(key: str) -> None:
    after: dict[str, dict[str, Any]] = {"light.a": {"state": "on"}, "cover.b": {key: True}}
    assert differences({"light.a": {"state": "on"}}, after) == ()


def test_null_means_absent() -> None:
    before: dict[str, dict[str, Any]] = {"light.a": {"state": "on", "brightness": 100}}
    changes: dict[str, dict[str, Any]] = {"light.a": {"state": "off", "brightness": None}}
    shown_as_none = {"light.a": {"state": "off", "brightness": None}}
    gone = {"light.a": {"state": "off"}}
    still_there = {"light.a": {"state": "off", "brightness": 100}}
    expected = Expectation(changes=changes)
    assert find_failures(expected, before, shown_as_none, "") == ()
    assert find_failures(expected, before, gone, "") == ()
    assert find_failures(expected, before, still_there, "") == (
        "light.a: brightness: expected absent, is 100",
    )


def test_a_key_that_is_new_is_a_difference() -> None:
    after = {"light.a": {"state": "on", "effect": "rainbow"}}
    assert differences({"light.a": {"state": "on"}}, after) == (
        "light.a: effect: expected absent, is rainbow",
    )


def test_a_key_that_went_is_a_difference() -> None:
    before: dict[str, dict[str, Any]] = {"media_player.c": {"state": "on", "volume_level": 0.5}}
    after = {"media_player.c": {"state": "off"}}
    expected = Expectation(changes={"media_player.c": {"state": "off"}})
    assert find_failures(expected, before, after, "") == (
        "media_player.c: volume_level: expected 0.5, is absent",
    )


@pytest.mark.parametrize(
    ("wanted", "seen", "same"),
    [
        (1, "1", True),
        ("21.5", 21.5, True),
        (21, 21.0, True),
        (True, "True", True),
        (True, "on", False),
        ("21", 21.0, False),
        ([255, 0, 0], (255, 0, 0), True),
        ([0, 100], (0.0, 100.0), True),
        ([[1, 2]], ((1, 2),), True),
        ([255, 0, 0], (255, 0, 1), False),
        ([1], "[1]", False),
        ([], None, False),
    ],
)
def test_when_two_values_are_the_same(wanted: Any, seen: Any, same: bool) -> None:
    """Lists as lists; everything else as it is, or as it is written."""
    found = differences({"light.a": {"value": wanted}}, {"light.a": {"value": seen}})
    assert (not found) is same


def test_ignored() -> None:
    after = {"light.a": {"state": "on", "effect": "rainbow"}, "cover.b": {"state": "closed"}}
    ignored = {"light.a": frozenset({"effect"}), "cover.b": frozenset({"state"})}
    assert differences({"light.a": {"state": "on"}}, after, ignored=ignored) == ()


def test_an_entity_that_is_not_there() -> None:
    assert differences({"light.z": {"state": "on"}}, {}) == (
        "light.z: state: expected on, is absent",
    )


@pytest.mark.parametrize(("reply", "passed"), [("Sorry, no", False), ("I am sorry", True)])
def test_sorry_fails(reply: str, passed: bool) -> None:
    found = differences({"light.a": {"state": "on"}}, {"light.a": {"state": "on"}}, reply=reply)
    assert (not found) is passed


@pytest.mark.parametrize(
    ("reply", "passed"), [("It is 21 DEGREES.", True), ("Sorry: 21 degrees", True), ("21", False)]
)
def test_what_must_be_said(reply: str, passed: bool) -> None:
    expected = Expectation(response=("twenty", "21 Degrees"))
    assert (not find_failures(expected, BEFORE, BEFORE, reply)) is passed


def test_states_do_not_matter_where_something_must_be_said() -> None:
    expected = Expectation(changes={"light.a": {"state": "on"}}, response=("done",))
    assert find_failures(expected, BEFORE, {}, "Done") == ()
    assert find_failures(expected, BEFORE, {}, "No") == ("the reply has none of: done",)
