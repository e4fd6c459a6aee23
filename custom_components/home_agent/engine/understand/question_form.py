"""How a question is put: what it asks, and the words that are left for what it is about."""

from collections.abc import Mapping
from dataclasses import dataclass

from .conditions import opposite
from .frame import find_phrase, read_target, without
from .lexicon import Lexicon, Phrase
from .names import Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question asks, and the words that are left for what it is about."""

    form: str
    state: str | None = None
    attribute: str | None = None
    every: bool = False
    any: bool = False
    rest: Phrase = ()


def read_question(words: Phrase, lexicon: Lexicon, names: Names, *, marked: bool) -> Asked | None:
    """What a sentence asks; `marked` if it ends in a question mark."""
    whole = tuple(word for word in words if word != ",")
    words = without_prefix(whole, lexicon)
    prefixed = words[:1] != whole[:1]
    opener = find_phrase(words, lexicon.degrees, 0)
    if opener:
        rest = _clean(words[len(opener) :], lexicon, names)
        return Asked(form="value", attribute=lexicon.degrees[opener], rest=rest)
    form, opener = _opener(words, lexicon)
    if not opener and not prefixed:
        shortly = _asks_shortly(words, lexicon, names)
        # "Kitchen lights on?" asks by its tone.
        return shortly or (_asks_state("yes_no", (), words, lexicon, names) if marked else None)
    rest = words[len(opener) :]
    # "Tell me whether the door is locked" tells its state as a statement does.
    return (
        _asks_value(rest, lexicon, names)
        if opener and form == "value"
        else _asks_state(form if opener else "yes_no", opener, rest, lexicon, names)
    )


def _asks_shortly(words: Phrase, lexicon: Lexicon, names: Names) -> Asked | None:
    """Nothing but what is wanted: "kitchen temperature", "car battery level", "tv status"."""
    attribute, left = _take(words, lexicon.attributes, names)
    if _says(words, "status", lexicon):
        return Asked(form="value", rest=_clean(words, lexicon, names))
    if words in names.entities:
        # a reading that is called by its full name
        sensors = all(one.startswith("sensor.") for one in names.entities[words])
        return Asked(form="value", rest=words) if sensors else None
    ends_so = any(words[-len(one) :] == one for one in lexicon.attributes)
    if attribute is None or not ends_so:
        return None
    return Asked(form="value", attribute=attribute, rest=_clean(left, lexicon, names))


def _asks_value(rest: Phrase, lexicon: Lexicon, names: Names) -> Asked | None:
    state, left = _take(rest, lexicon.states, names)
    if state is not None and left:
        # "What is on in the kitchen" asks which
        return _asks_state("which", (), rest, lexicon, names)
    attribute, left = _take(rest, lexicon.attributes, names)
    if attribute is None and any(
        find_phrase(rest, lexicon.asking["set_to"], at) for at in range(len(rest))
    ):
        attribute = "set_to"
    return Asked(form="value", attribute=attribute, rest=_clean(left, lexicon, names))


def _asks_state(
    form: str, opener: Phrase, rest: Phrase, lexicon: Lexicon, names: Names
) -> Asked | None:
    state, left = _take(rest, lexicon.states, names)
    # "Läuft der Fernseher" asks with the state itself.
    state = state or _take(opener, lexicon.states, names)[0]
    if state is None:
        kinds = read_target(rest, lexicon, names).kinds
        sensed = {kind for kind in kinds if kind.startswith("binary_sensor.")}
        if not kinds or kinds != sensed:
            return None
        state = "detected"
    if _says(left, "not", lexicon):
        state, left = opposite(state), without(left, lexicon.asking["not"])
    said = (*opener, *rest)
    return Asked(
        form=form,
        state=state,
        every=_says(said, "every", lexicon),
        any=_says(said, "any", lexicon),
        rest=_clean(left, lexicon, names),
    )


def _says(words: Phrase, what: str, lexicon: Lexicon) -> bool:
    return any((word,) in lexicon.asking.get(what, ()) for word in words)


def without_prefix(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words less what only leads up to a question, or trails it."""
    for end in sorted(lexicon.asking["ends"], key=len, reverse=True):
        if len(words) > len(end) and words[-len(end) :] == end:
            words = words[: -len(end)]
    while phrase := find_phrase(words, lexicon.asking["prefixes"], 0):
        words = words[len(phrase) :]
    return words


def _opener(words: Phrase, lexicon: Lexicon) -> tuple[str, Phrase]:
    found = {
        form: find_phrase(words, lexicon.asking[form], 0)
        for form in ("yes_no", "which", "how_many", "value")
    }
    form = max(found, key=lambda one: len(found[one]))
    return form, found[form]


def _take(words: Phrase, senses: Mapping[Phrase, str], names: Names) -> tuple[str | None, Phrase]:
    """The last of some phrases that is not part of a name, and the words without it."""
    found = [
        (start + len(phrase), len(phrase))
        for start in range(len(words))
        if (phrase := find_phrase(words, senses, start))
        and not _in_longer_name(words, start, len(phrase), names)
    ]
    if not found:
        return None, words
    end, length = max(found)
    return senses[words[end - length : end]], words[: end - length] + words[end:]


def _in_longer_name(words: Phrase, at: int, length: int, names: Names) -> bool:
    return any(
        words[start:end] in names.entities
        for start in range(max(0, at - 6), at + 1)
        for end in range(at + length, min(len(words), at + length + 6) + 1)
        if end - start > length
    )


def _clean(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    small = lexicon.asking["links"] | lexicon.asking["any"]
    for length in range(len(words), 1, -1):
        for start in range(len(words) - length + 1):
            end = start + length
            if words[start:end] in names.entities:
                # what links elsewhere may be part of a name
                return (
                    without(words[:start], small) + words[start:end] + without(words[end:], small)
                )
    return without(words, small)
