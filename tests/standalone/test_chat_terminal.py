"""`home-agent chat` on a real terminal, with a person at the keyboard."""

import re
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.standalone.program import Open, Terminal, without_escapes

CTRL_C, CTRL_D, UP = "\x03", "\x04", "\x1b[A"


@pytest.fixture
def chat(open_terminal: Open, small_home: str) -> Open:
    """`home-agent chat` in the small home."""

    def chat(*arguments: str, **variables: str) -> Terminal:
        return open_terminal("chat", "--home", small_home, *arguments, **variables)

    return chat


def styles(text: str) -> set[str]:
    """The styles that a terminal was told to use, other than none."""
    return set(re.findall(r"\x1b\[([0-9;]*)m", text)) - {"", "0"}


def test_greeting_reply_and_what_changed(chat: Open) -> None:
    """The chat says where it is; a reply comes with what changed and how long it took."""
    terminal = chat()
    greeting = without_escapes(terminal.wait_for("/help"))
    assert "2 floors, 4 rooms" in greeting
    terminal.say("turn on the ceiling lamp")
    terminal.wait_for("Ceiling lamp: off → on")
    terminal.wait_for(" ms")
    terminal.wait_for_prompt()
    terminal.type(CTRL_D)
    assert terminal.wait_for_end() == 0


def test_colours_on_a_terminal(chat: Open) -> None:
    """Details are dim, and a refusal stands out."""
    terminal = chat()
    terminal.say("turn on the disco ball")
    assert styles(terminal.wait_for(" ms"))


def test_no_colours_for_who_wants_none(chat: Open) -> None:
    """NO_COLOR is honoured in the prompt and in the reply."""
    terminal = chat(NO_COLOR="1")
    seen = terminal.wait_for_prompt()
    terminal.type("turn on the disco ball\r")
    seen += terminal.wait_for(" ms")
    seen += terminal.wait_for_prompt()
    assert styles(seen) == set()


@pytest.mark.parametrize("word", ["exit", "quit", "/quit"])
def test_leaving(chat: Open, word: str) -> None:
    """There are several ways to say goodbye."""
    terminal = chat()
    terminal.say(word)
    assert terminal.wait_for_end() == 0


def test_history_outlives_the_chat(chat: Open) -> None:
    """The arrow brings back what was said in an earlier chat."""
    first = chat()
    first.say("turn on the ceiling lamp")
    first.wait_for(" ms")
    first.say("/quit")
    first.wait_for_end()
    second = chat()
    second.wait_for_prompt()
    second.type(f"{UP}{UP}\r")
    second.wait_for("Ceiling lamp: off → on")


def test_history_where_nothing_can_be_kept(chat: Open) -> None:
    """Without a home, the arrow still brings back what was said in this chat."""
    terminal = chat(HOME="/dev/null")
    terminal.wait_for("Nothing is kept")
    terminal.say("turn on the ceiling lamp")
    terminal.wait_for(" ms")
    terminal.wait_for_prompt()
    terminal.type(f"{UP}\r")
    terminal.wait_for("Ceiling lamp: already on")


def test_line_editing(chat: Open) -> None:
    """A slip in the middle of the line can be put right."""
    terminal = chat()
    terminal.wait_for_prompt()
    terminal.type("turn on the ceiling lmp\x1b[D\x1b[Da\r")
    terminal.wait_for("Ceiling lamp: off → on")


def test_ctrl_c_clears_the_line(chat: Open) -> None:
    """What was typed before Ctrl-C is not heard."""
    terminal = chat()
    terminal.wait_for_prompt()
    terminal.type(f"turn on the bedside lamp{CTRL_C}")
    terminal.type("turn on the ceiling lamp\r")
    terminal.wait_for("Ceiling lamp: off → on")
    terminal.wait_for_prompt()
    terminal.type(CTRL_C)
    terminal.wait_for("Ctrl-D")
    terminal.say("turn on the bedside lamp")
    terminal.wait_for("Bedside lamp: off → on")


def test_ctrl_c_stops_waiting(chat: Open, settings: Path) -> None:
    """While a device is waited for, that shows; Ctrl-C gives up on it, and the chat goes on."""
    settings.write_text("patience = 60\n")
    terminal = chat()
    terminal.say("turn on the broken lamp")
    terminal.wait_for("waiting for Broken lamp")
    terminal.type(CTRL_C)
    terminal.wait_for("may still happen")
    terminal.say("turn on the ceiling lamp")
    terminal.wait_for("Ceiling lamp: off → on")
    terminal.say("/quit")
    assert terminal.wait_for_end() == 0


def test_question_and_answer(chat: Open) -> None:
    """After a question the prompt asks for the answer, and the next line is it."""
    terminal = chat()
    terminal.say("turn on the fountain")
    terminal.wait_for("answer>")
    terminal.type("the one in the garden\r")
    terminal.wait_for("off → on")


def test_surprise_inside_a_turn(environment: dict[str, str], small_home: str, data: Path) -> None:
    """Something unforeseen costs one line; the details are in the log, and the chat goes on."""
    broken = (
        "import sys; from home_agent.engine import Agent; from home_agent.cli import main\n"
        "async def hear(*_): raise ZeroDivisionError('out of the blue')\n"
        "Agent.hear = hear; sys.exit(main())"
    )
    arguments = [sys.executable, "-c", broken, "chat", "--home", small_home]
    with closing(Terminal(arguments, environment)) as terminal:
        terminal.say("turn on the ceiling lamp")
        line = terminal.wait_for("home-agent.log")
        assert "ZeroDivisionError: out of the blue" in line
        assert "Traceback" not in line
        terminal.say("/quit")
        assert terminal.wait_for_end() == 0
    assert "Traceback" in (data / "home-agent.log").read_text()
