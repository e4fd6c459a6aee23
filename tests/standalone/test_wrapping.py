"""Words that come one by one are broken into lines between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from home_agent.terminal.text_wrapper import TextWrapper


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        (["one", " two", " three"], ["one two", "three"]),
        (["one two three four"], ["one two", "three four"]),
        (["one", " t", "wo", " three"], ["one two", "three"]),
        (["twelve", " digit", "s", " ok"], ["twelve", "digits ok"]),
        (["exactly10!", " x"], ["exactly10!", "x"]),
        (["a\n\nb", " c\n", "d"], ["a", "", "b c", "d"]),
        (["abcdefghijklmno", " p"], ["abcdefghijklmno p"]),
        (["日本語", " 日本"], ["日本語", "日本"]),
        (["  indented"], ["  indented"]),
    ],
    ids=str,
)
def test_lines(pieces: list[str], lines: list[str]) -> None:
    """On a screen of ten columns."""
    wrapping = TextWrapper(10)
    assert "".join(map(wrapping.add, pieces)).split("\n") == lines


@given(st.lists(st.text(alphabet="ab \n", max_size=12)))
def test_no_word_is_lost(pieces: list[str]) -> None:
    """Whatever the pieces are, the words stay."""
    wrapping = TextWrapper(5)
    written = "".join(map(wrapping.add, pieces))
    assert written.split() == "".join(pieces).split()
