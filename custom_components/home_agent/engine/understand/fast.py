"""A sentence of commands → plan, by the words of a lexicon rather than by a grammar's sentences.

Every word must be accounted for, and every target must be able to do what is asked; else the
sentence is left to others.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from ..home import Entity, ServiceCall
from ..plan import CallStep, Plan, RefusalStep, Wording
from .clause import plain, usual_kind
from .commands import command
from .evidence import How, Match, asked_by
from .frame import Frame, Target, find_phrase, read_act, read_target, split_except, without
from .items import understand_items
from .joined import parted
from .lexicon import Lexicon, Phrase
from .names import Names
from .options import understand_choice
from .resolve import Resolver
from .sentence import read_frames
from .sounds import misheard
from .speech import commands_in, is_quoted
from .spelling import corrected
from .targets import Scene
from .understanding import Question, Refusal, UnresolvedError
from .wordings import wording_of

# With an act alone too little is said to switch lights or move a cover by; and with a single word
# to lock or to arm.
_NEEDS_A_NAME = frozenset({"cover", "light"})
_NEEDS_MORE_WORDS = frozenset({"lock", "alarm_control_panel"})

# With "everything" people mean what they switch by hand, not the heating or the alarm.
_EVERYTHING = frozenset({"light", "switch", "fan", "media_player"})


def understand_commands(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a sentence of commands; nothing if it is no such sentence."""
    if is_quoted(text):
        return None
    heard = lexicon.words(text)
    marked = text.rstrip().endswith("?")
    otherwise: Plan | Question | Refusal | None = None
    for words in _readings(heard, lexicon, names):
        scene.witness.begin("lexicon", heard, words)
        found: Plan | Question | Refusal | None = understand_items(words, scene, lexicon, names)
        if not found and marked and not _commands(words, lexicon):
            continue
        found = found or _understand(words, scene, lexicon, names)
        if isinstance(found, Plan | Question) and not _falls_short(found):
            return found
        if words == heard:
            # Where nothing fits fully, what was really said decides what is done and refused.
            otherwise = found
    return otherwise


def _readings(heard: Phrase, lexicon: Lexicon, names: Names) -> Iterator[Phrase]:
    """What may have been said, the most literal first: as heard, mended, without chatter."""
    seen: set[Phrase] = set()
    for said in (heard, *commands_in(heard, lexicon)):
        apart = parted(said, lexicon, names)
        mended = corrected(apart, names.vocabulary, names.content)
        for words in (said, apart, mended, misheard(mended, lexicon, names)):
            if words not in seen:
                seen.add(words)
                yield words


