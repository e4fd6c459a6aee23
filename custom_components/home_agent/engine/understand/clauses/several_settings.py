"""Several settings of one thing in one breath: "cool at 22 with the fan on high and swing on"."""

from collections.abc import Iterable
from dataclasses import replace

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.numerals import read_number
from ..text.phrases import find_phrase, without
from ..utterance import Utterance
from .clause import read_clause
from .frame import A_BIT, Amount, Frame, read_target, small_words
from .options import is_put_on

# With a fan that is set, what it belongs to.
_HAS_A_FAN = "climate"
_FAN = frozenset({"fan"})
_MOST_OF_A_BIT = 10
_OF_A_LIGHT = frozenset({"brightness", "color", "color_temperature"})
_NONE: tuple[int, Phrase] = (0, ())
_SPEED = "speed"
_TURNED = frozenset({"increase", "decrease", "set"})
_WARMTH = "temperature"


def spell_out_settings(words: Phrase, utterance: Utterance) -> Phrase:
    """A sentence about an air conditioner in which "with high fan" says that its speed is set.

    And a mode that is listed is one to set it to: "turn on the AC, cool mode".
    """
    lexicon = utterance.lexicon
    begun = _air_conditioner_at(words, utterance)
    if begun < 0:
        return words
    alone = _has_fan_of_its_own(words, utterance)
    kept: list[str] = []
    at = 0
    while at < len(words):
        length, name = _fan_level_at(words, at, lexicon, alone=alone) if at > begun else _NONE
        if length:
            kept += [",", *_shortest_attribute(_SPEED, lexicon), *_to(lexicon), *name]
        elif at > begun and words[at] == "," and _is_mode_listed(words[at + 1 :], lexicon):
            kept += _to(lexicon)
        else:
            kept.append(words[at])
        at += length or 1
    return tuple(kept)


def find_added_setting(words: Phrase, at: int, utterance: Utterance) -> Phrase:
    """A "with" that one more setting follows: "the AC to 20 degrees with high fan speed".

    Colour and brightness are said of one light in one part.
    """
    link = find_phrase(words, utterance.lexicon.roles["added_settings"], at) if at else ()
    added = read_clause(words[at + len(link) :], utterance) if link else None
    if added is None or added.acts or added.amount is None or added.attribute is None:
        return ()
    named = without(added.rest, small_words(utterance.lexicon))
    return () if named or added.attribute in _OF_A_LIGHT else link


def sets_more(frame: Frame, before: Frame, lexicon: Lexicon) -> bool:
    """Whether a part that names nothing sets something else of what the one before names."""
    if frame.direction or (frame.factor and before.amount is not None):
        return frame.attribute is not None and frame.attribute != before.attribute
    if frame.amount is None or frame.attribute is None or frame.attribute == before.attribute:
        return False
    if is_put_on(before.said, lexicon):
        # A mode and how warm go together.
        return frame.attribute != _WARMTH
    return _is_figure(frame.amount) and before.amount is not None and _is_figure(before.amount)


def share_attributes(frames: list[Frame], utterance: Utterance) -> list[Frame]:
    """The frames, where only the place differs with what the one before sets.

    "The volume in the den down to 5 and in the hall up to 90" dims no light.
    """
    shared = frames[:1]
    for said in frames[1:]:
        before, frame = shared[-1], said
        goes_on = before.amount is not None and frame.attribute is None
        if goes_on and frame.acts & _TURNED and _is_figure_alone(frame):
            target = read_target(frame.rest, utterance.lexicon, utterance.names)
            placed = target.areas or target.floors or target.here
            if placed and not target.names and not target.kinds:
                frame = replace(frame, attribute=before.attribute)
        shared.append(frame)
    return shared


def _is_figure_alone(frame: Frame) -> bool:
    """Whether a figure does not say itself what it is of, as degrees do."""
    return frame.amount is not None and frame.amount.unit in ("", "percent")


def hand_out(frames: list[Frame], amounts: tuple[Amount, ...]) -> list[Frame]:
    """Each frame with its own amount; none where they are not as many after all."""
    if len(frames) != len(amounts):
        return []
    return [replace(frame, amount=own) for frame, own in zip(frames, amounts, strict=True)]


def join_amounts(frame: Frame, other: Frame) -> Amount | None:
    """What two parts say of one setting; the later counts where they differ."""
    more = other.amount
    if frame.degree == A_BIT and frame.amount is None and more is not None:
        # "a bit brighter, 80 percent": nobody calls as much as that a bit
        far = more.value is not None and more.value > _MOST_OF_A_BIT
        return replace(more, mark=more.mark or "to") if far else more
    if frame.amount is None or other.amount is None:
        return frame.amount or other.amount
    return frame.amount.combine(other.amount)


