"""Whether a sentence commands, asks or forbids, by its words alone."""

from ...language import Language
from ..clauses.clause import plain
from ..clauses.frame import find_phrase, read_act
from ..lexicon.file import has_lexicon, load_lexicon


def commands(text: str, language: Language) -> bool:
    """Whether a sentence has a verb that commands."""
    lexicon = load_lexicon(language.code)
    return read_act(plain(lexicon.words(text), lexicon), lexicon)[0] is not None


def asks(text: str, language: Language) -> bool:
    """Whether a sentence asks by its tone: a question mark, and no verb that commands."""
    if not text.rstrip().endswith("?") or not has_lexicon(language.code):
        return False
    return not commands(text, language)


def forbids(text: str, language: Language) -> bool:
    """Whether a sentence says not to, which the grammar may take for the name of an item."""
    if not has_lexicon(language.code):
        return False
    lexicon = load_lexicon(language.code)
    words = lexicon.words(text)
    return any(find_phrase(words, lexicon.roles["negations"], at) for at in range(len(words)))
