"""A question and what depends on its answer: "is the gate locked? If not, lock it"."""

from collections.abc import Container

from ..lexicon.lexicon import Phrase
from ..text.phrases import drop_fillers, end_phrase, find_phrase
from ..utterance import Utterance, read_words

_ASKED = "?"
_MARKS = {"if_so": "if", "if_not": "unless"}
"""What says on which answer something is to be done, and which condition that makes."""


def put_as_condition(utterance: Utterance) -> Utterance | None:
    """The sentence with its question as a condition: "unless the gate is locked, lock it".

    None if nothing in it depends on an answer.
    """
    asked, mark, then = utterance.text.partition(_ASKED)
    lexicon = utterance.lexicon
    if not mark or _ASKED in then:
        return None
    words = read_words(then, lexicon)
    condition = drop_fillers(read_words(asked, lexicon), lexicon)
    for sense, kind in _MARKS.items():
        command = _strip_answer(words, lexicon.roles[sense])
        marks = [said for said in lexicon.conditions.get(kind, ()) if len(said[0]) > 1]
        if marks and condition and command and command != words:
            first = min(marks, key=lambda said: (len(said), len(said[0]), said))
            return utterance.saying(" ".join((*first, *condition, ",", *command)))
    return None


def _strip_answer(words: Phrase, answers: Container[Phrase]) -> Phrase:
    """The command beside the "if not" that begins or ends it; all words if there is none."""
    first = find_phrase(words, answers, 0)
    last = () if first else end_phrase(words, answers, 1)
    rest = words[len(first) : len(words) - len(last)]
    while rest[:1] == (",",):
        rest = rest[1:]
    while rest[-1:] == (",",):
        rest = rest[:-1]
    return rest
