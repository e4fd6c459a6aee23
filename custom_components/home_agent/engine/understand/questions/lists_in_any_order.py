"""What is on a list, in any order of words: "what is there left to buy", "on a quoi à acheter".

A word for buying or the name of a list says which list is meant. Where nothing else is said, its
items are told or counted; what else is said is an item that is looked for.
"""

from ...home import Entity
from ...plan import Plan
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase, has_phrase, without
from .lists import find_lists, find_shopping_lists, reading_plan
from .user_question import UserQuestion

# In words: what an item is called in a question.
_LONGEST_ITEM = 4


def read_list_in_any_order(question: UserQuestion) -> Plan | None:
    """The plan for a question about the items of a list; None for any other."""
    questions = question.lexicon.questions
    asks = has_phrase(question.words, questions.of("asking_words"))
    if not question.of_domain("todo") or not (asks or question.has_question_mark):
        return None
    lists, left = _take_apart(question)
    if not lists:
        return None
    if not left:
        counts = question.has(question.words, "asks_how_many")
        return reading_plan(lists, "count" if counts else "items" if asks else "any_items")
    if asks or len(left) > _LONGEST_ITEM or _is_of_the_home(left, question):
        return None
    return reading_plan(lists, "search", left, question)


def _take_apart(question: UserQuestion) -> tuple[tuple[Entity, ...], Phrase]:
    """The lists that are meant, and the words that say neither that nor nothing."""
    words, questions = question.words, question.lexicon.questions
    articles = question.lexicon.roles["articles"]
    named: list[str] = []
    buys = False
    left: list[str] = []
    at = 0
    while at < len(words):
        name = _list_name(words, at, question)
        buying = find_phrase(words, questions.of("buying"), at)
        small = max(
            (
                find_phrase(words, questions.of(listed), at)
                for listed in ("padding", "item_links", "items_counted", "links")
            ),
            key=len,
        )
        taken = max(name, buying, small, words[at : at + 1], key=len)
        if name == taken:
            named += taken
        elif buying == taken:
            buys = True
        elif small != taken and taken not in articles:
            left += taken
        at += len(taken)
    lists = find_lists(without(tuple(named), articles), question) if named else ()
    return lists or (find_shopping_lists(question) if buys else ()), tuple(left)


def _list_name(words: Phrase, at: int, question: UserQuestion) -> Phrase:
    """The name of a list, or a word for one, that begins there."""
    questions, kinds = question.lexicon.questions, question.lexicon.kinds
    name = find_phrase(words, question.names.entities, at)
    if not all(id_.startswith("todo.") for id_ in question.names.entities.get(name, ())):
        name = ()
    name = name or _loose_name(words, at, question)
    kind = find_phrase(words, kinds, at)
    if "todo" not in kinds.get(kind, ()):
        kind = ()
    known = (find_phrase(words, questions.of(one), at) for one in ("shopping_lists", "to_do_lists"))
    return max(name, kind, *known, key=len)


def _loose_name(words: Phrase, at: int, question: UserQuestion) -> Phrase:
    """The name of a list with small words between its own: "bricoles de la coloc"."""
    small = question.lexicon.roles["articles"]
    for entity in question.of_domain("todo"):
        for name in map(question.lexicon.words, entity.names):
            end = at
            for word in name:
                while words[end : end + 1] in small and words[end : end + 1] != (word,):
                    end += 1
                if words[end : end + 1] != (word,):
                    break
                end += 1
            else:
                return words[at:end]
    return ()


def _is_of_the_home(item: Phrase, question: UserQuestion) -> bool:
    """Whether words name what is in this home, and so is on no list."""
    return question.has_full_name(item, lambda entity: entity.domain != "todo")