def _commands(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a sentence has a verb that commands, whatever was said out of politeness first."""
    said = tuple(word for word in plain(words, lexicon) if word != ",")
    return read_act(said, lexicon)[0] is not None


def _falls_short(found: Plan | Question) -> bool:
    """Whether a plan leaves out some of what was asked."""
    return isinstance(found, Plan) and any(isinstance(one, RefusalStep) for one in found.steps)


def _understand(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    words = plain(words, lexicon)
    if not words or _is_not_for_now(words, lexicon) or _is_unfinished(words, lexicon):
        return None
    frames = read_frames(words, lexicon, names)
    if not frames:
        return None
    steps: list[CallStep] = []
    missing: list[Refusal] = []
    doubtful = False
    for frame in frames:
        asked: list[CallStep] = []
        try:
            asked = _steps(frame, frames, scene, lexicon, names)
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question):
                return unresolved.instead
            missing.append(unresolved.instead)
            # "The show must go on" asks nothing of a home.
            doubtful = doubtful or frame.verbless
        steps += asked
        # "Turn on the lamp and make it red": from here on, it is the lamp.
        spoken_of = tuple(target for step in asked for target in step.call.targets)
        scene = replace(scene, mentioned=spoken_of)
    if not missing:
        return Plan(steps=together(steps, scene))
    if choice := understand_choice(words, scene, lexicon, names):
        return choice
    if doubtful or read_act(words, lexicon)[0] is None:
        # Without a verb, words that name nothing here are hardly a command.
        return None
    if not steps or any(one.key == "no_intent" for one in missing):
        return missing[0]
    # What can be done is done, and what cannot is said.
    return Plan(steps=(*together(steps, scene), *map(_refusal_step, missing)))


def _refusal_step(refusal: Refusal) -> RefusalStep:
    wording = Wording(intent="", response=refusal.key, slots=refusal.arguments)
    return RefusalStep(wording=wording)


def _is_not_for_now(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a sentence asks, tells, forbids, is about later, or sets a condition."""
    if find_phrase(words, lexicon.roles["questions"], 0):
        return True
    spared = without(words, lexicon.roles["except"])
    if any(find_phrase(spared, lexicon.roles["negations"], at) for at in range(len(spared))):
        return True
    # "and later" only goes on
    later = without(words, frozenset(one for one in lexicon.roles["and"] if len(one) > 1))
    figures = tuple("#" if word[0].isdigit() else word for word in later)
    return any(
        figures[at : at + len(phrase)] == phrase
        for phrase in lexicon.later
        for at in range(len(figures))
    )


def _is_unfinished(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the last word is one that another must follow: "dim the lights to the"."""
    last = words[-1:]
    dangling = last in lexicon.roles["articles"] or last in lexicon.roles["and"]
    return dangling and last not in lexicon.roles["pronouns"]


def _steps(
    frame: Frame, frames: list[Frame], scene: Scene, lexicon: Lexicon, names: Names
) -> list[CallStep]:
    states = scene.home.states

    def suits(entity: Entity) -> bool:
        return command(frame, entity, states[entity.entity_id]) is not None

    scene.witness.clause(frame.said, asked_by(frame))
    if entities := _mentioned(frame, scene, lexicon, suits):
        matches = (Match(entity_id=one.entity_id, how=How.MENTIONED) for one in entities)
        scene.witness.found(frame.rest, matches)
        return _asked_of(entities, frame, scene, names)
    rest = _with_kind(frame, frames, lexicon, names)
    entities = Resolver(scene, lexicon, names, suits).resolve(rest)
    if read_target(rest, lexicon, names).everything and frame.acts & {"turn_on", "turn_off"}:
        entities = tuple(entity for entity in entities if entity.domain in _EVERYTHING)
    if not entities:
        raise UnresolvedError(Refusal(key="no_intent"))
    return _asked_of(entities, frame, scene, names)


def _mentioned(
    frame: Frame, scene: Scene, lexicon: Lexicon, suits: Callable[[Entity], bool]
) -> tuple[Entity, ...]:
    """What was last spoken of, where a pronoun is all that is said: "them all"."""
    roles = lexicon.roles
    small = roles["pronouns"] | roles["articles"] | roles["places"] | roles["all"]
    if not frame.pronoun or without(frame.rest, small):
        return ()
    home = scene.home
    known = (home.layout.entities.get(one) for one in scene.mentioned if one in home.states)
    return tuple(entity for entity in known if entity is not None and suits(entity))


def asked_of_all(entities: tuple[Entity, ...], frame: Frame, scene: Scene) -> Plan | None:
    """The plan for a frame, of those among some entities that can do it."""
    states = scene.home.states
    able = tuple(one for one in entities if command(frame, one, states[one.entity_id]) is not None)
    return Plan(steps=tuple(_asked_of(able, frame, scene))) if able else None


def _asked_of(
    entities: tuple[Entity, ...], frame: Frame, scene: Scene, names: Names | None = None
) -> list[CallStep]:
    calls = list(_calls(frame, entities, scene))
    words = wording_of(calls, entities[0].name, _room(entities, frame, scene, names))
    return [CallStep(call=call, wording=words) for call in calls]


def _room(entities: tuple[Entity, ...], frame: Frame, scene: Scene, names: Names | None) -> str:
    """The one room that they are all in, as the person called it; else nothing."""
    rooms = {one.area_id for one in entities}
    room = scene.home.layout.area_of(entities[0])
    if len(rooms) > 1 or room is None:
        return ""
    areas = names.areas if names is not None else {}
    said = (find_phrase(frame.rest, areas, at) for at in range(len(frame.rest)))
    return " ".join(next(filter(None, said), (room.name,)))


def together(steps: list[CallStep], scene: Scene) -> tuple[CallStep, ...]:
    """Steps of different clauses that ask the same, as one."""
    kept: list[CallStep] = []
    for call in _joined(step.call for step in steps):
        alone = next((step for step in steps if step.call == call), None)
        name = scene.home.layout.entities[call.targets[0]].name
        kept.append(alone or CallStep(call=call, wording=wording_of([call], name)))
    return tuple(kept)


def _calls(frame: Frame, entities: Iterable[Entity], scene: Scene) -> Iterable[ServiceCall]:
    """What the frame asks of each, those that are asked the same in one call."""
    calls: list[ServiceCall] = []
    for entity in entities:
        what = command(frame, entity, scene.home.states[entity.entity_id])
        if what is not None:
            calls.append(
                ServiceCall(
                    domain=entity.domain,
                    service=what.service,
                    targets=(entity.entity_id,),
                    data=what.data,
                )
            )
    return _joined(calls)


def _joined(calls: Iterable[ServiceCall]) -> list[ServiceCall]:
    """Calls that ask the same of different targets, as one."""
    alike: dict[tuple[str, str], tuple[ServiceCall, dict[str, None]]] = {}
    for call in calls:
        _, targets = alike.setdefault((call.full_name, repr(call.data)), (call, {}))
        targets.update(dict.fromkeys(call.targets))
    return [replace(call, targets=tuple(targets)) for call, targets in alike.values()]


def _with_kind(frame: Frame, frames: list[Frame], lexicon: Lexicon, names: Names) -> Phrase:
    """The words of the target; where they only name a place, with the kind that is meant there."""
    target = read_target(frame.rest, lexicon, names)
    if target.kinds or target.names or target.everything:
        return frame.rest
    kind = _kind_of_next(frame, frames, lexicon, names) if not target.empty else ()
    meant, _ = split_except(frame.rest, lexicon)
    return (*meant, *(kind or _usual_kind(frame, target, lexicon)), *frame.rest[len(meant) :])


def _kind_of_next(frame: Frame, frames: list[Frame], lexicon: Lexicon, names: Names) -> Phrase:
    """The kind that a later part names for this one too: "the kitchen and hall lights"."""
    for other in frames[frames.index(frame) + 1 :]:
        if read_target(other.rest, lexicon, names).kinds:
            return next((word,) for word in reversed(other.rest) if (word,) in lexicon.kinds)
    return ()


def _usual_kind(frame: Frame, target: Target, lexicon: Lexicon) -> Phrase:
    kind = usual_kind(frame)
    too_short = kind in _NEEDS_MORE_WORDS and len(frame.said) == 1
    if target.empty and (not kind or kind in _NEEDS_A_NAME or too_short):
        raise UnresolvedError(Refusal(key="no_intent"))
    return next((phrase for phrase, kinds in lexicon.kinds.items() if kinds == {kind}), ())
