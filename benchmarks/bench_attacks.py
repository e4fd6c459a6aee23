"""Attacks tried and attacks that got through, for each promise: what tests/attacks has, counted.

One parametrised case is one attempt; a test that fails is an attack that got through. The engine is
attacked without Home Assistant, the integration inside a Home Assistant core.
"""

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parent.parent
ATTACKS = ROOT / "tests" / "attacks"
PYTHONS = {"engine": ".venv", "home_assistant": ".venv-ha-newest"}


def promise(case: ET.Element) -> str:
    """What a test attacks: the folder, or the module, below where the attacks are."""
    return case.get("classname", "").split(".attacks.")[-1].split(".")[1].removeprefix("test_")


def cases(where: str) -> Iterator[tuple[str, bool]]:
    """Run the attacks on one part of us: what each attempt attacks, and whether it got through."""
    python = ROOT / PYTHONS[where] / "bin" / "python"
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [str(python), "-m", "pytest", "--quiet", "-p", "no:cacheprovider"]
        arguments = ["--no-header", "--tb=no", f"--junitxml={report}", str(ATTACKS / where)]
        subprocess.run([*command, *arguments], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)  # noqa: S603
        for case in ET.parse(report).iter("testcase"):  # noqa: S314 - our own pytest wrote it
            if case.find("skipped") is None:
                through = case.find("failure") is not None or case.find("error") is not None
                yield promise(case), through


def main() -> int:
    """Print the table; fail where anything got through."""
    through = 0
    for where in PYTHONS:
        tried: Counter[str] = Counter()
        passed: Counter[str] = Counter()
        for name, got_through in cases(where):
            tried[name] += 1
            passed[name] += got_through
        print(f"{where.replace('_', ' ')}: attacks tried, and through")
        for name in sorted(tried):
            print(f"  {name.replace('_', ' '):24} {tried[name]:5} {passed[name]:4}")
        print(f"  {'in all':24} {tried.total():5} {passed.total():4}", flush=True)
        through += passed.total()
    return 1 if through else 0


if __name__ == "__main__":
    sys.exit(main())
