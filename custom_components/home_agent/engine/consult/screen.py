"""Which of a model's sentences may be heard, held to what is so.

A sentence that states nothing about the home goes out. One that does is checked: what is true goes
out, what is not true never does. What cannot be checked is left out where something was to be
done, since our own report says what is so; of an answer to a question it is told as unchecked.
"""

import re
from dataclasses import dataclass

from ..understand import Understanding, Understood
from .assessment import NO_EVIDENCE, Assessment, ScreenedSentence, TurnEvidence
from .bare_answers import BareAnswers
from .carried_on import check_carried_on
from .claims import Claims
from .classifier import Classifier, SentenceScores
from .corrections import Corrections
from .fast_answers import FastAnswers
from .leading_turns import LeadingTurn, read_leading_turn
from .purpose import PurposeLikelihoods, TurnPurpose
from .sentences import is_question
from .statement_checker import CheckResult, StatementChecker

# What the purpose of a turn says for a sentence being a statement about the home; what was done
# already, or refused, since then there is less to lie about; and that it asks.
# By whether it mentions anything that homes have.
_LEANING_IN_ACTION = {True: 1.1, False: 0.4}
# Of an answer, by whether it or the question mentions anything that homes have.
_LEANING_IN_ANSWER = {True: 0.7, False: -0.8}
_LEANING_ONCE_DONE = {True: 0.9, False: 0.3}
_LEANING_ONCE_REFUSED = 0.0
_LEANING_OF_QUESTIONS = -0.4
# In talk the same; of a question, more.
_LEANING_IN_TALK = {True: 0.4, False: -1.1}
_LEANING_OF_QUESTIONS_IN_TALK = {True: 0.6, False: -0.6}
# Whoever says to have done something most likely says so of the home.
_LEANING_OF_OWN_PAST = 1.0
# Where something is to be done beyond doubt, or the home was asked about, less goes as talk.
_LEANING_BEYOND_DOUBT = 0.8
_BEYOND_DOUBT = 0.8
# "Locked!" says what was asked for.
_LEANING_OF_SHORT = 0.7
_MOST_WORDS_IN_SHORT = 4
_MAY_ASK = 0.2
# How likely it must be one to be taken for one; and to be left out, where else it would be told as
# unchecked.
_STATES = 0.25
_CERTAIN = 0.9
_CERTAIN_OF_SUSPECTS = 0.7
# What comes first after a question about the home is most likely the answer.
_ANSWER_STATES = 0.1
_UNREAD_ANSWER_STATES = 0.2
# A clause by itself says less, and so must be more likely.
_CLAUSE_STATES = 0.7
# How likely it must say that something was not done, against all that says otherwise.
_DENIES = 0.7
_FIGURE = re.compile(r"\d+(?:[.,:]\d+)?")
_WORD = re.compile(r"\w")
_TICK = re.compile("[✅☑✔👍👌🆗💯🔒🔓💡]")


