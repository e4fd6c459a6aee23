"""Commands for another time, for a while, or under a condition → steps that carry all of it."""

from collections.abc import Callable
from dataclasses import replace

from ...conditions import Condition, Measures, StateIs
from ...plan import CallStep, IfStep, LaterStep, Plan, PlayStep, Step, Wording, calls_in
from ...triggers import AtSun, Trigger, When
from ..clauses.clause import plain
from ..clauses.frame import LONGEST_SENTENCE, find_phrase, read_act
from ..conditions.conditional import Conditional, is_nested, split_conditionals
from ..conditions.reader import ConditionReader
from ..conditions.simple import ConditionReading
from ..grammar.targets import Scene
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..time.reference import TimeReference
from ..time.timed_clauses import TimedGroup, complete_words, group_by_time
from ..time.times import Times, read_times
from ..understanding import Question, Refusal, UnresolvedError

type Commands = Callable[[Phrase, Scene], Plan | Question | Refusal | None]

_LATER = Wording(intent="later")
_NOT_SO = Wording(intent="", response="not_so")

# With these acts a figure after "at" is an hour: nobody turns on a lamp at seven per cent.
_TIMED = frozenset(
    {"turn_on", "turn_off", "toggle", "open", "close", "lock", "unlock", "start", "stop", "play"}
    | {"pause", "activate", "arm_away", "arm_home", "arm_night", "return"}
)
_SWITCHED = frozenset({"turn_on", "turn_off"})
_HOURS = 12


def understand_later(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names, commands: Commands
) -> Plan | Question | Refusal | None:
    """The plan for a sentence with a time or a condition; nothing if it has none that we know.

    `commands` understands what is left of it, as if it were for now.
    """
    return _Planner(lexicon, names, commands).plan(words, scene)


class _Planner:
    """Makes plans for later of the words of one language, in one home."""

    def __init__(self, lexicon: Lexicon, names: Names, commands: Commands) -> None:
        self._lexicon = lexicon
        self._names = names
        self._commands = commands

    def plan(self, words: Phrase, scene: Scene) -> Plan | Question | Refusal | None:
        lexicon, unknown = self._lexicon, False
        if is_nested(words, lexicon):
            return Refusal(key="not_later")
        conditions = ConditionReader(scene, lexicon, self._names)
        for clause in split_conditionals(words, lexicon):
            times, rest = self._timed(clause.command, scene)
            command = plain(rest, lexicon)
            if not read_act(command, lexicon)[0] or command in lexicon.media.get("play", ()):
                # No command, or one to play "After Hours".
                continue
            try:
                circumstance = conditions.read(clause.condition)
            except UnresolvedError as unresolved:
                return unresolved.instead
            if circumstance is None:
                unknown = unknown or not clause.leading or "," in words
                continue
            there = replace(scene, mentioned=circumstance.entity_ids or scene.mentioned)
            found = self._commands(rest, there)
            if found is not None and not times.now and self._parts_differ(clause.command, scene):
                # "when it rings, turn on the lamp for ten minutes and lock the door"
                return Refusal(key="not_later")
            if found is not None:
                return _conditioned(found, clause, circumstance, times)
        # Where somebody set a condition that we do not know, nothing is for now.
        return self._at_a_time(words, scene) or (Refusal(key="not_later") if unknown else None)

    def _at_a_time(self, words: Phrase, scene: Scene) -> Plan | Question | Refusal | None:
        times, rest = self._timed(words, scene)
        if times.now:
            return None
        if len(words) > LONGEST_SENTENCE:
            return Refusal(key="not_later")
        groups = self._groups(words, scene)
        if groups is not None and len(groups) > 1:
            reference = TimeReference(home=scene.home, whole_day=times.whole_day)
            return self._one_by_one(groups, scene, reference)
        if groups is None or times.twice:
            # Where it is not clear what is when, nothing is planned.
            return Refusal(key="not_later")
        return _timely(self._commands(rest, scene), times)

    def _groups(self, words: Phrase, scene: Scene) -> list[TimedGroup] | None:
        hours = self._hours(words)
        return group_by_time(
            words, self._lexicon, lambda some: self._timed(some, scene, hours=hours)
        )

    def _parts_differ(self, words: Phrase, scene: Scene) -> bool:
        """Whether not everything is for the same time, or nobody can tell."""
        groups = self._groups(words, scene)
        return groups is None or len(groups) > 1 or self._timed(words, scene)[0].twice

    def _one_by_one(
        self, groups: list[TimedGroup], scene: Scene, reference: TimeReference
    ) -> Plan | Question | Refusal | None:
        """Each group of parts at its own time: "turn it on, and off again in ten minutes"."""
        steps: list[Step] = []
        before: Trigger | None = None
        touched: frozenset[str] = frozenset()
        for at, group in enumerate(groups):
            words = complete_words(group, tuple(groups[:at]), self._lexicon)
            times, rest = self._timed(words, scene, replace(reference, before=before))
            if times.begin is None and before is not None:
                # "at 7 lock the door and turn on the lamp for ten minutes": from then on
                times = replace(times, begin=before, twice=not groups[0][0].leading)
            found = Refusal(key="not_later") if times.twice else self._commands(rest, scene)
            plan = found if times.now else _timely(found, times)
            if not isinstance(plan, Plan):
                return plan if isinstance(plan, Question) else Refusal(key="not_later")
            targets = tuple(target for call in calls_in(plan) for target in call.targets)
            known = before is None or reference.comes_after(times.begin, before)
            if touched & set(targets) and not known:
                # "on at seven and in ten minutes off": from now, or from then?
                return Refusal(key="not_later")
            steps += plan.steps
            before = times.begin or before
            touched |= set(targets)
            scene = replace(scene, mentioned=targets or scene.mentioned)
        return Plan(steps=tuple(steps))

    def _timed(
        self, words: Phrase, scene: Scene, reference: TimeReference | None = None, hours: int = 0
    ) -> tuple[Times, Phrase]:
        reference = reference or TimeReference(home=scene.home)
        hours = hours or self._hours(words)
        return read_times(words, self._lexicon, self._names, reference, hours=hours)

    def _hours(self, words: Phrase) -> int:
        """Up to how much a figure after "at" is an hour."""
        lexicon = self._lexicon
        said = plain(words, lexicon)
        act = read_act(said, lexicon)[0]
        begins = find_phrase(words, lexicon.times.get("at", frozenset()), 0)
        short = said[:1] in lexicon.particles or self._switched_at(words)
        return _HOURS if begins or short or (act is not None and act.acts & _TIMED) else 0

    def _switched_at(self, words: Phrase) -> bool:
        """Whether on or off is said just before the hour: "everything off at 11".

        What opens or closes at an hour may do so by itself: "the shop opens at eight".
        """
        marks, particles = self._lexicon.times.get("at", frozenset()), self._lexicon.particles
        return any(
            find_phrase(words, marks, at) and particles.get(words[at - 1 : at]) in _SWITCHED
            for at in range(1, len(words))
        )


