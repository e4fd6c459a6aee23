"""What has become so that somebody wanted to be told of."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from ..act.conditions import holds
from ..conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs
from ..home import Snapshot
from ..instants import add_seconds, seconds_between
from ..jobs import Job
from ..language import Language
from ..triggers import ConditionTrigger
from ..understand.conditions.completion import is_completion
from .call_words import names_of
from .conditions import ConditionWriter
from .phrases import phrase
from .state_words import state_word
from .times import tell_length, tell_moment, tell_span

# Seconds: what is told later than this is told with since when.
_LATE = 300.0


def tell_watch(job: Job, trigger: ConditionTrigger, home: Snapshot, language: Language) -> str:
    """What has become so, with the figures as they are now; since when, if that is long ago."""
    writer = _WatchWriter(trigger, home, language)
    told = [writer.describe(condition) for condition in writer.happened(trigger.condition)]
    text = phrase(language, "and_word").join(dict.fromkeys(told))
    if job.due is not None and seconds_between(job.due, home.now) > _LATE:
        since = add_seconds(job.due, -trigger.lasting)
        text = phrase(
            language, "since_when", told=text, when=tell_moment(since, home.now, language)
        )
    return f"{text[:1].upper()}{text[1:]}."


class _WatchWriter:
    """Puts what has become so into words."""

    def __init__(self, trigger: ConditionTrigger, home: Snapshot, language: Language) -> None:
        self._lasting = trigger.lasting
        self._home = home
        self._language = language
        self._conditions = ConditionWriter(
            layout=home.layout, language=language, states=home.states
        )

    def happened(self, condition: Condition) -> Iterator[Condition]:
        """What is worth telling: the time is known, and of several things those that are so."""
        match condition:
            case AllOf(conditions=conditions):
                untimed = tuple(part for part in conditions if not isinstance(part, TimeIs))
                yield from chain.from_iterable(map(self.happened, untimed or conditions))
            case AnyOf(conditions=conditions):
                so = tuple(part for part in conditions if holds(part, self._home))
                yield from chain.from_iterable(map(self.happened, so or conditions))
            case StateIs(every=False, negated=False, entity_ids=entity_ids) if len(entity_ids) > 1:
                yield self._those_that_are(condition)
            case _:
                yield condition

    def _those_that_are(self, condition: StateIs) -> StateIs:
        """Of several things of which one will do, those that are so."""
        each = replace(condition, every=True)
        alone = (replace(each, entity_ids=(entity_id,)) for entity_id in condition.entity_ids)
        matching = tuple(of.entity_ids[0] for of in alone if holds(of, self._home))
        return replace(each, entity_ids=matching or condition.entity_ids)

    def describe(self, condition: Condition) -> str:
        """One thing that is so."""
        if is_completion(condition, self._home.layout):
            return self._conditions.describe(condition)
        match condition:
            case Measures():
                told = self._lasted(condition)
                value = self._conditions.figure(condition)
                return phrase(self._language, "now_at", told=told, value=value) if value else told
            case Changes():
                return self._changed(condition)
        return self._lasted(condition)

    def _lasted(self, condition: Condition) -> str:
        """What is so, and has been for a while."""
        told = self._conditions.describe(condition)
        if not self._lasting:
            return told
        name = names_of(condition.entity_ids, self._home.layout, self._language)
        duration = tell_length(tell_span(self._lasting), self._language)
        words = {"name": name, "duration": duration}
        match condition:
            case Measures(negated=False):
                above = condition.above is not None
                figure = condition.above if above else condition.below
                value = self._conditions.amount(figure or 0, condition)
                key = "been_above" if above else "been_below"
                return phrase(self._language, key, value=value, **words)
            case StateIs(negated=False):
                state = self._conditions.state(condition)
                return phrase(self._language, "been", state=state, **words)
        return f"{told} {phrase(self._language, 'for_time', duration=duration)}"

    def _changed(self, condition: Changes) -> str:
        """That something changed; of one thing, what it is now."""
        layout = self._home.layout
        entities = [
            layout.entities[entity_id]
            for entity_id in condition.entity_ids
            if entity_id in layout.entities
        ]
        if entities and all(entity.domain == "event" for entity in entities):
            return self._conditions.describe(condition)
        name = names_of(condition.entity_ids, layout, self._language)
        told = phrase(self._language, "has_changed", name=name)
        if len(entities) != 1 or condition.attribute is not None:
            return told
        state = self._home.states.get(entities[0].entity_id)
        word = state_word(entities[0], state, self._language.code) if state else None
        return f"{told}: {word}" if word else told
