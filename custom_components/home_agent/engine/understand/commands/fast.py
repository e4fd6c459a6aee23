"""A sentence of commands → plan, by the words of a lexicon rather than by a grammar's sentences.

Every word must be accounted for, and every target must be able to do what is asked; else the
sentence is left to others.
"""

from collections.abc import Iterator
from dataclasses import replace

from ...plan import Plan, QueryStep, RefusalStep
from ..clauses.clause import ONLY_TELL, plain, trimmed
from ..clauses.control import control
from ..clauses.frame import LONGEST_SENTENCE, find_phrase, read_act
from ..evidence import Witness
from ..grammar.targets import Scene
from ..lexicon.lexicon import Lexicon, Phrase
from ..questions.question import understand_question
from ..resolve.missing import stands_as_place
from ..resolve.names import Names
from ..resolve.resolve import Resolver
from ..text.compounds import split_compounds
from ..text.explanations import (
    ExtractedCommands,
    extract_commands,
    extract_explained,
    find_explained_area,
)
from ..text.model_numbers import join_model_numbers
from ..text.mood import is_quoted, strip_request, with_pauses
from ..text.phonetics import correct_misheard
from ..text.spelling import correct_typos
from ..understanding import Question, Refusal, UnresolvedError
from .appointments import understand_appointment
from .broadcast import understand_broadcast
from .cleaning import understand_cleaning
from .entries import understand_entry
from .items import understand_items
from .later import Commands, understand_later
from .media import understand_media
from .several_timers import timer_and_more
from .timers import understand_timer
from .watching import asks_to_be_told, understand_watch

# Longer names than this are not spoken of by the way.
_LONGEST_NAMED = 5


