"""What people wish for, put as a command: "the blind can go down", "the lamp should be off"."""

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase, has_phrase, strip_start, without
from .frame import read_act

_COMMA = ","


def as_wished(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The sentence with each wish in it put as a command; the rest of it stays as it is."""
    kept: list[str] = []
    part: list[str] = []
    for word in (*words, _COMMA):
        if word == _COMMA:
            kept += [*_command(tuple(part), lexicon), _COMMA]
            part = []
        else:
            part.append(word)
    return tuple(kept[:-1])


def _command(part: Phrase, lexicon: Lexicon) -> Phrase:
    """One part of a sentence; who only wonders wishes for nothing: "perhaps it should be on"."""
    roles = lexicon.roles
    if has_phrase(part, roles["hedges"]):
        return part
    bare = part
    bare = strip_start(bare, roles["fillers"])
    if asking := find_phrase(bare, roles["may_it"], 0):
        # "could the blind go down" says what to do last
        after = bare[len(asking) :]
        return after if _ends_in_act(after, lexicon) else part
    for at in range(1, len(bare)):
        modal = find_phrase(bare, roles["wishes"], at)
        wished = bare[at + len(modal) :]
        if modal and (_is_act(wished, lexicon) or _is_state(modal, wished, lexicon)):
            return (*bare[:at], *wished)
    return part


def _is_act(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words only say what to do: "go home"."""
    act, rest = read_act(without(words, lexicon.roles["fillers"]), lexicon)
    small = lexicon.roles["articles"] | lexicon.roles["pronouns"]
    return act is not None and bool(act.head) and not without(rest, small)


def _is_state(modal: Phrase, words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words only say how it should be: "on" after "should be"."""
    return modal in lexicon.roles["wishes_of_state"] and words in lexicon.particles


def _ends_in_act(words: Phrase, lexicon: Lexicon) -> bool:
    begins = words[:1] in lexicon.roles["articles"]
    return begins and any(_is_act(words[at:], lexicon) for at in range(2, len(words)))
