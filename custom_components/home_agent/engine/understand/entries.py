"""What people enter: a text in a note, a time in a clock."""

from ..home import Entity, ServiceCall
from ..plan import CallStep, Plan
from .clocks import clock_at
from .lexicon import Lexicon, Phrase
from .names import Names
from .targets import Scene, the_one
from .understanding import Question, Refusal, UnresolvedError
from .verbatim import as_said
from .wordings import wording_of

_DOMAINS = ("input_text", "input_datetime", "text", "time")


def understand_entry(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a sentence that enters something; nothing if it is none."""
    for kind, patterns in lexicon.entries.items():
        for head, middle in patterns:
            if words[: len(head)] != head:
                continue
            for at in range(len(head) + 1, len(words) - len(middle)):
                if words[at : at + len(middle)] != middle:
                    continue
                before, after = words[len(head) : at], words[at + len(middle) :]
                where, what = (before, after) if kind == "set" else (after, before)
                if found := _entity(where, scene, lexicon, names):
                    return _plan(found, what, scene, lexicon)
    return None


def _entity(words: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> tuple[Entity, ...]:
    """The things of these kinds that are called exactly so."""
    while words and words[:1] in lexicon.roles["articles"] and words not in names.entities:
        words = words[1:]
    entities = (scene.home.layout.entities[one] for one in names.entities.get(words, ()))
    return tuple(
        one for one in entities if one.domain in _DOMAINS and one.entity_id in scene.home.states
    )


def _plan(
    found: tuple[Entity, ...], what: Phrase, scene: Scene, lexicon: Lexicon
) -> Plan | Question | Refusal | None:
    try:
        entity = the_one(found, "", scene)
    except UnresolvedError as unresolved:
        return unresolved.instead
    if entity.domain in ("input_text", "text"):
        service, data = "set_value", {"value": as_said(what, scene.heard, lexicon)}
    else:
        length, clock = clock_at(what, 0, lexicon, hours=24)
        if clock is None or length != len(what):
            return Refusal(key="no_intent")
        shown = clock.as_time(clock.half).isoformat()
        service = "set_datetime" if entity.domain == "input_datetime" else "set_value"
        data = {"time": shown}
    call = ServiceCall(
        domain=entity.domain, service=service, targets=(entity.entity_id,), data=data
    )
    return Plan(steps=(CallStep(call=call, wording=wording_of([call], entity.name)),))
