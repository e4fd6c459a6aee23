"""Ctrl-C ends the program with 130 and never shows a traceback, whatever it is doing."""

import signal
import subprocess
import sys
from time import monotonic, sleep

import pytest

from tests.engine.llm.scripted_answers import Delivery
from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.program import PATIENCE, PROGRAM, Open

_PRESS_WHEN_LOADED = """
import os, signal, sys

class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presses())
sys.argv = ["home-agent", *{arguments!r}]
from home_agent.cli import run
run()
"""


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("home_agent.cli.program", ["ask", "turn on the ceiling lamp"]),
        ("home_agent.cli.commands", ["--help"]),
        ("home_agent.commands.ask", ["ask", "turn on the ceiling lamp"]),
        ("home_agent.engine.act", ["chat"]),
        ("home_agent.service.schedule_client", ["ask", "turn on the ceiling lamp"]),
        ("hassil", ["ask", "sing me a song about entropy"]),
    ],
)
def test_while_something_is_loaded(
    environment: dict[str, str], small_home: str, module: str, arguments: list[str]
) -> None:
    """Also before the command is known, and in the middle of a sentence."""
    if arguments != ["--help"]:
        arguments = [*arguments, "--home", small_home]
    done = subprocess.run(
        [sys.executable, "-c", _PRESS_WHEN_LOADED.format(module=module, arguments=arguments)],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 130
    assert done.stderr == ""


def test_while_it_waits_for_a_pipe(
    environment: dict[str, str], small_home: str, server: ScriptedServer
) -> None:
    """Whoever pipes nothing in is told what is waited for, and need not wait any longer."""
    model = ["--model", "m", "--base-url", server.url]
    with subprocess.Popen(
        [PROGRAM, "ask", "--home", small_home, *model, "summarise this letter"],
        env=environment,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stderr
        assert "Waiting for what is piped in" in program.stderr.readline()
        program.send_signal(signal.SIGINT)
        assert program.wait(PATIENCE) == 130
        assert program.stderr.read() == ""
    assert not server.requests


def test_while_a_model_is_silent(
    open_terminal: Open, small_home: str, server: ScriptedServer
) -> None:
    """Nobody has to wait for a model that does not answer."""
    server.say("Too late.", delivery=Delivery(before=PATIENCE))
    model = ("--model", "m", "--base-url", server.url)
    terminal = open_terminal("ask", "--home", small_home, *model, "recite a poem about rabbits")
    until = monotonic() + PATIENCE
    while not server.requests and monotonic() < until:
        sleep(0.01)
    terminal.type("\x03")
    told, status = terminal.read_to_end()
    assert status == 130
    assert "Traceback" not in told
