"""A server that hears and speaks for Home Assistant, from a script: Wyoming's true wire format."""

import asyncio
from collections import deque
from types import TracebackType
from typing import Self

from wyoming.asr import Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event, async_read_event, async_write_event
from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info, TtsProgram, TtsVoice
from wyoming.tts import SynthesizeChunk, SynthesizeStop, SynthesizeStopped

RATE, WIDTH, CHANNELS = 16_000, 2, 1
SOUND = b"\x10\x20" * (RATE // 10)
"""What it says everything with: a tenth of a second."""

_NOBODY = Attribution(name="Nobody", url="")
_EARS = AsrProgram(
    name="ears",
    attribution=_NOBODY,
    installed=True,
    description=None,
    version=None,
    models=[
        AsrModel(
            name="small",
            attribution=_NOBODY,
            installed=True,
            description=None,
            version=None,
            languages=["en"],
        )
    ],
)
_MOUTH = TtsProgram(
    name="mouth",
    attribution=_NOBODY,
    installed=True,
    description=None,
    version=None,
    supports_synthesize_streaming=True,
    voices=[
        TtsVoice(
            name="low",
            attribution=_NOBODY,
            installed=True,
            description=None,
            version=None,
            languages=["en"],
        )
    ],
)


class ScriptedVoice:
    """It hears what it was told to, whatever the sound, and remembers what it had to say."""

    def __init__(self) -> None:
        self.will_hear: deque[str] = deque()
        self.sound_heard = 0
        """In bytes."""

        self.spoken: asyncio.Queue[list[str]] = asyncio.Queue()
        """The pieces of each answer that it was given to the end."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.close()
        self._server.close_clients()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pieces: list[str] = []
        while (event := await async_read_event(reader)) is not None:
            for answer in self._answer(event, pieces):
                await async_write_event(answer, writer)
        writer.close()

    def _answer(self, event: Event, pieces: list[str]) -> list[Event]:
        if Describe.is_type(event.type):
            return [Info(asr=[_EARS], tts=[_MOUTH]).event()]
        if AudioChunk.is_type(event.type):
            self.sound_heard += len(AudioChunk.from_event(event).audio)
        elif AudioStop.is_type(event.type):
            return [Transcript(text=self.will_hear.popleft()).event()]
        elif SynthesizeChunk.is_type(event.type):
            pieces.append(SynthesizeChunk.from_event(event).text)
        elif SynthesizeStop.is_type(event.type):
            self.spoken.put_nowait(pieces)
            return [*_sound(), SynthesizeStopped().event()]
        return []


def _sound() -> list[Event]:
    start = AudioStart(rate=RATE, width=WIDTH, channels=CHANNELS)
    chunk = AudioChunk(rate=RATE, width=WIDTH, channels=CHANNELS, audio=SOUND)
    return [start.event(), chunk.event(), AudioStop().event()]
