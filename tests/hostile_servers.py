"""Servers that redirect, hang, drip, never end and send a gigabyte."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

type Serve = Callable[[socket.socket, threading.Event], None]

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"


@contextmanager
def serving(serve: Serve) -> Iterator[str]:
    """One connection after the other, each in a thread, until whoever asked has hung up."""
    closing = threading.Event()
    threads: list[threading.Thread] = []
    connections: list[socket.socket] = []

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65_536)
            serve(connection, closing)

    def accept(server: socket.socket) -> None:
        with suppress(OSError):
            while not closing.is_set():
                connection, _address = server.accept()
                connections.append(connection)
                thread = threading.Thread(target=answer, args=(connection,))
                threads.append(thread)
                thread.start()

    with socket.create_server(("127.0.0.1", 0)) as server:
        accepting = threading.Thread(target=accept, args=(server,))
        accepting.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        closing.set()
        server.shutdown(socket.SHUT_RDWR)
    accepting.join()
    # Whoever asked may be waiting for us in the same thread, and so cannot hang up yet.
    for connection in connections:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
    for thread in threads:
        thread.join()


def hang(connection: socket.socket, _closing: threading.Event) -> None:
    connection.recv(1)


def drip(connection: socket.socket, closing: threading.Event) -> None:
    """A header line that never comes to its end, a letter at a time."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not closing.wait(0.02):
        connection.sendall(b"a")


def drip_body(connection: socket.socket, closing: threading.Event) -> None:
    connection.sendall(_HEAD + b"\r\n")
    while not closing.wait(0.02):
        connection.sendall(b"a")


def stream_for_ever(connection: socket.socket, _closing: threading.Event) -> None:
    connection.sendall(_HEAD + b"\r\n")
    while True:
        connection.sendall(b"x" * 65_536)


def send_a_gigabyte(connection: socket.socket, _closing: threading.Event) -> None:
    connection.sendall(_HEAD + b"Content-Length: 1073741824\r\n\r\n")
    for _ in range(16_384):
        connection.sendall(b"x" * 65_536)


def redirect(connection: socket.socket, _closing: threading.Event) -> None:
    head = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
    connection.sendall(head)


def talk_nonsense(connection: socket.socket, _closing: threading.Event) -> None:
    connection.sendall(b"220 mail.example ESMTP\r\n")
