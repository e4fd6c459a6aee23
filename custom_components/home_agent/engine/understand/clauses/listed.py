"""Parts of a sentence that only make sense beside others: "door locked", "and 30 in the hall"."""

from collections.abc import Iterator
from dataclasses import replace

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.numerals import read_number
from ..text.phrases import (
    end_phrase,
    find_phrase,
    first_phrase,
    has_phrase,
    strip_start,
    without,
)
from ..utterance import Utterance
from .amounts import read_amount
from .counts import count_positions
from .frame import Amount, Frame, read_act, read_target, says_where, small_words

# How something should be, by what leads there. Nobody unlocks by the way.
_LEADS_TO = {
    "on": "turn_on",
    "off": "turn_off",
    "open": "open",
    "closed": "close",
    "locked": "lock",
}

# What people ask for by its name, to have it on.
_LIGHTS = frozenset({"light"})
_LIT = frozenset({"light", "switch", "fan"})


def read_listed_state(part: Phrase, utterance: Utterance) -> Frame | None:
    """What a part asks by how a thing should be: "front door locked"; None if it does not.

    Alone it may as well be told, or asked about: it takes a command beside it.
    """
    lexicon = utterance.lexicon
    state = end_phrase(part, lexicon.states, 1)
    act = _LEADS_TO.get(lexicon.states.get(state, ""))
    rest = part[: -len(state)] if state else ()
    if act is None or _tells(part, lexicon) or not without(rest, small_words(lexicon)):
        return None
    return Frame(acts=frozenset({act}), rest=rest, verbless=True, said=part)


def read_state_alone(part: Phrase, utterance: Utterance) -> Frame | None:
    """What a thing should be, said with its full name and nothing else: "Belén encendido".

    Only on, and only what is off: else somebody may tell how it is, as with "la tele apagada".
    """
    lexicon = utterance.lexicon
    frame = read_listed_state(part, utterance)
    if (
        frame is None
        or part[-1:] not in lexicon.roles["participles"]
        or utterance.has_question_mark
    ):
        return None
    ids = utterance.names.entities.get(strip_start(frame.rest, lexicon.roles["articles"]), ())
    states = {utterance.home.states[id_].value for id_ in ids if id_ in utterance.home.states}
    return frame if "turn_on" in frame.acts and states == {"off"} else None


def read_thing_asked(part: Phrase, utterance: Utterance) -> Frame | None:
    """A lamp or a plug that is asked for with no more than a please: "luce in veranda, dai"."""
    lexicon, names = utterance.lexicon, utterance.names
    target = read_target(part, lexicon, names)
    if _tells(part, lexicon) or target.everything or not target.words:
        return None
    # "Our electric blanket, please" is not Nana's: whose a thing is takes more than a please.
    if has_phrase(part, lexicon.roles["theirs"] | lexicon.alarms.get("my", frozenset())):
        return None
    called = [names.words.get(word, frozenset()) for word in target.names]
    domains = {
        entity_id.partition(".")[0]
        for entity_id in (frozenset.intersection(*called) if called else ())
    }
    if (target.names and not domains) or not target.kinds <= _LIGHTS or not domains <= _LIT:
        return None
    if not domains and not (target.areas or target.here):
        return None
    return Frame(acts=frozenset({"turn_on"}), rest=part, verbless=True, said=part)


def read_light_wanted(part: Phrase, utterance: Utterance) -> Frame | None:
    """A lamp that somebody wants to be given, or light that is to be made: "gib ihm Licht"."""
    lexicon = utterance.lexicon
    given = find_phrase(part, lexicon.roles["gives"], 0)
    made = find_phrase(part, lexicon.roles["makes"], 0)
    rest = part[len(given or made) :]
    if not given and lexicon.kinds.get(find_phrase(rest, lexicon.kinds, 0)) != _LIGHTS:
        return None
    if not (given or made) or not rest:
        return None
    if end_phrase(rest, lexicon.particles, 1) or read_amount(Frame(), rest, utterance)[0].amount:
        return None
    target = read_target(rest, lexicon, utterance.names)
    called = [utterance.names.words.get(word, frozenset()) for word in target.names]
    lit = any(ids and {id_.partition(".")[0] for id_ in ids} <= _LIT for ids in called)
    if _tells(rest, lexicon) or target.everything or not (target.kinds == _LIGHTS or lit):
        return None
    return Frame(acts=frozenset({"turn_on"}), rest=rest, said=part)


def read_listed_figure(part: Phrase, utterance: Utterance) -> Frame | None:
    """What a part asks by a thing and a figure: "hall light 80"; None if it does not.

    Alone it may be anything: it takes a command beside it.
    """
    lexicon, rest = utterance.lexicon, part[:-1]
    value = read_number(part[-1]) if part else None
    if len(part) - 1 in count_positions(part, lexicon, utterance.names):
        return None
    if value is None or _tells(part, lexicon) or (rest and rest[-1][-1:].isdigit()):
        return None
    # "The desk lamp for 20" says how long, or for whom.
    if end_phrase(rest, lexicon.times.get("for", frozenset())):
        return None
    target = read_target(rest, lexicon, utterance.names)
    if not target.kinds and not has_phrase(rest, utterance.names.entities):
        return None
    amount = Amount(value=value, mark="to")
    return Frame(acts=frozenset({"set"}), amount=amount, rest=rest, verbless=True, said=part)


