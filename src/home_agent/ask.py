"""One sentence, one reply."""

import asyncio

from home_agent.engine.store import MemoryStore, SqliteStore, Store
from home_agent.engine.turn import Reply, Verdict

from .as_json import reply_as_json
from .options import Options
from .paths import data_folder
from .progress import Progress
from .screen import make_console, styled
from .service.visitor import visiting
from .session import open_session
from .store_file import store_path
from .streams import complain, speaks_unicode


def ask(options: Options, sentence: str, *, as_json: bool) -> Verdict:
    """Say the sentence, print the reply, and tell how it went."""
    reply, trouble = asyncio.run(_reply(options, sentence))
    text = reply_as_json(reply, ascii_only=not speaks_unicode()) if as_json else reply.text
    make_console().print(styled(text), soft_wrap=True)
    if trouble:
        complain(trouble)
    return reply.verdict


async def _reply(options: Options, sentence: str) -> tuple[Reply, str]:
    """The reply; and why no language model answered, if one was asked."""
    async with (
        open_session(options, MemoryStore(), plans=_plans()) as session,
        visiting(session.home_key) as keeper,
    ):
        if keeper is not None:
            session.entrust(keeper)
        progress = Progress(session.snapshot.layout)
        reply = await session.hear(sentence, progress.follow)
    return reply, progress.trouble


def _plans() -> Store | None:
    """Where what is planned can be read; nothing where there is no such place."""
    folder = data_folder()
    return None if folder is None else SqliteStore(store_path(folder), create=False)
