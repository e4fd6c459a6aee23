"""Who tells a measure.

A figure comes from a sensor for it there, else from what a thing there tells of itself, else from
the device that a thing of that name belongs to.
"""

from collections.abc import Callable

from ...home import Entity
from ...home.measures import has_measure, measures_by_unit, sensor_classes
from ..clauses.frame import Target, read_target
from ..lexicon.lexicon import Phrase
from ..resolve.candidates import EntityPredicate
from ..text.phrases import find_phrases
from ..understanding import Refusal, UnresolvedError
from .battery_owners import find_batteries_of
from .by_device import find_by_device
from .electricity import exclude_house_meters, select_house_meters
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

# Lists of words that say in a name what is measured, beside the word for that.
_SAID_BY = {"moisture": ("soil",), "precipitation": ("rain",)}

# How makers shorten what is measured, whatever the language.
_SHORTENED = {
    "battery": frozenset({"bat", "batt", "soc"}),
    "humidity": frozenset({"hum", "humid", "rh"}),
    "moisture": frozenset({"moist"}),
}

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


def is_of_a_thing(said: Phrase, question: UserQuestion) -> bool:
    """Whether more is named than a place; the boiler room is no boiler."""
    target = read_target(said, question.lexicon, question.names)
    return bool(target.names or target.kinds) or target.words in question.names.entities


