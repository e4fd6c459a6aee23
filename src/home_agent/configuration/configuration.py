"""Everything that is set, from the file and the environment, checked before anything happens."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from home_agent.engine.errors import LanguageError, SettingsError
from home_agent.engine.language import match_language
from home_agent.engine.settings import Settings
from home_agent.engine.validation.fields import FieldReader, describe_unknown
from home_agent.logs.settings import LogSettings
from home_agent.models import with_google

from .custom_tools import KEY, DeclaredTools, read_declared_tools
from .environment import Variable, apply_variables, variables_in
from .file import read_file
from .home import HomeSettings
from .lines import Place, lines_of
from .mcp import McpSettings
from .mcp_servers import SERVERS, DeclaredServers, read_mcp_servers
from .serve import ServeSettings
from .sources import Sources, locate_problem

_OWN = frozenset({"home", "log", "mcp", "room", "serve"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """What is set, and where. What is typed comes on top of it."""

    settings: Settings = field(default_factory=Settings)
    """What the engine is told."""

    home: HomeSettings = field(default_factory=HomeSettings)
    """The home in the file."""

    home_set: HomeSettings = field(default_factory=HomeSettings)
    """The home in the environment, which counts more."""

    room: str = ""
    """Where the person usually is."""

    log: LogSettings = field(default_factory=LogSettings)
    serve: ServeSettings = field(default_factory=ServeSettings)
    mcp: McpSettings = field(default_factory=McpSettings)
    declared: DeclaredTools = field(default_factory=DeclaredTools)
    """The tools that a person declared."""

    servers: DeclaredServers = field(default_factory=DeclaredServers)
    """The MCP servers whose tools may be used."""

    sources: Sources = field(default_factory=Sources)
    """Where each setting is, to tell a person of it."""

    values: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Everything but the home as it was written, secrets included."""

    home_values: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The home as it was written, as far as it is in force."""

    warning: str = ""
    """What is unwise about the file, if anything is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Attempt:
    """What becomes of everything but the file's home, with the variables in one form or another."""

    values: dict[str, Any]
    places: Mapping[Place, Variable]
    """Where in the values the variables are."""

    settings: Settings
    home: HomeSettings
    room: str
    log: LogSettings
    serve: ServeSettings
    mcp: McpSettings
    problems: tuple[str, ...]


def read_configuration(
    named: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    *,
    needed: bool = True,
) -> Configuration:
    """Everything that is set; raise `SettingsError` with one line for each thing that is wrong.

    `named` is another file than the usual one, which must be there if it is `needed`.
    """
    written = read_file(named, needed=needed)
    values = dict(written.values)
    home_written = values.pop("home", {})
    tools_written, servers_written = values.pop(KEY, None), values.pop(SERVERS, None)
    lines = lines_of(written.text)
    home, wrong_home = _home(home_written, written.file)
    attempt = _attempted(values, variables_in(environment, Settings.names() | _OWN))
    sources = Sources(file=written.file, lines=lines, variables=attempt.places)
    of_file = Sources(file=written.file, lines=lines)
    problems = [
        *(of_file.told(problem, {"home": home_written}) for problem in wrong_home),
        *(sources.told(problem, attempt.values) for problem in attempt.problems),
    ]
    if problems:
        raise SettingsError(tuple(told for _line, told in sorted(problems)))
    servers = read_mcp_servers(servers_written, of_file, environment)
    server_names = [server.name for server in servers.servers]
    declared = read_declared_tools(tools_written, of_file, environment, server_names)
    home_set = attempt.values.pop("home", {})
    if attempt.home.file or attempt.home.url not in {None, home.url}:
        home_written = {}
    return Configuration(
        settings=attempt.settings,
        home=home,
        home_set=attempt.home,
        room=attempt.room,
        log=attempt.log,
        serve=attempt.serve.below(written.file),
        mcp=attempt.mcp,
        declared=declared,
        servers=servers,
        sources=sources,
        values=attempt.values,
        home_values={**home_written, **home_set},
        warning="\n".join(filter(None, (written.warning, *declared.dropped, *servers.dropped))),
    )


def _home(values: object, file: Path | None) -> tuple[HomeSettings, list[str]]:
    """The home in the file, and what is wrong with it."""
    folder = None if file is None else file.absolute().parent
    reader = FieldReader({}, known=())
    home = reader.read("home", lambda read: HomeSettings.from_mapping(read, folder), values)
    if home and home.url and home.file:
        reader.problems.append("home, file: a home is in a file or at a url. Leave one out.")
    if home and home.token and home.token_file:
        reader.problems.append("home, token_file: there is a token, too. Leave one out.")
    return home or HomeSettings(), reader.problems


def _attempted(values: Mapping[str, Any], variables: tuple[Variable, ...]) -> _Attempt:
    """The values with the variables, each in a form that its setting takes if there is one."""
    chosen: dict[str, int] = {}
    told: dict[Place, list[str]] = {}
    while True:
        attempt = _attempt(*apply_variables(values, variables, chosen))
        wrong: dict[Place, list[str]] = {}
        for problem in attempt.problems:
            wrong.setdefault(locate_problem(problem, attempt.values)[0], []).append(problem)
        # Of several forms that are all wrong, the likeliest is what a person is told of.
        told = {**wrong, **told}
        blamed = (attempt.places[place] for place in wrong if place in attempt.places)
        others = [
            variable
            for variable in blamed
            if chosen.get(variable.name, 0) + 1 < len(variable.candidates)
        ]
        if not others:
            return replace(
                attempt, problems=tuple(problem for place in wrong for problem in told[place])
            )
        for variable in others:
            chosen[variable.name] = chosen.get(variable.name, 0) + 1


def _attempt(values: dict[str, Any], places: Mapping[Place, Variable]) -> _Attempt:
    engine, known = Settings.names(), Settings.names() | _OWN
    reader = FieldReader({name: values[name] for name in values if name in _OWN}, known=_OWN)
    reader.problems += [describe_unknown(name, known) for name in values if name not in known]
    settings = Settings()
    try:
        settings = Settings.from_mapping(
            with_google({name: values[name] for name in values if name in engine})
        )
    except SettingsError as error:
        reader.problems += error.problems
    if isinstance(language := values.get("language"), str) and language.strip():
        try:
            match_language(language)
        except LanguageError as error:
            reader.problems.append(f"language: {error}")
    return _Attempt(
        values=values,
        places=places,
        settings=settings,
        home=reader.part("home", HomeSettings.from_mapping, HomeSettings()),
        room=reader.text("room"),
        log=reader.part("log", LogSettings.from_mapping, LogSettings()),
        serve=reader.part("serve", ServeSettings.from_mapping, ServeSettings()),
        mcp=reader.part("mcp", McpSettings.from_mapping, McpSettings()),
        # Last, when everything has been read.
        problems=tuple(reader.problems),
    )
