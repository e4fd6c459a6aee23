"""What of a model's words reaches the person, and when.

Words that were heard cannot be taken back. So while nothing was done yet, what could be a claim is
held until it is known to be true: the whole answer where the person asked for an action, each
sentence where we cannot tell whether they did, and in plain talk only what sounds like one. Once
something was done, words go out as they come.
"""

from collections.abc import Callable
from enum import Enum

from .claims import Claims, first_sentence


class Caution(Enum):
    """How much is held back while nothing was done."""

    NONE = "none"
    """Something was done."""

    WORDS = "words"
    """Nobody asked for an action: words go out as they come, up to one that makes it a claim."""

    SENTENCES = "sentences"
    """We cannot tell: what sounds like a claim is held, and what comes after it."""

    ALL = "all"
    """An action was asked for."""


class Saying:
    """One reply while it is being made."""

    def __init__(self, say: Callable[[str], None], claims: Claims, caution: Caution) -> None:
        """Pass on what may be heard to `say`."""
        self._say = say
        self._claims = claims
        self._caution = caution
        self._held = ""
        self._spoken_of = ""
        """How the sentence began of which the rest is held."""

        self._said: list[str] = []
        self._gap = False
        self._space = ""

    @property
    def said(self) -> str:
        """What the person has heard."""
        return "".join(self._said)

    @property
    def held(self) -> str:
        """What they have not heard yet."""
        return self._held.strip()

    @property
    def may_claim(self) -> bool:
        """Whether everything goes out as it comes."""
        return self._caution is Caution.NONE

    def trust(self) -> None:
        """Something was done: from now on words go out as they come."""
        self._caution = Caution.NONE

    def doubt(self) -> None:
        """It claimed what was not so: from now on no sentence goes out before it is complete."""
        if self._caution is Caution.WORDS:
            self._caution = Caution.SENTENCES

    def hear(self, text: str) -> None:
        """Some more words of the model."""
        if self._caution is Caution.NONE:
            self._emit(text)
            return
        self._held += text
        if self._caution is Caution.SENTENCES:
            self._let_go_of_sentences()
        elif self._caution is Caution.WORDS:
            self._let_go_of_words()

    def settle(self) -> None:
        """The answer is complete: an end without a full stop is a sentence as well."""
        patient = self._caution in {Caution.SENTENCES, Caution.WORDS}
        if patient and not self._claims.says_done(self._spoken_of + self._held):
            self.release()

    def release(self) -> None:
        """What was held may be heard."""
        held, self._held, self._spoken_of = self._held, "", ""
        self._emit(held)

    def drop(self) -> None:
        """What was held must not be heard."""
        if self._held.strip() and self._spoken_of:
            # Broken off in the middle of a sentence.
            self._emit("…")
        self._held = self._spoken_of = ""

    def pause(self) -> None:
        """What comes next is another sentence: the model went on after using its tools."""
        self._gap = bool(self._said)

    def add(self, text: str) -> None:
        """Say this of our own."""
        self.pause()
        self._emit(text)

    def _let_go_of_sentences(self) -> bool:
        """Let go of whole sentences up to one that claims; tell whether there is none."""
        while sentence := first_sentence(self._spoken_of + self._held):
            if self._claims.is_claim(sentence):
                return False
            rest = sentence[len(self._spoken_of) :]
            self._held = self._held[len(rest) :]
            self._spoken_of = ""
            self._emit(rest)
        return True

    def _let_go_of_words(self) -> None:
        """Let go of the words of the last sentence as well, unless they begin a claim."""
        if not self._let_go_of_sentences():
            return
        begun = self._spoken_of + self._held
        waits = self._claims.may_become_claim(begun) or self._claims.is_claim(begun)
        if self._held and not waits:
            self._emit(self._held)
            self._spoken_of, self._held = begun, ""

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
