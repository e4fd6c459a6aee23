"""A clause → what is meant by it, and asked of it."""

from collections.abc import Callable
from dataclasses import replace

from ...home import Entity
from ...home.domains import DOMAINS, Trait, with_trait
from ...plan import CallStep
from ..conditions.state_words import states_meaning
from ..evidence import Match, MatchMethod, describe_frame
from ..grammar.targets import Scene, pick_target
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..resolve.refusals import refuse_missing
from ..resolve.resolve import Resolver
from ..text.numerals import read_number
from ..text.phrases import find_phrase, has_phrase, without
from ..understanding import Question, Refusal, UnresolvedError
from ..utterance import Utterance
from .bare_figures import as_heating, doubted_figure, is_as_warm
from .calls import steps_for
from .clause import find_usual_kind
from .counted_targets import check_count
from .frame import Frame, Target, read_act, read_target, split_except
from .levels import NO_CHANGE
from .machines import find_called_machine, may_be_at_work
from .players import find_players, is_only_pronoun
from .purposes import find_for_purpose
from .services import command
from .shared_places import name_stand_in, repeat_target

# With an act alone too little is said to switch lights or move a cover by, or to unlock; and with
# a single word to lock or to arm.
_NEEDS_A_NAME = frozenset({"cover", "light"})
_NEEDS_MORE_WORDS = frozenset({"lock", "alarm_control_panel"})
# People cool down too.
_SAID_TO_PEOPLE = frozenset({"warm", "cool"})


# With "everything" people mean what they switch by hand, not the heating or the alarm.
_EVERYTHING = with_trait(Trait.BY_HAND)
_LIGHTS = frozenset({"light"})
_HEATING = frozenset({"climate"})
_DEGREES = frozenset({"degrees", "celsius", "fahrenheit"})
# What switching an alarm on or off means: the first way of arming that a panel is able to.
_GUARDS = frozenset({"alarm_control_panel"})
_SWITCHING = frozenset({"activate", "start", "stop", "turn_off", "turn_on"})
_ARMED_BY = tuple(
    (action.verbs[0], action.feature)
    for action in DOMAINS["alarm_control_panel"].actions
    if action.verbs and action.verbs[0] in ("arm_away", "arm_home", "arm_night")
)

# And what moves before windows and doors: nobody turns off the water or unlocks by the way.
_MOVED = frozenset({"cover"})


def steps_for_clause(frame: Frame, frames: list[Frame], utterance: Utterance) -> list[CallStep]:
    """The steps for one clause. Raises `UnresolvedError` if nothing is meant, or we must ask."""
    scene, lexicon = utterance.scene, utterance.lexicon
    states = scene.home.states
    frame = _read_softer(_read_locking(_read_arming(frame, utterance), utterance), utterance)

    def suits(entity: Entity) -> bool:
        return command(frame, entity, states[entity.entity_id]) is not None

    utterance.evidence.add_clause(frame.said, describe_frame(frame))
    if entities := _find_mentioned(frame, utterance, suits):
        matches = (
            Match(entity_id=entity.entity_id, method=MatchMethod.MENTIONED) for entity in entities
        )
        utterance.evidence.add_matches(frame.rest, matches)
        return steps_for(check_count(frame.rest, entities, utterance), frame, utterance)
    if entities := _find_unnamed(frame, utterance):
        kind = MatchMethod.KIND
        matches = (Match(entity_id=entity.entity_id, method=kind) for entity in entities)
        utterance.evidence.add_matches(frame.rest, matches)
        return steps_for(entities, frame, utterance)
    # the "die" of "stelle die Temperatur auf 20" only leads up to it
    leads_up = frame.attribute and not without(frame.rest, lexicon.roles["articles"])
    unknown = frame.pronoun and not scene.mentioned and not leads_up
    if unknown and is_only_pronoun(frame.rest, lexicon):
        # Nobody knows what "it" is, and nothing is called so.
        raise UnresolvedError(Refusal(key="no_intent"))
    frame, spared = _exclude_mentioned(frame, utterance)
    _refuse_elsewhere(frame.rest, utterance)
    rest, kinds = _with_kind(frame, frames, utterance)
    resolver = Resolver(utterance, suits)
    spared += tuple(entity.entity_id for entity in resolver.resolve_spared(frame.spared))
    try:
        entities = _resolve_target(rest, kinds, resolver, utterance)
    except UnresolvedError as unresolved:
        entities = _find_able(unresolved.instead, frame, scene)
        if len(entities) != 1:
            raise UnresolvedError(
                _refuse_unable(unresolved.instead, rest, utterance) or unresolved.instead
            ) from None
    entities = tuple(entity for entity in entities if entity.entity_id not in spared)
    entities = _filter_by_state(frame.so, entities, scene)
    if frame.spared and not entities:
        # All of it is left out, and other parts say more.
        return []
    entities = _filter_sweep(entities, frame, rest, utterance)
    if not entities:
        raise UnresolvedError(Refusal(key="no_intent"))
    utterance.evidence.add_doubted(doubted_figure(frame, rest, entities, utterance))
    frame = as_heating(frame, rest, entities, utterance)
    return steps_for(check_count(rest, entities, utterance), frame, utterance)


