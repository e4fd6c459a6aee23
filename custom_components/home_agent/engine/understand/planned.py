"""What is planned: "what have you scheduled?", "cancel the one for the porch"."""

from dataclasses import replace
from datetime import time

from ..home import Entity
from ..occasions import At, Every
from ..plan import Plan, ScheduleStep
from .days import read_span
from .frame import find_phrase, without
from .lexicon import Lexicon, Phrase
from .names import Names
from .resolve import Resolver
from .targets import Scene
from .times import read_times
from .understanding import Question, UnresolvedError

_HOURS = 12


def understand_planned(words: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
    """The plan for a sentence about what is planned; nothing if it is none."""
    timers = lexicon.timers.get("nouns", frozenset())
    if not lexicon.schedule or any((word,) in timers for word in words):
        return None
    reader = _Reader(scene, lexicon, names)
    step = reader.asked(words) or reader.called_off(words)
    return None if step is None else Plan(steps=(step,))


class _Reader:
    """Reads what is said of plans in one home."""

    def __init__(self, scene: Scene, lexicon: Lexicon, names: Names) -> None:
        self._scene = scene
        self._lexicon = lexicon
        self._names = names

    def asked(self, words: Phrase) -> ScheduleStep | None:
        """Somebody wants to know what is planned.

        What is planned for a day is for a calendar to tell, unless it is about what we do.
        """
        ours, anyones = self._begins(words, "ask"), self._begins(words, "ask_anyone")
        rest = words[len(ours or anyones) :]
        if not (ours or anyones):
            return None
        span, left = read_span(rest, self._scene.home.now, self._lexicon)
        if span is not None and not ours:
            return None
        step = ScheduleStep(action="list")
        return self._about(step, left) or (replace(step, entity_ids=()) if ours else None)

    def called_off(self, words: Phrase) -> ScheduleStep | None:
        """Somebody wants it not to happen. "Delete" needs to say that it is about plans."""
        strong, weak = self._begins(words, "cancel"), self._begins(words, "forget")
        rest = words[len(strong or weak) :]
        if not (strong or weak):
            return None
        if rest in self._lexicon.schedule.get("that", ()):
            return ScheduleStep(action="cancel", last=True) if strong else None
        every, marked = self._says(rest, "all"), self._says(rest, "ones", "marks")
        if not marked and not (strong and every):
            return None
        them = every and self._says(rest, "them") and self._scene.mentioned
        step = ScheduleStep(action="cancel", all=every)
        if them:
            return replace(step, entity_ids=self._scene.mentioned)
        named = self._about(step, without(rest, self._phrases("all", "ones", "marks")))
        # Whatever it was, nothing of the kind is planned.
        return named or (replace(step, entity_ids=()) if strong and marked else None)

    def _about(self, step: ScheduleStep, words: Phrase) -> ScheduleStep | None:
        """The step, narrowed to what the words name; nothing if they name nothing here."""
        now = self._scene.home.now
        times, words = read_times(words, self._lexicon, self._names, now, hours=_HOURS)
        if isinstance(times.begin, At):
            step = replace(step, at=times.begin.moment.time())
        elif isinstance(times.begin, Every) and isinstance(times.begin.at, time):
            step = replace(step, at=times.begin.at)
        words = without(words, self._phrases("links") | {(",",)})
        small = self._lexicon.roles["articles"] | self._lexicon.roles["places"]
        if not without(words, small):
            return step
        ids = self._meant(words)
        return replace(step, entity_ids=ids) if ids else None

    def _meant(self, words: Phrase) -> tuple[str, ...]:
        """The things that words name; of a room, all that is there."""
        small = self._lexicon.roles["articles"] | self._lexicon.roles["places"]
        areas = self._names.areas.get(without(words, small), ())
        if areas:
            entities = self._scene.home.layout.entities.values()
            return tuple(one.entity_id for one in entities if one.area_id in areas)
        resolver = Resolver(self._scene, self._lexicon, self._names, _is_used, any_kind=True)
        try:
            return tuple(one.entity_id for one in resolver.resolve(words))
        except UnresolvedError as unresolved:
            instead = unresolved.instead
            return instead.candidates if isinstance(instead, Question) else ()

    def _phrases(self, *lists: str) -> frozenset[Phrase]:
        said = self._lexicon.schedule
        return frozenset(phrase for one in lists for phrase in said.get(one, ()))

    def _begins(self, words: Phrase, name: str) -> Phrase:
        return find_phrase(words, self._phrases(name), 0)

    def _says(self, words: Phrase, *lists: str) -> bool:
        phrases = self._phrases(*lists)
        return any(find_phrase(words, phrases, at) for at in range(len(words)))


def _is_used(entity: Entity) -> bool:
    """Whether it is something to use; what is on a list or in a calendar is no plan of ours."""
    return entity.domain not in ("calendar", "todo")
