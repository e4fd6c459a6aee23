"""Whether a sentence commands, asks, tells, supposes or forbids, by its words alone.

And how people lead up to a command: "sorry to be a pain but could you turn the telly off". Only
what is surely no part of the command is left out: nothing that reports, supposes or forbids.
"""

import re
from collections.abc import Iterator

from ...language import Language
from ..clauses.frame import A_BIT, read_act
from ..clauses.wishes import as_wished
from ..lexicon.file import has_lexicon, load_lexicon
from ..lexicon.lexicon import Lexicon, Phrase
from .compounds import split_clitic
from .phrases import drop_fillers, find_phrase, find_phrases, has_phrase, strip_start, without

# "Mr. Coffee" is one name, and "24.5" one figure.
_PAUSE = re.compile(
    r"(?:(?:(?<=[^\W\d_]{3})|(?<=[a-z]{2}))\.+|(?<=\w)[ \u00a0\u202f]?[!;:\u2026]+"
    r"|(?<=\w)\s+[-\u2013\u2014])\s+(?=\w)"
)
# The days of which people tell something: "today I am working from home".
_DAYS = ("today", "tomorrow", "yesterday")
_ENDING = " ?!.,\u2026"
_QUOTES = '"\u201c\u201d\u201e\u00ab\u00bb'

WATCH_LEADS = ("tell", "leads", "alert", "warn", "remind")
"""How people begin who want to be told of something, by the lists of the lexicon."""


def commands(text: str, language: Language) -> bool:
    """Whether a sentence has a verb that commands."""
    lexicon = load_lexicon(language.code)
    return read_act(drop_fillers(lexicon.words(text), lexicon), lexicon)[0] is not None


def strip_or_not(text: str, lexicon: Lexicon) -> str:
    """A question without the "or not" at its end, which takes nothing back."""
    asked = text.rstrip(_ENDING)
    if "?" not in text[len(asked) :]:
        return text
    for phrase in lexicon.roles["or_not"]:
        said = f" {' '.join(phrase)}"
        if asked.lower().endswith(said):
            return f"{asked[: -len(said)].rstrip(_ENDING)}?"
    return text


def asks_by_tone(text: str, language: Language) -> bool:
    """Whether a sentence asks by its tone: a question mark, and no verb that commands."""
    if not text.rstrip().endswith("?") or not has_lexicon(language.code):
        return False
    return not commands(text, language)


def forbids(text: str, language: Language) -> bool:
    """Whether a sentence says not to, which the grammar may take for the name of an item."""
    if not has_lexicon(language.code):
        return False
    lexicon = load_lexicon(language.code)
    return has_phrase(lexicon.words(text), lexicon.roles["negations"])


def is_quoted(text: str) -> bool:
    """Whether a part of a text stands in quotes, and so is somebody else's."""
    marked = "".join('"' if sign in _QUOTES else sign for sign in text.strip(" .!?"))
    return '"' in marked.strip('"')


def with_pauses(text: str) -> str:
    """A text with a comma wherever a sentence ends before another: "I am cold. Heating up!"."""
    return _PAUSE.sub(", ", text)