def _is_figure(amount: Amount) -> bool:
    return amount.value is not None or (bool(amount.unit) and amount.colour is None)


def _air_conditioner_at(words: Phrase, utterance: Utterance) -> int:
    """Where a thermostat or an air conditioner is named, by its kind or its name; else -1."""
    entities = utterance.names.entities
    for at in range(len(words)):
        kind = find_phrase(words, utterance.lexicon.kinds, at)
        if kind and all(_is_climate(meant) for meant in utterance.lexicon.kinds[kind]):
            return at
        figure = read_number(words[at]) is not None
        unit = find_phrase(words, utterance.lexicon.amounts, at + 1) if figure else ()
        if utterance.lexicon.amounts.get(unit) == "degrees":
            # "20 degrees in the study with low fan"
            return at
        name = find_phrase(words, entities, at)
        if name and all(map(_is_climate, entities[name])):
            return at
    return -1


def _is_climate(entity_id_or_kind: str) -> bool:
    return entity_id_or_kind.partition(".")[0] == _HAS_A_FAN


def _fan_level_at(words: Phrase, at: int, lexicon: Lexicon, *, alone: bool) -> tuple[int, Phrase]:
    """How many words here say how fast its fan runs, and the level: "with the fan on high".

    `alone` says whether there are fans that belong to nothing.
    """
    roles = lexicon.roles
    link = find_phrase(words, roles["added_settings"] | roles["places"] | roles["and"], at)
    if words[at] == ",":
        link = words[at : at + 1]
    start = at + len(link)
    while words[start : start + 1] in roles["articles"]:
        start += 1
    if not link:
        return 0, ()
    fan = _fan_at(words, start, lexicon)
    after = start + len(fan)
    if fan:
        marks = roles["amount_marks"] | roles["places"]
        after += len(find_phrase(words, marks, after))
        level = find_phrase(words, lexicon.level_names, after)
        end = after + len(level)
    else:
        level = find_phrase(words, lexicon.level_names, start)
        fan = _fan_at(words, start + len(level), lexicon) if level else ()
        end = start + len(level) + len(fan)
        fan = fan or (level if len(level) > 1 else ())
    ends = not words[end:] or words[end] == "," or bool(find_phrase(words, roles["and"], end))
    if link in roles["and"] or link == (",",):
        # "the AC and the fan on high" may as well be a fan of its own
        ends = ends and not alone
    return (end - at, level[:1]) if fan and level and ends else (0, ())


def _fan_at(words: Phrase, at: int, lexicon: Lexicon) -> Phrase:
    """A word for the fan of something, or for its speed."""
    attribute = find_phrase(words, lexicon.attributes, at)
    if attribute and lexicon.attributes[attribute] == _SPEED:
        return attribute
    kind = find_phrase(words, lexicon.kinds, at)
    return kind if kind and lexicon.kinds[kind] == _FAN else ()


def _is_mode_listed(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part begins here that is a mode and says so: "cool mode"."""
    mode = find_phrase(words, lexicon.modes, 0)
    nouns = lexicon.roles["option_nouns"]
    after = words[len(mode) :]
    if mode and mode[-1:] not in nouns:
        noun = find_phrase(after, nouns, 0)
        mode, after = mode if noun else (), after[len(noun) :]
    return bool(mode) and (not after or after[0] == "," or after[:1] in lexicon.roles["and"])


def _has_fan_of_its_own(words: Phrase, utterance: Utterance) -> bool:
    """Whether there is a fan that belongs to nothing in the rooms named, or anywhere."""
    names = utterance.names
    areas = read_target(words, utterance.lexicon, names).areas
    fans = frozenset(names.by_domain.get("fan", ()))
    return bool(fans) if not areas else any(fans & {*names.in_area.get(id_, ())} for id_ in areas)


def _shortest_attribute(meant: str, lexicon: Lexicon) -> Phrase:
    return _shortest(phrase for phrase, name in lexicon.attributes.items() if name == meant)


def _to(lexicon: Lexicon) -> Phrase:
    return _shortest(lexicon.roles["amount_marks"] - lexicon.roles["relative_marks"])


def _shortest(phrases: Iterable[Phrase]) -> Phrase:
    return min(phrases, key=lambda phrase: (len(phrase), len("".join(phrase)), phrase))
