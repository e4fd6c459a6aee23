"""A sentence of commands → plan, by the words of a lexicon rather than by a grammar's sentences.

Every word must be accounted for, and every target must be able to do what is asked; else the
sentence is left to others.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from ..home import Entity, ServiceCall
from ..plan import CallStep, Plan, QueryStep, RefusalStep, Wording
from .asking import understand_question
from .broadcast import understand_broadcast
from .chatter import without_chatter
from .clause import plain, trimmed, usual_kind
from .cleaning import understand_cleaning
from .commands import command
from .entries import understand_entry
from .evidence import How, Match, Witness, asked_by
from .frame import Frame, Target, find_phrase, read_act, read_target, split_except, without
from .items import understand_items
from .joined import parted
from .later import understand_later
from .lexicon import Lexicon, Phrase
from .media import understand_media
from .names import Names
from .options import choose
from .resolve import Resolver, stands_as_place
from .sentence import is_not_for_now, read_frames
from .sounds import misheard
from .speech import commands_in, is_quoted
from .spelling import corrected
from .targets import Scene
from .timers import understand_timer
from .understanding import Question, Refusal, UnresolvedError
from .wordings import wording_of

# With an act alone too little is said to switch lights or move a cover by, or to unlock; and with
# a single word to lock or to arm.
_NEEDS_A_NAME = frozenset({"cover", "light"})
_NEEDS_MORE_WORDS = frozenset({"lock", "alarm_control_panel"})

# With "everything" people mean what they switch by hand, not the heating or the alarm.
_EVERYTHING = frozenset({"light", "switch", "fan", "media_player"})
# Where one word both closes shutters and puts out lamps, everything is what moves.
_MOVED = frozenset({"cover"})


def understand_commands(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a sentence of commands; nothing if it is no such sentence."""
    if is_quoted(text):
        return None
    heard = lexicon.words(text)
    if timer := understand_timer(heard, scene, lexicon, names):
        return timer
    if spread := understand_broadcast(trimmed(heard, lexicon), scene, lexicon, names):
        return spread
    marked = text.rstrip().endswith("?")
    otherwise: Plan | Question | Refusal | None = None
    for words in _readings(heard, lexicon, names):
        scene.witness.begin("lexicon", heard, words)
        found: Plan | Question | Refusal | None = understand_items(words, scene, lexicon, names)
        if not found and marked and not _commands(words, lexicon):
            continue
        found = (
            found
            or understand_entry(trimmed(words, lexicon), scene, lexicon, names)
            or _at_its_time(words, scene, lexicon, names)
        )
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
        mended = _mended(apart, lexicon, names)
        for words in (said, apart, mended, misheard(mended, lexicon, names)):
            if words not in seen:
                seen.add(words)
                yield words


