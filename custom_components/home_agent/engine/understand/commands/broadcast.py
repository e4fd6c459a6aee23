"""Saying something in the rooms of the home: "announce that dinner is ready"."""

from itertools import dropwhile

from ...home import Entity, ServiceCall
from ...plan import CallStep, Plan, Wording
from ..lexicon.lexicon import Phrase
from ..resolve.resolve import Resolver
from ..text.phrases import find_phrase, trim_fillers
from ..text.spelling import original_spelling
from ..understanding import Refusal, UnresolvedError
from ..utterance import Utterance

_DOMAIN = "assist_satellite"


def understand_broadcast(utterance: Utterance) -> Plan | Refusal | None:
    """The plan for an announcement; None if it is none."""
    lexicon = utterance.lexicon
    words = trim_fillers(utterance.words, lexicon)
    head = find_phrase(words, lexicon.broadcast.get("announce", frozenset()), 0)
    if not head:
        return None
    satellites = tuple(
        entity for entity, _ in utterance.scene.exposed() if entity.domain == _DOMAIN
    )
    if not satellites:
        return Refusal(key="no_domain", arguments={"domain": _DOMAIN})
    rest, there = _take_place(words[len(head) :], utterance)
    rest = tuple(dropwhile(lambda word: word == ",", rest))
    rest = rest[len(find_phrase(rest, lexicon.broadcast.get("that", frozenset()), 0)) :]
    if not rest:
        return None
    call = ServiceCall(
        domain=_DOMAIN,
        service="announce",
        targets=tuple(entity.entity_id for entity in there or satellites),
        data={"message": original_spelling(rest, utterance.text, lexicon)},
    )
    return Plan(steps=(CallStep(call=call, wording=Wording(intent="HassBroadcast")),))


def _take_place(words: Phrase, utterance: Utterance) -> tuple[Phrase, tuple[Entity, ...]]:
    """The message without the place that it is for, and who is there: "in the kitchen that"."""
    that = utterance.lexicon.broadcast.get("that", frozenset())
    if everywhere := find_phrase(words, utterance.lexicon.roles["everywhere"], 0):
        return words[len(everywhere) :], ()
    for at in range(1, len(words)):
        if words[at : at + 1] not in that:
            continue
        resolver = Resolver(utterance, lambda entity: entity.domain == _DOMAIN, any_kind=True)
        try:
            return words[at:], resolver.resolve(words[:at])
        except UnresolvedError:
            break
    return words, ()
