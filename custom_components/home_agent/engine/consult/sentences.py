"""Where sentences and their clauses end, in any language, and which of them ask."""

import itertools
import re
from collections.abc import Iterator

# A smile ends a sentence where another begins after it; a tick or a lamp is part of what it says.
_SMILE = "[\u2600-\u2604\u2614\u2615\u263a\u2728\u2744\u2764\U0001f300-\U0001faff]"
_NO_SMILE = "[👍👌🆗💯🔒🔓💡]"
_SENTENCE_END = re.compile(
    r"(?<=[.!?…。！？؟։।])[\"'”’»)*_]*(?:\s+|$)|(?<=[。！？])|\n+"  # noqa: RUF001 - signs of other scripts
    rf"|(?!{_NO_SMILE}){_SMILE}[\ufe0f\u200d\u2640\u2642\U0001f3fb-\U0001f3ff]*\s+"
)
_BEGINS = frozenset('¡¿„“«"')
# What ends in a full stop and goes on all the same.
_GOES_ON = re.compile(
    r"(?:^|[\s(])(?:[12]?\d|3[01]|\w|e\.g|i\.e|a\.m|p\.m|approx|vs|etc|dr|mr|mrs|ms|nr|st|prof"
    r"|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|usw|evtl|ggf|inkl|max|min|std|bijv|o\.a|resp"
    r"|p\.\s?ej|sr|sra|sig|env|p\.\s?ex|ecc|ad es)\.[\"'”’»)*_]*\s*$",  # noqa: RUF001
    re.IGNORECASE,
)
# What goes on only before a figure: "no. 5", and "Luis no. The alarm is on.".
_GOES_ON_TO_FIGURE = re.compile(r"(?:^|[\s(])no\.\s*$", re.IGNORECASE)
_QUESTION = re.compile(r"[?？؟՞]|;$")  # noqa: RUF001
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|'[^']{4,}'(?!\w)")
_MARKUP = re.compile(r"[*_`#>|✅☑✔👍👌🎉💡🔒🔓🌙☀]+|^\s*(?:[-•+]|\d{1,2}[.)])\s+")
_STRAIGHT = str.maketrans(dict.fromkeys("’‘`´", "'"))  # noqa: RUF001 - what models write
_CLAUSE_END = re.compile(r"(?<!\d)[,]|,(?!\d)|[;()–—、，{}\[\]]|:(?=\s|$)|\s-\s|…|\.{3}")  # noqa: RUF001


def split_sentences(text: str) -> Iterator[str]:
    """The sentences of a text, none of them empty."""
    while begun := first_sentence(text):
        if sentence := begun.strip():
            yield sentence
        text = text[len(begun) :]
    if text.strip():
        yield text.strip()


def first_sentence(text: str) -> str:
    """The first sentence of a text, with the blanks after it; empty while it has no end."""
    for end in _SENTENCE_END.finditer(text):
        begun = text[: end.end()]
        if end.end() == len(text) and not end.group():
            # More may follow at once: "3." of "3.5".
            return ""
        if end.group() and _is_smile(end.group()):
            if end.end() == len(text):
                return ""
            if text[end.end()].isupper() or text[end.end()] in _BEGINS:
                return begun
        elif "\n" in end.group() or not _goes_on(begun, text[end.end() :]):
            return begun
    return ""


def _is_smile(end: str) -> bool:
    """Whether what ends a sentence is a picture, and no stop."""
    return re.match(_SMILE, end) is not None


def _goes_on(begun: str, rest: str) -> bool:
    """Whether the full stop that a text ends in is no end of a sentence."""
    if _GOES_ON_TO_FIGURE.search(begun):
        # While nothing follows it may still be one.
        return not rest or rest[0].isdigit()
    return _GOES_ON.search(begun) is not None


def is_question(sentence: str) -> bool:
    """Whether a sentence asks something of the person; what it quotes does not count."""
    return bool(_QUESTION.search(_QUOTED.sub("", sentence).rstrip(" )*_\"'")))


def expects_answer(text: str, *, about_an_action: bool = True) -> bool:
    """Whether a reply ends by asking.

    About something to be done also where a word follows: "Which one? Left or right.". In plain
    talk that is a joke: "Why did the lamp go to school? To get brighter!".
    """
    last = list(split_sentences(text))[-2 if about_an_action else -1 :]
    return any(is_question(sentence) for sentence in last)


def without_quotes(text: str) -> str:
    """A text without what it quotes."""
    return _QUOTED.sub(" ", text)


def without_markup(text: str) -> str:
    """A text without what only decorates it, and with straight apostrophes."""
    return _MARKUP.sub(" ", text.translate(_STRAIGHT))


def split_clauses(sentence: str, links: re.Pattern[str]) -> list[str]:
    """The parts of a sentence between commas and the like, and before words that link them.

    Put together again they are the sentence, letter by letter.
    """
    cuts = {end.end() for end in _CLAUSE_END.finditer(sentence)}
    cuts |= {link.start() for link in links.finditer(sentence)}
    edges = sorted({0, *cuts, len(sentence)})
    return [sentence[start:end] for start, end in itertools.pairwise(edges)]
