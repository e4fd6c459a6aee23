"""Refusals that name what is not there: only by a clean name, out of this very sentence.

"I am not aware of any device called next you told" helps nobody. Where the words that name nothing
are no name, or were said before rather than now, it is told plainly that we did not understand, and
what of the sentence we did.
"""

import re
from dataclasses import replace
from itertools import dropwhile
from string import ascii_letters, digits

from ...language import Language
from ...plan import Plan, RefusalStep, Step
from ..clauses.frame import Target, read_act, small_words
from ..lexicon.file import has_lexicon, load_lexicon
from ..lexicon.lexicon import Lexicon, Phrase
from ..questions.plausibility import is_plausible
from ..text.numerals import read_number
from ..text.phrases import drop_fillers, find_phrase, first_phrase, has_phrase, strip_words, without
from ..time.durations import duration_at
from ..understanding import NotUnderstood, Refusal, Understanding, Understood
from ..utterance import Utterance
from .room_owners import find_rooms_called_shortly

# In words: what nobody calls a thing.
_LONGEST_NAME = 4
# Of small words inside a name: "lamp of the child".
_MOST_BETWEEN = 2

# By the kind of refusal, the argument that is a name of nothing.
_NAMES = {"no_entity": "entity", "no_entity_in_area": "entity", "no_area": "area"}
_NAMES |= {"no_floor": "floor", "no_entity_in_floor": "entity"}

# No part of any name: whoever says these speaks of something else.
_NO_NAMES = ("negations", "questions", "pronouns", "doubts")

# Likewise, in a conversation: "no, the other one".
_POINTERS = ("corrections", "other", "the_other", "the_others")


def clean_refusals(found: Understanding, utterance: Utterance, language: Language) -> Understanding:
    """What was understood, with refusals that name only what this sentence names."""
    match found:
        case Understood(plan=plan):
            return replace(found, plan=_clean_plan(plan, utterance))
        case NotUnderstood(nearest=Refusal() as nearest) if not is_plausible(nearest, utterance):
            # A piece of the sentence is no name of anything.
            return replace(found, nearest=None)
        case NotUnderstood(nearest=Refusal() as nearest):
            return replace(found, nearest=clean_refusal(nearest, utterance))
        case Refusal():
            told = clean_refusal(found, utterance)
            unclear = told.key != found.key and is_beyond_us(found, language)
            return NotUnderstood(nearest=told, evidence=found.evidence) if unclear else told
    return found


def is_beyond_us(refusal: Refusal, language: Language) -> bool:
    """Whether a refusal is about words that name no kind of thing and no room."""
    if not refusal.key.startswith("no_entity"):
        return False
    if not has_lexicon(language.code):
        return True
    lexicon = load_lexicon(language.code)
    words = lexicon.words(str(refusal.arguments.get("entity", "")))
    known = (lexicon.kinds.keys(), lexicon.roles["rooms"])
    return not any(has_phrase(words, phrases) for phrases in known)


def clean_refusal(refusal: Refusal, utterance: Utterance) -> Refusal:
    """The refusal as it may be told: with a clean name, or what of the sentence we understood."""
    argument = _NAMES.get(refusal.key)
    if argument is None:
        return refusal
    name = utterance.lexicon.words(str(refusal.arguments.get(argument, "")))
    said = strip_words(
        _find_span(name, utterance.words, utterance), utterance.lexicon.roles["articles"]
    )
    if said in utterance.lexicon.roles["here"] and utterance.scene.area is None:
        # No room is called "here", and nobody knows which one is meant.
        return Refusal(key="no_here")
    if not said or not _is_name(said, utterance) or not _is_about_home(said, utterance):
        return _refuse_with_known(utterance, refusal)
    if refusal.key == "no_area" and not _may_be_room(said, utterance):
        return _refuse_with_known(utterance, refusal)
    if refusal.key == "no_entity" and (named := _find_named(said, utterance)):
        return replace(refusal, key="unsupported", arguments={"name": named}, instead=())
    arguments = {**refusal.arguments, argument: _as_written(said, utterance.text)}
    if refusal.key == "no_entity_in_area" and not _says_place(utterance):
        # The room of the sentence before is no part of this one.
        arguments.pop("area")
        return replace(refusal, key="no_entity", arguments=arguments)
    return replace(refusal, arguments=arguments)


def _may_be_room(said: Phrase, utterance: Utterance) -> bool:
    """Whether words are said as a place, or beside a kind of thing: "feed the dog" is neither."""
    words, lexicon = utterance.words, utterance.lexicon
    if said in lexicon.kinds or said in utterance.names.entities:
        # "Finger weg von der Heizung": a thing is no room.
        return False
    at = next(at for at in range(len(words)) if words[at : at + len(said)] == said)
    return has_phrase(words, lexicon.kinds) or stands_as_place(at, words, lexicon)


