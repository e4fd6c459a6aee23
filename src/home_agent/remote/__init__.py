"""A home at the other end of a wire: any Home Assistant, over its WebSocket API."""

from .access import Access, Patience
from .address import Address, read_address
from .errors import NotReachableError, RemoteError, TokenRefusedError
from .home import RemoteHome
from .line import Link, LinkListener

__all__ = [
    "Access",
    "Address",
    "Link",
    "LinkListener",
    "NotReachableError",
    "Patience",
    "RemoteError",
    "RemoteHome",
    "TokenRefusedError",
    "read_address",
]
