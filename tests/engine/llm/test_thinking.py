"""What a model thinks is told from what it says, wherever the text is cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from home_agent.engine.llm.messages import TextDelta
from home_agent.engine.llm.thinking import ThinkingSplitter, may_begin_thinking


def split(*pieces: str, begins_thinking: bool = False) -> tuple[str, str]:
    """What is said, and what is thought."""
    splitter = ThinkingSplitter(begins_thinking=begins_thinking)
    deltas = [delta for piece in pieces for delta in splitter.feed(piece)]
    deltas += splitter.finish()
    assert all(delta.text for delta in deltas)
    said = "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))
    return said, "".join(delta.text for delta in deltas if not isinstance(delta, TextDelta))


@pytest.mark.parametrize(
    ("text", "said", "thought"),
    [
        ("It is on.", "It is on.", ""),
        ("<think>Hm.</think>It is on.", "It is on.", "Hm."),
        ("\n<think>\nHm.\n</think>\n\nIt is on.\n", "It is on.\n", "\nHm.\n"),
        ("<THINK>Hm.</Think>It is on.", "It is on.", "Hm."),
        ("<thinking>Hm.</thinking>It is on.", "It is on.", "Hm."),
        ("[THINK]Hm.[/THINK]It is on.", "It is on.", "Hm."),
        ("<think></think>It is on.", "It is on.", ""),
        ("It <think>Hm.</think>is on.", "It is on.", "Hm."),
        ("<think>a</think>It <think>b</think>is on.", "It is on.", "ab"),
        ("<think>It never ends", "", "It never ends"),
        ("<think>It never ends </thi", "", "It never ends </thi"),
        ("</think>It is on.", "It is on.", ""),
        ("1 < 2 and <b>bold</b> [x] <thin", "1 < 2 and <b>bold</b> [x] <thin", ""),
        ("", "", ""),
    ],
)
def test_words_and_thoughts(text: str, said: str, thought: str) -> None:
    """Whole, and letter by letter."""
    assert split(text) == (said, thought)
    assert split(*text) == (said, thought)


@pytest.mark.parametrize(
    ("text", "said", "thought"),
    [
        ("Hm, well.\n</think>\n\nIt is on.", "It is on.", "Hm, well.\n"),
        ("<think>Hm.</think>It is on.", "It is on.", "Hm."),
        ("It is on.", "It is on.", ""),
        ("It is <think>Hm.</think>on.", "It is on.", "Hm."),
    ],
)
def test_only_the_end_of_a_thought(text: str, said: str, thought: str) -> None:
    """With a model that may begin to think unseen, all before the end was thought."""
    assert split(text, begins_thinking=True) == (said, thought)
    assert split(*text, begins_thinking=True) == (said, thought)


def test_it_is_learnt_that_thoughts_begin_unseen() -> None:
    """What was said by then cannot be taken back; the next time it is known."""
    splitter = ThinkingSplitter()
    assert [item.text for item in splitter.feed("Hm.</think>Yes")] == ["Hm.", "Yes"]
    assert splitter.began_thinking


@pytest.mark.parametrize(
    ("model", "may"),
    [("deepseek-r1:8b", True), ("qwq-32b", True), ("qwen3-4b-thinking", True),
     ("gpt-4o-mini", False), ("llama3.2", False)],
)  # fmt: skip
def test_models_that_may_begin_unseen(model: str, may: bool) -> None:
    assert may_begin_thinking(model) is may


@given(
    st.lists(
        st.sampled_from(
            ["<think>", "</think>", "[THINK]", "[/THINK]", "<", "/", " ", "\n", "a", "ß"]
        )
    ),
    st.booleans(),
    st.lists(st.integers(0, 60)),
)
def test_any_cut_is_the_same(parts: list[str], begins_thinking: bool, cuts: list[int]) -> None:
    """However the text comes in pieces."""
    text = "".join(parts)
    edges = [0, *sorted(cut for cut in cuts if cut <= len(text)), len(text)]
    pieces = [text[a:b] for a, b in pairwise(edges)]
    assert split(*pieces, begins_thinking=begins_thinking) == split(
        text, begins_thinking=begins_thinking
    )