def understand_commands(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a sentence of commands; nothing if it is no such sentence."""
    if is_quoted(text):
        return None
    heard = join_model_numbers(lexicon.words(with_pauses(text)), text, lexicon, names)
    if len(heard) > LONGEST_SENTENCE:
        return _understand_long(heard, scene, lexicon, names)
    if timer := _timer_and_more(heard, scene, lexicon, names) or understand_timer(
        heard, scene, lexicon, names
    ):
        return timer
    if sure := (
        understand_broadcast(trimmed(heard, lexicon), scene, lexicon, names)
        or _watch(heard, scene, lexicon, names)
        or understand_appointment(trimmed(heard, lexicon), scene, lexicon, names)
    ):
        return sure
    marked = text.rstrip().endswith("?")
    otherwise: Plan | Question | Refusal | None = None
    for words, unmended in _readings(heard, lexicon, names):
        scene.witness.begin("lexicon", unmended, words)
        found: Plan | Question | Refusal | None = understand_items(words, scene, lexicon, names)
        if not found and marked and not _commands(words, lexicon):
            continue
        found = (
            found
            or understand_entry(trimmed(words, lexicon), scene, lexicon, names)
            or _at_its_time(words, scene, lexicon, names)
        )
        if isinstance(found, Plan | Question) and not _falls_short(found):
            return found
        if words == heard:
            # Where nothing fits fully, what was really said decides what is done and refused.
            otherwise = found
    return _with_reason(heard, scene, lexicon, names) or otherwise


def _understand_long(
    heard: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for what may be long: words to announce or to write down, and commands in a row.

    It is read as it was said, once. Nobody needs so many words for a condition or a question.
    """
    scene.witness.begin("lexicon", heard, heard)
    words = trimmed(heard, lexicon)
    found = (
        understand_broadcast(words, scene, lexicon, names)
        or understand_items(words, scene, lexicon, names)
        or understand_entry(words, scene, lexicon, names)
        or understand_later(words, scene, lexicon, names, lambda _some, _there: None)
    )
    said = extract_commands(words, lexicon, names)
    if found or said.quoted or said.before:
        return found
    return control(said.commands, scene, lexicon, names)


def _timer_and_more(heard: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
    """The plan for a timer and something else: "set a timer for ten minutes and dim the lamp"."""
    for about_timer, rest, timer_first in timer_and_more(heard, lexicon):
        timer = understand_timer(about_timer, scene, lexicon, names)
        other = _at_its_time(rest, scene, lexicon, names) if isinstance(timer, Plan) else None
        if isinstance(timer, Plan) and isinstance(other, Plan) and not _falls_short(other):
            first, last = (timer, other) if timer_first else (other, timer)
            return Plan(steps=(*first.steps, *last.steps))
    return None


def _watch(
    heard: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for somebody who wants to be told of something that is to come."""

    def commands(some: Phrase) -> Plan | Question | Refusal | None:
        return _at_its_time(some, scene, lexicon, names)

    if not asks_to_be_told(heard, lexicon):
        return None
    otherwise: Question | Refusal | None = None
    for words, unmended in _readings(heard, lexicon, names):
        scene.witness.begin("lexicon", unmended, words)
        found = understand_watch(words, scene, lexicon, names, commands)
        if isinstance(found, Plan):
            return found
        otherwise = otherwise or found
    return otherwise


def _with_reason(heard: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
    """The plan for the commands of a sentence that also says why, if they are all to be done."""
    for words, unmended in _readings(heard, lexicon, names):
        scene.witness.begin("lexicon", unmended, words)
        said = extract_explained(words, lexicon, names)
        if said is None:
            continue
        # "let some light into the den, open the curtains": those of the den
        area = scene.home.layout.areas.get(find_explained_area(said, lexicon, names))
        there = replace(scene, area=area or scene.area)
        for commands in (said.commands, *strip_request(said.commands, lexicon)):
            found = _said_now(replace(said, commands=commands), there, lexicon, names)
            if isinstance(found, Plan) and not _falls_short(found):
                return found
    return None


def _readings(heard: Phrase, lexicon: Lexicon, names: Names) -> Iterator[tuple[Phrase, Phrase]]:
    """What may have been said, the most literal first: as heard, mended, without chatter.

    Each with the same words before any was mended.
    """
    seen: set[Phrase] = set()
    for said in (heard, *strip_request(heard, lexicon)):
        apart = split_compounds(said, lexicon, names)
        mended = _mended(apart, lexicon, names)
        for words in (said, apart, mended, correct_misheard(mended, lexicon, names)):
            if words not in seen:
                seen.add(words)
                yield words, said if words == said else apart


def _mended(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The words without slips; where a place should be, only a name can have been meant."""
    mended = correct_typos(words, names)
    return tuple(
        said if stands_as_place(at, words, lexicon) and meant not in names.called else meant
        for at, (said, meant) in enumerate(zip(words, mended, strict=True))
    )


def _commands(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a sentence has a verb that commands, whatever was said out of politeness first."""
    said = tuple(word for word in plain(words, lexicon) if word != ",")
    return read_act(said, lexicon)[0] is not None


def _falls_short(found: Plan | Question) -> bool:
    """Whether a plan leaves out some of what was asked."""
    return isinstance(found, Plan) and any(isinstance(one, RefusalStep) for one in found.steps)


def _at_its_time(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan, now or whenever it is meant for; one that we cannot tell is never now."""
    said = extract_commands(words, lexicon, names)
    return None if said.quoted else _said_now(said, scene, lexicon, names)


def _said_now(
    said: ExtractedCommands, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for the commands of a sentence, after what was told before them."""

    def commands(some: Phrase, there: Scene) -> Plan | Question | Refusal | None:
        return _understand(some, there, lexicon, names)

    def at_its_time(some: Phrase, there: Scene) -> Plan | Question | Refusal | None:
        later = understand_later(some, there, lexicon, names, commands)
        return later or commands(some, there)

    told = _told_of(said.before, scene, lexicon, names)
    there = replace(scene, mentioned=told or scene.mentioned)
    return _and_asked(said.commands, there, lexicon, names, at_its_time) or at_its_time(
        said.commands, there
    )


def _told_of(
    before: tuple[Phrase, ...], scene: Scene, lexicon: Lexicon, names: Names
) -> tuple[str, ...]:
    """The things that somebody spoke of before the command: "the hall light is still on"."""
    for part in reversed(before):
        asked = replace(scene, heard=f"{' '.join(part)}?", witness=Witness())
        found = understand_question(asked.heard, asked, lexicon, names)
        if isinstance(found, Plan) and isinstance(found.steps[0], QueryStep):
            return found.steps[0].entity_ids
    return next(filter(None, (_named_in(part, scene, lexicon, names) for part in before)), ())


def _named_in(part: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> tuple[str, ...]:
    """What a few words next to each other name: "somebody left the laundry light burning"."""
    known = [word in names.called or (word,) in lexicon.kinds for word in part]
    resolver = Resolver(scene, lexicon, names, lambda one: one.domain not in ONLY_TELL)
    for length in range(min(_LONGEST_NAMED, len(part)), 0, -1):
        for start in range(len(part) - length + 1):
            if not all(known[start : start + length]):
                continue
            try:
                found = resolver.resolve(part[start : start + length])
            except UnresolvedError:
                continue
            return tuple(one.entity_id for one in found)
    return ()


def _understand(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    found = control(words, scene, lexicon, names)
    if found is None or isinstance(found, Refusal):
        cleaning = understand_cleaning(plain(words, lexicon), scene, lexicon, names)
        found = cleaning or found
    if isinstance(found, Question) or (isinstance(found, Plan) and not _falls_short(found)):
        return found
    return _with_media(trimmed(words, lexicon), scene, lexicon, names) or found


def _with_media(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """What is to be played or put on a list, alone or last: "lights off and play some jazz"."""
    if played := understand_media(words, scene, lexicon, names):
        return played
    for before, last in _ends(words, lexicon):
        then = understand_media(last, scene, lexicon, names) or understand_items(
            last, scene, lexicon, names
        )
        first = control(before, scene, lexicon, names) if then else None
        if isinstance(first, Plan) and isinstance(then, Plan):
            return Plan(steps=(*first.steps, *then.steps))
    return None


def _and_asked(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names, commands: Commands
) -> Plan | None:
    """Commands, and a question after them: "close the curtains and tell me if it is raining"."""
    for before, last in _ends(words, lexicon):
        if not find_phrase(last, lexicon.roles["questions"], 0) or _forbids(last, lexicon):
            continue
        tone = "?" if scene.heard.rstrip().endswith("?") else ""
        asked = replace(scene, heard=" ".join(last) + tone, witness=Witness())
        then = understand_question(asked.heard, asked, lexicon, names)
        first = commands(before, scene) if isinstance(then, Plan) else None
        if isinstance(first, Plan) and isinstance(then, Plan):
            return Plan(steps=(*first.steps, *then.steps))
    return None


def _forbids(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether something is not to be done: "do not turn on the lamp"."""
    negation = find_phrase(words, lexicon.roles["negations"], 1)
    return bool(negation) and read_act(words[1 + len(negation) :], lexicon)[0] is not None


def _ends(words: Phrase, lexicon: Lexicon) -> Iterator[tuple[Phrase, Phrase]]:
    """Where a sentence may part into commands and something else that comes last."""
    for at in range(1, len(words)):
        link = (
            words[at : at + 1] if words[at] == "," else find_phrase(words, lexicon.roles["and"], at)
        )
        if link and words[at + len(link) :]:
            yield words[:at], words[at + len(link) :]
