"""`[[mcp_servers]]` in the settings file: the MCP servers whose tools may be used.

A wrong server is told with its line and left out; the others, and all else that is set, hold.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .custom_tools import VariableExpander, describe_problem, space_path
from .sources import Sources

if TYPE_CHECKING:
    from home_agent.engine.tools.custom.mcp import McpServer

SERVERS = "mcp_servers"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredServers:
    """The servers of the file."""

    servers: tuple[McpServer, ...] = ()
    dropped: tuple[str, ...] = ()
    """A line for each mistake, with where it stands."""

    secrets: frozenset[str] = field(default=frozenset(), repr=False)
    """What of it no log may show."""


def read_mcp_servers(
    listed: Any,  # noqa: ANN401 - as written
    sources: Sources,
    environment: Mapping[str, str],
) -> DeclaredServers:
    """Read the servers; what cannot be used is told, and the rest is there."""
    if listed is None:
        return DeclaredServers()
    # Only those who have such servers pay for what reading them takes.
    from home_agent.engine.tools.custom.mcp import split_mcp_servers  # noqa: PLC0415

    if not isinstance(listed, list):
        told = f"{sources.named((SERVERS,))}: must be a list of tables: write [[{SERVERS}]]."
        return DeclaredServers(dropped=(told,))
    expander = VariableExpander(environment)
    servers, wrong = split_mcp_servers([expander.expand(server) for server in listed])
    dropped = [
        describe_problem(
            f"{SERVERS} {server.number}, {space_path(problem)}", {SERVERS: listed}, sources
        )
        + " The server is left out."
        for server in wrong
        for problem in server.problems
    ]
    dropped += [
        f"{sources.named((SERVERS,))}: {name} is not set in the environment."
        for name in sorted(expander.missing)
    ]
    secrets = {
        *expander.used,
        *(value for server in servers for value in server.headers.values()),
        *(value for server in servers for value in server.env.values()),
        *(server.credentials.client_secret for server in servers if server.credentials),
    }
    return DeclaredServers(servers=servers, dropped=tuple(dropped), secrets=frozenset(secrets))