def _find_unnamed(frame: Frame, utterance: Utterance) -> tuple[Entity, ...]:
    """What a verb means that says so by itself: what is for watering, or what plays."""
    if frame.purpose:
        return find_for_purpose(frame, utterance)
    return find_players(frame, utterance)


def _read_arming(frame: Frame, utterance: Utterance) -> Frame:
    """The frame with what is meant by switching an alarm on or off: to arm it, or to disarm it."""
    names = utterance.names
    if not frame.acts & _SWITCHING or "set" in frame.acts or frame.amount is not None:
        return frame
    target = read_target(frame.rest, utterance.lexicon, names)
    panels = names.by_domain.get("alarm_control_panel", ())
    named = names.entities.get(without(frame.rest, utterance.lexicon.roles["articles"]), ())
    says_alarm = target.kinds == _GUARDS or any(entity_id in panels for entity_id in named)
    if not says_alarm or not panels or any(entity_id not in panels for entity_id in named):
        return frame
    if frame.acts & {"turn_off", "stop"}:
        return replace(frame, acts=frozenset({"disarm"}))
    states = [
        utterance.home.states[entity_id]
        for entity_id in panels
        if entity_id in utterance.home.states
    ]
    able = (act for act, bit in _ARMED_BY if any(state.features & bit for state in states))
    return replace(frame, acts=frozenset({next(able, "arm_away")}))


def _read_locking(frame: Frame, utterance: Utterance) -> Frame:
    """The frame with what is meant by locks that should be shut: "alle sloten dicht"."""
    if "close" not in frame.acts or frame.acts & {"lock", "open"} or frame.amount is not None:
        return frame
    target = read_target(frame.rest, utterance.lexicon, utterance.names)
    return replace(frame, acts=frozenset({"lock"})) if target.kinds == {"lock"} else frame


def _read_softer(frame: Frame, utterance: Utterance) -> Frame:
    """The frame with what is meant by light that should be softer: "mag het licht wat zachter"."""
    if frame.attribute != "volume" or not frame.direction:
        return frame
    kinds = read_target(frame.rest, utterance.lexicon, utterance.names).kinds
    return replace(frame, attribute="brightness") if kinds == _LIGHTS else frame


def _refuse_elsewhere(words: Phrase, utterance: Utterance) -> None:
    """Raise `UnresolvedError` for what people have besides a home: a car is no car charger."""
    target = read_target(words, utterance.lexicon, utterance.names)
    elsewhere = utterance.lexicon.roles["elsewhere"]
    if target.kinds or not target.names or target.names in utterance.names.entities:
        return
    if all((word,) in elsewhere for word in target.names):
        raise UnresolvedError(refuse_missing(target, words, utterance))


def _resolve_target(
    rest: Phrase, kinds: frozenset[str], resolver: Resolver, utterance: Utterance
) -> tuple[Entity, ...]:
    """What the words mean; if nothing, a full name without whom it is for: "for Grandma"."""
    lexicon = utterance.lexicon
    try:
        return resolver.resolve(rest, kinds)
    except UnresolvedError as unresolved:
        if machine := find_called_machine(rest, unresolved, resolver, utterance):
            return machine
        marks = lexicon.times.get("for", frozenset())
        at = next((at for at in range(1, len(rest)) if rest[at : at + 1] in marks), 0)
        # "For Grandma" is somebody, "for the terrace" may be what the lamp is for, and "for 20" is
        # how long, in we know not what.
        whom = rest[at + 1 : at + 2]
        if not whom or read_number(whom[0]) is not None:
            raise
        person = whom not in lexicon.roles["articles"]
        named = person or without(rest[:at], lexicon.roles["articles"]) in utterance.names.entities
        if not at or isinstance(unresolved.instead, Question) or not named:
            raise
        return resolver.resolve(rest[:at], kinds)


