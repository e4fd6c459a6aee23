"""`home-agent explain`: how a sentence is read, for people who wonder why."""

import pytest

from tests.standalone.program import Finished, Run


@pytest.fixture
def explain(run: Run, small_home: str) -> Run:
    """`home-agent explain` in the small home."""

    def explain(*arguments: str, said: str | bytes = "", **variables: str) -> Finished:
        return run("explain", "--home", small_home, *arguments, said=said, **variables)

    return explain


def test_a_command_is_taken_apart(explain: Run) -> None:
    """Clauses, matches with their scores, and the plan."""
    finished = explain("turn on the ceiling lamp")
    assert finished.returncode == 0
    lines = [line.strip() for line in finished.stdout.splitlines()]
    assert "clause      turn on the ceiling lamp" in lines
    assert any(line.startswith("match") and line.endswith("1.00  full name") for line in lines)
    assert "plan        light.turn_on" in lines
    assert lines[-1] == "confidence  1.00"


@pytest.mark.parametrize(
    ("sentence", "plan"),
    [
        ("turn on the ceiling lamp in ten minutes", "in 0:10:00"),
        ("turn on the ceiling lamp for an hour", "now, for 1:00:00"),
        (
            "ceiling lamp on every weekday at 7:30",
            "every Mon, Tue, Wed, Thu, Fri at 07:30",
        ),
        ("turn on the ceiling lamp at sunset", "at sunset"),
        ("if the ceiling lamp is off turn it on", "if Ceiling lamp (light.ceiling_lamp) is off"),
        ("set a pizza timer for five minutes", "timer: start 0:05:00 “pizza”"),
    ],
)
def test_time_and_condition_are_shown(explain: Run, sentence: str, plan: str) -> None:
    """Not only what would be done, but when."""
    assert f"plan        {plan}" in explain(sentence).stdout.splitlines()


def test_nothing_to_go_by_is_said(explain: Run) -> None:
    """A sentence that nobody read."""
    finished = explain("tell me a joke about llamas")
    assert finished.returncode == 0
    assert "not mine" in finished.stdout


def test_an_empty_sentence_is_wrong_usage(explain: Run) -> None:
    """As it is for `ask`."""
    assert explain(" ").returncode == 2


def test_an_unknown_room_is_named(explain: Run) -> None:
    """Before anything is read."""
    finished = explain("--room", "Cellar", "turn on the light")
    assert finished.returncode == 2
    assert "Cellar" in finished.stderr
