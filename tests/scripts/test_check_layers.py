"""The layers hold, and the check that says so would notice if they did not."""

import pytest

from scripts import check_layers


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
