"""Which sentences may be heard in a language of which we know little more than the home's names.

It is the careful way: a sentence that shares a word with the home or with the request, or that
sounds like a deed, is left out unless it asks or denies; only in plain talk the rest goes out.
"""

import re
from dataclasses import dataclass, field

from ..act.query import query_states
from ..home import Layout
from ..language import Language
from ..speak import phrase
from ..understand import Understanding
from .assessment import NO_EVIDENCE, Assessment, Evidence, ScreenedSentence
from .claims import Claims
from .classifier import Purpose
from .fast_answers import FastAnswers
from .sentences import is_question, without_markup
from .statement_words import words_in

_STEM = 4
_SHORTEST = 4
_FEW_WORDS = 4
_FEW_SIGNS = 12
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")


@dataclass(slots=True, kw_only=True)
class FallbackScreen:
    """TurnScreens the sentences of one turn."""

    read_as: Purpose
    language: Language
    claims: Claims
    own: FastAnswers
    understanding: Understanding
    tied: frozenset[str]
    """The words of the home's names and of the request, each by how it begins."""

    done: Evidence = NO_EVIDENCE
    suspects: bool = False
    """Whether the model spoke of a deed in this turn that was none."""

    _instead: set[str] = field(default_factory=set)

    @property
    def purpose(self) -> Purpose:
        """What the turn is for; whatever was tried was to be done."""
        return Purpose.ACTION if self.done.tried else self.read_as

    def screen(self, sentence: str) -> ScreenedSentence:
        """What a sentence is found to be."""
        standing = self._standing(sentence)
        return ScreenedSentence(
            sentence=sentence.strip(),
            standing=standing,
            is_deed=standing is Assessment.CLAIM and self.claims.says_done(sentence),
            is_promise=self.claims.promises_to_tell(sentence),
        )

    def instead(self, screened: ScreenedSentence) -> str:
        """What to say for what is left out: our own answer, or that it was not checked."""
        text = ""
        if self.purpose is Purpose.QUESTION:
            text = self.own.answer(self.understanding)
        if not text and screened.standing is Assessment.OPEN:
            text = phrase(self.language, "model_unchecked", said=screened.sentence)
        if text in self._instead:
            return ""
        self._instead.add(text)
        return text

    def _standing(self, sentence: str) -> Assessment:
        if self.claims.promises_to_tell(sentence):
            return Assessment.TRUE if self.done.may_promise else Assessment.CLAIM
        if self.claims.says_done(sentence):
            return Assessment.HARMLESS if self.done.elsewhere else Assessment.CLAIM
        if is_question(sentence):
            return Assessment.HARMLESS
        if self.claims.denies(sentence):
            checkable = self._is_tied(sentence) and self.purpose is not Purpose.ACTION
            return Assessment.OPEN if checkable else Assessment.DENIAL
        if self._is_tied(sentence):
            return self._checked(sentence)
        return Assessment.HARMLESS if self._may_ride(sentence) else self._unborne

    @property
    def _unborne(self) -> Assessment:
        """What a sentence is that nothing bears out."""
        return Assessment.OPEN if self.purpose is Purpose.QUESTION else Assessment.CLAIM

    def _checked(self, sentence: str) -> Assessment:
        """Whether it is so, read as a question by the intents project's grammar."""
        steps = self.own.steps(f"{without_markup(sentence).strip(' .!')}?", self.done.entity_ids)
        outcomes = [
            one for step in steps or () if step.wanted for one in query_states(step, self.own.home)
        ]
        if not outcomes or any(not one.after or not one.after.available for one in outcomes):
            return self._unborne
        if all(one.matched for one in outcomes):
            return Assessment.TRUE
        return self._unborne if any(one.matched for one in outcomes) else Assessment.FALSE

    def _is_tied(self, sentence: str) -> bool:
        if any(_UNSPACED.search(word) and word in sentence for word in self.tied):
            return True
        return any(word[:_STEM] in self.tied for word in words_in(sentence))

    def _may_ride(self, sentence: str) -> bool:
        if self.purpose is Purpose.ACTION:
            return self.done.elsewhere
        if self.purpose is Purpose.TALK:
            return True
        if _UNSPACED.search(sentence):
            return len(sentence) >= _FEW_SIGNS
        return len(words_in(sentence)) >= _FEW_WORDS


def tied_words(layout: Layout, request: str) -> frozenset[str]:
    """The words of a home's names and of a request, each by how it begins."""
    things = (name for one in layout.entities.values() if one.exposed for name in one.names)
    areas = (name for one in layout.areas.values() for name in (one.name, *one.aliases))
    words = (word for text in (*things, *areas, request) for word in words_in(text))
    return frozenset(
        word if _UNSPACED.search(word) else word[:_STEM]
        for word in words
        if len(word) >= _SHORTEST or _UNSPACED.search(word)
    )
