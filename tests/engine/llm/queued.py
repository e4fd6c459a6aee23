"""A model that says what it was told to say, and remembers what it was asked."""

from collections import deque
from collections.abc import AsyncGenerator, Iterable
from typing import override

from home_agent.engine.llm.errors import ModelError
from home_agent.engine.llm.messages import Delta, Finished, Request, TextDelta, Usage
from home_agent.engine.llm.provider import Provider

type Scripted = Iterable[Delta | ModelError]


def says(text: str, *, pieces: int = 0, reason: str = "stop") -> list[Delta]:
    """A whole response of words, in pieces of so many letters."""
    size = pieces or max(1, len(text))
    cut = [text[at : at + size] for at in range(0, len(text), size)]
    usage = Usage(prompt=10, completion=len(cut))
    return [*(TextDelta(text=item) for item in cut), Finished(usage=usage, reason=reason)]


class QueuedProvider(Provider):
    """Answers each question with the next script; the last one again and again."""

    def __init__(self, *scripts: Scripted, name: str = "queued") -> None:
        self._name = name
        self._scripts = deque(list(script) for script in scripts)
        self.requests: list[Request] = []
        self.listened_to = 0
        """How many streams are open."""

        self.closed = False

    @property
    @override
    def name(self) -> str:
        return self._name

    @override
    async def stream(self, request: Request) -> AsyncGenerator[Delta]:
        self.requests.append(request)
        self.listened_to += 1
        script = self._scripts.popleft() if len(self._scripts) > 1 else self._scripts[0]
        try:
            for item in script:
                if isinstance(item, ModelError):
                    raise item
                yield item
        finally:
            self.listened_to -= 1

    @override
    async def prepare(self) -> None:
        """Nothing to load."""

    @override
    async def close(self) -> None:
        self.closed = True
