"""A browser without a screen: it logs in, keeps its cookie, and brings the token along."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2

from home_agent.server.page.links import LinkFolder
from tests.standalone.server.in_process import Server

API = "/page/api"


class PageClient:
    """One open page."""

    def __init__(self, client: httpx2.AsyncClient, csrf: str) -> None:
        self.http = client
        self.csrf = csrf

    async def get(self, path: str, **query: str) -> Any:
        response = await self.http.get(f"{API}/{path}", params=query)
        assert response.status_code == 200, response.text
        return response.json()

    async def post(self, path: str, **body: Any) -> httpx2.Response:
        return await self.http.post(f"{API}/{path}", json=body, headers={"X-CSRF-Token": self.csrf})

    async def press(self, entity_id: str, service: str, **more: Any) -> Any:
        response = await self.post("press", entity_id=entity_id, service=service, **more)
        assert response.status_code == 200, response.text
        return response.json()

    async def say(self, text: str, conversation: str = "one", **more: Any) -> dict[str, Any]:
        """Say something, and wait for what became of it."""
        sent = await self.post(
            "talk", text=text, conversation=conversation, id=uuid.uuid4().hex, **more
        )
        assert sent.status_code == 200, sent.text
        async with asyncio.timeout(60):
            while True:
                messages = (await self.get(f"conversations/{conversation}"))["messages"]
                found = next(each for each in messages if each["id"] == sent.json()["id"])
                if found["state"] != "answering":
                    return dict(found)
                await asyncio.sleep(0.01)


@asynccontextmanager
async def logged_in(server: Server, **credentials: str) -> AsyncIterator[PageClient]:
    """A page that somebody logged in to."""
    async with server.client("") as client:
        response = await client.post("/page/login", json=credentials)
        assert response.status_code == 200, response.text
        yield PageClient(client, response.json()["csrf"])


@asynccontextmanager
async def owner(server: Server, folder: Path) -> AsyncIterator[PageClient]:
    """The page of whoever came by a link from the terminal."""
    async with logged_in(server, link=LinkFolder(folder).make()) as page:
        yield page


def told(lines: list[str]) -> list[dict[str, Any]]:
    """The events of a stream."""
    return [json.loads(line[6:]) for line in lines if line.startswith("data: ")]
