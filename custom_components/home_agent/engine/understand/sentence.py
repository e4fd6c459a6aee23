"""Several commands in one sentence → a frame for each, with what they share."""

from dataclasses import replace

from .clause import read_clause
from .frame import Amount, Frame, find_phrase, read_act, says_where, split_except, without
from .lexicon import Lexicon, Phrase
from .names import Names

# More than anybody asks for in one breath, and each may speak of the whole home.
_MOST_PARTS = 24


def read_frames(words: Phrase, lexicon: Lexicon, names: Names) -> list[Frame] | None:
    """One frame for each thing that is asked; what a part leaves unsaid comes from its fellows."""
    frames: list[Frame] = []
    parts = _parts(words, lexicon, names)
    if len(parts) > _MOST_PARTS:
        return None
    called = _called_first(parts, lexicon, names)
    if called and says_where(called, lexicon, names):
        # "in the kitchen, turn on the light"
        called, parts = (), [(*parts[1], *called), *parts[2:]]
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
    return _all_completed(frames, lexicon)


def _all_completed(frames: list[Frame], lexicon: Lexicon) -> list[Frame]:
    """The frames, each with what the one after it was meant to say for both."""
    for at in range(len(frames) - 2, -1, -1):
        if not _has_own_verb(frames[at + 1], lexicon):
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
    last = frames[-1]
    if frame is None and split_except(last.rest, lexicon)[1]:
        # "all but the lamp and the fan" spares the fan too
        frames[-1] = replace(last, rest=(*last.rest, ",", *part))
    elif frame is None:
        frames.append(replace(last, rest=part, said=part))
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
    if frame.amount is None or other.amount is None:
        return frame.amount or other.amount
    return frame.amount.and_also(other.amount)


def _completed(frame: Frame, following: Frame) -> Frame:
    """What comes last was meant for both: "set the lamp and the fan to 50 %"."""
    unsettled = frame.amount is None and not frame.direction and frame.mode is None
    if not unsettled or "set" not in frame.acts:
        return frame
    if following.amount is not None or following.direction or following.mode:
        return replace(
            following, rest=frame.rest, said=frame.said, acts=frame.acts | following.acts
        )
    # "put the lamp and the fan on"
    return frame if frame.acts & {"open", "close"} else replace(frame, acts=following.acts)


def _has_own_verb(frame: Frame, lexicon: Lexicon) -> bool:
    """Whether a part says itself what to do: "raise the volume and turn off the lamp"."""
    act, _ = read_act(frame.said, lexicon)
    return act is not None and bool(act.head)
