"""Steps of set-up show that they run, and say in one line why they failed."""

import sys

import pytest

from scripts.setup.console import SetupError, StepError, first_that_works, quietly, run


def _python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_step_returns_output_and_shows_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("Fetching", _python("print('got it')")) == "got it\n"
    shown = capsys.readouterr()
    assert "Fetching" in shown.err
    assert "got it" not in shown.out + shown.err


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("noise\nERROR: no such thing\nnotice: get a newer one", "ERROR: no such thing"),
        ("error: it failed\n  cause: no route\n", "cause: no route"),
        ("no marked line\nthe last one", "the last one"),
        ("", "exit status 3"),
        ("Connection refused\nERROR: nothing found", "ERROR: nothing found .*cannot be reached.*"),
    ],
)
def test_failed_step_gives_the_reason(output: str, reason: str) -> None:
    with pytest.raises(StepError, match=f"^{reason}$"):
        run("Fetching", _python(f"import sys; print({output!r}); sys.exit(3)"))


def test_step_that_cannot_start() -> None:
    with pytest.raises(StepError, match="No such file"):
        run("Fetching", ["/nonexistent/tool"])


def test_quick_question() -> None:
    assert quietly(_python("print(' yes ')")) == "yes"
    assert quietly(_python("raise SystemExit(1)")) is None
    assert quietly(["/nonexistent/tool"]) is None


def _fails_with(reason: str) -> str:
    raise StepError(reason)


def test_first_way_that_works_is_taken() -> None:
    ways = (("one", lambda: _fails_with("broken")), ("two", lambda: "it"), ("three", str))
    assert first_that_works("missing", ways, "remedy") == "it"


def test_one_message_says_what_is_missing_what_was_tried_and_what_to_do() -> None:
    ways = (("one", lambda: _fails_with("no pip")), ("two", lambda: _fails_with("no network")))
    with pytest.raises(SetupError) as raised:
        first_that_works("It needs a thing.", ways, "Install the thing.")
    assert str(raised.value) == (
        "It needs a thing.\n\nTried:\n  - one: no pip\n  - two: no network\n\nInstall the thing."
    )
