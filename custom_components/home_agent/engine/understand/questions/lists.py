"""What is on a list: "what's on the shopping list", "is there milk on it", "do I need eggs"."""

from ...home import Entity, ServiceCall
from ...plan import Plan, ReadStep, Wording
from ..clauses.frame import read_target
from ..lexicon.lexicon import Phrase
from ..text.phrases import end_phrase, find_phrases, has_phrase
from .batteries import asks_for_charge
from .user_question import UserQuestion

_OPEN_ITEMS = {"status": ["needs_action"]}


def read_list_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about the items of a list; None for any other."""
    if not question.of_domain("todo") or asks_for_charge(question):
        return None
    return _unnamed(question) or _whole(question) or _search(question)


def _unnamed(question: UserQuestion) -> Plan | None:
    """What is to be bought or done, without a word of a list."""
    words, questions = question.words, question.lexicon.questions
    if words in questions.of("shopping") and (shopping := find_shopping_lists(question)):
        return reading_plan(shopping, "items")
    if words in questions.of("to_do"):
        return reading_plan(_to_do_lists(question), "items")
    needed, to_do = question.opener("items_needed"), question.opener("to_do_search")
    if to_do and len(to_do) > len(needed):
        task = question.without(words[len(to_do) :], "item_links")
        return reading_plan(_to_do_lists(question), "search", task, question) if task else None
    if not needed:
        return None
    item, of = words[len(needed) :], find_shopping_lists(question)
    at = _list_at(item, question)
    if at is not None:
        named = find_lists(item[at:], question)
        item, of = item[:at], named or of
    item = question.without(item, "item_links")
    if not item or not of or _is_of_the_home(item, question):
        return None
    return reading_plan(of, "search", item, question)


def _is_of_the_home(item: Phrase, question: UserQuestion) -> bool:
    """Whether words name what is in this home, and is on no list: "do I need the heating"."""
    conditions = question.lexicon.questions.conditions
    return bool(end_phrase(item, conditions, 1)) or question.has_full_name(item, lambda _one: True)


def _whole(question: UserQuestion) -> Plan | None:
    """All that is on a list, or how many."""
    for name, response in (
        ("items_read", "items"),
        ("items_count", "count"),
        ("items_any", "any_items"),
        ("yes_no", "empty"),
    ):
        opener = question.opener(name)
        if not opener:
            continue
        said = question.words[len(opener) :]
        if response == "empty":
            said = question.without(said, "items_empty")
            if said == question.words[len(opener) :]:
                continue
        if found := find_lists(said, question) or find_lists(
            question.without(said, "links", "items_on"), question
        ):
            return reading_plan(found, response)
    if found := _called_alone(question):
        counts = question.has(question.words, "asks_how_many")
        return reading_plan(found, "count" if counts else "items")
    return None


def _search(question: UserQuestion) -> Plan | None:
    """One thing among the items of a list."""
    opener = question.opener("items_search")
    if not opener:
        return None
    rest = question.words[len(opener) :]
    for at, phrase in find_phrases(rest, question.lexicon.questions.of("items_on"), 1):
        item = question.without(rest[:at], "item_links")
        if item and (found := find_lists(rest[at + len(phrase) :], question)):
            return reading_plan(found, "search", item, question)
    return None


def find_lists(words: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """The lists that are named here; if nothing but "the list" is said, all that there are."""
    if question.has(words, "to_do_lists") and not question.has_full_name(words, _is_list):
        return _to_do_lists(question)
    if question.has(words, "shopping_lists") and not question.has_full_name(words, _is_list):
        return find_shopping_lists(question)
    target = read_target(words, question.lexicon, question.names)
    if (
        not target.names
        and "todo" not in target.kinds
        and not question.has_full_name(words, _is_list)
    ):
        return ()
    return question.try_find(words, _is_list)


def _list_at(words: Phrase, question: UserQuestion) -> int | None:
    """Where the words for a list begin, after "on" or the like."""
    found = find_phrases(words, question.lexicon.questions.of("items_on"))
    return next((at for at, on in found if find_lists(words[at + len(on) :], question)), None)


def _called_alone(question: UserQuestion) -> tuple[Entity, ...]:
    """The list that is all that was said: "the shopping list?"."""
    asks = question.led or question.has_question_mark
    # "Is cheddar on the shopping list" says more.
    asks = asks and not question.opener("items_search")
    return find_lists(question.words, question) if asks else ()


def find_shopping_lists(question: UserQuestion) -> tuple[Entity, ...]:
    """The list for what is to be bought: one that is called so, else what is for nothing else.

    Many are called after a shop. Where several may be it, all are looked at.
    """
    lists = question.of_domain("todo")
    if found := _called_after("shopping_list_names", question):
        return found[:1]
    tasks = _called_after("task_list_names", question)
    return tuple(entity for entity in lists if entity not in tasks)


def _to_do_lists(question: UserQuestion) -> tuple[Entity, ...]:
    lists = question.of_domain("todo")
    if found := _called_after("task_list_names", question):
        return found
    shopping = _called_after("shopping_list_names", question)
    return tuple(entity for entity in lists if entity not in shopping[:1]) or lists


def _called_after(name: str, question: UserQuestion) -> tuple[Entity, ...]:
    """The lists that have a word of these in their name or their id."""
    listed = question.lexicon.questions.of(name)
    words = question.lexicon.words

    def is_called_so(entity: Entity) -> bool:
        object_id = entity.entity_id.partition(".")[2].replace("_", " ")
        names = map(words, (*entity.names, object_id))
        return any(has_phrase(said, listed) for said in names)

    return tuple(filter(is_called_so, question.of_domain("todo")))


def _is_list(entity: Entity) -> bool:
    return entity.domain == "todo"


def reading_plan(
    lists: tuple[Entity, ...],
    response: str,
    item: Phrase = (),
    question: UserQuestion | None = None,
) -> Plan:
    """Read the items of these lists, or look for one among them."""
    call = ServiceCall(
        domain="todo",
        service="get_items",
        targets=tuple(entity.entity_id for entity in lists),
        data=_OPEN_ITEMS,
    )
    forms = () if question is None else tuple(map(question.lexicon.questions.forms, item))
    words = Wording(
        intent="todo.get_items",
        response=response,
        slots={"name": lists[0].name, "item": " ".join(item)},
    )
    return Plan(steps=(ReadStep(call=call, search=forms, wording=words),))
