"""Who is where: "who is home", "is Anna at work", "is anybody in the kitchen"."""

from ...home import Entity
from ...plan import Plan
from ..clauses.frame import find_phrase, read_target, without
from ..conditions.state_words import properly
from ..lexicon.lexicon import Phrase
from ..text.spelling import original_spelling
from .plans import query_plan, refusal_plan
from .user_question import UserQuestion

_SUBJECTS = {
    "people_count": "how_many",
    "who": "which",
    "anyone": "any",
    "everyone": "all",
    "nobody": "none",
}
_HOME = frozenset({"home"})


def read_people_question(asking: UserQuestion) -> Plan | None:
    """The plan for a question after people, if it is one."""
    words = asking.words
    if words in asking.lexicon.questions.of("people") and (people := _people(asking)):
        return query_plan(people, "which", wanted=_HOME)
    opener = find_phrase(words, asking.lexicon.questions.of("yes_no"), 0)
    for name, response in _SUBJECTS.items():
        phrases = asking.lexicon.questions.of(name)
        for start in dict.fromkeys((0, len(opener), max(0, len(opener) - 1))):
            if phrase := find_phrase(words, phrases, start):
                return _of_all(response, words[start + len(phrase) :], asking)
    return _of_one(words[len(opener) :], asking) if opener or asking.by_tone else None


def read_presence_question(asking: UserQuestion) -> Plan | None:
    """What senses somebody in a thing that is named: "is the dog in the kennel"."""
    form, rest = asking.form()
    if form != "yes_no" or asking.pronoun:
        return None
    small = asking.lexicon.roles["places"]
    for at in range(1, len(rest)):
        if (
            rest[at : at + 1] not in small
            or not read_target(rest[at:], asking.lexicon, asking.names).names
        ):
            continue
        if found := asking.found(rest, _senses_somebody):
            return query_plan(found, "one_yesno", wanted=frozenset({"on"}))
        if found := asking.found(rest[at:], _senses_somebody):
            # It tells that somebody is, and not who.
            return query_plan(found, "one")
    return None


def _senses_somebody(entity: Entity) -> bool:
    return bool(properly("occupied", entity))


def _of_all(response: str, rest: Phrase, asking: UserQuestion) -> Plan | None:
    rest = asking.less(rest, "people_links")
    place = _bare(rest, asking)
    people = _people(asking)
    negated, wanted = _where(rest, place, asking)
    if wanted is not None and people:
        return query_plan(people, response, wanted=wanted, negated=negated)
    if wanted is not None:
        return _sensed_at_home(response, asking, negated=negated)
    if _names_a_room(place, asking):
        # Sensors tell that somebody is there, and not who.
        return _sensed("any" if response == "which" else response, place, asking)
    if people and place and (wanted := _zone(rest, place, people, asking)):
        return query_plan(people, response, wanted=wanted)
    return None


def _sensed_at_home(response: str, asking: UserQuestion, *, negated: bool) -> Plan:
    """What sensors tell of the whole house, where nobody is known by name.

    That nothing moves in the hall does not tell that nobody is home: then we do not know.
    """
    states = asking.scene.home.states
    found = [one for one, _state in asking.scene.exposed() if properly("home", one)]
    if not found:
        seen = [one for one, _state in asking.scene.exposed() if _senses_somebody(one)]
        found = [one for one in seen if states[one.entity_id].value == "on"]
    if not found or negated or response not in ("any", "none", "which"):
        return refusal_plan("no_domain", domain="person")
    response = "any" if response == "which" else response
    return query_plan(found, response, wanted=frozenset({"on"}), slots={"state": "occupied"})


def _people(asking: UserQuestion) -> tuple[Entity, ...]:
    return asking.of_domain("person") or asking.of_domain("device_tracker")


def _of_one(rest: Phrase, asking: UserQuestion) -> Plan | None:
    """Whether somebody is somewhere, the name first: "is Anna home"."""
    for length in range(min(3, len(rest)), 0, -1):
        ids = asking.names.entities.get(rest[:length], ())
        people = [
            asking.scene.home.layout.entities[one]
            for one in ids
            if one.startswith(("person.", "device_tracker."))
        ]
        if not people:
            continue
        people = [one for one in people if one.domain == "person"] or people
        left = asking.less(rest[length:], "people_links")
        place = _bare(left, asking)
        negated, wanted = _where(left, place, asking)
        if wanted is None and place:
            wanted = _zone(left, place, tuple(people), asking)
        return query_plan(people, "one_yesno", wanted=wanted, negated=negated) if wanted else None
    return None


def _where(rest: Phrase, place: Phrase, asking: UserQuestion) -> tuple[bool, frozenset[str] | None]:
    """Whether away is asked for rather than home; nothing if it is neither."""
    questions = asking.lexicon.questions
    negations = asking.lexicon.roles["negations"]
    if rest in questions.of("not_at_home") or place in questions.of("not_at_home"):
        return True, _HOME
    plain = without(rest, negations)
    if plain in questions.of("at_home") or place in questions.of("at_home"):
        return plain != rest, _HOME
    return False, None


def _zone(
    rest: Phrase, place: Phrase, people: tuple[Entity, ...], asking: UserQuestion
) -> frozenset[str] | None:
    """The zone of this name, as states call it; whoever is there is in a state of its name."""
    states = asking.scene.home.states
    zones = {one.name for one in asking.scene.home.layout.entities.values() if one.domain == "zone"}
    known = zones | {states[one.entity_id].value for one in people}
    found = frozenset(one for one in known if asking.lexicon.words(one) == place)
    if found:
        return found
    # "At school" is a place even where nobody has ever been.
    said_as_place = rest[:1] in asking.lexicon.roles["places"]
    known_otherwise = read_target(place, asking.lexicon, asking.names)
    if not said_as_place or known_otherwise.kinds or known_otherwise.areas:
        return None
    return frozenset({original_spelling(place, asking.scene.heard, asking.lexicon)})


def _bare(words: Phrase, asking: UserQuestion) -> Phrase:
    """A place without the small words before it; inside its name they belong to it."""
    small = asking.lexicon.roles["articles"] | asking.lexicon.roles["places"]
    while phrase := find_phrase(words, small, 0):
        words = words[len(phrase) :]
    return words


def _names_a_room(place: Phrase, asking: UserQuestion) -> bool:
    target = read_target(place, asking.lexicon, asking.names)
    return bool(target.areas or target.floors or target.here) and not target.names


def _sensed(response: str, place: Phrase, asking: UserQuestion) -> Plan:
    found = asking.found(place, _senses_somebody, any_kind=True, every=True)
    if found:
        return query_plan(found, response, wanted=frozenset({"on"}), slots={"state": "occupied"})
    where = read_target(place, asking.lexicon, asking.names)
    areas = [asking.scene.home.layout.areas[one].name for one in sorted(where.areas)]
    if areas:
        return refusal_plan("no_device_class_in_area", device_class="occupancy", area=areas[0])
    return refusal_plan("no_device_class", device_class="occupancy")