def find_sources(measure: str | None, said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """Who tells a measure there; without a measure, what the words mean."""
    if measure is None:
        return _things(said, question)
    if measure == CONTENTS:
        return _holders(said, question)
    return _telling(measure, said, question)


def _telling(measure: str, said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    if measure == "temperature" and (found := _of_liquids(said, question)):
        return found
    target = read_target(said, question.lexicon, question.names)
    if not target.words and not target.here:
        return _unplaced(measure, target.everywhere, question)
    if target.here and not target.areas and question.scene.area is None:
        # Of all the rooms, none is where nobody knows who speaks.
        raise UnresolvedError(Refusal(key="no_here"))
    if question.has(said, "outside") and (found := _outside(measure, said, target, question)):
        return found
    if not is_of_a_thing(said, question):
        return _there(measure, said, target, question)
    return _of_things(measure, said, target, question)


def _of_things(
    measure: str, said: Phrase, target: Target, question: UserQuestion
) -> tuple[Entity, ...]:
    """Who tells it of the things that are named."""
    own, says_itself = match_sensors(measure, question), _says_itself(measure, question)
    if found := _of_a_kind_here(says_itself, said, target, question):
        return found
    missing: UnresolvedError | None = None
    for suits in (own, says_itself):
        try:
            return question.find(said, suits, any_kind=True, every=True)
        except UnresolvedError as unresolved:
            missing = missing or unresolved
    if found := _of_the_same_device(measure, said, question):
        return found
    if missing is None:
        return ()
    raise missing


def _of_a_kind_here(
    suits: EntityPredicate, said: Phrase, target: Target, question: UserQuestion
) -> tuple[Entity, ...]:
    """Those in the speaker's room, where no more than a kind is said: "how bright is the light"."""
    area = question.scene.area
    elsewhere = target.areas or target.floors or target.everywhere or target.all
    if area is None or elsewhere or target.names or not target.kinds:
        return ()
    return question.try_find(
        said, lambda entity: entity.area_id == area.area_id and suits(entity), every=True
    )


def _of_the_same_device(measure: str, said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """What tells it of the device of a thing, or else of whatever else is called so.

    The power of "the panels" is told by what has their energy.
    """
    things = [question.try_find(said, suits, every=True) for suits in (is_thing, _any)]
    return next(
        (found for group in things if (found := find_by_device(measure, said, group, question))), ()
    ) or (find_batteries_of(things[0], question) if measure == "battery" else ())


def _holders(said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """What is called so and gives a figure that may be what something holds."""
    states = question.home.states

    def holds(entity: Entity) -> bool:
        figure = states[entity.entity_id].attributes.get("unit_of_measurement")
        return entity.domain == "sensor" and entity.device_class in _HOLDING and bool(figure)

    return question.find(said, holds, every=True) if is_of_a_thing(said, question) else ()


def _of_liquids(said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """What tells how warm the water is, there or in the thing that is named."""
    if not question.has(said, "liquids"):
        return ()
    states = question.home.states
    words = frozenset(
        word for phrase in question.lexicon.questions.of("liquids") for word in phrase
    )

    def tells_of_it(entity: Entity) -> bool:
        called_so = not words.isdisjoint(question.lexicon.words(entity.name))
        return (entity.domain == "water_heater" or called_so) and has_measure(
            entity, states[entity.entity_id], "temperature"
        )

    said = question.without(said, "liquids")
    return question.try_find(said, tells_of_it, any_kind=True, every=True)


def _there(
    measure: str, said: Phrase, target: Target, question: UserQuestion
) -> tuple[Entity, ...]:
    """Who tells it in a place, or of a device that is called like one."""
    sensing, telling = (
        question.try_find(said, suits, any_kind=True, every=True)
        for suits in (match_sensors(measure, question), _says_itself(measure, question))
    )
    found = _of_the_place(measure, _both(sensing, telling), question)
    if found := found or find_by_device(measure, said, (), question):
        return found
    rooms = question.home.layout.areas
    area = next((rooms[area_id] for area_id in sorted(target.areas)), question.scene.area)
    missing = {"device_class": measure.replace("_", " ")}
    if area is None or target.floors:
        raise UnresolvedError(Refusal(key="no_device_class", arguments=missing))
    where = missing | {"area": area.name}
    raise UnresolvedError(Refusal(key="no_device_class_in_area", arguments=where))


def _both(sensing: tuple[Entity, ...], telling: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """The sensors for it, and what tells it itself where there is no sensor."""
    areas = {entity.area_id for entity in sensing} - {None}
    devices = {entity.device_id for entity in sensing} - {None}
    more = (
        entity
        for entity in telling
        if entity.area_id not in areas and entity.device_id not in devices
    )
    return (*sensing, *more)


def _of_the_place(
    measure: str, found: tuple[Entity, ...], question: UserQuestion
) -> tuple[Entity, ...]:
    """Those that tell of a place rather than of a fridge there; all, if there are no others."""
    if measure not in OF_ROOMS:
        return found
    found = tuple(
        entity
        for entity in found
        if _is_in_an_appliance(entity, question) or not is_of_an_appliance(entity, question)
    )
    elsewhere = {word for phrase in question.lexicon.questions.of("not_rooms") for word in phrase}
    plain = [
        entity for entity in found if elsewhere.isdisjoint(question.lexicon.words(entity.name))
    ]
    if not question.has(question.words, "inside"):
        return tuple(plain) or found
    layout = question.home.layout
    areas = {entity.entity_id: layout.area_of(entity) for entity in plain}
    return tuple(
        entity
        for entity in plain
        if (area := areas[entity.entity_id]) is None
        or elsewhere.isdisjoint(question.lexicon.words(area.name))
    )


def _is_in_an_appliance(entity: Entity, question: UserQuestion) -> bool:
    """Whether the place is itself what holds something, and its water all that is measured there.

    How warm the pool is, is how warm its water is.
    """
    area = question.home.layout.area_of(entity)
    words = question.lexicon.words(area.name) if area else ()
    return words in question.lexicon.questions.of("liquid_places") and entity.domain == "sensor"


def is_of_an_appliance(entity: Entity, question: UserQuestion) -> bool:
    """Whether it tells of what is in a fridge or a boiler, rather than of the room around it."""
    if entity.domain in _NOT_OF_ROOMS:
        return True
    layout = question.home.layout
    area, device = layout.area_of(entity), layout.devices.get(entity.device_id or "")
    words = question.lexicon.words
    # In a room that is called so itself, its sensors are: "Server room temperature".
    called = {*words(entity.name), *(words(device.name) if device else ())}
    called -= {*words(area.name)} if area else set()
    told = " ".join(words(entity.name))
    for phrase in question.lexicon.questions.of("appliances"):
        if len(phrase) > 1:
            if f" {' '.join(phrase)} " in f" {told} ":
                return True
        elif any(_is_made_of(word, phrase[0]) for word in called):
            return True
    return False


def _is_made_of(word: str, appliance: str) -> bool:
    """Whether a word is an appliance, or begins with one: "Kühlschranktemperatur"."""
    return word == appliance or (len(appliance) > _SHORT and word.startswith(appliance))


def _unplaced(measure: str, everywhere: bool, question: UserQuestion) -> tuple[Entity, ...]:  # noqa: FBT001
    """Where no place is named: in the speaker's room, else everywhere."""
    if measure == "set_to":
        # All that is set in a home has nothing in common; what was last spoken of may be meant.
        return _mentioned(_says_itself(measure, question), question)
    sensing = question.exposed(match_sensors(measure, question))
    telling = question.exposed(_says_itself(measure, question))
    area = question.scene.area
    if area is not None and not everywhere:
        for sources in (sensing, telling):
            here = tuple(entity for entity in sources if entity.area_id == area.area_id)
            if found := _of_the_place(measure, here, question):
                return found
    everywhere_told = _of_the_place(measure, _both(sensing, telling), question)
    everywhere_told = select_house_meters(measure, everywhere_told, question)
    if found := everywhere_told or _of_weather(measure, question):
        return found
    missing = measure.replace("_", " ")
    raise UnresolvedError(Refusal(key="no_device_class", arguments={"device_class": missing}))


def _mentioned(suits: EntityPredicate, question: UserQuestion) -> tuple[Entity, ...]:
    entities = question.home.layout.entities
    known = (entities.get(entity_id) for entity_id in question.scene.mentioned)
    return tuple(
        entity
        for entity in known
        if entity is not None and entity.entity_id in question.home.states and suits(entity)
    )


def find_users(measure: str, question: UserQuestion) -> tuple[Entity, ...]:
    """What uses power or energy in this home, one by one; nothing for any other measure."""
    if measure not in ("energy", "power"):
        return ()
    return exclude_house_meters(
        measure, question.exposed(match_sensors(measure, question)), question
    )


def _of_weather(measure: str, question: UserQuestion) -> tuple[Entity, ...]:
    states = question.home.states
    telling = [
        entity
        for entity in question.of_domain(_OUTDOORS)
        if has_measure(entity, states[entity.entity_id], measure)
    ]
    return tuple(telling[:1])


def _outside(
    measure: str, said: Phrase, target: Target, question: UserQuestion
) -> tuple[Entity, ...]:
    """What is measured out of doors: there, by a sensor that says so, or by the weather."""
    if target.areas:
        # "Outside on the terrace" is on the terrace.
        said = question.without(said, "outside")
    if found := question.try_find(
        said, match_sensors(measure, question), any_kind=True, every=True
    ):
        return found
    words = {word for phrase in question.lexicon.questions.of("outside") for word in phrase}
    called = frozenset(
        entity_id for word in words for entity_id in question.names.words.get(word, ())
    )
    own = match_sensors(measure, question)
    if found := question.exposed(lambda entity: entity.entity_id in called and own(entity)):
        return found
    return _of_weather(measure, question)


def _things(said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """What the words mean; of things that share them, the thing rather than its sensors."""
    target = read_target(said, question.lexicon, question.names)
    if not target.names and not target.kinds and not question.has_full_name(said, _any):
        return ()
    every = target.plural and not target.names
    for suits in (is_thing, _any):
        if question.has_full_name(said, suits):
            return question.find(said, suits, every=every)
    for suits in (is_thing, _any):
        if found := question.try_find(said, suits, every=every):
            return found
    return question.find(said, _any)


def _any(_entity: Entity) -> bool:
    return True


def is_thing(entity: Entity) -> bool:
    """Whether it is a thing of its own, and not what is measured of one."""
    return entity.domain in _THINGS_FIRST


def match_sensors(measure: str, question: UserQuestion) -> Callable[[Entity], bool]:
    """Whether an entity is a sensor for a measure: by its class, else by its unit and its name."""
    classes, states = sensor_classes(measure), question.home.states

    def is_one(entity: Entity) -> bool:
        if entity.domain != "sensor":
            return False
        if entity.device_class is not None:
            return entity.device_class in classes
        by_unit = measures_by_unit(entity, states[entity.entity_id])
        return by_unit == (measure,) or (measure in by_unit and _is_named_for(measure, entity))

    def _is_named_for(measure: str, entity: Entity) -> bool:
        """Whether a sensor that says no class is called after what it measures: "Pot moisture"."""
        object_id = entity.entity_id.partition(".")[2].replace("_", " ")
        called = [*map(question.lexicon.words, (*entity.names, object_id))]
        shortened = _SHORTENED.get(measure, frozenset())
        if any(measure in name or not shortened.isdisjoint(name) for name in called):
            # Integrations name their sensors in English, whoever lives there.
            return True
        listed = question.lexicon.questions.measures
        words = _SAID_BY.get(measure, ())
        return any(
            listed[phrase] == measure for name in called for _, phrase in find_phrases(name, listed)
        ) or any(question.has(question.lexicon.words(entity.name), word) for word in words)

    return is_one


def _says_itself(measure: str, question: UserQuestion) -> Callable[[Entity], bool]:
    states = question.home.states

    def says(entity: Entity) -> bool:
        return entity.domain not in ("sensor", _OUTDOORS) and has_measure(
            entity, states[entity.entity_id], measure
        )

    return says
