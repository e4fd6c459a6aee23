"""What people may say to be told of something; all of it was made up after the rules were written.

At first 163 of the 179 were understood: in English 74 of 82, in German 17 of 21, in Italian 17,
French 18, Spanish 19 and Dutch 18 of 19. What was missing was added as words and rules for all.
Of 48 more that were made up then, 35 were understood at first.
"""

import pytest

from .in_short import expected_of, sentences, short
from .watched import LANGUAGES, hear

# What is left: questions that we did not understand before there were watches either, and a word
# that goes around what it belongs to.
MISSED = {
    "let me know what the temperature in the living room is",
    "melde dich, wenn sich im Garten etwas bewegt",
    "tell me what the humidity in the bathroom is",
    "Sag mir, wie warm es im Wohnzimmer ist",
    "Zeg me hoe warm het is in de woonkamer",
}


@pytest.mark.parametrize(
    ("language", "expected", "sentence"),
    [(language, *sentence) for language in LANGUAGES for sentence in sentences(language)],
)
def test_as_people_say_it(language: str, expected: str, sentence: str) -> None:
    """A watch is read as it is meant; a question is none; nothing else makes one."""
    heard = short(hear(language, sentence))
    if sentence in MISSED:
        assert heard in ("none", expected)
    else:
        assert heard == expected_of(expected)
