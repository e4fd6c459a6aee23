"""Folders of texts are read with care, and cut where people would."""

import logging
from pathlib import Path

import pytest

from home_agent.engine.retrieval.documents import list_files, read_passages, split_text
from home_agent.engine.retrieval.settings import DocumentSettings


def read(folder: Path) -> dict[str, str]:
    files = list_files((DocumentSettings(folder=str(folder), name="Manuals"),))
    return {p.source: p.text for file in files for p in read_passages(file)}


def test_passages_tell_where_they_stand(tmp_path: Path) -> None:
    (tmp_path / "heating").mkdir()
    (tmp_path / "heating" / "boiler.md").write_text(
        "Intro.\n\n# Reset\n\nHold the red button.\n\n# Service\nCall Mr. Miller.\n"
    )
    (tmp_path / "wifi.txt").write_text("Guests\n======\nThe network is Birdhouse.")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / ".secret.md").write_text("hidden")
    assert read(tmp_path) == {
        "Manuals/heating/boiler.md": "Intro.",
        "Manuals/heating/boiler.md, Reset": "Hold the red button.",
        "Manuals/heating/boiler.md, Service": "Call Mr. Miller.",
        "Manuals/wifi.txt, Guests": "The network is Birdhouse.",
    }


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "private.md").write_text("not for a model")
    (inside / "link.md").symlink_to(outside / "private.md")
    (inside / "folder").symlink_to(outside)
    assert read(inside) == {}


def test_long_texts_are_cut_at_sentences_and_whatever_else_anyway() -> None:
    sentences = " ".join(f"This is sentence number {number}." for number in range(60))
    passages = [text for _, text in split_text(f"{sentences}\n\n{'x' * 1300}")]
    assert all(len(text) <= 500 for text in passages)
    assert all(text.endswith(".") for text in passages[:3])
    assert "".join(passages).count("x") == 1300


def test_what_cannot_be_read_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "huge.txt").write_text("a" * 1_000_001)
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe broken \x00")
    with caplog.at_level(logging.WARNING):
        found = read(tmp_path)
        assert list_files((DocumentSettings(folder=str(tmp_path / "none")),)) == ()
    assert list(found) == ["Manuals/odd.txt"]
    assert "huge.txt is not read" in caplog.text
    assert "There is no folder" in caplog.text
