"""Addresses in the forms in which people paste them."""

import pytest

from home_agent.remote import read_address
from home_agent.remote.errors import AddressError


@pytest.mark.parametrize(
    ("pasted", "websocket"),
    [
        ("http://homeassistant.local:8123", "ws://homeassistant.local:8123/api/websocket"),
        ("http://homeassistant.local:8123/", "ws://homeassistant.local:8123/api/websocket"),
        (" 'https://home.example.org' ", "wss://home.example.org/api/websocket"),
        ("https://home.example.org/lovelace/0", "wss://home.example.org/api/websocket"),
        ("https://home.example.org/dashboard-up/x?y=1#z", "wss://home.example.org/api/websocket"),
        ("https://home.example.org/api", "wss://home.example.org/api/websocket"),
        ("ws://10.0.0.2:8123/api/websocket", "ws://10.0.0.2:8123/api/websocket"),
        ("wss://home.example.org/api/websocket/", "wss://home.example.org/api/websocket"),
        ("HTTPS://Home.Example.org:443/ha/", "wss://home.example.org:443/ha/api/websocket"),
        ("https://example.org/ha/config/areas", "wss://example.org/ha/api/websocket"),
        ("homeassistant.local", "ws://homeassistant.local:8123/api/websocket"),
        ("192.168.1.5:80", "ws://192.168.1.5:80/api/websocket"),
        ("http://[fe80::1]:8123", "ws://[fe80::1]:8123/api/websocket"),
    ],
)
def test_understood(pasted: str, websocket: str) -> None:
    assert read_address(pasted).websocket == websocket


@pytest.mark.parametrize(
    "pasted", ["", "ftp://home", "http://", "my home", "http://a:b:c", "http://home:99999"]
)
def test_not_an_address(pasted: str) -> None:
    with pytest.raises(AddressError, match=r"http://homeassistant\.local:8123"):
        read_address(pasted)


def test_a_password_in_it_is_not_repeated() -> None:
    for pasted in ("http://me:hunter2@home:8123", "gopher://me:hunter2@home"):
        with pytest.raises(AddressError) as told:
            read_address(pasted)
        assert "hunter2" not in str(told.value)
