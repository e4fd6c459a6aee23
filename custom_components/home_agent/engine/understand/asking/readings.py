"""What things read: "how warm is it in the bedroom", "what is the fan speed", "is it set to 20".

A figure comes from a sensor for it there, else from what a thing there tells of itself, else from
the device that a thing of that name belongs to.
"""

from collections.abc import Callable, Container, Iterator

from ...home import Entity
from ...home.measures import classes_of, tells
from ...plan import Plan
from ..frame import Target, find_phrase, read_target, without
from ..lexicon import Phrase
from ..question_form import Asking
from ..understanding import Refusal, UnresolvedError
from .answering import looking

# Where several of these are asked for without a place, the weather is not meant.
_OUTDOORS = "weather"

# More than anybody would listen to.
_MOST = 10

OF_ROOMS = frozenset({"temperature", "humidity", "carbon_dioxide"})
"""What a room has, as well as the things in it."""

NOT_OF_ROOMS = frozenset({"water_heater"})
"""What tells only of what is in it, wherever it stands."""

_TARGETS = {"temperature": "target_temperature", "humidity": "target_humidity"}

# What people mean by "what is the X": the thing itself, rather than what is measured of it.
_THINGS_FIRST = frozenset(
    {
        *("alarm_control_panel", "climate", "cover", "fan", "humidifier", "lawn_mower", "light"),
        *("lock", "media_player", "person", "siren", "switch", "timer", "vacuum", "valve"),
        *("water_heater", "weather", "input_boolean", "input_number", "input_select", "number"),
        *("select", "input_text", "input_datetime", "text", "device_tracker", "sun", "camera"),
    }
)


def about_readings(asking: Asking) -> Plan | None:
    """The plan for a question after a figure or a setting, if it is one."""
    missing: UnresolvedError | None = None
    untold: tuple[Entity, ...] = ()
    for measure, said in _asked(asking):
        found: tuple[Entity, ...] = ()
        try:
            found = readers(measure, said, asking)
        except UnresolvedError as unresolved:
            missing = missing or unresolved
        if found:
            return looking(found[:_MOST], "one", attribute=measure)
        if measure is not None and not untold and _is_of_a_thing(said, asking):
            untold = asking.found(said, _is_thing)
    if untold:
        return looking(untold, "untold")
    if missing is not None:
        raise missing
    return None


def _is_of_a_thing(said: Phrase, asking: Asking) -> bool:
    """Whether more is named than a place; the boiler room is no boiler."""
    target = read_target(said, asking.lexicon, asking.names)
    return bool(target.names or target.kinds) or target.words in asking.names.entities


def _asked(asking: Asking) -> Iterator[tuple[str | None, Phrase]]:
    """The measures that may be asked for, each with the words for whose."""
    form, rest = asking.form()
    opener = find_phrase(asking.words, asking.lexicon.degrees, 0)
    if len(opener) > len(asking.words) - len(rest):
        yield from _how_much(opener, asking)
    elif form == "value" or _is_short(asking) or (form == "which" and _names_one(rest, asking)):
        measured = list(_what(rest, asking))
        yield from measured
        said = _whose(rest, asking)
        asks_for_thing = form == "value" and not _asks_which(rest, asking)
        named = asking.names_in_full(said, _any)
        if (asks_for_thing and (named or not measured)) or asking.words in asking.names.entities:
            yield None, said


def _how_much(opener: Phrase, asking: Asking) -> Iterator[tuple[str, Phrase]]:
    """What "how warm is", "how long does" and the like ask for."""
    measure = asking.lexicon.degrees[opener]
    said = _whose(asking.words[len(opener) :], asking)
    if measure == "remaining":
        said = asking.less(said, "remaining_links")
    if asking.says(asking.words, "set_to"):
        yield "set_to", asking.less(said, "set_to")
    yield measure, said
    for other, left in asking.occurrences(said, asking.lexicon.questions.measures):
        if asking.content(left):
            # "how much does electricity cost"
            yield other, left


def _what(rest: Phrase, asking: Asking) -> Iterator[tuple[str, Phrase]]:
    """What "what is the volume of" and the like ask for."""
    measures = asking.lexicon.questions.measures
    if asking.says(rest, "set_to"):
        said = asking.less(rest, "set_to")
        for measure, left in asking.occurrences(said, measures):
            yield _TARGETS.get(measure, measure), _whose(left, asking)
        yield "set_to", _whose(said, asking)
    for measure, left in asking.occurrences(rest, measures):
        yield measure, _whose(left, asking)


