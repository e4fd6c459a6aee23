"""Run by the app's interpreter: what a Home Assistant tells over the wire when it is asked."""

import asyncio
import json
import os
import sys
from datetime import timedelta

from home_agent.engine.errors import TemplateFailedError
from home_agent.engine.home.routine import UNKNOWN
from home_agent.remote import Access, RemoteHome, read_address

TEMPLATE = "{{ states('sensor.cellar') | float }} {{ area_name('light.bed_light') }} {{ who }}"


async def main() -> None:
    """Print it as JSON."""
    address = read_address(os.environ["HOME_ASSISTANT_URL"])
    access = Access(address=address, token=os.environ["HOME_ASSISTANT_TOKEN"])
    home = await RemoteHome(access).open()
    now = home.snapshot().now
    past = await home.history(("sensor.cellar",), now - timedelta(days=40), now)
    wrong = []
    for template in ("{{ stattes('x') }}", "{% if true %}", "{{ 'x' | shout }}"):
        try:
            await home.render(template, {})
        except TemplateFailedError as error:
            wrong.append(str(error))
    json.dump(
        {
            "past": [
                [item.at.timestamp(), item.value, item.lowest] for item in past["sensor.cellar"]
            ],
            "rendered": await home.render(TEMPLATE, {"who": ("Anna", "Bob")}),
            "number": await home.render("{{ 1 + 1 }}", {}),
            "wrong": wrong,
            "unknown": [
                routine
                for routine, calls in home.snapshot().layout.routines.items()
                if UNKNOWN in calls
            ],
            "exposed": home.snapshot().layout.entities["script.come_in"].exposed,
        },
        sys.stdout,
    )
    await home.close()


asyncio.run(main())
