"""The layers hold, and the check that says so would notice if they did not."""

import pytest

from scripts import check_layers, rooms
from scripts.setup.paths import ROOT


@pytest.mark.parametrize(
    ("name", "source", "finding"),
    [
        (
            "src/home_agent/cli/program.py",
            "import homeassistant.core",
            "imports homeassistant.core",
        ),
        (
            f"{check_layers.ENGINE}agent.py",
            "from homeassistant import core",
            "imports homeassistant",
        ),
        (
            f"{check_layers.ENGINE}agent.py",
            "def f():\n import home_agent",
            ":2: imports home_agent",
        ),
        ("docs/setup.md", "see https://py" + "pi.org/simple", "names the package index"),
    ],
)
def test_trespass_is_found(name: str, source: str, finding: str) -> None:
    (found,) = check_layers.check(name, source.encode())
    assert finding in found


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("custom_components/home_agent/home.py", "import homeassistant"),
        ("src/home_agent/cli/program.py", "from home_agent.engine import Agent"),
        (f"{check_layers.ENGINE}agent.py", "from .home import Home\nfrom . import turn"),
    ],
)
def test_what_is_allowed_is_not_found(name: str, source: str) -> None:
    assert not list(check_layers.check(name, source.encode()))


def test_repository_keeps_to_its_layers(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_layers.main() == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "source", "finding"),
    [
        ("home/model.py", "from ..act import ServiceCaller", "home imports act of act"),
        ("home/domains/fan.py", "from ...llm import address", "home imports llm.address of llm"),
        ("llm/failover.py", "def f():\n from ..context import x", ":2: llm imports context"),
        ("act/audit.py", "from ...const import DOMAIN", "imports ...const"),
        ("drawer.py", "import json", "is in no room"),
        ("agent.py", "from .drawer import x", "imports drawer, which is in no room"),
    ],
)
def test_what_a_room_must_not_import_is_found(name: str, source: str, finding: str) -> None:
    (found,) = check_layers.check(f"{rooms.ENGINE.folder}{name}", source.encode())
    assert finding in found


def test_app_keeps_to_its_rooms_too() -> None:
    name = f"{rooms.APP.folder}terminal/screen.py"
    (found,) = check_layers.check(name, b"from home_agent.session import Session")
    assert "terminal imports session of session" in found
    assert not list(check_layers.check(name, b"from home_agent.engine.llm import messages"))


@pytest.mark.parametrize("house", rooms.HOUSES, ids=lambda house: house.name)
def test_rooms_import_only_what_stands_above_them(house: rooms.House) -> None:
    """So that no two rooms can need each other, by whatever way round."""
    above: set[str] = set()
    for room in house.rooms:
        assert house.may_import(room) <= above, room.name
        above.add(room.name)


@pytest.mark.parametrize("house", rooms.HOUSES, ids=lambda house: house.name)
def test_every_name_in_the_table_is_there(house: rooms.House) -> None:
    folder = ROOT / house.folder
    for room in house.rooms:
        for module in room.modules or (room.name,):
            path = folder.joinpath(*module.split("."))
            assert path.is_dir() or path.with_suffix(".py").is_file(), module


@pytest.mark.parametrize("house", rooms.HOUSES, ids=lambda house: house.name)
def test_documentation_shows_the_table(house: rooms.House) -> None:
    """`python -m scripts.rooms` prints what belongs into the page."""
    assert house.as_markdown() in (ROOT / "docs/architecture.md").read_text("utf-8")
