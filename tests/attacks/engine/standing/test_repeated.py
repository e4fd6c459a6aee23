"""Openings said again and again, as a stuck key, a parrot or somebody with bad intentions does.

Work is counted in looks at words, never by a clock. It must not grow faster than the sentence.
"""

from itertools import batched

import pytest

from home_agent.engine.understand import NotUnderstood, Refusal

from .conftest import Read
from .openings import LEXICONS, phrases_by_list, repeated

LOOKS_A_WORD = 3_000
"""What any word costs at most, however many stand around it; most cost a tenth of that."""

LENGTHS = {8: 1, 16: 1, 32: 3, 48: 1, 64: 1, 200: 1}
"""By how many words, how many phrases of a list: 32 and 48 are bounds of ours."""

# Lists of phrases after which something else is read: what stands within itself must not be.
OPENING = (
    *("and", "causatives", "conclusions", "doubts", "except", "negations", "questions", "reasons"),
    *("relative", "reporting", "requests", "sparing", "statements", "later"),
    *("conditions.if", "conditions.unless", "conditions.when", "conditions.until"),
    *("conditions.then", "conditions.meanwhile", "conditions.stays", "conditions.lasting"),
    *("watching.tell", "watching.leads", "watching.alert", "watching.warn", "watching.remind"),
    *("watching.again", "watching.always", "watching.eye"),
    *("conversation.mends", "conversation.corrections", "conversation.follow_on"),
    *("conversation.undo_last", "conversation.why_begins", "conversation.again"),
    *("asking.or", "asking.prefixes", "asking.yes_no", "asking.than", "asking.which"),
    *("broadcast.announce", "broadcast.that", "media.play", "media.put_on", "media.lead"),
    *("times.for", "times.in", "times.every", "times.until", "timers.start", "schedule.cancel"),
)


def _spread(phrases: tuple[str, ...], most: int) -> tuple[str, ...]:
    """A few of them, from all over the list."""
    return phrases[:: max(1, len(phrases) // most)][:most]


def _openings(code: str, most: int) -> list[str]:
    lists = phrases_by_list(code)
    return [item for name in OPENING if name in lists for item in _spread(lists[name], most)]


@pytest.mark.parametrize(("length", "most"), LENGTHS.items())
@pytest.mark.parametrize("code", LEXICONS)
def test_openings_within_themselves(code: str, length: int, most: int, read: Read) -> None:
    for phrase in _openings(code, most):
        _, looks = read(repeated((phrase,), length), code)
        assert looks <= LOOKS_A_WORD * length, phrase


@pytest.mark.parametrize("code", LEXICONS)
def test_openings_within_each_other(code: str, read: Read) -> None:
    """Each of them with others: "tell me when if tell me when if"."""
    known = _openings(code, 1)
    for apart in (1, 5, 11):
        for pair in zip(known, known[apart:] + known[:apart], strict=True):
            _, looks = read(repeated(pair, 32), code)
            assert looks <= LOOKS_A_WORD * 32, pair


@pytest.mark.parametrize("code", LEXICONS)
def test_any_list_of_a_lexicon(code: str, read: Read) -> None:
    """Whatever is written down: a list that is added later is tried as well."""
    firsts = [phrases[0] for phrases in phrases_by_list(code).values()]
    for some in batched(firsts, 8, strict=False):
        _, looks = read(repeated(some, 32), code)
        assert looks <= LOOKS_A_WORD * 32, some


# Drawn at random from all lists: each took more than twice of what is allowed.
DRAWN = (
    ("en", 32, ("remind me to", "that", "always", "whenever", "keep an eye on", "is")),
    (
        "nl",
        40,
        ("herinner mij eraan om", "heeft de meisjes", "als", "draai de laatste", "maar laat"),
    ),
    ("nl", 24, ("herinner mij aan", "antwoordt", "altijd als", "laat ons horen")),
    ("nl", 32, ("herinner me eraan om", "dat", "altijd", "telkens als", "houd", "in de gaten")),
    (
        "fr",
        40,
        ("rappelez nous de", "ou", "mais", "savez vous", "on aurait", "toutes les fois que"),
    ),
    ("fr", 16, ("rappelle moi de", "que", "toujours", "chaque fois que")),
    ("fr", 16, ("rappelle nous de", "chaque", "recommence", "fais moi signe", "du moment que")),
)


@pytest.mark.parametrize(("code", "length", "phrases"), DRAWN)
def test_several_within_each_other(
    code: str, length: int, phrases: tuple[str, ...], read: Read
) -> None:
    _, looks = read(repeated(phrases, length), code)
    assert looks <= LOOKS_A_WORD * length


@pytest.mark.parametrize("code", LEXICONS)
def test_two_hundred_times_is_told_to_be_too_long(code: str, read: Read) -> None:
    for name, phrases in phrases_by_list(code).items():
        if len(phrases[0].split()) > 1:
            found, looks = read(" ".join([phrases[0]] * 200), code)
            assert not looks, name
            assert isinstance(found, NotUnderstood)
            assert found.nearest == Refusal(key="too_long"), name