def _mended(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The words without slips; where a place should be, only a name can have been meant."""
    mended = corrected(words, names)
    return tuple(
        said if stands_as_place(at, words, lexicon) and meant not in names.called else meant
        for at, (said, meant) in enumerate(zip(words, mended, strict=True))
    )


def _commands(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a sentence has a verb that commands, whatever was said out of politeness first."""
    said = tuple(word for word in plain(words, lexicon) if word != ",")
    return read_act(said, lexicon)[0] is not None


def _falls_short(found: Plan | Question) -> bool:
    """Whether a plan leaves out some of what was asked."""
    return isinstance(found, Plan) and any(isinstance(one, RefusalStep) for one in found.steps)


def _at_its_time(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan, now or whenever it is meant for; one that we cannot tell is never now."""

    def commands(some: Phrase, there: Scene) -> Plan | Question | Refusal | None:
        return _understand(some, there, lexicon, names)

    said = without_chatter(words, lexicon, names)
    if said.quoted:
        return None
    told = _told_of(said.before, scene, lexicon, names)
    there = replace(scene, mentioned=told or scene.mentioned)
    later = understand_later(said.commands, there, lexicon, names, commands)
    return later or commands(said.commands, there)


def _told_of(
    before: tuple[Phrase, ...], scene: Scene, lexicon: Lexicon, names: Names
) -> tuple[str, ...]:
    """The things that somebody spoke of before the command: "the hall light is still on"."""
    for part in reversed(before):
        asked = replace(scene, heard=f"{' '.join(part)}?", witness=Witness())
        found = understand_question(asked.heard, asked, lexicon, names)
        if isinstance(found, Plan) and isinstance(found.steps[0], QueryStep):
            return found.steps[0].entity_ids
    return ()


def _understand(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    found = _control(words, scene, lexicon, names)
    if found is None or isinstance(found, Refusal):
        cleaning = understand_cleaning(plain(words, lexicon), scene, lexicon, names)
        found = cleaning or found
    if isinstance(found, Question) or (isinstance(found, Plan) and not _falls_short(found)):
        return found
    return _with_media(trimmed(words, lexicon), scene, lexicon, names) or found


def _with_media(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """What is to be played, alone or after other commands: "lights off and play some jazz"."""
    if played := understand_media(words, scene, lexicon, names):
        return played
    for at in range(1, len(words)):
        if words[at : at + 1] not in lexicon.roles["and"] | {(",",)}:
            continue
        played = understand_media(words[at + 1 :], scene, lexicon, names)
        before = _control(words[:at], scene, lexicon, names) if played else None
        if isinstance(before, Plan) and isinstance(played, Plan):
            return Plan(steps=(*before.steps, *played.steps))
    return None


def _control(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    words = plain(words, lexicon)
    if not words or is_not_for_now(words, lexicon) or _is_unfinished(words, lexicon):
        return None
    frames = read_frames(words, lexicon, names)
    if not frames:
        chosen = _chosen(words, scene, lexicon, names)
        return Plan(steps=tuple(chosen)) if isinstance(chosen, list) and chosen else None
    found = _each(frames, scene, lexicon, names)
    if isinstance(found, Question):
        return found
    steps, missing, doubtful = found
    if frames[0].code and not any("code" in step.call.data for step in steps):
        # A code for nothing that takes one.
        return Refusal(key="no_intent")
    if not missing:
        return Plan(steps=together(steps, scene))
    if doubtful or read_act(words, lexicon)[0] is None:
        # Without a verb, words that name nothing here are hardly a command.
        return None
    if not steps or any(one.key == "no_intent" for one in missing):
        return missing[0]
    # What can be done is done, and what cannot is said.
    return Plan(steps=(*together(steps, scene), *map(_refusal_step, missing)))


def _each(
    frames: list[Frame], scene: Scene, lexicon: Lexicon, names: Names
) -> tuple[list[CallStep], list[Refusal], bool] | Question:
    """The steps for each clause, what is missing for others, and whether any is doubtful.

    A question, if we must ask.
    """
    steps: list[CallStep] = []
    missing: list[Refusal] = []
    doubtful = False
    for frame in frames:
        touched = tuple(target for step in steps for target in step.call.targets)
        there = replace(scene, mentioned=touched or scene.mentioned)
        try:
            steps += _steps(frame, frames, there, lexicon, names)
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question):
                return unresolved.instead
            chosen = _chosen(frame.said, there, lexicon, names)
            if isinstance(chosen, Question):
                return chosen
            steps += chosen
            if not chosen:
                missing.append(unresolved.instead)
                # "The show must go on" asks nothing of a home.
                doubtful = doubtful or frame.verbless
    return steps, missing, doubtful


def _chosen(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> list[CallStep] | Question:
    """The steps that choose an option, if these words do; a question if several offer it."""
    try:
        return choose(words, scene, lexicon, names)
    except UnresolvedError as unresolved:
        return unresolved.instead if isinstance(unresolved.instead, Question) else []


def _refusal_step(refusal: Refusal) -> RefusalStep:
    slots = {**refusal.arguments, "instead": refusal.instead}
    return RefusalStep(wording=Wording(intent="", response=refusal.key, slots=slots))


def _is_unfinished(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the last word is one that another must follow: "dim the lights to the"."""
    return words[-1:] in lexicon.roles["dangling"]


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
    frame, spared = _others(frame, scene, lexicon)
    rest, kinds = _with_kind(frame, frames, lexicon, names)
    try:
        entities = Resolver(scene, lexicon, names, suits).resolve(rest, kinds)
    except UnresolvedError as unresolved:
        entities = _able(unresolved.instead, frame, scene)
        if len(entities) != 1:
            raise UnresolvedError(
                _unable(unresolved.instead, rest, scene, lexicon, names) or unresolved.instead
            ) from None
    entities = tuple(one for one in entities if one.entity_id not in spared)
    if read_target(rest, lexicon, names).everything:
        entities = _meant_by_everything(entities, frame)
    if not entities:
        raise UnresolvedError(Refusal(key="no_intent"))
    return _asked_of(entities, frame, scene, names)


def _meant_by_everything(entities: tuple[Entity, ...], frame: Frame) -> tuple[Entity, ...]:
    if frame.acts & {"turn_on", "turn_off"}:
        meant = _MOVED if frame.acts & {"open", "close"} else _EVERYTHING
        return tuple(entity for entity in entities if entity.domain in meant)
    if "open" in frame.acts:
        # Nobody unlocks the house by the way.
        return tuple(entity for entity in entities if entity.domain != "lock")
    return entities


def _able(instead: Question | Refusal, frame: Frame, scene: Scene) -> tuple[Entity, ...]:
    """Of several that could be meant, those that have the ability."""
    layout, states = scene.home.layout, scene.home.states
    found = []
    for entity_id in instead.candidates if isinstance(instead, Question) else ():
        entity, state = layout.entities[entity_id], states[entity_id]
        what = command(frame, entity, state)
        service = layout.services.get(f"{entity.domain}.{what.service}") if what else None
        if service is not None and service.suits(state.features):
            found.append(entity)
    return tuple(found)


def _unable(
    instead: Question | Refusal, rest: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Refusal | None:
    """That something is there, but cannot do what is asked."""
    if not isinstance(instead, Refusal) or instead.key in ("no_intent", "no_here"):
        return None
    try:
        found = Resolver(scene, lexicon, names, lambda _entity: True).resolve(rest)
    except UnresolvedError:
        return None
    named = tuple(dict.fromkeys(one.name for one in found))
    if not read_target(rest, lexicon, names).names or _says_name(rest, names):
        return Refusal(key="unsupported", arguments={"name": " / ".join(named)})
    # A word of a name is too little to say that this is what was meant.
    return replace(instead, instead=named)


def _says_name(words: Phrase, names: Names) -> bool:
    """Whether something's full name is among the words."""
    ends = range(1, len(words) + 1)
    return any(words[start:end] in names.entities for end in ends for start in range(end))


def _others(frame: Frame, scene: Scene, lexicon: Lexicon) -> tuple[Frame, tuple[str, ...]]:
    """The frame without "other", and what it then does not mean: what was last spoken of."""
    rest = without(frame.rest, lexicon.roles["others"])
    if rest == frame.rest:
        return frame, ()
    if not scene.mentioned:
        # Others than what?
        raise UnresolvedError(Refusal(key="no_intent"))
    every = min(lexicon.roles["all"], key=len)
    return replace(frame, rest=(*every, *rest)), scene.mentioned


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


def asked_of_all(
    entities: tuple[Entity, ...], frame: Frame, scene: Scene, names: Names
) -> Plan | None:
    """The plan for a frame, of those among some entities that can do it."""
    states = scene.home.states
    able = tuple(one for one in entities if command(frame, one, states[one.entity_id]) is not None)
    return Plan(steps=tuple(_asked_of(able, frame, scene, names))) if able else None


def _asked_of(
    entities: tuple[Entity, ...], frame: Frame, scene: Scene, names: Names
) -> list[CallStep]:
    calls = list(_calls(frame, entities, scene))
    words = wording_of(calls, entities[0].name, _room(entities, frame, scene, names))
    return [CallStep(call=call, wording=words) for call in calls]


def _room(entities: tuple[Entity, ...], frame: Frame, scene: Scene, names: Names) -> str:
    """The one room that they are all in, as the person called it; else nothing."""
    rooms = {one.area_id for one in entities}
    room = scene.home.layout.area_of(entities[0])
    if len(rooms) > 1 or room is None:
        return ""
    said = (find_phrase(frame.rest, names.areas, at) for at in range(len(frame.rest)))
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


def _with_kind(
    frame: Frame, frames: list[Frame], lexicon: Lexicon, names: Names
) -> tuple[Phrase, frozenset[str]]:
    """The words of the target; where they only name a place, also the kind that is meant there."""
    target = read_target(frame.rest, lexicon, names)
    if target.kinds or target.names or target.everything:
        return frame.rest, frozenset()
    kind = _kind_of_others(frame, frames, lexicon, names) if not target.empty else ()
    if not kind:
        return frame.rest, _usual_kind(frame, target)
    meant, _ = split_except(frame.rest, lexicon)
    return (*meant, *kind, *frame.rest[len(meant) :]), frozenset()


def _kind_of_others(frame: Frame, frames: list[Frame], lexicon: Lexicon, names: Names) -> Phrase:
    """The kind that another part names for this one too.

    The one before, if this goes on with it, as in "the heating here to 20 and the bedroom to 18";
    else one that asks the same: what follows counts first, "the kitchen and hall lights", then
    what came before, "the fan in the hall and the bath".
    """
    at = next(number for number, one in enumerate(frames) if one is frame)
    if at and _goes_on(frame, frames[at - 1], lexicon):
        return _last_kind(frames[at - 1].rest, lexicon)
    for other in (*frames[at + 1 :], *reversed(frames[:at])):
        same = other.acts == frame.acts or other.acts & frame.acts
        if same and read_target(other.rest, lexicon, names).kinds:
            return _last_kind(other.rest, lexicon)
    return ()


def _goes_on(frame: Frame, before: Frame, lexicon: Lexicon) -> bool:
    """Whether a part speaks of the same kind of thing: it says so, or sets it in the same words."""
    if any((word,) in lexicon.roles["stand_ins"] for word in frame.rest):
        return True
    both_set = frame.amount is not None and before.amount is not None
    return both_set and read_act(frame.said, lexicon)[0] is None


def _last_kind(words: Phrase, lexicon: Lexicon) -> Phrase:
    found = (find_phrase(words, lexicon.kinds, at) for at in range(len(words) - 1, -1, -1))
    return next((phrase for phrase in found if phrase), ())


def _usual_kind(frame: Frame, target: Target) -> frozenset[str]:
    kind = usual_kind(frame)
    too_short = kind in _NEEDS_MORE_WORDS and (len(frame.said) == 1 or "unlock" in frame.acts)
    if target.empty and (not kind or kind in _NEEDS_A_NAME or too_short):
        raise UnresolvedError(Refusal(key="no_intent"))
    return frozenset({kind} if kind else ())
