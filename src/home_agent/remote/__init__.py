"""A home at the other end of a wire: any Home Assistant, over its WebSocket API."""

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
