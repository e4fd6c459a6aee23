"""Modules are of a size to be read: none over 400 lines, and few that are next to empty."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("benchmarks", "custom_components", "scripts", "src", "tests", "training")
ENGINE = "custom_components/home_agent/engine/"
LENGTHS = {
    file.relative_to(ROOT).as_posix(): len(file.read_text("utf-8").splitlines())
    for folder in FOLDERS
    for file in (ROOT / folder).rglob("*.py")
}


def test_no_module_is_over_400_lines() -> None:
    """Tests and scripts included: whatever is longer has a part with a name of its own."""
    assert {name: length for name, length in LENGTHS.items() if length > 400} == {}


def test_few_modules_of_the_engine_are_under_50_lines() -> None:
    """What belongs together stands together."""
    short = [
        name
        for name, length in LENGTHS.items()
        if name.startswith(ENGINE) and not name.endswith("__init__.py") and length < 50
    ]
    assert len(short) < 60, short