def _find_named(said: Phrase, utterance: Utterance) -> str:
    """What is there by this very name, so that nobody is told it is not; empty for a question."""
    entities = utterance.home.layout.entities
    found = [entities[entity_id] for entity_id in utterance.names.entities.get(said, ())]
    names = sorted({entity.name for entity in found if entity.exposed})
    return " / ".join(names) if names and _find_act(utterance) else ""


def _clean_plan(plan: Plan, utterance: Utterance) -> Plan:
    """The plan, whose parts that cannot be done are told likewise."""

    def told(step: Step) -> Step:
        if not isinstance(step, RefusalStep):
            return step
        words = step.wording
        plainer = clean_refusal(Refusal(key=words.response, arguments=words.slots), utterance)
        return RefusalStep(wording=replace(words, response=plainer.key, slots=plainer.arguments))

    return replace(plan, steps=tuple(map(told, plan.steps)))


def _find_span(name: Phrase, words: Phrase, utterance: Utterance) -> Phrase:
    """The words of a name with what stands between them; none where they are not all in a row."""
    roles = utterance.lexicon.roles
    small = (roles["articles"] | roles["places"]) - roles["amount_marks"]
    for start in range(len(words)):
        at, between, end = 0, 0, start
        while at < len(name) and end < len(words):
            if words[end] == name[at]:
                at, between = at + 1, 0
            elif not at or (words[end],) not in small or between == _MOST_BETWEEN:
                break
            else:
                between += 1
            end += 1
        if name and at == len(name):
            return words[slice(*_with_kind(words, start, end, utterance))]
    return ()


def _with_kind(words: Phrase, start: int, end: int, utterance: Utterance) -> tuple[int, int]:
    """Where a name begins and ends with what it is beside it: "lava lamp", "lampada lava"."""
    kinds = utterance.lexicon.kinds
    while end < len(words) and (words[end : end + 1] in kinds):
        end += 1
    while start and (words[start - 1 : start] in kinds):
        start -= 1
    return start, end


def _is_name(said: Phrase, utterance: Utterance) -> bool:
    """Whether words may be what somebody calls a thing."""
    lexicon = utterance.lexicon
    if len(said) > _LONGEST_NAME or not any(word[0].isalpha() for word in said):
        return False
    if any(entry.head == said[:1] for entry in lexicon.acts.get(said[0], ())):
        return False
    if any(said in phrases for phrases in lexicon.times.values()):
        # Nothing is called Wednesday.
        return False
    if not _without_figures(said, lexicon) or _runs_into_length(said, utterance):
        return False
    small = lexicon.roles["articles"]
    after = utterance.words[len(said) :] if utterance.words[: len(said)] == said else ()
    plain = small - lexicon.roles["places"]
    if (said[1:2] in plain and said[2:3] in lexicon.kinds) or (after[:1] in plain and after[1:]):
        # "Soften the lights", "sing a song": a verb that nobody knows, and what it is about.
        return False
    no_names = [lexicon.roles[role] - small for role in _NO_NAMES]
    no_names += [utterance.talk[role] - small for role in _POINTERS]
    if said in utterance.talk.ordinals:
        # "The first" points at something that was told.
        return False
    return not any(
        find_phrase(said, phrases, at) for phrases in no_names for at in range(len(said))
    )


def _runs_into_length(said: Phrase, utterance: Utterance) -> bool:
    """Whether a name takes words of a length of time: "extractor half an" of "half an hour"."""
    words, lexicon = utterance.words, utterance.lexicon
    starts = [at for at in range(len(words)) if words[at : at + len(said)] == said]
    lengths = [(at, at + duration_at(words, at, lexicon)[0]) for at in range(len(words))]
    return any(
        max(begin, start) < min(end, start + len(said))
        for begin, end in lengths
        for start in starts
    )


def _without_figures(said: Phrase, lexicon: Lexicon) -> Phrase:
    """What is left of a name without "or", amounts and the like: nothing is called "25 degrees"."""
    words = without(said, lexicon.roles["nameless"] | frozenset(lexicon.amounts))
    return tuple(word for word in words if read_number(word) is None)


def _is_about_home(said: Phrase, utterance: Utterance) -> bool:
    """Whether more is said of it than that somebody asks: "what is love" is about no thing."""
    lexicon, words = utterance.lexicon, utterance.words
    supposes = find_phrase(words, lexicon.conditions.get("if", frozenset()), 0)
    if supposes and not _find_act(utterance):
        # "If I were rich" supposes something of nothing here.
        return False
    start = next(at for at in range(len(words)) if words[at : at + len(said)] == said)
    rest = drop_fillers(words[:start] + words[start + len(said) :], lexicon)
    roles = lexicon.roles
    asked = lexicon.asking["value"] | lexicon.asking["which"] | roles["questions"]
    return bool(without(rest, asked | roles["articles"] | roles["negations"]))


