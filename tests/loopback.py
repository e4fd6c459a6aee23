"""Nobody is asked in tests but this machine: any other connection is refused, and said so."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any
from unittest.mock import patch

_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex
_getaddrinfo = socket.getaddrinfo


class NotHereError(OSError):
    """A test wanted to reach another machine."""


@contextmanager
def only_loopback() -> Iterator[None]:
    """Block every connection of this process that leaves the machine, and the look-up of names."""
    with (
        patch.object(socket.socket, "connect", _guarded_connect),
        patch.object(socket.socket, "connect_ex", _guarded_connect_ex),
        patch.object(socket, "getaddrinfo", _guarded_getaddrinfo),
    ):
        yield


def _guarded_connect(self: socket.socket, address: Any) -> None:
    _check(self, address)
    _connect(self, address)


def _guarded_connect_ex(self: socket.socket, address: Any) -> int:
    _check(self, address)
    return _connect_ex(self, address)


def _guarded_getaddrinfo(host: Any, *arguments: Any, **options: Any) -> Any:
    name = host.decode() if isinstance(host, bytes) else host
    if name and not _is_here(name):
        raise socket.gaierror(socket.EAI_NONAME, f"tests look up no names: {name}")
    return _getaddrinfo(host, *arguments, **options)


def _check(of: socket.socket, address: Any) -> None:
    if of.family in {socket.AF_INET, socket.AF_INET6} and not _is_here(address[0]):
        raise NotHereError(f"tests reach no other machine: {address[0]}")


def _is_here(host: str) -> bool:
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"
