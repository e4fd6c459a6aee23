"""Commands in the order in which they are read: verb, thing, the rest.

People name a thing first and point back at it ("la BenQ portala al massimo"), and say for whom
something is done ("ponle mute a la tele").
"""

from ..clauses.frame import read_act, read_target
from ..lexicon.lexicon import Phrase
from ..utterance import Utterance
from .compounds import split_clitic
from .phrases import find_phrase, find_phrases, strip_end

_COMMA = ","


def restore_order(words: Phrase, utterance: Utterance) -> Phrase:
    """The words with what stands first behind its verb, and without for whom it is."""
    words = _without_datives(_behind_verb(_apart(words, utterance), utterance), utterance)
    return _without_own(_without_power(words, utterance), utterance)


def _apart(words: Phrase, utterance: Utterance) -> Phrase:
    """The words with the verb that begins them apart from its pronoun, where both are one word.

    Also where that is a word of its own for something else: "ponme en marcha la cafetera".
    """
    lexicon = utterance.lexicon
    verb, clitic = split_clitic(words[0], lexicon) if words else ("", "")
    known = not clitic or words[0] in lexicon.acts or (clitic,) not in lexicon.roles["datives"]
    return words if known else (verb, clitic, *words[1:])


def _without_own(words: Phrase, utterance: Utterance) -> Phrase:
    """The words without a "her" after whose it is: "op Fenna haar kamer", "dem Opa sein Licht"."""
    called, lexicon = utterance.names.called, utterance.lexicon
    for at in range(1, len(words) - 1):
        owner, thing = words[at - 1], words[at + 1 : at + 2]
        theirs = words[at : at + 1] in lexicon.roles["theirs"]
        if theirs and owner in called and (thing[0] in called or thing in lexicon.kinds):
            return words[:at] + words[at + 1 :]
    return words


def _without_power(words: Phrase, utterance: Utterance) -> Phrase:
    """The thing itself for its power: "stroom van de wasmachine eraf"."""
    for at, phrase in find_phrases(words, utterance.lexicon.roles["power_of"]):
        if words[at + len(phrase) :]:
            return words[:at] + words[at + len(phrase) :]
    return words


def _behind_verb(words: Phrase, utterance: Utterance) -> Phrase:
    """A thing that is named first and pointed at by the verb, after that verb."""
    lexicon, names = utterance.lexicon, utterance.names
    for at in range(1, len(words)):
        if words[at] not in lexicon.acts:
            continue
        head, start, after = _read_pointing(words, at, utterance)
        if not head:
            continue
        thing = _strip_lead(words[:start], utterance)
        if after[:1] == (_COMMA,) or _names_thing(after[:1], utterance):
            return words
        if not _is_thing(thing, utterance) or _COMMA in thing:
            return words
        # What names another thing is rather that thing's: "the lamp, turn it and the fan off".
        return words if read_target(after, lexicon, names).kinds else (*head, *thing, *after)
    return words


def _read_pointing(words: Phrase, at: int, utterance: Utterance) -> tuple[Phrase, int, Phrase]:
    """A verb with a pronoun at it: the verb, where all that begins, and the words after it.

    After the verb ("falla rossa"), in it ("falla diventare rossa") or before it, where the one who
    is asked stands there too: "tu me les baisses", "me le accendi". No verb if there is none.
    """
    lexicon = utterance.lexicon
    said, both = lexicon.roles["pronouns"], lexicon.roles["both"]
    inner = find_phrase(words, said, at + 1)
    if inner:
        longer, _ = read_act(words[at : at + 1] + words[at + 1 + len(inner) :], lexicon)
        if longer is not None and len(longer.head) > 1:
            return longer.head, at, words[at + len(longer.head) + len(inner) :]
    act, _ = read_act(words[at:], lexicon)
    if act is None or not act.head:
        return (), at, ()
    end = at + len(act.head)
    pointer = max(find_phrase(words, said, end), find_phrase(words, both, end), key=len)
    if pointer:
        return act.head, at, words[end + len(pointer) :]
    start = at
    while words[start - 1 : start] in said:
        start -= 1
    beside = lexicon.roles["datives"] | lexicon.roles["asked_one"]
    if start == at or (words[start - 1 : start] not in beside and start > 1):
        return (), at, ()
    while words[start - 1 : start] in beside:
        start -= 1
    return act.head, start, words[end:]


def _strip_lead(words: Phrase, utterance: Utterance) -> Phrase:
    """What was named first, less what leads on to the verb: "il faro, puoi anche …"."""
    bare: Phrase = ()
    while bare != words:
        bare = words
        words = strip_end(words, utterance.lexicon.roles["fillers"])
        while words[-1:] == (_COMMA,):
            words = words[:-1]
    return words


def _is_thing(words: Phrase, utterance: Utterance) -> bool:
    """Whether words only name things of this home."""
    lexicon, names = utterance.lexicon, utterance.names
    small = ("articles", "places", "and", "here", "all", "both")
    known = [word for word in words if word in names.called or (word,) in lexicon.kinds]
    others = (
        word
        for word in words
        if word != _COMMA
        and word not in names.called
        and (word,) not in lexicon.kinds
        and not any((word,) in lexicon.roles[role] for role in small)
    )
    return bool(known) and not any(others)


def _names_thing(words: Phrase, utterance: Utterance) -> bool:
    return bool(find_phrase(words, utterance.lexicon.kinds, 0))


def _without_datives(words: Phrase, utterance: Utterance) -> Phrase:
    """The words without for whom it is done, after each verb: "súbele dos grados al clima"."""
    lexicon = utterance.lexicon
    kept: list[str] = []
    at = 0
    while at < len(words):
        first = len(kept) == 1 or (len(kept) > 1 and _begins_part(tuple(kept[-2:-1]), utterance))
        dative = (words[at],) in lexicon.roles["datives"] and first and kept[-1] in lexicon.acts
        if dative and _goes_on(words[at + 1 : at + 2], utterance):
            at += 1 + _count_receiver(words[at + 1 :], utterance)
            continue
        kept.append(words[at])
        at += 1
    found = tuple(kept)
    return _without_last_receiver(found, utterance) if found != words else words


def _without_last_receiver(words: Phrase, utterance: Utterance) -> Phrase:
    """The words without who it is for, said last: "ciérrale el portón al cartero"."""
    known = words[-1] in utterance.names.vocabulary or words[-1][-1:].isdigit()
    last = words[-2:-1] in utterance.lexicon.roles["places"] and not known
    return words[:-2] if last else words


def _count_receiver(words: Phrase, utterance: Utterance) -> int:
    """How many words name who it is for, before the thing: "ábrele al repartidor la chapa"."""
    roles, names = utterance.lexicon.roles, utterance.names
    somebody = words[1:2]
    if words[:1] not in roles["places"] or words[2:3] not in roles["articles"]:
        return 0
    known = not somebody or somebody[0] in names.vocabulary or somebody in roles["articles"]
    return 0 if known else 2


def _goes_on(word: Phrase, utterance: Utterance) -> bool:
    """Whether what is meant follows, so that a pronoun says only for whom: "spegnile la tele"."""
    roles, names = utterance.lexicon.roles, utterance.names
    small = word in roles["articles"] or word in roles["places"]
    return bool(word) and word[0] != _COMMA and (small or word[0] in names.vocabulary)


def _begins_part(before: Phrase, utterance: Utterance) -> bool:
    roles = utterance.lexicon.roles
    return before == (_COMMA,) or before in roles["and"] or before in roles["fillers"]
