"""Run by the app's interpreter: look at a Home Assistant over the wire, and print what is seen."""

import asyncio
import json
import os
import sys
from datetime import UTC, datetime, timedelta

from home_agent.engine.home import ServiceCall
from home_agent.remote import Access, RemoteHome, read_address


async def main() -> None:
    """Print the home as JSON, after asking a service for its response."""
    address = read_address(os.environ["HOME_ASSISTANT_URL"])
    access = Access(address=address, token=os.environ["HOME_ASSISTANT_TOKEN"])
    home = await RemoteHome(access).open()
    weather = ServiceCall(
        domain="weather",
        service="get_forecasts",
        targets=("weather.demo_weather_south",),
        data={"type": "daily"},
    )
    response = await home.call(weather)
    snapshot = home.snapshot()
    json.dump(
        {
            "states": {
                entity_id: [state.value, dict(state.attributes), state.changed.timestamp()]
                for entity_id, state in snapshot.states.items()
            },
            "names": {entity: e.names for entity, e in snapshot.layout.entities.items()},
            "exposed": sorted(
                entity for entity, e in snapshot.layout.entities.items() if e.exposed
            ),
            "services": sorted(snapshot.layout.services),
            "response": response,
            "zone": str(snapshot.now.tzinfo),
            "utc": abs(datetime.now(UTC) - snapshot.now) < timedelta(minutes=1),
        },
        sys.stdout,
    )
    await home.close()


asyncio.run(main())
