"""What people enter: a text in a note, a time in a clock, a day in a calendar."""

from datetime import timedelta

from ...home import Entity, ServiceCall
from ...home.domains import Trait, with_trait
from ...plan import CallStep, Plan
from ..grammar.targets import pick_target
from ..grammar.wordings import wording_of
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import trim_fillers
from ..text.spelling import original_spelling
from ..time.clocks import clock_at
from ..time.days import Span, read_span
from ..time.durations import time_word
from ..understanding import Refusal, Result, UnresolvedError
from ..utterance import Utterance

_TEXTS = with_trait(Trait.TEXT)
_DOMAINS = _TEXTS | with_trait(Trait.MOMENT)

# What is told of a moment, by domain; an `input_datetime` says itself.
_TOLD = {"date": {"date"}, "time": {"time"}, "datetime": {"date", "time"}}


def understand_entry(utterance: Utterance) -> Result:
    """The plan for a sentence that enters something; None if it is none."""
    words = trim_fillers(utterance.words, utterance.lexicon)
    for kind, patterns in utterance.lexicon.entries.items():
        for head, middle in patterns:
            if words[: len(head)] != head:
                continue
            for at in range(len(head) + 1, len(words) - len(middle)):
                if words[at : at + len(middle)] != middle:
                    continue
                before, after = words[len(head) : at], words[at + len(middle) :]
                where, what = (before, after) if kind == "set" else (after, before)
                if found := _find_entities(where, utterance):
                    return _make_plan(found, what, utterance)
    return None


def _find_entities(words: Phrase, utterance: Utterance) -> tuple[Entity, ...]:
    """The things of these kinds that are called exactly so."""
    while (
        words
        and words[:1] in utterance.lexicon.roles["articles"]
        and words not in utterance.names.entities
    ):
        words = words[1:]
    entities = (
        utterance.home.layout.entities[entity_id]
        for entity_id in utterance.names.entities.get(words, ())
    )
    return tuple(
        entity
        for entity in entities
        if entity.domain in _DOMAINS and entity.entity_id in utterance.home.states
    )


def _make_plan(found: tuple[Entity, ...], what: Phrase, utterance: Utterance) -> Result:
    try:
        entity = pick_target(found, "", utterance.scene)
    except UnresolvedError as unresolved:
        return unresolved.instead
    if entity.domain in _TEXTS:
        service, data = (
            "set_value",
            {"value": original_spelling(what, utterance.text, utterance.lexicon)},
        )
    else:
        service = "set_datetime" if entity.domain == "input_datetime" else "set_value"
        data = _read_moment(entity, what, utterance)
    if not data:
        return Refusal(key="no_intent")
    call = ServiceCall(
        domain=entity.domain, service=service, targets=(entity.entity_id,), data=data
    )
    return Plan(steps=(CallStep(call=call, wording=wording_of([call], entity.name)),))


def _read_moment(entity: Entity, what: Phrase, utterance: Utterance) -> dict[str, str]:
    """The day and the time that are entered, as far as the thing takes them; else empty."""
    lexicon = utterance.lexicon
    span, left = read_span(what, utterance.home.now, lexicon)
    left = _drop_mark(left, lexicon) if span else left
    length, clock = clock_at(left, 0, lexicon, hours=24) if left else (0, None)
    if length != len(left) or (span and not _is_one_day(span)):
        return {}
    said: dict[str, str] = {}
    if span:
        said["date"] = span.day.isoformat()
    if clock:
        said["time"] = clock.as_time(clock.half).isoformat()
    attributes = utterance.home.states[entity.entity_id].attributes
    told = {name for name in ("date", "time") if attributes.get(f"has_{name}")}
    if not said.keys() <= _TOLD.get(entity.domain, told):
        return {}
    if entity.domain != "datetime":
        return said
    return {"datetime": f"{said['date']} {said['time']}"} if len(said) > 1 else {}


def _drop_mark(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The time without the small word that joins it to a day: "at"."""
    return words[len(time_word(words, 0, lexicon, "at", "on")) :]


def _is_one_day(span: Span) -> bool:
    return span.end - span.start == timedelta(days=1)