def _asks_which(rest: Phrase, asking: Asking) -> bool:
    """Whether a condition follows, or nothing: "what is on" asks for things, not for a figure."""
    conditions = asking.lexicon.questions.conditions
    return bool(find_phrase(rest, conditions, 0)) or not asking.content(_whose(rest, asking))


def _is_short(asking: Asking) -> bool:
    """Whether nothing but what is wanted was said: "kitchen temperature", "car battery level"."""
    words = asking.words
    if ids := asking.names.entities.get(words):
        return all(one.startswith("sensor.") for one in ids)
    measures = asking.lexicon.questions.measures
    # "Pippo è in carica" ends in a condition, though "carica" alone is a measure.
    condition = _length_at_end(words, asking.lexicon.questions.conditions)
    ends_so = _length_at_end(words, measures) >= max(1, condition)
    return ends_so or bool(find_phrase(words, measures, 0))


def _length_at_end(words: Phrase, phrases: Container[Phrase]) -> int:
    return next((len(words) - at for at in range(len(words)) if words[at:] in phrases), 0)


def _names_one(rest: Phrase, asking: Asking) -> bool:
    """Whether "what" or "which" goes on with a measure: "what mode is the heating in"."""
    sensed = find_phrase(rest, asking.lexicon.questions.sensed, 0)
    if sensed and _length_at_end(rest[len(sensed) :], asking.lexicon.questions.conditions):
        # "which batteries are charging"
        return False
    return bool(find_phrase(rest, asking.lexicon.questions.measures, 0))


def _whose(words: Phrase, asking: Asking) -> Phrase:
    return asking.less(words, "links", "any", "measure_links")


def readers(measure: str | None, said: Phrase, asking: Asking) -> tuple[Entity, ...]:
    """Who tells a measure there; without a measure, what the words mean."""
    if measure is None:
        return _things(said, asking)
    target = read_target(said, asking.lexicon, asking.names)
    if not target.words and not target.here:
        return _unplaced(measure, target.everywhere, asking)
    if asking.says(said, "outside") and (found := _outside(measure, said, asking)):
        return found
    if not _is_of_a_thing(said, asking):
        return _there(measure, said, target, asking)
    senses, says_itself = _senses(measure), _says_itself(measure, asking)
    missing: UnresolvedError | None = None
    for suits in (senses, says_itself):
        try:
            return asking.find(said, suits, any_kind=True, every=True)
        except UnresolvedError as unresolved:
            missing = missing or unresolved
    things = asking.found(said, _is_thing, every=True) or asking.found(said, _any, every=True)
    if found := _of_device(measure, said, things, asking):
        return found
    if missing is None:
        return ()
    raise missing


def _there(measure: str, said: Phrase, target: Target, asking: Asking) -> tuple[Entity, ...]:
    """Who tells it in a place, or of a device that is called like one."""
    sensing, telling = (
        asking.found(said, suits, any_kind=True, every=True)
        for suits in (_senses(measure), _says_itself(measure, asking))
    )
    found = _of_the_place(measure, _both(sensing, telling), asking)
    if found := found or _of_device(measure, said, (), asking):
        return found
    rooms = asking.scene.home.layout.areas
    area = next((rooms[one] for one in sorted(target.areas)), asking.scene.area)
    missing = {"device_class": measure.replace("_", " ")}
    if area is None or target.floors:
        raise UnresolvedError(Refusal(key="no_device_class", arguments=missing))
    where = missing | {"area": area.name}
    raise UnresolvedError(Refusal(key="no_device_class_in_area", arguments=where))


def _both(sensing: tuple[Entity, ...], telling: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """The sensors for it, and what tells it itself where there is no sensor."""
    areas = {one.area_id for one in sensing} - {None}
    devices = {one.device_id for one in sensing} - {None}
    more = (one for one in telling if one.area_id not in areas and one.device_id not in devices)
    return (*sensing, *more)


def _of_the_place(measure: str, found: tuple[Entity, ...], asking: Asking) -> tuple[Entity, ...]:
    """Those that tell of a place rather than of a fridge there; all, if there are no others."""
    if measure not in OF_ROOMS:
        return found
    found = tuple(one for one in found if one.domain not in NOT_OF_ROOMS)
    elsewhere = {word for phrase in asking.lexicon.questions.of("not_rooms") for word in phrase}
    plain = [one for one in found if elsewhere.isdisjoint(asking.lexicon.words(one.name))]
    if not asking.says(asking.words, "inside"):
        return tuple(plain) or found
    layout = asking.scene.home.layout
    areas = {one.entity_id: layout.area_of(one) for one in plain}
    return tuple(
        one
        for one in plain
        if (area := areas[one.entity_id]) is None
        or elsewhere.isdisjoint(asking.lexicon.words(area.name))
    )


def _unplaced(measure: str, everywhere: bool, asking: Asking) -> tuple[Entity, ...]:  # noqa: FBT001
    """Where no place is named: in the speaker's room, else everywhere."""
    sensing = asking.exposed(_senses(measure))
    telling = asking.exposed(_says_itself(measure, asking))
    area = asking.scene.area
    if area is not None and not everywhere:
        here = [
            tuple(one for one in some if one.area_id == area.area_id) for some in (sensing, telling)
        ]
        if found := here[0] or here[1]:
            return found
    everywhere_told = _of_the_place(measure, _both(sensing, telling), asking)
    if found := everywhere_told or _of_weather(measure, asking):
        return found
    missing = measure.replace("_", " ")
    raise UnresolvedError(Refusal(key="no_device_class", arguments={"device_class": missing}))


def _of_weather(measure: str, asking: Asking) -> tuple[Entity, ...]:
    states = asking.scene.home.states
    telling = [
        one for one in asking.of_domain(_OUTDOORS) if tells(one, states[one.entity_id], measure)
    ]
    return tuple(telling[:1])


def _outside(measure: str, said: Phrase, asking: Asking) -> tuple[Entity, ...]:
    """What is measured out of doors: there, by a sensor that says so, or by the weather."""
    if found := asking.found(said, _senses(measure), any_kind=True, every=True):
        return found
    words = {word for phrase in asking.lexicon.questions.of("outside") for word in phrase}
    called = frozenset(one for word in words for one in asking.names.words.get(word, ()))
    senses = _senses(measure)
    if found := asking.exposed(lambda one: one.entity_id in called and senses(one)):
        return found
    return _of_weather(measure, asking)


def _of_device(
    measure: str, said: Phrase, things: tuple[Entity, ...], asking: Asking
) -> tuple[Entity, ...]:
    """What tells it of these things: by their device, or by the same words in its name."""
    layout = asking.scene.home.layout
    named = {one.device_id for one in things}
    plain = without(said, asking.lexicon.roles["articles"])
    named |= {
        one.device_id for one in layout.devices.values() if asking.lexicon.words(one.name) == plain
    }
    devices = named - {None}
    states = asking.scene.home.states
    words = [frozenset(asking.lexicon.words(one.name)) for one in things]

    def belongs(entity: Entity) -> bool:
        called = frozenset(asking.lexicon.words(entity.name))
        return entity.device_id in devices or any(some <= called for some in words)

    return asking.exposed(lambda one: tells(one, states[one.entity_id], measure) and belongs(one))


def _things(said: Phrase, asking: Asking) -> tuple[Entity, ...]:
    """What the words mean; of things that share them, the thing rather than its sensors."""
    target = read_target(said, asking.lexicon, asking.names)
    if not target.names and not target.kinds and not asking.names_in_full(said, _any):
        return ()
    every = target.plural and not target.names
    for suits in (_is_thing, _any):
        if asking.names_in_full(said, suits):
            return asking.find(said, suits, every=every)
    for suits in (_is_thing, _any):
        if found := asking.found(said, suits, every=every):
            return found
    return asking.find(said, _any)


def _any(_entity: Entity) -> bool:
    return True


def _is_thing(entity: Entity) -> bool:
    return entity.domain in _THINGS_FIRST


def _senses(measure: str) -> Callable[[Entity], bool]:
    classes = classes_of(measure)
    return lambda one: one.domain == "sensor" and one.device_class in classes


def _says_itself(measure: str, asking: Asking) -> Callable[[Entity], bool]:
    states = asking.scene.home.states

    def says(entity: Entity) -> bool:
        return entity.domain not in ("sensor", _OUTDOORS) and tells(
            entity, states[entity.entity_id], measure
        )

    return says
