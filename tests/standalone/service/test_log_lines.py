"""The lines of a service's log: for people, for programs, for systemd; and never a secret."""

import io
import json
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.logs.formats import JournalLines, JsonLines, TextLines, lines_for, make_fields
from home_agent.logs.redaction import HIDDEN, SecretWords
from home_agent.logs.settings import LogSettings

PIN = "4711"
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhYmMifQ.signature-of-it"
KEY = "sk-proj-1234567890abcdef"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What a logger of our own writes at any level."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logger = logging.getLogger("home_agent.test_log")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    yield stream
    logger.removeHandler(handler)


def _log(formatter: logging.Formatter) -> logging.Logger:
    logger = logging.getLogger("home_agent.test_log")
    logger.handlers[0].setFormatter(formatter)
    return logger


def test_json(written: io.StringIO) -> None:
    """One object on one line, with the particulars beside the words."""
    fields = make_fields("job_done", home="http://h:8123", entity_ids=("light.x",), late_ms=12.5)
    _log(JsonLines()).info("Done:\nthe lamp", extra=fields)
    document = json.loads(written.getvalue())
    assert written.getvalue().count("\n") == 1
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", document.pop("time"))
    assert document == {
        "level": "info",
        "logger": "home_agent.test_log",
        "message": "Done:\nthe lamp",
        "event": "job_done",
        "home": "http://h:8123",
        "entity_ids": ["light.x"],
        "late_ms": 12.5,
    }


def test_json_of_a_surprise(written: io.StringIO) -> None:
    _log(JsonLines()).error("A surprise", exc_info=ValueError(f"it had {KEY} in it"))
    document = json.loads(written.getvalue())
    assert "ValueError" in document["traceback"]
    assert KEY not in written.getvalue()


def test_text_is_one_line(written: io.StringIO) -> None:
    """Whatever a device is called, it does not look like a line of ours."""
    _log(TextLines()).warning("It is called %s", "a\n2026 ERROR b\x1b[31m")
    (line,) = written.getvalue().splitlines()
    assert line.endswith("WARNING home_agent.test_log: It is called a 2026 ERROR b\ufffd[31m")


@pytest.mark.parametrize(
    ("level", "mark"), [("debug", "<7>"), ("info", "<6>"), ("warning", "<4>"), ("error", "<3>")]
)
def test_the_journal_gets_its_priority(written: io.StringIO, level: str, mark: str) -> None:
    """In front of every line, of a traceback too."""
    log = _log(JournalLines(TextLines("%(message)s")))
    getattr(log, level)("Words", exc_info=ValueError("x"))
    lines = written.getvalue().splitlines()
    assert lines[0] == f"{mark}Words"
    assert len(lines) > 1
    assert all(line.startswith(mark) for line in lines)


def test_the_journal_is_known_by_its_file(tmp_path: Path) -> None:
    """A variable that was inherited says nothing of where our own lines go."""
    with (tmp_path / "log").open("w") as stream:
        file = os.fstat(stream.fileno())
        right = {"JOURNAL_STREAM": f"{file.st_dev}:{file.st_ino}"}
        assert isinstance(lines_for("text", stream, right), JournalLines)
        assert isinstance(lines_for("json", stream, right), JournalLines)
        assert isinstance(lines_for("text", stream, {"JOURNAL_STREAM": "1:2"}), TextLines)
        assert isinstance(lines_for("json", stream, {}), JsonLines)
    assert isinstance(lines_for("text", io.StringIO(), right), TextLines)


@pytest.mark.parametrize(
    "text",
    [
        f"the token {TOKEN} is wrong",
        f"Authorization: Bearer {TOKEN}",
        f"{{'api_key': '{KEY}'}}",
        f'{{"type": "auth", "access_token": "{TOKEN}"}}',
        f"[(b'Authorization', b'Bearer {KEY}')]",
        f"GET https://host/v1?key={KEY}&alt=sse",
        "key=AIzaSyA-1234567890abcdefghijklmn",
        "https://user:passw0rd@host/",
        "x-api-key: 0123456789abcdef",
        "password=hunter2hunter2",
    ],
)
def test_what_looks_secret_is_hidden(text: str) -> None:
    """Also before anybody has told that it is one."""
    shown = SecretWords().hidden_in(text)
    assert HIDDEN in shown
    for secret in (TOKEN, KEY, "AIzaSyA", "passw0rd", "0123456789abcdef", "hunter2"):
        assert secret not in shown


@pytest.mark.parametrize(
    "text",
    [
        "Prompt tokens: 12345678, of them cached: 1234567",
        "Turn the key, whatever it opens",
        "Turn on the key light: light.key_light_kitchen",
        "http://homeassistant.local:8123 is not there",
        "The job 0123456789ab is done at 14:47:11",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert SecretWords().hidden_in(text) == text


def test_what_is_known_is_hidden_anywhere() -> None:
    secrets = SecretWords()
    secrets.learn(PIN, "päss wörd", None, "", "1")
    variables = {"HOME_ASSISTANT_TOKEN": "plainword", "LANG": "C.UTF-8", "NO_TOKEN": "took"}
    secrets.learn_from(variables)
    assert secrets.hidden_in("PIN 4711, plainword!") == f"PIN {HIDDEN}, {HIDDEN}!"
    assert secrets.hidden_in("a=p%C3%A4ss%20w%C3%B6rd, päss wörd") == f"a={HIDDEN}, {HIDDEN}"
    assert secrets.hidden_in("1 took 14711 ms in C.UTF-8") == "1 took 14711 ms in C.UTF-8"


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"level": "loud"}, "level: must be one of debug, info, warning, error."),
        ({"format": 3}, "format: must be one of text, json."),
        ({"colour": "red"}, "colour: there is no such setting."),
    ],
)
def test_wrong_settings(values: dict[str, Any], problem: str) -> None:
    with pytest.raises(SettingsError) as caught:
        LogSettings.from_mapping(values)
    assert caught.value.problems == (problem,)


def test_settings() -> None:
    assert LogSettings.from_mapping({}) == LogSettings()
    assert LogSettings.from_mapping({"level": "debug"}).threshold == logging.DEBUG