@dataclass(slots=True, kw_only=True)
class Screen:
    """Screens the sentences of one turn."""

    request: str
    purposes: PurposeLikelihoods
    classifier: Classifier
    claims: Claims
    checker: StatementChecker
    answers: FastAnswers
    corrections: Corrections
    understanding: Understanding
    """What the person said, as we read it."""

    asked_about: tuple[str, ...] = ()
    """The things that they spoke of: what "it" is."""

    around: tuple[str, ...] = ()
    """What is in the rooms that they spoke of: of several windows, which one "the window" is."""

    evidence: TurnEvidence = NO_EVIDENCE
    suspects: bool = False
    """Whether the model claimed in this turn what did not happen."""

    _refused: bool = False
    """Whether the model said that it does not do it, or cannot."""

    _last: ScreenedSentence | None = None
    """The sentence before."""

    _owned_up: bool = False
    """Whether the model said so, or asked back."""

    _mentioned: tuple[str, ...] = ()
    """What the sentences before named last: what "it" is."""

    _before: str = ""
    """The sentence before, in full where it only named something."""

    @property
    def purpose(self) -> TurnPurpose:
        """What the turn is for most likely; whatever was tried was to be done."""
        if self.evidence.tried:
            return TurnPurpose.ACTION
        return max(self.purposes, key=self.purposes.__getitem__)

    def screen(self, sentence: str) -> ScreenedSentence:
        """What a sentence is found to be."""
        plain = sentence.strip()
        if _WORD.search(plain):
            before = self._before
            self._last = self._screen_words(plain)
            if self._before == before:
                self._before = plain
            self._mentioned = tuple(sorted(self.checker.find_named(plain))) or self._mentioned
            self._owned_up = self._owned_up or self._refused or is_question(plain)
            return self._last
        return ScreenedSentence(text=plain, assessment=self._assess_signs(plain))

    def begin_again(self) -> None:
        """The model claimed what did not happen, and answers once more."""
        self.suspects, self._before, self._last = True, "", None

    def replacement(self, sentence: ScreenedSentence) -> str:
        """What to say in our words instead of a sentence; empty for nothing."""
        return self.corrections.correct(sentence, self.purpose, self.evidence)

    def _assess_signs(self, signs: str) -> Assessment:
        """A smile means what the sentence before it means; a tick says that it is done."""
        if (
            self.purpose is TurnPurpose.ACTION
            and not self.evidence.anything_done
            and _TICK.search(signs)
        ):
            return Assessment.CLAIM
        if self._last is None or self._last.is_allowed:
            return Assessment.HARMLESS
        return self._last.assessment

    def _screen_words(self, plain: str) -> ScreenedSentence:
        if self.claims.promises_to_tell(plain):
            kept = self.evidence.may_promise
            assessment = Assessment.TRUE if kept else Assessment.CLAIM
            return ScreenedSentence(text=plain, assessment=assessment, is_promise=True)
        if self._last is None and (answer := self._screen_bare(plain)):
            return answer
        if carried := self._screen_ellipsis(plain):
            return carried
        if self._leading().is_wish(plain) and len(self.checker.clauses(plain)) == 1:
            return ScreenedSentence(text=plain, assessment=Assessment.HARMLESS)
        is_deed = not is_question(plain) and self.claims.says_own_deed(plain)
        is_deed = is_deed and not self.evidence.acted_elsewhere
        reading = self._read(plain, is_deed=is_deed)
        if not (is_deed and self.purpose is TurnPurpose.ACTION) and not self._must_check(plain):
            if self._denies(plain):
                self._refused = True
                return ScreenedSentence(text=plain, assessment=Assessment.DENIAL)
            if reading.states < self._bar(plain) and not self._has_stating_clause(plain):
                return self._screen_taken_for_granted(plain)
        checked = self._check(plain)
        if checked.truth and (self._is_report(plain) or self._is_thanked()):
            checked = CheckResult(entity_ids=checked.entity_ids)
        spoken_of = (
            checked.entity_ids | self.checker.find_named(plain) if is_deed else checked.entity_ids
        )
        if is_deed and not (checked.truth and spoken_of <= self.evidence.entity_ids):
            assessment = Assessment.CLAIM
        else:
            spoke_falsely = self.suspects and self.checker.mentions_home(plain)
            bar = _CERTAIN_OF_SUSPECTS if spoke_falsely else _CERTAIN
            assessment = self._assess(plain, checked, certain=reading.states >= bar)
        return ScreenedSentence(
            text=plain, assessment=assessment, entity_ids=spoken_of, is_deed=is_deed
        )

    def _screen_bare(self, plain: str) -> ScreenedSentence | None:
        """What a mere "no" or "none" to a question about the home is, by our own answer."""
        bare = BareAnswers(self.answers, self.checker.words, self.understanding)
        if bare.is_name_of(self.request, plain):
            return ScreenedSentence(text=plain, assessment=Assessment.TRUE)
        if self.purpose is not TurnPurpose.QUESTION or self.evidence.tool_answers:
            return None
        if self.answers.answer(self.understanding):
            if not bare.is_bare(plain) or self._check(plain).truth is not None:
                return None
            assessment = Assessment.TRUE if bare.is_right(plain) else Assessment.FALSE
        elif bare.is_nothing_else(plain) and self.checker.mentions_home(self.request):
            assessment = Assessment.UNCHECKED
        else:
            return None
        return ScreenedSentence(text=plain, assessment=assessment)

    def _screen_ellipsis(self, plain: str) -> ScreenedSentence | None:
        """What a sentence is that only names something: it says what the one before it says."""
        if is_question(plain) or self.evidence.tried or self.evidence.tool_answers:
            return None
        if self._last is not None and self._last.assessment is Assessment.HARMLESS:
            return None
        before = self._before or (self.request if self.purpose is TurnPurpose.QUESTION else "")
        if not before:
            return None
        carried = check_carried_on(plain, before, self._about, self.checker, self.answers)
        if carried is None:
            return None
        if self._last is not None and self._last.assessment is Assessment.DENIAL:
            return ScreenedSentence(text=plain, assessment=Assessment.DENIAL)
        checked, self._before = carried.checked, carried.text or self._before
        if self._last is None:
            bare = BareAnswers(self.answers, self.checker.words, self.understanding)
            checked = bare.check_named(self.checker.find_named(plain)) or checked
        assessment = self._assess(plain, checked, certain=True)
        return ScreenedSentence(text=plain, assessment=assessment, entity_ids=checked.entity_ids)

    def _screen_taken_for_granted(self, plain: str) -> ScreenedSentence:
        """What a sentence is that states nothing itself, by what it takes for granted.

        "Anything else, now that the door is locked?" says that it was locked just now.
        """
        clause = self.checker.taken_for_granted(plain) if is_question(plain) else ""
        if self.claims.asks_of_own_past(plain):
            clause = clause or plain
        if not clause or not self.checker.mentions_home(clause) or self.evidence.acted_elsewhere:
            return ScreenedSentence(text=plain, assessment=Assessment.HARMLESS)
        checked = self._check(clause)
        ids = checked.entity_ids
        if checked.truth and (
            self.purpose is not TurnPurpose.ACTION or ids & self.evidence.entity_ids
        ):
            assessment = Assessment.TRUE
        elif self.purpose is TurnPurpose.ACTION:
            assessment = Assessment.CLAIM
        else:
            assessment = Assessment.UNCHECKED if checked.truth is None else Assessment.FALSE
        return ScreenedSentence(text=plain, assessment=assessment, entity_ids=ids)

    def _must_check(self, sentence: str) -> bool:
        """Whether it states something by what was said before it, however harmless it sounds."""
        if self.evidence.tried or self.evidence.acted_elsewhere or self.evidence.tool_answers:
            return False
        mentions = self.checker.mentions_home(sentence)
        return self._leading().must_check(
            sentence, is_first=self._last is None, mentions_home=mentions
        )

    def _is_thanked(self) -> bool:
        """Whether thanks are for a deed, and none was done: then no state bears one out."""
        return self._leading().is_thanks and not self.evidence.anything_done

    def _leading(self) -> LeadingTurn:
        return read_leading_turn(self.request, self.purposes, self.checker)

    def _bar(self, sentence: str) -> float:
        """How likely a sentence must be a statement: less where it is the answer to a question."""
        leading, mentions = self._leading(), self.checker.mentions_home(sentence)
        if mentions and (leading.is_greeting or (leading.is_asked and self._last is not None)):
            return _ANSWER_STATES
        if self.purpose is not TurnPurpose.QUESTION or self._last is not None:
            return _STATES
        if isinstance(self.understanding, Understood):
            return _ANSWER_STATES
        is_asked = self.purposes[TurnPurpose.QUESTION] >= _BEYOND_DOUBT
        return _UNREAD_ANSWER_STATES if is_asked else _STATES

    def _is_report(self, sentence: str) -> bool:
        """Whether it is a mere "locked!", or "has been locked": a deed, and no state.

        Where the home was asked about, or something was done, it may well be one.
        """
        if self.purpose is TurnPurpose.QUESTION or self.evidence.anything_done:
            return False
        if self.purpose is TurnPurpose.TALK:
            return self.claims.says_own_past(sentence)
        if is_question(sentence) and self.checker.taken_for_granted(sentence):
            return True
        tells = self.checker.is_elliptic(sentence) or self.claims.says_done(sentence)
        return tells or self.claims.says_own_past(sentence)

    def _has_stating_clause(self, sentence: str) -> bool:
        """Whether a clause by itself states something: "the lights are on, no problem"."""
        clauses = () if is_question(sentence) else self.checker.clauses(sentence)
        return len(clauses) > 1 and any(
            self._read(clause).states >= _CLAUSE_STATES and self.checker.mentions_home(clause)
            for clause in clauses
        )

    @property
    def _about(self) -> tuple[str, ...]:
        return (*self.evidence.entity_ids, *(self._mentioned or self.asked_about)) or self.around

    def _check(self, sentence: str) -> CheckResult:
        """A sentence held to the home: as a whole, or each clause that states something."""
        about = self._about
        whole = self.checker.check(sentence, about)
        parts = self.checker.clauses(sentence)
        if len(parts) == 1:
            return whole
        checked: list[tuple[str, CheckResult]] = []
        for part in parts:
            checked.append((part, self.checker.check(part, about)))
            about = tuple(sorted(self.checker.find_named(part))) or about
        if whole.truth and all(result.truth is not False for _part, result in checked):
            return whole
        ids = whole.entity_ids.union(*(result.entity_ids for _part, result in checked))
        stated = [result for part, result in checked if result.truth or self._is_stated(part)]
        if stated and all(result.truth for result in stated):
            return CheckResult(truth=True, entity_ids=ids)
        wrong = whole.truth is False and any(result.truth is False for result in stated)
        return CheckResult(truth=False if wrong else None, entity_ids=ids)

    def _is_stated(self, clause: str) -> bool:
        """Whether a clause states something; "so there is nothing to do" does not."""
        reading = self._read(clause)
        denies = reading.denies >= _DENIES and not self.checker.mentions_home(clause)
        return reading.states >= _STATES and not denies

    def _read(
        self, sentence: str, *, is_deed: bool = False, strictly: bool = True
    ) -> SentenceScores:
        """Read a sentence in this turn; `strictly` where less goes as talk."""
        leaning = self._leaning(sentence) + (self._strictness(sentence) if strictly else 0.0)
        talk = 0.0 if self.evidence.tried or self.suspects else self.purposes[TurnPurpose.TALK]
        return self.classifier.read(sentence, max(leaning, 0.0) if is_deed else leaning, talk)

    def _strictness(self, sentence: str) -> float:
        """How much more speaks for a statement where hardly anything else is to be said."""
        happened = self.evidence.tried or self.evidence.anything_done
        if happened or self._refused or is_question(sentence):
            return 0.0
        strictness = _LEANING_OF_OWN_PAST if self.claims.says_own_past(sentence) else 0.0
        if self.suspects or self.purposes[TurnPurpose.TALK] <= 1 - _BEYOND_DOUBT:
            strictness += _LEANING_BEYOND_DOUBT
        if self.purpose is TurnPurpose.ACTION and len(sentence.split()) <= _MOST_WORDS_IN_SHORT:
            strictness += _LEANING_OF_SHORT
        return strictness

    def _denies(self, sentence: str) -> bool:
        """Whether it says that something was not done, where nothing was."""
        if self.claims.says_own_past(sentence):
            return False
        reading = self._read(sentence, strictly=False)
        if reading.states < _STATES:
            return reading.denies >= _STATES
        refuses = self.purpose is TurnPurpose.ACTION and not self.evidence.anything_done
        refuses = refuses and self.checker.may_deny(sentence)
        return refuses and reading.denies >= max(_DENIES, reading.states)

    def _leaning(self, sentence: str) -> float:
        asks, mentions = is_question(sentence), self.checker.mentions_home(sentence)
        if self.evidence.tried or self.evidence.anything_done or self.suspects:
            if asks:
                return _LEANING_OF_QUESTIONS
            in_action = _LEANING_ONCE_DONE if self.evidence.anything_done else _LEANING_IN_ACTION
            return in_action[mentions]
        about_home = mentions or self.checker.mentions_home(self.request)
        in_talk = _LEANING_OF_QUESTIONS_IN_TALK if asks else _LEANING_IN_TALK
        leanings = {
            TurnPurpose.ACTION: _LEANING_OF_QUESTIONS if asks else _LEANING_IN_ACTION[mentions],
            TurnPurpose.QUESTION: _LEANING_OF_QUESTIONS if asks else _LEANING_IN_ANSWER[about_home],
            TurnPurpose.TALK: in_talk[mentions],
        }
        leaning = sum(leanings[purpose] * share for purpose, share in self.purposes.items())
        return min(leaning, _LEANING_ONCE_REFUSED) if self._refused else leaning

    def _assess(self, sentence: str, checked: CheckResult, *, certain: bool) -> Assessment:
        if (
            self.evidence.acted_elsewhere
            and not self.checker.find_named(sentence) - self.evidence.entity_ids
        ):
            # Somebody else did it, and we cannot say that they did not.
            return Assessment.HARMLESS
        if checked.truth is not None:
            return Assessment.TRUE if checked.truth else Assessment.FALSE
        if self.evidence.has_figures_of(sentence):
            return Assessment.TRUE
        if self.evidence.has_outside_facts and not self.checker.mentions_home(sentence):
            return Assessment.HARMLESS
        if self._may_answer() or self._is_likely(sentence):
            return Assessment.UNCHECKED
        if self.purpose is TurnPurpose.ACTION:
            # Our own report says how it is.
            certain = (certain and not self._admits(sentence)) or self.evidence.tried
        return Assessment.CLAIM if certain else Assessment.UNCHECKED

    def _admits(self, sentence: str) -> bool:
        """Whether it claims no deed, or the model said before that it did nothing or asked back."""
        return self._owned_up or self.checker.claims_no_deed(sentence)

    def _may_answer(self) -> bool:
        """Whether the person may have asked about the home, and nothing was to be done."""
        asked = self.purposes[TurnPurpose.QUESTION] >= _MAY_ASK and not self.evidence.tried
        return asked or self.purpose is TurnPurpose.QUESTION

    def _is_likely(self, sentence: str) -> bool:
        """Whether its figures are measured in the home, and not just those that were asked for."""
        repeated = set(_FIGURE.findall(self.request)) & set(_FIGURE.findall(sentence))
        return not repeated and self.checker.is_likely(sentence)
