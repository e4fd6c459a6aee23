"""How the server begins and ends: beside others, with https, and in the middle of something."""

import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.standalone.program import PATIENCE, PROGRAM
from tests.standalone.server.running_server import RunningServer, said, start

CHAT = "/v1/chat/completions"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[list[RunningServer]]:
    """Those that a test started, which end with it."""
    started: list[RunningServer] = []
    yield started
    for server in reversed(started):
        if server.process.poll() is None:
            server.stop()


def test_it_ends_in_order(tmp_path: Path, running: list[RunningServer]) -> None:
    """And says where it listened, and nothing else, on standard output."""
    server = start(tmp_path, "--port", "0")
    running.append(server)
    assert server.address.startswith("http://127.0.0.1:")
    assert server.stop() == 0
    assert "Nobody can come in yet" in server.log.read_text()
    assert "Traceback" not in server.log.read_text()


def test_a_service_serves_where_that_is_set(tmp_path: Path, running: list[RunningServer]) -> None:
    settings = "[serve]\nenabled = true\nport = 0\nkeyless = true\n"
    server = start(tmp_path, command="run", settings=settings)
    running.append(server)
    reply = server.client().post(CHAT, json=said("what time is it?"))
    assert reply.status_code == 200


def test_it_serves_beside_a_service(tmp_path: Path, running: list[RunningServer]) -> None:
    """What is for later is the service's, which is there when it is due."""
    settings = "[serve]\nenabled = true\nport = 0\nkeyless = true\n"
    service = start(tmp_path, command="run", settings=settings)
    running.append(service)
    beside = start(tmp_path, "--port", "0", settings=settings)
    running.append(beside)
    assert beside.address != service.address
    asked = said("turn on the desk lamp in two hours")
    assert beside.client().post(CHAT, json=asked).json()["home_agent"]["verdict"] == "ok"
    planned = service.client().post(CHAT, json=said("what is planned?")).json()
    assert "desk lamp" in planned["choices"][0]["message"]["content"].lower()


def test_two_cannot_have_one_port(tmp_path: Path, running: list[RunningServer]) -> None:
    server = start(tmp_path, "--port", "0")
    running.append(server)
    port = server.address.rpartition(":")[2]
    second = subprocess.run(
        [PROGRAM, "serve", "--port", port],
        env=server.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert second.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--host", "0.0.0.0", "--keyless"], "keyless"),
        (["--certificate", "missing.pem", "--certificate-key", "missing.pem"], "certificate"),
        (["--certificate", "missing.pem"], "certificate_key"),
        (["--port", "70000"], "port"),
    ],
)
def test_what_cannot_be_is_told(tmp_path: Path, options: list[str], told: str) -> None:
    environment = {"HOME": str(tmp_path), "PATH": ""}
    ended = subprocess.run(
        [PROGRAM, "serve", *options],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert told in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_second_key_of_a_name_is_refused(tmp_path: Path) -> None:
    """And what is printed is the key alone, so that a script can take it."""
    environment = {"HOME": str(tmp_path), "PATH": ""}

    def keys(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PROGRAM, "keys", *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    first = keys("add", "phone", "--area", "Kitchen", "--read-only")
    assert first.stdout.startswith("sk-home-")
    assert len(first.stdout.split()) == 1
    second = keys("add", "phone")
    assert (second.returncode, second.stdout) == (2, "")
    listed = keys("list").stdout
    assert "phone" in listed
    assert "only in Kitchen" in listed
    assert first.stdout.strip() not in listed + second.stderr
    assert keys("remove", "phone").returncode == 0
    assert keys("remove", "phone").returncode == 2


def test_https(tmp_path: Path, running: list[RunningServer]) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    make = (
        *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
        *("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"),
        *("-keyout", str(key), "-out", str(certificate)),
    )
    subprocess.run(make, check=True, capture_output=True)
    options = ("--certificate", str(certificate), "--certificate-key", str(key), "--keyless")
    server = start(tmp_path, "--port", "0", *options)
    running.append(server)
    assert server.address.startswith("https://")
    context = ssl.create_default_context(cafile=certificate)
    with httpx2.Client(base_url=server.address, verify=context, timeout=PATIENCE) as client:
        assert client.get("/v1/models").status_code == 200


def test_who_reads_nothing_holds_nobody_up(tmp_path: Path, running: list[RunningServer]) -> None:
    server = start(tmp_path, "--port", "0", "--keyless")
    running.append(server)
    port = int(server.address.rpartition(":")[2])
    body = b'{"model":"home-agent","stream":true,"messages":[{"role":"user","content":"hello"}]}'
    request = (
        b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    )
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
    try:
        for at, connection in enumerate(idle):
            # Some say nothing at all, some half of it, some read nothing.
            connection.sendall((b"", request[:50], request)[at % 3])
        client = server.client()
        assert client.post(CHAT, json=said("what time is it?")).status_code == 200
    finally:
        for connection in idle:
            connection.close()
    assert server.client().get("/health").status_code == 200
    assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()


def test_the_other_commands_do_not_load_the_server() -> None:
    """They start as fast as they did."""
    program = (
        "import sys, home_agent.commands.ask, home_agent.commands.chat, home_agent.cli.commands;"
        "print(*sorted({'starlette', 'uvicorn', 'anyio'} & sys.modules.keys()))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == []
