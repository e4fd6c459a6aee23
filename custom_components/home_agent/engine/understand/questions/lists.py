"""What is on a list: "what's on the shopping list", "is there milk on it", "do I need eggs"."""

from ...home import Entity, ServiceCall
from ...plan import Plan, ReadStep, Wording
from ..clauses.frame import find_phrase, read_target
from ..lexicon.lexicon import Phrase
from ..understanding import UnresolvedError
from .user_question import UserQuestion

_OPEN_ITEMS = {"status": ["needs_action"]}


def read_list_question(asking: UserQuestion) -> Plan | None:
    """The plan for a question after the items of a list, if it is one."""
    if not asking.of_domain("todo"):
        return None
    return _unnamed(asking) or _whole(asking) or _search(asking)


def _unnamed(asking: UserQuestion) -> Plan | None:
    """What is to be bought or done, without a word of a list."""
    words, questions = asking.words, asking.lexicon.questions
    if words in questions.of("shopping") and (shopping := _shopping_list(asking)):
        return _reading((shopping,), "items")
    if words in questions.of("to_do"):
        return _reading(_to_do_lists(asking), "items")
    needed, to_do = asking.opener("items_needed"), asking.opener("to_do_search")
    if to_do and len(to_do) > len(needed):
        task = asking.less(words[len(to_do) :], "item_links")
        return _reading(_to_do_lists(asking), "search", task, asking) if task else None
    if not needed:
        return None
    item, of = words[len(needed) :], _shopping_list(asking)
    at = _list_at(item, asking)
    if at is not None:
        named = _list(item[at:], asking)
        item, of = _before_on(item[:at], asking), named or of
    item = asking.less(item, "item_links")
    return _reading((of,), "search", item, asking) if item and of else None


def _whole(asking: UserQuestion) -> Plan | None:
    """All that is on a list, or how many."""
    for name, response in (
        ("items_read", "items"),
        ("items_count", "count"),
        ("items_any", "any_items"),
        ("yes_no", "empty"),
    ):
        opener = asking.opener(name)
        if not opener:
            continue
        said = asking.words[len(opener) :]
        if response == "empty":
            said = asking.less(said, "items_empty")
            if said == asking.words[len(opener) :]:
                continue
        if found := _list(said, asking) or _list(asking.less(said, "links", "items_on"), asking):
            return _reading((found,), response)
    if found := _called_alone(asking):
        return _reading((found,), "items")
    return None


def _search(asking: UserQuestion) -> Plan | None:
    """One thing among the items of a list."""
    opener = asking.opener("items_search")
    if not opener:
        return None
    rest = asking.words[len(opener) :]
    for at in range(1, len(rest)):
        phrase = find_phrase(rest, asking.lexicon.questions.of("items_on"), at)
        if not phrase:
            continue
        item = asking.less(rest[:at], "item_links")
        if item and (found := _list(rest[at + len(phrase) :], asking)):
            return _reading((found,), "search", item, asking)
    return None


def _list(words: Phrase, asking: UserQuestion) -> Entity | None:
    """The list that is named here; if nothing but "the list" is said, the only one."""
    if asking.says(words, "to_do_lists") and not asking.names_in_full(words, _is_list):
        lists = _to_do_lists(asking)
        return lists[0] if len(lists) == 1 else None
    if asking.says(words, "shopping_lists") and not asking.names_in_full(words, _is_list):
        return _shopping_list(asking)
    target = read_target(words, asking.lexicon, asking.names)
    if (
        not target.names
        and "todo" not in target.kinds
        and not asking.names_in_full(words, _is_list)
    ):
        return None
    try:
        found = asking.find(words, _is_list)
    except UnresolvedError:
        return None
    return found[0] if len(found) == 1 else None


def _list_at(words: Phrase, asking: UserQuestion) -> int | None:
    """Where the words for a list begin, after "on" or the like."""
    for at in range(len(words)):
        phrase = find_phrase(words, asking.lexicon.questions.of("items_on"), at)
        if phrase and _list(words[at + len(phrase) :], asking):
            return at
    return None


def _before_on(words: Phrase, asking: UserQuestion) -> Phrase:
    return asking.less(words, "item_links")


def _called_alone(asking: UserQuestion) -> Entity | None:
    """The list that is all that was said: "the shopping list?"."""
    return _list(asking.words, asking) if asking.led or asking.marked else None


def _shopping_list(asking: UserQuestion) -> Entity | None:
    """The list for what is to be bought: one that is called so, else the only one there is."""
    lists = asking.of_domain("todo")
    called = {word for (word, *_) in asking.lexicon.questions.of("shopping_lists")}
    found = [
        one
        for one in lists
        if called & {word for name in one.names for word in asking.lexicon.words(name)}
        or any(word in one.entity_id for word in called)
    ]
    if found:
        return found[0]
    return lists[0] if len(lists) == 1 else None


def _to_do_lists(asking: UserQuestion) -> tuple[Entity, ...]:
    shopping = _shopping_list(asking)
    lists = asking.of_domain("todo")
    return tuple(one for one in lists if one is not shopping) or lists


def _is_list(entity: Entity) -> bool:
    return entity.domain == "todo"


def _reading(
    lists: tuple[Entity, ...], response: str, item: Phrase = (), asking: UserQuestion | None = None
) -> Plan:
    call = ServiceCall(
        domain="todo",
        service="get_items",
        targets=tuple(one.entity_id for one in lists),
        data=_OPEN_ITEMS,
    )
    forms = () if asking is None else tuple(map(asking.lexicon.questions.forms, item))
    words = Wording(
        intent="todo.get_items",
        response=response,
        slots={"name": lists[0].name, "item": " ".join(item)},
    )
    return Plan(steps=(ReadStep(call=call, search=forms, wording=words),))