def _filter_sweep(
    entities: tuple[Entity, ...], frame: Frame, rest: Phrase, utterance: Utterance
) -> tuple[Entity, ...]:
    """What is meant by "everything" or by all of a kind; whatever else is said is just that."""
    target = read_target(rest, utterance.lexicon, utterance.names)
    if target.everything:
        entities = _filter_everything(entities, frame, utterance.lexicon)
    swept = target.everything or target.all or target.plural
    return _without_machines(entities, frame, target, utterance) if swept else entities


def _filter_everything(
    entities: tuple[Entity, ...], frame: Frame, lexicon: Lexicon
) -> tuple[Entity, ...]:
    if frame.so and any((word,) in lexicon.roles["lit"] for word in frame.said):
        # "everything that is lit" is every light, and no television
        meant = _LIGHTS
    elif frame.acts & {"open", "close"}:
        meant = _MOVED
    elif frame.acts & {"turn_on", "turn_off", "toggle"}:
        meant = _EVERYTHING
    else:
        return entities
    return tuple(entity for entity in entities if entity.domain in meant)


def _without_machines(
    entities: tuple[Entity, ...], frame: Frame, target: Target, utterance: Utterance
) -> tuple[Entity, ...]:
    """The entities less what may be at work: nobody means the laundry by "all plugs".

    Raises `UnresolvedError` to ask which is meant, where all that is of a kind may be at work.
    """
    machines = [entity for entity in entities if may_be_at_work(entity, utterance.home)]
    if not machines or not frame.acts & {"turn_on", "turn_off", "toggle"}:
        return entities
    others = tuple(entity for entity in entities if entity not in machines)
    if not others and not target.everything:
        # "The washing machines" are just these; of "the plugs" we ask which.
        return entities if target.names else (pick_target(entities, "", utterance.scene),)
    utterance.evidence.add_spared(entity.entity_id for entity in machines)
    return others


def _find_able(instead: Question | Refusal, frame: Frame, scene: Scene) -> tuple[Entity, ...]:
    """Of several that could be meant, those that have the ability."""
    layout, states = scene.home.layout, scene.home.states
    found = []
    for entity_id in instead.candidates if isinstance(instead, Question) else ():
        entity, state = layout.entities[entity_id], states[entity_id]
        what = command(frame, entity, state)
        service = layout.services.get(f"{entity.domain}.{what.service}") if what else None
        if what == NO_CHANGE or (service is not None and service.suits(state.features)):
            found.append(entity)
    return tuple(found)


def _refuse_unable(
    instead: Question | Refusal, rest: Phrase, utterance: Utterance
) -> Refusal | None:
    """That something is there, but cannot do what is asked."""
    if isinstance(instead, Question):
        return _refuse_called(instead, rest, utterance)
    if instead.key in ("no_intent", "no_here"):
        return None
    try:
        found = Resolver(utterance, lambda _entity: True).resolve(rest)
    except UnresolvedError:
        return None
    named = tuple(dict.fromkeys(entity.name for entity in found))
    if not read_target(rest, utterance.lexicon, utterance.names).names or _says_name(
        rest, utterance.names
    ):
        return Refusal(key="unsupported", arguments={"name": " / ".join(named)})
    # A word of a name is too little to say that this is what was meant.
    return replace(instead, instead=named)


def _refuse_called(instead: Question, rest: Phrase, utterance: Utterance) -> Refusal | None:
    """That what is called just so cannot do it, where others of its kind could."""
    lexicon = utterance.lexicon
    ids = utterance.names.entities.get(without(rest, lexicon.roles["articles"]), ())
    found = utterance.entities(tuple(ids))
    if len(found) != 1 or found[0].entity_id in instead.candidates:
        return None
    return Refusal(key="unsupported", arguments={"name": found[0].name})


def _says_name(words: Phrase, names: Names) -> bool:
    """Whether something's full name is among the words."""
    ends = range(1, len(words) + 1)
    return any(words[start:end] in names.entities for end in ends for start in range(end))


def _exclude_mentioned(frame: Frame, utterance: Utterance) -> tuple[Frame, tuple[str, ...]]:
    """The frame without "other", and what it then does not mean: what was last spoken of."""
    rest = without(frame.rest, utterance.lexicon.roles["others"])
    if rest == frame.rest:
        return frame, ()
    if not utterance.scene.mentioned:
        # Others than what?
        raise UnresolvedError(Refusal(key="no_intent"))
    every = min(utterance.lexicon.roles["all"], key=len)
    return replace(frame, rest=(*every, *rest)), utterance.scene.mentioned


