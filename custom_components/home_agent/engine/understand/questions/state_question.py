"""A question after a condition, read: what is asked, of what, and in what form."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...home import Entity
from ...home.measures import name_colour
from ..clauses.frame import Target, read_target
from ..conditions.state_words import is_of_a_place, proper_states, states_meaning
from ..lexicon.lexicon import Phrase
from ..resolve.candidates import Candidates, EntityPredicate
from ..resolve.concepts import load_spoken
from ..text.phrases import without
from ..understanding import UnresolvedError
from .narrowing import take_outdoors
from .user_question import Form, UserQuestion

_QUANTITIES = ("none", "every", "any")
_SAYING_NOTHING = ("links", "any", "every", "none", "things", "subject_pronouns")

# What is said of the house where nothing is named: "have we locked up".
_OF_THE_HOUSE = frozenset({"armed", "disarmed", "locked", "unlocked"})

# What a room is if the doors, windows or locks there are.
_OF_A_ROOM = frozenset({"closed", "locked", "open", "unlocked"})

_OF_POWER = frozenset({"off", "on"})

# By kind, the modes in which anything else does the same.
_MODES_OF = {
    "climate.cool": frozenset({"cool", "heat_cool"}),
    "climate.heat": frozenset({"heat", "heat_cool"}),
}

_FRONT_DOOR = "parts.front_door"
_DOORS = frozenset({"binary_sensor.door", "cover.door", "lock"})

# What machines do, and no lamp: "is the laundry done" asks after none that is off.
_OF_MACHINES = frozenset({"running", "stopped"})

# "Are the windows closed" is asked by somebody who wants all of them to be; "are the lights on" by
# somebody who wants to know of any.
_MEANT_OF_ALL = frozenset(
    {
        *("clear", "closed", "connected", "docked", "dry", "home", "locked", "normal", "off"),
        *("ok", "safe", "stopped", "up_to_date", "vacant"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StateQuestion:
    """One way to read a question: what is asked, and of what."""

    word: str
    """The condition, as in `conditions`."""

    said: Phrase
    """The words for what may be so."""

    form: Form
    quantity: str
    """any, every, none, or nothing said."""

    negated: bool
    generic: bool
    """Whether it is about whatever there is, rather than about a thing or kind."""

    colour: bool = False
    """Whether it is the colour of a light."""

    question: UserQuestion

    @property
    def several(self) -> bool:
        """Whether all that fit are meant, where no more than a kind is said."""
        return self.form in ("which", "how_many") or bool(self.quantity)

    @property
    def of_rooms(self) -> bool:
        """Whether rooms are asked for, by what is so in them: "which rooms have a light on"."""
        question = self.question
        return self.form in ("which", "how_many") and question.has(question.words, "rooms")

    @property
    def subject(self) -> bool:
        """Whether it is clear what it is about, be it that it needs no word."""
        question = self.question
        target = read_target(self.said, question.lexicon, question.names)
        return (
            question.names_anything(self.said)
            or self.generic
            or self.several
            or target.everywhere
            or (self.word in _OF_THE_HOUSE and not question.has_pronoun)
            or _is_of_a_place(self.word)
        )

    @property
    def of_anything(self) -> bool:
        """Whether it is about whatever there is, or is in a place."""
        return self.generic or (self.several and not self.question.names_anything(self.said))

    def find(self, suits: EntityPredicate) -> tuple[Entity, ...]:
        """What suits and is asked about. Raises `UnresolvedError` if nothing is."""
        question = self.question
        if self.of_anything:
            # Whatever there is, but people are no things: "are any updates available".
            return question.find(
                self.said,
                lambda entity: entity.domain != "person" and suits(entity),
                any_kind=True,
                every=True,
            )
        target = read_target(self.said, question.lexicon, question.names)
        named = question.has_full_name(self.said, lambda entity: entity.domain == "light")
        if self.word in _OF_MACHINES and "light" not in target.kinds and not named:
            suits = _but_lights(suits)
        every = self.several or (target.plural and not target.names)
        if front_door := self._front_door(target, suits):
            return front_door
        if outdoors := take_outdoors(self.said, target, suits, question):
            said, suits = outdoors
            return question.find(said, suits, every=True)
        if every and (here := self._here(target, suits)):
            return here
        found = question.find(self.said, suits, every=every, any_kind=self._any_kind)
        return self._of_its_kind(found, target, suits)

    def _here(self, target: Target, suits: EntityPredicate) -> tuple[Entity, ...]:
        """Those in the speaker's room, where no more than a kind is said: "are the lights on"."""
        area = self.question.scene.area
        elsewhere = target.areas or target.floors or target.everywhere or target.all
        anywhere = self.several or self.question.has(self.question.words, "any")
        if area is None or elsewhere or anywhere or target.names:
            return ()
        return self.question.try_find(
            self.said, lambda entity: entity.area_id == area.area_id and suits(entity), every=True
        )

    def _of_heating(
        self, found: tuple[Entity, ...], target: Target, suits: EntityPredicate
    ) -> tuple[Entity, ...]:
        """What heats or cools beside what is known to be for that by its name or its class.

        A plug that is called so is meant before all others: "Radiador de aceite".
        """
        question = self.question
        words = question.lexicon.words

        def is_called(entity: Entity) -> bool:
            return any(set(target.words) <= {*words(name)} for name in entity.names)

        if any(map(is_called, found)):
            return found
        called = question.exposed(
            lambda entity: entity.domain == "switch" and is_called(entity) and suits(entity)
        )
        if called or question.scene.area is not None:
            return called or found
        states = question.home.states
        modes = frozenset[str]().union(*(_MODES_OF.get(kind, ()) for kind in target.kinds))
        beside = question.exposed(
            lambda entity: (
                entity.domain == "climate"
                and entity not in found
                and states[entity.entity_id].value in modes
                and suits(entity)
            )
        )
        return (*found, *beside)

    def _is_called_by_room(self, entity: Entity, target: Target) -> bool:
        """Whether a name has no more to it than a room and what was said."""
        words = self.question.lexicon.words
        area = self.question.home.layout.area_of(entity)
        name = words(entity.name)
        rooms = {*words(area.name)} if area is not None else set[str]()
        bare = tuple(word for word in name if word not in rooms)
        return bare != name and bare == target.words

    def _front_door(self, target: Target, suits: EntityPredicate) -> tuple[Entity, ...]:
        """The door of the home, where that is said: "the door to the flat"."""
        one = target.everywhere and not (self.several or target.plural or target.names)
        if not one or target.kinds.isdisjoint(_DOORS):
            return ()
        phrases = load_spoken(self.question.lexicon).phrases.get(_FRONT_DOOR, ())
        found = (self.question.try_find(phrase, suits) for phrase in phrases)
        return next(filter(None, found), ())

    def _of_its_kind(
        self, found: tuple[Entity, ...], target: Target, suits: EntityPredicate
    ) -> tuple[Entity, ...]:
        """All of a kind, where no more than that is said, and one of them may be called so too.

        "Is the TV on" is about every TV, though one is the "Lounge TV"; but for the one where the
        question is asked. What has more of a name than its room and its kind is meant by that.
        """
        question = self.question
        area = question.scene.area
        elsewhere = target.names or target.areas or target.floors or target.here or target.single
        if not target.kinds or elsewhere:
            return found
        if all(kind.partition(".")[0] == "climate" for kind in target.kinds):
            return self._of_heating(found, target, suits)
        if len(found) != 1:
            return found
        here = area is not None and found[0].area_id == area.area_id
        if not self.several and (here or not self._is_called_by_room(found[0], target)):
            return found
        alike = Candidates(question, suits).of_kind(replace(target, marks=target.marks | {"all"}))
        return alike if found[0] in alike else found

    def try_find(self, suits: EntityPredicate) -> tuple[Entity, ...]:
        """What suits and is asked about; empty if nothing does."""
        try:
            return self.find(suits)
        except UnresolvedError:
            return ()

    def response(self, found: tuple[Entity, ...]) -> str:
        """How the answer is put."""
        if self.form != "yes_no":
            return self.form
        if self.quantity in ("none", "every"):
            return {"none": "none", "every": "all"}[self.quantity]
        if len(found) == 1 and not self.quantity:
            return "one_yesno"
        of_all = self.word in _MEANT_OF_ALL and not self.quantity and not self.negated
        return "all" if of_all else "any"

    @property
    def _any_kind(self) -> bool:
        """Whether a place alone says enough."""
        target = read_target(self.said, self.question.lexicon, self.question.names)
        return (
            _is_of_a_place(self.word)
            or self.form != "yes_no"
            or (self.word in _OF_A_ROOM and bool(target.areas or target.floors))
        )


def _is_of_a_place(word: str) -> bool:
    """Whether a room may be so; nobody says of one that it is done."""
    return is_of_a_place(word) and word not in _OF_MACHINES


def _but_lights(suits: EntityPredicate) -> EntityPredicate:
    return lambda entity: entity.domain != "light" and suits(entity)


def read_state_questions(
    form: Form, rest: Phrase, question: UserQuestion
) -> Iterator[StateQuestion]:
    """The ways to read a question, the likeliest first."""
    places: list[StateQuestion] = []
    conditions = question.lexicon.questions.conditions
    negations = question.lexicon.roles["negations"]
    opener = question.words[: len(question.words) - len(rest)]
    # "Läuft der Fernseher" asks with the condition itself.
    asked = [word for words, _ in question.occurrences(opener, conditions) for word in words]
    for words, left in question.occurrences(rest, conditions):
        taken = _taken(rest, left)
        if taken in question.lexicon.questions.of("end_states") and rest[-len(taken) :] != taken:
            continue
        # The "n" of "n'est pas disponible" denies no more than the "pas" does.
        about = without(left, negations) if taken[:1] in negations else left
        ways = [_condition(word, about, form, question) for word in words]
        beside = asked + [
            word
            for others, other in question.occurrences(left, conditions)
            if (said := _taken(left, other)) not in question.names.floors
            # "Ein Fenster" is one of them, and not on.
            and said not in question.lexicon.roles["articles"]
            for word in others
        ]
        ways = [way for way in ways if not beside or not _is_denied(way, beside)]
        # A lamp that is out is off; a robot that is out is away.
        # What tells of its plug that it is in, is not merely on.
        ways = sorted(ways, key=lambda way: (_is_loose(way), way.word in _OF_POWER))
        if _taken(rest, left) in question.names.floors:
            # "Oben" is where, unless nothing else is asked: "sind die Rollläden oben".
            places += ways
        else:
            yield from ways
    yield from (_condition(word, rest, form, question) for word in asked)
    yield from places
    for rgb, left in question.occurrences(rest, question.lexicon.colours):
        yield replace(_condition(name_colour(rgb), left, form, question), colour=True)
    about = question.without(rest, "links", "any", "things")
    target = read_target(about, question.lexicon, question.names)
    # "Is there any smoke?" asks whether it is detected, as does "do we have mains supply".
    sensed = target.kinds or question.names.entities.get(target.words, ())
    if sensed and all(kind.startswith("binary_sensor.") for kind in sensed):
        yield _condition("detected", rest, form, question)


