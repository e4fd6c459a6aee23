"""What a person's words take for granted, or ask to be vouched for, before the model says a word.

Thanks for what nobody did, and a question how something is, leave hardly anything harmless to say:
"it was only a latch" owns up to a deed, and "nothing out of the ordinary" vouches for a camera that
is not there. So after them only what is known to be harmless goes as that.
"""

from dataclasses import dataclass

from .purpose import PurposeLikelihoods, TurnPurpose
from .sentences import is_question
from .statement_checker import StatementChecker
from .statement_words import StatementWords, split_words

# How likely it must be that the home was asked about; more where no thing of homes is mentioned.
_ASKED = {True: 0.95, False: 0.985}
_MAY_ASK = 0.5
# "You're welcome, pet."
_MOST_BESIDE_COURTESY = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadingTurn:
    """What one request leads an answer to state."""

    is_thanks: bool
    """Whether it thanks, and for more than words."""

    is_bare: bool
    """Whether it says nothing else."""

    is_greeting: bool
    """Whether it greets, and says nothing else."""

    is_asked: bool
    """Whether it asks how something of the home is, or has it looked at."""

    may_ask: bool
    """Whether it most likely asks, if not beyond doubt."""

    checker: StatementChecker

    @property
    def words(self) -> StatementWords:
        """The words by which statements are made."""
        return self.checker.words

    def must_check(self, sentence: str, *, is_first: bool, mentions_home: bool) -> bool:
        """Whether a sentence states something, however harmless it sounds."""
        if is_question(sentence):
            return False
        said = split_words(sentence)
        if self.is_thanks:
            doubtful = mentions_home or not self.is_bare
            return doubtful and not self._is_courtesy(said) and not self._owns_up(said)
        is_asked = self.is_asked or (self.may_ask and bool(self.words.begins(said, "nothing")))
        return is_asked and is_first and not self._owns_up(said)

    def is_wish(self, sentence: str) -> bool:
        """Whether a sentence only wishes somebody well."""
        said = split_words(sentence)
        begun = self.words.begins(said, "wishes")
        return bool(begun) and not self.checker.may_state(" ".join(said[len(begun) :]))

    def _is_courtesy(self, said: tuple[str, ...]) -> bool:
        rest = self.words.less(said, "courtesy", "agreed", "adding", "now")
        return len(rest) <= min(_MOST_BESIDE_COURTESY, len(said) - 1)

    def _owns_up(self, said: tuple[str, ...]) -> bool:
        """Whether the speaker says of itself what it cannot do or does not know.

        "Nothing that would worry me" does not.
        """
        said = said[len(self.words.begins(said, "nothing")) :]
        denies = self.words.says(said, "unable", "not", "none")
        return denies and self.words.says(said, "speaker", "unable")


def read_leading_turn(
    request: str, purposes: PurposeLikelihoods, checker: StatementChecker
) -> LeadingTurn:
    """What a request leads to."""
    words = checker.words
    said = split_words(request)
    is_thanks = words.says(said, "thanks") and not words.says(said, "for_words")
    rest = words.less(said, "thanks", "courtesy", "agreed", "adding", "now")
    unsaid = words.less(said, "greeting", "courtesy", "agreed", "adding", "now", "articles")
    bar = _ASKED[checker.mentions_home(request)]
    of_home = (words.says(said, "ours"), checker.mentions_home(request))
    asks_ours = (
        any(of_home) if words.says(said, "naming") else is_question(request) and all(of_home)
    )
    looks = words.says(said, "look") and purposes[TurnPurpose.TALK] < 1 - _ASKED[True]
    return LeadingTurn(
        is_thanks=is_thanks,
        is_bare=len(rest) <= _MOST_BESIDE_COURTESY,
        is_greeting=words.says(said, "greeting") and len(unsaid) <= _MOST_BESIDE_COURTESY,
        is_asked=purposes[TurnPurpose.QUESTION] >= bar or looks or asks_ours,
        may_ask=purposes[TurnPurpose.QUESTION] >= _MAY_ASK,
        checker=checker,
    )