def _filter_by_state(
    so: tuple[str, ...], entities: tuple[Entity, ...], scene: Scene
) -> tuple[Entity, ...]:
    """Those that are so now; if none is, all that could be."""
    if not so:
        return entities
    meant = {
        entity: frozenset().union(*(states_meaning(word, entity) for word in so))
        for entity in entities
    }
    able = tuple(entity for entity in entities if meant[entity])
    states = scene.home.states
    return (
        tuple(entity for entity in able if states[entity.entity_id].value in meant[entity]) or able
    )


def _find_mentioned(
    frame: Frame, utterance: Utterance, suits: Callable[[Entity], bool]
) -> tuple[Entity, ...]:
    """What was last spoken of, where a pronoun is all that is said: "them all"."""
    if not frame.pronoun or (frame.rest and not is_only_pronoun(frame.rest, utterance.lexicon)):
        return ()
    home = utterance.home
    known = (
        home.layout.entities.get(entity_id)
        for entity_id in utterance.scene.mentioned
        if entity_id in home.states
    )
    return tuple(entity for entity in known if entity is not None and suits(entity))


def _with_kind(
    frame: Frame, frames: list[Frame], utterance: Utterance
) -> tuple[Phrase, frozenset[str]]:
    """The words of the target; where they only name a place, also the kind that is meant there."""
    lexicon = utterance.lexicon
    target = read_target(frame.rest, lexicon, utterance.names)
    if not target.kinds and (same := name_stand_in(frame, frames, utterance)):
        return same, frozenset()
    if target.kinds or target.names or target.everything:
        return frame.rest, frozenset()
    kind = _kind_of_others(frame, frames, utterance) if not target.empty else ()
    if kind and _is_in_degrees(frame) and "climate" not in lexicon.kinds[kind]:
        # "the living room 21 degrees and the hall light 40 percent"
        kind = ()
    # A part that was read anew is none of them, and has none before it.
    at = next((number for number, part in enumerate(frames) if part is frame), 0)
    if at and not kind and (same := repeat_target(frame, frames[at - 1], utterance)):
        return same, frozenset()
    if not kind:
        usual = _usual_kind(frame, target)
        return frame.rest, _HEATING if is_as_warm(frame, target, utterance.scene) else usual
    meant, _ = split_except(frame.rest, lexicon)
    return (*meant, *kind, *frame.rest[len(meant) :]), frozenset()


def _is_in_degrees(frame: Frame) -> bool:
    return frame.amount is not None and frame.amount.unit in _DEGREES


def _kind_of_others(frame: Frame, frames: list[Frame], utterance: Utterance) -> Phrase:
    """The kind that another part names for this one too.

    The one before, if this goes on with it, as in "the heating here to 20 and the bedroom to 18";
    else one that asks the same: what follows counts first, "the kitchen and hall lights", then
    what came before, "the fan in the hall and the bath".
    """
    lexicon = utterance.lexicon
    # A part that was read anew is none of them, and has none before it.
    at = next((number for number, part in enumerate(frames) if part is frame), 0)
    if at and _goes_on(frame, frames[at - 1], lexicon):
        return _last_kind(frames[at - 1].rest, lexicon)
    for fellow in (*frames[at + 1 :], *reversed(frames[:at])):
        same = fellow.acts == frame.acts or fellow.acts & frame.acts
        if same and read_target(fellow.rest, lexicon, utterance.names).kinds:
            return _last_kind(fellow.rest, lexicon)
    return ()


def _goes_on(frame: Frame, before: Frame, lexicon: Lexicon) -> bool:
    """Whether a part speaks of the same kind of thing: it says so, or sets it in the same words."""
    if has_phrase(frame.rest, lexicon.roles["stand_ins"]):
        return True
    both_set = frame.amount is not None and before.amount is not None
    return both_set and read_act(frame.said, lexicon)[0] is None


def _last_kind(words: Phrase, lexicon: Lexicon) -> Phrase:
    found = (find_phrase(words, lexicon.kinds, at) for at in range(len(words) - 1, -1, -1))
    return next((phrase for phrase in found if phrase), ())


def _usual_kind(frame: Frame, target: Target) -> frozenset[str]:
    kind = find_usual_kind(frame)
    too_short = kind in _NEEDS_MORE_WORDS and (len(frame.said) == 1 or "unlock" in frame.acts)
    moved = frame.direction or frame.degree or frame.amount or frame.pronoun
    too_short = too_short or (bool(frame.acts & _SAID_TO_PEOPLE) and not moved)
    if target.empty and (not kind or kind in _NEEDS_A_NAME or too_short):
        raise UnresolvedError(Refusal(key="no_intent"))
    return frozenset({kind} if kind else ())
