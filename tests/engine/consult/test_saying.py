"""What of a model's words is heard, and when."""

from hypothesis import given
from hypothesis import strategies as st

from home_agent.engine.consult.findings import Screened, Standing
from home_agent.engine.consult.saying import Saying


class Screener:
    """Takes a sentence for what its first word says."""

    def screen(self, sentence: str) -> Screened:
        """What a sentence is found to be."""
        first = sentence.split(maxsplit=1)[0].strip(".,!:").lower()
        known = {"false": Standing.FALSE, "claim": Standing.CLAIM, "open": Standing.OPEN}
        return Screened(sentence=sentence.strip(), standing=known.get(first, Standing.HARMLESS))

    def instead(self, screened: Screened) -> str:
        """What to say in place of a sentence."""
        match screened.standing:
            case Standing.FALSE:
                return "Right."
            case Standing.OPEN:
                return f"Unchecked: {screened.sentence}"
        return ""


def _heard(*pieces: str, holds_all: bool = False) -> tuple[Saying, list[str]]:
    heard: list[str] = []
    screener = Screener()
    saying = Saying(heard.append, screener, holds_all=holds_all)
    for piece in pieces:
        for sentence in saying.hear(piece):
            saying.take(sentence, screener.screen(sentence))
    for sentence in saying.rest():
        saying.take(sentence, screener.screen(sentence))
    saying.settle()
    return saying, heard


def test_sentences_go_out_as_they_are_complete() -> None:
    _saying, heard = _heard("Once ", "upon a time. ", "There was", " a lamp")
    assert heard == ["Once upon a time.", " There was a lamp"]


def test_a_claim_is_left_out() -> None:
    saying, _said = _heard("Good evening. Claim: I locked it. Sleep well.")
    assert saying.said == "Good evening. Sleep well."


def test_what_is_false_is_put_right() -> None:
    saying, _said = _heard("Well. False, it is open. Bye.")
    assert saying.said == "Well. Right. Bye."


def test_what_cannot_be_checked_is_told_in_one_piece() -> None:
    saying, _said = _heard("Open one. Open two. Fine. Open three.")
    assert saying.said == "Unchecked: Open one. Open two. Fine. Unchecked: Open three."


def test_everything_waits_where_something_is_to_be_done() -> None:
    saying, heard = _heard("Which lamp do you mean? Claim, done.", holds_all=True)
    assert heard == []
    assert [one.standing for one in saying.screened] == [Standing.HARMLESS, Standing.CLAIM]


def test_nothing_is_said_twice_by_a_model_that_is_asked_again() -> None:
    saying, _said = _heard("Good evening. Good evening.")
    assert saying.said == "Good evening."


def test_what_comes_after_tools_is_another_sentence() -> None:
    saying, _said = _heard("Let me look.\n")
    saying.pause()
    saying.take("\n\nIt is noon. ", Screened(sentence="It is noon.", standing=Standing.HARMLESS))
    saying.add("The lock did not answer.")
    assert saying.said == "Let me look. It is noon. The lock did not answer."


@given(pieces=st.lists(st.text(alphabet="ab .!?\nclaim open false"), max_size=12))
def test_what_was_heard_is_what_was_said(pieces: list[str]) -> None:
    """However it comes: the pieces are the text, which neither begins nor ends with a blank."""
    saying, heard = _heard(*(piece for piece in pieces if piece))
    saying.add("End.")
    assert "".join(heard) == saying.said
    assert saying.said == saying.said.strip()
