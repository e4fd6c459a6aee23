"""Who tells a measure.

A figure comes from a sensor for it there, else from what a thing there tells of itself, else from
the device that a thing of that name belongs to.
"""

from collections.abc import Callable

from ...home import Entity
from ...home.measures import classes_of, tells
from ..clauses.frame import Target, read_target, without
from ..lexicon.lexicon import Phrase
from ..understanding import Refusal, UnresolvedError
from .user_question import UserQuestion

# Where several of these are asked for without a place, the weather is not meant.
_OUTDOORS = "weather"

OF_ROOMS = frozenset({"temperature", "humidity", "carbon_dioxide"})
"""What a room has, as well as the things in it."""

# What tells only of what is in it, wherever it stands.
_NOT_OF_ROOMS = frozenset({"water_heater"})

CONTENTS = "contents"
"""What something holds is told by whatever is called so and gives a figure."""

_HOLDING = frozenset(
    {
        *(None, "battery", "energy", "energy_storage", "gas", "moisture", "power", "volume"),
        *("volume_storage", "water", "weight"),
    }
)

# Of a longer word, so many letters are no chance: "four" of "fourniture".
_SHORT = 4

# What people mean by "what is the X": the thing itself, rather than what is measured of it.
_THINGS_FIRST = frozenset(
    {
        *("alarm_control_panel", "climate", "cover", "fan", "humidifier", "lawn_mower", "light"),
        *("lock", "media_player", "person", "siren", "switch", "timer", "vacuum", "valve"),
        *("water_heater", "weather", "input_boolean", "input_number", "input_select", "number"),
        *("select", "input_text", "input_datetime", "text", "device_tracker", "sun", "camera"),
    }
)


def is_of_a_thing(said: Phrase, asking: UserQuestion) -> bool:
    """Whether more is named than a place; the boiler room is no boiler."""
    target = read_target(said, asking.lexicon, asking.names)
    return bool(target.names or target.kinds) or target.words in asking.names.entities


def find_sources(measure: str | None, said: Phrase, asking: UserQuestion) -> tuple[Entity, ...]:
    """Who tells a measure there; without a measure, what the words mean."""
    if measure is None:
        return _things(said, asking)
    if measure == CONTENTS:
        return _holders(said, asking)
    return _telling(measure, said, asking)


def _telling(measure: str, said: Phrase, asking: UserQuestion) -> tuple[Entity, ...]:
    if measure == "temperature" and (found := _of_liquids(said, asking)):
        return found
    target = read_target(said, asking.lexicon, asking.names)
    if not target.words and not target.here:
        return _unplaced(measure, target.everywhere, asking)
    if asking.says(said, "outside") and (found := _outside(measure, said, asking)):
        return found
    if not is_of_a_thing(said, asking):
        return _there(measure, said, target, asking)
    senses, says_itself = _senses(measure), _says_itself(measure, asking)
    missing: UnresolvedError | None = None
    for suits in (senses, says_itself):
        try:
            return asking.find(said, suits, any_kind=True, every=True)
        except UnresolvedError as unresolved:
            missing = missing or unresolved
    things = asking.found(said, is_thing, every=True) or asking.found(said, _any, every=True)
    if found := _of_device(measure, said, things, asking):
        return found
    if missing is None:
        return ()
    raise missing


def _holders(said: Phrase, asking: UserQuestion) -> tuple[Entity, ...]:
    """What is called so and gives a figure that may be what something holds."""
    states = asking.scene.home.states

    def holds(entity: Entity) -> bool:
        figure = states[entity.entity_id].attributes.get("unit_of_measurement")
        return entity.domain == "sensor" and entity.device_class in _HOLDING and bool(figure)

    return asking.find(said, holds, every=True) if is_of_a_thing(said, asking) else ()


def _of_liquids(said: Phrase, asking: UserQuestion) -> tuple[Entity, ...]:
    """What tells how warm the water is, there or in the thing that is named."""
    if not asking.says(said, "liquids"):
        return ()
    states = asking.scene.home.states
    words = frozenset(word for phrase in asking.lexicon.questions.of("liquids") for word in phrase)

    def tells_of_it(entity: Entity) -> bool:
        called_so = not words.isdisjoint(asking.lexicon.words(entity.name))
        return (entity.domain == "water_heater" or called_so) and tells(
            entity, states[entity.entity_id], "temperature"
        )

    said = asking.less(said, "liquids")
    return asking.found(said, tells_of_it, any_kind=True, every=True)


