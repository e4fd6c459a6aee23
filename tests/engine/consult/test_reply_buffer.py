"""The first sentence of an answer waits for a moment, and can still be left out."""

import asyncio

import pytest

from home_agent.engine.consult import reply_buffer as buffer_module
from home_agent.engine.consult.reply_buffer import ReplyBuffer


async def heard(*words: str, end: str = "release") -> tuple[list[str], str]:
    said: list[str] = []
    buffer = ReplyBuffer(said.append)
    buffer.hold()
    for word in words:
        buffer.write(word)
    before = [*said]
    getattr(buffer, end)()
    assert "".join(said) == buffer.sent
    return before, buffer.sent


async def test_one_sentence_waits_for_the_end() -> None:
    assert await heard("Of ", "course.") == ([], "Of course.")
    assert await heard("Of ", "course. ", end="discard") == ([], "")


async def test_with_more_than_that_words_come_as_they_come() -> None:
    before, text = await heard("Of course. ", "It ", "is ", "warm.")
    assert before == ["Of course. It ", "is ", "warm."]
    assert text == "Of course. It is warm."


async def test_a_sentence_without_an_end_does_not_wait_for_ever() -> None:
    before, _text = await heard(*["la la la "] * 30)
    assert len(before) > 1


async def test_what_we_say_ourselves_does_not_wait() -> None:
    said: list[str] = []
    buffer = ReplyBuffer(said.append)
    buffer.hold()
    buffer.write("Of course.")
    buffer.discard()
    buffer.write("Shall I unlock Front door?")
    assert said == ["Shall I unlock Front door?"]


async def test_words_do_not_wait_for_a_model_that_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffer_module, "_MOMENT", 0.01)
    said: list[str] = []
    buffer = ReplyBuffer(said.append)
    buffer.hold()
    buffer.write("Let me think")
    await asyncio.sleep(0.05)
    assert said == ["Let me think"]


async def test_while_a_call_is_seen_to_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffer_module, "_MOMENT", 0.01)
    said: list[str] = []
    buffer = ReplyBuffer(said.append)
    buffer.hold()
    buffer.write("Of course.")
    buffer.wait()
    await asyncio.sleep(0.05)
    assert said == []
