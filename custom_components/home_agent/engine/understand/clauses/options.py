"""Choosing one of the options that a thing offers: a mode, a preset, a source, a programme."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache

from ...home import Entity, ServiceCall, State
from ...home.domains import DOMAINS, Setting
from ...home.domains.setting import Options
from ...plan import CallStep
from ..effort import count_each, read_once
from ..grammar.wordings import wording_of
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.resolve import Resolver
from ..text.numerals import read_number
from ..text.phrases import find_phrase, without
from ..text.words import without_accents
from ..understanding import Question, Refusal, UnresolvedError
from ..utterance import Utterance
from .frame import LONGEST_TARGET, Frame, read_act, read_target

# By domain, in the order in which an option is looked for.
_CHOICES: Mapping[str, tuple[tuple[Setting, Options], ...]] = {
    name: chosen
    for name, domain in DOMAINS.items()
    if (
        chosen := tuple(
            (setting, setting.options)
            for setting in domain.settings
            if setting.options is not None and setting.options.said
        )
    )
}
_ARMED = {
    action.service: verb.removeprefix("arm_").replace("_", " ")
    for action in DOMAINS["alarm_control_panel"].actions
    for verb in action.verbs
    if verb.startswith("arm_")
}
_HVAC = frozenset({"climate"})
_HVAC_MODES = frozenset({"heat", "cool", "heat_cool", "auto", "dry", "fan_only", "off"})

# "Set the radio in the bath on the first floor to jazz in the evening" is as far as people go.
_MOST_SPLITS = 6


def choose(words: Phrase, utterance: Utterance) -> list[CallStep]:
    """The steps for "set X to OPTION", "eco mode on X" and the like; none if nothing offers it.

    Raises `UnresolvedError` if several things do, and we must ask which.
    """
    lexicon = utterance.lexicon
    act, _ = read_act(words, lexicon)
    if act is not None and "turn_off" in act.acts:
        # "turn off the fan in the lounge" chooses nothing of what is there instead
        return []
    turned_on = act is not None and "turn_on" in act.acts
    asked: UnresolvedError | None = None
    said = _after_verb(words, lexicon)
    for target, option in dict.fromkeys(_splits(said, lexicon, verbless=said == words)):
        try:
            found = _offering(target, option, utterance)
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question):
                asked = asked or unresolved
            continue
        if turned_on and _is_another_kind(target, option, found, utterance):
            continue
        states = utterance.home.states
        calls = [
            call
            for entity in found
            if (call := _call(entity, states[entity.entity_id], option, lexicon))
        ]
        words_for_it = wording_of(calls, found[0].name)
        return [CallStep(call=call, wording=words_for_it) for call in calls]
    if asked is not None:
        raise asked
    return []


def _is_another_kind(
    target: Phrase, option: Phrase, found: tuple[Entity, ...], utterance: Utterance
) -> bool:
    """Whether the option is a kind of thing, and what was found is only in the place named.

    "Turn on the fan in the lab" is no mode of the air conditioner there.
    """
    lexicon, names = utterance.lexicon, utterance.names
    kinds = read_target(option, lexicon, names).kinds
    where = read_target(target, lexicon, names)
    named = where.names or where.kinds
    return bool(kinds) and not named and kinds.isdisjoint(entity.domain for entity in found)


def choose_mode_and_temperature(frame: Frame, utterance: Utterance) -> list[CallStep]:
    """The steps for a mode and how warm, in one breath: "set the AC to heat at 21"."""
    lexicon = utterance.lexicon
    words, degrees = _take_temperature(frame.said, lexicon)
    if degrees is None and frame.amount is not None and frame.amount.unit in ("", "degrees"):
        degrees = frame.amount.value
    if degrees is None or not is_put_on(words, lexicon):
        return []
    try:
        steps = choose(words, utterance)
    except UnresolvedError:
        return []
    modes = {step.call.data.get("hvac_mode") for step in steps}
    if not modes or modes & {None, "off"}:
        return []
    return [
        replace(
            step,
            call=replace(
                step.call,
                service="set_temperature",
                data={"temperature": degrees, **step.call.data},
            ),
        )
        for step in steps
    ]


def _take_temperature(words: Phrase, lexicon: Lexicon) -> tuple[Phrase, float | None]:
    """The words without the only figure in them, and that figure, if it may be degrees."""
    figures = [at for at, word in enumerate(words) if read_number(word) is not None]
    if len(figures) != 1:
        return words, None
    at = figures[0]
    unit = find_phrase(words, lexicon.amounts, at + 1)
    if lexicon.amounts.get(unit, "degrees") != "degrees":
        return words, None
    small = lexicon.roles["amount_marks"] | lexicon.roles["places"] | lexicon.roles["and"]
    small |= lexicon.roles["added_settings"]
    before = words[:at]
    while before[-1:] in small:
        before = before[:-1]
    return (*before, *words[at + 1 + len(unit) :]), read_number(words[at])


def is_put_on(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a clause ends in a mode after a small word: "put the AC in cooling mode"."""
    marks, modes = lexicon.roles["places"] | lexicon.roles["amount_marks"], lexicon.modes
    said = (words[at + 1 :] for at in range(1, len(words) - 1) if words[at : at + 1] in marks)
    return any(mode in modes or _without_nouns(mode, lexicon) in modes for mode in said)