def read_state_first(part: Phrase, utterance: Utterance) -> Frame | None:
    """What a part asks by a state and then where: the "on in the hall" of "off here and on …".

    "On the shelf" says only where.
    """
    lexicon = utterance.lexicon
    sense = lexicon.particles.get(part[:1])
    act = _LEADS_TO.get(sense or "", sense)
    if act is None or act in ("raise", "sink"):
        return None
    if not says_where(part[1:], lexicon, utterance.names):
        return None
    return Frame(acts=frozenset({act}), rest=part[1:], verbless=True, said=part)


def read_gapped(part: Phrase, before: Frame, utterance: Utterance) -> Frame | None:
    """What a part asks that leaves out its verb: "lass Robbi saugen und den Mähbert mähen".

    None if the verb of the part before does not go with how this one ends.
    """
    lexicon = utterance.lexicon
    act, _ = read_act(before.said, lexicon)
    verb = act.head[:1] if act is not None and before.said[: len(act.head)] == act.head else ()
    said = (*verb, *part)
    meant, rest = read_act(said, lexicon) if verb else (None, ())
    if meant is None or not rest or len(meant.head) + len(meant.tail) <= len(verb):
        return None
    return replace(Frame(), acts=meant.acts, purpose=meant.purpose, rest=rest, said=said)


def read_further_amount(part: Phrase, before: Frame, utterance: Utterance) -> Frame | None:
    """A figure for another place or thing: the "30 in the hall" of "80 here and 30 in the hall".

    None if the part before has no figure, or this one says nothing else.
    """
    if before.amount is None or before.amount.value is None:
        return None
    found, rest = read_amount(Frame(), part, utterance)
    amount = found.amount
    if amount is None or amount.value is None or found.direction:
        return None
    if not without(rest, small_words(utterance.lexicon)):
        return None
    figure = replace(
        amount, unit=amount.unit or before.amount.unit, mark=amount.mark or before.amount.mark
    )
    return replace(before, amount=figure, rest=rest, said=part)


def share_all(frames: list[Frame], utterance: Utterance) -> list[Frame]:
    """The frames with what is said of the first of a list said of all: "alle Rollos und Lampen"."""
    lexicon, names = utterance.lexicon, utterance.names
    shared = frames[:1]
    for frame in frames[1:]:
        before = read_target(shared[-1].rest, lexicon, names)
        target = read_target(frame.rest, lexicon, names)
        head = read_act(frame.said, lexicon)[0]
        listed = frame.acts == shared[-1].acts and not (head and head.head)
        more = target.plural and not (target.names or target.marks or before.count)
        _, every = first_phrase(shared[-1].rest, lexicon.roles["all"])
        of_all = listed and more and before.all and before.plural and every
        shared.append(replace(frame, rest=(*every, *frame.rest)) if of_all else frame)
    return shared


def take_handed_out(
    parts: list[Phrase], utterance: Utterance
) -> tuple[list[Phrase], tuple[Amount, ...]]:
    """The parts without amounts of their own at the end, and an amount for each that is left.

    "Set the lamp and the fan to 80 and 30 percent": as many amounts as things, all of one sort.
    Without such amounts the parts are as they were; where they do not come out even, nobody knows
    which is whose, and no part is left.
    """
    last = len(parts)
    while last > 1 and _amount_alone(parts[last - 1], utterance) is not None:
        last -= 1
    if last == len(parts):
        return parts, ()
    first = read_amount(Frame(), parts[last - 1], utterance)[0].amount
    more = (_amount_alone(part, utterance) for part in parts[last:])
    amounts = [amount for amount in (first, *more) if amount is not None]
    if first is None or not _are_alike(amounts):
        return parts, ()
    if len(amounts) != last:
        return [], ()
    unit = next((amount.unit for amount in reversed(amounts) if amount.unit), "")
    return parts[:last], tuple(
        replace(amount, unit=amount.unit or unit, mark=first.mark) for amount in amounts
    )


def split_respectively(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words without "respectively"; between two figures it stands for "and"."""
    said = lexicon.roles["respectively"]
    if not has_phrase(words, said):
        return words
    return tuple(_without_respectively(words, lexicon))


def _without_respectively(words: Phrase, lexicon: Lexicon) -> Iterator[str]:
    at = 0
    while at < len(words):
        phrase = find_phrase(words, lexicon.roles["respectively"], at)
        between = words[at - 1][-1:].isdigit() if at else False
        if phrase and between and words[at + len(phrase) : at + len(phrase) + 1]:
            yield ","
        elif not phrase:
            yield words[at]
        at += len(phrase) or 1


def _amount_alone(part: Phrase, utterance: Utterance) -> Amount | None:
    """The amount of a part that says nothing else."""
    found, rest = read_amount(Frame(), part, utterance)
    small = small_words(utterance.lexicon)
    return None if found.direction or without(rest, small) else found.amount


def _are_alike(amounts: list[Amount]) -> bool:
    """Whether they are all figures, or all colours: a lamp may be red and at 50 percent."""
    sorts = {
        "figure" if amount.value is not None else "colour" if amount.colour else "other"
        for amount in amounts
    }
    return len(sorts) == 1 and "other" not in sorts


def _tells(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part has a verb that tells how things are: "the lamp is on", "it burns"."""
    roles = lexicon.roles
    telling = roles["statement_verbs"] | roles["present"] | roles["negations"] | roles["questions"]
    return has_phrase(part, telling)
