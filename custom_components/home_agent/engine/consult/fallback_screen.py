"""Which sentences may be heard in a language that has no classifier.

A sentence that shares a word with the home or with the request, or that sounds like a deed, is left
out unless it asks or denies; only in plain talk the rest goes out.
"""

import re
from dataclasses import dataclass, field

from ..act.query import query_states
from ..home import Layout
from ..language import Language
from ..speak import phrase
from ..understand import Understanding
from .assessment import NO_EVIDENCE, Assessment, ScreenedSentence, TurnEvidence
from .claims import Claims
from .fast_answers import FastAnswers
from .purpose import TurnPurpose
from .sentences import is_question, without_markup
from .statement_words import split_words

_STEM = 4
_SHORTEST = 4
_FEW_WORDS = 4
_FEW_SIGNS = 12
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")


@dataclass(slots=True, kw_only=True)
class FallbackScreen:
    """Screens the sentences of one turn."""

    grammar_purpose: TurnPurpose
    language: Language
    claims: Claims
    answers: FastAnswers
    understanding: Understanding
    home_words: frozenset[str]
    """The words of the home's names and of the request, each by its first letters."""

    evidence: TurnEvidence = NO_EVIDENCE
    suspects: bool = False
    """Whether the model claimed in this turn what did not happen."""

    _replacements: set[str] = field(default_factory=set)

    @property
    def purpose(self) -> TurnPurpose:
        """What the turn is for; whatever was tried was to be done."""
        return TurnPurpose.ACTION if self.evidence.tried else self.grammar_purpose

    def screen(self, sentence: str) -> ScreenedSentence:
        """What a sentence is found to be."""
        assessment = self._assess(sentence)
        return ScreenedSentence(
            text=sentence.strip(),
            assessment=assessment,
            is_deed=assessment is Assessment.CLAIM and self.claims.says_done(sentence),
            is_promise=self.claims.promises_to_tell(sentence),
        )

    def begin_again(self) -> None:
        """The model claimed what did not happen, and answers once more."""
        self.suspects = True

    def replacement(self, sentence: ScreenedSentence) -> str:
        """Our own answer instead of a sentence, or that it was not checked; each once."""
        text = ""
        if self.purpose is TurnPurpose.QUESTION:
            text = self.answers.answer(self.understanding)
        if not text and sentence.assessment is Assessment.UNCHECKED:
            text = phrase(self.language, "model_unchecked", said=sentence.text)
        if text in self._replacements:
            return ""
        self._replacements.add(text)
        return text

    def _assess(self, sentence: str) -> Assessment:
        if self.claims.promises_to_tell(sentence):
            return Assessment.TRUE if self.evidence.may_promise else Assessment.CLAIM
        if self.claims.says_done(sentence):
            return Assessment.HARMLESS if self.evidence.acted_elsewhere else Assessment.CLAIM
        if is_question(sentence):
            return Assessment.HARMLESS
        if self.claims.denies(sentence):
            checkable = self._mentions_home(sentence) and self.purpose is not TurnPurpose.ACTION
            return Assessment.UNCHECKED if checkable else Assessment.DENIAL
        if self._mentions_home(sentence):
            return self._check(sentence)
        return Assessment.HARMLESS if self._is_plain_talk(sentence) else self._unsupported

    @property
    def _unsupported(self) -> Assessment:
        """What a sentence is that nothing supports."""
        return Assessment.UNCHECKED if self.purpose is TurnPurpose.QUESTION else Assessment.CLAIM

    def _check(self, sentence: str) -> Assessment:
        """Whether it is so, read as a question by the intents project's grammar."""
        steps = self.answers.steps(
            f"{without_markup(sentence).strip(' .!')}?", self.evidence.entity_ids
        )
        home = self.answers.home
        outcomes = [
            outcome for step in steps or () if step.wanted for outcome in query_states(step, home)
        ]
        if not outcomes or any(not found.after or not found.after.available for found in outcomes):
            return self._unsupported
        matched = [outcome.matched for outcome in outcomes]
        if all(matched):
            return Assessment.TRUE
        return self._unsupported if any(matched) else Assessment.FALSE

    def _mentions_home(self, sentence: str) -> bool:
        if any(_UNSPACED.search(word) and word in sentence for word in self.home_words):
            return True
        return any(word[:_STEM] in self.home_words for word in split_words(sentence))

    def _is_plain_talk(self, sentence: str) -> bool:
        if self.purpose is TurnPurpose.ACTION:
            return self.evidence.acted_elsewhere
        if self.purpose is TurnPurpose.TALK:
            return True
        if _UNSPACED.search(sentence):
            return len(sentence) >= _FEW_SIGNS
        return len(split_words(sentence)) >= _FEW_WORDS


def words_of_home(layout: Layout, request: str) -> frozenset[str]:
    """The words of a home's names and of a request, each by its first letters."""
    entities = (
        name for entity in layout.entities.values() if entity.exposed for name in entity.names
    )
    areas = (name for area in layout.areas.values() for name in (area.name, *area.aliases))
    words = (word for text in (*entities, *areas, request) for word in split_words(text))
    return frozenset(
        word if _UNSPACED.search(word) else word[:_STEM]
        for word in words
        if len(word) >= _SHORTEST or _UNSPACED.search(word)
    )
