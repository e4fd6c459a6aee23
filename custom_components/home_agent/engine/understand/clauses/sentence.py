"""Several commands in one sentence → a frame for each, with what they share."""

from dataclasses import replace

from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..text.mood import begins_command, begins_statement, opens_question, with_pauses
from ..text.numerals import read_number
from ..text.phrases import find_phrase, has_phrase, strip_start, without
from ..utterance import Utterance, read_words
from .acts import find_act_with_and
from .alarm_modes import join_alarm_mode
from .amounts import name_positions
from .clause import is_only_heard, read_attribute, read_clause
from .counts import count_at, join_counts
from .frame import Frame, read_act, read_target, says_where, split_except
from .listed import (
    read_further_amount,
    read_gapped,
    read_light_wanted,
    read_listed_figure,
    read_listed_state,
    read_state_alone,
    read_state_first,
    read_thing_asked,
    share_all,
    split_respectively,
    take_handed_out,
)
from .options import is_put_on
from .several_settings import (
    find_added_setting,
    hand_out,
    join_amounts,
    sets_more,
    share_attributes,
    spell_out_settings,
)
from .spoken_codes import take_code

# Nobody needs to say of what.
_SAID_ALONE = frozenset({"temperature", "volume"})

# More than anybody asks for in one breath, and each may speak of the whole home.
_MOST_PARTS = 24


def is_not_for_now(words: Phrase, lexicon: Lexicon, names: Names | None = None) -> bool:
    """Whether a sentence asks, tells, forbids, is about later, or sets a condition."""
    act = read_act(words, lexicon)[0]
    if opens_question(words, lexicon) and (act is None or len(act.head) == 1):
        return True
    spared = without(words, lexicon.roles["except"])
    if has_phrase(spared, lexicon.roles["negations"]):
        return True
    if names is not None:
        # The night of "lámpara de noche" is part of a name.
        named = name_positions(words, names)
        words = tuple("" if at in named else word for at, word in enumerate(words))
    # "and later" only goes on
    later = without(words, frozenset(phrase for phrase in lexicon.roles["and"] if len(phrase) > 1))
    # A figure with a unit is an amount, never a time of day.
    figures = tuple(
        "#" if word[-1:].isdigit() and not find_phrase(later, lexicon.amounts, at + 1) else word
        for at, word in enumerate(later)
    )
    return has_phrase(figures, lexicon.later)


def read_frames(words: Phrase, utterance: Utterance) -> list[Frame] | None:
    """One frame for each thing that is asked; what a part leaves unsaid comes from its fellows."""
    lexicon = utterance.lexicon
    words, code = take_code(words, lexicon)
    if _calls_somebody(words, utterance):
        return None
    words = spell_out_settings(split_respectively(words, lexicon), utterance)
    parts = _split_parts(words, utterance)
    if len(parts) > _MOST_PARTS or any(is_only_heard(part, utterance) for part in parts[1:]):
        return None
    parts = join_alarm_mode(join_counts(parts, lexicon, utterance.names), lexicon)
    parts, handed_out = take_handed_out(parts, utterance)
    parts = _join_amount(parts, utterance)
    called = _find_called_first(parts, utterance)
    if utterance.names.is_person(called):
        # "Loïc, tu descends" is for him.
        return None
    if called and says_where(called, lexicon, utterance.names):
        # "in the kitchen, turn on the light"
        called, parts = (), [(*parts[1], *called), *parts[2:]]
    elif called and not _is_act_alone(parts[1], utterance):
        called = ()
    frames = _read_parts(parts[1:] if called else parts, utterance)
    if not frames:
        return None
    if called:
        # "Rosie, that's enough, go home": all of it is said to her
        alone = [not at or not frame.rest for at, frame in enumerate(frames)]
        frames = [
            replace(frame, rest=called) if is_alone else frame
            for frame, is_alone in zip(frames, alone, strict=True)
        ]
    frames = share_all(_move_exception(_complete_all(frames, lexicon), utterance), utterance)
    if handed_out:
        frames = hand_out([read_attribute(frame, utterance) for frame in frames], handed_out)
    frames = share_attributes(frames, utterance)
    return [replace(frame, code=code) for frame in frames] if code else frames