def _offering(target: Phrase, option: Phrase, utterance: Utterance) -> tuple[Entity, ...]:
    """What is meant by the target, of what offers this option."""
    lexicon = utterance.lexicon
    states = utterance.home.states

    def offers(entity: Entity) -> bool:
        return _call(entity, states[entity.entity_id], option, lexicon) is not None

    if not without(target, _points(lexicon)) and utterance.scene.mentioned:
        # "the mode to dry", of what was spoken of before it
        spoken_of = tuple(filter(offers, utterance.entities(utterance.scene.mentioned)))
        if spoken_of:
            return spoken_of
    read = read_target(target, lexicon, utterance.names)
    many = read.kinds and not (read.areas or read.floors or read.names)
    if many and _ways(option, lexicon).isdisjoint(_all_offered(utterance)):
        # Not worth asking every lamp of a large house.
        raise UnresolvedError(Refusal(key="no_intent"))
    # "Set the bedroom to heat" speaks of what heats there.
    placed = bool(read.areas or read.floors or read.marks) and not read.names and not read.kinds
    somewhere = read.areas or read.floors or read.here or read.everywhere
    if read.all and not (somewhere or read.names or read.kinds):
        # "Turn all off" is no mode of the heating.
        raise UnresolvedError(Refusal(key="no_intent"))
    mode = lexicon.modes.get(_without_nouns(option, lexicon))
    kinds = _HVAC if placed and mode in _HVAC_MODES else frozenset()
    return Resolver(utterance, offers).resolve(target, kinds)


@cache
def _points(lexicon: Lexicon) -> frozenset[Phrase]:
    """Words that name nothing, so that what was spoken of before is meant."""
    roles = lexicon.roles
    return roles["articles"] | roles["pronouns"] | roles["option_nouns"] | roles["places"]


def _all_offered(utterance: Utterance) -> frozenset[Phrase]:
    """Every option that anything in the home offers, looked for once in a sentence."""
    return read_once(("offered", utterance.names), lambda: frozenset(_find_offered(utterance)))


def _find_offered(utterance: Utterance) -> Iterator[Phrase]:
    by_domain, states = utterance.names.by_domain, utterance.home.states
    lexicon = utterance.lexicon
    if "alarm_control_panel" in by_domain:
        yield from (_option_words(mode, lexicon) for mode in _ARMED.values())
    for domain, choices in _CHOICES.items():
        offered = {
            str(option)
            for entity_id in count_each(by_domain.get(domain, ()))
            if entity_id in states
            for _setting, options in choices
            for option in _offered(options, states[entity_id])
        }
        yield from (_option_words(option, lexicon) for option in offered)


