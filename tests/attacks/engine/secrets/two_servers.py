"""A server that sends everyone on, and another one that writes down who came."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, override


@dataclass(slots=True)
class Seen:
    """What a server was told."""

    requests: list[str] = field(default_factory=list)


@contextmanager
def serving(answer: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    """Have a handler answer on a port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


class _Quiet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def answer(self) -> None:
        raise NotImplementedError

    def do_GET(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()


@contextmanager
def thief() -> Iterator[tuple[int, Seen]]:
    """A server that keeps all that it is told."""
    seen = Seen()

    class Thief(_Quiet):
        @override
        def answer(self) -> None:
            seen.requests.append(f"{self.requestline}\n{self.headers}\n{self.body()!r}")
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(b"{}")

    with serving(Thief) as port:
        yield port, seen


@contextmanager
def sending_on(status: int, location: str) -> Iterator[int]:
    """A server that knows a better place, whatever it is asked."""

    class SendingOn(_Quiet):
        @override
        def answer(self) -> None:
            self.body()
            self.send_response(status)
            self.send_header("Location", location)
            self.send_header("Content-Length", "0")
            self.send_header("Connection", "close")
            self.end_headers()

    with serving(SendingOn) as port:
        yield port