def _join_amount(parts: list[Phrase], utterance: Utterance) -> list[Phrase]:
    """The parts, with an amount alone put to what was named before it: "desk lamp, a third"."""
    if len(parts) < 2 or read_clause(parts[0], utterance) is not None:  # noqa: PLR2004
        return parts
    second = read_clause(parts[1], utterance)
    if second is None or second.acts or second.amount is None:
        return parts
    if _has_content(second.rest, utterance.lexicon):
        return parts
    return [(*parts[0], *parts[1]), *parts[2:]]


def _read_parts(parts: list[Phrase], utterance: Utterance) -> list[Frame] | None:
    lexicon = utterance.lexicon
    frames: list[Frame] = []
    waiting: list[Phrase] = []
    listed: list[Frame] = []
    for part in parts:
        frame = (
            read_light_wanted(part, utterance)
            or read_clause(part, utterance)
            or _read_alone(part, parts, utterance)
        )
        if frame is None and frames and not waiting:
            further = read_further_amount(part, frames[-1], utterance)
            listed += [further] if further and frames[-1] in listed else []
            frame = (
                further
                or read_state_first(part, utterance)
                or read_gapped(part, frames[-1], utterance)
            )
        if frame is None and len(parts) > 1 and not waiting:
            frame = read_listed_state(part, utterance) or read_listed_figure(part, utterance)
            listed += [frame] if frame else []
        if frame is None:
            waiting.append(part)
            continue
        if waiting and not frames and not _comes_last(part, frame, lexicon):
            # Somebody else is spoken to, or of.
            return None
        _share_act(waiting, frame if _comes_last(part, frame, lexicon) else None, frames, lexicon)
        waiting = []
        if frame.acts or (not frames and _has_content(frame.rest, lexicon)):
            frames.append(frame)
        elif len(parts) == 1 and _is_said_alone(frame):
            # "louder", "one degree cooler", "volume 50": of what is there
            frames.append(replace(frame, acts=frozenset({"set"})))
        elif not frames:
            return None
        else:
            _continue(frames, frame, lexicon)
    wished = _is_polite(utterance) or _leaves(utterance)
    if all(frame in listed for frame in frames) and not wished:
        # "Door locked, curtains drawn" may as well be told.
        return None
    _share_act(waiting, None, frames, lexicon)
    return frames


def _read_alone(part: Phrase, parts: list[Phrase], utterance: Utterance) -> Frame | None:
    if len(parts) > 1:
        return None
    asked = read_thing_asked(part, utterance) if _is_polite(utterance) else None
    return asked or read_state_alone(part, utterance)


def _is_polite(utterance: Utterance) -> bool:
    """Whether somebody says please or thanks: who only tells something does not."""
    words = read_words(utterance.text, utterance.lexicon)
    return not utterance.has_question_mark and has_phrase(words, utterance.lexicon.roles["please"])


def _leaves(utterance: Utterance) -> bool:
    """Whether somebody leaves or goes to bed first: "nos vamos: tele apagada"."""
    lexicon = utterance.lexicon
    words = read_words(with_pauses(utterance.scene.heard), lexicon)
    started = (words, strip_start(words, lexicon.roles["fillers"]))
    return any(find_phrase(said, lexicon.roles["departures"], 0) for said in started)


def _is_said_alone(frame: Frame) -> bool:
    """Whether an amount, or more or less, is said with no more than what it is of: "volume 50"."""
    told = bool(frame.direction) or frame.amount is not None or frame.factor is not None
    return told and frame.attribute in _SAID_ALONE


