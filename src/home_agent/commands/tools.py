"""`home-agent tools`: what a model may use, and trying one out."""

import asyncio
import json
import uuid

from home_agent.engine.authority import Authority, Origin
from home_agent.engine.errors import PersonError, StoreError
from home_agent.engine.llm.messages import ToolCall, ToolSpec
from home_agent.engine.storage.store import InMemoryStore, SqliteStore, Store
from home_agent.engine.tools.tool import Tool, ToolEffect

from ..configuration import Configuration, load_configuration
from ..options import Options
from ..session import Session, open_session
from ..storage.local import writable_folder
from ..storage.store_file import store_path
from ..terminal.screen import make_console, styled
from ..terminal.streams import make_printable, print_error, supports_unicode

_EFFECTS = {
    ToolEffect.NOTHING: "only looks",
    ToolEffect.HOME: "acts in the home",
    ToolEffect.OUTSIDE: "asks outside",
    ToolEffect.ELSEWHERE: "acts elsewhere",
}
_OURS = "built in"


class NoSuchToolError(PersonError):
    """There is no tool of that name."""


class ArgumentsError(PersonError):
    """The arguments are no JSON object."""


def list_tools(options: Options, *, as_json: bool) -> None:
    """Print every tool on a line."""
    configuration = load_configuration(options.config)
    listed = asyncio.run(_specs(options, configuration))
    console = make_console()
    if as_json:
        for spec, effect in listed:
            row = {
                "name": spec.name,
                "type": _type_of(spec.name, configuration),
                "touches": effect.value,
                "description": spec.description,
            }
            text = json.dumps(row, ensure_ascii=not supports_unicode())
            console.print(styled(text), soft_wrap=True)
        return
    widest = max((len(spec.name) for spec, _touches in listed), default=0)
    for spec, effect in listed:
        kind = _type_of(spec.name, configuration)
        told = " ".join(spec.description.split())
        line = f"{spec.name:<{widest}}  {kind:<9}  {_EFFECTS[effect]:<16}  {told}"
        console.print(styled(make_printable(line)), soft_wrap=True)


def show_tool(options: Options, name: str) -> None:
    """Print one tool; raise `NoSuchToolError`."""
    configuration = load_configuration(options.config)
    listed = asyncio.run(_specs(options, configuration))
    spec, effect = next((found for found in listed if found[0].name == name), (None, None))
    if spec is None or effect is None:
        raise _no_such_tool(name, [found.name for found, _touches in listed])
    console = make_console()
    parameters = json.dumps(spec.parameters, indent=2, ensure_ascii=not supports_unicode())
    sentences = [
        f"{language}: {sentence}"
        for tool in configuration.declared.tools
        if tool.name == name
        for language, listed in tool.sentences.items()
        for sentence in listed
    ]
    for line in (
        f"{spec.name} ({_type_of(name, configuration)}, {_EFFECTS[effect]})",
        spec.description,
        f"Parameters: {parameters}",
        *(["Sentences:", *(f"  {sentence}" for sentence in sentences)] if sentences else ()),
    ):
        console.print(styled(make_printable(line)), soft_wrap=True)


def try_tool(options: Options, name: str, arguments: str) -> bool:
    """Run a tool once and print what came of it; tell whether it went well."""
    try:
        given = json.loads(arguments)
    except ValueError as error:
        raise ArgumentsError(f"--json is no JSON: {error}. Write --json '{{\"a\": 1}}'.") from error
    if not isinstance(given, dict):
        raise ArgumentsError("--json must be an object. Write --json '{\"a\": 1}'.")
    configuration = load_configuration(options.config)
    call = ToolCall(id="test", name=name, arguments=given)
    result = asyncio.run(_use(options, configuration, call))
    text = json.dumps(result, ensure_ascii=not supports_unicode(), default=str)
    make_console().print(styled(make_printable(text)), soft_wrap=True)
    return bool(result["success"])


async def _specs(
    options: Options, configuration: Configuration
) -> list[tuple[ToolSpec, ToolEffect]]:
    async with open_session(options, InMemoryStore(), configuration=configuration) as session:
        offered = await _offered(session, configuration)
        return [
            *session.tools(),
            *(
                (
                    ToolSpec(
                        name=tool.name, description=tool.description, parameters=tool.parameters
                    ),
                    tool.effect,
                )
                for tool in offered
            ),
        ]


async def _offered(session: Session, configuration: Configuration) -> tuple[Tool, ...]:
    """What MCP servers offer; a server of which there is nothing is told."""
    taken = {spec.name for spec, _touches in session.tools()}
    offered = tuple(tool for tool in await session.api.offered_tools() if tool.name not in taken)
    for server in configuration.servers.servers:
        if server.tools and not any(_is_of(server.name, tool.name) for tool in offered):
            print_error(
                f"The MCP server {server.name} does not answer, or offers nothing that may be"
                " used. `home-agent doctor` tells which."
            )
    return offered


def _is_of(server: str, tool: str) -> bool:
    return tool.startswith(f"{server}_")


async def _use(options: Options, configuration: Configuration, call: ToolCall) -> dict[str, object]:
    store = await _open_store()
    async with open_session(options, store, configuration=configuration) as session:
        names = [spec.name for spec, _touches in session.tools()]
        more: tuple[Tool, ...] = ()
        if call.name not in names:
            more = await _offered(session, configuration)
            names += [tool.name for tool in more]
        if call.name not in names:
            raise _no_such_tool(call.name, names)
        result = await session.use_tool(call, _authority(session), more=more)
    return result.as_json()


async def _open_store() -> Store:
    """Where the audit is; what cannot be kept is told, and keeps nobody from trying."""
    try:
        store = SqliteStore(store_path(writable_folder()))
        await store.get("")
    except StoreError as error:
        print_error(f"{error} So this is not in the audit.")
        return InMemoryStore()
    return store


def _authority(session: Session) -> Authority:
    return Authority(
        origin=Origin.CHAT, conversation_id=f"test-{uuid.uuid4().hex}", language=session.language
    )


def _type_of(name: str, configuration: Configuration) -> str:
    """The type of a tool, as its declaration has it."""
    if any(_is_of(server.name, name) for server in configuration.servers.servers) and all(
        tool.name != name for tool in configuration.declared.tools
    ):
        return "mcp"
    if not configuration.declared.tools:
        return _OURS
    from home_agent.engine.tools.custom.handlers import type_name  # noqa: PLC0415

    tools = configuration.declared.tools
    return next((type_name(tool.handler) for tool in tools if tool.name == name), _OURS)


def _no_such_tool(name: str, names: list[str]) -> NoSuchToolError:
    return NoSuchToolError(f"There is no tool '{name}'. The tools are: {', '.join(names)}.")
