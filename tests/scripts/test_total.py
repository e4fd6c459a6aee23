"""The total of a test run says what happened, once for each test."""

from collections import Counter
from pathlib import Path

from scripts.parts import Part, Result
from scripts.test import APP, ENGINE, STAGES, Suite, _count_suite, count

REPORT = """<testsuites><testsuite>
  <testcase classname="a" name="passes"/>
  <testcase classname="a" name="fails"><failure/></testcase>
  <testcase classname="a" name="fails"><error/></testcase>
  <testcase classname="b" name="passes"/>
  <testcase classname="b" name="breaks afterwards"/>
  <testcase classname="b" name="breaks afterwards"><error/></testcase>
  <testcase classname="b" name="waits"><skipped/></testcase>
</testsuite></testsuites>"""


def test_report_is_counted(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    assert count(report) == {"passed": 2, "failed": 2, "skipped": 1}


def test_suite_that_crashed_counts_as_a_failure() -> None:
    crashed = Suite("nonexistent", "crashed", "app", ())
    part = Part("crashed", [])
    assert _count_suite(crashed, Result(part, 134)) == {"failed": 1}
    assert _count_suite(crashed, Result(part, 0)) == Counter()


def test_every_folder_of_tests_is_run_once() -> None:
    tests = Path(__file__).parents[1]
    modules = {found.relative_to(tests.parent) for found in tests.rglob("test_*.py")}
    run = [
        (suite.environment, folder, suite.without)
        for stage in STAGES
        for suite in stage
        for folder in suite.folders
    ]
    # What needs a real model, a browser or others' programs has a target of its own: it takes a
    # download, and a minute more.
    apart = {"tests/model", "tests/browser", "tests/clients", "tests/chroma"}
    targets = (tests.parent / "Makefile").read_text()
    assert all(f"pytest --quiet $(ARGS) {folder}\n" in targets for folder in apart)
    times = Counter[tuple[str, Path]]()
    for environment, folder, without in (*run, *((name, name, ()) for name in apart)):
        found = {
            (environment, module)
            for module in modules
            if module.is_relative_to(folder) and not any(map(module.is_relative_to, without))
        }
        assert found, f"{folder} has no tests"
        times.update(found)
    # The integration's are run by two versions of Home Assistant, each once.
    assert set(times.values()) == {1}
    assert {module for _, module in times} == modules


def test_engine_is_tested_without_home_assistant() -> None:
    assert "tests/engine" in ENGINE.folders
    assert "tests/standalone" in APP.folders
    assert ENGINE.environment == APP.environment == "app"