def _is_denied(condition: StateQuestion, beside: list[str]) -> bool:
    """Whether the words beside it say something else: what "läuft durch" runs, and is not done."""
    found = condition.try_find(lambda entity: bool(states_meaning(condition.word, entity)))
    others = (
        (entity, frozenset().union(*(states_meaning(word, entity) for word in beside)))
        for entity in found
    )
    # What cannot be said of it says nothing of it: nobody calls a window "at home".
    return any(
        said and not states_meaning(condition.word, entity) & said for entity, said in others
    )


def _taken(words: Phrase, left: Phrase) -> Phrase:
    """The words that are left out of others, in one place."""
    length = len(words) - len(left)
    at = next(at for at in range(len(left) + 1) if words[:at] + words[at + length :] == left)
    return words[at : at + length]


def _is_loose(condition: StateQuestion) -> bool:
    """Whether nothing that is asked about is properly called so."""
    return not condition.try_find(lambda entity: bool(proper_states(condition.word, entity)))


def _condition(word: str, left: Phrase, form: Form, question: UserQuestion) -> StateQuestion:
    negations = question.lexicon.roles["negations"]
    quantity = _quantity(left, question)
    # "Isn't the door locked?" asks whether it is.
    after = left[1:] if form == "yes_no" and left[:1] in negations else left
    said = without(after, negations) if quantity != "none" else after
    about = question.without(said, *_SAYING_NOTHING)
    # "Which rooms have a window open" is about windows.
    in_rooms = question.without(about, "rooms")
    return StateQuestion(
        word=word,
        said=in_rooms if question.names_anything(in_rooms) or _is_of_a_place(word) else about,
        form=form,
        quantity=quantity,
        negated=(said != after) is not bool(question.opener("forgotten")),
        generic=question.has(said, "things"),
        question=question,
    )


def _quantity(words: Phrase, question: UserQuestion) -> str:
    said = (
        quantity
        for quantity in _QUANTITIES
        if question.has(words, quantity) or question.opener(quantity)
    )
    return next(said, "")
