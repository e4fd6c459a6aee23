"""What of a model's words is heard, and when."""

from hypothesis import given
from hypothesis import strategies as st

from home_agent.engine.consult.assessment import Assessment, ScreenedSentence
from home_agent.engine.consult.reply_writer import ReplyWriter


class FirstWordScreen:
    """Takes a sentence for what its first word says."""

    def screen(self, sentence: str) -> ScreenedSentence:
        """What a sentence is found to be."""
        first = sentence.split(maxsplit=1)[0].strip(".,!:").lower()
        known = {"false": Assessment.FALSE, "claim": Assessment.CLAIM, "open": Assessment.UNCHECKED}
        return ScreenedSentence(
            text=sentence.strip(), assessment=known.get(first, Assessment.HARMLESS)
        )

    def replacement(self, sentence: ScreenedSentence) -> str:
        """What to say in place of a sentence."""
        match sentence.assessment:
            case Assessment.FALSE:
                return "Right."
            case Assessment.UNCHECKED:
                return f"Unchecked: {sentence.text}"
        return ""


def _heard(*pieces: str, holds_all: bool = False) -> tuple[ReplyWriter, list[str]]:
    heard: list[str] = []
    screen = FirstWordScreen()
    writer = ReplyWriter(heard.append, screen, holds_all=holds_all)
    for piece in pieces:
        for sentence in writer.feed(piece):
            writer.write(sentence, screen.screen(sentence))
    for sentence in writer.flush():
        writer.write(sentence, screen.screen(sentence))
    writer.write_unchecked()
    return writer, heard


def test_sentences_go_out_as_they_are_complete() -> None:
    _writer, heard = _heard("Once ", "upon a time. ", "There was", " a lamp")
    assert heard == ["Once upon a time.", " There was a lamp"]


def test_a_claim_is_left_out() -> None:
    writer, _said = _heard("Good evening. Claim: I locked it. Sleep well.")
    assert writer.text == "Good evening. Sleep well."


def test_what_is_false_is_put_right() -> None:
    writer, _said = _heard("Well. False, it is open. Bye.")
    assert writer.text == "Well. Right. Bye."


def test_what_cannot_be_checked_is_told_in_one_piece() -> None:
    writer, _said = _heard("Open one. Open two. Fine. Open three.")
    assert writer.text == "Unchecked: Open one. Open two. Fine. Unchecked: Open three."


def test_everything_waits_where_something_is_to_be_done() -> None:
    writer, heard = _heard("Which lamp do you mean? Claim, done.", holds_all=True)
    assert heard == []
    assert [sentence.assessment for sentence in writer.sentences] == [
        Assessment.HARMLESS,
        Assessment.CLAIM,
    ]


def test_nothing_is_said_twice_by_a_model_that_is_asked_again() -> None:
    writer, _said = _heard("Good evening. Good evening.")
    assert writer.text == "Good evening."


def test_what_comes_after_tools_is_another_sentence() -> None:
    writer, _said = _heard("Let me look.\n")
    writer.start_sentence()
    writer.write(
        "\n\nIt is noon. ", ScreenedSentence(text="It is noon.", assessment=Assessment.HARMLESS)
    )
    writer.add("The lock did not answer.")
    assert writer.text == "Let me look. It is noon. The lock did not answer."


@given(pieces=st.lists(st.text(alphabet="ab .!?\nclaim open false"), max_size=12))
def test_what_was_heard_is_what_was_said(pieces: list[str]) -> None:
    """However it comes: the pieces are the text, which neither begins nor ends with a blank."""
    writer, heard = _heard(*(piece for piece in pieces if piece))
    writer.add("End.")
    assert "".join(heard) == writer.text
    assert writer.text == writer.text.strip()
