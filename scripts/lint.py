"""Checks formatting, style, types and layers: `python -m scripts.lint`.

Types are checked twice, because the engine is reachable in two ways: as part of the app, without
Home Assistant, and as part of the integration, with it.
"""

from __future__ import annotations

import sys

from .parts import Part, run_side_by_side
from .setup.environments import ENVIRONMENTS

APP = str(ENVIRONMENTS["app"].python)
HOME_ASSISTANT = str(ENVIRONMENTS["ha-newest"].python)

# what starts a real Home Assistant
WITH_HOME_ASSISTANT = [
    *("scripts/demo_house.py", "scripts/develop.py", "scripts/real_hass"),
    *("benchmarks/bare_reader.py", "benchmarks/bench_events", "benchmarks/bench_memory.py"),
    *("benchmarks/bench_real_events.py", "benchmarks/bench_real_faults.py"),
    *("benchmarks/bench_hostile.py", "benchmarks/bench_watch.py"),
    "benchmarks/side_by_side/home_assistant.py",
]
APP_CODE = [
    *("src", "scripts", "benchmarks"),
    *("tests/engine", "tests/attacks/engine", "tests/standalone", "tests/scripts", "tests/model"),
    *("tests/clients", "tests/chroma"),
]
INTEGRATION_CODE = [
    "custom_components",
    *("tests/integration", "tests/end_to_end", "tests/browser", "tests/attacks/home_assistant"),
]


def _types(title: str, python: str, *arguments: str) -> Part:
    # a cache of its own: the two see different packages
    cache = f"--cache-dir=.mypy_cache/{title}"
    return Part(f"types of the {title}", [python, "-m", "mypy", cache, *arguments])


PARTS = [
    # the longest first
    _types("integration", HOME_ASSISTANT, *INTEGRATION_CODE, *WITH_HOME_ASSISTANT),
    _types("app", APP, f"--exclude=^({'|'.join(WITH_HOME_ASSISTANT)})", *APP_CODE),
    Part("format", [APP, "-m", "ruff", "format", "--check"]),
    Part("style", [APP, "-m", "ruff", "check"]),
    Part("layers", [APP, "-m", "scripts.check_layers"]),
]


def main() -> int:
    """Run all checks and say which failed; return the exit status."""
    failed = [result.part.title for result in run_side_by_side(PARTS) if result.status]
    print(f"\nFAILED: {', '.join(failed)}" if failed else "\nAll checks passed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
