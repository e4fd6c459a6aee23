"""The answer to our own question: which of the candidates is meant."""

from dataclasses import dataclass

from ...home import Entity, Layout
from ..clauses.frame import read_act
from ..grammar.vocabulary import without_punctuation
from ..lexicon.lexicon import Phrase
from ..resolve.candidates import Candidates
from ..text.phrases import drop_fillers, has_phrase, without
from ..understanding import Question
from ..utterance import Utterance

# More than this beside a name is no answer but a sentence.
_MOST_SMALL_WORDS = 3

# As many as we offer: of more than these, nobody knows which is the last.
_MOST_OFFERED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which of the candidates an answer leaves."""

    ids: tuple[str, ...]
    all: bool = False
    """Whether each of them is meant, rather than one of them."""


def read_choice(question: Question, utterance: Utterance) -> Choice | None:
    """What an answer to our question means; None if it is none."""
    talk = utterance.talk
    offered = tuple(entity.entity_id for entity in utterance.entities(question.candidates))
    words = utterance.words
    if talk.is_said(words, "never_mind", "no", "none"):
        return Choice(ids=())
    if talk.is_said(words, "every_one"):
        return Choice(ids=offered, all=True)
    content = _content(_without_act(words, question, utterance), utterance)
    if not content:
        return None
    if (number := _number(content, offered, utterance)) is not None:
        return Choice(ids=offered[number : number + 1], all=True)
    plural = has_phrase(words, talk["every_one"])
    content = without(content, talk["every_one"])
    fitting = [
        entity for entity in utterance.entities(offered) if _fits(entity, content, utterance)
    ]
    exact = [entity for entity in fitting if _is_called(entity, content, utterance)]
    meant = exact if len(exact) == 1 else fitting
    if not meant or (len(meant) == len(offered) > 1 and not plural):
        return None
    return Choice(ids=tuple(entity.entity_id for entity in meant), all=plural or len(meant) == 1)


def _without_act(words: Phrase, question: Question, utterance: Utterance) -> Phrase:
    """The words less the act, where it is that of the question: "open the left one"."""
    act, rest = read_act(drop_fillers(words, utterance.lexicon), utterance.lexicon)
    asked, _ = read_act(
        drop_fillers(utterance.lexicon.words(question.heard), utterance.lexicon), utterance.lexicon
    )
    return rest if act is not None and asked is not None and act.acts == asked.acts else words


def _content(words: Phrase, utterance: Utterance) -> Phrase:
    """What an answer names."""
    roles, talk = utterance.lexicon.roles, utterance.talk
    small = talk["answering"] | talk["ones"] | talk["corrections"] | {(",",)}
    words = without(drop_fillers(words, utterance.lexicon), small)
    return without(words, roles["articles"] | roles["places"])


def _number(content: Phrase, offered: tuple[str, ...], utterance: Utterance) -> int | None:
    """The place in what we offered, for "the second" and "the last"."""
    if any(content in _names_of(entity, utterance) for entity in utterance.entities(offered)):
        return None
    if content in utterance.talk["last"] and len(offered) <= _MOST_OFFERED:
        return len(offered) - 1
    number = utterance.talk.ordinals.get(content)
    return number if number is not None and number < len(offered) else None


def _fits(entity: Entity, content: Phrase, utterance: Utterance) -> bool:
    """Whether every word of an answer may be said of this one."""
    said = {word for phrase in _names_of(entity, utterance) for word in phrase}
    kinds = utterance.lexicon.kinds
    stem = utterance.lexicon.stem
    things = Candidates(utterance, lambda _entity: True)
    return all(
        word in said
        or stem(word) in said
        or things.is_kind(entity, kinds.get((word,), frozenset()))
        for word in content
    )


def _is_called(entity: Entity, content: Phrase, utterance: Utterance) -> bool:
    return content in _names_of(entity, utterance)


def _names_of(entity: Entity, utterance: Utterance) -> list[Phrase]:
    return [utterance.lexicon.words(name) for name in _names(entity, utterance.scene.home.layout)]


def match_candidate(text: str, question: Question, layout: Layout) -> str | None:
    """The candidate that an answer names best, in a language of which we know no words.

    By its room, floor or own name; None if more is said than an answer takes.
    """
    words = f" {_plain(text)} "
    named = {
        entity_id: [name for name in _names(entity, layout) if f" {_plain(name)} " in words]
        for entity_id in question.candidates
        if (entity := layout.entities.get(entity_id)) is not None
    }
    best = max((len(names) for names in named.values()), default=0)
    first, *rivals = [entity_id for entity_id, names in named.items() if len(names) == best] or [""]
    if not best or rivals:
        return None
    known = {word for name in named[first] for word in _plain(name).split()}
    more = [word for word in words.split() if word not in known]
    return first if len(more) <= _MOST_SMALL_WORDS else None


def _names(entity: Entity, layout: Layout) -> list[str]:
    area = layout.area_of(entity)
    floor = layout.floor_of(area)
    names = [*entity.names]
    names += [area.name, *area.aliases] if area else []
    names += [floor.name, *floor.aliases] if floor else []
    return names


def _plain(text: str) -> str:
    return without_punctuation(text).casefold()