def _there(measure: str, said: Phrase, target: Target, asking: UserQuestion) -> tuple[Entity, ...]:
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


def _of_the_place(
    measure: str, found: tuple[Entity, ...], asking: UserQuestion
) -> tuple[Entity, ...]:
    """Those that tell of a place rather than of a fridge there; all, if there are no others."""
    if measure not in OF_ROOMS:
        return found
    found = tuple(one for one in found if not is_of_an_appliance(one, asking))
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


def is_of_an_appliance(entity: Entity, asking: UserQuestion) -> bool:
    """Whether it tells of what is in a fridge or a boiler, rather than of the room around it."""
    if entity.domain in _NOT_OF_ROOMS:
        return True
    layout = asking.scene.home.layout
    area, device = layout.area_of(entity), layout.devices.get(entity.device_id or "")
    words = asking.lexicon.words
    # In a room that is called so itself, its sensors are: "Server room temperature".
    called = {*words(entity.name), *(words(device.name) if device else ())}
    called -= {*words(area.name)} if area else set()
    told = " ".join(words(entity.name))
    for phrase in asking.lexicon.questions.of("appliances"):
        if len(phrase) > 1:
            if f" {' '.join(phrase)} " in f" {told} ":
                return True
        elif any(_is_made_of(word, phrase[0]) for word in called):
            return True
    return False


def _is_made_of(word: str, appliance: str) -> bool:
    """Whether a word is an appliance, or begins with one: "Kühlschranktemperatur"."""
    return word == appliance or (len(appliance) > _SHORT and word.startswith(appliance))


def _unplaced(measure: str, everywhere: bool, asking: UserQuestion) -> tuple[Entity, ...]:  # noqa: FBT001
    """Where no place is named: in the speaker's room, else everywhere."""
    sensing = asking.exposed(_senses(measure))
    telling = asking.exposed(_says_itself(measure, asking))
    area = asking.scene.area
    if area is not None and not everywhere:
        for some in (sensing, telling):
            here = tuple(one for one in some if one.area_id == area.area_id)
            if found := _of_the_place(measure, here, asking):
                return found
    everywhere_told = _of_the_place(measure, _both(sensing, telling), asking)
    if found := everywhere_told or _of_weather(measure, asking):
        return found
    missing = measure.replace("_", " ")
    raise UnresolvedError(Refusal(key="no_device_class", arguments={"device_class": missing}))


def _of_weather(measure: str, asking: UserQuestion) -> tuple[Entity, ...]:
    states = asking.scene.home.states
    telling = [
        one for one in asking.of_domain(_OUTDOORS) if tells(one, states[one.entity_id], measure)
    ]
    return tuple(telling[:1])


def _outside(measure: str, said: Phrase, asking: UserQuestion) -> tuple[Entity, ...]:
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
    measure: str, said: Phrase, things: tuple[Entity, ...], asking: UserQuestion
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


def _things(said: Phrase, asking: UserQuestion) -> tuple[Entity, ...]:
    """What the words mean; of things that share them, the thing rather than its sensors."""
    target = read_target(said, asking.lexicon, asking.names)
    if not target.names and not target.kinds and not asking.names_in_full(said, _any):
        return ()
    every = target.plural and not target.names
    for suits in (is_thing, _any):
        if asking.names_in_full(said, suits):
            return asking.find(said, suits, every=every)
    for suits in (is_thing, _any):
        if found := asking.found(said, suits, every=every):
            return found
    return asking.find(said, _any)


def _any(_entity: Entity) -> bool:
    return True


def is_thing(entity: Entity) -> bool:
    """Whether it is a thing of its own, and not what is measured of one."""
    return entity.domain in _THINGS_FIRST


def _senses(measure: str) -> Callable[[Entity], bool]:
    classes = classes_of(measure)
    return lambda one: one.domain == "sensor" and one.device_class in classes


def _says_itself(measure: str, asking: UserQuestion) -> Callable[[Entity], bool]:
    states = asking.scene.home.states

    def says(entity: Entity) -> bool:
        return entity.domain not in ("sensor", _OUTDOORS) and tells(
            entity, states[entity.entity_id], measure
        )

    return says
