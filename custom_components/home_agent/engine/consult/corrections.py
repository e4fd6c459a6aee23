"""What is said in our words instead of a model's sentence that may not be heard."""

import re

from ..language import Language
from ..speak import phrase
from ..understand import Understanding
from .assessment import Assessment, ScreenedSentence, TurnEvidence
from .fast_answers import FastAnswers
from .purpose import TurnPurpose

# Of more things it is not clear which were meant.
_MOST_NAMED = 3
_WORD = re.compile(r"\w")


class Corrections:
    """What is said instead of the sentences of one turn, each once."""

    def __init__(
        self, language: Language, answers: FastAnswers, understanding: Understanding
    ) -> None:
        """Answer by these what was understood of the person."""
        self._language = language
        self._answers = answers
        self._understanding = understanding
        self._said: set[str] = set()

    def correct(
        self, sentence: ScreenedSentence, purpose: TurnPurpose, evidence: TurnEvidence
    ) -> str:
        """What to say instead of a sentence; empty for nothing."""
        text = self._text(sentence, purpose, evidence)
        return text if text and self._is_new(text) else ""

    def _text(
        self, sentence: ScreenedSentence, purpose: TurnPurpose, evidence: TurnEvidence
    ) -> str:
        match sentence.assessment:
            case Assessment.UNCHECKED if _WORD.search(sentence.text):
                doubted = phrase(self._language, "model_unchecked", said=sentence.text)
                own = self._answers.answer(self._understanding)
                return f"{own} {doubted}" if own and self._is_new(own) else doubted
            case Assessment.FALSE if purpose is TurnPurpose.QUESTION:
                own = self._answers.answer(self._understanding)
                return own or self._answers.states(sentence.entity_ids)
            case Assessment.FALSE if purpose is TurnPurpose.TALK or evidence.anything_done:
                return self._answers.states(sentence.entity_ids)
            case Assessment.CLAIM if evidence.anything_done and sentence.is_deed:
                return self._untouched(sentence.entity_ids - evidence.entity_ids)
        return ""

    def _is_new(self, text: str) -> bool:
        """Whether it was not said before; it is from now on."""
        is_new = text not in self._said
        self._said.add(text)
        return is_new

    def _untouched(self, entity_ids: frozenset[str]) -> str:
        """That nothing was done with these entities."""
        if not 0 < len(entity_ids) <= _MOST_NAMED:
            return ""
        layout = self._answers.home.layout
        names = dict.fromkeys(layout.entities[id_].name for id_ in sorted(entity_ids))
        return phrase(self._language, "model_not_changed", names=", ".join(names))
