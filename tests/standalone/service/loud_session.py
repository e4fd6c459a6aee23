"""Run by the app's interpreter: talk to a home and a model with every log wide open."""

import asyncio
import logging

from home_agent.engine.storage.store import InMemoryStore
from home_agent.logs.log_file import start_service_log
from home_agent.logs.settings import LogSettings
from home_agent.options import ModelChoice, Options
from home_agent.session import open_session


async def main() -> None:
    """Ask something that only a model can answer, then say the PIN into the log."""
    options = Options(model=ModelChoice(model="m"), language="en")
    async with open_session(options, InMemoryStore()) as session:
        # We keep this one quiet ourselves; here even that is undone.
        logging.getLogger("home_agent.remote.wire").setLevel(logging.DEBUG)
        reply = await session.hear("recite a poem about rabbits")
        logging.getLogger("home_agent.test").info("%s The PIN is 4711.", reply.text)
    async with open_session(options, InMemoryStore()):
        pass


start_service_log(LogSettings(level="debug"))
asyncio.run(main())
