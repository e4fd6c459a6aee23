"""A question about how things are → plan: which entities to look at, and for what. Never acts."""

from collections.abc import Callable

from ..home import Entity
from ..plan import Plan, QueryStep, Wording
from .conditions import states_meaning
from .frame import read_target, without
from .joined import parted
from .lexicon import Lexicon, Phrase
from .names import Names
from .question_form import Asked, read_question, without_prefix
from .resolve import Resolver
from .targets import Scene
from .understanding import Question, Refusal, UnresolvedError

# What a figure is called where a thing tells it itself, in the order in which it is looked for.
_TOLD_BY = {
    "temperature": ("current_temperature", "temperature"),
    "humidity": ("current_humidity", "humidity"),
    "brightness": ("brightness",),
    "volume": ("volume_level",),
    "position": ("current_position",),
    "speed": ("percentage",),
    "battery": ("battery_level",),
    "fan_mode": ("fan_mode",),
    "preset": ("preset_mode",),
    "set_to": ("temperature", "humidity", "percentage"),
}


def understand_question(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a question; nothing if it is none, or none that we know."""
    heard = parted(lexicon.words(text), lexicon, names)
    words = without_prefix(tuple(one for one in heard if one != ","), lexicon)
    if words in lexicon.asking["weather"]:
        return _about_all("weather", frozenset(), Wording(intent="HassGetWeather"), scene)
    if words in lexicon.asking["people"]:
        wording = Wording(intent="HassGetState", response="which")
        return _about_all("person", frozenset({"home"}), wording, scene)
    asked = read_question(heard, lexicon, names, marked=text.rstrip().endswith("?"))
    if asked is None:
        return None
    try:
        return _plan(asked, scene, lexicon, names)
    except UnresolvedError as unresolved:
        return unresolved.instead


def _about_all(domain: str, wanted: frozenset[str], wording: Wording, scene: Scene) -> Plan | None:
    ids = tuple(one.entity_id for one, _ in scene.home.exposed() if one.domain == domain)
    if domain == "weather":
        ids = ids[:1]
    step = QueryStep(entity_ids=ids, wanted=wanted, wording=wording)
    return Plan(steps=(step,)) if ids else None


def _plan(asked: Asked, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
    if asked.form == "value":
        return _value(asked, scene, lexicon, names)
    word = asked.state or ""

    found = _that_can_be(word, asked, scene, lexicon, names)
    wanted = frozenset(state for one in found for state in states_meaning(word, one))
    response = _response(asked, found)
    slots = {"name": found[0].name, "state": word}
    step = QueryStep(
        entity_ids=tuple(one.entity_id for one in found),
        wanted=wanted,
        wording=Wording(intent="HassGetState", response=response, slots=slots),
    )
    return Plan(steps=(step,))


def _that_can_be(
    word: str, asked: Asked, scene: Scene, lexicon: Lexicon, names: Names
) -> tuple[Entity, ...]:
    """Whatever is asked about and can be so; a thing itself before the sensor of the same name."""
    small = lexicon.roles["articles"] | lexicon.roles["places"]
    named = names.entities.get(without(asked.rest, small), ())

    def thing(entity: Entity) -> bool:
        meant = not named or entity.entity_id in named
        return meant and entity.domain != "binary_sensor" and bool(states_meaning(word, entity))

    def anything(entity: Entity) -> bool:
        return bool(states_meaning(word, entity))

    target = read_target(asked.rest, lexicon, names)
    # "Is anything open" is about windows as well, but "is anything on" not about motion.
    whatever = target.kinds or not (target.names or word in ("on", "off"))
    if whatever and (asked.form != "yes_no" or asked.any or asked.every):
        return _several(asked, scene, lexicon, names, anything)
    try:
        return _several(asked, scene, lexicon, names, thing)
    except UnresolvedError:
        return _several(asked, scene, lexicon, names, anything)


def _several(
    asked: Asked,
    scene: Scene,
    lexicon: Lexicon,
    names: Names,
    suits: Callable[[Entity], bool],
) -> tuple[Entity, ...]:
    """Whatever is asked about: unlike a command, a question may mean all of a kind unsaid."""
    target = read_target(asked.rest, lexicon, names)
    rest = asked.rest
    loosely = asked.form != "yes_no" or asked.every or asked.any
    if loosely and not (target.kinds or target.names or target.everything):
        # "Is everybody in?" is about all that can be in.
        rest = (*min(lexicon.roles["everything"]), *rest)
    elif target.kinds and not target.names and (loosely or target.plural):
        rest = (*min(lexicon.roles["all"]), *rest)
    return Resolver(scene, lexicon, names, suits).resolve(rest)


def _response(asked: Asked, found: tuple[Entity, ...]) -> str:
    if asked.form == "yes_no":
        if asked.every:
            return "all"
        return "one_yesno" if len(found) == 1 and not asked.any else "any"
    return asked.form


def _value(asked: Asked, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
    """A figure: from a sensor for it there, else what a thing there tells of itself."""
    attribute = asked.attribute
    if attribute is None:
        found = (
            _measuring(asked.rest, lambda _entity: True, scene, lexicon, names)
            if asked.rest
            else None
        )
        return None if found is None else _looking(found, None, scene)
    for suits in (_senses(attribute), _tells(attribute, scene)):
        found = _measuring(asked.rest, suits, scene, lexicon, names)
        if found is not None:
            return _looking(found, attribute, scene)
    return None


def _measuring(
    rest: Phrase, suits: Callable[[Entity], bool], scene: Scene, lexicon: Lexicon, names: Names
) -> Entity | None:
    """The one thing that measures it there; where no place is named, in the speaker's room."""
    if without(rest, lexicon.roles["articles"] | lexicon.roles["places"]):
        try:
            found = Resolver(scene, lexicon, names, suits, any_kind=True).resolve(rest)
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question):
                raise
            return None
    else:
        found = tuple(entity for entity, _ in scene.home.exposed() if suits(entity))
        if scene.area is not None:
            found = tuple(one for one in found if one.area_id == scene.area.area_id)
    return found[0] if len(found) == 1 else None


def _senses(attribute: str) -> Callable[[Entity], bool]:
    return lambda entity: entity.domain == "sensor" and entity.device_class == attribute


def _tells(attribute: str, scene: Scene) -> Callable[[Entity], bool]:
    names = _TOLD_BY.get(attribute, ())

    def tells(entity: Entity) -> bool:
        attributes = scene.home.states[entity.entity_id].attributes
        return entity.domain != "weather" and any(
            attributes.get(name) is not None for name in names
        )

    return tells


def _looking(entity: Entity, attribute: str | None, scene: Scene) -> Plan:
    shown = None
    if attribute is not None and entity.domain != "sensor":
        attributes = scene.home.states[entity.entity_id].attributes
        shown = next(name for name in _TOLD_BY[attribute] if attributes.get(name) is not None)
    wording = Wording(intent="HassGetState", response="one", slots={"name": entity.name})
    step = QueryStep(entity_ids=(entity.entity_id,), attribute=shown, wording=wording)
    return Plan(steps=(step,))
