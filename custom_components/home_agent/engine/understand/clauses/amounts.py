"""How much: figures, ranges, shares, limits and colours."""

from dataclasses import replace

from ..effort import read_once
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..text.model_numbers import find_model_numbers
from ..text.numerals import read_number
from ..text.phrases import end_phrase, find_phrase
from ..text.words import read_colour
from ..utterance import Utterance
from .acts import CHANGES
from .counts import count_positions
from .frame import Amount, Frame

_UNITS = frozenset({"percent", "degrees", "celsius", "fahrenheit", "kelvin", "other", "steps"})
# Of these there may be "a": "a degree", "a notch".
_SINGLE_UNITS = frozenset({"percent", "degrees", "steps"})
_ENDS = frozenset({"maximum", "minimum"})
# What goes on from where it is, by so much.
_MOVING = frozenset({*CHANGES, "open", "close"})
_CLOSED = "closed"
# What people set low, medium and high.
_NAMED = frozenset({"brightness", "speed", "volume"})
_ALL = 100
_HALF_IN_TENTHS = ("5",)
_COUNTED = {"couple": 2.0, "few": 3.0}
_SHARES = {
    "half": 50.0,
    "quarter": 25.0,
    "three_quarters": 75.0,
    "third": 33.0,
    "two_thirds": 67.0,
}


def read_amount(frame: Frame, words: Phrase, utterance: Utterance) -> tuple[Frame, Phrase]:
    """Take the amounts out of a clause; words that belong to a full name are no amounts."""
    lexicon = utterance.lexicon
    taken = name_positions(words, utterance.names) | _compared(words, lexicon)
    taken |= _shade_positions(words, utterance)
    taken |= _single_positions(words, lexicon) | count_positions(words, lexicon, utterance.names)
    position = 0
    kept: list[str] = []
    while position < len(words):
        known = position in taken or _is_count(words, position, lexicon)
        length, amount = 0, None
        if not known:
            length, amount = _range_at(words, position, lexicon)
        if amount is None and not known and _may_begin(words, position, kept, lexicon):
            length, amount = _amount_at(words, position, lexicon)
        if amount is None and not known:
            length, amount = _named_at(words, position, lexicon)
        if amount is not None and amount.plain and _is_for(kept, lexicon):
            # "set the table for four"
            amount = None
        if amount is not None and _is_another(frame.amount, amount):
            # "19 25 degrees": nobody knows which, so that the words stay unaccounted for
            amount = None
        if amount is not None:
            length += _roughly_after(words, position + length, lexicon)
            _drop_roughly(kept, lexicon)
            merged = _merged(frame, amount, kept, lexicon)
            more, frame, merged = _qualify(words, position + length, frame, merged, lexicon)
            length += more
            factor = _factor(frame, merged) if amount.share else None
            frame = replace(frame, factor=factor) if factor else replace(frame, amount=merged)
            _drop_mark(kept, lexicon)
        else:
            length = 1
            kept.append(words[position])
        position += length
    return frame, tuple(kept)


def _drop_roughly(kept: list[str], lexicon: Lexicon) -> None:
    """Take away what says that a figure need not be exact: the "about" of "to about 20"."""
    while hedge := end_phrase(tuple(kept), lexicon.roles["roughly"]):
        del kept[-len(hedge) :]


def _roughly_after(words: Phrase, at: int, lexicon: Lexicon) -> int:
    """How many words after a figure say that it need not be exact: "20 percent or so"."""
    hedge = find_phrase(words, lexicon.roles["roughly"], at)
    after = words[at + len(hedge) : at + len(hedge) + 1]
    return len(hedge) if not after or after in lexicon.roles["places"] else 0


def _qualify(
    words: Phrase, at: int, frame: Frame, amount: Amount, lexicon: Lexicon
) -> tuple[int, Frame, Amount]:
    """What the words after an amount say of it, of how many words that is, and the frame."""
    more, side = _more_at(words, at, amount, lexicon)
    if side:
        # "20 percent more": so much further, or less than now
        return more, replace(frame, direction=_side(side, frame)), replace(amount, mark="by")
    more, of = _level_of(words, at, amount, lexicon)
    if of and not frame.direction:
        # as in "half bright", "a quarter closed"
        attribute = "position" if of == _CLOSED else of
        return more, replace(frame, attribute=attribute), _opened(of, amount)
    return 0, frame, amount


