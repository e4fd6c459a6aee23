"""Variables that count more than the settings file, and mistakes in them."""

import os
from pathlib import Path
from typing import Any

import pytest

from home_agent.configuration import Configuration, read_configuration
from home_agent.configuration.file import read_file
from home_agent.engine.errors import SettingsError
from home_agent.engine.settings import AnswerMode
from home_agent.homes import chosen_access
from home_agent.options import Options, RemoteChoice
from home_agent.remote import Access

FAR, NEAR = "http://far.example:8123", "http://near.example:8123"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The settings file, for a test to write."""
    return tmp_path / "settings.toml"


def read(file: Path, text: str, **environment: str) -> Configuration:
    """What is set by this file and these variables."""
    file.write_text(text)
    file.chmod(0o600)
    return read_configuration(file, environment)


def problems(file: Path, text: str, **environment: str) -> tuple[str, ...]:
    """What is wrong with the file or these variables."""
    with pytest.raises(SettingsError) as caught:
        read(file, text, **environment)
    return caught.value.problems


@pytest.mark.parametrize(
    ("name", "text", "way", "value"),
    [
        ("LANGUAGE", "de", ("language",), "de"),
        ("PATIENCE", "20", ("patience",), 20),
        ("PATIENCE", "2.5", ("patience",), 2.5),
        ("TIER", "fast", ("tier",), AnswerMode.FAST),
        ("TIER", '"fast"', ("tier",), AnswerMode.FAST),
        ("SAFETY__PIN", "4711", ("safety", "pin"), "4711"),
        ("SAFETY__PIN", "0042", ("safety", "pin"), "0042"),
        ("SAFETY__DRY_RUN", "true", ("safety", "dry_run"), True),
        ("SAFETY__DRY_RUN", "1", ("safety", "dry_run"), True),
        ("SAFETY__DRY_RUN", "off", ("safety", "dry_run"), False),
        ("SAFETY__CALLS_A_MINUTE", "1", ("safety", "calls_a_minute"), 1),
        ("BUDGET__TOKENS_PER_DAY", "4711", ("budget", "tokens_per_day"), 4711),
        ("TOOLS__ENABLED", '["ha_query"]', ("tools", "enabled"), ("ha_query",)),
        ("HISTORY__MAX_MESSAGES", "4", ("context", "history", "max_messages"), 4),
        ("CONTEXT__HISTORY__PERSIST", "no", ("context", "history", "persist"), False),
        ("CONTEXT__HOME_NAME", "Villa = 2", ("context", "home_name"), "Villa = 2"),
        ("CONTEXT__HOME_NAME", "7 ", ("context", "home_name"), "7"),
        ("CONTEXT__HOME_NAME", "1979-05-27", ("context", "home_name"), "1979-05-27"),
        ("LLM__MODEL", "gpt-4o", ("llm", 0, "model"), "gpt-4o"),
        ("LLM__1__MODEL", "gpt-4o", ("llm", 0, "model"), "gpt-4o"),
        ("LLM__HEADERS", '{ X-House = "ours" }', ("llm", 0, "headers"), {"X-House": "ours"}),
        ("LLM__PARAMETERS__KEEP_ALIVE", "24h", ("llm", 0, "parameters"), {"keep_alive": "24h"}),
    ],
)
def test_every_setting_has_a_variable(
    file: Path, name: str, text: str, way: tuple[str | int, ...], value: object
) -> None:
    """Tables are in front of two underscores; the value is what the setting takes."""
    here: Any = read(file, "", **{f"HOME_AGENT_{name}": text}).settings
    for step in way:
        here = here[step] if isinstance(step, int) else getattr(here, step)
    assert here == value
    assert type(here) is type(value)


def test_what_only_the_app_knows(file: Path) -> None:
    """The room, the log and the home are set the same way."""
    found = read(
        file,
        "room = 'Kitchen'\n[log]\nformat = 'json'",
        HOME_AGENT_ROOM="Hall",
        HOME_AGENT_LOG__LEVEL="debug",
    )
    assert (found.room, found.log.level, found.log.format) == ("Hall", "debug", "json")


@pytest.mark.parametrize(
    "text",
    [
        "[llm]\nmodel = 'old'\nname = 'n'",
        "[[llm]]\nmodel = 'old'\nname = 'n'",
        "llm = { model = 'old', name = 'n' }",
    ],
)
def test_the_rest_of_the_file_stays(file: Path, text: str) -> None:
    (model,) = read(file, text, HOME_AGENT_LLM__MODEL="new").settings.llm
    assert (model.model, model.name) == ("new", "n")


def test_one_of_several(file: Path) -> None:
    """By its number; one more can be added, and none left out."""
    text = "[[llm]]\nmodel = 'a'\n[[llm]]\nmodel = 'b'"
    models = read(file, text, HOME_AGENT_LLM__2__MODEL="c").settings.llm
    assert [model.model for model in models] == ["a", "c"]
    models = read(file, text, HOME_AGENT_LLM__3__MODEL="c").settings.llm
    assert [model.model for model in models] == ["a", "b", "c"]
    both = {"HOME_AGENT_LLM__2__MODEL": "d", "HOME_AGENT_LLM__1__MODEL": "c"}
    models = read(file, "", **both).settings.llm
    assert [model.model for model in models] == ["c", "d"]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("PATIENCE", "900", "must be more than 0 and at most 60 seconds."),
        ("PATIENCE", "soon", "must be a number of seconds."),
        ("LANGUAGE", "tlh", "I do not know the language 'tlh'."),
        ("SAFETY__PIN", "12", "must be 4 to 12 digits"),
        ("SAFETY__DRY_RUN", "perhaps", "must be true or false."),
        ("SAFTEY__PIN", "4711", "there is no such setting. Did you mean safety?"),
        ("SAFETY__PINN", "4711", "there is no such setting. Did you mean pin?"),
        ("LLM__BASE_URL", "a b", "must be an address such as"),
        ("LLM__3__MODEL", "x", "there are only 0 of these."),
        ("TOOLS__2__MAX_ROUNDS", "3", "there is only one of these."),
        ("HOME__URL", "a b", "'a b' is not an address of a Home Assistant."),
        ("LOG__LEVEL", "loud", "must be one of debug, info, warning, error."),
    ],
)
def test_mistakes_name_the_variable(file: Path, name: str, text: str, told: str) -> None:
    (problem,) = problems(file, "[tools]", **{f"HOME_AGENT_{name}": text})
    assert problem.startswith(f"HOME_AGENT_{name}: {told}")


def test_which_of_several_is_meant(file: Path) -> None:
    text = "[[llm]]\nmodel = 'a'\n[[llm]]\nmodel = 'b'"
    (problem,) = problems(file, text, HOME_AGENT_LLM__MODEL="c")
    assert problem == (
        "HOME_AGENT_LLM__MODEL: there are 2 of these. Say which one: HOME_AGENT_LLM__1__…"
    )


def test_a_mistake_in_the_file_is_told_beside_one_in_a_variable(file: Path) -> None:
    """A wrong value that a variable replaces is nobody's trouble."""
    text = "patience = 'long'\n[tools]\nmax_rounds = 0"
    told = problems(file, text, HOME_AGENT_PATIENCE="5", HOME_AGENT_SAFETY__PIN="1")
    assert [line.partition(":")[0] for line in told] == [
        "HOME_AGENT_SAFETY__PIN",
        f"{file}, line 3, tools.max_rounds",
    ]


