"""What plays: "what song is this", "what's on the radio", "who is singing in the kitchen"."""

from dataclasses import replace

from ...plan import Plan
from ..clauses.frame import read_target
from .doers import strip_doer
from .plans import query_plan
from .user_question import UserQuestion

_PLAYER = "media_player"


def read_media_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about what is being played; None for any other."""
    question = replace(question, words=strip_doer(question))
    title, artist = question.opener("playing"), question.opener("singing")
    opener = max(title, artist, key=len)
    if not opener:
        return None
    said = question.without(question.words[len(opener) :], "links")
    target = read_target(said, question.lexicon, question.names)
    if opener in question.lexicon.questions.of("playing_anything") and not (
        target.kinds or target.names
    ):
        # "What is on?" may be about anything.
        return None
    if said and not (target.words or target.marks):
        said = ()
    found = question.try_find(
        said, lambda entity: entity.domain == _PLAYER, any_kind=True, every=True
    )
    if not found:
        return None
    if not said and question.scene.area is not None:
        here = tuple(entity for entity in found if entity.area_id == question.scene.area.area_id)
        found = here or found
    attribute = "artist" if opener == artist else "title"
    return query_plan(found, "playing", attribute=attribute)
