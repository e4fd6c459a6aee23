"""`home-agent eval`: datasets in, scores out."""

import json
import re
from pathlib import Path

import pytest

from tests.standalone.program import Finished, Open, Run, without_escapes

PAGE = Path(__file__).parents[2] / "docs/evaluate.md"
HOME = """\
areas:
  - name: Kitchen
entities:
  - {id: light.lamp, name: Lamp, area: Kitchen, state: "off"}
  - {id: switch.pump, name: Pump, state: "off"}
"""
LIGHTS = """\
category: lights
tests:
  - sentences:
      - turn on the lamp
      - turn on the piano
    expect_changes:
      light.lamp: {state: "on"}
    ignore_changes:
      light.lamp: [color_mode]
  - sentences: [hello]
"""
SWITCHES = """\
category: switches
tests:
  - sentences: [turn on the pump]
    expect_changes:
      switch.pump: {state: "on"}
"""


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """A dataset of three tasks, of which one fails."""
    folder = tmp_path / "set"
    (folder / "house").mkdir(parents=True)
    (folder / "dataset_card.yaml").write_text("name: small things\n")
    (folder / "house/_fixtures.yaml").write_text(HOME)
    (folder / "house/lights.yaml").write_text(LIGHTS)
    (folder / "house/switches.yaml").write_text(SWITCHES)
    return folder


def rows(finished: Finished) -> dict[str, list[str]]:
    """The first figures of every line of the table, by what it is about."""
    assert finished.returncode == 0
    assert finished.stderr == ""
    lines = [line.split("  ") for line in finished.stdout.splitlines()]
    return {words[0]: words[1:4] for line in lines if (words := [w.strip() for w in line if w])}


def complaint(finished: Finished, status: int = 2) -> str:
    """The one line that the program complained with."""
    assert finished.returncode == status
    assert finished.stdout == ""
    assert finished.stderr.startswith("home-agent: ")
    assert finished.stderr.count("\n") == 1
    return finished.stderr


def test_table(run: Run, dataset: Path) -> None:
    """By dataset and category: passed, total and share."""
    finished = run("eval", str(dataset))
    table = rows(finished)
    assert table["small things"] == ["2", "3", "66.7"]
    assert table["lights"] == ["1", "2", "50.0"]
    assert table["switches"] == ["1", "1", "100.0"]
    assert "fast 100 %" in finished.stdout
    assert "expected of them: 1" in finished.stdout
    assert "\x1b" not in finished.stdout


def test_several_datasets(run: Run, dataset: Path) -> None:
    """Each has its lines, and then all together."""
    finished = run("eval", str(dataset), str(dataset / "house/switches.yaml"))
    assert rows(finished)["all"] == ["3", "4", "75.0"]


def test_json(run: Run, dataset: Path) -> None:
    """Programs get every task."""
    finished = run("eval", "--json", str(dataset))
    assert finished.returncode == 0
    (scored,) = json.loads(finished.stdout)["datasets"]
    tasks = scored.pop("tasks")
    latency = scored.pop("latency_ms")
    assert scored == {
        "name": "small things",
        "passed": 2,
        "total": 3,
        "categories": {
            "lights": {"passed": 1, "total": 2},
            "switches": {"passed": 1, "total": 1},
        },
        "actions": {},
        "actions_by_home": {},
    }
    assert 0 < latency["p50"] <= latency["p95"]
    lamp, piano, _ = tasks
    assert lamp.pop("latency_ms") > 0
    assert lamp.pop("reply")
    assert lamp == {
        "task_id": "house_lights-turn_on_the_lamp",
        "sentence": "turn on the lamp",
        "tier": "fast",
        "tokens": 0,
        "passed": True,
        "action": None,
        "failures": [],
        "calls": [
            {"domain": "light", "service": "turn_on", "entity_ids": ["light.lamp"], "data": {}}
        ],
    }
    assert piano["passed"] is False
    assert piano["calls"] == []
    assert piano["failures"][0] == "light.lamp: state: expected on, is off"


def test_filter(run: Run, dataset: Path) -> None:
    """By sentence or id, in any case."""
    assert rows(run("eval", "--filter", "PIANO", str(dataset)))["small things"][:2] == ["0", "1"]
    assert rows(run("eval", "--filter", "_switches", str(dataset)))["small things"][0] == "1"
    assert "violin" in complaint(run("eval", "--filter", "violin", str(dataset)), status=1)


def test_failures(run: Run, dataset: Path) -> None:
    """What was said, what was answered, and what is wrong."""
    shown = run("eval", "--failures", str(dataset)).stdout
    assert "turn on the piano" in shown
    assert "reply  Sorry" in shown
    assert "wrong  light.lamp: state: expected on, is off" in shown
    assert "turn on the lamp" not in shown


def test_failures_show_the_calls(run: Run, dataset: Path) -> None:
    """What was done instead."""
    (dataset / "house/switches.yaml").write_text(SWITCHES.replace("the pump", "the lamp"))
    shown = run("eval", "--failures", str(dataset)).stdout
    assert "call   light.turn_on light.lamp" in shown


