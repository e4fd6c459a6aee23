"""`home-agent eval` with a model: side by side with Home Agent alone."""

import json
import re
from pathlib import Path

import pytest

from tests.engine.llm.scripted_answers import Called, Says
from tests.engine.llm.scripted_server import Received, ScriptedServer
from tests.standalone.program import Run

HOME = 'entities:\n  - {id: light.lamp, name: Lamp, state: "off"}\n'
TASKS = """\
category: lights
tests:
  - sentences:
      - turn on the lamp
      - I would rather not sit in the dark like an owl
    expect_changes:
      light.lamp: {state: "on"}
    ignore_changes:
      light.lamp: [color_mode]
"""


@pytest.fixture
def dataset(tmp_path: Path) -> tuple[str, ...]:
    """Two sentences: one that Home Agent understands, and one for a model."""
    (tmp_path / "house.yaml").write_text(HOME)
    (tmp_path / "tasks.yaml").write_text(TASKS)
    return "--home", str(tmp_path / "house.yaml"), str(tmp_path / "tasks.yaml")


def half_clever(received: Received) -> Says:
    """A model that knows what to do about owls, and nothing else."""
    messages = received.json["messages"]
    if messages[-1]["role"] == "tool":
        return Says(text="Now you can see.")
    if "owl" in messages[-1]["content"]:
        call = {"action": "turn_on", "entity_id": "light.lamp"}
        return Says(calls=(Called(name="ha_control", arguments=call, id="1"),))
    return Says(text="I do not know how.")


def test_tiers_side_by_side(run: Run, dataset: tuple[str, ...], server: ScriptedServer) -> None:
    """Each by itself and never added up; a tier that is named twice is scored once."""
    server.otherwise(half_clever)
    tiers = ("--tier", "fast", "--tier", "auto", "--tier", "llm", "--tier", "fast")
    model = ("--model", "m", "--base-url", server.url)
    finished = run("eval", *tiers, *model, "--failures", *dataset)
    assert finished.returncode == 0
    assert finished.stderr == ""
    table, _, failures = finished.stdout.partition("\n\n")
    rows = [line.split() for line in table.splitlines()[2:]]
    scored = {row[1]: (*row[2:4], " ".join(row[7:])) for row in rows if row[0] == "tasks,"}
    assert scored == {
        "fast": ("1", "2", "fast 50 %, none 50 %"),
        "auto": ("2", "2", "fast 50 %, llm 50 %"),
        "llm": ("1", "2", "llm 100 %"),
    }
    assert not any(row[0] == "all" for row in rows)
    assert "tasks-turn_on_the_lamp, llm" in failures
    assert "reply  I do not know how." in failures
    assert "owl" in failures
    assert ", auto" not in failures


def test_json_and_a_model_that_is_down(run: Run, dataset: tuple[str, ...], settings: Path) -> None:
    """Each task that it was for says so; the others are scored as ever."""
    settings.write_text(
        '[llm]\nmodel = "m"\nbase_url = "http://127.0.0.1:9"\n[retries]\nattempts = 1\n'
    )
    finished = run("eval", "--tier", "llm", "--tier", "auto", "--json", *dataset)
    assert finished.returncode == 0
    llm, auto = json.loads(finished.stdout)["datasets"]
    assert [llm["name"], auto["name"]] == ["tasks, llm", "tasks, auto"]
    assert [llm["passed"], auto["passed"]] == [0, 1]
    for task in (*llm["tasks"], auto["tasks"][1]):
        assert task["failures"][0].startswith("the model did not answer: No model answered.")
        assert "Nobody answers at http://127.0.0.1:9/v1" in task["failures"][0]
        assert task["tokens"] == 0
    assert auto["tasks"][0]["passed"]


def test_no_model_to_score(run: Run, dataset: tuple[str, ...]) -> None:
    """One line that says how to name one."""
    finished = run("eval", "--tier", "llm", *dataset)
    assert finished.returncode == 2
    assert "--model" in finished.stderr
    assert finished.stderr.count("\n") == 1


def only_by_tools(received: Received) -> Says:
    """A model that acts when it is given tools, and else only talks."""
    sent = received.json
    if sent["messages"][-1]["role"] == "tool":
        return Says(text="Now you can see.")
    if "tools" not in sent:
        return Says(text="I do not know how.")
    call = {"action": "turn_on", "entity_id": "light.lamp"}
    return Says(calls=(Called(name="ha_control", arguments=call, id="1"),))


def test_ways_of_acting_side_by_side(
    run: Run, dataset: tuple[str, ...], server: ScriptedServer
) -> None:
    """A column for each, by the model alone."""
    server.otherwise(only_by_tools)
    finished = run("eval", "--protocols", "--model", "m", "--base-url", server.url, *dataset)
    assert finished.returncode == 0
    heading, *rows = finished.stdout.splitlines()
    assert heading.split() == ["tasks", "tools", "inline", "schema"]
    figures = [re.findall(r"(\d+) of (\d+)", row) for row in rows if "of" in row]
    assert figures == [[("2", "2"), ("0", "2"), ("0", "2")]] * 2


def test_our_own_sentences_are_there(run: Run, server: ScriptedServer) -> None:
    """Simple and contextual, in two languages; what was said before was said."""
    server.otherwise(lambda _: Says(text="I do not know how."))
    finished = run("eval", "--protocols", "--model", "m", "--base-url", server.url)
    rows = [line.split("  ")[0] for line in finished.stdout.splitlines()]
    for row in ("simple, english", "contextual, english", "simple, italian", "contextual, italian"):
        assert row in rows
    heard = [str(request.json["messages"]) for request in server.requests]
    assert any("spegnila di nuovo" in said and "accendi la macchina" in said for said in heard)
    alone = run("eval", "--protocols")
    assert alone.returncode == 2
    assert "There is no model to score" in alone.stderr
