"""A Home Assistant elsewhere, over its WebSocket API, as the engine's `Home`.

`address` and `access` say where and with what token; `login` gets in; `connection` is one socket
with commands, answers and events; `persistent_connection` gets it back when it is lost;
`home_cache` holds the states and registries that were last told; `home` is the `Home`.
"""

from .access import Access, Timeouts
from .address import Address, read_address
from .errors import NotReachableError, RemoteError, TokenRefusedError
from .home import RemoteHome
from .persistent_connection import ConnectionListener, ConnectionStatus

__all__ = [
    "Access",
    "Address",
    "ConnectionListener",
    "ConnectionStatus",
    "NotReachableError",
    "RemoteError",
    "RemoteHome",
    "Timeouts",
    "TokenRefusedError",
    "read_address",
]