def _share_act(
    parts: list[Phrase], following: Frame | None, frames: list[Frame], lexicon: Lexicon
) -> None:
    """Add parts that only name something: what is asked of them came before, or comes last."""
    for part in parts:
        last = frames[-1] if frames else None
        if last is not None and split_except(last.rest, lexicon)[1]:
            # "all but the lamp and the fan" spares the fan too
            frames[-1] = replace(last, rest=(*last.rest, ",", *part))
        elif (shared := following or last) is not None:
            frames.append(replace(shared, rest=part, said=part))


def _complete_all(frames: list[Frame], lexicon: Lexicon) -> list[Frame]:
    """The frames, each with what the one after it was meant to say for both."""
    for at in range(len(frames) - 2, -1, -1):
        if not _has_own_verb(frames[at + 1], lexicon):
            frames[at] = _complete(frames[at], frames[at + 1], lexicon)
    return frames


def _move_exception(frames: list[Frame], utterance: Utterance) -> list[Frame]:
    """The frames, with what is left out at the end of the sentence left out of all.

    Only of those that speak of many and name no place: "turn on the hall light and turn off all
    lights except the hall light".
    """
    lexicon = utterance.lexicon
    left_out = split_except(frames[-1].rest, lexicon)[1]
    for at in range(len(frames) - 2, -1, -1):
        target = read_target(frames[at].rest, lexicon, utterance.names)
        many = target.everything or target.all or target.plural
        placed = target.areas or target.floors or target.here
        if not left_out or not many or placed or split_except(frames[at].rest, lexicon)[1]:
            break
        frames[at] = replace(frames[at], spared=left_out)
    return frames


def _find_called_first(parts: list[Phrase], utterance: Utterance) -> Phrase:
    """Whom a command is said to, where that comes first: "Rosie, go home"."""
    if len(parts) < 2 or read_clause(parts[0], utterance) is not None:  # noqa: PLR2004
        return ()
    second = read_clause(parts[1], utterance)
    return parts[0] if second is not None and second.acts else ()


def _calls_somebody(words: Phrase, utterance: Utterance) -> bool:
    """Whether somebody of the house is named after a pause: "get off the deck, Archie".

    It is a person, or a word that several things of different kinds have in their names and that
    names none of them by itself.
    """
    lexicon, names = utterance.lexicon, utterance.names
    for at in range(2, len(words)):
        name = words[at : at + 1]
        if words[at - 1] != "," or words[at + 1 : at + 2] not in ((), (",",)):
            continue
        known = name in names.entities or name in names.areas or name in names.floors
        things = {id_.partition(".")[0] for id_ in names.words.get(name[0], ())}
        if names.is_person(name) or (
            not known and name not in lexicon.kinds and len(things) > 1 and not name[0].isdigit()
        ):
            return True
    return False


def _is_act_alone(part: Phrase, utterance: Utterance) -> bool:
    frame = read_clause(part, utterance)
    rest = frame.rest if frame else part
    return not _has_content(without(rest, utterance.lexicon.roles["dummies"]), utterance.lexicon)


def _comes_last(part: Phrase, frame: Frame, lexicon: Lexicon) -> bool:
    """Whether what is asked stands after the target, and so may be for others before it too."""
    act, _ = read_act(part, lexicon)
    return (act is None or not act.head) and _has_content(frame.rest, lexicon)


def _continue(frames: list[Frame], frame: Frame, lexicon: Lexicon) -> None:
    """Add a part without an act of its own to what came before it."""
    if _has_content(frame.rest, lexicon):
        # "lamp off, fan at 20 percent": what the first should be is not for the second
        acts = frozenset() if frames[-1].verbless else frames[-1].acts
        frames.append(replace(frame, acts=acts))
    elif sets_more(frame, frames[-1], lexicon):
        # "fan speed to medium and the temperature to 21", "in fan mode at low speed"
        frames.append(replace(frame, acts=frame.acts or frozenset({"set"})))
    else:
        frames[-1] = replace(frames[-1], amount=join_amounts(frames[-1], frame))


