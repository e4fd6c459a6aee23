"""The README's transcripts are real ones."""

import re
from pathlib import Path

import pytest

from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.program import Run

README = Path(__file__).parents[2] / "README.md"


def transcript(title: str) -> tuple[str, str]:
    """What the README shows under this title, and what was said in it, a line each."""
    block = rf"^```{title}\n(.*?)^```$"
    [shown] = re.findall(block, README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    said: list[str] = re.findall(r"^> (.*)$", shown, re.MULTILINE)
    assert len(said) > 3
    return shown, "\n".join(said)


def test_transcript_is_what_the_program_prints(run: Run) -> None:
    """Say what the README says was said, and compare."""
    shown, said = transcript("transcript")
    assert run("chat", "--transcript", said=said).stdout == shown


def test_transcript_with_a_model(run: Run, server: ScriptedServer) -> None:
    """What a model would say is scripted; everything else is the program's."""
    shown, said = transcript("transcript with a model")
    dimmed = {"action": "turn_on", "entity_id": "light.mood", "parameters": {"brightness_pct": 20}}
    server.call_tools(
        ("ha_control", dimmed), ("ha_control", {"action": "close", "entity_id": "cover.blinds"})
    )
    server.say("The mood light is at 20% now, and the blinds are closed. Enjoy the film!")
    server.call_tool("ha_control", {"action": "unlock", "entity_id": "lock.front_door"})
    server.say("I have ordered a large Margherita for you.")
    server.say("Your pizza has been ordered.")
    finished = run("chat", "--transcript", "--base-url", server.url, said=said)
    _greeting, _, printed = finished.stdout.partition("\n\n")
    assert printed == shown
    assert len(server.requests) == 5


@pytest.mark.parametrize("page", ["README.md", "docs/models.md", "docs/evaluate.md"])
def test_links_lead_somewhere(page: str) -> None:
    """To files that are there."""
    file = README.parent / page
    for link in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", file.read_text("utf-8")):
        assert (file.parent / link).exists(), link
