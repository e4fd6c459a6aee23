"""What plays: "what song is this", "what's on the radio", "who is singing in the kitchen"."""

from ...plan import Plan
from ..clauses.frame import read_target
from .plans import query_plan
from .user_question import UserQuestion

_PLAYER = "media_player"


def read_media_question(asking: UserQuestion) -> Plan | None:
    """The plan for a question after what is being played, if it is one."""
    title, artist = asking.opener("playing"), asking.opener("singing")
    opener = max(title, artist, key=len)
    if not opener:
        return None
    said = asking.less(asking.words[len(opener) :], "links")
    target = read_target(said, asking.lexicon, asking.names)
    if opener in asking.lexicon.questions.of("playing_anything") and not (
        target.kinds or target.names
    ):
        # "What is on?" may be about anything.
        return None
    if said and not (target.words or target.marks):
        said = ()
    found = asking.found(said, lambda one: one.domain == _PLAYER, any_kind=True, every=True)
    if not found:
        return None
    if not said and asking.scene.area is not None:
        here = tuple(one for one in found if one.area_id == asking.scene.area.area_id)
        found = here or found
    attribute = "artist" if opener == artist else "title"
    return query_plan(found, "playing", attribute=attribute)
