"""Texts of one's own: folders of Markdown or plain text, cut into passages with their source.

Only what is in the folder is read: no link that leads out of it, nothing hidden, and no more than
there is room for. What cannot be read is told in the log, and the rest is read all the same.
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .passage import Passage
from .settings import DocumentSettings

_LOGGER = logging.getLogger(__name__)

_KINDS = frozenset({".md", ".markdown", ".txt"})
_MOST_FILES = 2000
_MOST_BYTES = 1_000_000
_LONGEST = 500
"""Letters of a passage: enough to answer a question, and few enough to be told with others."""

_HEADING = re.compile(r"#{1,6}\s+(.+?)\s*#*\s*$")
_UNDERLINE = re.compile(r"(?:=|-){3,}\s*$")
_PARAGRAPHS = re.compile(r"\n\s*\n")
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileState:
    """A file with its time of change and size."""

    path: Path
    name: str
    """Its folder and its path in there, for whoever is told of it."""

    changed_ns: int
    size: int


def list_files(folders: tuple[DocumentSettings, ...]) -> tuple[FileState, ...]:
    """The files of a folder, in order. Blocks."""
    found: list[FileState] = []
    for settings in folders:
        root = Path(settings.folder).expanduser()
        if not root.is_dir():
            _LOGGER.warning("There is no folder %s, which is set under documents", root)
            continue
        title = settings.name or root.name
        found += (_state(path, f"{title}/{path.relative_to(root)}") for path in _files(root))
    if len(found) > _MOST_FILES:
        _LOGGER.warning("Of %s documents only the first %s are read", len(found), _MOST_FILES)
    return tuple(found[:_MOST_FILES])


def read_passages(file: FileState) -> tuple[Passage, ...]:
    """The passages of a file. Blocks."""
    if file.size > _MOST_BYTES:
        _LOGGER.warning("The document %s is not read: it is over 1 MB. Split it.", file.name)
        return ()
    try:
        text = file.path.read_text("utf-8-sig", errors="replace")
    except OSError as error:
        _LOGGER.warning("The document %s is not read: %s", file.name, error)
        return ()
    title = file.path.stem.replace("_", " ").replace("-", " ")
    return tuple(
        Passage(
            id=f"{file.name}#{number}",
            text=passage,
            names=(title, heading) if heading else (title,),
            source=f"{file.name}, {heading}" if heading else file.name,
        )
        for number, (heading, passage) in enumerate(split_text(text))
    )


def split_text(text: str) -> Iterator[tuple[str, str]]:
    """Split a text into passages, each with its heading."""
    for heading, section in _sections(text):
        held = ""
        for piece in _pieces(section):
            if held and len(held) + len(piece) + 1 > _LONGEST:
                yield heading, held
                held = ""
            held = f"{held} {piece}" if held else piece
        if held:
            yield heading, held


def _sections(text: str) -> Iterator[tuple[str, str]]:
    heading, lines = "", list[str]()
    for line in text.splitlines():
        underlined = _UNDERLINE.match(line) and lines and lines[-1].strip()
        if found := _HEADING.match(line):
            yield heading, "\n".join(lines)
            heading, lines = found[1], []
        elif underlined:
            title = lines.pop().strip()
            yield heading, "\n".join(lines)
            heading, lines = title, []
        else:
            lines.append(line)
    yield heading, "\n".join(lines)


def _pieces(section: str) -> Iterator[str]:
    """Split a section into paragraphs, long ones into sentences, and cut what is still too long."""
    for paragraph in _PARAGRAPHS.split(section):
        plain = " ".join(paragraph.split())
        if not plain:
            continue
        parts = [plain] if len(plain) <= _LONGEST else _SENTENCE_END.split(plain)
        for part in parts:
            yield from (part[at : at + _LONGEST] for at in range(0, len(part), _LONGEST))


def _files(root: Path) -> Iterator[Path]:
    inside = root.resolve()
    for path in sorted(root.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(root).parts)
        if hidden or path.suffix.casefold() not in _KINDS or not path.is_file():
            continue
        if path.resolve().is_relative_to(inside):
            yield path


def _state(path: Path, name: str) -> FileState:
    about = path.stat()
    return FileState(path=path, name=name, changed_ns=about.st_mtime_ns, size=about.st_size)
