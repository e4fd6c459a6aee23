"""What of a model's words reaches the person, and when.

Words that were heard cannot be taken back. So a sentence is held until it is complete and was
screened. Where something was to be done, the whole answer is held, since our own report comes
first.
"""

from collections.abc import Callable
from typing import Protocol

from .assessment import Assessment, ScreenedSentence, joined
from .sentences import first_sentence


class SentenceScreen(Protocol):
    """Whoever knows what may be heard."""

    def screen(self, sentence: str) -> ScreenedSentence:
        """What a sentence is found to be."""
        ...

    def instead(self, screened: ScreenedSentence) -> str:
        """What to say of ourselves for a sentence that is left out; empty for nothing."""
        ...


class ReplyWriter:
    """One reply while it is being made."""

    def __init__(
        self, say: Callable[[str], None], screener: SentenceScreen, *, holds_all: bool
    ) -> None:
        """Pass on what may be heard to `say`; where all is held, nothing before the end."""
        self._say = say
        self._screener = screener
        self._held = ""
        self._said: list[str] = []
        self._sentences: set[str] = set()
        """What was said: a model that is asked again often says it again."""

        self._gap = False
        self._space = ""
        self._doubted: list[ScreenedSentence] = []
        self.holds_all = holds_all
        self.screened: list[ScreenedSentence] = []
        """The sentences of the answer that is being heard."""

    @property
    def said(self) -> str:
        """What the person has heard."""
        return "".join(self._said)

    def hear(self, text: str) -> list[str]:
        """Some more words of the model; the sentences that are complete now, to be screened."""
        self._held += text
        complete: list[str] = []
        while sentence := first_sentence(self._held):
            self._held = self._held[len(sentence) :]
            if sentence.strip():
                complete.append(sentence)
        return complete

    def rest(self) -> list[str]:
        """The answer is complete: an end without a full stop is a sentence as well."""
        rest, self._held = self._held, ""
        return [rest] if rest.strip() else []

    def take(self, sentence: str, screened: ScreenedSentence) -> None:
        """Say a sentence, or what is to be said instead."""
        self.screened.append(screened)
        if self.holds_all or screened.sentence in self._sentences:
            return
        self._sentences.add(screened.sentence)
        if screened.standing is Assessment.OPEN:
            self._doubted.append(screened)
            return
        self.settle()
        if screened.is_heard:
            self._emit(sentence)
        elif instead := self._screener.instead(screened):
            self.add(instead)
        else:
            self.pause()

    def settle(self) -> None:
        """Say what could not be checked, as that, in one piece."""
        doubted, self._doubted = self._doubted, []
        if doubted and (instead := self._screener.instead(joined(doubted))):
            self.add(instead)

    def drop(self) -> None:
        """What was held must not be heard: the model went on to use its tools, or broke off."""
        self._held = ""
        self.screened = []
        self._doubted = []

    def pause(self) -> None:
        """What comes next is another sentence: the model went on after using its tools."""
        self._gap = bool(self._said)

    def add(self, text: str) -> None:
        """Say this of our own."""
        self.pause()
        self._emit(text)
        self.pause()

    def _emit(self, text: str) -> None:
        # Blanks wait for the word after them: a reply neither begins nor ends with any.
        text = self._space + text
        if not self._said:
            text = text.lstrip()
        words = text.rstrip()
        self._space = text[len(words) :]
        if not words:
            return
        if self._gap:
            words = f" {words.lstrip()}"
        self._gap = False
        self._said.append(words)
        self._say(words)
