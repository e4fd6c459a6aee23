"""How much: figures, shares, limits, colours and modes."""

from dataclasses import replace

from .frame import Amount, Frame, find_phrase
from .lexicon import Lexicon, Phrase
from .names import Names

_SHARES = {"half": 50.0, "quarter": 25.0, "three_quarters": 75.0, "third": 33.0}


def read_amount(
    frame: Frame, words: Phrase, lexicon: Lexicon, names: Names
) -> tuple[Frame, Phrase]:
    """Take the amounts out of a clause; words that belong to a full name are no amounts."""
    taken = _name_positions(words, names) | _single_positions(words, lexicon)
    position = 0
    kept: list[str] = []
    while position < len(words):
        counts = _is_count(words, position, lexicon)
        known = counts or position in taken
        length, amount = (0, None) if known else _amount_at(words, position, lexicon)
        if amount is not None:
            frame = replace(frame, amount=_merged(frame.amount, amount, kept, lexicon))
            _drop_mark(kept, lexicon)
        elif position not in taken and (mode := _mode_at(words, position, kept, lexicon)):
            length = mode[0]
            frame = replace(frame, mode=mode[1])
            _drop_mark(kept, lexicon)
        else:
            length = 1
            kept.append(words[position])
        position += length
    return frame, tuple(kept)


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


def _name_positions(words: Phrase, names: Names) -> set[int]:
    """Where the longest full names stand."""
    taken: set[int] = set()
    for length in range(min(8, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            span = set(range(start, start + length))
            known = words[start : start + length]
            if not span & taken and any(
                known in some for some in (names.entities, names.areas, names.floors)
            ):
                taken |= span
    return taken


def _single_positions(words: Phrase, lexicon: Lexicon) -> set[int]:
    """Where a figure only says that any of several will do: "one of the lamps"."""
    single = lexicon.roles["single"]
    return {at for at in range(len(words)) if find_phrase(words, single, at)}


def _amount_at(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, Amount | None]:
    phrase = find_phrase(words, lexicon.amounts, at)
    sense = lexicon.amounts.get(phrase, "")
    if words[at][0].isdigit() and sense not in _SHARES:
        unit = find_phrase(words, lexicon.amounts, at + 1)
        measure = lexicon.amounts.get(unit, "")
        if measure in ("percent", "degrees", "kelvin"):
            return 1 + len(unit), Amount(value=float(words[at]), unit=measure)
        return 1, Amount(value=float(words[at]))
    unit = find_phrase(words, lexicon.amounts, at + 1)
    if words[at] in lexicon.one_of and lexicon.amounts.get(unit) in ("percent", "degrees"):
        # "by a degree"
        return 1 + len(unit), Amount(value=1, unit=lexicon.amounts[unit])
    if sense in ("maximum", "minimum"):
        return len(phrase), Amount(unit=sense)
    if sense == "half" and (length := _half_a_degree(words, at + len(phrase), lexicon)):
        return len(phrase) + length, Amount(value=0.5, unit="degrees")
    if sense in _SHARES:
        return len(phrase), Amount(value=_SHARES[sense], unit="percent")
    if white := find_phrase(words, lexicon.whites, at):
        return len(white), Amount(kelvin=lexicon.whites[white])
    if colour := find_phrase(words, lexicon.colours, at):
        return len(colour), Amount(colour=lexicon.colours[colour])
    return 0, None


def _half_a_degree(words: Phrase, after: int, lexicon: Lexicon) -> int:
    """How many words after "half" make it half a degree: "half a degree", "mezzo grado"."""
    article = int(bool(words[after : after + 1]) and words[after] in lexicon.one_of)
    unit = find_phrase(words, lexicon.amounts, after + article)
    return article + len(unit) if lexicon.amounts.get(unit) == "degrees" else 0


def _mode_at(words: Phrase, at: int, kept: list[str], lexicon: Lexicon) -> tuple[int, str] | None:
    """A mode is only what follows "to": elsewhere "heat" and "off" are other things."""
    phrase = find_phrase(words, lexicon.modes, at)
    if not phrase or not kept or (kept[-1],) not in lexicon.roles["amount_marks"]:
        return None
    return len(phrase), lexicon.modes[phrase]


def _merged(before: Amount | None, amount: Amount, kept: list[str], lexicon: Lexicon) -> Amount:
    """Two amounts in one clause: "red at 50 %"."""
    amount = replace(amount, mark=_mark(kept, lexicon))
    return amount if before is None else before.and_also(amount)


def _mark(kept: list[str], lexicon: Lexicon) -> str:
    last = tuple(kept[-1:])
    if last in lexicon.roles["relative_marks"]:
        return "by"
    return "to" if last in lexicon.roles["amount_marks"] else ""


def _drop_mark(kept: list[str], lexicon: Lexicon) -> None:
    for length in (2, 1):
        if tuple(kept[-length:]) in lexicon.roles["amount_marks"]:
            del kept[-length:]
            return
