"""What is for later, in the chat: told when it happens, and kept between chats."""

from pathlib import Path

from tests.standalone.program import Open, Run


def test_a_timer_is_told_while_the_person_types(open_terminal: Open, small_home: str) -> None:
    """Above the line, without being asked."""
    terminal = open_terminal("chat", "--home", small_home)
    terminal.say("set an egg timer for 1 second")
    terminal.wait_for("The egg timer is running")
    terminal.wait_for("The egg timer is up!")
    terminal.say("turn on the ceiling lamp")
    terminal.wait_for("off → on")


def test_it_outlives_the_chat(run: Run, small_home: str) -> None:
    """Also one that ends at once."""
    chat = ("chat", "--home", small_home)
    said = run(*chat, said="turn on the ceiling lamp tomorrow at 6 am\n").stdout
    assert said == "I will turn on Ceiling lamp tomorrow at 6:00 AM.\n"
    said = run(*chat, said="what have you scheduled?\n").stdout
    assert said == "Planned: turn on Ceiling lamp, tomorrow at 6:00 AM.\n"


def test_one_sentence_cannot_wait(run: Run, small_home: str) -> None:
    """`ask` is over before the time comes, and says so."""
    finished = run("ask", "--home", small_home, "turn on the ceiling lamp in ten minutes")
    assert finished.stdout == "I cannot wait here, so I did nothing.\n"
    assert finished.returncode == 3


def test_watches_of_the_settings(run: Run, small_home: str, tmp_path: Path) -> None:
    """They are listed and stay, and one that looks at nothing is told of when the chat begins."""
    settings = tmp_path / "settings.toml"
    settings.write_text(
        '[[watches]]\nname = "Attic"\nentity = "light.attic"\nstate = "on"\n', encoding="utf-8"
    )
    settings.chmod(0o600)
    chat = ("chat", "--config", str(settings), "--home", small_home)
    said = run(*chat, said="what are you watching?\ncancel all watches\n").stdout
    assert "* The watch “Attic” looks at light.attic, which is not in this home." in said
    assert "“Attic” is in the settings" in said
