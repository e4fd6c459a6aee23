"""A sentence of commands → plan, by the words of a lexicon rather than by a grammar's sentences.

Every word must be accounted for, and every target must be able to do what is asked; else the
sentence is left to others.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from ..home import Entity, ServiceCall
from ..plan import CallStep, Plan, RefusalStep, Wording
from .clause import plain, usual_kind
from .commands import command
from .frame import Frame, Target, read_act, read_target, split_except, without
from .items import understand_items
from .joined import parted
from .lexicon import Lexicon, Phrase
from .names import Names
from .options import understand_choice
from .resolve import Resolver, stands_as_place
from .sentence import is_not_for_now, read_frames
from .spelling import corrected
from .targets import Scene
from .understanding import Question, Refusal, UnresolvedError
from .wordings import wording_of

# With an act alone too little is said to switch lights or move a cover by, or to unlock; and with
# a single word to lock or to arm.
_NEEDS_A_NAME = frozenset({"cover", "light"})
_NEEDS_MORE_WORDS = frozenset({"lock", "alarm_control_panel"})

# With "everything" people mean what they switch by hand, not the heating or the alarm.
_EVERYTHING = frozenset({"light", "switch", "fan", "media_player"})


def understand_commands(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a sentence of commands; nothing if it is no such sentence."""
    heard = lexicon.words(text)
    words = parted(heard, lexicon, names)
    if text.rstrip().endswith("?") and read_act(plain(words, lexicon), lexicon)[0] is None:
        return None
    for said in dict.fromkeys((heard, words)):
        if items := understand_items(said, scene, lexicon, names):
            return items
    found = _understand(words, scene, lexicon, names)
    if found is None or isinstance(found, Refusal):
        mended = _mended(words, lexicon, names)
        if mended != words:
            better = _understand(mended, scene, lexicon, names)
            found = found if better is None or isinstance(better, Refusal) else better
    return found


def _mended(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The words without slips; where a place should be, only a name can have been meant."""
    mended = corrected(words, names.vocabulary)
    return tuple(
        said if stands_as_place(at, words, lexicon) and meant not in names.called else meant
        for at, (said, meant) in enumerate(zip(words, mended, strict=True))
    )


def _understand(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    words = plain(words, lexicon)
    if not words or is_not_for_now(words, lexicon):
        return None
    frames = read_frames(words, lexicon, names)
    if not frames:
        return None
    steps: list[CallStep] = []
    missing: list[Refusal] = []
    for frame in frames:
        try:
            steps += _steps(frame, frames, scene, lexicon, names)
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question):
                return unresolved.instead
            missing.append(unresolved.instead)
    if not missing:
        return Plan(steps=_together(steps, scene))
    if choice := understand_choice(words, scene, lexicon, names):
        return choice
    if read_act(words, lexicon)[0] is None:
        # Without a verb, words that name nothing here are hardly a command.
        return None
    if not steps or any(one.key == "no_intent" for one in missing):
        return missing[0]
    # What can be done is done, and what cannot is said.
    return Plan(steps=(*_together(steps, scene), *map(_refusal_step, missing)))


def _refusal_step(refusal: Refusal) -> RefusalStep:
    wording = Wording(intent="", response=refusal.key, slots=refusal.arguments)
    return RefusalStep(wording=wording)


def _steps(
    frame: Frame, frames: list[Frame], scene: Scene, lexicon: Lexicon, names: Names
) -> list[CallStep]:
    states = scene.home.states

    def suits(entity: Entity) -> bool:
        return command(frame, entity, states[entity.entity_id]) is not None

    if entities := _mentioned(frame, scene, lexicon, suits):
        return _asked_of(entities, frame, scene)
    rest = _with_kind(frame, frames, lexicon, names)
    entities = Resolver(scene, lexicon, names, suits).resolve(rest)
    if read_target(rest, lexicon, names).everything:
        entities = _meant_by_everything(entities, frame)
    if not entities:
        raise UnresolvedError(Refusal(key="no_intent"))
    return _asked_of(entities, frame, scene)


def _meant_by_everything(entities: tuple[Entity, ...], frame: Frame) -> tuple[Entity, ...]:
    if frame.acts & {"turn_on", "turn_off"}:
        return tuple(entity for entity in entities if entity.domain in _EVERYTHING)
    if "open" in frame.acts:
        # Nobody unlocks the house by the way.
        return tuple(entity for entity in entities if entity.domain != "lock")
    return entities


def _mentioned(
    frame: Frame, scene: Scene, lexicon: Lexicon, suits: Callable[[Entity], bool]
) -> tuple[Entity, ...]:
    """What was last spoken of, where a pronoun is all that is said."""
    small = lexicon.roles["pronouns"] | lexicon.roles["articles"] | lexicon.roles["places"]
    if not frame.pronoun or without(frame.rest, small):
        return ()
    home = scene.home
    known = (home.layout.entities.get(one) for one in scene.mentioned if one in home.states)
    return tuple(entity for entity in known if entity is not None and suits(entity))


def _asked_of(entities: tuple[Entity, ...], frame: Frame, scene: Scene) -> list[CallStep]:
    calls = list(_calls(frame, entities, scene))
    words = wording_of(calls, entities[0].name)
    return [CallStep(call=call, wording=words) for call in calls]


def _together(steps: list[CallStep], scene: Scene) -> tuple[CallStep, ...]:
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
    kind = _kind_of_fellow(frame, frames, lexicon, names) if not target.empty else ()
    meant, _ = split_except(frame.rest, lexicon)
    return (*meant, *(kind or _usual_kind(frame, target, lexicon)), *frame.rest[len(meant) :])


def _kind_of_fellow(frame: Frame, frames: list[Frame], lexicon: Lexicon, names: Names) -> Phrase:
    """The kind that another part names for this one too, if it asks the same.

    What follows counts first, "the kitchen and hall lights", then what came before: "the fan in
    the hall and the bath".
    """
    at = frames.index(frame)
    for other in (*frames[at + 1 :], *reversed(frames[:at])):
        same = other.acts == frame.acts or other.acts & frame.acts
        if same and read_target(other.rest, lexicon, names).kinds:
            return next((word,) for word in reversed(other.rest) if (word,) in lexicon.kinds)
    return ()


def _usual_kind(frame: Frame, target: Target, lexicon: Lexicon) -> Phrase:
    kind = usual_kind(frame)
    too_short = kind in _NEEDS_MORE_WORDS and (len(frame.said) == 1 or "unlock" in frame.acts)
    if target.empty and (not kind or kind in _NEEDS_A_NAME or too_short):
        raise UnresolvedError(Refusal(key="no_intent"))
    return next((phrase for phrase, kinds in lexicon.kinds.items() if kinds == {kind}), ())
