"""The peer of our home over a wire: a process that reads a Home Assistant's events and no more.

Says `ready` when it has the states. When its input ends, it prints how late each event was, in
seconds, as a list in JSON.
"""

import asyncio
import json
import os
import sys
import time
from array import array

import aiohttp
import orjson


async def _main(address: str, token: str) -> None:
    late = array("d")
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{address}/api/websocket", max_msg_size=0) as socket,
    ):
        await socket.receive()
        await socket.send_json({"type": "auth", "access_token": token})
        await socket.receive()
        features = {"coalesce_messages": 1}
        await socket.send_json({"id": 1, "type": "supported_features", "features": features})
        await socket.receive()
        await socket.send_json({"id": 2, "type": "subscribe_entities"})
        reading = asyncio.create_task(_read(socket, late))
        await asyncio.to_thread(sys.stdin.read)
        reading.cancel()
    print(json.dumps(late.tolist()))


async def _read(socket: aiohttp.ClientWebSocketResponse, late: array[float]) -> None:
    async for message in socket:
        now = time.time()
        document = orjson.loads(message.data)
        for part in document if isinstance(document, list) else (document,):
            event = part.get("event") or {}
            if "a" in event:
                print("ready", flush=True)
            late.extend(now - told["+"]["lc"] for told in event.get("c", {}).values())


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], os.environ["BENCH_TOKEN"]))
