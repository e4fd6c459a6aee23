"""Whatever packages write about themselves at the level of debugging, no secret is in it."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.program import PATIENCE
from tests.standalone.remote.scripted_hass import ScriptedHass

SCRIPT = Path(__file__).with_name("loud_session.py")
KEY = "sk-a-key-for-nobody-else"
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhYmMifQ.what-nobody-may-see-0123456789"
HEADER = "header-that-is-secret"


async def test_no_secret_is_logged(
    environment: dict[str, str], settings: Path, server: ScriptedServer
) -> None:
    """All of them are used: the home lets us in, and the model answers."""
    server.say("Rabbits hop.")
    await asyncio.to_thread(
        settings.write_text,
        f'[safety]\npin = "4711"\n\n[llm]\nmodel = "m"\nbase_url = "{server.url}"\n'
        f'api_key = "{KEY}"\nheaders = {{ X-Extra = "{HEADER}" }}\n',
    )
    async with ScriptedHass() as hass:
        hass.token = TOKEN
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(SCRIPT),
            env=environment
            | {
                "HOME_ASSISTANT_URL": f"http://127.0.0.1:{hass.port}",
                "HOME_ASSISTANT_TOKEN": TOKEN,
            },
            stderr=PIPE,
        )
        async with asyncio.timeout(PATIENCE):
            _, logged = await process.communicate()
    log = logged.decode()
    assert process.returncode == 0, log
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert server.requests[0].headers["x-extra"] == HEADER
    # They were all talking.
    for logger in ("home_agent.remote.wire", "openai", "httpcore", "httpx"):
        assert f" {logger}" in log
    assert "auth_ok" in log
    assert "The PIN is ••••." in log
    for secret in (KEY, HEADER, TOKEN, "what-nobody-may-see", "4711", TOKEN[:20], TOKEN[-10:]):
        assert secret not in log