def _says_place(utterance: Utterance) -> bool:
    """Whether the sentence itself says where, or is said where everybody knows."""
    words, names = utterance.words, utterance.names
    places = (names.areas, names.floors, utterance.lexicon.roles["here"], utterance.talk["there"])
    said = any(has_phrase(words, phrases) for phrases in places)
    if said or utterance.scene.area is not None:
        return True
    areas, lexicon = utterance.home.layout.areas, utterance.lexicon
    return any(
        stands_as_place(at, words, lexicon) and find_rooms_called_shortly((word,), areas, lexicon)
        for at, word in enumerate(words)
    )


def _refuse_with_known(utterance: Utterance, refusal: Refusal) -> Refusal:
    known = _find_known(utterance)
    words = utterance.words
    if not known:
        return replace(refusal, key="no_intent", arguments={}, instead=())
    act = _find_act(utterance)
    kept: list[str] = []
    for at, word in enumerate(words):
        if at in known or at in act:
            kept.append(word)
        elif kept and kept[-1] != "…":
            kept.append("…")
    told = " ".join(kept).removesuffix(" …")
    return replace(refusal, key="understood_part", arguments={"words": told}, instead=())


def _find_known(utterance: Utterance) -> set[int]:
    """Where a sentence speaks of what homes have: things and rooms."""
    lexicon, names, words = utterance.lexicon, utterance.names, utterance.words
    kinds = (lexicon.kinds, names.areas, names.floors, names.entities)
    found: set[int] = set()
    for at in range(len(words)):
        longest = max((find_phrase(words, phrases, at) for phrases in kinds), key=len)
        found |= set(range(at, at + len(longest)))
    return found


def _find_act(utterance: Utterance) -> set[int]:
    """Where the verb stands that asks for something."""
    words = utterance.words
    for start in range(len(words)):
        act, _ = read_act(words[start:], utterance.lexicon)
        if act is not None and act.head:
            said = {*act.head, *act.tail}
            return {at for at in range(start, len(words)) if words[at] in said}
    return set()


def _as_written(said: Phrase, text: str) -> str:
    """The words as the person wrote them, also where a number hangs on one: "shelly1pm"."""
    written = re.search(r"\s*".join(map(re.escape, said)), text, re.IGNORECASE)
    return written.group() if written else " ".join(said)


_WRITTEN_ON = ascii_letters + digits


def refuse_missing(target: Target, words: Phrase, utterance: Utterance) -> Refusal:
    """What is not there, in the words of the intents project."""
    scene, lexicon = utterance.scene, utterance.lexicon
    layout = scene.home.layout
    place = next((layout.areas[area_id].name for area_id in sorted(target.areas)), None)
    if target.names:
        name = _as_said(" ".join(target.names), scene.heard)
        if not place and stands_as_place(words.index(target.names[0]), words, lexicon):
            rooms = find_rooms_called_shortly(target.names, layout.areas, lexicon)
            if len(rooms) == 1 and target.kinds:
                return refuse_missing(replace(target, areas=rooms, names=()), words, utterance)
            return Refusal(key="no_area", arguments={"area": name})
        return _make_refusal("entity", name, place)
    if target.clashing:
        small = small_words(lexicon)
        whole = " ".join(dropwhile(lambda word: (word,) in small, words))
        return _make_refusal("entity", _as_said(whole, scene.heard), None)
    if not target.kinds:
        return _make_refusal("entity", " ".join(target.words), None)
    domain, _, device_class = min(target.kinds).partition(".")
    said = " ".join(_find_kind(words, lexicon))
    calls_it_so = domain != "climate" and device_class.replace("_", " ") in said
    if device_class and said and not calls_it_so:
        # What Home Assistant calls it is not what this person does.
        return _make_refusal("entity", _as_said(said, scene.heard), place)
    if device_class and domain != "climate":
        return _make_refusal("device_class", device_class.replace("_", " "), place)
    return _make_refusal("domain", domain, place)


def _find_kind(words: Phrase, lexicon: Lexicon) -> Phrase:
    return first_phrase(words, lexicon.kinds)[1]


def _as_said(words: str, heard: str) -> str:
    """The words as the person wrote them, with the number that hangs on the last: "shelly1"."""
    at = heard.lower().find(words)
    if at < 0:
        return words
    end = at + len(words)
    if heard[end : end + 1].isdigit():
        end += len(heard[end:]) - len(heard[end:].lstrip(_WRITTEN_ON))
    return heard[at:end]


def _make_refusal(subject: str, name: str, place: str | None) -> Refusal:
    if place is None:
        return Refusal(key=f"no_{subject}", arguments={subject: name})
    return Refusal(key=f"no_{subject}_in_area", arguments={subject: name, "area": place})


def stands_as_place(at: int, words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the word at this place comes after "in the" or the like."""
    for word in reversed(words[:at]):
        if (word,) in lexicon.roles["places"]:
            return True
        if (word,) not in lexicon.roles["articles"]:
            return False
    return False
