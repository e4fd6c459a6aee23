"""`[[custom_tools]]` in the settings file: what is declared there, and what is wrong with it.

A wrong tool is told with its line and left out; the others, and all else that is set, hold.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from home_agent.engine.privacy.masking import find_secrets

from .sources import Sources

if TYPE_CHECKING:
    from home_agent.engine.tools.custom import ToolDeclaration

KEY = "custom_tools"

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredTools:
    """The tools of the file."""

    tools: tuple[ToolDeclaration, ...] = ()
    dropped: tuple[str, ...] = ()
    """A line for each mistake, with where it stands."""

    secrets: frozenset[str] = field(default=frozenset(), repr=False)
    """What of it no log may show."""


def read_declared_tools(
    listed: Any,  # noqa: ANN401 - as written
    sources: Sources,
    environment: Mapping[str, str],
    servers: Collection[str] = (),
) -> DeclaredTools:
    """Read the tools, which may use these MCP servers; what cannot be used is told and left out."""
    if listed is None:
        return DeclaredTools()
    # Only those who declare tools pay for what reading them takes.
    from home_agent.engine.tools.custom import split_custom_tools  # noqa: PLC0415

    if not isinstance(listed, list):
        told = f"{sources.named((KEY,))}: must be a list of tables: write [[{KEY}]]."
        return DeclaredTools(dropped=(told,))
    expander = VariableExpander(environment)
    expanded = [expander.expand(tool) for tool in listed]
    tools, wrong = split_custom_tools(expanded, servers, recorder=False)
    dropped = [
        describe_problem(f"{KEY} {tool.number}, {space_path(problem)}", {KEY: listed}, sources)
        + " The tool is left out."
        for tool in wrong
        for problem in tool.problems
    ]
    dropped += [
        f"{sources.named((KEY,))}: {name} is not set in the environment."
        for name in sorted(expander.missing)
    ]
    secrets = {*expander.used, *(secret for _name, secret in find_secrets(expanded))}
    return DeclaredTools(tools=tools, dropped=tuple(dropped), secrets=frozenset(secrets))


class VariableExpander:
    """Puts variables of the environment where `${NAME}` stands."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Take them from here."""
        self._environment = environment
        self.missing: set[str] = set()
        self.used: set[str] = set()

    def expand(self, written: Any) -> Any:  # noqa: ANN401 - as written
        """The value with the variables in it; what is not set is noted."""
        match written:
            case str():
                return _VARIABLE.sub(self._value, written)
            case Mapping():
                return {key: self.expand(value) for key, value in written.items()}
            case list():
                return [self.expand(value) for value in written]
        return written

    def _value(self, found: re.Match[str]) -> str:
        value = self._environment.get(found[1], "").strip()
        (self.used if value else self.missing).add(value or found[1])
        return value


def space_path(problem: str) -> str:
    """A problem with the way to it as the settings have it: `handler, url: …`."""
    where, colon, rest = problem.partition(":")
    return f"{where.replace('.', ', ')}{colon}{rest}" if colon and " " not in where else problem


def describe_problem(problem: str, values: Mapping[str, Any], sources: Sources) -> str:
    """A problem with the file and the line that it is about."""
    _line, told = sources.told(problem, values)
    return told
