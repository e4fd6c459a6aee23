"""Reads the `home_agent:` section of configuration.yaml: what of it can be used, and what is wrong.

What is wrong with one tool or watch costs nobody the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .const import CONF_CUSTOM_TOOLS, CONF_MCP_SERVERS, CONF_WATCHES, DOMAIN
from .engine.errors import SettingsError
from .engine.settings import Settings
from .engine.tools.custom import ToolDeclaration, split_custom_tools
from .engine.tools.custom.mcp import McpServer, split_mcp_servers
from .engine.validation.fields import describe_unknown

_KNOWN = (CONF_CUSTOM_TOOLS, CONF_MCP_SERVERS, CONF_WATCHES)


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedPart:
    """A part of the section that is left out."""

    part: str
    """The key that it stands under, or the key itself; empty: the whole section."""

    number: int = 0
    """In the list there, counted from one; 0 where the list itself is left out."""

    name: str = ""
    """What it is called, if it says so."""

    problems: tuple[str, ...]
    """A line for each, with the line of the file where that is known."""

    @property
    def path(self) -> list[str | int]:
        """Where Home Assistant finds it. It prints what stands there, and so never its keys."""
        if not self.part:
            return []
        at: list[str | int] = [self.part] if self.number == 0 else [self.part, self.number - 1]
        return [*at, "name"] if self.name else at


@dataclass(frozen=True, slots=True, kw_only=True)
class YamlSection:
    """What is written there, as far as it can be used."""

    tools: tuple[ToolDeclaration, ...] = ()
    servers: tuple[McpServer, ...] = ()
    watches: tuple[Mapping[str, Any], ...] = ()
    dropped: tuple[DroppedPart, ...] = ()


def read_section(section: Any) -> YamlSection:  # noqa: ANN401 - whatever is written there
    """Read the section; what cannot be used is in `dropped`, and the rest is there."""
    if section is None:
        return YamlSection()
    if not isinstance(section, Mapping):
        told = f"must be a table with some of {', '.join(_KNOWN)}."
        return YamlSection(dropped=(DroppedPart(part="", problems=(told,)),))
    servers, wrong_servers = _servers(_listed(section.get(CONF_MCP_SERVERS)))
    tools, wrong_tools = _tools(_listed(section.get(CONF_CUSTOM_TOOLS)), servers)
    watches, wrong_watches = _watches(_listed(section.get(CONF_WATCHES)))
    keys = (
        DroppedPart(
            part=str(key), problems=(_with_line(section, str(describe_unknown(str(key), _KNOWN))),)
        )
        for key in section
        if key not in _KNOWN
    )
    return YamlSection(
        tools=tools,
        servers=servers,
        watches=watches,
        dropped=(*wrong_tools, *wrong_servers, *wrong_watches, *keys),
    )


def _tools(
    listed: list[Any], servers: tuple[McpServer, ...]
) -> tuple[tuple[ToolDeclaration, ...], list[DroppedPart]]:
    tools, wrong = split_custom_tools(_plain(listed), [server.name for server in servers])
    return tools, [
        _dropped(CONF_CUSTOM_TOOLS, tool.number, listed[tool.number - 1], tool.problems)
        for tool in wrong
    ]


def _servers(listed: list[Any]) -> tuple[tuple[McpServer, ...], list[DroppedPart]]:
    servers, wrong = split_mcp_servers(_plain(listed), programs=False)
    return servers, [
        _dropped(CONF_MCP_SERVERS, server.number, listed[server.number - 1], server.problems)
        for server in wrong
    ]


def _watches(listed: list[Any]) -> tuple[tuple[Mapping[str, Any], ...], list[DroppedPart]]:
    """Each is read beside those that can be used, since no two may have the same name."""
    usable: list[Mapping[str, Any]] = []
    dropped: list[DroppedPart] = []
    for number, watch in enumerate(_plain(listed), 1):
        try:
            Settings.from_mapping({CONF_WATCHES: [*usable, watch]})
        except SettingsError as error:
            prefix = f"{CONF_WATCHES} {len(usable) + 1}"
            problems = (problem.removeprefix(prefix).lstrip(",: ") for problem in error.problems)
            dropped.append(_dropped(CONF_WATCHES, number, listed[number - 1], tuple(problems)))
        else:
            usable.append(watch)
    return tuple(usable), dropped


def _dropped(part: str, number: int, written: Any, problems: tuple[str, ...]) -> DroppedPart:  # noqa: ANN401 - likewise
    return DroppedPart(
        part=part,
        number=number,
        name=_name_of(written),
        problems=tuple(_with_line(written, problem) for problem in problems),
    )


def _name_of(written: Any) -> str:  # noqa: ANN401 - likewise
    """What something is called, if it says so; tools say it under `spec`."""
    if not isinstance(written, Mapping):
        return ""
    name = written.get("name")
    return name if isinstance(name, str) else _name_of(written.get("spec"))


def _listed(value: Any) -> list[Any]:  # noqa: ANN401 - likewise
    """A list; of one, where it is none."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _plain(value: Any) -> Any:  # noqa: ANN401 - likewise
    """The value without what Home Assistant notes on it: nobody is to keep that."""
    if isinstance(value, Mapping):
        return {_plain(name): _plain(element) for name, element in value.items()}
    if isinstance(value, list):
        return [_plain(element) for element in value]
    return str(value) if isinstance(value, str) else value


def _with_line(written: Any, problem: str) -> str:  # noqa: ANN401 - likewise
    """The problem after the file and the line of the key that it is about, where they are known."""
    path = problem.partition(":")[0].replace(", ", ".").split(".")
    found = _annotation(written, path)
    return f"{found}: {problem}" if found else problem


def _annotation(written: Any, path: list[str]) -> str:  # noqa: ANN401 - likewise
    """Where in which file something stands: the deepest of the path that is there."""
    found = _line(written)
    for name in path:
        if isinstance(written, list) and name.isdecimal() and 0 < int(name) <= len(written):
            written = written[int(name) - 1]
            found = _line(written) or found
            continue
        if not isinstance(written, Mapping):
            break
        key = next((candidate for candidate in written if str(candidate) == name), None)
        if key is None:
            break
        found, written = _line(key) or found, written[key]
    return found


def _line(node: object) -> str:
    """What Home Assistant notes on whatever it reads from a file."""
    file, line = getattr(node, "__config_file__", None), getattr(node, "__line__", None)
    return f"{Path(file).name}, line {line}" if file and line else ""


def describe_dropped(dropped: DroppedPart) -> str:
    """What is left out, as it is told in a log."""
    where = f"{dropped.part} {dropped.number}" if dropped.number else dropped.part
    return f"{DOMAIN}: {where} {dropped.name}".rstrip()
