"""`home-agent ask`: one sentence, one reply, and an exit status that tells how it went."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.standalone.program import PATIENCE, PROGRAM, Finished, Run


@pytest.fixture
def ask(run: Run, small_home: str) -> Run:
    """`home-agent ask` in the small home."""

    def ask(*arguments: str, said: str | bytes = "", **variables: str) -> Finished:
        return run("ask", "--home", small_home, *arguments, said=said, **variables)

    return ask


def test_reply_on_stdout_and_nothing_else(ask: Run) -> None:
    """The reply is all that is printed, without colours."""
    finished = ask("turn on the ceiling lamp")
    assert finished.returncode == 0
    assert finished.stdout.strip()
    assert finished.stdout.count("\n") == 1
    assert "\x1b" not in finished.stdout
    assert finished.stderr == ""


def test_words_need_no_quotes(ask: Run) -> None:
    """A sentence may be typed as it is."""
    assert ask("turn", "on", "the", "ceiling", "lamp").returncode == 0


def test_sentence_from_a_pipe(ask: Run) -> None:
    """A dash stands for standard input."""
    assert ask("-", said="turn on the ceiling lamp\n").returncode == 0


def test_json_of_an_action(ask: Run) -> None:
    """Programs get the reply with all that it rests on."""
    finished = ask("--json", "turn on the ceiling lamp")
    assert finished.returncode == 0
    reply = json.loads(finished.stdout)
    assert set(reply) == {
        "reply",
        "tier",
        "language",
        "latency_ms",
        "expects_answer",
        "outcomes",
        "calls",
        "model",
    }
    assert reply["model"] is None
    assert reply["tier"] == "fast"
    assert reply["language"] == "en"
    assert reply["expects_answer"] is False
    assert reply["latency_ms"] > 0
    assert reply["calls"] == [
        {
            "domain": "light",
            "service": "turn_on",
            "entity_ids": ["light.ceiling_lamp"],
            "data": {},
        }
    ]
    (outcome,) = reply["outcomes"]
    assert set(outcome) == {
        "status",
        "entity_id",
        "service",
        "before",
        "after",
        "changes",
        "reason",
        "message",
    }
    assert outcome["status"] == "done"
    assert outcome["entity_id"] == "light.ceiling_lamp"
    assert outcome["service"] == "light.turn_on"
    assert (outcome["before"], outcome["after"]) == ("off", "on")
    assert outcome["reason"] is None
    assert outcome["message"]


def test_json_shows_the_attributes_that_changed(ask: Run) -> None:
    """Each changed attribute comes with its value before and after."""
    reply = json.loads(ask("--json", "set the ceiling lamp to 50% brightness").stdout)
    (outcome,) = reply["outcomes"]
    before, after = outcome["changes"]["brightness"]
    assert before != after
    assert after == pytest.approx(127, abs=2)


def test_json_is_one_line_in_any_encoding(ask: Run) -> None:
    """Letters that standard output lacks are escaped, so that nothing is lost."""
    finished = ask("--json", "turn on the Überlampe", PYTHONIOENCODING="ascii")
    assert finished.stdout.isascii()
    assert "Über" in json.loads(finished.stdout)["reply"]


@pytest.mark.parametrize("sentence", ["turn on the disco ball", "sing me a song about entropy"])
def test_refused_is_3(ask: Run, sentence: str) -> None:
    """What is not there or not understood leaves everything alone."""
    finished = ask("--json", sentence)
    assert finished.returncode == 3
    reply = json.loads(finished.stdout)
    assert reply["calls"] == []
    assert reply["reply"]


def test_question_back_is_3(ask: Run) -> None:
    """A question back did nothing yet."""
    finished = ask("--json", "turn on the fountain")
    assert finished.returncode == 3
    reply = json.loads(finished.stdout)
    assert reply["expects_answer"] is True
    assert reply["calls"] == []


def test_device_that_fails_is_1(ask: Run) -> None:
    """A device that does not answer is an error, and is not called done."""
    finished = ask("--json", "turn on the broken lamp")
    assert finished.returncode == 1
    (outcome,) = json.loads(finished.stdout)["outcomes"]
    assert outcome["status"] == "failed"
    assert outcome["reason"]
    assert outcome["after"] != "on"


def test_room_of_the_speaker(ask: Run) -> None:
    """`the light` is the one in the room that the speaker is in, by name, alias or id."""
    for room in ("Kitchen", "kitchen", "cooking corner"):
        reply = json.loads(ask("--json", "--room", room, "turn on the lights").stdout)
        assert [call["entity_ids"] for call in reply["calls"]] == [["light.ceiling_lamp"]]


def test_another_language(ask: Run) -> None:
    """German is understood and answered."""
    reply = json.loads(ask("--json", "--language", "de", "Schalte Ceiling lamp ein").stdout)
    assert reply["language"] == "de"
    assert reply["calls"][0]["service"] == "turn_on"


def test_language_of_the_inventory(
    run: Run, small_home: str, settings: Path, tmp_path: Path
) -> None:
    """A home whose inventory says what is spoken there is spoken to like that."""
    inventory = tmp_path / "home.yaml"
    inventory.write_text(f"language: de\n{Path(small_home).read_text()}")
    ask = ("ask", "--json", "--home", str(inventory), "schalte Ceiling lamp ein")
    reply = json.loads(run(*ask).stdout)
    assert reply["language"] == "de"
    assert reply["calls"][0]["service"] == "turn_on"
    settings.write_text("language = 'nl'\n")
    assert json.loads(run(*ask).stdout)["language"] == "nl"


def test_language_that_the_built_in_home_has_no_names_in(run: Run) -> None:
    """Whoever is not understood learns what things are called here."""
    finished = run("ask", "--language", "pl", "włącz światło w kuchni")
    assert finished.returncode == 3
    assert "English names" in finished.stderr


def test_language_of_this_machine(run: Run) -> None:
    """It is not chosen for anybody, but pointed out where that may be the trouble."""
    finished = run("ask", "schalte das Licht in der Küche ein", LANG="de_DE.UTF-8")
    assert finished.returncode == 3
    assert "--language de" in finished.stderr
    finished = run("ask", "turn on the kitchen lights", LANG="de_DE.UTF-8")
    assert (finished.returncode, finished.stderr) == (0, "")


def test_bytes_that_are_no_letters(ask: Run, small_home: str, environment: dict[str, str]) -> None:
    """Rubbish on the command line or in a pipe is not understood, and nothing worse."""
    assert ask("-", said=b"\xff\xfe\x00 lamp").returncode == 3
    finished = subprocess.run(
        [str(PROGRAM).encode(), b"ask", b"--home", small_home.encode(), b"\xff\xfe lamp"],
        env=environment,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert finished.returncode == 3
    assert finished.stderr == b""