def test_own_sentences_on_an_own_home(run: Run, tmp_path: Path) -> None:
    """A file of sentences and an inventory are enough."""
    own = tmp_path / "own.yaml"
    own.write_text(HOME.replace("Lamp", "Lampe") + "language: de\n")
    tasks = tmp_path / "sätze.yaml"
    tasks.write_text(
        'tests: [{sentences: [Schalte die Lampe ein], expect_changes: {light.lamp: {state: "on"}},'
        " ignore_changes: {light.lamp: [color_mode]}}]"
    )
    assert rows(run("eval", "--home", str(own), str(tasks)))["sätze"][:2] == ["1", "1"]
    assert "--home" in complaint(run("eval", str(tasks)))
    english = run("eval", "--home", str(own), "--language", "en", str(tasks))
    assert rows(english)["sätze"][:2] == ["0", "1"]


def test_home_from_the_environment_is_not_meant(run: Run, dataset: Path, small_home: str) -> None:
    """The home that a person lives in does not take the place of the dataset's."""
    assert rows(run("eval", str(dataset), HOME_AGENT_HOME=small_home))["small things"][0] == "2"


@pytest.mark.parametrize("tier", ["fast", "auto"])
def test_tier(run: Run, dataset: Path, tier: str) -> None:
    """The two are the same as long as there is no model."""
    assert rows(run("eval", "--tier", tier, str(dataset)))["small things"][0] == "2"


def test_trouble_in_one_file(run: Run, dataset: Path) -> None:
    """It is a failure, and the others are scored."""
    (dataset / "house/broken.yaml").write_text("tests: [")
    finished = run("eval", "--failures", str(dataset))
    assert rows(finished)["small things"][:2] == ["2", "4"]
    assert "broken.yaml: is not valid YAML" in finished.stdout
    (scored,) = json.loads(run("eval", "--json", str(dataset)).stdout)["datasets"]
    assert scored["tasks"][0]["latency_ms"] is None


def test_nothing_could_be_run(run: Run, dataset: Path) -> None:
    """Then the exit status says so, and one line why."""
    (dataset / "house/_fixtures.yaml").write_text("lamp")
    finished = run("eval", str(dataset))
    assert finished.returncode == 1
    assert "small things" in finished.stdout
    assert "_fixtures.yaml" in finished.stderr
    assert finished.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "DATASET"),
        (["nowhere"], "nowhere"),
        (["--tier", "slow", "."], "slow"),
        (["--home", "nowhere.yaml", "{dataset}"], "nowhere.yaml"),
        (["--language", "klingon", "{dataset}"], "klingon"),
        (["{dataset}/house/_fixtures.yaml"], "_fixtures.yaml"),
    ],
    ids=str,
)
def test_wrong_usage(run: Run, dataset: Path, arguments: list[str], named: str) -> None:
    """One clear line."""
    assert named in complaint(run("eval", *(word.format(dataset=dataset) for word in arguments)))


def test_help(run: Run) -> None:
    """The exit status is documented, and who may answer."""
    finished = run("eval", "--help")
    assert finished.returncode == 0
    assert "Exit status" in finished.stdout
    assert "without a model" in " ".join(finished.stdout.split())


def test_progress_on_a_terminal_only(open_terminal: Open, run: Run, dataset: Path) -> None:
    """A bar while it runs, which is gone at the end."""
    assert run("eval", str(dataset)).stderr == ""
    terminal = open_terminal("eval", str(dataset))
    assert "Running" in without_escapes(terminal.wait_for("3/3"))
    terminal.wait_for("small things")
    assert terminal.wait_for_end() == 0


def test_names_cannot_command_the_terminal(run: Run, dataset: Path) -> None:
    """A dataset with escape sequences in its name is shown, not obeyed."""
    (dataset / "dataset_card.yaml").write_text('name: "\\e[2Jsmall"\n')
    shown = run("eval", str(dataset)).stdout
    assert "small" in shown
    assert "\x1b" not in shown


def test_example_of_the_page(run: Run, tmp_path: Path) -> None:
    """What docs/evaluate.md shows is what happens, but for the milliseconds."""
    page = PAGE.read_text("utf-8")
    house, sentences, about_one = re.findall(
        r"^```yaml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE
    )
    (shown,) = re.findall(r"^\$ home-agent eval .*?\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "house.yaml").write_text(house)
    (tmp_path / "sentences.yaml").write_text(sentences)
    files = ("--home", str(tmp_path / "house.yaml"), str(tmp_path / "sentences.yaml"))
    finished = run("eval", "--failures", *files)
    printed = "\n".join(line.rstrip() for line in finished.stdout.splitlines()) + "\n"
    milliseconds = re.compile(r" +[0-9.]+ +[0-9.]+ +(?=fast)")
    assert milliseconds.sub("", printed) == milliseconds.sub("", shown)
    (tmp_path / "sentences.yaml").write_text(about_one)
    counted = json.loads(run("eval", "--json", *files).stdout)
    (actions,) = (dataset["actions"] for dataset in counted["datasets"])
    assert actions == {"right": 2, "asked": 0, "wrong": 0, "missed": 0}
