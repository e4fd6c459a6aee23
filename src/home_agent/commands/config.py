"""`home-agent config`: the settings in force, and where each comes from. Secrets are not shown."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from home_agent.env_file import IGNORED, TAKEN
from home_agent.logs.redaction import HIDDEN, SECRETS
from home_agent.models import keys_for
from home_agent.terminal.screen import make_console, styled

from ..configuration.configuration import Configuration, read_configuration
from ..configuration.entries import defaults, leaves, models
from ..configuration.environment import OTHERS, PREFIX, Variable
from ..configuration.file import SECRET_KEYS
from ..configuration.lines import Place
from ..configuration.sources import dotted

_OPTIONS = {"HOME_AGENT_MODEL": "--model", "HOME_AGENT_BASE_URL": "--base-url"}
_WIDEST = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    key: str
    value: str
    source: str
    """Empty for a default."""


def show_configuration(named: Path | None) -> None:
    """Print what is set, where, and what is not set; raise `SettingsError`."""
    configuration = read_configuration(named)
    console = make_console()
    console.print(styled(_file(configuration), "bold"), soft_wrap=True)
    rows = sorted(_rows(configuration), key=lambda row: row.key.split("."))
    keys = max(len(row.key) for row in rows)
    values = max(len(row.value) for row in rows)
    for row in rows:
        line = f"{row.key:<{keys}}  {row.value:<{values}}  {row.source or 'default'}"
        console.print(styled(line, "" if row.source else "dim"), soft_wrap=True)
    for line in _variables(configuration):
        console.print(styled(line), soft_wrap=True)
    if IGNORED:
        names = ", ".join(dict.fromkeys(IGNORED))
        console.print(styled(f"Ignored in .env, as none of ours: {names}."), soft_wrap=True)
    if configuration.warning:
        console.print(styled(configuration.warning, "yellow"), soft_wrap=True)


def _file(configuration: Configuration) -> str:
    file = configuration.sources.file
    if file is None:
        return "There is no place for a settings file: HOME is not set."
    return f"{file}:" if configuration.sources.lines else f"{file}: is not there, or says nothing."


def _rows(configuration: Configuration) -> Iterator[_Row]:
    found = {
        **dict(leaves(configuration.values)),
        **dict(leaves({"home": configuration.home_values})),
    }
    sources = configuration.sources
    for place, value in found.items():
        source = _source(sources.origin(place))
        yield _Row(key=dotted(place), value=_shown(place, value), source=source)
    for place, name in _keys(configuration):
        found[place] = name
        yield _Row(key=dotted(place), value=HIDDEN, source=name)
    for place, value in defaults(configuration):
        if not any(shown[: len(place)] == place for shown in found):
            yield _Row(key=dotted(place), value=_shown(place, value), source="")


def _source(origin: Variable | int | None) -> str:
    if isinstance(origin, Variable):
        return f"{origin.name} in .env" if origin.name in TAKEN else origin.name
    return f"line {origin}"


def _keys(configuration: Configuration) -> Iterator[tuple[Place, str]]:
    """The keys of models that are in variables for keys."""
    for place, model in models(configuration):
        names = (name for name in keys_for(model) if os.environ.get(name, "").strip())
        if not model.api_key and (variable := next(names, None)):
            yield (*place, "api_key"), variable


def _shown(place: Place, value: object) -> str:
    """A value as it would be written, on one line."""
    if any(step in SECRET_KEYS for step in place) and value:
        return HIDDEN
    if value is None or value == "" or (isinstance(value, Mapping) and not value):
        return "-"
    if isinstance(value, set | frozenset | tuple):
        value = sorted(map(str, value)) if isinstance(value, set | frozenset) else list(value)
    text = json.dumps(value, ensure_ascii=False, default=str)
    text = SECRETS.hidden_in(text)
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"


def _variables(configuration: Configuration) -> Iterator[str]:
    """Variables of ours that are no setting."""
    known = {variable.name for variable in configuration.sources.variables.values()}
    for name in sorted(os.environ):
        if name in _OPTIONS and os.environ[name]:
            yield f"{name} stands for {_OPTIONS[name]} with every command."
        elif name.startswith(PREFIX) and os.environ[name] and name not in {*known, *OTHERS}:
            yield f"{name} is set, and no setting of that name is known."
