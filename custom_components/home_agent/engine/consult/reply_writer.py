"""What of a model's words reaches the person, and when.

What was heard cannot be taken back. So a sentence is held until it is complete and was screened.
Where something was to be done, the whole answer is held, since our own report comes first.
"""

from collections.abc import Callable

from .assessment import Assessment, ScreenedSentence, SentenceScreen, join_sentences
from .sentences import first_sentence


class ReplyWriter:
    """Writes one reply from the deltas of a model."""

    def __init__(
        self, send: Callable[[str], None], screen: SentenceScreen, *, holds_all: bool
    ) -> None:
        """Pass on to `send` what may be heard; nothing while all is held."""
        self._send = send
        self._screen = screen
        self._incomplete = ""
        self._sent: list[str] = []
        self._written: set[str] = set()
        """The sentences so far: a model that is asked again often says the same again."""

        self._gap = False
        self._space = ""
        self._unchecked: list[ScreenedSentence] = []
        self.holds_all = holds_all
        self.sentences: list[ScreenedSentence] = []
        """The sentences of the current answer."""

    @property
    def text(self) -> str:
        """What was sent."""
        return "".join(self._sent)

    def feed(self, text: str) -> list[str]:
        """Take some more text; return the sentences that are complete now, to be screened."""
        self._incomplete += text
        complete: list[str] = []
        while sentence := first_sentence(self._incomplete):
            self._incomplete = self._incomplete[len(sentence) :]
            if sentence.strip():
                complete.append(sentence)
        return complete

    def flush(self) -> list[str]:
        """The answer is complete: return what is left as a sentence; empty if nothing is."""
        rest, self._incomplete = self._incomplete, ""
        return [rest] if rest.strip() else []

    def write(self, sentence: str, screened: ScreenedSentence) -> None:
        """Send a sentence, or what is said instead."""
        self.sentences.append(screened)
        if self.holds_all or screened.text in self._written:
            return
        self._written.add(screened.text)
        if screened.assessment is Assessment.UNCHECKED:
            self._unchecked.append(screened)
            return
        self.write_unchecked()
        if screened.is_allowed:
            self._emit(sentence)
        elif replacement := self._screen.replacement(screened):
            self.add(replacement)
        else:
            self.start_sentence()

    def write_unchecked(self) -> None:
        """Send what could not be checked, told as that, in one piece."""
        unchecked, self._unchecked = self._unchecked, []
        if unchecked and (text := self._screen.replacement(join_sentences(unchecked))):
            self.add(text)

    def discard(self) -> None:
        """Drop what was held of the current answer."""
        self._incomplete = ""
        self.sentences = []
        self._unchecked = []

    def start_sentence(self) -> None:
        """Part what comes next from what was sent."""
        self._gap = bool(self._sent)

    def add(self, text: str) -> None:
        """Send a text of our own."""
        self.start_sentence()
        self._emit(text)
        self.start_sentence()

    def _emit(self, text: str) -> None:
        # Blanks wait for the word after them: a reply neither begins nor ends with any.
        text = self._space + text
        if not self._sent:
            text = text.lstrip()
        words = text.rstrip()
        self._space = text[len(words) :]
        if not words:
            return
        if self._gap:
            words = f" {words.lstrip()}"
        self._gap = False
        self._sent.append(words)
        self._send(words)
