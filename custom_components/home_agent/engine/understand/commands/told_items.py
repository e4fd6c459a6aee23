"""Items that are told of before what is to be done with them: "we are out of oil, add it to …"."""

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase

_COMMA = ","


def with_item(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The command with the item that was told of in the place of its pronoun."""
    if _COMMA not in words:
        return words
    at = len(words) - 1 - words[::-1].index(_COMMA)
    item, command = _item_in(words[:at], lexicon), words[at + 1 :]
    if not item or any((word,) in lexicon.roles["negations"] for word in words):
        return words
    for place in range(1, len(command)):
        if pronoun := find_phrase(command, lexicon.roles["pronouns"], place):
            return command[:place] + item + command[place + len(pronoun) :]
    return words


def _item_in(told: Phrase, lexicon: Lexicon) -> Phrase:
    """What somebody tells that there is none left of, or that is done; nothing if none is."""
    before, after = lexicon.roles["items_told_before"], lexicon.roles["items_told_after"]
    if opener := find_phrase(told, before, 0):
        return told[len(opener) :]
    for at in range(1, len(told)):
        if find_phrase(told, after, at) == told[at:]:
            return told[:at]
    return ()


def done_alone(words: Phrase, lexicon: Lexicon) -> Phrase:
    """What is ticked off where no list is named, before or after "off"; nothing if nothing is."""
    for phrase in sorted(lexicon.roles["done_alone"], key=len, reverse=True):
        verb, off = phrase[:1], phrase[1:]
        if words[:1] != verb or _COMMA in words:
            continue
        if words[1 : 1 + len(off)] == off:
            return words[1 + len(off) :]
        if off and words[-len(off) :] == off:
            return words[1 : -len(off)]
    return ()
