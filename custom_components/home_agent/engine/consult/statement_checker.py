"""Checks a statement against the home: it is put as a question, and answered from the states.

The fast tier reads the question, so that names, areas, kinds and states mean the same here as
everywhere; it accounts for every word, and what it does not read is not known to be true. A
statement that may mean several entities must be true of all of them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..act.query import query_states
from ..home.domains import Trait, with_trait
from ..home.measures import measured
from ..outcome import Outcome
from ..plan import QueryStep
from ..understand.lexicon.lexicon import Lexicon, Phrase
from ..understand.text.phrases import find_phrase, has_phrase
from .ellipses import read_ellipsis
from .fast_answers import FastAnswers
from .figures import HALF, Figure, find_figures, find_readings, is_measured, without_figures
from .sentences import split_clauses
from .setting_limits import check_limits
from .statement_words import StatementWords, split_words

# Longer ones are no plain statements, and take their time to read.
_MOST_WORDS = 24
_YES_OR_NO = frozenset({"one_yesno", "any", "all", "none"})
_SHORTEST_NOUN = 4
_AT_HOME = frozenset({"home", "not_home"})
_OUT_OF_REACH = frozenset({"unavailable", "unknown"})
_PEOPLE = with_trait(Trait.TRACKED)
_ON_OR_OFF = frozenset({"switch", "light", "input_boolean"})
_COUNTED = frozenset({"how_many", "number"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """Whether a statement is true."""

    truth: bool | None = None
    """`None` if it cannot be told."""

    entity_ids: frozenset[str] = frozenset()
    """The entities that it speaks of, as far as it was read."""

    def denied(self) -> CheckResult:
        """Whether what denies the statement is true."""
        return replace(self, truth=None if self.truth is None else not self.truth)


UNCHECKED = CheckResult()


class StatementChecker:
    """Checks statements about one home in one language."""

    def __init__(self, answers: FastAnswers, words: StatementWords) -> None:
        """Check by these answers."""
        self._answers = answers
        self._words = words

    @property
    def words(self) -> StatementWords:
        """The words by which statements are made."""
        return self._words

    def check(self, clause: str, about: Iterable[str] = ()) -> CheckResult:
        """Whether a clause is true; `about` are the entities that "it" or "the lamp" may be."""
        lexicon, names = self._answers.words()
        said = self._plain(lexicon.words(clause), lexicon)
        if not said or len(said) > _MOST_WORDS:
            return UNCHECKED
        if read_ellipsis(said, lexicon, names, self._words):
            # A mere name is no state, though a question that is one asks after it.
            return UNCHECKED
        mentioned = tuple(about)
        if figures := find_figures(clause):
            if self._words.says(split_words(clause), "limits", "abilities"):
                return self._check_limits(figures, clause, mentioned)
            checked = self._check_figures(figures, clause, mentioned)
            if checked.truth and self._is_wrong_beside(clause, mentioned):
                return CheckResult(truth=False, entity_ids=checked.entity_ids)
            return checked
        if self._words.says(split_words(clause), "half"):
            return self._check_half(clause, mentioned)
        return (
            self._check_count(said, lexicon)
            or self._check_absence(lexicon.words(clause), lexicon)
            or self._check_state(said, mentioned)
        )

    def clauses(self, sentence: str) -> list[str]:
        """The parts of a sentence that may be true or not each by itself."""
        return [
            part for part in split_clauses(sentence, self._words.links) if part.strip(" ,.!;:-")
        ]

    def taken_for_granted(self, sentence: str) -> str:
        """The clause that a sentence takes for granted: "... now that the door is locked"."""
        found = self._words.granted.search(sentence)
        return found["clause"].strip() if found else ""

    def find_named(self, sentence: str) -> frozenset[str]:
        """The entities that a sentence names."""
        lexicon, names = self._answers.words()
        said = lexicon.words(sentence)
        found: set[str] = set()
        at = 0
        while at < len(said):
            name = find_phrase(said, names.entities, at)
            found |= set(names.entities[name]) if name else set()
            # "Anna's lamp" is no Anna.
            at += len(name) or 1
        return frozenset(found)

    def find_placed(self, sentence: str) -> frozenset[str]:
        """The entities in the areas that a sentence names."""
        lexicon, names = self._answers.words()
        said = lexicon.words(sentence)
        found = (find_phrase(said, names.areas, at) for at in range(len(said)))
        areas = {area_id for name in found if name for area_id in names.areas[name]}
        layout = self._answers.home.layout
        return frozenset(
            entity.entity_id
            for entity in layout.entities.values()
            if entity.exposed and (area := layout.area_of(entity)) and area.area_id in areas
        )

    def mentions_home(self, sentence: str) -> bool:
        """Whether it speaks of anything of this home, or of any kind of thing that homes have."""
        lexicon, names = self._answers.words()
        said = lexicon.words(sentence)
        kinds = (lexicon.kinds, lexicon.questions.kinds)
        return self._words.says(split_words(sentence), "things", "outside") or any(
            find_phrase(said, names.entities, at)
            or find_phrase(said, names.areas, at)
            or any(said[at : at + 1] in senses for senses in kinds)
            for at in range(len(said))
        )

    def is_elliptic(self, sentence: str) -> bool:
        """Whether it names nothing, and has no verb that tells a state."""
        verbs = ("is", "there_is", "yes", "no")
        said = split_words(sentence)
        return not self._words.says(said, *verbs) and not self.mentions_home(sentence)

    def may_state(self, clause: str) -> bool:
        """Whether it names anything of the home, or has words that tell a state."""
        lexicon, _names = self._answers.words()
        is_told = has_phrase(lexicon.words(clause), lexicon.questions.conditions)
        is_told = is_told or self._words.says(split_words(clause), "is", "there_is", "states")
        return is_told or any(map(str.isdigit, clause)) or self.mentions_home(clause)

    def may_deny(self, sentence: str) -> bool:
        """Whether it has a word that denies, or names nothing of the home."""
        denying = ("not", "none", "nothing", "unable", "speaker")
        said = split_words(sentence)
        return self._words.says(said, *denying) or not self.mentions_home(sentence)

    def claims_no_deed(self, sentence: str) -> bool:
        """Whether it says what is not so, what a thing can do, or how far it goes."""
        return self._words.says(split_words(sentence), "not", "none", "abilities", "limits")

    def is_likely(self, sentence: str) -> bool:
        """Whether it has figures, and all of them are measured in the home."""
        figures = find_figures(sentence)
        return bool(figures) and all(is_measured(figure, self._answers.home) for figure in figures)

    # How things are

    def _check_state(self, said: Phrase, about: tuple[str, ...]) -> CheckResult:
        positive, negated = self._without_negation(said)
        steps = self._answers.steps(_question(positive), about)
        if not steps or any(step.wording.response not in _YES_OR_NO for step in steps):
            return UNCHECKED
        denies = {step.wording.response == "none" for step in steps}
        if denies != {self._words.says(said, "none")} and (True not in denies or negated):
            # The fast tier did not see that it denies, or it denies twice.
            return UNCHECKED
        found = [self._find_meant(step, said, about) for step in steps]
        ids = frozenset(str(outcome.entity_id) for outcomes in found for outcome in outcomes)
        pairs = zip(steps, found, strict=True)
        truths = [self._holds(step, outcomes, said) for step, outcomes in pairs]
        if not ids or None in truths or (negated and len(steps) > 1):
            return CheckResult(entity_ids=ids)
        return CheckResult(truth=all(truths) is not negated, entity_ids=ids)

    def _find_meant(self, step: QueryStep, said: Phrase, about: tuple[str, ...]) -> list[Outcome]:
        """The states of what is meant: "the lamp" is the one that was spoken of."""
        outcomes = [
            outcome for outcome in query_states(step, self._answers.home) if outcome.entity_id
        ]
        if self._words.says(said, "every") or step.wording.response == "none":
            return outcomes
        return [outcome for outcome in outcomes if outcome.entity_id in about] or outcomes

    def _holds(self, step: QueryStep, outcomes: list[Outcome], said: Phrase) -> bool | None:
        """Whether what a step looks for is so; `None` if it is so of some only."""
        if not step.wanted and step.bound is None:
            return None
        if step.negated and step.wanted <= _OUT_OF_REACH:
            # That it works at all is less than what "it works" says.
            return None
        if step.wanted.isdisjoint(_AT_HOME) and _is_any(outcomes, _PEOPLE):
            # "In casa" is at home, and no place of that name.
            return None
        if any(outcome.after is None or not outcome.after.available for outcome in outcomes):
            return None
        matched = [outcome.matched for outcome in outcomes]
        stopped = step.wording.slots.get("state") == "stopped"
        if stopped and any(matched) and _is_any(outcomes, _ON_OR_OFF):
            # What can only be on or off need not have run to be off.
            return None
        if step.wording.response == "none":
            return not any(matched)
        if all(matched):
            return None if self._leaves_out(outcomes, said) else True
        if not any(matched) or self._words.says(said, "every"):
            return False
        return True if self._words.says(said, "some") else None

    def _leaves_out(self, outcomes: list[Outcome], said: Phrase) -> bool:
        """Whether there is more of a kind than can be as it is said.

        Of a door without a lock that tells, nobody knows whether it is locked.
        """
        lexicon, names = self._answers.words()
        plurals = lexicon.roles["plurals"]
        named = has_phrase(said, names.entities)
        several = any(said[at : at + 1] in plurals for at in range(len(said)))
        if named or not (several or self._words.says(said, "every")):
            return False
        kinds = frozenset(
            kind
            for senses in (lexicon.kinds, lexicon.questions.kinds)
            for at in range(len(said))
            for kind in senses.get(said[at : at + 1], frozenset())
        )
        found = {outcome.entity_id for outcome in outcomes}
        return any(
            entity.entity_id not in found
            for entity, _state in self._answers.home.exposed()
            if entity.domain in kinds or f"{entity.domain}.{entity.device_class}" in kinds
        )

    # Figures and numbers

    def _check_figures(
        self, figures: list[Figure], clause: str, about: tuple[str, ...]
    ) -> CheckResult:
        found: set[str] = set()
        truths: list[bool | None] = []
        for figure in figures:
            named = find_readings(figure, clause, self._answers, self._words, about)
            read = list(named) or list(self._outside(figure, clause))
            placed = bool(self.find_named(clause)) or self._names_place(clause)
            read = read or list(self._measured(figure, clause, about))
            found |= {id_ for id_, _reading in read}
            fits = [figure.fits(reading) for _id, reading in read]
            # Of what is not named, another may be meant than the one that does not fit.
            fit = _all_or_none(fits)
            truths.append(fit if fit or placed else None)
        ids = frozenset(found)
        if False in truths:
            return CheckResult(truth=False, entity_ids=ids)
        return CheckResult(truth=None if None in truths else True, entity_ids=ids)

    def _is_wrong_beside(self, clause: str, about: tuple[str, ...]) -> bool:
        """Whether a clause is wrong beside its figures: "it heats at 24 degrees" of what is off."""
        lexicon, _names = self._answers.words()
        rest = self._plain(lexicon.words(without_figures(clause)), lexicon)
        return bool(rest) and self._check_state(rest, about).truth is False

    def _check_half(self, clause: str, about: tuple[str, ...]) -> CheckResult:
        """Whether it is at half: a rough word, which no reading proves wrong."""
        checked = self._check_figures([HALF], clause, about)
        return checked if checked.truth else CheckResult(entity_ids=checked.entity_ids)

    def _check_limits(
        self, figures: list[Figure], clause: str, about: tuple[str, ...]
    ) -> CheckResult:
        ids = self.find_named(clause) or frozenset(about)
        return CheckResult(truth=check_limits(figures, ids, self._answers.home), entity_ids=ids)

    def _names_place(self, clause: str) -> bool:
        lexicon, names = self._answers.words()
        said = lexicon.words(clause)
        return has_phrase(said, names.areas)

    def _outside(self, figure: Figure, clause: str) -> Iterator[tuple[str, float]]:
        """What is measured in the open: by what is called so, else by the weather."""
        if figure.unit != "degrees" or not self._words.says(split_words(clause), "outside"):
            return
        readings = {
            entity.entity_id: reading.size
            for entity, state in self._answers.home.exposed()
            if (
                entity.domain == "weather" or self._words.says(split_words(entity.name), "outdoors")
            )
            and (reading := measured(entity, state, "temperature")) is not None
            and reading.size is not None
        }
        sensors = {id_: size for id_, size in readings.items() if id_.startswith("sensor.")}
        yield from (sensors or readings).items()

    def _measured(
        self, figure: Figure, clause: str, about: tuple[str, ...]
    ) -> Iterator[tuple[str, float]]:
        """What is measured where a clause says: "it is 21 degrees in the kitchen"."""
        lexicon, _names = self._answers.words()
        measure = figure.measure(split_words(clause), lexicon)
        noun = lexicon.questions.measure_names.get(measure, "")
        if not noun:
            return
        rest = self._plain(lexicon.words(without_figures(clause)), lexicon)
        rest = self._words.less(rest, "is", "about")
        rest = tuple(word for word in rest if word not in noun.casefold().split())
        asked = self._words.reading.format(measure=noun, rest=" ".join(rest))
        home = self._answers.home
        for step in self._answers.steps(f"{asked}?", about) or ():
            for outcome in query_states(step, home):
                entity = home.layout.entities.get(outcome.entity_id or "")
                if entity is None or outcome.after is None:
                    continue
                reading = measured(entity, outcome.after, step.attribute)
                if reading is not None and reading.size is not None:
                    yield entity.entity_id, reading.size

    def _check_count(self, said: Phrase, lexicon: Lexicon) -> CheckResult | None:
        """Whether so many are so: "four lights are on"."""
        at = next((at for at, word in enumerate(said[:-1]) if word.isdecimal()), None)
        if at is None or said[at + 1 : at + 2] not in lexicon.kinds:
            return None
        rest = self._words.less(said[:at], "there_is") + said[at + 1 :]
        steps = self._answers.steps(f"{self._words.number.format(rest=' '.join(rest))}?") or ()
        if len(steps) != 1 or steps[0].wording.response not in _COUNTED:
            return UNCHECKED
        matched = [
            outcome for outcome in query_states(steps[0], self._answers.home) if outcome.matched
        ]
        ids = frozenset(outcome.entity_id for outcome in matched if outcome.entity_id)
        return CheckResult(truth=len(matched) == int(said[at]), entity_ids=ids)

    def _check_absence(self, said: Phrase, lexicon: Lexicon) -> CheckResult | None:
        """Whether there is no such thing: "there is no sauna here"."""
        words = self._words
        if not words.says(said, "there_is") or not words.says(said, "none", "not"):
            return None
        if "," in said or words.says(said, "states", "people", "nothing"):
            # Of another clause it may be that it denies.
            return None
        padding = ("there_is", "none", "not", "silent", "articles", "one", "yours", "is", "adding")
        rest = words.less(said, *padding, "outside", "joining", "yes", "no", "now", "unable")
        rest = tuple(word for word in rest if word != ",")
        _lexicon, names = self._answers.words()
        conditions = lexicon.questions.conditions
        if has_phrase(rest, conditions):
            return None
        if not any(len(word) >= _SHORTEST_NOUN for word in rest):
            return None
        known = any(
            word in names.called or (word,) in lexicon.kinds or (word,) in lexicon.questions.kinds
            for word in rest
        )
        return UNCHECKED if known else CheckResult(truth=True)

    # The words of a statement as those of a question

    def _plain(self, said: Phrase, lexicon: Lexicon) -> Phrase:
        """The words of a clause less what adds nothing, and what was done as how it then is."""
        words = self._words
        if words.says(said, "already"):
            said = tuple(words.were.get(word, word) for word in said)
        said = tuple(word for word in words.less(said, "now", "adding") if word != ",")
        while begun := words.begins(said, "agreed", "joining", "yes", "no"):
            said = said[len(begun) :]
        became = (lexicon.words(words.became.get(word, word)) for word in said)
        return tuple(part for parts in became for part in parts)

    def _without_negation(self, said: Phrase) -> tuple[Phrase, bool]:
        """The words without what denies them, and whether anything does."""
        silent = self._words.less(said, "silent")
        positive = self._words.less(silent, "not")
        # "Non c'è nessuna luce accesa" denies once, and whoever reads it sees to that.
        return positive, positive != silent and not self._words.says(silent, "none")


def _is_any(outcomes: list[Outcome], domains: frozenset[str]) -> bool:
    return any((outcome.entity_id or "").partition(".")[0] in domains for outcome in outcomes)


def _all_or_none(fits: list[bool]) -> bool | None:
    """Whether all fit; `None` if only some do, or there are none."""
    return all(fits) if fits and any(fits) is all(fits) else None


def _question(said: Phrase) -> str:
    return f"{' '.join(said)}?"
