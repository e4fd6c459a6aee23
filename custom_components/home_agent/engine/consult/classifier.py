"""What a sentence is, by weights that were learned from sentences of our own.

`training/train_statements.py` writes the weights. A language that has none is screened by other
means (`fallback_screen.py`).
"""

from dataclasses import dataclass
from functools import cache
from math import exp

from ..language import language_file
from ..semantics.linear import LinearModel, read_models, to_chance
from .purpose import PurposeLikelihoods, TurnPurpose


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceScores:
    """How likely a sentence is what it seems to be, each between 0 and 1."""

    states: float
    """That it states something about this home, or a deed in it."""

    denies: float
    """That it says that something was not done, cannot be done or is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Classifier:
    """Reads what is said in one language."""

    requests: LinearModel
    answers: LinearModel

    def purposes(self, request: str) -> PurposeLikelihoods:
        """How likely a request is for each purpose; together they are 1."""
        scores = self.requests.scores(request)
        sizes = {purpose: exp(scores[purpose.value]) for purpose in TurnPurpose}
        whole = sum(sizes.values())
        return {purpose: size / whole for purpose, size in sizes.items()}

    def read(self, sentence: str, leaning: float = 0.0, talk: float = 0.0) -> SentenceScores:
        """Read a sentence of an answer.

        `leaning` is what its turn says for a statement, `talk` how likely the turn is mere talk,
        in which other words give a statement away.
        """
        scores = self.answers.scores(sentence)
        states = (1 - talk) * scores["states"] + talk * scores["states_in_talk"]
        return SentenceScores(
            states=to_chance(states + leaning), denies=to_chance(scores["denies"])
        )


@cache
def load_classifier(code: str) -> Classifier | None:
    """Read the weights of a language from disk, which blocks; `None` if there are none."""
    file = language_file(code, "statements.weights")
    if file is None:
        return None
    models = read_models(file.read_bytes())
    return Classifier(requests=models["requests"], answers=models["answers"])
