"""How people lead up to a command: "sorry to be a pain but could you turn the telly off".

Only what is surely no part of the command is left out: nothing that reports, supposes or forbids.
"""

import re
from collections.abc import Iterator

from ..clauses.frame import find_phrase
from ..clauses.wishes import as_wished
from ..lexicon.lexicon import Lexicon, Phrase

# "Mr. Coffee" is one name, and "24.5" one figure.
_PAUSE = re.compile(
    r"(?:(?:(?<=[^\W\d_]{3})|(?<=[a-z]{2}))\.+|(?<=\w)[!;:\u2026]+|(?<=\w)\s+[-\u2013\u2014])\s+(?=\w)"
)
_QUOTES = '"\u201c\u201d\u201e\u00ab\u00bb'


def commands_in(words: Phrase, lexicon: Lexicon) -> Iterator[Phrase]:
    """The sentence without what was said around its command, one layer after the other."""
    asked = _after_request(words, lexicon)
    if asked != words:
        yield asked
    if (wished := as_wished(asked, lexicon)) != asked:
        yield wished
    if asked[:1] in lexicon.roles["causatives"]:
        # "Tell Henry to pause" is for Henry.
        yield asked[1:]


def is_quoted(text: str) -> bool:
    """Whether a part of a text stands in quotes, and so is somebody else's."""
    plain = "".join('"' if sign in _QUOTES else sign for sign in text.strip(" .!?"))
    return '"' in plain.strip('"')


def with_pauses(text: str) -> str:
    """A text with a comma wherever a sentence ends before another: "I am cold. Heating up!"."""
    return _PAUSE.sub(", ", text)


def _after_request(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words after the last "could you" or the like; all of them if there is none."""
    requests = (
        (at, at + len(phrase))
        for at in range(len(words))
        if (phrase := find_phrase(words, lexicon.roles["requests"], at))
    )
    # The last to end; of those that end there, the longest: "do you think you could".
    start, end = max(requests, key=lambda span: (span[1], -span[0]), default=(0, 0))
    if not end or is_doubtful(words[:start], lexicon):
        return words
    return _as_command(words[end:], lexicon)


def _as_command(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A verb as one commands with it: after "would you mind" people say "turning"."""
    while filler := find_phrase(words, lexicon.roles["fillers"], 0):
        # "would you mind terribly locking up"
        words = words[len(filler) :]
    if not words or words[0] in lexicon.acts:
        return words
    for ending in lexicon.gerunds:
        stem = words[0].removesuffix(ending)
        for verb in (stem, f"{stem}e", stem[:-1]):
            if stem != words[0] and verb in lexicon.acts:
                return (verb, *words[1:])
    return words


def begins_statement(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words begin as people tell something: "I am cold", "my eyes hurt", not "my foot"."""
    opener = find_phrase(words, lexicon.roles["statements"], 0)
    if opener not in lexicon.roles["articles"]:
        return bool(opener)
    verbs = lexicon.roles["statement_verbs"]
    return any(find_phrase(words, verbs, at) for at in range(1, len(words)))


def is_doubtful(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether somebody else's words are reported, or something is only supposed."""
    doubts = lexicon.roles["doubts"]
    return any(find_phrase(words, doubts, at) for at in range(len(words)))