def test_a_table_in_a_variable(file: Path) -> None:
    """Whatever is wrong in it is told of the variable, not of the table that it replaced."""
    told = problems(file, "[llm]\nmodel = 'a'", HOME_AGENT_LLM="{ temperature = 9 }")
    assert told == ("HOME_AGENT_LLM: must be a number from 0 to 2.",)


def test_what_is_missing_is_named_by_where_it_would_be(file: Path) -> None:
    google = {"HOME_AGENT_LLM__KIND": "google", "HOME_AGENT_LLM__VERTEX": "true"}
    (problem,) = problems(file, "", **google)
    assert problem.startswith("HOME_AGENT_LLM__PROJECT: must be the id")
    (problem,) = problems(file, "[llm]\nkind = 'google'", HOME_AGENT_LLM__VERTEX="true")
    assert problem.startswith(f"{file}, line 1, llm.project: must be the id")


def test_mistakes_do_not_tell_secrets(file: Path) -> None:
    told = problems(
        file, "", HOME_AGENT_HOME__TOKEN="hush hush", HOME_AGENT_LLM__API_KEY="hush hush"
    )
    assert len(told) == 2
    assert not any("hush" in line for line in told)


def test_what_is_not_ours_stays_out(file: Path) -> None:
    """Whoever starts containers leaves names like these; an empty variable is none."""
    found = read(
        file,
        "language = 'de'",
        HOME_AGENT_PORT="tcp://10.0.0.1:80",
        HOME_AGENT_SERVICE_HOST="10.0.0.1",
        HOME_AGENT_LANGUAGE="",
        HOME_AGENT___X="1",
        LANGUAGE="fr",
    )
    assert found.settings.language == "de"
    assert found.sources.variables == {}


