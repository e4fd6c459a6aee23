"""The documentation names files that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/**/*.md")
    for page in ROOT.glob(pattern)
)
_NAMED = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.py)`")
_PYTHON = {
    file.relative_to(ROOT).as_posix()
    for folder in ("benchmarks", "custom_components", "scripts", "src", "tests", "training")
    for file in (ROOT / folder).rglob("*.py")
}


@pytest.mark.parametrize("page", PAGES)
def test_every_module_that_a_page_names_is_there(page: str) -> None:
    """By the end of its path, as people write it."""
    named = set(_NAMED.findall((ROOT / page).read_text("utf-8")))
    gone = {name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in _PYTHON)}
    assert not gone
