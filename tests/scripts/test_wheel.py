"""The wheel carries the engine itself, where the repository has a link to it."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "custom_components" / "home_agent" / "engine"


def _build(target: str, source: Path, output: Path) -> Path:
    # hatchling itself rather than a build tool: this needs neither a network nor an environment
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(output)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = output.iterdir()
    return built


@pytest.fixture(scope="module", params=["from the repository", "from the source archive"])
def wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built in both of the ways in which it comes about."""
    source = ROOT
    if request.param == "from the source archive":
        unpacked = tmp_path_factory.mktemp("unpacked")
        with tarfile.open(_build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))) as archive:
            archive.extractall(unpacked, filter="data")
        (source,) = unpacked.iterdir()
    return _build("wheel", source, tmp_path_factory.mktemp("wheel"))


def _files(folder: Path) -> set[str]:
    """Return the files of a folder that belong into a wheel, relative to it."""
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_engine_is_whole(wheel: Path) -> None:
    prefix = "home_agent/engine/"
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(prefix)]
        assert len(names) == len(set(names))
        assert {name.removeprefix(prefix) for name in names} == _files(ENGINE)
        assert archive.read(f"{prefix}__init__.py") == (ENGINE / "__init__.py").read_bytes()


def test_app_is_whole_and_nothing_else_is_in_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "home_agent/cli/program.py" in names
    assert {name.partition("/")[0] for name in names} == {
        "home_agent",
        "-".join(wheel.name.split("-")[:2]) + ".dist-info",
    }
