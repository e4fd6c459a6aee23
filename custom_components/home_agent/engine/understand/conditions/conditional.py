"""If, when, unless: a sentence parted into a condition and a command."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..clauses.frame import LONGEST_SENTENCE, read_act
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.numerals import read_number
from ..text.phrases import find_phrase, strip_words, without

_COMMA = frozenset({(",",)})
_MARKS = ("if", "unless", "when", "until")

# Nobody sets more conditions in one breath; one within another is not read.
_MOST_MARKS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionalCommand:
    """A condition and a command, parted."""

    mark: str
    """if, unless, when or until."""

    condition: Phrase
    command: Phrase
    leading: bool
    """Whether the condition comes first, where a question might begin alike."""

    again: bool = False
    """Whether it is meant for every time: "whenever"."""


def is_nested(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a sentence sets more conditions than anybody means: "if if if …"."""
    marks = [lexicon.conditions.get(mark, frozenset()) for mark in _MARKS]
    found = sum(
        any(find_phrase(words, phrases, at) for phrases in marks) for at in range(len(words))
    )
    return found > (_MOST_MARKS if len(words) <= LONGEST_SENTENCE else 0)


def split_conditionals(words: Phrase, lexicon: Lexicon) -> Iterator[ConditionalCommand]:
    """Every way to part a sentence into a condition and a command, the likeliest first."""
    for at in range(len(words)):
        if find_phrase(words, lexicon.roles["fillers"], at):
            continue
        for mark in _MARKS:
            phrase = find_phrase(words, lexicon.conditions.get(mark, frozenset()), at)
            others = (lexicon.roles["except"], lexicon.roles["then"])
            if len(phrase) <= max(len(find_phrase(words, other, at)) for other in others):
                # "bis auf die Lampe" spares it, and "after that" only goes on
                continue
            if phrase in lexicon.roles["amount_marks"] and _is_figure(words, at + len(phrase)):
                # "dim de lamp tot 40 procent"
                continue
            before, after = _trimmed(words[:at]), words[at + len(phrase) :]
            ways = (
                _trailing(mark, before, after, lexicon)
                if without(before, lexicon.roles["fillers"])
                else _leading(mark, after, lexicon)
            )
            again = phrase in lexicon.watching.get("again", ())
            yield from (replace(conditional, again=again) for conditional in ways)


def _is_figure(words: Phrase, at: int) -> bool:
    return at < len(words) and read_number(words[at]) is not None


def _trailing(
    mark: str, before: Phrase, after: Phrase, lexicon: Lexicon
) -> Iterator[ConditionalCommand]:
    """The command comes first: "close the blinds when the sun sets"."""
    yield ConditionalCommand(mark=mark, condition=_trimmed(after), command=before, leading=False)
    for at in range(1, len(after)):
        if after[at : at + 1] in lexicon.roles["and"] and read_act(after[at + 1 :], lexicon)[0]:
            yield ConditionalCommand(
                mark=mark,
                condition=_trimmed(after[:at]),
                command=(*before, *after[at:]),
                leading=False,
            )


def _leading(mark: str, after: Phrase, lexicon: Lexicon) -> Iterator[ConditionalCommand]:
    """The condition comes first, up to a comma, to "then", or to the verb of the command."""
    then = lexicon.conditions.get("then", frozenset())
    for at in range(1, len(after)):
        parted = after[at] == "," or after[at : at + 1] in then
        command = without(after[at:], then) if parted else after[at:]
        if parted or read_act(after[at:], lexicon)[0]:
            yield ConditionalCommand(
                mark=mark, condition=_trimmed(after[:at]), command=_trimmed(command), leading=True
            )


def _trimmed(words: Phrase) -> Phrase:
    return strip_words(words, _COMMA)
