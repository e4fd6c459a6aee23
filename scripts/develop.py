"""Starts a real Home Assistant to try the integration in: `python -m scripts.develop`.

It has a demo house, our agent is added, and it is the one that the Assist window of the web page
talks to. The integration is linked: stop and start again to see a change. Ctrl-C ends everything
and leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import TYPE_CHECKING

from .demo_house import arrange
from .real_hass import AGENT, DEMO, RECORDING, RealHass, StartError

if TYPE_CHECKING:
    from types import FrameType

ENDINGS = (signal.SIGINT, signal.SIGTERM)

WELCOME = """
Home Assistant runs at {address} - open it, no login needed, and talk to Assist.

Or say something from another terminal:

  curl {address}/api/conversation/process \\
    -H 'Authorization: Bearer {token}' \\
    -d '{{"agent_id": "{agent}", "text": "turn off the kitchen lights"}}'

Ctrl-C ends it.
"""


def main() -> int:
    """Run until told to stop; return the exit status."""
    for told_to_end in ENDINGS:
        signal.signal(told_to_end, _end)
    print("Starting Home Assistant (about ten seconds) ...", flush=True)
    try:
        with RealHass(link=True, configuration=DEMO + RECORDING) as hass:
            asyncio.run(_prepare(hass))
            print(WELCOME.format(address=hass.address, token=hass.token, agent=AGENT), flush=True)
            status = hass.wait()
            print(f"{hass.log_tail}\n\nHome Assistant ended by itself, with status {status}.")
            return 1
    except StartError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nHome Assistant has ended.")
        return 0


def _end(_signal: int, _frame: FrameType | None) -> None:
    for told_again in ENDINGS:
        # Impatience must not leave Home Assistant behind.
        signal.signal(told_again, signal.SIG_IGN)
    raise KeyboardInterrupt


async def _prepare(hass: RealHass) -> None:
    async with hass.client() as client:
        await arrange(client)
        await client.add_agent()
        await client.make_preferred()


if __name__ == "__main__":
    sys.exit(main())
