"""Runs every test: `python -m scripts.test [PYTEST ARGUMENTS]`.

The engine and the app are tested without Home Assistant; the integration with the oldest and the
newest one we support; the whole with a real Home Assistant. All parts run, whatever becomes of the
others.
"""

from __future__ import annotations

import os
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .parts import Part, Result, run_side_by_side
from .setup.environments import ENVIRONMENTS
from .setup.paths import PRIVATE, ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

REPORTS = PRIVATE / "reports"
NO_TESTS_RAN = 5

_NO_HOME_ASSISTANT = (
    "import importlib.util, sys\n"
    "if importlib.util.find_spec('homeassistant'):\n"
    "    sys.exit('Home Assistant is in the environment that must do without it')"
)


@dataclass(frozen=True)
class Suite:
    """Folders of tests, and the environment they run in."""

    name: str
    title: str
    environment: str
    folders: tuple[str, ...]
    without: tuple[str, ...] = ()
    """Folders below those that are another suite's."""

    @property
    def python(self) -> str:
        """The interpreter that runs this suite."""
        return str(ENVIRONMENTS[self.environment].python)

    @property
    def report(self) -> Path:
        """Where pytest writes what it found."""
        return REPORTS / f"{self.name}.xml"

    def part(self, arguments: Sequence[str]) -> Part:
        """Return the command that runs this suite."""
        pytest = [self.python, "-m", "pytest", "--quiet", f"--junitxml={self.report}"]
        # a cache of its own: suites that run side by side would write into the same one
        cache = ["-o", f"cache_dir=.pytest_cache/{self.name}"]
        without = [f"--ignore={folder}" for folder in self.without]
        return Part(self.title, [*pytest, *cache, *without, *arguments, *self.folders])


# These load all of the engine into the process that tests, and run with what does so anyway: the
# memory of a program that it starts could not be told from its own.
IN_PROCESS = tuple(
    f"tests/standalone/{name}" for name in ("evaluation", "server", "simulated", "storage")
)
ENGINE = Suite(
    "engine",
    "engine and simulated home, without Home Assistant",
    "app",
    ("tests/engine", *IN_PROCESS),
)
ATTACKS = Suite("attacks", "attacks on the engine", "app", ("tests/attacks/engine",))
APP = Suite(
    "app",
    "app and set-up, without Home Assistant",
    "app",
    ("tests/standalone", "tests/scripts"),
    without=IN_PROCESS,
)
INTEGRATION = ("tests/integration", "tests/attacks/home_assistant")
NEWEST = Suite("newest", "newest Home Assistant", "ha-newest", INTEGRATION)
OLDEST = Suite("oldest", "oldest Home Assistant", "ha-oldest", INTEGRATION)
END_TO_END = Suite("end-to-end", "a real Home Assistant", "ha-newest", ("tests/end_to_end",))

# Side by side within a stage, the longest first. The last one starts servers and minds the clock,
# so it runs alone.
STAGES = ((APP, ATTACKS, NEWEST, ENGINE, OLDEST), (END_TO_END,))
# More than there are cores: programs are started and waited for, so that one is idle now and then.
AT_ONCE = 3


def main(arguments: list[str]) -> int:
    """Run all suites, say what failed and print the total; return the exit status."""
    suites = [suite for stage in STAGES for suite in stage]
    missing = [folder for suite in suites for folder in suite.folders if not _has_tests(folder)]
    if missing:
        print(f"No tests in {', '.join(dict.fromkeys(missing))}", file=sys.stderr)
        return 1
    REPORTS.mkdir(parents=True, exist_ok=True)
    # Suites run side by side: threads of numpy for sums this small would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    failed = _prove_absence()
    total: Counter[str] = Counter()
    for stage in STAGES:
        for suite in stage:
            suite.report.unlink(missing_ok=True)
        results = run_side_by_side([suite.part(arguments) for suite in stage], at_once=AT_ONCE)
        for suite, result in zip(stage, results, strict=True):
            total += _count_suite(suite, result)
            # with arguments, such as -k, a suite may well have nothing to run
            if result.status not in ((0, NO_TESTS_RAN) if arguments else (0,)):
                failed.append(suite.title)
    print()
    for title in failed:
        print(f"FAILED: {title}")
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    print(f"{total['passed']} passed, {total['failed']} failed{skipped}")
    return 1 if failed else 0


def count(report: Path) -> Counter[str]:
    """Return how many tests of a JUnit report passed, failed or were skipped.

    A test that failed and then could not be cleaned up after is in a report twice, but failed once.
    """
    verdicts: dict[tuple[str, str], str] = {}
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - our own pytest wrote it
        test = (case.get("classname", ""), case.get("name", ""))
        if case.find("failure") is not None or case.find("error") is not None:
            verdicts[test] = "failed"
        elif case.find("skipped") is not None:
            verdicts.setdefault(test, "skipped")
        else:
            verdicts.setdefault(test, "passed")
    return Counter(verdicts.values())


def _count_suite(suite: Suite, result: Result) -> Counter[str]:
    """Count a suite's tests; one that broke without any failed test counts as a failure."""
    counts = count(suite.report) if suite.report.exists() else Counter()
    if result.status not in (0, NO_TESTS_RAN) and not counts["failed"]:
        counts["failed"] += 1
    return counts


def _has_tests(folder: str) -> bool:
    return any((ROOT / folder).rglob("test_*.py"))


def _prove_absence() -> list[str]:
    """Return what is wrong with the environment that must not have Home Assistant."""
    check = Part("no Home Assistant beside the engine", [APP.python, "-c", _NO_HOME_ASSISTANT])
    (result,) = run_side_by_side([check])
    return [check.title] if result.status else []


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