def _more_at(words: Phrase, at: int, amount: Amount, lexicon: Lexicon) -> tuple[int, int]:
    """Whether an amount is one more or less than now: of how many words that is, and +1 or -1."""
    for role, side in (("amount_more", 1), ("amount_less", -1)):
        if amount.unit and (phrase := find_phrase(words, lexicon.roles[role], at)):
            return len(phrase), side
    return 0, 0


def _named_at(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, Amount | None]:
    """A level by its name: "on low", "high fan speed"; a "high bay" is none."""
    phrase = find_phrase(words, lexicon.level_names, at)
    if not phrase:
        return 0, None
    places, marks = lexicon.roles["places"], lexicon.roles["amount_marks"]
    after = words[at + len(phrase) : at + len(phrase) + 1]
    led = words[max(0, at - 1) : at] in marks | places
    if (led or len(phrase) > 1) and (not after or after in places):
        return len(phrase), Amount(unit=lexicon.level_names[phrase])
    if lexicon.attributes.get(find_phrase(words, lexicon.attributes, at + len(phrase))) in _NAMED:
        return len(phrase), Amount(unit=lexicon.level_names[phrase])
    return 0, None


def _level_of(words: Phrase, at: int, amount: Amount, lexicon: Lexicon) -> tuple[int, str]:
    """What an amount is said to be an amount of by the word after it, and of how many words."""
    if amount.unit not in ("", "percent", *_ENDS):
        return 0, ""
    phrase = find_phrase(words, lexicon.level_adjectives, at)
    return len(phrase), lexicon.level_adjectives.get(phrase, "")


def _opened(of: str, amount: Amount) -> Amount:
    """How far something is open that is so far closed."""
    if of != _CLOSED:
        return amount
    if amount.value is None:
        return replace(amount, unit="minimum" if amount.unit == "maximum" else "maximum")
    return replace(amount, value=_ALL - amount.value)


def _side(side: int, frame: Frame) -> int:
    """Which way that goes: who closes a blind 20 percent more wants it lower."""
    down = any(CHANGES.get(act, ("", 0))[1] < 0 or act == "close" for act in frame.acts)
    return -side if down else side


def _factor(frame: Frame, amount: Amount) -> float | None:
    """By how many times a share changes what there is: "dim it by half"."""
    changes = {CHANGES[act][1] for act in frame.acts if act in CHANGES}
    if amount.mark != "by" or amount.value is None or len(changes) != 1:
        return None
    return 1 + changes.pop() * amount.value / 100


def _is_another(before: Amount | None, amount: Amount) -> bool:
    """Whether this is a second figure for the same, so that neither is what was asked for."""
    if before is None or before.value is None or amount.value is None:
        return False
    return not before.unit or not amount.unit or before.unit == amount.unit


def _is_for(kept: list[str], lexicon: Lexicon) -> bool:
    return tuple(kept[-1:]) in lexicon.times.get("for", frozenset())


def _is_count(words: Phrase, at: int, lexicon: Lexicon) -> bool:
    """Whether a figure says how many there are, not how much is wanted: "the 2 lamps"."""
    before, after = words[max(0, at - 1) : at], words[at + 1 : at + 2]
    return (
        words[at].isdigit()
        and before in lexicon.roles["articles"] - lexicon.roles["amount_marks"]
        and bool(after)
        and after not in lexicon.roles["places"]
        and not find_phrase(words, lexicon.amounts, at + 1)
        and not find_phrase(words, lexicon.amounts, at)
    )


