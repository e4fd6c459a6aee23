"""Whether a bare answer to a question is right: "no", "none", "four".

Such an answer names nothing that could be looked up. What it says is in the question, so it is held
to our own answer.
"""

from ..act.query import query_states
from ..plan import QueryStep
from ..understand import Understanding, Understood
from ..understand.lexicon.lexicon import Phrase
from .fast_answers import FastAnswers
from .statement_checker import CheckResult
from .statement_words import StatementWords, split_words

_MOST_WORDS = 3
_PADDING = ("yes", "no", "none", "every", "now", "adding", "articles", "one", "is")


class BareAnswers:
    """Checks bare answers to one question."""

    def __init__(
        self, answers: FastAnswers, words: StatementWords, understanding: Understanding
    ) -> None:
        """Hold them to what we would answer to that question."""
        self._answers = answers
        self._words = words
        self._understanding = understanding

    def is_bare(self, sentence: str) -> bool:
        """Whether a sentence only says yes, no or a number; or none, and not much more."""
        said = split_words(sentence)
        if self.is_nothing_else(sentence) or self._number(said) is not None:
            return True
        return len(said) <= _MOST_WORDS and self._says_none(said)

    def is_nothing_else(self, sentence: str) -> bool:
        """Whether a sentence says yes, no or none, and not a word more."""
        said = split_words(sentence)
        return bool(said) and not self._words.less(said, *_PADDING)

    def is_right(self, sentence: str) -> bool:
        """Whether a bare answer says what we would answer."""
        said = split_words(sentence)
        own = split_words(self._answers.answer(self._understanding))
        if (number := self._number(said)) is not None:
            return str(number) in own
        if self._says_none(said):
            return self._finds_none()
        return any(
            self._words.begins(said, word) and self._words.begins(own, word)
            for word in ("yes", "no")
        )

    def check_named(self, named: frozenset[str]) -> CheckResult | None:
        """Whether a question which things are so is answered by just these; `None` if it is none.

        A part of them is no lie, and no answer either.
        """
        if not isinstance(self._understanding, Understood) or not named:
            return None
        steps = self._understanding.plan.steps
        looks = [step for step in steps if isinstance(step, QueryStep) and step.wanted]
        if len(looks) != 1 or len(steps) != 1 or looks[0].wording.response != "which":
            return None
        outcomes = query_states(looks[0], self._answers.home)
        matched = frozenset(outcome.entity_id for outcome in outcomes if outcome.matched)
        truth = True if named == matched else None if named <= matched else False
        return CheckResult(truth=truth, entity_ids=named)

    def is_name_of(self, request: str, sentence: str) -> bool:
        """Whether an answer only names what a question for a name is about."""
        if not self._words.says(split_words(request), "naming"):
            return False
        lexicon, names = self._answers.words()
        said, asked = lexicon.words(sentence), lexicon.words(request)
        kinds = {
            kind
            for at in range(len(asked))
            for kind in lexicon.kinds.get(asked[at : at + 1], frozenset())
        }
        # "It is called Robbie", and not much before the name.
        lead = next((at for at in range(len(said)) if said[at:] in names.entities), len(said))
        if lead > _MOST_WORDS or self._words.says(said[:lead], "not", "none"):
            return False
        named = names.entities.get(said[lead:], ())
        return bool(named) and all(id_.partition(".")[0] in kinds for id_ in named)

    def _says_none(self, said: Phrase) -> bool:
        """Whether it begins with "none", and not with a mere "no"."""
        return len(self._words.begins(said, "none")) > len(self._words.begins(said, "no"))

    def _finds_none(self) -> bool:
        """Whether the question looks for things in a state, and nothing is."""
        if not isinstance(self._understanding, Understood):
            return False
        steps = self._understanding.plan.steps
        looks = [step for step in steps if isinstance(step, QueryStep) and step.wanted]
        home = self._answers.home
        matched = (outcome.matched for step in looks for outcome in query_states(step, home))
        return bool(looks) and not any(matched)

    def _number(self, said: Phrase) -> int | None:
        """The number that is all that is said, in figures or in words."""
        lexicon, _names = self._answers.words()
        read = lexicon.words(" ".join(said))
        return int(read[0]) if len(read) == 1 and read[0].isdecimal() else None
