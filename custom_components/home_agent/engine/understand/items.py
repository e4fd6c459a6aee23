"""Items on lists: "add milk and eggs to the shopping list", "tick the bread off the groceries"."""

import re
from collections.abc import Iterable

from ..home import Entity, ServiceCall
from ..plan import CallStep, Plan, Wording
from .clause import plain
from .frame import LONGEST_TARGET, read_target
from .lexicon import Lexicon, Phrase
from .names import Names
from .resolve import Resolver
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
        for head, middle in patterns:
            if words[: len(head)] != head:
                continue
            for said, listed in _splits(words[len(head) :], middle, lexicon):
                if any("todo" in lexicon.kinds.get((word,), ()) for word in said):
                    # "de la lista de la compra" begins at the first "de"
                    continue
                todo = _list(listed, scene, lexicon, names)
                if todo is not None:
                    return _plan(act, _items(said, scene.heard, lexicon), todo)
    return None


def _splits(words: Phrase, middle: Phrase, lexicon: Lexicon) -> Iterable[tuple[Phrase, Phrase]]:
    """Where the items may end and the list begin; without words between, at one for a place.

    There the list may come first as well: "aggiungi alla spesa il latte".
    """
    places = lexicon.roles["places"]
    # What is said last is the list, and takes but a few words.
    first = max(0, len(words) - len(middle) - LONGEST_TARGET)
    for at in range(len(words) - len(middle) - 1, first, -1):
        if words[at : at + len(middle)] == middle and (middle or words[at : at + 1] in places):
            yield words[:at], words[at + len(middle) :]
    if not middle and words[:1] in places:
        for at in range(min(len(words) - 1, LONGEST_TARGET), 1, -1):
            yield words[at:], words[:at]


def _list(words: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> Entity | None:
    """The list that is named here, by name or as the only one of its kind."""
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
                said = _as_written(item, heard.lower())
                yield said[:1].upper() + said[1:]
            item = []
        elif item or (word,) not in lexicon.roles["articles"]:
            item.append(word)


def _as_written(item: list[str], heard: str) -> str:
    """An item with the hyphens and apostrophes that it was said with: "huile d'olive"."""
    written = re.search(r"\b" + r"[\W_]{1,2}".join(map(re.escape, item)) + r"\b", heard)
    return written[0] if written else " ".join(item)


def _plan(act: str, items: Iterable[str], todo: Entity) -> Plan | None:
    service, intent, response = _SERVICES[act]
    steps = []
    for item in items:
        data = {"item": item} | ({"status": "completed"} if act == "complete" else {})
        call = ServiceCall(domain="todo", service=service, targets=(todo.entity_id,), data=data)
        wording = Wording(intent=intent, response=response, slots={"item": item.lower()})
        steps.append(CallStep(call=call, wording=wording))
    return Plan(steps=tuple(steps)) if steps else None
