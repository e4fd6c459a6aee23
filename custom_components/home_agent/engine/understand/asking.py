"""A question about how things are → plan: which entities to look at, and for what. Never acts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..home import Entity
from ..plan import Plan, QueryStep, Wording
from .conditions import states_meaning
from .frame import find_phrase, read_target, without
from .lexicon import Lexicon, Phrase
from .names import Names
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What a question asks, and the words that are left for what it is about."""

    form: str
    state: str | None = None
    attribute: str | None = None
    every: bool = False
    any: bool = False
    rest: Phrase = ()


def understand_question(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a question; nothing if it is none, or none that we know."""
    words = _without_prefix(tuple(one for one in lexicon.words(text) if one != ","), lexicon)
    if words in lexicon.asking["weather"]:
        return _about_all("weather", frozenset(), Wording(intent="HassGetWeather"), scene)
    if words in lexicon.asking["people"]:
        wording = Wording(intent="HassGetState", response="which")
        return _about_all("person", frozenset({"home"}), wording, scene)
    asked = _read(lexicon.words(text), lexicon, names, marked=text.rstrip().endswith("?"))
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


def _read(words: Phrase, lexicon: Lexicon, names: Names, *, marked: bool) -> _Asked | None:
    whole = tuple(word for word in words if word != ",")
    words = _without_prefix(whole, lexicon)
    prefixed = words[:1] != whole[:1]
    opener = find_phrase(words, lexicon.degrees, 0)
    if opener:
        rest = _clean(words[len(opener) :], lexicon, names)
        return _Asked(form="value", attribute=lexicon.degrees[opener], rest=rest)
    form, opener = _opener(words, lexicon)
    if not opener and not prefixed:
        shortly = _asks_shortly(words, lexicon, names)
        # "Kitchen lights on?" asks by its tone.
        return shortly or (_asks_state("yes_no", (), words, lexicon, names) if marked else None)
    rest = words[len(opener) :]
    # "Tell me whether the door is locked" tells its state as a statement does.
    return (
        _asks_value(rest, lexicon, names)
        if opener and form == "value"
        else _asks_state(form if opener else "yes_no", opener, rest, lexicon, names)
    )


def _asks_shortly(words: Phrase, lexicon: Lexicon, names: Names) -> _Asked | None:
    """Nothing but what is wanted: "kitchen temperature", "car battery level"."""
    attribute, left = _take(words, lexicon.attributes, names)
    if words in names.entities:
        # a reading that is called by its full name
        sensors = all(one.startswith("sensor.") for one in names.entities[words])
        return _Asked(form="value", rest=words) if sensors else None
    ends_so = any(words[-len(one) :] == one for one in lexicon.attributes)
    if attribute is None or not ends_so:
        return None
    return _Asked(form="value", attribute=attribute, rest=_clean(left, lexicon, names))


def _asks_value(rest: Phrase, lexicon: Lexicon, names: Names) -> _Asked | None:
    state, left = _take(rest, lexicon.states, names)
    if state is not None and left:
        return None
    attribute, left = _take(rest, lexicon.attributes, names)
    if attribute is None and any(
        find_phrase(rest, lexicon.asking["set_to"], at) for at in range(len(rest))
    ):
        attribute = "set_to"
    return _Asked(form="value", attribute=attribute, rest=_clean(left, lexicon, names))


def _asks_state(
    form: str, opener: Phrase, rest: Phrase, lexicon: Lexicon, names: Names
) -> _Asked | None:
    state, left = _take(rest, lexicon.states, names)
    if state is None:
        kinds = read_target(rest, lexicon, names).kinds
        sensed = {kind for kind in kinds if kind.startswith("binary_sensor.")}
        if not kinds or kinds != sensed:
            return None
        state = "detected"
    said = (*opener, *rest)
    return _Asked(
        form=form,
        state=state,
        every=_says(said, "every", lexicon),
        any=_says(said, "any", lexicon),
        rest=_clean(left, lexicon, names),
    )


def _says(words: Phrase, what: str, lexicon: Lexicon) -> bool:
    return any(words[at : at + 1] in lexicon.asking[what] for at in range(len(words)))


def _without_prefix(words: Phrase, lexicon: Lexicon) -> Phrase:
    for end in sorted(lexicon.asking["ends"], key=len, reverse=True):
        if len(words) > len(end) and words[-len(end) :] == end:
            words = words[: -len(end)]
    while phrase := find_phrase(words, lexicon.asking["prefixes"], 0):
        words = words[len(phrase) :]
    return words


def _opener(words: Phrase, lexicon: Lexicon) -> tuple[str, Phrase]:
    found = {
        form: find_phrase(words, lexicon.asking[form], 0)
        for form in ("yes_no", "which", "how_many", "value")
    }
    form = max(found, key=lambda one: len(found[one]))
    return form, found[form]


def _take(words: Phrase, senses: Mapping[Phrase, str], names: Names) -> tuple[str | None, Phrase]:
    """The last of some phrases that is not part of a name, and the words without it."""
    found = [
        (start + len(phrase), len(phrase))
        for start in range(len(words))
        if (phrase := find_phrase(words, senses, start))
        and not _in_longer_name(words, start, len(phrase), names)
    ]
    if not found:
        return None, words
    end, length = max(found)
    return senses[words[end - length : end]], words[: end - length] + words[end:]


def _in_longer_name(words: Phrase, at: int, length: int, names: Names) -> bool:
    return any(
        words[start:end] in names.entities
        for start in range(max(0, at - 6), at + 1)
        for end in range(at + length, min(len(words), at + length + 6) + 1)
        if end - start > length
    )


def _clean(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    small = lexicon.asking["links"] | lexicon.asking["any"]
    for length in range(len(words), 1, -1):
        for start in range(len(words) - length + 1):
            end = start + length
            if words[start:end] in names.entities:
                # what links elsewhere may be part of a name
                return (
                    without(words[:start], small) + words[start:end] + without(words[end:], small)
                )
    return without(words, small)


# What to look at


def _plan(asked: _Asked, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
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
    word: str, asked: _Asked, scene: Scene, lexicon: Lexicon, names: Names
) -> tuple[Entity, ...]:
    """Whatever is asked about and can be so; a thing itself before the sensor of the same name."""

    def thing(entity: Entity) -> bool:
        return entity.domain != "binary_sensor" and bool(states_meaning(word, entity))

    def anything(entity: Entity) -> bool:
        return bool(states_meaning(word, entity))

    if read_target(asked.rest, lexicon, names).kinds and (
        asked.form != "yes_no" or asked.any or asked.every
    ):
        return _several(asked, scene, lexicon, names, anything)
    try:
        return _several(asked, scene, lexicon, names, thing)
    except UnresolvedError:
        return _several(asked, scene, lexicon, names, anything)


def _several(
    asked: _Asked,
    scene: Scene,
    lexicon: Lexicon,
    names: Names,
    suits: Callable[[Entity], bool],
) -> tuple[Entity, ...]:
    """Whatever is asked about: unlike a command, a question may mean all of a kind unsaid."""
    target = read_target(asked.rest, lexicon, names)
    rest = asked.rest
    if (
        target.kinds
        and not target.names
        and (asked.form != "yes_no" or target.plural or asked.every)
    ):
        rest = ("all", *rest)
    return Resolver(scene, lexicon, names, suits).resolve(rest)


def _response(asked: _Asked, found: tuple[Entity, ...]) -> str:
    if asked.form == "yes_no":
        if asked.every:
            return "all"
        return "one_yesno" if len(found) == 1 and not asked.any else "any"
    return asked.form


def _value(asked: _Asked, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
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
