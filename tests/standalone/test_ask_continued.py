"""What `home-agent ask` leaves behind: the audit, and a conversation to go on with."""

import json
from pathlib import Path

import pytest

from tests.standalone.program import Finished, Run


@pytest.fixture
def ask(run: Run, small_home: str) -> Run:
    """`home-agent ask` in the small home."""

    def ask(*arguments: str, said: str | bytes = "", **variables: str) -> Finished:
        return run("ask", "--home", small_home, *arguments, said=said, **variables)

    return ask


def test_audited(run: Run, ask: Run) -> None:
    """What was done, and what was refused, is on record like what a chat did."""
    ask("turn on the ceiling lamp")
    ask("unlock the front door")
    records = [json.loads(line) for line in run("audit", "--json").stdout.splitlines()]
    told = [(record["entity_id"], record["status"]) for record in records]
    assert told == [("light.ceiling_lamp", "done"), ("lock.front_door", "awaiting")]


def test_goes_on_with_the_last_conversation(ask: Run) -> None:
    """`-c` knows what was spoken of; without it, every sentence stands for itself."""
    ask("is the ceiling lamp on?")
    reply = json.loads(ask("-c", "--json", "turn it on").stdout)
    assert [call["entity_ids"] for call in reply["calls"]] == [["light.ceiling_lamp"]]
    assert json.loads(ask("--json", "turn it on").stdout)["calls"] == []


def test_answers_a_question(ask: Run) -> None:
    """A question says how to answer it, and is answered so."""
    asked = ask("turn on the fountain")
    assert asked.returncode == 3
    assert "home-agent ask -c" in asked.stderr
    answered = ask("--continue", "the one in the garden", "--json")
    assert answered.returncode == 0
    (call,) = json.loads(answered.stdout)["calls"]
    assert call["entity_ids"] == ["switch.garden_fountain"]


def test_a_yes_is_to_the_question_that_was_asked(ask: Run) -> None:
    """It is asked again, since what waits is written down nowhere, and then the yes counts."""
    asked = ask("unlock the front door")
    assert asked.returncode == 3
    assert "within a minute" in asked.stderr
    answered = ask("-c", "--json", "yes")
    (call,) = json.loads(answered.stdout)["calls"]
    assert (call["service"], call["entity_ids"]) == ("unlock", ["lock.front_door"])
    # Nothing waits any more.
    assert json.loads(ask("-c", "--json", "yes").stdout)["calls"] == []


@pytest.mark.parametrize("answer", ["no", "yes?", "hello"])
def test_what_is_no_yes_does_nothing(ask: Run, answer: str) -> None:
    """Whatever else is said."""
    ask("unlock the front door")
    assert json.loads(ask("-c", "--json", answer).stdout)["calls"] == []
    assert json.loads(ask("--json", "yes").stdout)["calls"] == []


def test_what_was_partly_done_is_answered_in_a_chat(ask: Run) -> None:
    """Asking again would do the other part again."""
    asked = ask("turn on the ceiling lamp and unlock the front door")
    assert "home-agent chat" in asked.stderr
    assert json.loads(ask("-c", "--json", "yes").stdout)["calls"] == []


def test_later_is_for_those_who_are_there_then(ask: Run) -> None:
    """Nothing is planned, and it says who would."""
    finished = ask("turn off the ceiling lamp in an hour")
    assert finished.returncode == 3
    assert "home-agent chat" in finished.stderr
    assert "home-agent run" in finished.stderr


def test_nothing_to_go_on_with(ask: Run) -> None:
    """The sentence is answered all the same."""
    finished = ask("-c", "turn on the ceiling lamp")
    assert finished.returncode == 0
    assert "no conversation to go on with" in finished.stderr


def test_nowhere_to_keep_anything(ask: Run, tmp_path: Path) -> None:
    """It works, and says what is missing where that matters: something was done."""
    file = tmp_path / "file"
    file.touch()
    for missing in ({"HOME": ""}, {"XDG_DATA_HOME": str(file)}):
        finished = ask("turn on the ceiling lamp", **missing)
        assert finished.returncode == 0
        assert "not in the audit" in finished.stderr
        assert finished.stderr.count("\n") == 1
        assert ask("is the ceiling lamp on?", **missing).stderr == ""
