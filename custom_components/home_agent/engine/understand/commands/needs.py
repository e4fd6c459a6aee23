"""What people say of a room rather than ask of it: "it is dark in here" → what would help.

Nothing is done by such a sentence alone. It becomes a proposal where one thing is the obvious one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ...home import Entity
from ...plan import CallStep, Plan
from ..clauses.calls import plan_for
from ..clauses.frame import Frame, read_target
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase, without
from ..understanding import Proposal, Understood
from ..utterance import Utterance

_ON = frozenset({"on"})
_OFF = frozenset({"off"})
_HEATING = frozenset({"heat", "heat_cool", "auto"})
_COOLING = frozenset({"cool", "heat_cool", "auto"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Remedy:
    """What helps: something of a kind, in one of these states, and what to ask of it."""

    kind: str
    states: frozenset[str]
    frame: Frame
    mode: str = ""
    """The only mode that it can be turned on to: against the cold, a heater is."""


_SWITCH_ON = Frame(acts=frozenset({"turn_on"}))
_CHANGES: Mapping[str, Frame] = {
    "dark": Frame(attribute="brightness", direction=1),
    "bright": Frame(attribute="brightness", direction=-1),
    "cold": Frame(attribute="temperature", direction=1),
    "warm": Frame(attribute="temperature", direction=-1),
    "quiet": Frame(attribute="volume", direction=1),
    "loud": Frame(attribute="volume", direction=-1),
    "dry": Frame(attribute="humidity", direction=1),
    "humid": Frame(attribute="humidity", direction=-1),
    "slow": Frame(attribute="speed", direction=1),
    "fast": Frame(attribute="speed", direction=-1),
}

# For each need what may help, the best first.
_REMEDIES: Mapping[str, tuple[_Remedy, ...]] = {
    "dark": (
        _Remedy(kind="light", states=_OFF, frame=_SWITCH_ON),
        _Remedy(kind="light", states=_ON, frame=_CHANGES["dark"]),
    ),
    "bright": (_Remedy(kind="light", states=_ON, frame=_CHANGES["bright"]),),
    "cold": (
        _Remedy(kind="climate", states=_HEATING, frame=_CHANGES["cold"]),
        _Remedy(kind="climate", states=_OFF, frame=_SWITCH_ON, mode="heat"),
    ),
    "warm": (
        _Remedy(kind="climate", states=_HEATING | _COOLING, frame=_CHANGES["warm"]),
        _Remedy(kind="climate", states=_OFF, frame=_SWITCH_ON, mode="cool"),
        _Remedy(kind="fan", states=_OFF, frame=_SWITCH_ON),
    ),
    "tired": (_Remedy(kind="light", states=_ON, frame=_CHANGES["bright"]),),
    "stuffy": (
        _Remedy(kind="fan", states=_OFF, frame=_SWITCH_ON),
        _Remedy(
            kind="cover.window",
            states=frozenset({"closed"}),
            frame=Frame(acts=frozenset({"open"})),
        ),
    ),
    "humid": (
        _Remedy(kind="humidifier.dehumidifier", states=_OFF, frame=_SWITCH_ON),
        _Remedy(kind="fan", states=_OFF, frame=_SWITCH_ON),
    ),
    "dry": (
        _Remedy(kind="humidifier", states=_OFF, frame=_SWITCH_ON),
        _Remedy(kind="humidifier", states=_ON, frame=_CHANGES["dry"]),
    ),
    "quiet": (
        _Remedy(kind="media_player", states=frozenset({"playing"}), frame=_CHANGES["quiet"]),
    ),
    "loud": (_Remedy(kind="media_player", states=frozenset({"playing"}), frame=_CHANGES["loud"]),),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What somebody said of a room."""

    name: str
    too: bool
    """Whether there is too much of it."""

    areas: frozenset[str]
    """The rooms that were named."""

    nowhere: bool
    """Whether no room was spoken of at all."""


def read_need(utterance: Utterance) -> Need | None:
    """What a sentence says of a room; None if it asks, or says anything else besides."""
    lexicon, talk = utterance.lexicon, utterance.talk
    words = without(utterance.words, frozenset({(",",)}))
    # Where questions are put like statements, only the mark tells: "è troppo buio".
    opener = find_phrase(words, lexicon.asking["yes_no"], 0)
    # "il y a" begins both.
    tells = len(opener) > 1 and opener in talk["need_padding"]
    asks = opener and not tells and not lexicon.asking["copulas"]
    if utterance.has_question_mark or asks:
        return None
    target = read_target(words, lexicon, utterance.names)
    if target.floors or len(target.areas) > 1:
        return None
    left = without(words, talk["need_too"])
    too = left != words
    left = without(left, frozenset(utterance.names.areas)) if target.areas else left
    small = lexicon.roles["articles"] | lexicon.roles["places"]
    for phrase in _find_cores(left, talk["need_padding"], small | lexicon.roles["here"]):
        if need := talk.needs.get(phrase):
            nowhere = not target.areas and not target.here
            return Need(name=need, too=too, areas=target.areas, nowhere=nowhere)
    return None