def test_a_key_in_the_file_goes_to_the_server_beside_it(file: Path) -> None:
    """A variable that names another server does not get it."""
    text = "[llm]\nbase_url = 'http://near/v1'\napi_key = 'sk-near'\nheaders = { X = 'near' }"
    (model,) = read(file, text, HOME_AGENT_LLM__BASE_URL="http://far/v1").settings.llm
    assert (model.base_url, model.api_key, model.headers) == ("http://far/v1", "", {})
    (model,) = read(
        file, text, HOME_AGENT_LLM__BASE_URL="http://far/v1", HOME_AGENT_LLM__API_KEY="sk-far"
    ).settings.llm
    assert model.api_key == "sk-far"
    for same in ({"HOME_AGENT_LLM__MODEL": "m"}, {"HOME_AGENT_LLM__BASE_URL": "http://near/v1"}):
        (model,) = read(file, text, **same).settings.llm
        assert model.api_key == "sk-near"


def access(found: Configuration, **typed: Any) -> Access | None:
    """The way in, with this on the command line."""
    home = typed.pop("home", None)
    return chosen_access(Options(home=home, remote=RemoteChoice(**typed)), found)


def way(found: Configuration, **typed: Any) -> tuple[str, str, bool]:
    """Where, with what, and whether the certificate is checked."""
    chosen = access(found, **typed)
    assert chosen is not None
    return chosen.address.shown, chosen.token, chosen.verify


HOME = f"[home]\nurl = '{NEAR}/'\ntoken = 'in-file'\ninsecure = true\n"


def test_home_of_the_file(file: Path) -> None:
    assert way(read(file, HOME)) == (NEAR, "in-file", False)


def test_precedence(file: Path) -> None:
    """What is typed, then what is set, then the file."""
    found = read(file, HOME, HOME_ASSISTANT_TOKEN="in-variable")
    assert way(found) == (NEAR, "in-variable", False)
    assert way(found, token="typed") == (NEAR, "typed", False)
    found = read(file, HOME, HOME_ASSISTANT_URL=FAR, HOME_ASSISTANT_TOKEN="in-variable")
    assert way(found) == (FAR, "in-variable", True)
    assert way(found, url=NEAR) == (NEAR, "in-variable", False)
    found = read(
        file, "", HOME_ASSISTANT_URL=FAR, HOME_AGENT_HOME__URL=NEAR, HOME_AGENT_HOME__TOKEN="t"
    )
    assert way(found) == (NEAR, "t", True)
    found = read(
        file, "", HOME_ASSISTANT_URL=FAR, HOME_ASSISTANT_TOKEN="t", HOME_ASSISTANT_INSECURE="1"
    )
    assert way(found) == (FAR, "t", False)


@pytest.mark.parametrize("where", [{"url": FAR}, {}], ids=["typed", "set"])
def test_a_token_in_the_file_goes_to_the_address_beside_it(
    file: Path, where: dict[str, str]
) -> None:
    """Another address, typed or set, does not get it, and has its certificate checked."""
    found = read(file, HOME, **({} if where else {"HOME_ASSISTANT_URL": FAR}))
    with pytest.raises(SettingsError, match="no token"):
        access(found, **where)
    assert way(found, **where, token="other") == (FAR, "other", True)
    assert way(read(file, HOME), url="near.example") == (NEAR, "in-file", False)


def test_a_token_without_an_address_is_for_any(file: Path) -> None:
    found = read(file, "[home]\ntoken = 'in-file'", HOME_ASSISTANT_URL=FAR)
    assert way(found) == (FAR, "in-file", True)


