"""Words that some languages write as one: "Küchenlicht", "accendila", "apágalo"."""

from collections.abc import Container, Iterator

from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names, function_words
from .spelling import restore_accents
from .words import without_accents

_SHORTEST = 3
_LONGEST = 40
_MOST_PARTS = 4


def split_compounds(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The words as this home and language write them: unknown ones in their parts, or as one."""
    words = _rejoined(restore_accents(words, names), names)
    if not (lexicon.compound_links or lexicon.clitics or lexicon.spellings):
        return words
    return tuple(
        meant
        for at, word in enumerate(words)
        for part in _split_noun(words, at, lexicon) or _parts(word, lexicon, names)
        for meant in lexicon.contractions.get(part, (part,))
    )


def _split_noun(words: Phrase, at: int, lexicon: Lexicon) -> Phrase:
    """A verb and its pronoun that are a noun as well: "falla rossa", not "c'è una falla"."""
    meant = lexicon.also_nouns.get(words[at], "")
    if at and words[at - 1 : at] in lexicon.roles["articles"]:
        return ()
    return tuple(meant.split())


def split_clitics(words: Phrase, lexicon: Lexicon, verbs: Container[str] = ()) -> Phrase:
    """The words, with what is done apart from what it is done to: "annullalo", "cancélalo"."""
    apart = (split_clitic(word, lexicon, verbs) for word in words)
    return tuple(part for parts in apart for part in parts if part)


def _rejoined(words: Phrase, names: Names) -> Phrase:
    """The words, any two of them that are one in a name as one: "entry way", "robo rock"."""
    kept: list[str] = []
    for word in words:
        last = kept[-1] if kept else ""
        both = last in names.words and word in names.words
        if last and not both and last + word in names.content:
            kept[-1] = last + word
        else:
            kept.append(word)
    return tuple(kept)


def _parts(word: str, lexicon: Lexicon, names: Names) -> Phrase:
    if word in names.vocabulary or not word.isalpha() or len(word) > _LONGEST:
        return (word,)
    verb, clitic = split_clitic(word, lexicon)
    if clitic:
        return verb, clitic
    ways = (word, *_respelt(word, lexicon))
    found = (_compound(way, lexicon.compound_links, names, _MOST_PARTS) for way in ways)
    return next((parts for parts in found if parts and _is_sound(parts, lexicon, names)), (word,))


def _is_sound(parts: Phrase, lexicon: Lexicon, names: Names) -> bool:
    """Whether no small word is made of a compound: a "voortuin" is not for a "tuin".

    Things may be called by one all the same: "voorlamp" where a lamp is called "lamp voor".
    """
    small = function_words(lexicon)
    return parts[0] not in small or all(part in names.called for part in parts)


def _respelt(word: str, lexicon: Lexicon) -> Iterator[str]:
    """The word with the letters that may be meant by others: each of them, then all."""
    whole = word
    for typed, meant in lexicon.spellings.items():
        if typed in word:
            yield word.replace(typed, meant)
            whole = whole.replace(typed, meant)
    yield whole


def split_clitic(word: str, lexicon: Lexicon, verbs: Container[str] = ()) -> tuple[str, str]:
    """A verb and the pronoun that hangs on it; an accent that came with it goes with it.

    The verb is one of these, or one that things obey. The pronoun is empty if none hangs on it.
    """
    for clitic in lexicon.clitics:
        verb = word.removesuffix(clitic)
        # the "fa" of "falla", after which the pronoun is doubled
        doubled = verb[:-1] if verb[-1:] == clitic[0] else verb
        for base in (verb, without_accents(verb), doubled):
            if verb != word and (base in lexicon.acts or base in verbs):
                return base, clitic
    return word, ""


def _compound(word: str, links: Phrase, names: Names, most: int) -> Phrase:
    """The known words that a compound is made of; the longest first one wins.

    It begins with a word for a thing or for how it is, and may end in any: "openstaat".
    """
    if word in names.vocabulary:
        return (word,)
    if most == 1:
        return ()
    for cut in range(len(word) - _SHORTEST, _SHORTEST - 1, -1):
        first = next(
            (
                base
                for link in links
                if word[:cut].endswith(link)
                and len(base := word[: cut - len(link)]) >= _SHORTEST
                and base in names.compounded
            ),
            None,
        )
        if first is not None and (rest := _compound(word[cut:], links, names, most - 1)):
            return (first, *rest)
    return ()
