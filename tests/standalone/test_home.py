"""`home-agent home`: the house as a tree."""

import subprocess
from pathlib import Path

from tests.standalone.program import PATIENCE, PROGRAM, Open, Run

TREE = """\
The home in small_home.yaml
├── Ground floor (also downstairs)
│   ├── Hall
│   │   ├── Front door contact: open
│   │   ├── Broken lamp: off
│   │   └── Front door: locked
│   └── Kitchen (also cooking corner)
│       ├── Ceiling lamp: off (also big light)
│       └── Fountain: off
├── Upstairs
│   └── Bedroom
│       └── Bedside lamp: off
├── No floor
│   └── Garden
│       ├── Thermometer: 21.5 °C
│       └── Fountain: off
└── No room
    └── Boiler: on [not exposed]
"""


def test_tree(run: Run, small_home: str) -> None:
    """Floors from the lowest up, rooms, things with their state in words, and the odd ones."""
    finished = run("home", "--home", small_home)
    assert finished.returncode == 0
    assert finished.stdout == TREE
    assert finished.stderr == ""


def test_built_in_home(run: Run) -> None:
    """Without an inventory there is a home to try things on."""
    finished = run("home")
    assert finished.returncode == 0
    assert len(finished.stdout.splitlines()) > 20


def test_whole_when_piped(run: Run, small_home: str, tmp_path: Path) -> None:
    """A pipe has no edge: nothing is wrapped or cut off, however narrow the terminal is."""
    long = "Boiler " + "of the house " * 30 + "behind the stairs"
    inventory = tmp_path / "long.yaml"
    inventory.write_text(Path(small_home).read_text().replace("Boiler", long))
    finished = run("home", "--home", str(inventory), COLUMNS="40")
    assert finished.stdout.splitlines()[-1] == f"    └── {long}: on [not exposed]"


def test_built_in_home_in_another_language(run: Run, settings: Path) -> None:
    """Its things are called what people call them who speak that language."""
    assert "Kronleuchter" in run("home", "--language", "de").stdout
    settings.write_text("language = 'fr'\n")
    assert "Lustre" in run("home").stdout


def test_colours_only_on_a_terminal(run: Run, open_terminal: Open, small_home: str) -> None:
    """A pipe gets plain words."""
    assert "\x1b" not in run("home", "--home", small_home).stdout
    terminal = open_terminal("home", "--home", small_home)
    assert "\x1b[" in terminal.wait_for("not exposed")
    assert terminal.wait_for_end() == 0
    plain = open_terminal("home", "--home", small_home, NO_COLOR="1")
    assert "\x1b[" not in plain.wait_for("not exposed")


def test_terminal_without_the_letters(run: Run, small_home: str) -> None:
    """Where standard output is not Unicode, the tree is drawn with what there is."""
    finished = run("home", "--home", small_home, PYTHONIOENCODING="ascii")
    assert finished.returncode == 0
    assert "`-- Bedroom" in finished.stdout
    assert "21.5 ?C" in finished.stdout


def test_closed_pipe_is_silent(environment: dict[str, str]) -> None:
    """`home-agent home | head -1` prints one line and no complaint."""
    done = subprocess.run(
        f"{PROGRAM} home | head -1",
        shell=True,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout == "The built-in home\n"
    assert done.stderr == ""


def test_full_disk(environment: dict[str, str]) -> None:
    """What cannot be written is an error in one line."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [PROGRAM, "home"],
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "home-agent: There is no space left to write to.\n"


def test_names_cannot_command_the_terminal(run: Run, small_home: str, tmp_path: Path) -> None:
    """A device with escape sequences in its name is shown, not obeyed."""
    evil = tmp_path / "evil.yaml"
    evil.write_text(Path(small_home).read_text().replace("Boiler", r'"\e[2JBoiler\a"'))
    finished = run("home", "--home", str(evil))
    assert "Boiler" in finished.stdout
    assert "\x1b" not in finished.stdout
    assert "\a" not in finished.stdout
