"""Bodies of requests that something happened to on the way."""

import random
from collections.abc import Iterator


def broken_bodies(real: bytes, count: int, seed: int = 19) -> Iterator[bytes]:
    """So many copies of a real body, in which bytes are lost, doubled or changed."""
    chance = random.Random(seed)
    for _ in range(count):
        body = bytearray(real)
        for _slip in range(chance.randrange(1, 6)):
            at = chance.randrange(len(body))
            match chance.randrange(4):
                case 0 if len(body) > 1:
                    del body[at : at + chance.randrange(1, len(body))]
                case 1:
                    body[at:at] = body[at : at + chance.randrange(1, 40)]
                case 2:
                    body[at] = chance.randrange(256)
                case _:
                    body = body[: at + 1]
            if not body:
                break
        yield bytes(body)
