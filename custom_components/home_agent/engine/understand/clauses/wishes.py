"""What people wish for, put as a command: "the blind can go down", "the lamp should be off"."""

from functools import cache
from itertools import takewhile

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase, has_phrase, strip_end, strip_start, without
from .frame import read_act

_COMMA = ","

# How something should be, and what makes it so.
_ACTS = {
    "on": "turn_on",
    "off": "turn_off",
    "open": "open",
    "closed": "close",
    "locked": "lock",
}
# Nobody unlocks by the way: somebody must ask for it.
_ASKED_FOR = {"unlocked": "unlock"}
_SAFE = frozenset({"off", "closed", "locked"})
# What things do of themselves, and nobody tells that they must be.
_GOING_ON = frozenset({"play", "pause", "start", "return"})
_LONGEST_STATE = 2
_TWO = "2"
# In letters, of a verb and its participle.
_FEWEST_ALIKE = 2


def as_wished(words: Phrase, lexicon: Lexicon, *, asks: bool = False) -> Phrase:
    """The sentence with each wish in it put as a command; the rest of it stays as it is.

    Who `asks` may ask for something politely, but tells nothing that should be so.
    """
    if asks and not find_phrase(
        strip_start(words, lexicon.roles["fillers"]), lexicon.roles["may_it"], 0
    ):
        return words
    polite = has_phrase(words, lexicon.roles["please"])
    kept: list[str] = []
    part: list[str] = []
    left, skipped = False, 0
    for at, word in enumerate((*words, _COMMA)):
        if skipped and word != _COMMA:
            skipped -= 1
        elif word != _COMMA and not _ends_wish(part, word, lexicon, polite=polite):
            part.append(word)
        elif part and _is_only_state(words[at + 1 :], lexicon):
            left, skipped = True, _count_length(words[at + 1 :], lexicon)
        else:
            said = tuple(part)
            meant = _as_left(said, lexicon) if left else _command(said, lexicon, polite=polite)
            kept += [*(meant or part), word]
            part, left = [], False
    return tuple(kept[:-1])


def _ends_wish(part: list[str], word: str, lexicon: Lexicon, *, polite: bool) -> bool:
    """Whether a wish is complete where it goes on with "and": "Robbi soll saugen und …"."""
    said = tuple(part)
    linked = bool(said) and (word,) in lexicon.roles["and"]
    return linked and _command(said, lexicon, polite=polite) != said


def _command(part: Phrase, lexicon: Lexicon, *, polite: bool) -> Phrase:
    """One part of a sentence; who only wonders wishes for nothing: "perhaps it should be on"."""
    roles = lexicon.roles
    if has_phrase(part, roles["hedges"]):
        return part
    bare = strip_start(part, roles["fillers"])
    if asking := find_phrase(bare, roles["may_it"], 0):
        # "could the blind go down" says what to do last
        after = bare[len(asking) :]
        return after if _ends_in_act(after, lexicon) else part
    for at in range(1, len(bare)):
        modal = max(
            find_phrase(bare, roles["wishes"], at),
            find_phrase(bare, roles["wishes_of_state"], at),
            find_phrase(bare, roles["wishes_of_doing"], at),
            key=len,
        )
        if modal and (wished := _as_said(bare[:at], modal, bare[at + len(modal) :], lexicon)):
            return wished
    # "Gate closed" and "all lights on" may only be told of; "all blinds closed" hardly.
    safe = bool(find_phrase(part, roles["all"], 0)) and (
        lexicon.states.get(part[_state_at(part, lexicon) :]) in _SAFE
    )
    # Nobody tells with a "please" how something is, or that it is so "completely".
    asked = polite or has_phrase(part, roles["wholly"])
    bare = strip_end(part, roles["please"] | roles["fillers"]) if asked else part
    bare = without(bare, roles["wholly"]) if asked else part
    return (_as_left(bare, lexicon, polite=polite) if safe or asked else ()) or part


def _as_left(part: Phrase, lexicon: Lexicon, *, polite: bool = False) -> Phrase:
    """A thing and how it should be, as a command: "tele apagada"; empty if it is no such thing."""
    roles = lexicon.roles
    others = (roles["statement_verbs"], roles["negations"], roles["questions"])
    at = _state_at(part, lexicon)
    if not at or any(has_phrase(part, phrases) for phrases in others):
        return ()
    verb = _find_verb(part[at:], lexicon, polite=polite)
    return (*verb, *part[:at]) if verb else ()


def _state_at(part: Phrase, lexicon: Lexicon) -> int:
    """Where the participle begins that ends a part; 0 if there is none, or nothing before it."""
    for length in range(min(_LONGEST_STATE, len(part) - 1), 0, -1):
        if part[-length:] in lexicon.roles["participles"]:
            return len(part) - length
    return 0


