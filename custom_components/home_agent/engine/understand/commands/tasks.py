"""What is not to be forgotten to do: "remember to turn off the lamp at ten".

With a time it is a plan like any other. Without one nothing is done: nobody said when.
"""

from collections.abc import Callable

from ...plan import LaterStep, Step
from ..preference import acts
from ..text.phrases import find_phrase, strip_start
from ..text.spelling import original_spelling
from ..time.reference import TimeReference
from ..time.times import read_times
from ..understanding import Question, Refusal, Understanding, Understood
from ..utterance import Utterance

_COMMA = frozenset({(",",)})
_HOURS = 24
_NOT_LATER = Refusal(key="not_later")


def understand_task(
    utterance: Utterance, read: Callable[[str], Understanding]
) -> Understanding | None:
    """The plan for what somebody wants done later; None if nothing such is said."""
    lexicon = utterance.lexicon
    words = strip_start(utterance.words, lexicon.roles["fillers"] | _COMMA)
    lead = find_phrase(words, lexicon.memory.get("to_do", frozenset()), 0)
    task = strip_start(words[len(lead) :], _COMMA)
    if not lead or not task:
        return None
    links = frozenset(word for (word,) in lexicon.memory.get("to", frozenset()))
    spelt = original_spelling(task, utterance.text, lexicon)
    bare = (_without_link(word, links, utterance.names.vocabulary) for word in spelt.split())
    found = read(" ".join(word for word in bare if word not in links))
    if isinstance(found, Understood) and all(map(_is_later, found.plan.steps)):
        return found
    if not isinstance(found, Question) and not acts(found):
        return None
    reference = TimeReference(home=utterance.home)
    times, _ = read_times(task, lexicon, utterance.names, reference, hours=_HOURS)
    return _NOT_LATER if times.now or isinstance(found, Understood) else found


def _is_later(step: Step) -> bool:
    return isinstance(step, LaterStep)


def _without_link(word: str, links: frozenset[str], known: frozenset[str]) -> str:
    """The word that is meant by one with a link inside: "auszuschalten" is "ausschalten"."""
    plain = word.casefold()
    for link in links:
        before, inside, after = plain.partition(link)
        while inside and plain not in known:
            if before + after in known:
                return before + after
            more, inside, after = after.partition(link)
            before += link + more
    return word