def _find_cores(
    words: Phrase, padding: frozenset[Phrase], small: frozenset[Phrase]
) -> list[Phrase]:
    """What is left of a sentence without more and more of what says nothing of its own."""
    end = len(words)
    while end and words[end - 1 : end] in small:
        end -= 1
    return [words, words[:end], without(words, padding), without(words, padding | small)]


def find_change(need: str) -> Frame | None:
    """What would take something back that went too far."""
    return _CHANGES.get(need)


def propose_remedy(utterance: Utterance) -> Proposal | None:
    """What would help, if it is obvious; None if the sentence states no need that we know."""
    found = _find_help(utterance)
    if found is None:
        return None
    area = utterance.scene.area
    calls = tuple(step.call for step in found.plan.steps if isinstance(step, CallStep))
    return Proposal(
        heard=utterance.text,
        calls=calls,
        way=found.frame.direction,
        area_id=area.area_id if area else None,
    )


def lacks_room(utterance: Utterance) -> bool:
    """Whether several things would help, and it takes the room to tell which."""
    need = read_need(utterance)
    if need is None or not need.nowhere or utterance.scene.area is not None:
        return False
    domains = {remedy.kind.partition(".")[0] for remedy in _REMEDIES.get(need.name, ())}
    return any(
        len(utterance.entities(utterance.names.by_domain.get(domain, ()))) > 1 for domain in domains
    )


def understand_agreement(proposal: Proposal, utterance: Utterance) -> Understood | Proposal | None:
    """What the person agreed to, if it is still what would help; else what would."""
    found = _find_help(utterance)
    now = propose_remedy(utterance)
    if found is None or now is None or now.calls != proposal.calls:
        return now
    return Understood(plan=found.plan, heard=_to_command(found, utterance))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Help:
    """What would help, and whose help it is."""

    plan: Plan
    frame: Frame
    entities: tuple[Entity, ...]


def _find_help(utterance: Utterance) -> _Help | None:
    need = read_need(utterance)
    if need is None:
        return None
    for remedy in _REMEDIES.get(need.name, ()):
        able = tuple(
            entity
            for entity in _find_within(need, remedy, utterance)
            if _suits(entity, remedy, utterance) and plan_for((entity,), remedy.frame, utterance)
        )
        # The lights of one room are one thing to switch; of anything else, one of two is a guess.
        if len(able) > 1 and (
            remedy.kind != "light" or len({entity.area_id for entity in able}) > 1
        ):
            return None
        if able and (plan := plan_for(able, remedy.frame, utterance)):
            return _Help(plan=plan, frame=remedy.frame, entities=able)
    return None


def _to_command(found: _Help, utterance: Utterance) -> str:
    """What was agreed to in the words of a command, for the next sentence to go on with."""
    lexicon, frame = utterance.lexicon, found.frame
    words: Mapping[Phrase, str] = lexicon.comparatives if frame.direction else lexicon.particles
    sign = "+" if frame.direction > 0 else "-"
    sense = f"{frame.attribute}{sign}" if frame.direction else min(frame.acts)
    said = next((phrase for phrase, meaning in words.items() if meaning == sense), ())
    first, *more = found.entities
    if more:
        room = utterance.home.layout.area_of(first)
        kind = next(phrase for phrase, kinds in lexicon.kinds.items() if first.domain in kinds)
        target = (*(lexicon.words(room.name) if room else ()), *kind)
    else:
        target = utterance.called(first)
    return " ".join((*target, *said))


def _find_within(need: Need, remedy: _Remedy, utterance: Utterance) -> tuple[Entity, ...]:
    """What is in the room that is meant; one heating may serve a whole home."""
    area = utterance.scene.area
    areas = need.areas or (frozenset({area.area_id}) if area else frozenset())
    domain = remedy.kind.partition(".")[0]
    found = utterance.entities(utterance.names.by_domain.get(domain, ()))
    there = tuple(entity for entity in found if entity.area_id in areas)
    if there or need.areas or not (area is None or domain == "climate"):
        return there
    # Nobody knows the room: less of what is on is only about what is on.
    return found if len(found) == 1 or remedy.states == _ON else ()


def _suits(entity: Entity, remedy: _Remedy, utterance: Utterance) -> bool:
    domain, _, device_class = remedy.kind.partition(".")
    state = utterance.home.states[entity.entity_id]
    if domain == "humidifier" and not device_class and entity.device_class == "dehumidifier":
        return False
    if (device_class and entity.device_class != device_class) or state.value not in remedy.states:
        return False
    modes = set(state.attributes.get("hvac_modes") or ()) - {"off", "dry", "fan_only"}
    return not remedy.mode or modes == {remedy.mode}