def _count_length(words: Phrase, lexicon: Lexicon) -> int:
    """Of how many words it is that says that there are two of them: "los dos"."""
    lead = find_phrase(words, lexicon.roles["counted"], 0)
    return len(lead) + 1 if lead and words[len(lead) : len(lead) + 1] == (_TWO,) else 0


def _is_only_state(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the part that begins here only says how something should be: "encendido"."""
    part = words[: words.index(_COMMA)] if _COMMA in words else words
    # as in "radio y tele, los dos apagados"
    part = part[_count_length(part, lexicon) :]
    return bool(part) and _state_at(("", *part), lexicon) == 1


@cache
def _find_verb(state: Phrase, lexicon: Lexicon, *, polite: bool = False) -> Phrase:
    """The verb that a participle is of: "apaga" of "apagada"; empty if there is none."""
    acts = _ACTS | _ASKED_FOR if polite else _ACTS
    act = acts.get(lexicon.states.get(state, ""))
    verbs = (
        (_count_alike(verb, state[0]), verb)
        for verb, entries in lexicon.acts.items()
        for entry in entries
        if act in entry.acts and entry.head == (verb,) and not entry.tail and not entry.purpose
    )
    alike, verb = max(verbs, default=(0, ""))
    return (verb,) if alike >= _FEWEST_ALIKE else ()


def _as_said(subject: Phrase, modal: Phrase, wished: Phrase, lexicon: Lexicon) -> Phrase:
    """What is wished of a thing, as one commands it; empty if it is no such wish."""
    wished = _as_verb(without(wished, lexicon.roles["fillers"]), modal, lexicon)
    if modal in lexicon.roles["wishes_of_doing"]:
        return (*wished, *subject) if _is_act(wished, lexicon) else ()
    if _is_act(wished, lexicon) or _is_state(modal, wished, lexicon):
        return (*subject, *wished)
    act, _ = read_act((*subject, *wished), lexicon)
    if act is not None and not act.head and act.tail == wished and act.acts & _GOING_ON:
        # as in "de Sonos mag weer verder spelen"
        return (*subject, *wished)
    if modal in lexicon.roles["wishes_of_state"] and wished in lexicon.roles["participles"]:
        return (*_find_verb(wished, lexicon), *subject)
    placed = bool(find_phrase(subject, lexicon.roles["places"], 0))
    # "Bij Lotte mag het rolluik omhoog": whoever is named first would do it themselves.
    turned = placed and wished[:1] in lexicon.roles["articles"]
    if (turned or len(wished) == 1) and _ends_in_verb((*subject, *wished), lexicon):
        return (*subject, *wished)
    return ()


def _as_verb(wished: Phrase, modal: Phrase, lexicon: Lexicon) -> Phrase:
    """What a thing needs, as the verb that does it: "the gate wants locking"."""
    if modal not in lexicon.roles["wishes_of_doing"] or not wished:
        return wished
    for ending in lexicon.gerunds:
        stem = wished[0].removesuffix(ending)
        for verb in (stem, f"{stem}e", stem[:-1]):
            if stem != wished[0] and verb in lexicon.acts:
                return (verb, *wished[1:])
    return wished


def _ends_in_verb(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the last word says what to do, in a language that says it last."""
    if not lexicon.particles_last:
        return False
    act, rest = read_act(words, lexicon)
    verb = act is not None and not act.head and rest == words[:-1]
    return verb or words[-1:] in lexicon.particles


def _is_act(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words only say what to do: "go home"."""
    act, rest = read_act(words, lexicon)
    if lexicon.particles_last and rest:
        # "moet open zijn" supposes
        return False
    small = lexicon.roles["articles"] | lexicon.roles["pronouns"]
    return act is not None and bool(act.head) and not without(rest, small)


def _is_state(modal: Phrase, words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words only say how it should be: "on" after "should be", "naar 40 procent"."""
    if modal not in lexicon.roles["wishes_of_state"]:
        return False
    return words in lexicon.particles or _is_level(words, lexicon)


def _is_level(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words only say how much: "to 40 percent", "halfway"."""
    rest = without(words, lexicon.amounts)
    figures = [word for word in rest if word[:1].isdigit()]
    small = lexicon.roles["articles"] | lexicon.roles["places"] | lexicon.roles["amount_marks"]
    left = without(tuple(word for word in rest if word not in figures), small)
    return not left and (bool(figures) or len(rest) < len(words))


def _ends_in_act(words: Phrase, lexicon: Lexicon) -> bool:
    begins = words[:1] in lexicon.roles["articles"]
    if begins and _ends_in_verb(words, lexicon):
        return True
    return begins and any(_is_act(words[at:], lexicon) for at in range(2, len(words)))


def _count_alike(word: str, other: str) -> int:
    """With how many letters both begin."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False))
    )
