"""Several commands in one sentence → a frame for each, with what they share."""

from dataclasses import replace

from .clause import read_clause
from .frame import Amount, Frame, find_phrase, read_act, without
from .lexicon import Lexicon, Phrase
from .names import Names


def is_not_for_now(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a sentence asks, tells, forbids, is about later, or sets a condition."""
    if find_phrase(words, lexicon.roles["questions"], 0):
        return True
    if any(find_phrase(words, lexicon.roles["negations"], at) for at in range(len(words))):
        return True
    # A figure with a unit is an amount, never a time of day.
    figures = tuple(
        "#" if word[0].isdigit() and not find_phrase(words, lexicon.amounts, at + 1) else word
        for at, word in enumerate(words)
    )
    return any(
        figures[at : at + len(phrase)] == phrase
        for phrase in lexicon.later
        for at in range(len(figures))
    )


def read_frames(words: Phrase, lexicon: Lexicon, names: Names) -> list[Frame] | None:
    """One frame for each thing that is asked; what a part leaves unsaid comes from its fellows."""
    frames: list[Frame] = []
    parts = _parts(words, lexicon, names)
    called = _called_first(parts, lexicon, names)
    waiting: list[Phrase] = []
    for part in parts[1:] if called else parts:
        frame = read_clause(part, lexicon, names)
        if frame is None:
            waiting.append(part)
            continue
        if waiting:
            shared = frame if _comes_last(part, frame, lexicon) else frames[-1] if frames else None
            if shared is None:
                # Somebody else is spoken to, or of.
                return None
            frames += [replace(shared, rest=one, said=one) for one in waiting]
            waiting = []
        if frame.acts or (not frames and (frame.attribute or _content(frame.rest, lexicon))):
            frames.append(frame)
        elif not frames:
            return None
        else:
            _continue(frames, frame, lexicon)
    if not frames:
        return None
    frames += [replace(frames[-1], rest=one, said=one) for one in waiting]
    if called:
        frames[0] = replace(frames[0], rest=called)
    for at in range(len(frames) - 2, -1, -1):
        frames[at] = _completed(frames[at], frames[at + 1])
    return frames


def _called_first(parts: list[Phrase], lexicon: Lexicon, names: Names) -> Phrase:
    """Whom a command is said to, where that comes first: "Rosie, go home"."""
    if len(parts) < 2 or read_clause(parts[0], lexicon, names) is not None:  # noqa: PLR2004
        return ()
    second = read_clause(parts[1], lexicon, names)
    if second is None or not second.acts:
        return ()
    alone = not _content(without(second.rest, lexicon.roles["dummies"]), lexicon)
    return parts[0] if alone else ()


def _comes_last(part: Phrase, frame: Frame, lexicon: Lexicon) -> bool:
    """Whether what is asked stands after the target, and so may be for others before it too."""
    act, _ = read_act(part, lexicon)
    return (act is None or not act.head) and _content(frame.rest, lexicon)


def _continue(frames: list[Frame], frame: Frame, lexicon: Lexicon) -> None:
    """Add a part without an act of its own to what came before it."""
    if _content(frame.rest, lexicon):
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
    if frame.amount is None or other.amount is None:
        return frame.amount or other.amount
    return frame.amount.and_also(other.amount)


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
