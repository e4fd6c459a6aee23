"""An emergency that somebody states: no question, and nothing that we can help with."""

from functools import cache

from ...plan import Plan, QueryStep, ReplyStep, Wording
from ..lexicon.dialogue_words import load_dialogue_words
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import has_phrase, without, without_commas
from ..understanding import Understood
from ..utterance import Utterance

_TELLS_OF_FIRE = frozenset({"carbon_monoxide", "gas", "smoke"})


def understand_emergency(utterance: Utterance) -> Understood | None:
    """That help is called by phone, after what the sensors show; None if it is no emergency.

    "Is there a fire?" is a question; "there's a fire" is never answered with no.
    """
    lexicon, names = utterance.lexicon, utterance.names
    words = without_commas(utterance.words)
    fires, others = _phrases("fires", lexicon), _phrases("emergencies", lexicon)
    bare = without(words, _small(lexicon))
    if utterance.has_question_mark or not has_phrase(bare, fires | others):
        return None
    if any(said in names.entities for said in utterance.talk.strip_politeness(words)):
        return None
    # "there is a fire in the kitchen"
    places = frozenset((*names.areas, *names.floors))
    bare = without(without(words, places), _small(lexicon))
    known = fires | others | _phrases("cries_for_help", lexicon)
    if all(without(said, known) for said in utterance.talk.strip_politeness(bare)):
        return None
    sensors = _sensors(utterance) if has_phrase(bare, fires) else ()
    seen = QueryStep(entity_ids=sensors, wording=Wording(intent="HassGetState", response="one"))
    reply = ReplyStep(wording=Wording(intent="", response="emergency"))
    return Understood(plan=Plan(steps=(seen, reply) if sensors else (reply,)))


@cache
def _phrases(name: str, lexicon: Lexicon) -> frozenset[Phrase]:
    listed = load_dialogue_words(lexicon.code)[name]
    return frozenset(without(words, _small(lexicon)) for words in listed) - {()}


@cache
def _small(lexicon: Lexicon) -> frozenset[Phrase]:
    """Words that say where, or nothing."""
    roles = lexicon.roles
    return roles["articles"] | roles["places"] | roles["here"]


def _sensors(utterance: Utterance) -> tuple[str, ...]:
    return tuple(
        entity.entity_id
        for entity, _state in utterance.scene.exposed()
        if entity.domain == "binary_sensor" and entity.device_class in _TELLS_OF_FIRE
    )
