"""`home-agent mcp`: the home for a client that starts us, on standard input and output."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from home_agent.engine.act.messenger import NOTIFICATION
from home_agent.engine.events import Announcement, Event

from ..configuration import Configuration, read_configuration
from ..configuration.mcp import McpSettings
from ..options import Options
from ..service.notifier import Notifier
from ..service.schedule_client import ScheduleClient
from ..session import Session, open_session
from ..storage.local import LocalStorage, open_local_storage
from ..terminal.streams import print_error

_WAYS = (NOTIFICATION,)
"""Nobody is there to be told: it waits in the home until somebody looks."""


def serve_mcp(options: Options, tools: tuple[str, ...]) -> None:
    """Serve until the client leaves. The sets of tools that were typed count more."""
    configuration = read_configuration(options.config)
    settings = configuration.mcp
    if tools:
        settings = replace(settings, tools=McpSettings.from_mapping({"tools": tools}).tools)
    asyncio.run(_serve(options, configuration, settings))


async def _serve(options: Options, configuration: Configuration, settings: McpSettings) -> None:
    from ..mcp_server.stdio import serve_stdio  # noqa: PLC0415 - takes half a second to load

    storage = await open_local_storage()
    if storage.trouble:
        print_error(storage.trouble)
    async with (
        open_session(options, storage.store, configuration=configuration, ways=_WAYS) as session,
        _seeing_to_plans(session, storage),
    ):
        session.prepare()
        session.prepare_models()
        await serve_stdio(session, settings)


@asynccontextmanager
async def _seeing_to_plans(session: Session, storage: LocalStorage) -> AsyncIterator[None]:
    """See to what is for later meanwhile, or have the service do it that runs already."""
    holder = storage.lock(session.home_key)
    if holder is None:
        notifier = Notifier(session.send)

        def hear(event: Event) -> None:
            if isinstance(event, Announcement):
                notifier.put(event)

        await session.start(hear)
        try:
            yield
        finally:
            await notifier.close()
        return
    if holder.role != "service" or storage.folder is None:
        yield
        return
    client = ScheduleClient(storage.folder, session.home_key, otherwise=session.schedule_backend)
    await client.open()
    session.delegate(client)
    try:
        yield
    finally:
        await client.close()
