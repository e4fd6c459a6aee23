"""A sentence of commands → plan, by the words of a lexicon rather than by a grammar's sentences.

Every word must be accounted for, and every target must be able to do what is asked; else the
sentence is left to others.
"""

from collections.abc import Iterable
from dataclasses import replace

from ..home import Entity, ServiceCall
from ..plan import CallStep, Plan
from .clause import plain, read_clause, usual_kind
from .commands import command
from .frame import Amount, Frame, find_phrase, read_act, read_target, without
from .items import understand_items
from .lexicon import Lexicon, Phrase
from .names import Names
from .options import understand_choice
from .resolve import Resolver
from .spelling import corrected
from .targets import Scene
from .understanding import Question, Refusal, UnresolvedError
from .wordings import wording_of

# With an act alone too little is said to switch lights or move a cover by.
_NEEDS_A_NAME = frozenset({"cover", "light"})
_TOO_SHORT = frozenset({("lock",), ("unlock",), ("arm",), ("disarm",)})

# With "everything" people mean what they switch by hand, not the heating or the alarm.
_EVERYTHING = frozenset({"light", "switch", "fan", "media_player"})


def understand_commands(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a sentence of commands; nothing if it is no such sentence."""
    words = lexicon.words(text)
    if text.rstrip().endswith("?") and read_act(plain(words, lexicon), lexicon)[0] is None:
        return None
    if items := understand_items(words, scene, lexicon, names):
        return items
    found = _understand(words, scene, lexicon, names)
    if found is None or isinstance(found, Refusal):
        mended = corrected(words, names.vocabulary)
        if mended != words:
            better = _understand(mended, scene, lexicon, names)
            found = found if better is None or isinstance(better, Refusal) else better
    return found


def _understand(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    words = plain(words, lexicon)
    if not words or _is_not_for_now(words, lexicon):
        return None
    frames = _frames(words, lexicon, names)
    if not frames:
        return None
    try:
        steps = [step for frame in frames for step in _steps(frame, frames, scene, lexicon, names)]
    except UnresolvedError as unresolved:
        if choice := understand_choice(words, scene, lexicon, names):
            return choice
        if isinstance(unresolved.instead, Refusal) and read_act(words, lexicon)[0] is None:
            # Without a verb, words that name nothing here are hardly a command.
            return None
        return unresolved.instead
    return Plan(steps=_together(steps, scene))


def _is_not_for_now(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a sentence asks, tells, forbids, is about later, or sets a condition."""
    if find_phrase(words, lexicon.roles["questions"], 0):
        return True
    if any(find_phrase(words, lexicon.roles["negations"], at) for at in range(len(words))):
        return True
    figures = tuple("#" if word[0].isdigit() else word for word in words)
    return any(
        figures[at : at + len(phrase)] == phrase
        for phrase in lexicon.later
        for at in range(len(figures))
    )


# Several commands in one sentence


def _frames(words: Phrase, lexicon: Lexicon, names: Names) -> list[Frame] | None:
    """One frame for each thing that is asked; what a part leaves unsaid comes from its fellows."""
    frames: list[Frame] = []
    parts = _parts(words, lexicon, names)
    called = _called_first(parts, lexicon, names)
    for part in parts[1:] if called else parts:
        frame = read_clause(part, lexicon, names)
        if frame is not None and frame.acts:
            frames.append(frame)
        elif not frames:
            if frame is None or not _content(frame.rest, lexicon):
                return None
            frames.append(frame)
        else:
            _continue(frames, frame, part, lexicon)
    if called:
        if _content(without(frames[0].rest, lexicon.roles["dummies"]), lexicon):
            # Somebody else is spoken to, or of.
            return None
        frames[0] = replace(frames[0], rest=called)
    for at in range(len(frames) - 2, -1, -1):
        frames[at] = _completed(frames[at], frames[at + 1])
    return frames


def _called_first(parts: list[Phrase], lexicon: Lexicon, names: Names) -> Phrase:
    """Whom a command is said to, where that comes first: "Rosie, go home"."""
    if len(parts) < 2 or read_clause(parts[0], lexicon, names) is not None:  # noqa: PLR2004
        return ()
    second = read_clause(parts[1], lexicon, names)
    return parts[0] if second is not None and second.acts else ()


def _continue(frames: list[Frame], frame: Frame | None, part: Phrase, lexicon: Lexicon) -> None:
    """Add a part without an act of its own to what came before it."""
    if frame is None:
        frames.append(replace(frames[-1], rest=part, said=part))
    elif _content(frame.rest, lexicon):
        frames.append(replace(frame, acts=frames[-1].acts))
    else:
        frames[-1] = replace(frames[-1], amount=_both(frames[-1], frame))


def _parts(words: Phrase, lexicon: Lexicon, names: Names) -> list[Phrase]:
    parts: list[list[str]] = [[]]
    position = 0
    while position < len(words):
        name = find_phrase(words, names.entities, position)
        phrase = () if name else find_phrase(words, lexicon.roles["and"], position)
        if name:
            parts[-1].extend(name)
            position += len(name)
        elif phrase or words[position] == ",":
            parts.append([])
            position += len(phrase) or 1
        else:
            parts[-1].append(words[position])
            position += 1
    return _without_chatter([tuple(part) for part in parts if part], lexicon)


def _without_chatter(parts: list[Phrase], lexicon: Lexicon) -> list[Phrase]:
    """The parts less what people add to explain themselves: "turn it up, I am cold"."""
    said = [part for part in parts[1:] if not find_phrase(part, lexicon.roles["questions"], 0)]
    return [*parts[:1], *said]


def _content(words: Phrase, lexicon: Lexicon) -> bool:
    small = lexicon.roles["articles"] | lexicon.roles["places"]
    return any((word,) not in small for word in words)


def _both(frame: Frame, other: Frame) -> Amount | None:
    amount, more = frame.amount, other.amount
    if amount is None or more is None:
        return amount or more
    return replace(
        amount,
        value=more.value if more.value is not None else amount.value,
        unit=more.unit or amount.unit,
        colour=more.colour or amount.colour,
        kelvin=more.kelvin or amount.kelvin,
    )


def _completed(frame: Frame, following: Frame) -> Frame:
    """What comes last was meant for both: "set the lamp and the fan to 50 %"."""
    unsettled = frame.amount is None and not frame.direction and frame.mode is None
    if unsettled and "set" in frame.acts and not frame.acts & {"open", "close"}:
        if following.amount is not None or following.direction or following.mode:
            return replace(
                following, rest=frame.rest, said=frame.said, acts=frame.acts | following.acts
            )
        return replace(frame, acts=following.acts)
    return frame


# What each of them does


def _steps(
    frame: Frame, frames: list[Frame], scene: Scene, lexicon: Lexicon, names: Names
) -> list[CallStep]:
    states = scene.home.states

    def suits(entity: Entity) -> bool:
        return command(frame, entity, states[entity.entity_id]) is not None

    rest = _with_kind(frame, frames, lexicon, names)
    entities = Resolver(scene, lexicon, names, suits).resolve(rest)
    if read_target(rest, lexicon, names).everything and frame.acts & {"turn_on", "turn_off"}:
        entities = tuple(entity for entity in entities if entity.domain in _EVERYTHING)
    if not entities:
        raise UnresolvedError(Refusal(key="no_intent"))
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
    joined: list[ServiceCall] = []
    for call in calls:
        for at, other in enumerate(joined):
            if (other.full_name, other.data) == (call.full_name, call.data):
                targets = tuple(dict.fromkeys((*other.targets, *call.targets)))
                joined[at] = replace(other, targets=targets)
                break
        else:
            joined.append(call)
    return joined


def _with_kind(frame: Frame, frames: list[Frame], lexicon: Lexicon, names: Names) -> Phrase:
    """The words of the target; where they only name a place, with the kind that is meant there."""
    target = read_target(frame.rest, lexicon, names)
    if target.kinds or target.names or target.everything:
        return frame.rest
    for other in frames[frames.index(frame) + 1 :]:
        kinds = read_target(other.rest, lexicon, names).kinds
        if kinds and not target.empty:
            word = next(word for word in reversed(other.rest) if (word,) in lexicon.kinds)
            return (*frame.rest, word)
    kind = usual_kind(frame)
    if target.empty and (not kind or kind in _NEEDS_A_NAME or frame.said in _TOO_SHORT):
        raise UnresolvedError(Refusal(key="no_intent"))
    spoken = next((phrase for phrase, kinds in lexicon.kinds.items() if kinds == {kind}), ())
    return (*frame.rest, *spoken)
