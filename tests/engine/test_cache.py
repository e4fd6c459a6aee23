"""What was built is kept for the next start, and nothing ever depends on it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from home_agent.engine.storage.cache import cached_json, set_cache_folder

VALUE = {"lamp": ["light", "Lämpchen"]}


class Builder:
    """Counts how often something has to be built."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> object:
        self.times += 1
        return VALUE


@pytest.fixture
def build() -> Builder:
    return Builder()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which things are kept."""
    folder = tmp_path / "cache"
    set_cache_folder(folder)
    yield folder
    set_cache_folder(None)


def kept(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_built_once(folder: Path, build: Builder) -> None:
    assert cached_json("words", [b"source"], build) == VALUE
    assert cached_json("words", [b"source"], build) == VALUE
    assert build.times == 1
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [file.stat().st_mode & 0o777 for file in kept(folder)] == [0o600]


def test_another_source_is_built_anew_and_takes_its_place(folder: Path, build: Builder) -> None:
    cached_json("words", [b"source"], build)
    cached_json("words", [b"other"], build)
    cached_json("words", [b"oth", b"er"], build)
    assert build.times == 3
    assert len(kept(folder)) == 1


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000])
def test_damaged_one_is_built_again(folder: Path, build: Builder, content: bytes) -> None:
    cached_json("words", [b"source"], build)
    (file,) = kept(folder)
    file.write_bytes(content)
    assert cached_json("words", [b"source"], build) == VALUE
    assert build.times == 2
    assert json.loads(file.read_bytes()) == VALUE


def test_what_others_may_write_is_not_believed(folder: Path, build: Builder) -> None:
    """Somebody else's words could make "lock" mean "unlock"."""
    cached_json("words", [b"source"], build)
    (file,) = kept(folder)
    file.write_text('{"lamp": ["lock"]}')
    file.chmod(0o666)
    assert cached_json("words", [b"source"], build) == VALUE
    elsewhere = folder.parent / "elsewhere.json"
    elsewhere.write_text('{"lamp": ["lock"]}')
    file.unlink()
    file.symlink_to(elsewhere)
    assert cached_json("words", [b"source"], build) == VALUE
    folder.chmod(0o777)
    set_cache_folder(folder)
    cached_json("other", [b"source"], build)
    assert not list(folder.glob("other-*"))


def test_nowhere_to_keep_it(tmp_path: Path, build: Builder) -> None:
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "cache", Path("/proc/nowhere"), None):
        set_cache_folder(folder)
        assert cached_json("words", [b"source"], build) == VALUE
    assert build.times == 4
