"""Several questions in one sentence: "is the door locked and are the lights off?"."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...plan import Plan, QueryStep, Step
from ...plan_contents import entities_of
from ..clauses.frame import read_target
from ..evidence import EvidenceBuilder
from ..lexicon.lexicon import Phrase
from ..text.mood import begins_command, begins_statement
from ..text.phrases import end_phrase, find_phrase, find_phrases
from ..understanding import SentenceReading, Understood
from ..utterance import Utterance

# More than anybody asks in one breath.
_MOST = 4

_OPENERS = ("yes_no", "which", "how_many", "value")


class JoinedQuestions:
    """The questions of one sentence, by where it may be parted."""

    def __init__(self, utterance: Utterance) -> None:
        """Look for them in the words of this sentence."""
        self._words = utterance.words
        self._lexicon = utterance.lexicon
        self._names = utterance.names
        # "It is cold" tells something.
        roles = utterance.lexicon.roles
        self._asks = roles["questions"] - roles["statements"]
        # "When and where is it" begins once.
        asks_when = utterance.lexicon.questions.of("events_when")
        self._begin = max(1, len(find_phrase(self._words, asks_when, 0)))

    def apart(self) -> list[Phrase]:
        """The questions that each begin as one: "is … and are …"."""
        return list(self._parts(self._asks))

    @property
    def is_led_by_statement(self) -> bool:
        """Whether something is told or commanded first: "it's cold, is the heating on"."""
        first, *following = self.apart()
        if not following or find_phrase(first, self._asks, 0):
            return False
        return begins_statement(first, self._lexicon) or begins_command(first, self._lexicon)

    @property
    def begins_anew(self) -> bool:
        """Whether another question follows on an "and"; a comma may only lead up to the first."""
        return any(
            (link := self._link(at, self._lexicon.roles["and"])) not in ((), (",",))
            and find_phrase(self._words, self._asks, at + len(link))
            for at in range(self._begin, len(self._words))
        )

    def alike(self) -> list[Phrase]:
        """The questions that begin together: "is the hall light on and the door locked"."""
        first, *following = self._parts(None)
        opener = self._opener(first)
        return [first, *((*opener, *part) for part in following)]

    def of_each(self) -> list[Phrase]:
        """One question for each that is named: "are the kitchen and hall lights on"."""
        *before, last = self._parts(None)
        opener = self._opener(self._words)
        tail = self._condition_at_end(last)
        if not opener or not tail or not before:
            return []
        kind = self._kind(last)
        subjects = [before[0][len(opener) :], *before[1:]]
        if any(self._condition_at_end(subject) for subject in subjects):
            return []
        asked = [
            (*opener, *subject, *self._with_kind(subject, kind), *tail) for subject in subjects
        ]
        return [*asked, (*opener, *last)]

    def _parts(self, begin: frozenset[Phrase] | None) -> Iterator[Phrase]:
        """What stands between "and" and commas, where the next begins with one of some phrases."""
        words, links = self._words, self._lexicon.roles["and"]
        start = 0
        at = self._begin if self._begin > 1 else 0
        while at < len(words):
            name = find_phrase(words, self._names.entities, at)
            link = () if len(name) > 1 else self._link(at, links)
            after = at + len(link or name or words[at : at + 1])
            fits = begin is None or find_phrase(words, begin, after)
            if link and fits and start < at and after < len(words):
                yield words[start:at]
                start = after
            at = after
        yield words[start:]

    def _link(self, at: int, links: frozenset[Phrase]) -> Phrase:
        comma = self._words[at : at + 1] if self._words[at] == "," else ()
        return comma + find_phrase(self._words, links, at + len(comma))

    def _opener(self, words: Phrase) -> Phrase:
        listed = (self._lexicon.questions.of(name) for name in _OPENERS)
        return max((find_phrase(words, phrases, 0) for phrases in listed), key=len)

    def _condition_at_end(self, words: Phrase) -> Phrase:
        return end_phrase(words, self._lexicon.questions.conditions)

    def _kind(self, words: Phrase) -> Phrase:
        return next((phrase for _, phrase in find_phrases(words, self._lexicon.kinds)), ())

    def _with_kind(self, words: Phrase, kind: Phrase) -> Phrase:
        """The kind that is said for a place too: "the kitchen"."""
        target = read_target(words, self._lexicon, self._names)
        placed = target.areas or target.floors
        return kind if placed and not target.kinds and not target.names else ()


def read_together(
    parts: list[Phrase], utterance: Utterance, read: Callable[[Utterance], SentenceReading]
) -> Understood | None:
    """One plan for several questions; None unless each of them is understood."""
    if not 1 < len(parts) <= _MOST:
        return None
    steps: list[Step] = []
    evidence = EvidenceBuilder()
    tone = "?" if utterance.has_question_mark else ""
    scene = utterance.scene
    for part in parts:
        heard = replace(scene, heard=" ".join(part) + tone)
        found = read(replace(utterance, words=part, scene=heard))
        if not isinstance(found, Understood):
            return None
        steps += found.plan.steps
        evidence.add_evidence(found.evidence)
        # "Is the door locked and is it closed?"
        scene = replace(scene, mentioned=entities_of(found.plan) or scene.mentioned)
    plan = Plan(steps=tuple(without_repetition(steps)))
    return Understood(plan=plan, evidence=evidence.build())


def without_repetition(steps: list[Step]) -> Iterator[Step]:
    """Each step once, where the same is asked twice.

    "Yes, it is docked" tells how it is as well as "it is docked" does.
    """
    wanted = {step.entity_ids for step in steps if isinstance(step, QueryStep) and step.wanted}
    for at, step in enumerate(steps):
        is_told = (
            isinstance(step, QueryStep)
            and not (step.wanted or step.attribute)
            and step.entity_ids in wanted
        )
        if not is_told and step not in steps[:at]:
            yield step


def merge_queries(found: Understood | None) -> Understood | None:
    """The plan as one look, where the same was asked of each; None if it was not."""
    if found is None:
        return None
    looks = [step for step in found.plan.steps if isinstance(step, QueryStep)]
    if len(looks) != len(found.plan.steps) or not looks[0].wanted:
        return None
    first, *following = looks
    if any(
        (look.attribute, look.negated) != (first.attribute, first.negated) for look in following
    ):
        return None
    ids = tuple(dict.fromkeys(entity_id for look in looks for entity_id in look.entity_ids))
    response = "all" if first.wording.response == "one_yesno" else first.wording.response
    step = replace(
        first,
        entity_ids=ids,
        wanted=frozenset().union(*(look.wanted for look in looks)),
        wording=replace(first.wording, response=response),
    )
    return replace(found, plan=Plan(steps=(step,)))
