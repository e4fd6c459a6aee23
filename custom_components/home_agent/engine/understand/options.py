"""Choosing one of the options that a thing offers: a mode, a preset, a source, a programme."""

from collections.abc import Iterable, Mapping

from ..home import Entity, ServiceCall, State
from ..plan import CallStep, Plan
from .accents import without_accents
from .frame import LONGEST_TARGET, without
from .lexicon import Lexicon, Phrase
from .names import Names
from .resolve import Resolver
from .targets import Scene
from .understanding import UnresolvedError
from .wordings import wording_of

# By domain: where the options are listed, and the service and datum that choose one.
_CHOICES: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "climate": (
        ("preset_modes", "set_preset_mode", "preset_mode"),
        ("hvac_modes", "set_hvac_mode", "hvac_mode"),
        ("fan_modes", "set_fan_mode", "fan_mode"),
        ("swing_modes", "set_swing_mode", "swing_mode"),
    ),
    "fan": (("preset_modes", "set_preset_mode", "preset_mode"),),
    "humidifier": (("available_modes", "set_mode", "mode"),),
    "input_select": (("options", "select_option", "option"),),
    "light": (("effect_list", "turn_on", "effect"),),
    "media_player": (
        ("source_list", "select_source", "source"),
        ("sound_mode_list", "select_sound_mode", "sound_mode"),
    ),
    "select": (("options", "select_option", "option"),),
    "vacuum": (("fan_speed_list", "set_fan_speed", "fan_speed"),),
    "water_heater": (("operation_list", "set_operation_mode", "operation_mode"),),
}

# "Set the radio in the bath on the first floor to jazz in the evening" is as far as people go.
_MOST_SPLITS = 6


def understand_choice(words: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
    """The plan for "set X to OPTION"; nothing if the sentence is no such, or nothing offers it."""
    states = scene.home.states
    for target, option in _splits(_after_verb(words, lexicon), lexicon):

        def offers(entity: Entity, option: Phrase = option) -> bool:
            return _call(entity, states[entity.entity_id], option, lexicon) is not None

        try:
            found = Resolver(scene, lexicon, names, offers).resolve(target)
        except UnresolvedError:
            continue
        calls = [
            call for one in found if (call := _call(one, states[one.entity_id], option, lexicon))
        ]
        words_for_it = wording_of(calls, found[0].name)
        return Plan(steps=tuple(CallStep(call=call, wording=words_for_it) for call in calls))
    return None


def _after_verb(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words less a verb that sets; "boiler to eco" does without one."""
    heads = [
        entry.head
        for entry in lexicon.acts.get(words[0], ())
        if "set" in entry.acts and not entry.tail and words[: len(entry.head)] == entry.head
    ]
    if not heads:
        begun = any(entry.head for entry in lexicon.acts.get(words[0], ()))
        return () if begun else words
    return words[len(max(heads, key=len)) :]


def _splits(words: Phrase, lexicon: Lexicon) -> Iterable[tuple[Phrase, Phrase]]:
    """Where a sentence may part into the thing and the option: "to", "in", "on"."""
    marks = lexicon.roles["amount_marks"] | lexicon.roles["places"]
    left = _MOST_SPLITS if len(words) <= LONGEST_TARGET else 0
    for at in range(len(words) - 1, 0, -1):
        if left and words[at : at + 1] in marks and at + 1 < len(words):
            left -= 1
            yield words[:at], words[at + 1 :]
            # "the source of the television" is the television
            yield without(words[:at], lexicon.roles["option_nouns"]), words[at + 1 :]
            # "put Netflix on the television"
            yield words[at + 1 :], words[:at]


def _call(entity: Entity, state: State, option: Phrase, lexicon: Lexicon) -> ServiceCall | None:
    for listed, service, datum in _CHOICES.get(entity.domain, ()):
        for offered in state.attributes.get(listed) or ():
            if _is_meant(lexicon.words(str(offered).replace("_", " ")), option, lexicon):
                return ServiceCall(
                    domain=entity.domain,
                    service=service,
                    targets=(entity.entity_id,),
                    data={datum: offered},
                )
    return None


def _is_meant(offered: Phrase, said: Phrase, lexicon: Lexicon) -> bool:
    """Whether an option was said, perhaps with an article before it, and "mode" at either end."""
    while said and said[:1] in lexicon.roles["articles"]:
        said = said[1:]
    nouns = lexicon.roles["option_nouns"]
    ways = [said]
    ways += [said[:-1]] if said[-1:] in nouns else []
    ways += [said[1:]] if said[:1] in nouns else []
    return any(_plain(offered) in (_plain(way), (lexicon.options.get(way),)) for way in ways if way)


def _plain(words: Phrase) -> Phrase:
    return tuple(without_accents(word) for word in words)
