"""Items on lists: "add milk and eggs to the shopping list", "tick the bread off the groceries"."""

import re
from collections.abc import Iterable

from ..home import Entity, ServiceCall
from ..plan import CallStep, Plan, Wording
from .clause import plain
from .frame import find_phrase, read_target
from .joined import parted
from .lexicon import Lexicon, Phrase
from .names import Names
from .resolve import Resolver
from .sentence import is_not_for_now
from .targets import Scene
from .understanding import UnresolvedError

_SERVICES = {
    "add": ("add_item", "HassListAddItem", "item_added"),
    "complete": ("update_item", "HassShoppingListCompleteItem", "item_completed"),
    "remove": ("remove_item", "HassListRemoveItem", "item_deleted"),
}


def understand_items(words: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
    """The plan for a sentence about items; nothing if it is none, or there is no such list."""
    words = plain(words, lexicon)
    for act, patterns in lexicon.items.items():
        for head, middle, tail in patterns:
            end = len(words) - len(tail)
            if words[: len(head)] != head or words[end:] != tail:
                continue
            if find_phrase(words, lexicon.roles["negations"], len(head)):
                continue
            if not head and _tells(words, lexicon):
                continue
            for at in range(end - len(middle) - 1, len(head), -1):
                if words[at : at + len(middle)] != middle:
                    continue
                todo = _list(words[at + len(middle) : end], scene, lexicon, names)
                if todo is not None:
                    items = _items(words[len(head) : at], scene.heard, lexicon)
                    return _plan(act, items, todo)
    return None


def _tells(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a sentence is no command: where the verb comes last, anything may come first."""
    asks = lexicon.roles["questions"]
    return is_not_for_now(words, lexicon) or any((word,) in asks for word in words)


def _list(words: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> Entity | None:
    """The list that is named here, by name or as the only one of its kind."""
    words = parted(words, lexicon, names)
    if not read_target(words, lexicon, names).words:
        return None
    try:
        found = Resolver(scene, lexicon, names, lambda one: one.domain == "todo").resolve(words)
    except UnresolvedError:
        return None
    return found[0] if len(found) == 1 else None


def _items(words: Phrase, heard: str, lexicon: Lexicon) -> Iterable[str]:
    """The items as people write them: with a capital, and one by one."""
    item: list[str] = []
    for word in (*words, ","):
        if word == "," or (word,) in lexicon.roles["and"]:
            if item:
                said = _as_written(" ".join(item), heard)
                yield said[:1].upper() + said[1:]
            item = []
        elif item or (word,) not in lexicon.roles["articles"]:
            item.append(word)


def _as_written(item: str, heard: str) -> str:
    """The item with the capitals that it was written with."""
    written = re.search(rf"\b{re.escape(item)}\b", heard, re.IGNORECASE)
    return written[0] if written else item


def _plan(act: str, items: Iterable[str], todo: Entity) -> Plan | None:
    service, intent, response = _SERVICES[act]
    steps = []
    for item in items:
        data = {"item": item} | ({"status": "completed"} if act == "complete" else {})
        call = ServiceCall(domain="todo", service=service, targets=(todo.entity_id,), data=data)
        wording = Wording(intent=intent, response=response, slots={"item": item.lower()})
        steps.append(CallStep(call=call, wording=wording))
    return Plan(steps=tuple(steps)) if steps else None