def test_homes_in_files(file: Path, tmp_path: Path) -> None:
    """An inventory counts more than an address of the same rank, and less than one above it."""
    text = "[home]\nfile = 'house.yaml'"
    found = read(file, text)
    assert found.home.file == tmp_path / "house.yaml"
    assert access(found) is None
    assert access(read(file, HOME, HOME_AGENT_HOME="x.yaml", HOME_ASSISTANT_URL=FAR)) is None
    assert access(read(file, HOME), home=Path("x.yaml")) is None
    found = read(file, text, HOME_ASSISTANT_URL=FAR, HOME_ASSISTANT_TOKEN="t")
    assert way(found) == (FAR, "t", True)


def test_token_file(file: Path, tmp_path: Path) -> None:
    """Beside the settings file, or in the person's home; what is wrong is told with the line."""
    text = f"[home]\nurl = '{NEAR}'\ntoken_file = 'secret/token'"
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/token").write_text("in-token-file\n")
    assert way(read(file, text)) == (NEAR, "in-token-file", True)
    (tmp_path / "secret/token").unlink()
    with pytest.raises(SettingsError) as caught:
        access(read(file, text))
    (problem,) = caught.value.problems
    assert problem.startswith(f"{file}, line 3, home.token_file: ")
    assert problem.endswith("secret/token cannot be read: No such file or directory.")
    found = read(file, f"[home]\nurl = '{NEAR}'\ntoken_file = '~/token'")
    assert found.home.token_file == Path.home() / "token"


class TestFile:
    """What can be wrong with the file as such."""

    def told(self, file: Path) -> str:
        with pytest.raises(SettingsError) as caught:
            read_file(file)
        (problem,) = caught.value.problems
        return problem

    def test_missing(self, file: Path) -> None:
        """Only where one was named: nobody needs a settings file."""
        assert self.told(file) == (
            f"There is no settings file {file}. To make one: home-agent init --config {file}"
        )
        assert read_file(file, needed=False).values == {}
        assert read_file(Path(os.devnull)).values == {}

    def test_folder(self, tmp_path: Path) -> None:
        assert self.told(tmp_path) == (
            f"{tmp_path} is a folder. Name the file in it, such as {tmp_path / 'settings.toml'}."
        )

    def test_pipe(self, tmp_path: Path) -> None:
        """Nobody waits for one."""
        os.mkfifo(tmp_path / "pipe")
        assert self.told(tmp_path / "pipe").endswith(
            "is not a file of text, but a device or a pipe."
        )

    def test_no_permission(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file.touch()

        def refuse(*_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
        assert self.told(file) == f"{file} may not be read by you. Whoever owns it can allow that."

    def test_encoding(self, file: Path) -> None:
        file.write_bytes(b"# a\n\nroom = 'K\xfcche'\n")
        assert self.told(file).startswith(f"{file}, line 3: is not text in UTF-8.")
        file.write_bytes(b"\xef\xbb\xbfroom = 'Hall'\r\n\r\n[log]\r\nlevel = 'debug'\r\n")
        assert read_file(file).values == {"room": "Hall", "log": {"level": "debug"}}

    def test_another_language(self, tmp_path: Path) -> None:
        (tmp_path / "home.yaml").write_text("language: de\n")
        assert self.told(tmp_path / "home.yaml").endswith(
            "is YAML by its name; settings are written in TOML."
        )

    def test_too_deep(self, file: Path) -> None:
        file.write_text(f"a = {'[' * 100_000}{']' * 100_000}")
        assert self.told(file) == f"{file}: its lists and tables are nested too deeply."


@pytest.mark.parametrize(
    ("text", "secrets"),
    [
        ("[home]\ntoken = 'hush'", "token"),
        (
            "[[llm]]\nmodel = 'm'\n[[llm]]\napi_key = 'hush'\nheaders = { X = 'hush' }",
            "api_key, headers",
        ),
        ("safety.pin = '4711'", "pin"),
    ],
)
def test_others_may_read_secrets(
    file: Path, text: str, secrets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said what to do, as ssh does, to whom the file belongs; without secrets it is fine."""
    file.write_text(text)
    file.chmod(0o640)
    warning = read_file(file).warning
    assert warning.startswith(f"{file} holds secrets ({secrets}), and others")
    assert warning.endswith(f"Run: chmod 600 {file}")
    with monkeypatch.context() as somebody_else:
        somebody_else.setattr(os, "geteuid", lambda: os.getuid() + 1)
        assert read_file(file).warning == ""
    file.chmod(0o600)
    assert read_file(file).warning == ""
    file.write_text("language = 'de'\n[home]\ntoken = ''")
    file.chmod(0o644)
    assert read_file(file).warning == ""