def _timely(
    found: Plan | Question | Refusal | None, times: Times, condition: Condition | None = None
) -> Plan | Question | Refusal | None:
    """What was understood, for the time that was meant."""
    if not isinstance(found, Plan):
        return found
    steps = tuple(step for step in found.steps if isinstance(step, CallStep | PlayStep))
    if len(steps) != len(found.steps):
        # Part of it cannot be done here, or is for another time again.
        return Refusal(key="not_later")
    later = LaterStep(
        steps=steps, begin=times.begin, end=times.end, condition=condition, wording=_LATER
    )
    return Plan(steps=(later,))


def _conditioned(
    found: Plan | Question | Refusal,
    clause: Conditional,
    circumstance: ConditionReading,
    times: Times,
) -> Plan | Question | Refusal | None:
    of = circumstance.of
    if clause.mark == "until":
        end = of if isinstance(of, AtSun) else When(condition=of)
        return _timely(found, replace(times, end=end))
    if isinstance(of, AtSun):
        return _timely(found, replace(times, begin=of))
    if circumstance.lasting and not circumstance.lasts:
        # "turn on the light when the door opens for ten minutes": what is for ten minutes?
        return Refusal(key="not_later")
    if clause.mark == "unless":
        if not isinstance(of, StateIs | Measures):
            return Refusal(key="not_later")
        of = replace(of, negated=not of.negated)
    if clause.mark == "when" or circumstance.becomes:
        if times.begin is not None or clause.mark == "unless":
            return Refusal(key="not_later")
        when = When(condition=of, again=clause.again, lasting=circumstance.lasting)
        return _timely(found, replace(times, begin=when))
    if not times.now:
        return _timely(found, times, of)
    return _now(found, of)


def _now(found: Plan | Question | Refusal, condition: Condition) -> Plan | Question | Refusal:
    if not isinstance(found, Plan):
        return found
    steps = tuple(step for step in found.steps if isinstance(step, CallStep | PlayStep))
    if len(steps) != len(found.steps):
        return Refusal(key="not_later")
    return Plan(steps=(IfStep(condition=condition, steps=steps, wording=_NOT_SO),))