def _after_verb(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words less a verb that chooses; "boiler to eco" does without one."""
    if verb := find_phrase(words, lexicon.roles["choosing"], 0):
        return words[len(verb) :]
    heads = [
        entry.head
        for entry in lexicon.acts.get(words[0] if words else "", ())
        if "set" in entry.acts and not entry.tail and words[: len(entry.head)] == entry.head
    ]
    if not heads:
        act, rest = read_act(words, lexicon)
        if act is not None and "set" in act.acts and not act.head:
            # "die Heizung auf Kühlen stellen"
            return rest
        return () if act is not None and act.head else words
    return words[len(max(heads, key=len)) :]


def _splits(words: Phrase, lexicon: Lexicon, *, verbless: bool) -> Iterator[tuple[Phrase, Phrase]]:
    """Where a sentence may part into the thing and the option, the likeliest first."""
    if len(words) > LONGEST_TARGET:
        return
    marks, articles = (
        lexicon.roles["amount_marks"] | lexicon.roles["places"],
        lexicon.roles["articles"],
    )
    if not verbless:
        # Without a verb that chooses, "light a candle" is no light with a candle for its effect.
        marks |= articles
    nouns = lexicon.roles["option_nouns"]
    left = _MOST_SPLITS
    for at in range(len(words) - 1, 0, -1):
        if left and words[at : at + 1] in marks and at + 1 < len(words):
            left -= 1
            before, after = words[:at], words[at + 1 :]
            # "the source of the television" is the television
            yield from ((before, after), (without(before, nouns), after))
            # "Netflix on the television"
            yield from ((after, before), (without(after, nouns), before))
    for at in range(1, len(words)):
        if verbless and not {words[at - 1 : at], words[at : at + 1]}.isdisjoint(articles):
            continue
        # "washing programme wool"
        yield words[:at], words[at:]
        yield without(words[:at], nouns), words[at:]


def _call(entity: Entity, state: State, option: Phrase, lexicon: Lexicon) -> ServiceCall | None:
    if entity.domain == "alarm_control_panel":
        return _arming(entity, option, lexicon)
    for setting, options in _CHOICES.get(entity.domain, ()):
        for offered in _offered(options, state):
            if _option_words(str(offered), lexicon) in _ways(option, lexicon):
                return ServiceCall(
                    domain=entity.domain,
                    service=setting.service,
                    targets=(entity.entity_id,),
                    data={setting.datum: offered},
                )
    return None


def _offered(options: Options, state: State) -> Iterable[object]:
    listed = state.attributes.get(options.listed)
    if listed is None:
        return ()
    if options.fixed:
        return options.fixed
    # Tones may be listed with what they are called.
    return listed.values() if isinstance(listed, Mapping) else listed


def _arming(entity: Entity, option: Phrase, lexicon: Lexicon) -> ServiceCall | None:
    """An alarm is armed in one of its modes: "set the alarm to away"."""
    for service, mode in _ARMED.items():
        if _option_words(mode, lexicon) in _ways(option, lexicon):
            targets = (entity.entity_id,)
            return ServiceCall(domain=entity.domain, service=service, targets=targets)
    return None


@lru_cache(maxsize=4096)
def _option_words(offered: str, lexicon: Lexicon) -> Phrase:
    """The words of an option as it is listed."""
    return _plain(lexicon.words(offered.replace("_", " ")))


@lru_cache(maxsize=256)
def _ways(said: Phrase, lexicon: Lexicon) -> frozenset[Phrase]:
    """The options that these words may be: one of this name, or what people call so."""
    bare = _without_nouns(said, lexicon)
    known = lexicon.modes.get(bare, "").replace("_", " ").split()
    return frozenset({_plain(said), _plain(bare), tuple(known)}) - {()}


def _without_nouns(said: Phrase, lexicon: Lexicon) -> Phrase:
    """An option without the article before it, and "mode" at either end."""
    while said and said[:1] in lexicon.roles["articles"]:
        said = said[1:]
    nouns = lexicon.roles["option_nouns"]
    modes = lexicon.modes
    while len(said) > 1 and said not in modes and said[-1:] in nouns:
        said = said[:-1]
    while len(said) > 1 and said not in modes and said[:1] in nouns:
        # "fan only" is no mode called "only"
        said = said[1:]
    return said


def _plain(words: Phrase) -> Phrase:
    return tuple(without_accents(word) for word in words)
