"""What of a model's words is heard, and when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from home_agent.engine.consult.claims import claims_in
from home_agent.engine.consult.saying import Caution, Saying
from home_agent.engine.language import load_language


def _saying(caution: Caution) -> tuple[Saying, list[str]]:
    heard: list[str] = []
    return Saying(heard.append, claims_in(load_language("en")), caution), heard


def test_plain_talk_goes_out_as_it_comes() -> None:
    saying, heard = _saying(Caution.NONE)
    for piece in ("Once ", "upon", " a time"):
        saying.hear(piece)
    assert heard == ["Once", " upon", " a time"]


@pytest.mark.parametrize(
    ("pieces", "heard"),
    [
        (["Why", " did", " the bear", " cross?"], ["Why", " did", " the bear", " cross?"]),
        (["The lamp", " is", " now", " on."], ["The lamp", " is", "…"]),
        (["I", "'ve", " locked", " the door."], []),
        (
            ["I", " am", " a", " home", " assistant", ".", " Nice"],
            ["I am a home assistant.", " Nice"],
        ),
        (["Do", "ne", "!"], []),
        (["Good", " morning.", " I've", " opened it."], ["Good", " morning."]),
    ],
)
def test_plain_talk_goes_out_up_to_a_claim(pieces: list[str], heard: list[str]) -> None:
    saying, said = _saying(Caution.WORDS)
    for piece in pieces:
        saying.hear(piece)
    saying.settle()
    saying.drop()
    assert said == heard


def test_whoever_claimed_once_is_heard_by_the_sentence() -> None:
    saying, heard = _saying(Caution.WORDS)
    saying.hear("I have ordered it.")
    saying.drop()
    saying.doubt()
    for piece in ("Well. ", "Your pizza", " has been", " ordered."):
        saying.hear(piece)
    saying.settle()
    assert heard == ["Well."]
    assert saying.held == "Your pizza has been ordered."


def test_everything_waits_where_an_action_was_asked_for() -> None:
    saying, heard = _saying(Caution.ALL)
    saying.hear("Which lamp do you mean?")
    assert heard == []
    saying.release()
    assert heard == ["Which lamp do you mean?"]


def test_sentences_go_out_until_one_claims() -> None:
    saying, heard = _saying(Caution.SENTENCES)
    for piece in ("Good eve", "ning. I've lo", "cked the door. Bye. "):
        saying.hear(piece)
    saying.settle()
    assert saying.said == "Good evening."
    assert saying.held == "I've locked the door. Bye."
    assert heard == ["Good evening."]


def test_last_sentence_needs_no_full_stop() -> None:
    saying, _heard = _saying(Caution.SENTENCES)
    saying.hear("It is noon")
    saying.settle()
    assert saying.said == "It is noon"


def test_after_a_deed_words_are_trusted() -> None:
    saying, heard = _saying(Caution.ALL)
    saying.hear("I'll do that.")
    saying.drop()
    saying.trust()
    saying.hear("The lamp is now on.")
    assert heard == ["The lamp is now on."]


def test_what_comes_after_tools_is_another_sentence() -> None:
    saying, _heard = _saying(Caution.NONE)
    saying.hear("Let me look.\n")
    saying.pause()
    saying.hear("\n\nIt is 21 degrees. ")
    saying.add("The lock did not answer.")
    assert saying.said == "Let me look. It is 21 degrees. The lock did not answer."


@pytest.mark.parametrize("caution", Caution)
@given(pieces=st.lists(st.text(alphabet="ab .!?\nI've done"), max_size=12))
def test_what_was_heard_is_what_was_said(caution: Caution, pieces: list[str]) -> None:
    """However it comes: the pieces are the text, which neither begins nor ends with a blank."""
    saying, heard = _saying(caution)
    for piece in pieces:
        saying.hear(piece)
    saying.settle()
    saying.release()
    saying.add("End.")
    assert "".join(heard) == saying.said
    assert saying.said == saying.said.strip()