def begins_command(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words begin with a verb that commands, fillers apart."""
    bare = strip_start(words, lexicon.roles["fillers"])
    if bare and lexicon.clitics and bare[0] not in lexicon.acts:
        # as in "mettila in pausa"
        verb, clitic = split_clitic(bare[0], lexicon)
        bare = (verb, clitic, *bare[1:]) if clitic else bare
    act, _ = read_act(bare, lexicon)
    return act is not None and bool(act.head)


def opens_question(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words begin with one that asks, and does not say how much: "wat donkerder"."""
    asks = find_phrase(words, lexicon.roles["questions"], 0)
    if lexicon.comparatives.get(asks) != A_BIT:
        return bool(asks)
    return not find_phrase(words, lexicon.comparatives, len(asks))


def begins_statement(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words begin as people tell something: "I am cold", "my eyes hurt", not "my foot".

    Be it of a day: "today I am working from home", "heute bleibe ich zu Hause".
    """
    statements = lexicon.roles["statements"]
    if day := next((day for name in _DAYS if (day := _find_day(words, name, lexicon))), ()):
        rest = words[len(day) :]
        teller = find_phrase(rest, statements, 1)
        # "heute mach es aus", but "vandaag werk ik thuis"
        commands_it = rest[:1] and rest[0] in lexicon.acts and teller in lexicon.roles["pronouns"]
        return bool(teller and not commands_it) or begins_statement(rest, lexicon)
    opener = find_phrase(words, statements, 0)
    if opener not in lexicon.roles["articles"]:
        return bool(opener)
    return has_phrase(words, lexicon.roles["statement_verbs"], 1)


def _find_day(words: Phrase, name: str, lexicon: Lexicon) -> Phrase:
    return find_phrase(words, lexicon.times.get(name, frozenset()), 0)


def is_doubtful(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether somebody else's words are reported, or something is only supposed."""
    return has_phrase(without(words, lexicon.roles["undoubted"]), lexicon.roles["doubts"])


def sets_condition(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words say when, or on what condition.

    What people tell of themselves has a time of its own: "we're having breakfast in a minute".
    """
    marks = (lexicon.conditions.get(name, frozenset()) for name in ("if", "unless", "when"))
    # the "s" of "on s'en va" is no "if"
    if has_phrase(without(words, lexicon.roles["departures"]), frozenset().union(*marks)):
        return True
    own = begins_statement(words, lexicon) and read_act(words, lexicon)[0] is None
    return not own and has_phrase(words, lexicon.later)


def asks_to_be_told(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether it is worth to look closer: most sentences have no such words."""
    leads = [lexicon.watching[kind] for kind in WATCH_LEADS if kind in lexicon.watching]
    marks = [lexicon.conditions[name] for name in ("if", "when") if name in lexicon.conditions]
    marks += [lexicon.watching[name] for name in ("again",) if name in lexicon.watching]
    return all(any(has_phrase(words, phrases) for phrases in lists) for lists in (leads, marks))


def strip_request(words: Phrase, lexicon: Lexicon, *, asks: bool = False) -> Iterator[Phrase]:
    """The sentence without what was said around its command, one layer after the other.

    `asks` if it is said as a question.
    """
    bare = _after_request(words, lexicon)
    if bare != words:
        yield bare
    if (asked := _without_asked_one(bare, lexicon)) != bare:
        yield asked
    if (wished := as_wished(bare, lexicon, asks=asks)) != bare:
        yield wished
    act, _ = read_act(bare, lexicon)
    if bare[:1] in lexicon.roles["causatives"]:
        if act is None or not act.tail:
            # "Tell Henry to pause" is for Henry.
            yield bare[1:]
        yield from _made_to_do(bare[1:], lexicon)


def _made_to_do(words: Phrase, lexicon: Lexicon) -> Iterator[Phrase]:
    """What a thing is made to do, as one commands it: "let the fan oscillate", "get it swinging".

    Nobody's own doing: "let me turn it off".
    """
    people = lexicon.roles["myself"] | lexicon.roles["persons"] | lexicon.roles["addressed"]
    for at in range(1, len(words)):
        subject, done = words[:at], _as_command(words[at:], lexicon)
        if has_phrase(subject, people):
            return
        act, rest = read_act(done, lexicon)
        swings = done in lexicon.feature_verbs
        if swings or (act is not None and act.head and not rest):
            yield (*done, *subject)
            return


def _without_asked_one(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A command without who is asked beside its verb: "machst du", "draai jij", "tu fermes"."""
    bare = strip_start(words, lexicon.roles["fillers"])
    start = next((at for at in range(len(bare)) if bare[at] in lexicon.asked_verbs), None)
    at = 0 if start is None or (start and bare[start - 1] != ",") else start
    one = lexicon.roles["asked_one"]
    if verb := lexicon.asked_verbs.get(bare[at] if bare else ""):
        rest = strip_start(bare[at + 1 :], one)
        return (*bare[:at], verb, *rest)
    for at in range(len(bare) - 1):
        begins = not at or bare[at - 1] == ","
        after = bare[at + 1 : at + 2]
        if begins and bare[at : at + 1] in one and begins_command(bare[at + 1 :], lexicon):
            return bare[:at] + bare[at + 1 :]
        if begins and after in one and begins_command((bare[at], *bare[at + 2 :]), lexicon):
            return (*bare[: at + 1], *bare[at + 2 :])
    return words


def _after_request(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words after the last "could you" or the like; all of them if there is none."""
    requests = (
        (at, at + len(phrase)) for at, phrase in find_phrases(words, lexicon.roles["requests"])
    )
    # The last to end; of those that end there, the longest: "do you think you could".
    start, end = max(requests, key=lambda span: (span[1], -span[0]), default=(0, 0))
    if not end or is_doubtful(words[:start], lexicon):
        return words
    return _as_command(words[end:], lexicon)


def _as_command(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A verb as one commands with it: after "would you mind" people say "turning"."""
    # "would you mind terribly locking up"
    words = strip_start(words, lexicon.roles["fillers"])
    if not words or words[0] in lexicon.acts or words in lexicon.feature_verbs:
        return words
    for ending in lexicon.gerunds:
        stem = words[0].removesuffix(ending)
        for verb in (stem, f"{stem}e", stem[:-1]):
            if stem != words[0] and verb in lexicon.acts:
                return (verb, *words[1:])
    return words
