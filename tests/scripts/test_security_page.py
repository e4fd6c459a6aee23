"""What docs/security.md says enforces a promise is there, under that name."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/security.md").read_text("utf-8")
CODE = ("custom_components", "src", "scripts", "benchmarks", "tests")

# Of Home Assistant, and services.
FOREIGN = {
    *(
        "Store.async_save",
        "home_agent.process",
        "automation.change",
        "automation.create",
        "automation.remove",
    ),
    *("script.opener", "script.turn_on", "lock.lock", "lock.open", "lock.unlock"),
    *("light.toggle", "light.turn_on"),
}


@cache
def _sources() -> dict[str, str]:
    files = (file for folder in CODE for file in (ROOT / folder).rglob("*.py"))
    return {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in files}


@pytest.mark.parametrize("module", sorted(set(re.findall(r"`([\w/]+\.py)`", PAGE))))
def test_its_modules_are_there(module: str) -> None:
    assert any(f"/{path}".endswith(f"/{module}") for path in _sources())


NAMES = sorted({*re.findall(r"`(\w+\.[a-z_]\w+)`", PAGE)} - FOREIGN)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith(".py")])
def test_what_it_names_is_there(name: str) -> None:
    """`Class.member`, or `module.name`."""
    owner, _, member = name.partition(".")
    held = [
        text
        for path, text in _sources().items()
        if path.endswith(f"/{owner}.py") or re.search(rf"^class {owner}\b", text, re.MULTILINE)
    ]
    assert any(re.search(rf"\b{member}\b", text) for text in held), name
