"""Makes the screen of each turn: what the words of a model are held against."""

from collections.abc import Callable
from dataclasses import dataclass

from ..conversation.turn_context import TurnContext
from ..home import Snapshot
from ..plan_contents import entities_of
from ..understand import NotUnderstood, Refusal, Understander, Understanding, Understood
from .claims import load_claims
from .classifier import Classifier, load_classifier
from .corrections import Corrections
from .fallback_screen import FallbackScreen, words_of_home
from .fast_answers import FastAnswers
from .purpose import PurposeLikelihoods, TurnPurpose, purpose_by_grammar, weigh_purposes
from .screen import Screen
from .sentences import split_sentences
from .statement_checker import StatementChecker
from .statement_words import load_statement_words, split_words

_BEYOND_DOUBT = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnScreen:
    """The screen of one turn, and what that turn is for."""

    screen: Screen | FallbackScreen
    is_command: bool | None
    """Whether the sentence has a verb that commands; `None` if the language has no words for it."""

    @property
    def must_act(self) -> bool:
        """Whether something is to be done, beyond doubt."""
        if isinstance(self.screen, FallbackScreen):
            return self.screen.grammar_purpose is TurnPurpose.ACTION
        return self.screen.purposes[TurnPurpose.ACTION] >= _BEYOND_DOUBT

    @property
    def purpose(self) -> TurnPurpose:
        """What the turn is for."""
        return self.screen.purpose


class TurnScreens:
    """Makes screens for one home."""

    def __init__(self, understander: Understander, home: Callable[[], Snapshot]) -> None:
        """Read sentences as the fast tier does."""
        self._understander = understander
        self._home = home

    def for_turn(self, context: TurnContext) -> TurnScreen:
        """The screen for one sentence. Blocks: words are read from files the first time."""
        language = context.language
        understanding = self._understood(context)
        answers = FastAnswers(
            self._understander, self._home, language, area_id=context.turn.area_id
        )
        classifier = load_classifier(language.code)
        screen: Screen | FallbackScreen
        if classifier is None:
            screen = FallbackScreen(
                grammar_purpose=purpose_by_grammar(understanding),
                language=language,
                claims=load_claims(language),
                answers=answers,
                understanding=understanding,
                home_words=words_of_home(self._home().layout, context.turn.text),
            )
        else:
            checker = StatementChecker(answers, load_statement_words(language.code))
            screen = Screen(
                request=context.turn.text,
                purposes=weigh_purposes(
                    _purposes(context.turn.text, classifier, checker), understanding
                ),
                classifier=classifier,
                claims=load_claims(language),
                checker=checker,
                answers=answers,
                corrections=Corrections(language, answers, understanding),
                understanding=understanding,
                asked_about=_asked_about(understanding)
                or tuple(sorted(checker.find_named(context.turn.text))),
                around=tuple(sorted(checker.find_placed(context.turn.text))),
            )
        is_command = self._understander.wants_action(context.turn.text, language)
        return TurnScreen(screen=screen, is_command=is_command)

    def _understood(self, context: TurnContext) -> Understanding:
        if context.is_secret:
            return NotUnderstood()
        understanding = self._understander.understand(
            context.turn.text,
            self._home(),
            context.language,
            area_id=context.turn.area_id,
            before=context.conversation.before,
        )
        beyond = isinstance(understanding, Refusal) and self._understander.is_beyond_us(
            understanding, context.language
        )
        return NotUnderstood() if beyond else understanding


def _purposes(
    request: str, classifier: Classifier, checker: StatementChecker
) -> PurposeLikelihoods:
    """What a request is for: of several sentences what the one that most likely commands is for.

    "Bring me up to date" commands nothing but words.
    """
    parts = [classifier.purposes(sentence) for sentence in split_sentences(request)]
    shares = max(parts, key=lambda shares: shares[TurnPurpose.ACTION])
    if not checker.words.says(split_words(request), "update"):
        return shares
    talk = 0.0 if checker.mentions_home(request) else shares[TurnPurpose.TALK]
    return {TurnPurpose.ACTION: 0.0, TurnPurpose.QUESTION: 1 - talk, TurnPurpose.TALK: talk}


def _asked_about(understanding: Understanding) -> tuple[str, ...]:
    """The entities that a sentence is about, as far as it was understood."""
    return entities_of(understanding.plan) if isinstance(understanding, Understood) else ()
