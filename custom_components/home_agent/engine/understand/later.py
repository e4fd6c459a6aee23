"""Commands for another time, for a while, or under a condition → steps that carry all of it."""

from collections.abc import Callable
from dataclasses import replace

from ..conditions import Condition, Measures, StateIs
from ..occasions import AtSun, When
from ..plan import CallStep, IfStep, LaterStep, Plan, PlayStep, Wording
from .circumstances import Circumstances
from .clause import plain
from .frame import read_act
from .happenings import Circumstance
from .lexicon import Lexicon, Phrase
from .names import Names
from .targets import Scene
from .times import Times, read_times
from .understanding import Question, Refusal, UnresolvedError
from .when import Clause, clauses

type Commands = Callable[[Phrase, Scene], Plan | Question | Refusal | None]

_LATER = Wording(intent="later")
_NOT_SO = Wording(intent="", response="not_so")

# With these acts a figure after "at" is an hour: nobody turns on a lamp at seven per cent.
_TIMED = frozenset(
    {"turn_on", "turn_off", "toggle", "open", "close", "lock", "unlock", "start", "stop", "play"}
    | {"pause", "activate", "arm_away", "arm_home", "arm_night", "return"}
)
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
        for clause in clauses(words, lexicon):
            times, rest = self._timed(clause.command, scene)
            command = plain(rest, lexicon)
            if not read_act(command, lexicon)[0] or command in lexicon.media.get("play", ()):
                # No command, or one to play "After Hours".
                continue
            try:
                conditions = Circumstances(scene, lexicon, self._names)
                circumstance = conditions.read(clause.condition)
            except UnresolvedError as unresolved:
                return unresolved.instead
            if circumstance is None:
                unknown = unknown or not clause.leading or "," in words
                continue
            there = replace(scene, mentioned=circumstance.entity_ids or scene.mentioned)
            found = self._commands(rest, there)
            if found is not None:
                return _conditioned(found, clause, circumstance, times)
        # Where somebody set a condition that we do not know, nothing is for now.
        return self._at_a_time(words, scene) or (Refusal(key="not_later") if unknown else None)

    def _at_a_time(self, words: Phrase, scene: Scene) -> Plan | Question | Refusal | None:
        times, rest = self._timed(words, scene)
        if times.now:
            return None
        for at in range(len(words) - 1, 0, -1):
            if words[at : at + 1] not in self._lexicon.roles["and"] | {(",",)}:
                continue
            first, last = words[:at], words[at + 1 :]
            if read_act(last, self._lexicon)[0] and self._timed(first, scene)[0].now:
                # "Turn it on, and off again in ten minutes" is for now, and for later.
                return self._first_and_then(first, last, scene)
        return _timely(self._commands(rest, scene), times)

    def _first_and_then(
        self, first: Phrase, last: Phrase, scene: Scene
    ) -> Plan | Question | Refusal | None:
        now = self._commands(first, scene)
        if not isinstance(now, Plan):
            return now
        calls = [step.call for step in now.steps if isinstance(step, CallStep)]
        touched = tuple(target for call in calls for target in call.targets)
        then = self._at_a_time(last, replace(scene, mentioned=touched or scene.mentioned))
        return Plan(steps=(*now.steps, *then.steps)) if isinstance(then, Plan) else then

    def _timed(self, words: Phrase, scene: Scene) -> tuple[Times, Phrase]:
        act = read_act(plain(words, self._lexicon), self._lexicon)[0]
        begins = words[:1] in self._lexicon.times.get("at", frozenset())
        hours = _HOURS if begins or (act is not None and act.acts & _TIMED) else 0
        return read_times(words, self._lexicon, self._names, scene.home.now, hours=hours)


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
    found: Plan | Question | Refusal, clause: Clause, circumstance: Circumstance, times: Times
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
