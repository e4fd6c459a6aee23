"""Tokens for MCP servers: from the issuer that credentials are for, and from nobody else."""

from typing import Any

import pytest

from home_agent.engine.tools.custom.mcp import McpFailedError
from home_agent.engine.tools.custom.mcp.credentials import find_token_source, get_token
from home_agent.engine.tools.custom.mcp.server_settings import ClientCredentials
from home_agent.fetch import Fetcher

from .conftest import Asked, serving

SECRET = "cl1ent-s3cret-value"


def issuer(told: dict[str, Any] | None, path: str = "", secret: str = SECRET) -> Any:
    """What a server answers that gives out tokens; `{}` in a text stands for its address."""

    def answer(asked: Asked) -> tuple[int, Any]:
        address = f"http://{asked.headers['Host']}"
        if asked.path == f"/.well-known/oauth-authorization-server{path}" and told is not None:
            return 200, {key: value.replace("{}", address) for key, value in told.items()}
        if asked.path == f"{path}/token" and asked.form.get("client_secret") == secret:
            assert asked.form["grant_type"] == "client_credentials"
            return 200, {"access_token": "t0ken", "expires_in": 3600}
        return 404, {}

    return answer


def credentials(address: str) -> ClientCredentials:
    return ClientCredentials(client_id="me", client_secret=SECRET, issuer=address, scope="books")


@pytest.mark.parametrize("path", ["", "/tenant"])
async def test_a_token_is_had_once(path: str) -> None:
    told = {"issuer": f"{{}}{path}", "token_endpoint": f"{{}}{path}/token"}
    with serving(issuer(told, path)) as server:
        source = await find_token_source(credentials(f"{server.address}{path}"), Fetcher(), 5)
        assert [await get_token(source), await get_token(source)] == ["t0ken", "t0ken"]
        assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"issuer": "{}", "token_endpoint": "http://evil.example/token"}, "given out elsewhere"),
        ({"issuer": "http://evil.example", "token_endpoint": "{}/token"}, "another address"),
        ({"issuer": "{}"}, "given out elsewhere"),
        (None, "does not say where tokens are had"),
    ],
)
async def test_credentials_go_to_nobody_else(told: dict[str, Any] | None, why: str) -> None:
    with serving(issuer(told)) as server:
        with pytest.raises(McpFailedError, match=why):
            await find_token_source(credentials(server.address), Fetcher(), 5)
        assert SECRET not in str(server.asked)


async def test_wrong_credentials_are_told_without_them() -> None:
    told = {"issuer": "{}", "token_endpoint": "{}/token"}
    with serving(issuer(told, secret="another")) as server:
        source = await find_token_source(credentials(server.address), Fetcher(), 5)
        with pytest.raises(McpFailedError, match="Check the client and its secret") as error:
            await get_token(source)
        assert SECRET not in str(error.value)
    with pytest.raises(McpFailedError, match="cannot be reached"):
        await find_token_source(credentials("http://127.0.0.1:9"), Fetcher(), 5)
