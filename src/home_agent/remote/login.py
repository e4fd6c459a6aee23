"""Getting in: a socket on which Home Assistant has accepted the token, or why there is none."""

import asyncio
import json
import logging
import os
import ssl
from typing import override

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from home_agent.engine.llm.address import origin_of

from .access import Access, Timeouts
from .errors import NotReachableError, TokenRefusedError

# What goes over the wire is nobody's business, a log's least of all: it starts with the token.
_SOCKET_LOGGER = logging.getLogger("home_agent.remote.wire")
_SOCKET_LOGGER.setLevel(logging.WARNING)

# The states of ten thousand entities come in one message of some megabytes.
_MOST_BYTES = 256 * 2**20


class _WithoutRedirects(connect):
    """Follows no redirect: whoever it leads to would be told the token."""

    @override
    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def log_in(access: Access, timeouts: Timeouts) -> ClientConnection:
    """Connect and be let in; raise `NotReachableError` or `TokenRefusedError`."""
    where = access.address.shown
    try:
        async with asyncio.timeout(timeouts.connected):
            return await _open_socket(access, timeouts)
    except TimeoutError as error:
        raise NotReachableError(
            f"{where} did not answer within {timeouts.connected:.0f} seconds. Check that Home"
            " Assistant runs there and that this machine can reach it."
        ) from error
    except ssl.SSLCertVerificationError as error:
        raise NotReachableError(
            f"The certificate of {where} is not one that this machine trusts"
            f" ({error.verify_message}). If it is your own, say so with --insecure."
        ) from error
    except ssl.SSLError as error:
        raise NotReachableError(
            f"What answers at {where} does not speak https ({error.reason})."
            " Perhaps its address begins with http:// instead."
        ) from error
    except InvalidStatus as error:
        raise NotReachableError(_explain_status(where, error)) from error
    except (ConnectionClosed, WebSocketException, ValueError) as error:
        raise NotReachableError(
            f"What answers at {where} is not a Home Assistant ({_in_short(error)})."
            " Check the address, the port, and whether it is http or https."
        ) from error
    except OSError as error:
        raise NotReachableError(
            f"Nothing answers at {where} ({_in_short(error)}). Check the address, and that"
            " Home Assistant runs there and this machine can reach it."
        ) from error


async def _open_socket(access: Access, timeouts: Timeouts) -> ClientConnection:
    socket = await _WithoutRedirects(
        access.address.websocket,
        ssl=_ssl_context(access),
        open_timeout=None,
        ping_interval=timeouts.heartbeat,
        ping_timeout=timeouts.heartbeat,
        close_timeout=1,
        # Worth it on the way through the internet. In the house it only takes time:
        # Home Assistant packs every larger message in another thread.
        compression="deflate" if access.address.secure else None,
        max_size=_MOST_BYTES,
        logger=_SOCKET_LOGGER,
    )
    try:
        await _authenticate(socket, access)
    except BaseException:
        socket.transport.abort()
        raise
    return socket


async def _authenticate(socket: ClientConnection, access: Access) -> None:
    where = access.address.shown
    if json.loads(await socket.recv()).get("type") != "auth_required":
        raise NotReachableError(f"What answers at {where} is not a Home Assistant.")
    await socket.send(json.dumps({"type": "auth", "access_token": access.token}))
    answer = json.loads(await socket.recv())
    if answer.get("type") == "auth_invalid":
        raise TokenRefusedError(
            f"Home Assistant at {where} does not accept the token. Make a new one there: your"
            " profile, Security, Long-lived access tokens; and put it into HOME_ASSISTANT_TOKEN."
        )
    if answer.get("type") != "auth_ok":
        raise NotReachableError(f"What answers at {where} is not a Home Assistant.")


def _ssl_context(access: Access) -> ssl.SSLContext | None:
    if not access.address.secure:
        return None
    context = ssl.create_default_context()
    if not access.verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _explain_status(where: str, error: InvalidStatus) -> str:
    location = error.response.headers.get("Location", "")
    if 300 <= error.response.status_code < 400 and location:  # noqa: PLR2004 - redirects
        there = origin_of(location) or "another address"
        return (
            f"{where} sends us on to {there}, which is not followed: it would get the token."
            " If your Home Assistant is there now, use that address."
        )
    return (
        f"What answers at {where} is not a Home Assistant ({_in_short(error)})."
        " Check the address, the port, and whether it is http or https."
    )


def _in_short(error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else None
    # Numbers below zero are those of looking up a name, which say what they mean themselves.
    text = os.strerror(number) if number and number > 0 else str(error)
    return " ".join(text.split()) or type(error).__name__