def _compared(words: Phrase, lexicon: Lexicon) -> set[int]:
    """Where a comparison stands that has an amount in it: "half as bright", "warmer white"."""
    taken: set[int] = set()
    for start in range(len(words)):
        phrase = find_phrase(words, lexicon.comparatives, start)
        sense = lexicon.comparatives.get(phrase, "")
        if "*" in sense or sense.startswith("color_temperature"):
            taken |= set(range(start, start + len(phrase)))
    return taken


def comparative_at(words: Phrase, at: int, lexicon: Lexicon) -> Phrase:
    """What compares here; of a degree only as much as leaves what it is a degree of.

    "Un poco más" says how much, but "un poco más brillante" is a bit brighter.
    """
    known = lexicon.comparatives
    phrase = find_phrase(words, known, at)
    for end in range(len(phrase) - 1, 0, -1):
        shorter = phrase[:end]
        same = known.get(shorter) == known[phrase] and known[phrase] in ("a_bit", "much")
        if same and find_phrase(words, known, at + end):
            return shorter
    return phrase


def name_positions(words: Phrase, names: Names) -> set[int]:
    """Where the longest full names stand."""
    return set(read_once(("names", words, names), lambda: _name_positions(words, names)))


def _name_positions(words: Phrase, names: Names) -> set[int]:
    taken: set[int] = set()
    for length in range(min(8, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            span = set(range(start, start + length))
            known = words[start : start + length]
            if not span & taken and any(
                known in entity_id for entity_id in (names.entities, names.areas, names.floors)
            ):
                taken |= span
    return taken | find_model_numbers(words, names)


def _shade_positions(words: Phrase, utterance: Utterance) -> set[int]:
    """Where a colour only begins what something is called: "the white noise" is no light."""
    lexicon, called = utterance.lexicon, utterance.names.words
    return {
        at
        for at in range(len(words) - 1)
        if words[at : at + 1] in lexicon.colours
        and (words[at + 1],) not in lexicon.kinds
        and called.get(words[at], frozenset()) & called.get(words[at + 1], frozenset())
    }


def _single_positions(words: Phrase, lexicon: Lexicon) -> set[int]:
    """Where a figure only says that any of several will do: "one of the lamps"."""
    single = lexicon.roles["single"]
    return {at for at in range(len(words)) if find_phrase(words, single, at)}


def _may_begin(words: Phrase, at: int, kept: list[str], lexicon: Lexicon) -> bool:
    """Whether an amount may begin here: "the kitchen light blue" is not about light blue."""
    kind = find_phrase(words, lexicon.kinds, at)
    if not kind or len(find_phrase(words, lexicon.colours, at)) <= len(kind):
        return True
    if tuple(kept[-1:]) in lexicon.roles["amount_marks"] or tuple(kept[-1:]) == ("a",):
        return True
    return any((word,) in lexicon.kinds for word in kept)


def _range_at(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, Amount | None]:
    """From so much to so much: "between 20 and 23 degrees", "20 to 23"."""
    mark = find_phrase(words, lexicon.roles["range_marks"], at)
    begin = at + len(mark)
    first, low = _amount_at(words, begin, lexicon) if begin < len(words) else (0, None)
    if low is None or low.value is None:
        return 0, None
    links = lexicon.roles["range_links"] if mark else lexicon.roles["up_to"]
    link = find_phrase(words, links, begin + first)
    second = begin + first + len(link)
    if not link or second >= len(words):
        return 0, None
    length, high = _amount_at(words, second, lexicon)
    if high is None or high.value is None or high.value <= low.value:
        return 0, None
    return second + length - at, replace(low, unit=high.unit or low.unit, high=high.value)


def _amount_at(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, Amount | None]:
    if counted := _couple_at(words, at, lexicon):
        return counted
    phrase = find_phrase(words, lexicon.amounts, at)
    sense = lexicon.amounts.get(phrase, "")
    value = read_number(words[at]) if sense not in _SHARES else None
    unit = find_phrase(words, lexicon.amounts, at + 1)
    if value is not None:
        measure = lexicon.amounts.get(unit, "")
        if measure in _UNITS:
            length = 1 + len(unit)
            if measure == "degrees" and words[at + length :] == _HALF_IN_TENTHS:
                # "vingt-deux degrés cinq"
                return length + 1, Amount(value=value + 0.5, unit=measure)
            half, share = lexicon.numerals.fraction_at(words, at + length)
            return length + half, Amount(value=value + share, unit=measure)
        return 1, Amount(value=value)
    if words[at] in lexicon.one_of and lexicon.amounts.get(unit) in _SINGLE_UNITS:
        # "by a degree", "a degree and a half"
        half, share = lexicon.numerals.fraction_at(words, at + 1 + len(unit))
        return 1 + len(unit) + half, Amount(value=1 + share, unit=lexicon.amounts[unit])
    if sense in _ENDS:
        return len(phrase), Amount(unit=sense)
    if sense == "half" and (length := _half_a_degree(words, at + len(phrase), lexicon)):
        return len(phrase) + length, Amount(value=0.5, unit="degrees")
    if sense in _SHARES:
        return len(phrase), Amount(value=_SHARES[sense], unit="percent", share=True)
    return _colour_at(words, at, lexicon)


def _colour_at(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, Amount | None]:
    if white := find_phrase(words, lexicon.whites, at):
        return len(white), Amount(kelvin=lexicon.whites[white])
    if spelled := read_colour(words[at]):
        return 1, Amount(colour=spelled)
    if colour := find_phrase(words, lexicon.colours, at):
        return len(colour), Amount(colour=lexicon.colours[colour])
    return 0, None


def _couple_at(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, Amount] | None:
    """A few units without a figure: "a couple of notches", "a few degrees"."""
    for name, count in _COUNTED.items():
        phrase = find_phrase(words, lexicon.times.get(name, frozenset()), at)
        unit = find_phrase(words, lexicon.amounts, at + len(phrase)) if phrase else ()
        if lexicon.amounts.get(unit) in _SINGLE_UNITS:
            return len(phrase) + len(unit), Amount(value=count, unit=lexicon.amounts[unit])
    return None


def _half_a_degree(words: Phrase, after: int, lexicon: Lexicon) -> int:
    """How many words after "half" make it half a degree: "half a degree", "mezzo grado"."""
    article = int(bool(words[after : after + 1]) and words[after] in lexicon.one_of)
    unit = find_phrase(words, lexicon.amounts, after + article)
    return article + len(unit) if lexicon.amounts.get(unit) == "degrees" else 0


def _merged(frame: Frame, amount: Amount, kept: list[str], lexicon: Lexicon) -> Amount:
    """Two amounts in one clause: "red at 50 %"."""
    mark, before = _mark(kept, lexicon), frame.amount
    if _is_so_much(frame, amount, kept, lexicon):
        mark = "to"
        del kept[-1]
    elif mark == "by" and "set" in frame.acts and not frame.acts & _MOVING:
        # as in "pon el umbral en 3,5"
        mark = "to" if tuple(kept[-1:]) in lexicon.roles["set_marks"] else mark
    amount = replace(amount, mark=mark)
    return amount if before is None else before.combine(amount)


def _is_so_much(frame: Frame, amount: Amount, kept: list[str], lexicon: Lexicon) -> bool:
    """Whether a figure has an article before it: "a un 25 %", "déjala en un 30 %"."""
    figure = amount.value is not None and amount.unit in ("", "percent") and not amount.share
    led = tuple(kept[-2:-1]) in lexicon.roles["amount_marks"] and kept[-1] in lexicon.one_of
    return figure and led and not frame.acts & _MOVING


def _mark(kept: list[str], lexicon: Lexicon) -> str:
    if any(tuple(kept[-length:]) in lexicon.roles["relative_marks"] for length in (1, 2, 3)):
        return "by"
    return "to" if tuple(kept[-1:]) in lexicon.roles["amount_marks"] else ""


def _drop_mark(kept: list[str], lexicon: Lexicon) -> None:
    for length in (3, 2, 1):
        if tuple(kept[-length:]) in lexicon.roles["amount_marks"]:
            del kept[-length:]
            return
