"""Who is where: "who is home", "is Anna at work", "is anybody in the kitchen"."""

from itertools import islice

from ...home import Entity
from ...plan import Plan
from ..clauses.frame import read_target, small_words, split_except
from ..conditions.state_words import proper_states
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase, find_phrases, strip_start, without
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


def read_people_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about people; None for any other."""
    words = question.words
    if words in question.lexicon.questions.of("people") and (people := _people(question)):
        return query_plan(people, "which", wanted=_HOME)
    opener = find_phrase(words, question.lexicon.questions.of("yes_no"), 0)
    for name, response in _SUBJECTS.items():
        phrases = question.lexicon.questions.of(name)
        for start in dict.fromkeys((0, len(opener), max(0, len(opener) - 1))):
            if phrase := find_phrase(words, phrases, start):
                return _of_all(response, words[start + len(phrase) :], question)
    return _of_one(words[len(opener) :], question) if opener or question.by_tone else None


def read_presence_question(question: UserQuestion) -> Plan | None:
    """What senses somebody in a thing that is named: "is the dog in the kennel"."""
    form, rest = question.form()
    if form != "yes_no" or question.has_pronoun:
        return None
    small = question.lexicon.roles["places"]
    for at in range(1, len(rest)):
        if (
            rest[at : at + 1] not in small
            or not read_target(rest[at:], question.lexicon, question.names).names
        ):
            continue
        if found := question.try_find(rest, _senses_somebody):
            return query_plan(found, "one_yesno", wanted=frozenset({"on"}))
        if found := question.try_find(rest[at:], _senses_somebody):
            # It tells that somebody is, and not who.
            return query_plan(found, "one")
    return None


def _senses_somebody(entity: Entity) -> bool:
    return bool(proper_states("occupied", entity))


def _of_all(response: str, rest: Phrase, question: UserQuestion) -> Plan | None:
    rest, left_out = split_except(rest, question.lexicon)
    people = _less(_people(question), left_out, question)
    rest, people = _one_of(rest, people, question)
    rest = question.without(rest, "people_links")
    place = _bare(rest, question)
    negated, wanted = _where(rest, place, question)
    if wanted is not None and people:
        return query_plan(people, response, wanted=wanted, negated=negated)
    if wanted is not None:
        return _sensed_at_home(response, question, negated=negated)
    if _names_a_room(place, question):
        # Sensors tell that somebody is there, and not who.
        return _sensed("any" if response == "which" else response, place, question)
    sensed = question.without(place, "links")
    if place and (
        found := question.try_find(place, _senses_somebody)
        or question.try_find(sensed, _senses_somebody)
    ):
        # What is called after a place senses who is there.
        told = "any" if response == "which" else response
        return query_plan(found, told, wanted=frozenset({"on"}), slots={"state": "occupied"})
    if people and place and (wanted := _zone(rest, place, people, question)):
        return query_plan(people, response, wanted=wanted)
    return None


def _one_of(
    rest: Phrase, people: tuple[Entity, ...], question: UserQuestion
) -> tuple[Phrase, tuple[Entity, ...]]:
    """The words before some names, and whose these are: "who is home, Anna or Ben"."""
    links = find_phrases(rest, question.lexicon.questions.of("or"), 1)
    words = question.lexicon.words
    for at, link in islice(links, 1):
        sides = (rest[:at], rest[at + len(link) :])
        named = [
            person
            for side, is_last in zip(sides, (False, True), strict=True)
            for person in people
            if any(_stands(words(name), side, question, last=is_last) for name in person.names)
        ]
        if len(named) == len(sides):
            first = max(
                len(words(name))
                for name in named[0].names
                if _stands(words(name), sides[0], question, last=False)
            )
            left = sides[0][:-first]
            articles = question.lexicon.roles["articles"]
            return (left[:-1] if left[-1:] in articles else left), tuple(named)
    return rest, people


def _stands(name: Phrase, side: Phrase, question: UserQuestion, *, last: bool) -> bool:
    """Whether a name is all of the last of two, but for an article, or ends the first."""
    if not last:
        return bool(name) and side[-len(name) :] == name
    return bool(name) and without(side, question.lexicon.roles["articles"]) == name


def _sensed_at_home(response: str, question: UserQuestion, *, negated: bool) -> Plan:
    """What sensors tell of the whole house, where nobody is known by name.

    That nothing moves in the hall does not tell that nobody is home: then we do not know.
    """
    states = question.home.states
    found = [
        entity
        for entity, _state in question.scene.exposed()
        # A robot that is home is nobody.
        if entity.domain == "binary_sensor" and proper_states("home", entity)
    ]
    if not found:
        seen = [entity for entity, _state in question.scene.exposed() if _senses_somebody(entity)]
        found = [entity for entity in seen if states[entity.entity_id].value == "on"]
    if not found or negated or response not in ("any", "none", "which"):
        return refusal_plan("no_domain", domain="person")
    response = "any" if response == "which" else response
    return query_plan(found, response, wanted=frozenset({"on"}), slots={"state": "occupied"})


def _people(question: UserQuestion) -> tuple[Entity, ...]:
    return question.of_domain("person") or question.of_domain("device_tracker")


def _less(
    people: tuple[Entity, ...], left_out: Phrase, question: UserQuestion
) -> tuple[Entity, ...]:
    """All of them but those who are left out: "is anyone home besides Grandma"."""
    words = question.lexicon.words
    return tuple(
        person
        for person in people
        if not left_out or not any(set(words(name)) <= set(left_out) for name in person.names)
    )


def _of_one(rest: Phrase, question: UserQuestion) -> Plan | None:
    """Whether somebody is somewhere, the name first: "is Anna home"."""
    for length in range(min(3, len(rest)), 0, -1):
        ids = question.names.entities.get(rest[:length], ())
        people = [
            question.home.layout.entities[entity_id]
            for entity_id in ids
            if entity_id.startswith(("person.", "device_tracker."))
        ]
        if not people:
            continue
        people = [person for person in people if person.domain == "person"] or people
        left = question.without(rest[length:], "people_links")
        place = _bare(left, question)
        negated, wanted = _where(left, place, question)
        if wanted is None and place:
            wanted = _zone(left, place, tuple(people), question)
        return query_plan(people, "one_yesno", wanted=wanted, negated=negated) if wanted else None
    return None


def _where(
    rest: Phrase, place: Phrase, question: UserQuestion
) -> tuple[bool, frozenset[str] | None]:
    """Whether away is asked for rather than home; None if it is neither."""
    questions = question.lexicon.questions
    negations = question.lexicon.roles["negations"]
    if rest in questions.of("not_at_home") or place in questions.of("not_at_home"):
        return True, _HOME
    plain = without(rest, negations)
    if plain in questions.of("at_home") or place in questions.of("at_home"):
        return plain != rest, _HOME
    return False, None


def _zone(
    rest: Phrase, place: Phrase, people: tuple[Entity, ...], question: UserQuestion
) -> frozenset[str] | None:
    """The zone of this name, as states call it; whoever is there is in a state of its name."""
    states = question.home.states
    zones = {
        entity.name for entity in question.home.layout.entities.values() if entity.domain == "zone"
    }
    known = zones | {states[person.entity_id].value for person in people}
    found = frozenset(zone for zone in known if question.lexicon.words(zone) == place)
    if found:
        return found
    # "At school" is a place even where nobody has ever been.
    said_as_place = rest[:1] in question.lexicon.roles["places"]
    known_otherwise = read_target(place, question.lexicon, question.names)
    if not said_as_place or known_otherwise.kinds or known_otherwise.areas:
        return None
    return frozenset({original_spelling(place, question.text, question.lexicon)})


def _bare(words: Phrase, question: UserQuestion) -> Phrase:
    """A place without the small words before it; inside its name they belong to it."""
    return strip_start(words, small_words(question.lexicon))


def _names_a_room(place: Phrase, question: UserQuestion) -> bool:
    target = read_target(place, question.lexicon, question.names)
    return bool(target.areas or target.floors or target.here) and not target.names


def _sensed(response: str, place: Phrase, question: UserQuestion) -> Plan:
    found = question.try_find(place, _senses_somebody, any_kind=True, every=True)
    if found:
        return query_plan(found, response, wanted=frozenset({"on"}), slots={"state": "occupied"})
    where = read_target(place, question.lexicon, question.names)
    areas = [question.home.layout.areas[area_id].name for area_id in sorted(where.areas)]
    if areas:
        return refusal_plan("no_device_class_in_area", device_class="occupancy", area=areas[0])
    return refusal_plan("no_device_class", device_class="occupancy")