def _split_parts(words: Phrase, utterance: Utterance) -> list[Phrase]:
    lexicon = utterance.lexicon
    parts: list[list[str]] = [[]]
    position = 0
    while position < len(words):
        name = _find_whole(words, position, utterance)
        within = name or _is_in_range(words, position, lexicon)
        phrase = () if within else find_phrase(words, lexicon.roles["and"], position)
        if not phrase and not within and _turns_to_command(words, position, lexicon):
            phrase = words[position : position + 1]
        if not phrase and not within:
            phrase = find_added_setting(words, position, utterance)
        if name:
            parts[-1].extend(name)
            position += len(name)
        elif phrase or words[position] == ",":
            parts.append([])
            position += len(phrase) or 1
        else:
            parts[-1].append(words[position])
            position += 1
    return _drop_explanations([tuple(part) for part in parts if part], lexicon)


def _turns_to_command(words: Phrase, at: int, lexicon: Lexicon) -> bool:
    """Whether a "but" or "so" stands here, and another command follows it."""
    word, after = words[at : at + 1], words[at + 1 :]
    return bool(at) and word in lexicon.roles["conclusions"] and begins_command(after, lexicon)


def _find_whole(words: Phrase, at: int, utterance: Utterance) -> Phrase:
    """What begins here and is never taken apart: a name, "each and every", "and a half"."""
    lexicon = utterance.lexicon
    known = (utterance.names.entities, lexicon.roles["all"], lexicon.numerals.fractions)
    found = next((phrase for phrases in known if (phrase := find_phrase(words, phrases, at))), ())
    room = find_phrase(words, utterance.names.areas, at)
    if any((word,) in lexicon.roles["and"] for word in room):
        # "Mom and Dad's room"
        return room
    # the "tutte e due" that is no "tutte"
    count = words[at : at + count_at(words, at, lexicon, utterance.names)[0]]
    return max(found, count, key=len) or find_act_with_and(words, at, lexicon)


def _is_in_range(words: Phrase, at: int, lexicon: Lexicon) -> bool:
    """Whether a word stands between two figures of a range: "between 20 and 23"."""
    if not 0 < at < len(words) - 1 or words[at : at + 1] not in lexicon.roles["range_links"]:
        return False
    if read_number(words[at + 1]) is None:
        return False
    return any(
        words[position : position + 1] in lexicon.roles["range_marks"]
        for position in range(max(0, at - 4), at)
    )


def _drop_explanations(parts: list[Phrase], lexicon: Lexicon) -> list[Phrase]:
    """The parts less what people add to explain themselves: "turn it up, I am cold"."""
    said = [part for part in parts[1:] if not begins_statement(part, lexicon)]
    return [*parts[:1], *said]


def _has_content(words: Phrase, lexicon: Lexicon) -> bool:
    small = lexicon.roles["articles"] | lexicon.roles["places"]
    return any((word,) not in small for word in words)


def _complete(frame: Frame, following: Frame, lexicon: Lexicon) -> Frame:
    """What comes last was meant for both: "set the lamp and the fan to 50 %"."""
    unsettled = frame.amount is None and not frame.direction and not frame.feature
    if not unsettled or "set" not in frame.acts or is_put_on(frame.said, lexicon):
        return frame
    if following.amount is not None or following.direction:
        return replace(
            following, rest=frame.rest, said=frame.said, acts=frame.acts | following.acts
        )
    # "put the lamp and the fan on"
    return frame if frame.acts & {"open", "close"} else replace(frame, acts=following.acts)


def _has_own_verb(frame: Frame, lexicon: Lexicon) -> bool:
    """Whether a part says itself what to do: "raise the volume and turn off the lamp"."""
    act, _ = read_act(frame.said, lexicon)
    return act is not None and bool(act.head)
